"""cost_band.csv, bands.csv and threshold_band.csv: how sure every curve is."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from costcurve_gui.cli.tables.probabilities import has_probabilities
from costcurve_gui.cli.tables.table import Table
from costcurve_gui.controllers.band_columns import (
    HEADERS,
    cost_band_columns,
    curve_band_columns,
    threshold_band_columns,
)
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.resampling.roc_bands import roc_band, rociv_band, threshold_band

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from costcurve_gui.cli.analysis import AnalysedModel, Evaluated
    from costcurve_gui.cli.resampling import Finding
    from costcurve_gui.controllers.curve_columns import Columns
    from costcurve_gui.engine.resampling.band import Band


def cost_band_table(analysis: Evaluated) -> Table:
    """Return the band of every cost curve."""
    return Table.of_parts(HEADERS["cost"], _of_models(analysis, _cost_band))


def family_bands_table(analysis: Evaluated) -> Table:
    """Return the band of the profit of the members of families."""
    return Table.of_parts(HEADERS["curve"], _of_models(analysis, _member_profit))


def family_threshold_band_table(analysis: Evaluated) -> Table:
    """Return the intervals of both rates of the members of families."""
    return Table.of_parts(HEADERS["threshold"], _of_models(analysis, _members))


def bands_table(analysis: Evaluated) -> Table:
    """Return the bands of all other curves, below each other."""
    return Table.of_parts(HEADERS["curve"], _of_models(analysis, _curve_bands))


def threshold_band_table(analysis: Evaluated) -> Table:
    """Return the intervals of both rates at the thresholds that stand for each curve."""
    return Table.of_parts(HEADERS["threshold"], _of_models(analysis, _threshold_band))


def _of_models(
    analysis: Evaluated, bands: Callable[[Finding, AnalysedModel], Iterator[Columns]]
) -> Iterator[tuple[str, Columns]]:
    drawn = analysis.finding
    if drawn is None:
        return
    for model in analysis.models:
        with suppress(EngineError):  # fractions of cases cannot be resampled, nor are they binomial
            yield from ((model.name, found) for found in bands(drawn, model))


def _cost_band(drawn: Finding, model: AnalysedModel) -> Iterator[Columns]:
    found = drawn.find("cost", [model])
    if found is not None:
        yield cost_band_columns(found)


def _member_profit(drawn: Finding, model: AnalysedModel) -> Iterator[Columns]:
    found = drawn.find("profit", [model], condition=model.condition)
    if found is not None:
        yield curve_band_columns("profit", found)


def _members(drawn: Finding, model: AnalysedModel) -> Iterator[Columns]:
    found = drawn.find("roc", [model])
    if found is not None:
        yield threshold_band_columns(found)


def _curve_bands(drawn: Finding, model: AnalysedModel) -> Iterator[Columns]:
    for name, band in _named_bands(drawn, model):
        yield curve_band_columns(name, band)


def _named_bands(drawn: Finding, model: AnalysedModel) -> Iterator[tuple[str, Band]]:
    ranked, drawing = drawn.ranked(model), drawn.drawing_of(model)
    yield "roc_vertical", drawn.find("roc", [model])
    yield "roc_simultaneous", roc_band(drawing, ranked, "simultaneous")
    yield "rociv_vertical", drawn.find("rociv", [model])
    yield "rociv_simultaneous", rociv_band(drawing, ranked, "simultaneous")
    views = ("profit", "gain", "pr", "net_benefit")
    for view in views if has_probabilities(model) else views[:-1]:
        yield view, drawn.find(view, [model], condition=model.condition)


def _threshold_band(drawn: Finding, model: AnalysedModel) -> Iterator[Columns]:
    yield threshold_band_columns(threshold_band(drawn.drawing_of(model), drawn.ranked(model)))
