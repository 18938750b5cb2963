"""Choosing by the condition alone, without a look at how well the choice performs there.

Drummond & Holte (2006), section 5.1.1. For scores that are probabilities at the test prior the
threshold follows the condition; of a family the member is used that was trained for the nearest
condition.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.cost.hybrid_curve import HybridCurve
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.counts.probabilities import are_probabilities, require_probabilities
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.selection.mixing import member_policy, row_policy

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.selection.policy import Policy

    Share = TypeVar("Share", float, Floats)

NAME = "performance_independent"
_TIE = 1e-12
"""A score that equals the threshold but for rounding reaches it."""


def is_condition_aware(table: ThresholdTable) -> bool:
    """Tell whether a condition alone can choose: scores within 0-1, or trained members.

    Of a family every member must say what PC(+) it was trained for, no two the same.
    """
    if isinstance(table, FamilyTable):
        return table.trained
    return are_probabilities(table)


def performance_independent(ev: ModelEvaluation, condition: OperatingCondition) -> Policy:
    """Return what the condition prescribes, whatever comes of it.

    A case is positive where the odds of its score are at least (1 - PC(+)) / PC(+) times the
    odds of the test prior; a family uses the member whose `train_pc` is nearest to PC(+), the
    higher one of two that are equally near.

    Parameters
    ----------
    ev : ModelEvaluation
        The model.
    condition : OperatingCondition
        Prior and mean costs.

    Raises
    ------
    ConstraintError, NotProbabilityError
        Where `is_condition_aware` is False.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 5.1.1.

    Examples
    --------
    Half of the cases are positive; where a miss costs three times a false alarm, a probability
    of a quarter is enough.

    >>> from costcurve_gui.engine.cost.payoff import PayoffMatrix
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-3.0, tn=0.0)
    >>> model = evaluate_scores("m", [True, False, True, False], [0.9, 0.7, 0.3, 0.1], payoff)
    >>> policy = performance_independent(model, model.condition())
    >>> policy.threshold, policy.tpr, policy.fpr
    (0.25, 1.0, 0.5)
    """
    _require(ev.table)
    if isinstance(ev.table, FamilyTable):
        curve = performance_independent_curve(ev)
        nearest = int(curve.classifiers[curve.piece_at(condition.probability_cost)])
        return member_policy(NAME, ev, ev.table, condition, nearest)
    wanted = _exchanged(condition.probability_cost, _test_prior(ev.table))
    row = ev.table.rows_at_thresholds(np.array([wanted * (1 - _TIE)]))[0]
    policy = row_policy(NAME, ev, condition, int(row))
    return replace(policy, threshold=min(wanted, policy.threshold))


def performance_independent_curve(ev: ModelEvaluation) -> HybridCurve:
    """Return the cost over PC(+) of choosing by the condition alone.

    Parameters
    ----------
    ev : ModelEvaluation
        The model.

    Returns
    -------
    HybridCurve
        For scores a piece per row of the table, from PC(+) = 0, where nothing is positive; for
        a family a piece per member, switching midway between the conditions trained for.

    Raises
    ------
    ConstraintError, NotProbabilityError
        Where `is_condition_aware` is False.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 5.1.1 and figures 21 and 22, with the threshold
       moved from the test prior.

    Examples
    --------
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> model = evaluate_scores("m", [True, False, True, False], [0.75, 0.5, 0.5, 0.25])
    >>> performance_independent_curve(model).switches.tolist()
    [0.25, 0.5, 0.75]
    """
    _require(ev.table)
    if isinstance(ev.table, FamilyTable):
        return _family_curve(ev.table)
    # On stretches of nearly equal scores rounding could turn the order of neighbours.
    switches = np.maximum.accumulate(_exchanged(ev.table.thresholds[1:], _test_prior(ev.table)))
    rows = np.arange(len(ev.table))
    return HybridCurve(read_only(switches), ev.rates.fpr, ev.rates.tpr, read_only(rows))


def _family_curve(table: FamilyTable) -> HybridCurve:
    trained = np.array([member.train_pc for member in table.members], dtype=np.float64)
    order = np.argsort(trained)
    members = [table.members[position] for position in order]
    return HybridCurve(
        read_only((trained[order][1:] + trained[order][:-1]) / 2),
        read_only(np.array([member.fpr for member in members])),
        read_only(np.array([member.tpr for member in members])),
        read_only(order),
    )


def _exchanged(share: Share, test_prior: float) -> Share:
    """Return the probability that is just enough at a PC(+), or the PC(+) for a probability.

    With odds(s) = (1 - PC) / PC * odds(prior) each follows from the other in the same way.
    """
    rest = (1 - share) * test_prior
    return rest / (rest + share * (1 - test_prior))


def _test_prior(table: ThresholdTable) -> float:
    return table.positives / (table.positives + table.negatives)


def _require(table: ThresholdTable) -> None:
    if isinstance(table, FamilyTable) and not table.trained:
        raise ConstraintError("Every member of the family needs a train_pc of its own.")
    if not isinstance(table, FamilyTable):
        require_probabilities(table)
