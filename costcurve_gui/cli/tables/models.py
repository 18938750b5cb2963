"""models.csv: what is known of each model in one row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.cli.tables.probabilities import has_probabilities
from costcurve_gui.cli.tables.table import Table
from costcurve_gui.engine.cost.h_measure import h_measure
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.resampling.delong import auc_interval
from costcurve_gui.engine.roc.area import gini
from costcurve_gui.engine.roc.partial_area import partial_auc
from costcurve_gui.engine.views.brier import brier_score
from costcurve_gui.engine.views.precision_recall import average_precision

if TYPE_CHECKING:
    from costcurve_gui.cli.analysis import AnalysedModel, Evaluated
    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.engine.roc.hull import RocHull

HEADER = (
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
PARTIAL_AUC = ("partial_auc", "partial_auc_standardized")


def models_table(analysis: Evaluated) -> Table:
    """Return a row per model.

    Brier scores are those of the sample, average precision is at the deployment prior like the
    points of pr.csv.
    """
    options = analysis.options
    rows = ((*_row(model, analysis), *_partial_auc(model, options)) for model in analysis.models)
    return Table.of_rows(HEADER if options.partial_auc is None else HEADER + PARTIAL_AUC, rows)


def _row(model: AnalysedModel, analysis: Evaluated) -> tuple[Any, ...]:
    evaluation = model.evaluation
    interval = auc_interval(evaluation.table, analysis.options.confidence)
    return (
        model.name,
        *_sizes(model),
        evaluation.auc,
        interval.low,
        interval.high,
        gini(evaluation.table),
        evaluation.auciv,
        evaluation.envelope.area,
        *(evaluation.envelope.operating_range or (None, None)),
        h_measure(evaluation.roc_hull, evaluation.prevalence),
        brier_score(evaluation.table) if has_probabilities(model, analysis) else None,
        _average_precision(model),
        hull_area(evaluation.roc_hull),
    )


def _partial_auc(model: AnalysedModel, options: ReportOptions) -> tuple[float, ...]:
    if options.partial_auc is None:
        return ()
    found = partial_auc(model.evaluation.table, *options.partial_auc, options.partial_axis)
    return found.area, found.standardized


def _average_precision(model: AnalysedModel) -> float | None:
    """Return nothing for several classifiers, which rank no cases."""
    table = model.evaluation.table
    if isinstance(table, FamilyTable) and len(table.members) > 1:
        return None
    return average_precision(table, model.condition.prior)


def _sizes(model: AnalysedModel) -> tuple[float | None, float | None, float | None, int]:
    """Return instances, positives and negatives, by weight where there are weights.

    Members of a family that were tested on different cases have no sizes in common.
    """
    table = model.evaluation.table
    if isinstance(table, FamilyTable) and not table.same_cases:
        return None, None, None, table.missing
    positives, negatives = table.positives, table.negatives
    if not table.weighted:
        positives, negatives = round(positives), round(negatives)
    return positives + negatives, positives, negatives, table.missing


def hull_area(hull: RocHull) -> float:
    """Return the area under a ROC convex hull."""
    return float(np.trapezoid(hull.tpr, hull.fpr))
