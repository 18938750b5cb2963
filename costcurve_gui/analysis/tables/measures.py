"""Columns of the measures of a model, with the intervals of its areas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.intervals.pair_tests import DELONG, delong_method
from costcurve_gui.analysis.intervals.results import Failed
from costcurve_gui.analysis.tables.intervals import (
    METHOD,
    figure_words,
    method_cells,
    no_interval,
)
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.resampling.auc_interval import logit_auc_interval

if TYPE_CHECKING:
    from costcurve_gui.analysis.intervals.results import AreaIntervals
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
    from costcurve_gui.engine.measures import ModelMeasures
    from costcurve_gui.engine.resampling.auc_interval import AucInterval

MEASURES_HEADER = (
    "model",
    "n",
    "positives",
    "negatives",
    "missing",
    "auc",
    "auc_low",
    "auc_high",
    "gini",
    "auciv",
    "cost_curve_area",
    "operating_range_low",
    "operating_range_high",
    "h_measure",
    "brier",
    "average_precision",
    "hull_auc",
)
_AREAS = (
    *("auciv_low", "auciv_high", "auciv_method"),
    *("cost_curve_area_low", "cost_curve_area_high", *METHOD),
)
AREA_INTERVALS = ("auc_logit_low", "auc_logit_high", *_AREAS, "auc_method", "auc_logit_method")
"""What follows `HEADER` in models.csv and in what the window exports of *Measures*."""


def measure_row(
    name: str, table: ThresholdTable, interval: AucInterval, measures: ModelMeasures
) -> tuple[Any, ...]:
    """Return a row under `HEADER`; None where a model has no such figure."""
    return (
        name,
        *_sizes(table),
        measures.auc,
        interval.low,
        interval.high,
        measures.gini,
        measures.auciv,
        measures.cost_curve_area,
        *(measures.operating_range or (None, None)),
        measures.h_measure,
        measures.brier,
        measures.average_precision,
        measures.hull_auc,
    )


def interval_cells(
    table: ThresholdTable, level: float, found: AreaIntervals | Failed | None, *, grouped: bool
) -> tuple[Any, ...]:
    """Return the cells under `INTERVALS`; those of the AUC alone where `found` is None."""
    logit = logit_auc_interval(table, level)
    methods = (
        delong_method(logit.reason, grouped=grouped, method=method)
        for method in (DELONG, logit.method)
    )
    return logit.low, logit.high, *_areas(found, level), *methods


def _areas(found: AreaIntervals | Failed | None, level: float) -> tuple[Any, ...]:
    if found is None:
        return tuple(level if name == "level" else None for name in _AREAS)
    if isinstance(found, Failed):
        reason = no_interval(found.reason)
        return None, None, reason, None, None, reason, None, level, None
    auciv, area, spec = found.auciv, found.cost_curve_area, found.spec
    resampled = auciv.resampled or area.resampled
    method = figure_words(area, spec), *method_cells("", spec, resampled=resampled)[1:]
    return auciv.low, auciv.high, figure_words(auciv, spec), area.low, area.high, *method


def _sizes(table: ThresholdTable) -> tuple[float | None, float | None, float | None, int]:
    """Return instances, positives and negatives, by weight where there are weights.

    Members of a family that were tested on different cases have no sizes in common.
    """
    if isinstance(table, FamilyTable) and not table.same_cases:
        return None, None, None, table.missing
    positives, negatives = table.positives, table.negatives
    if not table.weighted:
        positives, negatives = round(positives), round(negatives)
    return positives + negatives, positives, negatives, table.missing
