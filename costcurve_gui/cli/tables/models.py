"""models.csv: what is known of each model in one row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurve_gui.cli.tables.area_intervals import interval_row
from costcurve_gui.cli.tables.table import Table
from costcurve_gui.controllers.measure_columns import HEADER, INTERVALS, measure_row
from costcurve_gui.engine.measures import model_measures
from costcurve_gui.engine.resampling.auc_interval import auc_interval
from costcurve_gui.engine.roc.area import partial_auc

if TYPE_CHECKING:
    from costcurve_gui.cli.analysis import AnalysedModel, Evaluated
    from costcurve_gui.cli.options import ReportOptions

PARTIAL_AUC = ("partial_auc", "partial_auc_standardized")


def models_table(analysis: Evaluated) -> Table:
    """Return a row per model.

    Brier scores are those of the sample, average precision is at the deployment prior like the
    points of pr.csv.
    """
    options = analysis.options
    rows = (
        (*_row(model, analysis), *interval_row(analysis, model), *_partial_auc(model, options))
        for model in analysis.models
    )
    partial = () if options.partial_auc is None else PARTIAL_AUC
    return Table.of_rows((*HEADER, *INTERVALS, *partial), rows)


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
