"""Payoffs relative to doing nothing: the matrix that Fawcett draws beside the original one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from costcurve_gui.engine.cost.payoff import PayoffMatrix, difference

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.payoff import PayoffMeans

Decision = Literal["Y", "N"]


@dataclass(frozen=True, slots=True, eq=False)
class CostBenefitMatrix:
    """What the other decision brings and costs against a baseline decision.

    The row of the baseline is 0 in both classes.

    Attributes
    ----------
    baseline : {"Y", "N"}
        The default decision.
    benefit : float or ndarray of float64, shape (n,)
        Gain of the other decision on the class that it is right for; at least 0 in its rows.
    cost : float or ndarray of float64, shape (n,)
        Loss of the other decision on the class that it is wrong for, as a positive number.
    """

    baseline: Decision
    benefit: float | Floats
    cost: float | Floats


def relative_payoffs(payoff: PayoffMatrix, baseline: Decision = "N") -> PayoffMatrix:
    """Subtract what the baseline decision pays from both decisions, class by class.

    Error costs, and with them every curve, stay as they are.

    Parameters
    ----------
    payoff : PayoffMatrix
        Original payoffs.
    baseline : {"Y", "N"}
        The decision whose row becomes 0.

    References
    ----------
    .. [1] Fawcett (2006), section 4.

    Examples
    --------
    >>> relative = relative_payoffs(PayoffMatrix(tp=20.0, fp=-20.0, fn=-100.0, tn=2.0))
    >>> relative.tp, relative.fp, relative.fn, relative.tn
    (120.0, -22.0, 0.0, 0.0)
    """
    if baseline == "N":
        return PayoffMatrix(
            tp=difference(payoff.tp, payoff.fn), fp=difference(payoff.fp, payoff.tn), fn=0.0, tn=0.0
        )
    return PayoffMatrix(
        tp=0.0, fp=0.0, fn=difference(payoff.fn, payoff.tp), tn=difference(payoff.tn, payoff.fp)
    )


def cost_benefit_matrix(payoff: PayoffMatrix, baseline: Decision = "N") -> CostBenefitMatrix:
    """Return the payoffs relative to a baseline, the loss turned into a cost.

    Parameters
    ----------
    payoff : PayoffMatrix
        Original payoffs.
    baseline : {"Y", "N"}
        The default decision.

    References
    ----------
    .. [1] Fawcett (2006), figures 2b, 7b and 9b; the last has the cost of a false alarm with
       the sign of a payoff.

    Examples
    --------
    A false phone alarm costs 2 + 0.10 x, here for a call of 30.

    >>> matrix = cost_benefit_matrix(PayoffMatrix(tp=1.0, fp=-2.0, fn=-7.0, tn=3.0))
    >>> matrix.benefit, matrix.cost
    (8.0, 5.0)
    """
    of_positives = difference(payoff.tp, payoff.fn)
    of_negatives = difference(payoff.tn, payoff.fp)
    if baseline == "N":
        return CostBenefitMatrix(baseline, benefit=of_positives, cost=of_negatives)
    return CostBenefitMatrix(baseline, benefit=of_negatives, cost=of_positives)


def mean_payoffs(means: PayoffMeans) -> PayoffMatrix:
    """Return the matrix of mean payoffs, for a matrix with one number in each cell.

    Examples
    --------
    >>> from costcurve_gui.engine.cost.payoff import PayoffMeans
    >>> matrix = mean_payoffs(PayoffMeans(20.0, 2.0, fn_cost=120.0, fp_cost=22.0))
    >>> matrix.fn, matrix.fp
    (-100.0, -20.0)
    """
    return PayoffMatrix(means.tp_payoff, means.fp_payoff, means.fn_payoff, means.tn_payoff)
