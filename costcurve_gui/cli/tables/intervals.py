"""Bands and optimism: cost_band, bands, threshold_band, optimum, thresholds."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.tables.intervals import (
    INTERVAL_HEADERS,
    METHOD,
    cost_band_columns,
    curve_band_columns,
    method_cells,
    method_words,
    threshold_band_columns,
    threshold_rows,
    threshold_words,
)
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.cli.tables.curves import has_probabilities
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.resampling.roc_bands import roc_band, rociv_band, threshold_band

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from costcurve_gui.analysis.conditions import AnalysedModel
    from costcurve_gui.analysis.intervals.estimators import Estimator
    from costcurve_gui.analysis.intervals.results import DecisionOptimism
    from costcurve_gui.analysis.tables.table import Columns
    from costcurve_gui.cli.analysis import Evaluated
    from costcurve_gui.engine.resampling.band import Band
    from costcurve_gui.engine.resampling.optimism import OptimismEstimate


def cost_band_table(analysis: Evaluated) -> Table:
    """Return the band of every cost curve."""
    return Table.of_parts(INTERVAL_HEADERS["cost"], _of_models(analysis, _cost_band))


def family_bands_table(analysis: Evaluated) -> Table:
    """Return the band of the profit of the members of families."""
    return Table.of_parts(INTERVAL_HEADERS["curve"], _of_models(analysis, _member_profit))


def family_threshold_band_table(analysis: Evaluated) -> Table:
    """Return the intervals of both rates of the members of families."""
    return Table.of_parts(INTERVAL_HEADERS["threshold"], _of_models(analysis, _members))


def bands_table(analysis: Evaluated) -> Table:
    """Return the bands of all other curves, below each other."""
    return Table.of_parts(INTERVAL_HEADERS["curve"], _of_models(analysis, _curve_bands))


def threshold_band_table(analysis: Evaluated) -> Table:
    """Return the intervals of both rates at the thresholds that stand for each curve."""
    return Table.of_parts(INTERVAL_HEADERS["threshold"], _of_models(analysis, _threshold_band))


def _of_models(
    analysis: Evaluated, bands: Callable[[Estimator, AnalysedModel], Iterator[Columns]]
) -> Iterator[tuple[str, Columns]]:
    drawn = analysis.finding
    if drawn is None:
        return
    for model in analysis.models:
        with suppress(EngineError):  # fractions of cases cannot be resampled, nor are they binomial
            yield from ((model.name, found) for found in bands(drawn, model))


def _cost_band(drawn: Estimator, model: AnalysedModel) -> Iterator[Columns]:
    found = drawn.find("cost", [model])
    if found is not None:
        yield cost_band_columns(found)


def _member_profit(drawn: Estimator, model: AnalysedModel) -> Iterator[Columns]:
    found = drawn.find("profit", [model], condition=model.condition)
    if found is not None:
        yield curve_band_columns("profit", found)


def _members(drawn: Estimator, model: AnalysedModel) -> Iterator[Columns]:
    found = drawn.find("roc", [model])
    if found is not None:
        yield threshold_band_columns(found)


def _curve_bands(drawn: Estimator, model: AnalysedModel) -> Iterator[Columns]:
    for name, band in _named_bands(drawn, model):
        yield curve_band_columns(name, band)


def _named_bands(drawn: Estimator, model: AnalysedModel) -> Iterator[tuple[str, Band]]:
    ranked, drawing = drawn.ranked(model), drawn.drawing_of(model)
    yield "roc_vertical", drawn.find("roc", [model])
    yield "roc_simultaneous", roc_band(drawing, ranked, "simultaneous")
    yield "rociv_vertical", drawn.find("rociv", [model])
    yield "rociv_simultaneous", rociv_band(drawing, ranked, "simultaneous")
    views = ("profit", "gain", "pr", "net_benefit")
    for view in views if has_probabilities(model) else views[:-1]:
        yield view, drawn.find(view, [model], condition=model.condition)


def _threshold_band(drawn: Estimator, model: AnalysedModel) -> Iterator[Columns]:
    yield threshold_band_columns(threshold_band(drawn.drawing_of(model), drawn.ranked(model)))


OPTIMUM_HEADER = (
    *("model", "threshold", "threshold_low", "threshold_high"),
    *("apparent_cost", "corrected_cost", "out_of_bag_cost"),
    *("apparent_profit", "corrected_profit", "out_of_bag_profit"),
    *("plateau_low", "plateau_high", "plateau_tolerance", *METHOD),
    *("threshold_method", "out_of_bag_method"),
)


def optimum_table(analysis: Evaluated) -> Table:
    """Return a row a model: the threshold of least cost, how sure, and how much of it is luck."""
    return Table.of_rows(OPTIMUM_HEADER, _rows(analysis))


def thresholds_table(analysis: Evaluated) -> Table:
    """Return how many replicates find each threshold the cheapest."""
    rows = (row for name, found in _found(analysis) for row in threshold_rows(name, found.optimum))
    return Table.of_rows(INTERVAL_HEADERS["thresholds"], rows)


def _found(analysis: Evaluated) -> Iterator[tuple[str, DecisionOptimism]]:
    """Yield what is known of every model with thresholds that can be resampled."""
    drawn = analysis.finding
    if drawn is None:
        return
    for model in analysis.models:
        if not isinstance(model.evaluation.table, FamilyTable):
            found = drawn.find("optimism", [model], condition=model.condition)
            if found is not None:
                yield model.name, found


def _rows(analysis: Evaluated) -> Iterator[tuple[Any, ...]]:
    for name, found in _found(analysis):
        flat, method = found.plateau, method_cells("bootstrap optimism", found.optimum.spec)
        methods = threshold_words(found.optimum), _out_of_bag_method(found.optimum)
        yield name, *_figures(found.optimum), flat.low, flat.high, flat.share, *method, *methods


def _out_of_bag_method(found: OptimismEstimate) -> str:
    if found.out_of_bag_reason:
        return f"no figure ({found.out_of_bag_reason})"
    return method_words("mean over the cases that replicates leave out", found.spec)


def _figures(found: OptimismEstimate) -> tuple[float | None, ...]:
    return (
        *(found.threshold, found.low, found.high),
        *(found.apparent_cost, found.corrected_cost, found.out_of_bag_cost),
        found.perfect_profit - found.apparent_cost,
        *(found.corrected_profit, found.out_of_bag_profit),
    )
