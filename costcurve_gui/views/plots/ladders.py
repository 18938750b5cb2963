"""Axes that are not even in what they say: which values are labelled, and where these lie."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Ladder:
    """Turns values into places on an axis and back.

    `rungs` are the values worth a label, the most welcome first.
    """

    place: Callable[[float], float]
    value: Callable[[float], float]
    rungs: tuple[float, ...]

    def places(self, low: float, high: float, gap: float) -> list[float]:
        """Return where the labels stand between two places, each `gap` or more from the next.

        A rung gives way to a more welcome one even where that is out of sight: labels keep their
        values while the view is moved.
        """
        taken: list[float] = []
        for rung in self.rungs:
            at = self.place(rung)
            if all(abs(at - other) >= gap for other in taken):
                taken.append(at)
        slack = 1e-9 * (high - low)
        return sorted(at for at in taken if low - slack <= at <= high + slack)


def _tenth_power(value: float) -> float:
    return float(10.0**value)


def _both_sides(*rates: float) -> tuple[float, ...]:
    """Return rates and what is left of 1, the pairs in order."""
    return tuple(side for rate in rates for side in (rate, round(1 - rate, 12)))


_NORMAL = NormalDist()
_DECADES = tuple(10.0**-power for power in range(10))

PROBIT = Ladder(
    _NORMAL.inv_cdf,
    _NORMAL.cdf,
    (
        0.5,
        *_both_sides(0.2, 0.05, 0.01, *_DECADES[3:7]),
        *_both_sides(0.1, 0.02, 0.005, 0.3, 0.4, 0.002, 0.0005, 0.0002),
    ),
)
LOG = Ladder(
    math.log10,
    _tenth_power,
    (*_DECADES, *(5 * tenth for tenth in _DECADES[1:]), *(2 * tenth for tenth in _DECADES[1:])),
)
RATIO = Ladder(
    math.log10,
    _tenth_power,
    (1.0, *(side for power in range(1, 10) for side in (10.0**power, 10.0**-power))),
)
