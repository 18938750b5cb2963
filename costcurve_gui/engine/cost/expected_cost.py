"""What a classifier costs on average where its PC(+) is uncertain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.engine.cost.lower_envelope import CostCurve


def expected_cost(curve: CostCurve, belief: Belief) -> float:
    """Return the total expected cost (TEC): the mean of the envelope under a belief.

    Parameters
    ----------
    curve : CostCurve
        Lower envelope: at every PC(+) its best classifier is used.
    belief : BetaBelief or TriangularBelief
        Density of PC(+).

    Returns
    -------
    float
        Normalized expected cost, 0-0.5; under the uniform belief the area under the curve.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 3.3.

    Examples
    --------
    >>> from costcurve_gui.engine.cost.belief import UNIFORM, TriangularBelief
    >>> from costcurve_gui.engine.cost.lower_envelope import lower_envelope
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> table = threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> curve = lower_envelope(convex_hull(table))
    >>> expected_cost(curve, UNIFORM), curve.area
    (0.125, 0.125)
    >>> round(expected_cost(curve, TriangularBelief(0.25, 0.5, 0.75)), 12)
    0.208333333333
    """
    fpr, fnr = curve.fpr[:-1], 1 - curve.tpr[:-1]
    return expectation_of_lines(belief, curve.pc_plus, fpr, fnr)


def expectation_of_lines(belief: Belief, knots: Floats, at_0: Floats, at_1: Floats) -> float:
    """Return the mean of a function that is a straight line between any two knots.

    Exact to rounding: a line needs the probability and the first moment of its stretch alone.

    Parameters
    ----------
    belief : BetaBelief or TriangularBelief
        Density of x within 0-1.
    knots : ndarray of float64, shape (k + 1,)
        Ascending from 0 to 1.
    at_0, at_1 : ndarray of float64, shape (k,)
        Height of each line, extended, at x = 0 and at x = 1.
    """
    probability = np.diff(belief.cdf(knots))
    moment = np.diff(belief.moment_below(knots))
    return float(at_0 @ (probability - moment) + at_1 @ moment)
