"""What a policy that was chosen on some cases comes to on others."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.selection.mixing import mixed_policy, row_policy

if TYPE_CHECKING:
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.selection.policy import Policy


def policy_on(policy: Policy, ev: ModelEvaluation, condition: OperatingCondition) -> Policy:
    """Return what the thresholds of a policy come to on other cases.

    Parameters
    ----------
    policy : Policy
        One threshold, or two mixed.
    ev : ModelEvaluation
        The same model, evaluated on the other cases.
    condition : OperatingCondition
        Prior and mean costs of these.

    Returns
    -------
    Policy
        With the same criterion, thresholds and mixing probability.

    Raises
    ------
    ConstraintError
        Where the model is a family of classifiers.

    Examples
    --------
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> from costcurve_gui.engine.selection.criteria import min_cost
    >>> here = evaluate_scores("a", [True, True, False, False], [4, 3, 2, 1])
    >>> there = evaluate_scores("a", [True, True, False, False], [4, 2, 3, 1])
    >>> policy = min_cost(here, here.condition())
    >>> policy.threshold, policy.tpr, policy_on(policy, there, there.condition()).tpr
    (3.0, 1.0, 0.5)
    """
    if isinstance(ev.table, FamilyTable):
        raise ConstraintError("Classifiers without scores have no threshold.")
    thresholds = (policy.threshold, policy.threshold_2)
    ends = np.array([end for end in thresholds if end is not None])
    rows = ev.table.rows_at_thresholds(ends).tolist()
    if len(rows) == 1:
        found = row_policy(policy.criterion, ev, condition, rows[0])
    else:
        found = mixed_policy(policy.criterion, ev, condition, (rows[0], rows[1]), policy.mixing)
    return replace(
        found,
        threshold=policy.threshold,
        threshold_2=policy.threshold_2,
        mixing=policy.mixing,
        index_2=found.index_2 if policy.threshold_2 is not None else None,
    )
