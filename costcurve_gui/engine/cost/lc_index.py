"""The loss-comparison index: how sure it is that one model costs less than another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.cost.crossovers import crossovers

if TYPE_CHECKING:
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.engine.cost.lower_envelope import CostCurve


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
    >>> from costcurve_gui.engine.cost.belief import TriangularBelief
    >>> from costcurve_gui.engine.cost.lower_envelope import lower_envelope
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
