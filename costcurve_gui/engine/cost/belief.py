"""Beliefs about the PC(+) at which a classifier will work, and its expected cost under one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeAlias

import numpy as np

from costcurve_gui.engine.distributions.uncertain_numbers import (
    BetaBelief,
    NumberBelief,
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


@dataclass(frozen=True, slots=True)
class ConditionBelief:
    """What follows for PC(+) from what the prior and the cost ratio may be, independently.

    Attributes
    ----------
    prior, ratio : NumberBelief or float
        The prior p(+), and what a miss costs against a false alarm; one that is known is a number.

    Notes
    -----
    The distribution of ``logit PC(+) = logit prior + log ratio`` is exact at 4,001 knots where the
    ratio is known, else a mean over 200 values of it; between two knots PC(+) is uniform.

    Examples
    --------
    >>> belief = ConditionBelief(BetaBelief(1.0, 1.0), 4.0)
    >>> str(belief), belief.cdf(np.array([0.0, 0.8, 1.0])).round(3).tolist()
    ('prior uniform', [0.0, 0.5, 1.0])
    >>> [round(end, 2) for end in belief.ends]
    [0.17, 0.99]
    """

    prior: NumberBelief | float
    ratio: NumberBelief | float

    def __str__(self) -> str:
        """Return what it follows from."""
        named = (("prior", self.prior), ("cost ratio", self.ratio))
        return ", ".join(f"{name} {one}" for name, one in named if not isinstance(one, float))

    @property
    def ends(self) -> tuple[float, float]:
        """The values between which nine of ten lie."""
        knots, below, _ = _distribution(self)
        low, high = np.interp([0.05, 0.95], below, knots)
        return float(low), float(high)

    def density(self, x: Floats) -> Floats:
        """Return the density at each value."""
        knots, below, _ = _distribution(self)
        at = np.clip(np.searchsorted(knots, x, side="right") - 1, 0, knots.size - 2)
        found: Floats = (np.diff(below) / np.diff(knots))[at]
        return found

    def cdf(self, x: Floats) -> Floats:
        """Return the probability of at most each value."""
        knots, below, _ = _distribution(self)
        return np.interp(x, knots, below)

    def moment_below(self, x: Floats) -> Floats:
        """Return the integral of the value times its density up to each value."""
        knots, _, moments = _distribution(self)
        at = np.clip(np.searchsorted(knots, x, side="right") - 1, 0, knots.size - 2)
        found: Floats = moments[at] + self.density(x) * (np.square(x) - knots[at] ** 2) / 2
        return found


class _Distribution(NamedTuple):
    knots: Floats
    below: Floats
    moments: Floats


@lru_cache(maxsize=16)
def _distribution(belief: ConditionBelief) -> _Distribution:
    logits = np.linspace(-_FARTHEST, _FARTHEST, _KNOTS)
    shifts, weights = _logs(belief.ratio)
    if isinstance(belief.prior, float):
        prior = float(np.log(belief.prior) - np.log1p(-belief.prior))
        order = np.argsort(shifts)
        known = np.cumsum(weights[order]) - weights[order] / 2
        below = np.interp(logits - prior, shifts[order], known, left=0.0, right=1.0)
    else:
        of_prior = belief.prior.cdf(1 / (1 + np.exp(-logits)))
        below = sum(
            weight * np.interp(logits - shift, logits, of_prior)
            for shift, weight in zip(shifts, weights, strict=True)
        )
    knots = np.concatenate([[0.0], 1 / (1 + np.exp(-logits)), [1.0]])
    low, high = below[0], below[-1]
    below = np.concatenate([[0.0], (below - low) / (high - low), [1.0]])
    moments = np.cumsum(np.diff(below) * (knots[1:] + knots[:-1]) / 2)
    return _Distribution(knots, below, np.concatenate([[0.0], moments]))


def _logs(ratio: NumberBelief | float) -> tuple[Floats, Floats]:
    """Return logarithms of the values that a cost ratio may have, and how likely each is."""
    if isinstance(ratio, float):
        return np.log([ratio]), np.ones(1)
    low, high = ratio.ends
    edges = np.linspace(max(low, 0.0), high, _RATIOS + 1)
    weights = np.diff(ratio.cdf(edges))
    return np.log((edges[1:] + edges[:-1]) / 2), weights / weights.sum()


_FARTHEST: Final = 20.0
_KNOTS: Final = 4_001
_RATIOS: Final = 200

Belief: TypeAlias = BetaBelief | TriangularBelief | ConditionBelief
"""A probability density over PC(+)."""
UNIFORM: Final = BetaBelief(1.0, 1.0)
"""Every PC(+) is equally likely."""
_FORMS: Final = "uniform, beta:A,B or triangular:LO,MODE,HI"


def parse_belief(text: str) -> BetaBelief | TriangularBelief:
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


def over_pc(belief: BetaBelief | TriangularBelief) -> BetaBelief | TriangularBelief:
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
