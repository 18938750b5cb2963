"""Choosing one member of a family of discrete classifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.cost.condition import fraction_targeted
from costcurve_gui.engine.selection.mixing import member_policy, row_policy

if TYPE_CHECKING:
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.counts.family import FamilyTable
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.selection.policy import Policy


def member_within(
    criterion: str,
    ev: ModelEvaluation,
    table: FamilyTable,
    condition: OperatingCondition,
    share: float,
) -> Policy:
    """Return the one member of largest tpr that calls at most `share` of the cases positive.

    Of equal tpr it is the one that calls the fewest; where none fits, nothing is positive. A
    dominated member may be chosen: it can fit where those that dominate it do not.

    Parameters
    ----------
    criterion : str
        Noted in the policy.
    ev : ModelEvaluation
        The family.
    table : FamilyTable
        Its table.
    condition : OperatingCondition
        Prior and mean costs.
    share : float
        Bound on the expected share of positive decisions at the prior, 0-1.
    """
    fpr = np.array([member.fpr for member in table.members])
    tpr = np.array([member.tpr for member in table.members])
    targeted = fraction_targeted(condition.prior, fpr, tpr)
    tpr[targeted > share] = -1.0
    if tpr.max() <= 0:
        return row_policy(criterion, ev, condition, 0)
    fewest = np.where(tpr == tpr.max(), targeted, np.inf)
    return member_policy(criterion, ev, table, condition, int(np.argmin(fewest)))
