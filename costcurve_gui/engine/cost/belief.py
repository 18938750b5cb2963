"""Beliefs about the PC(+) at which a classifier will work, and its expected cost under one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

import numpy as np

from costcurve_gui.engine.distributions.beta import beta_cdf, log_beta
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
class EvenStretch:
    """Every PC(+) from `low` to `high` as likely, and no other.

    Examples
    --------
    >>> stretch = EvenStretch(0.2, 0.6)
    >>> stretch.cdf(np.array([0.1, 0.3, 0.6, 1.0])).round(12).tolist()
    [0.0, 0.25, 1.0, 1.0]
    >>> round(float(stretch.moment_below(np.array([1.0]))[0]), 12)
    0.4
    """

    low: float
    high: float

    def cdf(self, pc: Floats) -> Floats:
        """Return the probability that PC(+) is at most each value within 0-1."""
        below: Floats = (pc.clip(self.low, self.high) - self.low) / (self.high - self.low)
        return below

    def moment_below(self, pc: Floats) -> Floats:
        """Return the integral of x prob(x) from 0 to each PC(+) within 0-1."""
        return self.cdf(pc) * (pc.clip(self.low, self.high) + self.low) / 2


@dataclass(frozen=True, slots=True)
class BetaBelief:
    """Beta distribution over 0-1; the uniform one is Beta(1, 1).

    Attributes
    ----------
    a, b : float
        Its shape, both above 0; the mean is a / (a + b).

    Raises
    ------
    ConstraintError
        Where a parameter is not above 0, or their sum is not finite.

    Examples
    --------
    >>> belief = BetaBelief(2, 2)
    >>> str(belief), belief.mean
    ('beta:2,2', 0.5)
    >>> belief.cdf(np.array([0.0, 0.5, 1.0])).round(12).tolist()
    [0.0, 0.5, 1.0]
    """

    a: float
    b: float

    def __post_init__(self) -> None:
        if not (self.a > 0 and self.b > 0 and self.a + self.b < np.inf):
            raise ConstraintError(
                f"A Beta belief needs two numbers above 0; they are {self.a:g} and {self.b:g}."
            )

    def __str__(self) -> str:
        """Return the text that `parse_belief` reads back."""
        return "uniform" if self == UNIFORM else f"beta:{_numbers(self.a, self.b)}"

    @property
    def mean(self) -> float:
        """Mean of PC(+)."""
        return self.a / (self.a + self.b)

    def density(self, pc: Floats) -> Floats:
        """Return prob(x) at PC(+) values within 0-1, infinite at 0 for a < 1, at 1 for b < 1."""
        with np.errstate(divide="ignore"):
            logs = _power(self.a - 1, np.log(pc)) + _power(self.b - 1, np.log1p(-pc))
        density: Floats = np.exp(logs - log_beta(self.a, self.b))
        return density

    def cdf(self, pc: Floats) -> Floats:
        """Return the probability that PC(+) is at most each value within 0-1."""
        return beta_cdf(self.a, self.b, pc)

    def moment_below(self, pc: Floats) -> Floats:
        """Return the integral of x prob(x) from 0 to each PC(+) within 0-1."""
        # x times the density of Beta(a, b) is the mean times that of Beta(a + 1, b).
        return self.mean * beta_cdf(self.a + 1, self.b, pc)


def _power(exponent: float, logs: Floats) -> Floats:
    """Return the logarithms of powers, of which the zeroth is 1 at 0 too."""
    return exponent * logs if exponent else np.zeros_like(logs)


@dataclass(frozen=True, slots=True)
class TriangularBelief:
    """Triangular distribution: what an expert gives as a range and a most likely value.

    Attributes
    ----------
    lo, mode, hi : float
        Ascending within 0-1, lo below hi; the mode may be either of them.

    Raises
    ------
    ConstraintError
        Where they are not in that order.

    References
    ----------
    .. [1] Adams & Hand (1999), Comparing classifiers when the misallocation costs are uncertain.

    Examples
    --------
    >>> belief = TriangularBelief(0.25, 0.5, 0.75)
    >>> str(belief), belief.mean
    ('triangular:0.25,0.5,0.75', 0.5)
    >>> belief.cdf(np.array([0.0, 0.25, 0.5, 0.75, 1.0])).tolist()
    [0.0, 0.0, 0.5, 1.0, 1.0]
    """

    lo: float
    mode: float
    hi: float

    def __post_init__(self) -> None:
        if not (0 <= self.lo <= self.mode <= self.hi <= 1 and self.lo < self.hi):
            raise ConstraintError(
                "A triangular belief needs 0 <= lo <= mode <= hi <= 1 with lo below hi; "
                f"they are {self.lo:g}, {self.mode:g} and {self.hi:g}."
            )

    def __str__(self) -> str:
        """Return the text that `parse_belief` reads back."""
        return f"triangular:{_numbers(self.lo, self.mode, self.hi)}"

    @property
    def mean(self) -> float:
        """Mean of PC(+)."""
        return (self.lo + self.mode + self.hi) / 3

    def density(self, pc: Floats) -> Floats:
        """Return prob(x) at PC(+) values within 0-1."""
        risen, left = self._heights(pc)
        inside = (self.lo <= pc) & (pc <= self.hi)
        return np.where(inside, 2 / (self.hi - self.lo) * risen * left, 0.0)

    def cdf(self, pc: Floats) -> Floats:
        """Return the probability that PC(+) is at most each value within 0-1."""
        risen, left = self._heights(pc)
        return self._rising * risen**2 + (1 - self._rising) * (1 - left**2)

    def moment_below(self, pc: Floats) -> Floats:
        """Return the integral of x prob(x) from 0 to each PC(+) within 0-1."""
        risen, left = self._heights(pc)
        # The mean of a right triangle lies two thirds of its base away from its tip.
        below_mode = risen**2 * (self.lo + 2 / 3 * risen * (self.mode - self.lo))
        fall = 2 / 3 * (self.hi - self.mode)
        above_mode = (self.hi - fall) - left**2 * (self.hi - left * fall)
        return self._rising * below_mode + (1 - self._rising) * above_mode

    @property
    def _rising(self) -> float:
        """Probability of the rising side."""
        return (self.mode - self.lo) / (self.hi - self.lo)

    def _heights(self, pc: Floats) -> tuple[Floats, Floats]:
        """Return the height of both sides at each value, 0-1 of the peak; 1 beyond the mode."""
        risen = _ratio(np.clip(pc, self.lo, self.mode) - self.lo, self.mode - self.lo)
        left = _ratio(self.hi - np.clip(pc, self.mode, self.hi), self.hi - self.mode)
        return risen, left


Belief: TypeAlias = BetaBelief | TriangularBelief
"""A probability density over PC(+)."""
UNIFORM = BetaBelief(1.0, 1.0)
"""Every PC(+) is equally likely."""
_FORMS = "uniform, beta:A,B or triangular:LO,MODE,HI"


def parse_belief(text: str) -> Belief:
    """Read a belief as users write it.

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
        Where the text has another form, or its numbers make no distribution.

    Examples
    --------
    >>> parse_belief("triangular:0.2,0.25,0.6")
    TriangularBelief(lo=0.2, mode=0.25, hi=0.6)
    >>> parse_belief("beta:2")
    Traceback (most recent call last):
    costcurve_gui.engine.errors.ConstraintError: 'beta:2' is no belief; it is uniform, ...
    """
    kind, colon, listed = text.strip().partition(":")
    try:
        numbers = [float(part) for part in listed.split(",")] if colon else []
    except ValueError:
        raise _no_belief(text) from None
    match kind, numbers:
        case "uniform", []:
            return UNIFORM
        case "beta", [a, b]:
            return BetaBelief(a, b)
        case "triangular", [lo, mode, hi]:
            return TriangularBelief(lo, mode, hi)
    raise _no_belief(text)


def _no_belief(text: str) -> ConstraintError:
    return ConstraintError(f"{text!r} is no belief; it is {_FORMS}.")


def _numbers(*values: float) -> str:
    return ",".join(repr(float(value)).removesuffix(".0") for value in values)


def _ratio(part: Floats, whole: float) -> Floats:
    """Return part / whole; 1 where the side of the triangle has no width."""
    return part / whole if whole > 0 else np.ones_like(part)


def expected_cost(curve: CostCurve, belief: Density) -> float:
    """Return the total expected cost (TEC): the mean of the envelope under a belief.

    Parameters
    ----------
    curve : CostCurve
        Lower envelope: at every PC(+) its best classifier is used.
    belief : BetaBelief, TriangularBelief or EvenStretch
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
