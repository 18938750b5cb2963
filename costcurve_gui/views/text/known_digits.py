"""How finely figures are written whose intervals are known: no finer than they are known.

All of an interval has the same decimals, or is rounded to the same step, as its figure is. An end
that is not 0 never reads 0 for that: what is significant would not look so. It takes more digits.
"""

from __future__ import annotations

import math

from costcurve_gui.views.text import numbers

ROUNDING = 1e-9
"""Share of an interval below which an end is 0 but for the last bits of equal profits."""
_MOST_DECIMALS = 17


def decimals_known(estimate: float, margin: float, unit: str = "") -> int:
    """Return how many decimals of an estimate are known: two digits of its margin of error.

    No more than money has, unless those show nothing of the estimate.
    """
    usual = 2 if unit else 3
    if not math.isfinite(margin) or margin <= 0:
        return usual
    shows_nothing = numbers.NOISE <= abs(estimate) < 10.0**-usual
    least = numbers.decimals_for(estimate, 2) if shows_nothing else 0
    return min(numbers.decimals_for(margin, 2), max(usual, least))


def decimals_of(estimate: float, low: float, high: float, unit: str = "") -> int:
    """Return the decimals of an estimate and its interval.

    >>> decimals_of(-24.2, -49.6, -0.3, "DM")
    1
    """
    decimals, ends = decimals_known(estimate, (high - low) / 2, unit), _not_0(low, high)
    while decimals < _MOST_DECIMALS and any(_reads_0(end, decimals) for end in ends):
        decimals += 1
    return decimals


def known_step(margin: float) -> float:
    """Return the power of ten that a sum is known to: two digits of its margin of error."""
    return 10.0 ** max(0, math.floor(math.log10(margin)) - 1) if margin > 1 else 1.0


def step_of(low: float, high: float) -> float:
    """Return the power of ten, from 1 on, that a sum and its interval are rounded to.

    >>> step_of(-496_000, -3_200)
    1000.0
    """
    step, ends = known_step((high - low) / 2), _not_0(low, high)
    while step > 1 and any(round(end / step) == 0 for end in ends):
        step /= 10
    return step


def to_step(value: float, step: float) -> float:
    """Round a sum of money to a step.

    >>> to_step(531_499.2, 10_000)
    530000
    """
    return round(value / step) * step


def _not_0(low: float, high: float) -> list[float]:
    """Return the ends of an interval that are not 0, by more than rounding."""
    least = max(numbers.NOISE, ROUNDING * (high - low))
    return [end for end in (low, high) if least < abs(end) < math.inf]


def _reads_0(end: float, decimals: int) -> bool:
    return not f"{abs(end):.{decimals}f}".strip("0.")


def leaves_out_0(low: float, high: float) -> bool:
    """Whether an interval leaves out 0, by more than rounding."""
    return low * high > 0 and min(abs(low), abs(high)) > ROUNDING * (high - low)
