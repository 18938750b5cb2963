"""Choose the labelled values of an axis, how they are written, and where the axis ends."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.views.text import numbers

if TYPE_CHECKING:
    from collections.abc import Callable


MOST_LABELS = 6
_FEWEST_RUNGS = 3
_STEPS = (1.0, 2.0, 5.0, 10.0)
_ROUNDING = 1e-12  # of the zero of a panel
_MOST_NAMES, _WEEK = 40, 7


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of an axis from `low` to `high` whose numbers count from a `zero` of its own.

    `unit` is how far apart its 0 and 1 are, where that is not 1.
    """

    low: float
    high: float
    zero: float
    unit: float = 1.0


@dataclass(frozen=True, slots=True)
class AxisStyle:
    """How the numbers of one axis are written.

    Values are multiplied by `scale` (100 for percent). `bare_whole` writes 0 and 1 without
    decimals; `signed` writes a plus too. With a `ladder` the axis is not even in its numbers.
    `panels` are plots of one scale above each other, from the lowest up. Without `labelled` it has
    no ticks, and where they are not `written` these have no numbers. `name` names parts of length
    1 from 0 on, which are labelled in place of numbers.
    """

    scale: float = 1.0
    bare_whole: bool = True
    signed: bool = False
    ladder: AxisScale | None = None
    labelled: bool = True
    panels: tuple[Panel, ...] = ()
    written: bool = True
    name: Callable[[int], str] | None = None


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
    if style.panels:
        return _values_of_panels(low, high, style, most)
    if style.name is not None:
        return _named_parts(low, high)
    low, high = low * style.scale, high * style.scale
    if not (style.labelled and math.isfinite(low) and math.isfinite(high) and high > low):
        return []
    step = step_between(low, high, most)
    return [value / style.scale for value in _multiples(low, high, step)]


def _multiples(low: float, high: float, step: float) -> list[float]:
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [float(value) for value in np.arange(first, last + 1) * step]


def _values_of_panels(low: float, high: float, style: AxisStyle, most: int) -> list[float]:
    """Return the values of each panel in sight, with one step for all of one unit."""
    most += len(style.panels)
    values: list[float] = []
    for panel in style.panels:
        zero, unit = panel.zero, panel.unit
        step = step_between(low / unit, high / unit, most)
        ends = (max(low, panel.low) - zero) / unit, (min(high, panel.high) - zero) / unit
        values += (zero + unit * value for value in _multiples(*ends, step))
    return values


def _named_parts(low: float, high: float) -> list[float]:
    """Return the middles of the parts in sight, every so many where there are many.

    Many parts are days: their labels are whole weeks apart.
    """
    first, last = max(math.floor(low), 0), math.ceil(high)
    apart = max((last - first) // _MOST_NAMES, 1)
    apart = apart if last - first <= 2 * _WEEK else _WEEK * math.ceil(apart / _WEEK)
    middles = (part + 0.5 for part in range(0, last, apart))
    return [middle for middle in middles if low <= middle <= high]


def _rungs(low: float, high: float, style: AxisStyle, ladder: AxisScale, most: int) -> list[float]:
    """Return rungs of the ladder, or even values where the view is narrower than their gaps."""
    places = ladder.places(low, high, (high - low) / (most + 4))
    if len(places) >= _FEWEST_RUNGS:
        return places
    ends = ladder.value(low), ladder.value(high)
    return [ladder.place(value) for value in tick_values(*ends, replace(style, ladder=None), most)]


def shown_value(place: float, style: AxisStyle) -> float:
    """Return the number that is written at a place of an axis."""
    return style.scale * (place if style.ladder is None else style.ladder.value(place))


def place_of(number: float, style: AxisStyle) -> float:
    """Return where on an axis a number would be written.

    Raises
    ------
    ValueError
        Where an axis that is not even in its numbers has no such one.
    """
    value = number / style.scale
    return value if style.ladder is None else style.ladder.place(value)


def tick_texts(values: list[float], style: AxisStyle) -> list[str]:
    """Write the labels of one axis, all with the decimals that their step needs."""
    if not style.written:
        return ["" for _ in values]
    if style.name is not None:
        return [style.name(int(value)) for value in values]
    if style.ladder is not None:
        return [numbers.plain(style.scale * style.ladder.value(value)) for value in values]
    shown = [_in_panel(value, style.panels) * style.scale for value in values]
    farthest = max((abs(panel.zero) for panel in style.panels), default=0.0)
    step = _step(shown, _ROUNDING * style.scale * farthest)
    decimals = max(0, -math.floor(math.log10(step) + 1e-9)) if step > 0 else 0
    return [_text(value, step, decimals, style) for value in shown]


def _in_panel(value: float, panels: tuple[Panel, ...]) -> float:
    """Return the number that a panel has at a place of the axis."""
    found = (one for one in panels if one.low <= value <= one.high)
    return next(((value - one.zero) / one.unit for one in found), value)


def _step(shown: list[float], slack: float) -> float:
    """Return what labels are apart; several panels show the same one, to within `slack`."""
    gaps = (above - below for below, above in pairwise(sorted(shown)))
    return next((gap for gap in gaps if gap > slack), abs(shown[0]) if shown else 1.0)


def _text(value: float, step: float, decimals: int, style: AxisStyle) -> str:
    if abs(value) < step * 1e-6:
        value = 0.0
    whole = abs(value - round(value)) < step * 1e-6
    if whole and style.bare_whole and (decimals <= 1 or value == 0):
        decimals = 0
    return numbers.fixed(value, decimals, signed=style.signed)


@dataclass(frozen=True, slots=True)
class AxisScale:
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
PROBIT = AxisScale(
    _NORMAL.inv_cdf,
    _NORMAL.cdf,
    (
        0.5,
        *_both_sides(0.2, 0.05, 0.01, *_DECADES[3:7]),
        *_both_sides(0.1, 0.02, 0.005, 0.3, 0.4, 0.002, 0.0005, 0.0002),
    ),
)
LOG = AxisScale(
    math.log10,
    _tenth_power,
    (*_DECADES, *(5 * tenth for tenth in _DECADES[1:]), *(2 * tenth for tenth in _DECADES[1:])),
)
RATIO = AxisScale(
    math.log10,
    _tenth_power,
    (1.0, *(side for power in range(1, 10) for side in (10.0**power, 10.0**-power))),
)
_GRAINS = 40


def rounded(low: float, high: float) -> tuple[float, float]:
    """Return round ends that hold `low` and `high`."""
    grain = step_between(low, high, _GRAINS)
    return math.floor(low / grain) * grain, math.ceil(high / grain) * grain
