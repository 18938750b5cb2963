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
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.resampling.band import Band, ThresholdBand
from costcurve_gui.engine.resampling.classifier_bands import family_band
from costcurve_gui.engine.resampling.roc_bands import roc_band, rociv_band
from costcurve_gui.engine.resampling.threshold_bands import threshold_band
from costcurve_gui.models.catalogue import VIEWS
from costcurve_gui.models.uncertainty import CONDITION_BANDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from costcurve_gui.cli.analysis import AnalysedModel, Evaluated
    from costcurve_gui.cli.resampling import Resampling
    from costcurve_gui.controllers.curve_columns import Columns

_COUNTED = {
    "roc_vertical": "roc",
    "rociv_vertical": "rociv",
    "profit": "profit",
    "gain": "gain",
    "pr": "pr",
}


def cost_band_table(analysis: Evaluated) -> Table:
    """Return the band of every cost curve."""
    return Table.of_parts(HEADERS["cost"], _of_models(analysis, _cost_band))


def counted_cost_band_table(analysis: Evaluated) -> Table:
    """Return the exact band of every cost curve whose counts are whole."""
    return Table.of_parts(HEADERS["cost"], _exact_bands(analysis))


def counted_bands_table(analysis: Evaluated) -> Table:
    """Return the bands of all other curves of models that come as counts."""
    parts = (
        (model.name, curve_band_columns(name, band))
        for model, name, band in _counted(analysis)
        if isinstance(band, Band)
    )
    return Table.of_parts(HEADERS["curve"], parts)


def counted_threshold_band_table(analysis: Evaluated) -> Table:
    """Return the intervals of both rates of the members of families."""
    parts = (
        (model.name, threshold_band_columns(band))
        for model, name, band in _counted(analysis)
        if name == "roc_vertical" and isinstance(band, ThresholdBand)
    )
    return Table.of_parts(HEADERS["threshold"], parts)


def _counted(analysis: Evaluated) -> Iterator[tuple[AnalysedModel, str, Band | ThresholdBand]]:
    drawn = analysis.finding
    if drawn is None:
        return
    for model in analysis.models:
        for name, view in _COUNTED.items():
            condition = model.condition if view in CONDITION_BANDS else None
            suits = VIEWS[view].suits(_kind(model))
            band = drawn.find(view, [model], condition=condition) if suits else None
            if band is not None:
                yield model, name, band


def _kind(model: AnalysedModel) -> TableKind:
    is_family = isinstance(model.evaluation.table, FamilyTable)
    return TableKind.CONFUSION if is_family else TableKind.LEAVES


def bands_table(analysis: Evaluated) -> Table:
    """Return the bands of all other curves, below each other."""
    return Table.of_parts(HEADERS["curve"], _of_models(analysis, _curve_bands))


def threshold_band_table(analysis: Evaluated) -> Table:
    """Return the intervals of both rates at the thresholds that stand for each curve."""
    return Table.of_parts(HEADERS["threshold"], _of_models(analysis, _threshold_band))


def _of_models(
    analysis: Evaluated, bands: Callable[[Resampling, AnalysedModel], Iterator[Columns]]
) -> Iterator[tuple[str, Columns]]:
    drawn = analysis.resampling
    if drawn is not None:
        yield from (
            (model.name, found) for model in analysis.models for found in bands(drawn, model)
        )


def _exact_bands(analysis: Evaluated) -> Iterator[tuple[str, Columns]]:
    bands = analysis.options.bands
    if bands is None:
        return
    for model in analysis.models:
        with suppress(EngineError):  # fractions of cases are not binomial
            yield model.name, cost_band_columns(family_band(model.evaluation, bands.spec))


def _cost_band(drawn: Resampling, model: AnalysedModel) -> Iterator[Columns]:
    yield cost_band_columns(drawn.find("cost", [model]))


def _curve_bands(drawn: Resampling, model: AnalysedModel) -> Iterator[Columns]:
    for name, band in _named_bands(drawn, model):
        yield curve_band_columns(name, band)


def _named_bands(drawn: Resampling, model: AnalysedModel) -> Iterator[tuple[str, Band]]:
    ranked, drawing = drawn.ranked(model), drawn.drawing_of(model)
    yield "roc_vertical", drawn.find("roc", [model])
    yield "roc_simultaneous", roc_band(drawing, ranked, "simultaneous")
    yield "rociv_vertical", drawn.find("rociv", [model])
    yield "rociv_simultaneous", rociv_band(drawn.drawing, ranked, "simultaneous")
    views = ("profit", "gain", "pr", "net_benefit")
    for view in views if has_probabilities(model) else views[:-1]:
        yield view, drawn.find(view, [model], condition=model.condition)


def _threshold_band(drawn: Resampling, model: AnalysedModel) -> Iterator[Columns]:
    yield threshold_band_columns(threshold_band(drawn.drawing_of(model), drawn.ranked(model)))
