"""Beliefs about the PC(+) at which a classifier will work, and its expected cost under one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

import numpy as np

from costcurve_gui.engine.distributions.uncertain_numbers import (
    BetaBelief,
    TriangularBelief,
    no_belief,
    parse_uncertain_number,
)
from costcurve_gui.engine.errors import ConstraintError

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.cost_curve import CostCurve


class Density(Protocol):
    """How likely each PC(+) is, as far as the mean of straight lines depends on it."""

    def cdf(self, pc: Floats) -> Floats:
        """Return the probability that PC(+) is at most each value within 0-1."""
        ...

    def moment_below(self, pc: Floats) -> Floats:
        """Return the integral of x prob(x) from 0 to each PC(+) within 0-1."""
        ...


Belief: TypeAlias = BetaBelief | TriangularBelief
"""A probability density over PC(+)."""
UNIFORM: Final = BetaBelief(1.0, 1.0)
"""Every PC(+) is equally likely."""
_FORMS: Final = "uniform, beta:A,B or triangular:LO,MODE,HI"


def parse_belief(text: str) -> Belief:
    """Read a belief over PC(+) as users write it.

    Parameters
    ----------
    text : str
        `uniform`, `beta:A,B` or `triangular:LO,MODE,HI`.

    Returns
    -------
    BetaBelief or TriangularBelief
        Its text, `str`, reads back as the same belief.

    Raises
    ------
    ConstraintError
        Where the text has another form, its numbers make no distribution, or it reaches beyond 0-1.

    Examples
    --------
    >>> parse_belief("triangular:0.2,0.25,0.6")
    TriangularBelief(lo=0.2, mode=0.25, hi=0.6)
    >>> parse_belief("beta:2")
    Traceback (most recent call last):
    costcurve_gui.engine.errors.ConstraintError: 'beta:2' is no belief; it is uniform, ...
    """
    found = parse_uncertain_number(text, _FORMS)
    if not isinstance(found, BetaBelief | TriangularBelief):
        raise no_belief(text, _FORMS)
    return over_pc(found)


def over_pc(belief: Belief) -> Belief:
    """Return the same belief; raise ConstraintError where it reaches beyond 0-1, as no PC(+) does.

    Examples
    --------
    >>> over_pc(TriangularBelief(0.5, 1, 2))
    Traceback (most recent call last):
    costcurve_gui.engine.errors.ConstraintError: PC(+) lies within 0-1; triangular:0.5,1,2 ...
    """
    low, high = belief.ends
    if not 0 <= low < high <= 1:
        raise ConstraintError(f"PC(+) lies within 0-1; {belief} reaches beyond.")
    return belief


def expected_cost(curve: CostCurve, belief: Density) -> float:
    """Return the total expected cost (TEC): the mean of the envelope under a belief.

    Parameters
    ----------
    curve : CostCurve
        Lower envelope: at every PC(+) its best classifier is used.
    belief : BetaBelief, TriangularBelief or UniformBelief
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
    >>> from costcurve_gui.engine.cost.cost_curve import lower_envelope
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


def expectation_of_lines(belief: Density, knots: Floats, at_0: Floats, at_1: Floats) -> float:
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


_HALVES, _AT_0, _AT_1 = np.array([0.0, 0.5, 1.0]), np.array([0.0, 1.0]), np.array([1.0, 0.0])
"""Acting on none costs PC(+), acting on all 1 - PC(+): the cheaper one on either side of a half."""


def trivial_cost(belief: Density) -> float:
    """Return the mean normalized expected cost of the cheaper trivial classifier at each PC(+).

    Parameters
    ----------
    belief : Density
        Of PC(+).

    Examples
    --------
    >>> trivial_cost(UNIFORM)
    0.25
    """
    return expectation_of_lines(belief, _HALVES, _AT_0, _AT_1)
