"""Which values of an axis are labelled, and how they are written."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.views import numbers

if TYPE_CHECKING:
    from costcurve_gui.views.plots.ladders import Ladder

MOST_LABELS = 6
_FEWEST_RUNGS = 3
_STEPS = (1.0, 2.0, 5.0, 10.0)


@dataclass(frozen=True, slots=True)
class AxisStyle:
    """How the numbers of one axis are written.

    Values are multiplied by `scale` (100 for percent). `bare_whole` writes 0 and 1 without
    decimals; `signed` writes a plus too. With a `ladder` the axis is not even in its numbers.
    Without `labelled` it has none.
    """

    scale: float = 1.0
    bare_whole: bool = True
    signed: bool = False
    ladder: Ladder | None = None
    labelled: bool = True


PLAIN = AxisStyle()


def step_between(low: float, high: float, most: int = MOST_LABELS) -> float:
    """Return the smallest step of 1, 2 or 5 that puts at most `most` labels on the axis."""
    power = 10.0 ** math.floor(math.log10((high - low) / most))
    for _ in range(3):
        for step in _STEPS[:3]:
            if _fits(low, high, step * power, most):
                return step * power
        power *= 10
    return power


def _fits(low: float, high: float, step: float, most: int) -> bool:
    return math.floor(high / step + 1e-9) - math.ceil(low / step - 1e-9) < most


def tick_values(low: float, high: float, style: AxisStyle, most: int = MOST_LABELS) -> list[float]:
    """Return the labelled values between `low` and `high`, in the axis's own unit."""
    if style.ladder is not None:
        return _rungs(low, high, style, style.ladder, most)
    low, high = low * style.scale, high * style.scale
    if not (style.labelled and math.isfinite(low) and math.isfinite(high) and high > low):
        return []
    step = step_between(low, high, most)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [float(value) for value in np.arange(first, last + 1) * step / style.scale]


def _rungs(low: float, high: float, style: AxisStyle, ladder: Ladder, most: int) -> list[float]:
    """Return rungs of the ladder, or even values where the view is narrower than their gaps."""
    places = ladder.places(low, high, (high - low) / (most + 4))
    if len(places) >= _FEWEST_RUNGS:
        return places
    ends = ladder.value(low), ladder.value(high)
    return [ladder.place(value) for value in tick_values(*ends, replace(style, ladder=None), most)]


def tick_texts(values: list[float], style: AxisStyle) -> list[str]:
    """Write the labels of one axis, all with the decimals that their step needs."""
    if style.ladder is not None:
        return [numbers.plain(style.scale * style.ladder.value(value)) for value in values]
    shown = [value * style.scale for value in values]
    step = shown[1] - shown[0] if len(shown) > 1 else abs(shown[0]) if shown else 1.0
    decimals = max(0, -math.floor(math.log10(step) + 1e-9)) if step > 0 else 0
    return [_text(value, step, decimals, style) for value in shown]


def _text(value: float, step: float, decimals: int, style: AxisStyle) -> str:
    if abs(value) < step * 1e-6:
        value = 0.0
    whole = abs(value - round(value)) < step * 1e-6
    if whole and style.bare_whole and (decimals <= 1 or value == 0):
        decimals = 0
    return numbers.fixed(value, decimals, signed=style.signed)
