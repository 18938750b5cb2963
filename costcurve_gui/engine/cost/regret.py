"""Cost curves read in money, or in errors, over the prior p(+)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.cost.condition import prior_at
from costcurve_gui.engine.cost.lower_envelope import lower_envelope

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.difference import CostDifference
    from costcurve_gui.engine.cost.lower_envelope import CostCurve
    from costcurve_gui.engine.roc.hull import RocHull


@dataclass(frozen=True, slots=True, eq=False)
class RegretCurve:
    """A cost, or a difference of two, over the prior; straight between its vertices.

    Attributes
    ----------
    prior : ndarray of float64, shape (k,)
        p(+) of the vertices, ascending from 0 to 1.
    cost : ndarray of float64, shape (k,)
        Expected cost per instance above the perfect classifier, in the unit of the costs; the
        error rate where both costs are 1.
    """

    prior: Floats
    cost: Floats

    @overload
    def value_at(self, prior: float) -> float: ...
    @overload
    def value_at(self, prior: Floats) -> Floats: ...
    def value_at(self, prior: float | Floats) -> float | Floats:
        """Return the cost at priors within 0-1."""
        value = np.interp(prior, self.prior, self.cost)
        return value if isinstance(prior, np.ndarray) else float(value)


def regret_curve(curve: CostCurve, fn_cost: float, fp_cost: float) -> RegretCurve:
    """Return the regret graph: the expected cost over the prior while the costs stay fixed.

    Parameters
    ----------
    curve : CostCurve
        Lower envelope.
    fn_cost, fp_cost : float
        C(-|+) and C(+|-), the mean costs of a miss and of a false alarm, above 0.

    Returns
    -------
    RegretCurve
        Row k is vertex k of `curve`.

    Raises
    ------
    ConstraintError
        Where a cost is not above 0 and finite.

    References
    ----------
    .. [1] Hilden & Glasziou (1996), in Drummond & Holte (2006), section 3.3 and equation 4.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> table = threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> regret = regret_curve(lower_envelope(convex_hull(table)), fn_cost=30.0, fp_cost=10.0)
    >>> regret.prior.tolist(), regret.cost.tolist()
    ([0.0, 0.25, 1.0], [0.0, 3.75, 0.0])
    """
    return _in_money(curve.pc_plus, curve.cost, fn_cost, fp_cost)


def error_rate_curve(hull: RocHull) -> RegretCurve:
    """Return the lowest error rate over the prior.

    Parameters
    ----------
    hull : RocHull
        Hull of the ROC points: errors are counted, whatever each of them costs.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 3 and equation 2.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> table = threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> error_rate_curve(convex_hull(table)).value_at(0.25)
    0.125
    """
    return regret_curve(lower_envelope(hull), 1.0, 1.0)


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
    >>> from costcurve_gui.engine.cost.difference import cost_difference
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> def curve(y_score):
    ...     return lower_envelope(convex_hull(threshold_table([1, 1, 0, 0], y_score)))
    >>> difference = cost_difference(curve([4, 3, 2, 1]), curve([3, 3, 3, 1]))
    >>> round(loss_difference(difference, fn_cost=30.0, fp_cost=10.0).value_at(0.25), 12)
    -3.75
    """
    return _in_money(difference.pc_plus, difference.difference, fn_cost, fp_cost)


def _in_money(pc_plus: Floats, normalized: Floats, fn_cost: float, fp_cost: float) -> RegretCurve:
    """Undo the normalization: straight over PC(+) is straight over p(+) once more."""
    prior = prior_at(pc_plus, fn_cost, fp_cost)
    worst = prior * fn_cost + (1 - prior) * fp_cost
    return RegretCurve(read_only(prior), read_only(normalized * worst))
