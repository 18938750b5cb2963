"""Columns of ROC, ROCIV, cost and profit curves, of concavities and of families."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.cost.condition import fraction_targeted
from costcurve_gui.engine.counts.family import ALL, NONE, FamilyTable
from costcurve_gui.engine.curves.profit import profit_curve
from costcurve_gui.engine.roc.concavities import concavities

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.tables.table import Columns
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation


CURVE_HEADERS: Mapping[str, tuple[str, ...]] = {
    "roc": ("model", "threshold", "fpr", "tpr", "fp", "tp", "on_hull"),
    "rociv": ("model", "threshold", "fp_cost_rate", "tp_benefit_rate", "on_hull"),
    "cost": ("model", "pc_plus", "normalized_expected_cost", "threshold"),
    "profit": ("model", "threshold", "fraction_targeted", "expected_profit"),
}


def roc_columns(evaluation: ModelEvaluation) -> Columns:
    """Return every ROC point, by descending threshold."""
    table = evaluation.table
    on_hull = evaluation.roc_hull.on_hull(len(table))
    return table.thresholds, table.fpr, table.tpr, table.fps, table.tps, on_hull


def rociv_columns(evaluation: ModelEvaluation) -> Columns:
    """Return every ROCIV point, by descending threshold."""
    rates = evaluation.rates
    on_hull = evaluation.rociv_hull.on_hull(len(rates))
    return rates.thresholds, rates.fpr, rates.tpr, on_hull


def cost_columns(evaluation: ModelEvaluation) -> Columns:
    """Return the vertices of the lower envelope, each with the classifier to its right."""
    envelope = evaluation.envelope
    return envelope.pc_plus, envelope.cost, envelope.thresholds


def profit_columns(evaluation: ModelEvaluation, condition: OperatingCondition) -> Columns:
    """Return every point of the profit curve, by descending threshold."""
    curve = profit_curve(evaluation.table, evaluation.rates, condition)
    return curve.thresholds, curve.fraction_targeted, curve.expected_profit


CONCAVITIES_HEADER = (
    *("model", "first_threshold", "deepest_threshold", "last_threshold"),
    *("fpr_low", "tpr_low", "deepest_fpr", "deepest_tpr", "fpr_high", "tpr_high"),
    *("depth", "area", "repair_gain"),
)


def concavity_columns(evaluation: ModelEvaluation) -> Columns:
    """Return the ends and the deepest point of each concavity of ROC, by ascending fpr.

    `area` is what mixing both ends adds to the AUC, `repair_gain` what reversing the ranking
    between them adds.
    """
    table = evaluation.table
    found = concavities(table, evaluation.roc_hull)
    return (
        *(found.first_thresholds, found.deepest_thresholds, found.last_thresholds),
        *(found.fpr_low, found.tpr_low),
        *(table.fpr_at(found.deepest_rows), table.tpr_at(found.deepest_rows)),
        *(found.fpr_high, found.tpr_high),
        *(found.depth, found.area, found.repair_gain),
    )


MEMBER = "member"
FAMILY_HEADERS: Mapping[str, tuple[str, ...]] = {
    view: (*header, MEMBER) for view, header in CURVE_HEADERS.items()
}


def family_columns(
    view: str, evaluation: ModelEvaluation, condition: OperatingCondition
) -> Columns:
    """Return every member by ascending fpr between the trivial classifiers, or the envelope.

    `view` is one of `HEADERS`; the model's name is left to the caller. Empty for a model that is
    no family.
    """
    table = evaluation.table
    if not isinstance(table, FamilyTable):
        return tuple(np.empty(0) for _ in FAMILY_HEADERS[view][1:])
    if view == "cost":
        names = np.array(table.names, dtype=object)
        return (*cost_columns(evaluation), names[evaluation.envelope.indices])
    return _points(view, evaluation, table, condition)


def _points(
    view: str, evaluation: ModelEvaluation, table: FamilyTable, condition: OperatingCondition
) -> Columns:
    members = table.members
    thresholds = np.array([np.inf, *(np.nan for _ in members), -np.inf])
    fpr = np.array([0.0, *(member.fpr for member in members), 1.0])
    tpr = np.array([0.0, *(member.tpr for member in members), 1.0])
    vertex = evaluation.roc_hull.on_hull(len(table))[table.member_rows] & ~table.dominated
    on_hull = np.array([True, *vertex.tolist(), True])
    names = np.array([NONE, *(member.name for member in members), ALL], dtype=object)
    if view == "rociv":  # costs are the same within each class
        return thresholds, fpr, tpr, on_hull, names
    if view == "profit":
        targeted = fraction_targeted(condition.prior, fpr, tpr)
        return thresholds, targeted, condition.expected_profit(fpr, tpr), names
    fps = np.array([0.0, *(member.fp for member in members), table.negatives])
    tps = np.array([0.0, *(member.tp for member in members), table.positives])
    return thresholds, fpr, tpr, fps, tps, on_hull, names
