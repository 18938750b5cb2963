"""What the policies of one criterion are compared by."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from costcurve_gui.engine.selection.policy import Policy

_BY_TPR = {
    "neyman_pearson",
    "neyman_pearson_single",
    "workforce",
    "workforce_single",
    "target_precision",
    "max_tpr",
}


def merit(policy: Policy) -> tuple[float, float]:
    """Return what to compare a policy by with others of its criterion; more is better.

    Least expected cost compares the normalized expected cost, the largest tpr, Neyman-Pearson,
    workforce and target precision tpr, target recall fpr, Youden
    tpr - fpr, closest to the corner the distance, highest precision the share of positives among
    the cases treated, all others the expected profit, which also settles ties.
    """
    if policy.criterion in _BY_TPR:
        return policy.tpr, policy.expected_profit
    if policy.criterion == "min_cost":
        return -policy.normalized_expected_cost, policy.expected_profit
    if policy.criterion == "target_recall":
        return -policy.fpr, policy.expected_profit
    if policy.criterion == "youden":
        return policy.tpr - policy.fpr, policy.expected_profit
    if policy.criterion == "closest_to_corner":
        return -math.hypot(policy.fpr, 1 - policy.tpr), policy.expected_profit
    if policy.criterion == "highest_precision":
        return policy.tpr / policy.fraction_targeted, policy.expected_profit
    return policy.expected_profit, 0.0
