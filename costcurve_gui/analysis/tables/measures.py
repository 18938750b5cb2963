"""models.csv: the measures of each model, with the intervals of its areas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.intervals.known_results import known_or_failed
from costcurve_gui.analysis.intervals.new_cases import curve_request
from costcurve_gui.analysis.intervals.pair_tests import delong_method
from costcurve_gui.analysis.intervals.requests import areas_request
from costcurve_gui.analysis.intervals.results import Failed
from costcurve_gui.analysis.tables.methods import (
    METHOD,
    cautioned,
    curve_held_fixed,
    figure_words,
    method_cells,
    no_interval,
)
from costcurve_gui.analysis.tables.new_cases import curve_cells, ends_of
from costcurve_gui.analysis.tables.options import models_of
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.engine.cost.belief import UNIFORM
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.measures import model_measures
from costcurve_gui.engine.roc.area import partial_auc

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.analysis.intervals.results import AreaIntervals, IntervalRequest
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import PartialRange, TableModel, TableOptions
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable

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
_SCORE = ("auc_score_low", "auc_score_high", "auc_score_method")
AREA_INTERVALS = (
    *("auc_logit_low", "auc_logit_high"),
    *(*_AREAS, "auc_method", "auc_logit_method", *_SCORE),
)
"""What follows `MEASURES_HEADER`."""


AREA_NEW_CASES = (*ends_of("cost_curve_area_new_cases"), "cost_curve_area_new_cases_method")
"""What follows these: the area to expect on new cases."""
PARTIAL_AUC = ("partial_auc", "partial_auc_standardized")


def models_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return a row per model.

    Brier scores are those of the sample, average precision is at the deployment prior like the
    points of pr.csv.
    """
    group, partial = snapshot.curve_set.dataset.group, options.partial_auc
    rows = (
        (
            *_measures(model),
            *_intervals(model, known_or_failed(snapshot, areas_request(model.key)), group),
            *curve_cells(snapshot, model.key, UNIFORM),
            *_partial(model, partial),
        )
        for model in models_of(snapshot, options)
    )
    header = (*MEASURES_HEADER, *AREA_INTERVALS, *AREA_NEW_CASES, *(PARTIAL_AUC if partial else ()))
    return Table.of_rows(header, rows)


def models_needs(snapshot: Snapshot, options: TableOptions) -> Iterator[IntervalRequest]:
    """Yield the intervals of the areas of every model, and what to expect on new cases."""
    for model in models_of(snapshot, options):
        yield areas_request(model.key)
        yield curve_request(model.key)


def _measures(model: TableModel) -> tuple[Any, ...]:
    """Return a row under `MEASURES_HEADER`; None where a model has no such figure."""
    turned, auc = model.info.lower_is_positive, model.curves.auc
    measures = model_measures(model.evaluation, model.condition.prior, turned=turned)
    return (
        model.name,
        *_sizes(model.table),
        measures.auc,
        auc.low,
        auc.high,
        measures.gini,
        measures.auciv,
        measures.cost_curve_area,
        *(measures.operating_range or (None, None)),
        measures.h_measure,
        measures.brier,
        measures.average_precision,
        measures.hull_auc,
    )


def _partial(model: TableModel, wanted: PartialRange | None) -> tuple[float, ...]:
    if wanted is None:
        return ()
    found = partial_auc(model.table, wanted.low, wanted.high, wanted.axis)
    return found.area, found.standardized


def _intervals(
    model: TableModel,
    found: AreaIntervals | Failed | None,
    group: str | None,
) -> tuple[Any, ...]:
    """Return the cells under `AREA_INTERVALS`; those of the AUC alone where `found` is None."""
    auc = model.curves.auc
    level = auc.level
    logit = auc if model.curves.expected_only else auc.of_logit
    score = auc.of_score
    methods = (
        cautioned(delong_method(one.reason, group, one.method), one.caution)
        for one in (auc, logit, score)
    )
    delong, of_logit, of_score = methods
    ends = score.low, score.high, of_score
    return logit.low, logit.high, *_areas(found, level), delong, of_logit, *ends


def _areas(found: AreaIntervals | Failed | None, level: float) -> tuple[Any, ...]:
    if found is None:
        return tuple(level if name == "level" else None for name in _AREAS)
    if isinstance(found, Failed):
        reason = no_interval(found.reason)
        return None, None, reason, None, None, reason, None, level, None
    auciv, area, spec = found.auciv, found.cost_curve_area, found.spec
    resampled = auciv.resampled or area.resampled
    method = curve_held_fixed(figure_words(area, spec))
    drawn = method_cells("", spec, resampled=resampled)[1:]
    ends = area.low, area.high
    return auciv.low, auciv.high, figure_words(auciv, spec), *ends, method, *drawn


def _sizes(table: ThresholdTable) -> tuple[float | None, float | None, float | None, int]:
    """Return instances, positives and negatives, by weight where there are weights.

    Classifiers of a family that were tested on different cases have no sizes in common.
    """
    if isinstance(table, FamilyTable) and not table.same_cases:
        return None, None, None, table.missing
    positives, negatives = table.positives, table.negatives
    if not table.weighted:
        positives, negatives = round(positives), round(negatives)
    return positives + negatives, positives, negatives, table.missing
