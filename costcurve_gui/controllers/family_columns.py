"""The members of families as columns, without Qt: for exports from the window and for reports.

Members have no threshold: that cell is empty, and the last column says which member it is by
its name, in a file its position among the rows of its model. Every member has its point; a
dominated one is on no hull.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.controllers import curve_columns
from costcurve_gui.engine.cost.condition import fraction_targeted
from costcurve_gui.engine.counts.family import ALL, NONE, FamilyTable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.controllers.curve_columns import Columns
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation

MEMBER = "member"
HEADERS: Mapping[str, tuple[str, ...]] = {
    view: (*header, MEMBER) for view, header in curve_columns.HEADERS.items()
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
        return tuple(np.empty(0) for _ in HEADERS[view][1:])
    if view == "cost":
        names = np.array(table.names, dtype=object)
        return (*curve_columns.cost_columns(evaluation), names[evaluation.envelope.indices])
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
