"""What the policies of one criterion are compared by."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from costcurve_gui.engine.selection.bounds import Objective

if TYPE_CHECKING:
    from costcurve_gui.engine.selection.policy import Policy

_BY_TPR = {
    "neyman_pearson",
    "neyman_pearson_single",
    "workforce",
    "workforce_single",
    "target_precision",
}


def merit(policy: Policy, objective: Objective = Objective.PROFIT) -> tuple[float, float]:
    """Return what to compare a policy by with others of its criterion; more is better.

    Neyman-Pearson, workforce and target precision compare tpr, target recall fpr, Youden
    tpr - fpr, closest to the corner the distance, highest precision the share of positives among
    the cases treated, least cost the normalized expected cost, all others the objective. The
    expected profit settles ties.
    """
    if policy.criterion in _BY_TPR:
        return policy.tpr, policy.expected_profit
    if policy.criterion == "target_recall":
        return -policy.fpr, policy.expected_profit
    if policy.criterion == "youden":
        return policy.tpr - policy.fpr, policy.expected_profit
    if policy.criterion == "closest_to_corner":
        return -math.hypot(policy.fpr, 1 - policy.tpr), policy.expected_profit
    if policy.criterion == "highest_precision":
        return policy.tpr / policy.fraction_targeted, policy.expected_profit
    if policy.criterion == "min_cost" or objective is Objective.COST:
        return -policy.normalized_expected_cost, policy.expected_profit
    if objective is Objective.TPR:
        return policy.tpr, policy.expected_profit
    return policy.expected_profit, 0.0
