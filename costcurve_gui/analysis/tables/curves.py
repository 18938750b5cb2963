"""Tables of ROC, ROCIV, cost and profit curves, of their concavities and of families."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.tables.options import models_of
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.engine.cost.condition import fraction_targeted
from costcurve_gui.engine.counts.family import ALL, NONE, FamilyTable
from costcurve_gui.engine.curves.profit import profit_curve
from costcurve_gui.engine.roc.concavities import concavities

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableModel, TableOptions
    from costcurve_gui.analysis.tables.table import Columns
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation


CURVE_HEADERS: Mapping[str, tuple[str, ...]] = {
    "roc": ("model", "threshold", "fpr", "tpr", "fp", "tp", "on_hull"),
    "rociv": ("model", "threshold", "fp_cost_rate", "tp_benefit_rate", "on_hull"),
    "cost": ("model", "pc_plus", "normalized_expected_cost", "threshold"),
    "profit": ("model", "threshold", "fraction_targeted", "expected_profit"),
}


MEMBER = "member"
FAMILY_HEADERS: Mapping[str, tuple[str, ...]] = {
    view: (*header, MEMBER) for view, header in CURVE_HEADERS.items()
}


def roc_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return every ROC point of every model."""
    return _curves("roc", _roc, snapshot, options)


def rociv_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return every ROCIV point of every model."""
    return _curves("rociv", _rociv, snapshot, options)


def cost_curve_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return the vertices of every lower envelope."""
    return _curves("cost", _cost, snapshot, options)


def profit_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return every point of every profit curve at the deployment prior."""
    return _curves("profit", _profit, snapshot, options)


def concavities_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return every concavity of every model."""
    parts = ((model.name, _concavities(model.evaluation)) for model in models_of(snapshot, options))
    return Table.of_parts(CONCAVITIES_HEADER, parts)


def is_family(snapshot: Snapshot) -> bool:
    """Whether the models are families of classifiers, which tables list by member."""
    return snapshot.curve_set.dataset.kind is TableKind.CONFUSION


def _curves(
    view: str,
    columns: Callable[[TableModel], Columns],
    snapshot: Snapshot,
    options: TableOptions,
) -> Table:
    """Return every point of a curve; of families those of their members, with their names."""
    models = models_of(snapshot, options)
    if is_family(snapshot):
        members = ((model.name, _members(view, model)) for model in models)
        return Table.of_parts(FAMILY_HEADERS[view], members)
    return Table.of_parts(CURVE_HEADERS[view], ((model.name, columns(model)) for model in models))


def _roc(model: TableModel) -> Columns:
    table = model.table
    on_hull = model.evaluation.roc_hull.on_hull(len(table))
    return table.thresholds, table.fpr, table.tpr, table.fps, table.tps, on_hull


def _rociv(model: TableModel) -> Columns:
    rates = model.evaluation.rates
    on_hull = model.evaluation.rociv_hull.on_hull(len(rates))
    return rates.thresholds, rates.fpr, rates.tpr, on_hull


def _cost(model: TableModel) -> Columns:
    """Return the vertices of the envelope, each with the classifier to its right."""
    envelope = model.evaluation.envelope
    return envelope.pc_plus, envelope.cost, envelope.thresholds


def _profit(model: TableModel) -> Columns:
    curve = profit_curve(model.table, model.evaluation.rates, model.condition)
    return curve.thresholds, curve.fraction_targeted, curve.expected_profit


CONCAVITIES_HEADER = (
    *("model", "first_threshold", "deepest_threshold", "last_threshold"),
    *("fpr_low", "tpr_low", "deepest_fpr", "deepest_tpr", "fpr_high", "tpr_high"),
    *("depth", "area", "repair_gain"),
)


def _concavities(evaluation: ModelEvaluation) -> Columns:
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


def _members(view: str, model: TableModel) -> Columns:
    """Return every member by ascending fpr between the trivial classifiers, or the envelope.

    Empty for a model that is no family.
    """
    table = model.table
    if not isinstance(table, FamilyTable):
        return tuple(np.empty(0) for _ in FAMILY_HEADERS[view][1:])
    if view == "cost":
        names = np.array(table.names, dtype=object)
        return (*_cost(model), names[model.evaluation.envelope.indices])
    return _points(view, model.evaluation, table, model.condition)


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
