"""By how much one model is cheaper than another: at every PC(+), in money, as LC index."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.cost.cost_curve import RegretCurve, in_money
from costcurve_gui.engine.cost.crossovers import SAME_COST, SLIVER, breakpoints, crossovers

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.engine.cost.cost_curve import CostCurve


@dataclass(frozen=True, slots=True, eq=False)
class CostDifference:
    """Vertical distance of two cost curves, straight between its vertices.

    Attributes
    ----------
    pc_plus : ndarray of float64, shape (k,)
        PC(+) of the vertices, ascending from 0 to 1; every zero crossing is one.
    difference : ndarray of float64, shape (k,)
        Normalized expected cost of the first curve less that of the second: below 0 where the
        first is cheaper.
    """

    pc_plus: Floats
    difference: Floats

    @overload
    def value_at(self, pc: float) -> float: ...
    @overload
    def value_at(self, pc: Floats) -> Floats: ...
    def value_at(self, pc: float | Floats) -> float | Floats:
        """Return the difference at PC(+) values within 0-1."""
        value = np.interp(pc, self.pc_plus, self.difference)
        value = np.where(np.abs(value) <= SAME_COST, 0.0, value)  # beside a crossing
        return value if isinstance(pc, np.ndarray) else float(value)

    @property
    def zeros(self) -> Floats:
        """PC(+) at which both cost the same, ascending: points, and the ends of stretches."""
        zero = self.difference == 0
        zero[1:-1] &= ~(zero[:-2] & zero[2:])
        found = self.pc_plus[zero]
        apart: Floats = found[np.diff(found, prepend=-1.0) > SLIVER]
        return apart

    @property
    def largest(self) -> tuple[float, float]:
        """PC(+) of the largest distance, whatever its sign, and the difference there."""
        at = int(np.argmax(np.abs(self.difference)))
        return float(self.pc_plus[at]), float(self.difference[at])


def cost_difference(a: CostCurve, b: CostCurve) -> CostDifference:
    """Return the curve of `a` minus that of `b`.

    Parameters
    ----------
    a, b : CostCurve
        Lower envelopes, so at every PC(+) the best threshold of the one is compared with the
        best threshold of the other.

    Returns
    -------
    CostDifference

    References
    ----------
    .. [1] Drummond & Holte (2006), section 4.4 and equation 7.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.cost.cost_curve import lower_envelope
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> def curve(y_score):
    ...     return lower_envelope(convex_hull(threshold_table([1, 1, 0, 0], y_score)))
    >>> difference = cost_difference(curve([3, 3, 3, 1]), curve([4, 2, 3, 1]))
    >>> difference.pc_plus.round(4).tolist(), difference.difference.round(4).tolist()
    ([0.0, 0.3333, 0.5, 1.0], [0.0, 0.1667, 0.0, 0.0])
    >>> difference.zeros.tolist()
    [0.0, 0.5, 1.0]
    """
    pc_plus = breakpoints(a, b)
    difference = a.value_at(pc_plus) - b.value_at(pc_plus)
    difference[np.abs(difference) <= SAME_COST] = 0.0
    return CostDifference(read_only(pc_plus), read_only(difference))


def loss_difference(difference: CostDifference, fn_cost: float, fp_cost: float) -> RegretCurve:
    """Return what one model costs more than another, per instance and in money, over the prior.

    Parameters
    ----------
    difference : CostDifference
        From `cost_difference`.
    fn_cost, fp_cost : float
        C(-|+) and C(+|-), the same for both models, above 0.

    Returns
    -------
    RegretCurve
        Below 0 where the first model costs less.

    Raises
    ------
    ConstraintError
        Where a cost is not above 0 and finite.

    References
    ----------
    .. [1] The loss difference plot of Adams & Hand (1999), in Drummond & Holte (2006), section
       3.3; it needs the costs themselves, their ratio does not do.
    .. [2] Drummond & Holte (2006), equation 7.

    Examples
    --------
    >>> from costcurve_gui.engine.cost.cost_curve import lower_envelope
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> def curve(y_score):
    ...     return lower_envelope(convex_hull(threshold_table([1, 1, 0, 0], y_score)))
    >>> difference = cost_difference(curve([4, 3, 2, 1]), curve([3, 3, 3, 1]))
    >>> round(loss_difference(difference, fn_cost=30.0, fp_cost=10.0).value_at(0.25), 12)
    -3.75
    """
    return in_money(difference.pc_plus, difference.difference, fn_cost, fp_cost)


def lc_index(a: CostCurve, b: CostCurve, belief: Belief) -> float:
    """Return the LC index of two models under a belief over PC(+).

    It is the integral of I(x) prob(x) dx, where I(x) is +1 where `a` costs less, -1 where `b`
    does and 0 where both cost the same: the probability that `a` is the better one less the
    probability that `b` is. By how much a model is better does not count.

    Parameters
    ----------
    a, b : CostCurve
        Lower envelopes: each model works at its best threshold.
    belief : BetaBelief or TriangularBelief
        Density of PC(+). The index was proposed with a triangular one.

    Returns
    -------
    float
        Within -1 to 1; above 0 in favour of `a`.

    References
    ----------
    .. [1] Adams & Hand (1999), Comparing classifiers when the misallocation costs are uncertain,
       with PC(+) for their ratio of costs (Drummond & Holte 2006, section 3.3).
    .. [2] Fawcett (2004), section 7.5.3.

    Examples
    --------
    >>> from costcurve_gui.engine.distributions.uncertain_numbers import TriangularBelief
    >>> from costcurve_gui.engine.cost.cost_curve import lower_envelope
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> def curve(y_score):
    ...     return lower_envelope(convex_hull(threshold_table([1, 1, 0, 0], y_score)))
    >>> a, b = curve([4, 2, 3, 1]), curve([3, 3, 3, 1])  # a is better below PC(+) = 0.5
    >>> lc_index(a, b, TriangularBelief(0.25, 0.5, 0.75))
    0.5
    >>> lc_index(b, a, TriangularBelief(0.0, 0.25, 0.5))
    -1.0
    """
    intervals = crossovers(a, b)
    ends = np.array([0.0, *(interval.high for interval in intervals)])
    probability = np.diff(belief.cdf(ends))
    sign = {"a": 1.0, "b": -1.0, "equal": 0.0}
    return float(np.array([sign[interval.better] for interval in intervals]) @ probability)
