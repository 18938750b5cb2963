"""Numbers that are not known exactly: ranges, and distributions over what they may be.

A belief over PC(+), a payoff parameter such as a fee, the prior and the cost ratio are such.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias

import numpy as np

from costcurve_gui.engine.distributions.beta import beta_cdf, log_beta
from costcurve_gui.engine.distributions.normal import normal_cdf
from costcurve_gui.engine.errors import ConstraintError

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats

_SHOWN_DEVIATIONS: Final = 3.0
_LARGEST: Final = 1e100
"""Beyond this a product of two numbers could overflow."""


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Numbers from `low` to `high`."""

    low: float
    high: float
    kind: ClassVar[str] = ""

    def __post_init__(self) -> None:
        _require_finite(self.low, self.high)
        if not self.low < self.high:
            raise ConstraintError(f"{self.kind}:A,B needs A below B; they are {_said(self)}.")

    def __str__(self) -> str:
        """Return the text that `parse_uncertain_number` reads back."""
        return f"{self.kind}:{_numbers(self.low, self.high)}"

    @property
    def mean(self) -> float:
        """The middle: the expected value of a belief, and a number to begin with of a range."""
        return (self.low + self.high) / 2

    @property
    def ends(self) -> tuple[float, float]:
        """Smallest and largest value."""
        return self.low, self.high


@dataclass(frozen=True, slots=True)
class NumberRange(_Stretch):
    """Any number from `low` to `high`, and nothing about which of them is likely.

    Examples
    --------
    >>> within = NumberRange(25, 60)
    >>> str(within), within.mean, within.ends
    ('range:25,60', 42.5, (25, 60))
    """

    kind: ClassVar[str] = "range"


@dataclass(frozen=True, slots=True)
class UniformBelief(_Stretch):
    """Every value from `low` to `high` is equally likely.

    Raises
    ------
    ConstraintError
        Where `low` is not below `high`, or one of them is not finite.

    Examples
    --------
    >>> belief = UniformBelief(0.2, 0.6)
    >>> str(belief), belief.mean, belief.ends
    ('uniform:0.2,0.6', 0.4, (0.2, 0.6))
    >>> belief.cdf(np.array([0.1, 0.3, 0.6, 1.0])).round(12).tolist()
    [0.0, 0.25, 1.0, 1.0]
    >>> round(float(belief.moment_below(np.array([1.0]))[0]), 12)
    0.4
    """

    kind: ClassVar[str] = "uniform"

    def density(self, x: Floats) -> Floats:
        """Return the density at each value."""
        inside = (self.low <= x) & (x <= self.high)
        return np.where(inside, 1 / (self.high - self.low), 0.0)

    def cdf(self, x: Floats) -> Floats:
        """Return the probability of at most each value."""
        below: Floats = (x.clip(self.low, self.high) - self.low) / (self.high - self.low)
        return below

    def moment_below(self, x: Floats) -> Floats:
        """Return the integral of the value times its density up to each value."""
        return self.cdf(x) * (x.clip(self.low, self.high) + self.low) / 2

    def sample(self, rng: np.random.Generator, draws: int) -> Floats:
        """Return independent draws, shape (draws,)."""
        return rng.uniform(self.low, self.high, draws)


@dataclass(frozen=True, slots=True)
class TriangularBelief:
    """What an expert gives as a range and a most likely value.

    Attributes
    ----------
    lo, mode, hi : float
        Ascending, lo below hi; the mode may be either of them.

    Raises
    ------
    ConstraintError
        Where they are not in that order, or not finite.

    References
    ----------
    .. [1] Adams & Hand (1999), Comparing classifiers when the misallocation costs are uncertain.

    Examples
    --------
    >>> belief = TriangularBelief(0.25, 0.5, 0.75)
    >>> str(belief), belief.mean, belief.ends
    ('triangular:0.25,0.5,0.75', 0.5, (0.25, 0.75))
    >>> belief.cdf(np.array([0.0, 0.25, 0.5, 0.75, 1.0])).tolist()
    [0.0, 0.0, 0.5, 1.0, 1.0]
    """

    lo: float
    mode: float
    hi: float

    def __post_init__(self) -> None:
        _require_finite(self.lo, self.mode, self.hi)
        if not (self.lo <= self.mode <= self.hi and self.lo < self.hi):
            raise ConstraintError(
                "triangular:LO,MODE,HI needs LO <= MODE <= HI with LO below HI; "
                f"they are {_said(self)}."
            )

    def __str__(self) -> str:
        """Return the text that `parse_uncertain_number` reads back."""
        return f"triangular:{_numbers(self.lo, self.mode, self.hi)}"

    @property
    def mean(self) -> float:
        """Expected value."""
        return (self.lo + self.mode + self.hi) / 3

    @property
    def ends(self) -> tuple[float, float]:
        """Smallest and largest value."""
        return self.lo, self.hi

    def density(self, x: Floats) -> Floats:
        """Return the density at each value."""
        risen, left = self._heights(x)
        inside = (self.lo <= x) & (x <= self.hi)
        return np.where(inside, 2 / (self.hi - self.lo) * risen * left, 0.0)

    def cdf(self, x: Floats) -> Floats:
        """Return the probability of at most each value."""
        risen, left = self._heights(x)
        return self._rising * risen**2 + (1 - self._rising) * (1 - left**2)

    def moment_below(self, x: Floats) -> Floats:
        """Return the integral of the value times its density up to each value."""
        risen, left = self._heights(x)
        # The mean of a right triangle lies two thirds of its base away from its tip.
        below_mode = risen**2 * (self.lo + 2 / 3 * risen * (self.mode - self.lo))
        fall = 2 / 3 * (self.hi - self.mode)
        above_mode = (self.hi - fall) - left**2 * (self.hi - left * fall)
        return self._rising * below_mode + (1 - self._rising) * above_mode

    def sample(self, rng: np.random.Generator, draws: int) -> Floats:
        """Return independent draws, shape (draws,)."""
        return rng.triangular(self.lo, self.mode, self.hi, draws)

    @property
    def _rising(self) -> float:
        """Probability of the rising side."""
        return (self.mode - self.lo) / (self.hi - self.lo)

    def _heights(self, x: Floats) -> tuple[Floats, Floats]:
        """Return the height of both sides at each value, 0-1 of the peak; 1 beyond the mode."""
        risen = _ratio(np.clip(x, self.lo, self.mode) - self.lo, self.mode - self.lo)
        left = _ratio(self.hi - np.clip(x, self.mode, self.hi), self.hi - self.mode)
        return risen, left


@dataclass(frozen=True, slots=True)
class BetaBelief:
    """A share: the Beta distribution over 0-1; the uniform one is Beta(1, 1).

    Attributes
    ----------
    a, b : float
        Its shape, both above 0; the mean is a / (a + b).

    Raises
    ------
    ConstraintError
        Where one is not above 0, or not finite.

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
        if not (0 < self.a < _LARGEST and 0 < self.b < _LARGEST):
            raise ConstraintError(f"beta:A,B needs two numbers above 0; they are {_said(self)}.")

    def __str__(self) -> str:
        """Return the text that `parse_uncertain_number` reads back."""
        return "uniform" if self.a == self.b == 1 else f"beta:{_numbers(self.a, self.b)}"

    @property
    def mean(self) -> float:
        """Expected value."""
        return self.a / (self.a + self.b)

    @property
    def ends(self) -> tuple[float, float]:
        """Smallest and largest value."""
        return 0.0, 1.0

    def density(self, x: Floats) -> Floats:
        """Return the density at each value, infinite at 0 for a < 1, at 1 for b < 1."""
        share = np.clip(x, 0, 1)
        with np.errstate(divide="ignore"):
            logs = _power(self.a - 1, np.log(share)) + _power(self.b - 1, np.log1p(-share))
        return np.where(share == x, np.exp(logs - log_beta(self.a, self.b)), 0.0)

    def cdf(self, x: Floats) -> Floats:
        """Return the probability of at most each value."""
        return beta_cdf(self.a, self.b, np.clip(x, 0, 1))

    def moment_below(self, x: Floats) -> Floats:
        """Return the integral of the value times its density up to each value."""
        # x times the density of Beta(a, b) is the mean times that of Beta(a + 1, b).
        return self.mean * beta_cdf(self.a + 1, self.b, np.clip(x, 0, 1))

    def sample(self, rng: np.random.Generator, draws: int) -> Floats:
        """Return independent draws, shape (draws,)."""
        return rng.beta(self.a, self.b, draws)


@dataclass(frozen=True, slots=True)
class NormalBelief:
    """A mean and a standard deviation.

    Examples
    --------
    >>> belief = NormalBelief(40, 5)
    >>> str(belief), belief.mean, belief.ends
    ('normal:40,5', 40, (25.0, 55.0))
    """

    mean: float
    deviation: float

    def __post_init__(self) -> None:
        _require_finite(self.mean, self.deviation)
        if not self.deviation > 0:
            raise ConstraintError(f"normal:M,S needs S above 0; they are {_said(self)}.")

    def __str__(self) -> str:
        """Return the text that `parse_uncertain_number` reads back."""
        return f"normal:{_numbers(self.mean, self.deviation)}"

    @property
    def ends(self) -> tuple[float, float]:
        """Three standard deviations around the mean: what a picture of it shows."""
        width = _SHOWN_DEVIATIONS * self.deviation
        return self.mean - width, self.mean + width

    def density(self, x: Floats) -> Floats:
        """Return the density at each value."""
        scaled = (x - self.mean) / self.deviation
        found: Floats = np.exp(-(scaled**2) / 2) / (self.deviation * math.sqrt(2 * math.pi))
        return found

    def cdf(self, x: Floats) -> Floats:
        """Return the probability of at most each value."""
        return normal_cdf((x - self.mean) / self.deviation)

    def moment_below(self, x: Floats) -> Floats:
        """Return the integral of the value times its density up to each value."""
        return self.mean * self.cdf(x) - self.deviation**2 * self.density(x)

    def sample(self, rng: np.random.Generator, draws: int) -> Floats:
        """Return independent draws, shape (draws,)."""
        return rng.normal(self.mean, self.deviation, draws)


NumberBelief: TypeAlias = UniformBelief | TriangularBelief | BetaBelief | NormalBelief
"""A distribution over what a number may be."""
UncertainNumber: TypeAlias = NumberBelief | NumberRange
"""What is said of a number that is not known exactly."""
FORMS: Final = "range:A,B, uniform:A,B, triangular:LO,MODE,HI, beta:A,B or normal:M,S"


def parse_uncertain_number(text: str, forms: str = FORMS) -> UncertainNumber:
    """Read a range or a belief as users write it.

    Parameters
    ----------
    text : str
        `range:A,B`, `uniform:A,B`, `triangular:LO,MODE,HI`, `beta:A,B` or `normal:M,S`;
        `uniform` alone is the uniform belief over 0-1.
    forms : str, optional
        The forms that an error names, where not all of them would do.

    Returns
    -------
    UncertainNumber
        Its text, `str`, reads back as the same.

    Raises
    ------
    ConstraintError
        Where the text has another form, or its numbers make no distribution.

    Examples
    --------
    >>> parse_uncertain_number("uniform:25,60")
    UniformBelief(low=25.0, high=60.0)
    >>> parse_uncertain_number("uniform")
    BetaBelief(a=1.0, b=1.0)
    >>> parse_uncertain_number("gamma:1,2")
    Traceback (most recent call last):
    costcurve_gui.engine.errors.ConstraintError: 'gamma:1,2' is no belief; it is range:A,B, ...
    """
    kind, colon, listed = text.strip().partition(":")
    try:
        numbers = [float(part) for part in listed.split(",")] if colon else []
    except ValueError:
        raise no_belief(text, forms) from None
    match kind.strip(), numbers:
        case "range", [low, high]:
            return NumberRange(low, high)
        case "uniform", []:
            return BetaBelief(1.0, 1.0)
        case "uniform", [low, high]:
            return UniformBelief(low, high)
        case "triangular", [lo, mode, hi]:
            return TriangularBelief(lo, mode, hi)
        case "beta", [a, b]:
            return BetaBelief(a, b)
        case "normal", [mean, deviation]:
            return NormalBelief(mean, deviation)
    raise no_belief(text, forms)


def no_belief(text: str, forms: str) -> ConstraintError:
    """Return the error of a text of none of the forms."""
    return ConstraintError(f"{text!r} is no belief; it is {forms}.")


def _require_finite(*values: float) -> None:
    for value in values:
        if not abs(value) < _LARGEST:
            raise ConstraintError(f"{value:g} is not a finite number below {_LARGEST:g}.")


def _numbers(*values: float) -> str:
    return ",".join(repr(float(value)).removesuffix(".0") for value in values)


def _said(belief: object) -> str:
    *first, last = str(belief).partition(":")[2].split(",")
    return f"{', '.join(first)} and {last}"


def _power(exponent: float, logs: Floats) -> Floats:
    """Return the logarithms of powers, of which the zeroth is 1 at 0 too."""
    return exponent * logs if exponent else np.zeros_like(logs)


def _ratio(part: Floats, whole: float) -> Floats:
    """Return part / whole; 1 where the side of the triangle has no width."""
    return part / whole if whole > 0 else np.ones_like(part)
