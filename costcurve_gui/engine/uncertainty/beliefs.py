"""Beliefs about one number, such as a fee or a loss given default, and seeded draws from them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from costcurve_gui.engine.errors import ConstraintError

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats

_SHOWN_DEVIATIONS: Final = 3.0
_LARGEST: Final = 1e100
"""Beyond this a product of two parameters could overflow."""


@dataclass(frozen=True, slots=True)
class UniformNumber:
    """Every value from `low` to `high` is equally likely.

    Raises
    ------
    ConstraintError
        Where `low` is not below `high`, or one of them is not finite.

    Examples
    --------
    >>> belief = UniformNumber(25, 60)
    >>> str(belief), belief.mean, belief.ends
    ('uniform:25,60', 42.5, (25, 60))
    """

    low: float
    high: float

    def __post_init__(self) -> None:
        _require_finite(self.low, self.high)
        if not self.low < self.high:
            raise ConstraintError(f"uniform:A,B needs A below B; they are {_said(self)}.")

    def __str__(self) -> str:
        """Return the text that `parse_parameter_belief` reads back."""
        return f"uniform:{_numbers(self.low, self.high)}"

    @property
    def mean(self) -> float:
        """Expected value."""
        return (self.low + self.high) / 2

    @property
    def ends(self) -> tuple[float, float]:
        """Smallest and largest value."""
        return self.low, self.high

    def density(self, x: Floats) -> Floats:
        """Return the density at each value."""
        inside = (self.low <= x) & (x <= self.high)
        return np.where(inside, 1 / (self.high - self.low), 0.0)

    def sample(self, rng: np.random.Generator, draws: int) -> Floats:
        """Return independent draws, shape (draws,)."""
        return rng.uniform(self.low, self.high, draws)


@dataclass(frozen=True, slots=True)
class TriangularNumber:
    """What an expert gives as a range and a most likely value.

    Raises
    ------
    ConstraintError
        Where the three are not ascending with `low` below `high`, or not finite.

    Examples
    --------
    >>> belief = TriangularNumber(0.35, 0.45, 0.6)
    >>> str(belief), round(belief.mean, 4), belief.ends
    ('triangular:0.35,0.45,0.6', 0.4667, (0.35, 0.6))
    """

    low: float
    mode: float
    high: float

    def __post_init__(self) -> None:
        _require_finite(self.low, self.mode, self.high)
        if not (self.low <= self.mode <= self.high and self.low < self.high):
            raise ConstraintError(
                "triangular:LO,MODE,HI needs LO <= MODE <= HI with LO below HI; "
                f"they are {_said(self)}."
            )

    def __str__(self) -> str:
        """Return the text that `parse_parameter_belief` reads back."""
        return f"triangular:{_numbers(self.low, self.mode, self.high)}"

    @property
    def mean(self) -> float:
        """Expected value."""
        return (self.low + self.mode + self.high) / 3

    @property
    def ends(self) -> tuple[float, float]:
        """Smallest and largest value."""
        return self.low, self.high

    def density(self, x: Floats) -> Floats:
        """Return the density at each value."""
        knots, heights = [self.low, self.mode, self.high], [0.0, 2 / (self.high - self.low), 0.0]
        found: Floats = np.interp(x, knots, heights)
        return np.where((self.low <= x) & (x <= self.high), found, 0.0)

    def sample(self, rng: np.random.Generator, draws: int) -> Floats:
        """Return independent draws, shape (draws,)."""
        return rng.triangular(self.low, self.mode, self.high, draws)


@dataclass(frozen=True, slots=True)
class BetaNumber:
    """A share: the Beta distribution over 0-1.

    Raises
    ------
    ConstraintError
        Where a shape is not above 0, or not finite.

    Examples
    --------
    >>> belief = BetaNumber(2, 38)
    >>> str(belief), belief.mean
    ('beta:2,38', 0.05)
    """

    a: float
    b: float

    def __post_init__(self) -> None:
        _require_finite(self.a, self.b)
        if not (self.a > 0 and self.b > 0):
            raise ConstraintError(f"beta:A,B needs two numbers above 0; they are {_said(self)}.")

    def __str__(self) -> str:
        """Return the text that `parse_parameter_belief` reads back."""
        return f"beta:{_numbers(self.a, self.b)}"

    @property
    def mean(self) -> float:
        """Expected value."""
        return self.a / (self.a + self.b)

    @property
    def ends(self) -> tuple[float, float]:
        """Smallest and largest value."""
        return 0.0, 1.0

    def density(self, x: Floats) -> Floats:
        """Return the density at each value; infinite at an end where its shape is below 1."""
        from costcurve_gui.engine.cost.belief import BetaBelief

        inside = (x >= 0) & (x <= 1)
        return np.where(inside, BetaBelief(self.a, self.b).density(np.clip(x, 0, 1)), 0.0)

    def sample(self, rng: np.random.Generator, draws: int) -> Floats:
        """Return independent draws, shape (draws,)."""
        return rng.beta(self.a, self.b, draws)


@dataclass(frozen=True, slots=True)
class NormalNumber:
    """A mean and a standard deviation.

    Raises
    ------
    ConstraintError
        Where the standard deviation is not above 0, or one of them is not finite.

    Examples
    --------
    >>> belief = NormalNumber(40, 5)
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
        """Return the text that `parse_parameter_belief` reads back."""
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

    def sample(self, rng: np.random.Generator, draws: int) -> Floats:
        """Return independent draws, shape (draws,)."""
        return rng.normal(self.mean, self.deviation, draws)


ParameterBelief: TypeAlias = UniformNumber | TriangularNumber | BetaNumber | NormalNumber
"""What is believed of one number."""
FORMS: Final = "uniform:A,B, triangular:LO,MODE,HI, beta:A,B or normal:M,S"


def parse_parameter_belief(text: str) -> ParameterBelief:
    """Read a belief as users write it.

    Parameters
    ----------
    text : str
        `uniform:A,B`, `triangular:LO,MODE,HI`, `beta:A,B` or `normal:M,S`.

    Returns
    -------
    ParameterBelief
        Its text, `str`, reads back as the same belief.

    Raises
    ------
    ConstraintError
        Where the text has another form, or its numbers make no distribution.

    Examples
    --------
    >>> parse_parameter_belief("uniform:25,60")
    UniformNumber(low=25.0, high=60.0)
    >>> parse_parameter_belief("gamma:1,2")
    Traceback (most recent call last):
    costcurve_gui.engine.errors.ConstraintError: 'gamma:1,2' is no belief; it is uniform:A,B, ...
    """
    kind, _, listed = text.strip().partition(":")
    try:
        numbers = [float(part) for part in listed.split(",")]
    except ValueError:
        numbers = []
    match kind.strip(), numbers:
        case "uniform", [low, high]:
            return UniformNumber(low, high)
        case "triangular", [low, mode, high]:
            return TriangularNumber(low, mode, high)
        case "beta", [a, b]:
            return BetaNumber(a, b)
        case "normal", [mean, deviation]:
            return NormalNumber(mean, deviation)
    raise ConstraintError(f"{text!r} is no belief; it is {FORMS}.")


def _require_finite(*values: float) -> None:
    for value in values:
        if not abs(value) < _LARGEST:
            raise ConstraintError(f"{value:g} is not a finite number below {_LARGEST:g}.")


def _numbers(*values: float) -> str:
    return ",".join(repr(float(value)).removesuffix(".0") for value in values)


def _said(belief: ParameterBelief) -> str:
    return str(belief).partition(":")[2].replace(",", " and ")
