"""The per-case rule: act where that is expected to pay, with what each case is worth known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.distributions.normal import two_sided_deviate
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.selection.policy_evaluation import policy_at
from costcurve_gui.engine.validation import clean_labels

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurve_gui.engine.arrays import Bools, Floats
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.cost.payoff import ErrorCosts, PayoffMatrix
    from costcurve_gui.engine.selection.policy import Policy


@dataclass(frozen=True, slots=True)
class PairedGain:
    """What one rule earns per case, and by how much more than another on the same cases.

    Attributes
    ----------
    profit : float
        Expected profit per case at the prior, in units of payoff.
    gain : float
        The same less that of the other rule.
    low, high : float
        Interval of the gain.
    profit_low, profit_high : float
        Interval of the profit.
    """

    profit: float
    gain: float
    low: float
    high: float
    profit_low: float
    profit_high: float


def expected_gains(probability: Floats, payoff: PayoffMatrix) -> Floats:
    """Return what acting on each case is expected to pay more than leaving it alone.

    Parameters
    ----------
    probability : ndarray of float64, shape (n,)
        p(+) of each case at the prior where it is decided, calibrated; NaN is missing.
    payoff : PayoffMatrix
        Numbers, or a value for each case: all four cells are known when deciding.

    References
    ----------
    .. [1] Elkan (2001), The foundations of cost-sensitive learning, equation 1.

    Examples
    --------
    Refusing a loan that may default saves its amount, or loses 40 of interest.

    >>> from costcurve_gui.engine.cost.payoff import PayoffMatrix
    >>> amount = np.array([100.0, 1000.0])
    >>> payoff = PayoffMatrix(tp=0.0, fp=0.0, fn=-amount, tn=40.0)
    >>> expected_gains(np.array([0.1, 0.1]), payoff).round(9).tolist()
    [-26.0, 64.0]
    """
    of_positive = np.asarray(payoff.tp) - np.asarray(payoff.fn)
    of_negative = np.asarray(payoff.fp) - np.asarray(payoff.tn)
    gains: Floats = probability * of_positive + (1 - probability) * of_negative
    return gains


def acts_per_case(gains: Floats, capacity: float = np.inf, weights: Floats | None = None) -> Bools:
    """Return the cases to act on: those of no expected loss, the largest gains within capacity.

    Parameters
    ----------
    gains : ndarray of float64, shape (n,)
        See `expected_gains`; cases without one are left alone.
    capacity : float, optional
        Largest share of the cases, at least 0.
    weights : ndarray of float64, shape (n,), optional
        What each case stands for; they need not sum to 1.

    Raises
    ------
    ConstraintError
        Where the capacity is below 0.

    Examples
    --------
    >>> acts_per_case(np.array([3.0, -1.0, 5.0, 0.0]), capacity=0.5).tolist()
    [True, False, True, False]
    """
    if not capacity >= 0:
        raise ConstraintError(f"The capacity must be at least 0; it is {capacity:g}.")
    acts: Bools = gains >= 0  # not where it is NaN
    if capacity >= 1:
        return acts
    each = np.ones(gains.size) if weights is None else weights
    order = np.argsort(np.where(acts, -gains, np.inf), kind="stable")
    used = np.cumsum(each[order] / each.sum())
    within = np.zeros(gains.size, np.bool_)
    within[order] = used <= capacity * (1 + 1e-12)
    return acts & within


def paired_gain(
    y_true: ArrayLike,
    acts: Bools,
    others: Bools,
    payoff: PayoffMatrix,
    prior: float,
    level: float = 0.9,
) -> PairedGain:
    """Return what decisions earn, and their lead over other decisions about the same cases.

    Parameters
    ----------
    y_true : array_like of bool, shape (n,)
        True for positives.
    acts, others : ndarray of bool, shape (n,)
        Decisions of both rules.
    payoff : PayoffMatrix
        What they pay.
    prior : float
        Share of positives where they will decide, 0-1.
    level : float, optional
        Confidence of the interval, between 0 and 1.

    Notes
    -----
    Each class is a sample of its own, so the variance of profit and gain is that of two weighted
    means: pi^2 v1 / n1 + (1 - pi)^2 v0 / n0. The intervals are normal.

    Examples
    --------
    >>> from costcurve_gui.engine.cost.payoff import PayoffMatrix
    >>> payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-5.0, tn=0.0)
    >>> one, other = np.array([True, True, False]), np.array([False, True, True])
    >>> paired_gain([True, True, False], one, other, payoff, prior=0.5).gain
    1.75
    """
    labels = clean_labels(y_true)
    earned = _payoffs(labels, acts, payoff)
    lead = earned - _payoffs(labels, others, payoff)
    (profit, of_profit), (gain, of_gain) = (
        mean_at_prior(values, labels, prior, level) for values in (earned, lead)
    )
    return PairedGain(
        *(profit, gain, gain - of_gain, gain + of_gain),
        *(profit - of_profit, profit + of_profit),
    )


def acting_policy(
    name: str,
    condition: OperatingCondition,
    y_true: ArrayLike,
    acts: Bools,
    costs: ErrorCosts,
    index: int = 0,
    criterion: str = "per_case",
) -> Policy:
    """Return the policy that acts on given cases, whatever their scores are.

    Parameters
    ----------
    name : str
        The model that it decides by.
    condition : OperatingCondition
        Prior and mean costs over these cases.
    y_true : array_like of bool, shape (n,)
        True for positives.
    acts : ndarray of bool, shape (n,)
        The decisions.
    costs : ErrorCosts
        Of these cases.
    index : int, optional
        The row of the model's table that stands for it where a threshold has to.
    criterion : str, optional
        Noted in the policy.

    Returns
    -------
    Policy
        Its threshold is NaN.

    Examples
    --------
    >>> from costcurve_gui.engine.cost.payoff import PayoffMatrix, constant_costs
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> model = evaluate_scores("m", [True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> acts = np.array([True, False, True, False])
    >>> costs, _ = constant_costs(PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0))
    >>> policy = acting_policy("m", model.condition(), [1, 0, 1, 0], acts, costs)
    >>> policy.tpr, policy.fpr, policy.expected_cost
    (1.0, 0.0, 0.0)
    """
    labels = clean_labels(y_true)
    rates = [
        *(float(acts[members].mean()) for members in (~labels, labels)),
        _share_of_cost(costs.fp_costs, acts, ~labels),
        _share_of_cost(costs.fn_costs, acts, labels),
    ]
    return policy_at(criterion, name, condition, np.array(rates), np.nan, index)


def _share_of_cost(costs: float | Floats, acts: Bools, members: Bools) -> float:
    each = np.broadcast_to(np.asarray(costs, np.float64), acts.shape)
    return float(each[members & acts].sum() / each[members].sum())


def mean_at_prior(values: Floats, labels: Bools, prior: float, level: float) -> tuple[float, float]:
    """Return the mean of something over cases at a prior, and half of its normal interval.

    Parameters
    ----------
    values : ndarray of float64, shape (n,)
        What is averaged.
    labels : ndarray of bool, shape (n,)
        True for positives; each class is a sample of its own.
    prior : float
        Share of positives, 0-1.
    level : float
        Confidence of the interval, between 0 and 1.

    Examples
    --------
    >>> mean_at_prior(np.array([1.0, 3.0, 5.0]), np.array([True, True, False]), 0.5, 0.9)[0]
    3.5
    """
    mean = variance = 0.0
    for members, share in ((labels, prior), (~labels, 1 - prior)):
        of_class = values[members]
        mean += share * float(of_class.mean())
        spread = float(of_class.var(ddof=1)) if of_class.size > 1 else 0.0
        variance += share**2 * spread / of_class.size
    return mean, two_sided_deviate(level) * variance**0.5


def _payoffs(labels: Bools, acts: Bools, payoff: PayoffMatrix) -> Floats:
    """Return what the decision about each case pays."""
    of_positive = np.where(acts, payoff.tp, payoff.fn)
    of_negative = np.where(acts, payoff.fp, payoff.tn)
    paid: Floats = np.where(labels, of_positive, of_negative)
    return paid
