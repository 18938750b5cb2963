"""models.csv: the measures of each model with intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.intervals.estimators import failure
from costcurve_gui.analysis.intervals.results import Failed
from costcurve_gui.analysis.tables.measures import (
    AREA_INTERVALS,
    MEASURES_HEADER,
    interval_cells,
    measure_row,
)
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.engine.measures import model_measures
from costcurve_gui.engine.resampling.auc_interval import auc_interval
from costcurve_gui.engine.roc.area import partial_auc

if TYPE_CHECKING:
    from costcurve_gui.analysis.conditions import AnalysedModel
    from costcurve_gui.analysis.intervals.results import AreaIntervals
    from costcurve_gui.cli.analysis import Evaluated
    from costcurve_gui.cli.options import ReportOptions


PARTIAL_AUC = ("partial_auc", "partial_auc_standardized")


def models_table(analysis: Evaluated) -> Table:
    """Return a row per model.

    Brier scores are those of the sample, average precision is at the deployment prior like the
    points of pr.csv.
    """
    options = analysis.options
    rows = (
        (*_row(model, analysis), *area_interval_row(analysis, model), *_partial_auc(model, options))
        for model in analysis.models
    )
    partial = () if options.partial_auc is None else PARTIAL_AUC
    return Table.of_rows((*MEASURES_HEADER, *AREA_INTERVALS, *partial), rows)


def _row(model: AnalysedModel, analysis: Evaluated) -> tuple[Any, ...]:
    table = model.evaluation.table
    interval = auc_interval(table, analysis.options.confidence)
    turned = model.info.lower_is_positive
    measures = model_measures(model.evaluation, model.condition.prior, turned=turned)
    return measure_row(model.name, table, interval, measures)


def _partial_auc(model: AnalysedModel, options: ReportOptions) -> tuple[float, ...]:
    if options.partial_auc is None:
        return ()
    found = partial_auc(model.evaluation.table, *options.partial_auc, options.partial_axis)
    return found.area, found.standardized


def area_interval_row(analysis: Evaluated, model: AnalysedModel) -> tuple[Any, ...]:
    """Return the cells under `INTERVALS`; without a bootstrap those of the AUC only."""
    table, options = model.evaluation.table, analysis.options
    found, grouped = _areas(analysis, model), options.group is not None
    return interval_cells(table, options.confidence, found, grouped=grouped)


def _areas(analysis: Evaluated, model: AnalysedModel) -> AreaIntervals | Failed | None:
    drawn = analysis.finding
    if drawn is None:
        return None
    found: AreaIntervals | None = drawn.find("areas", [model])
    return Failed(failure(drawn, "areas", [model])) if found is None else found
