"""The vertical difference of two lower envelopes over PC(+)."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.views import band_words, comparisons, numbers, words
from costcurve_gui.views.plots.band_marks import difference_ribbon, difference_strip
from costcurve_gui.views.plots.canvas import Bounds
from costcurve_gui.views.plots.condition_description import ConditionDescription
from costcurve_gui.views.plots.description import PADDING, SNAP_REACH, Axis, model_scenes
from costcurve_gui.views.plots.marks import Anchor, FootStrip, Label, Line, Ring
from costcurve_gui.views.plots.paint import strip_rect
from costcurve_gui.views.plots.rounded import rounded
from costcurve_gui.views.plots.ticks import AxisStyle

if TYPE_CHECKING:
    from collections.abc import Collection

    from PySide6.QtCore import QPointF

    from costcurve_gui.engine.cost.difference import CostDifference
    from costcurve_gui.models.results import Comparison, Frame, ModelFrame
    from costcurve_gui.views.plots.canvas import Canvas
    from costcurve_gui.views.plots.handles import Handle
    from costcurve_gui.views.plots.marks import Mark
    from costcurve_gui.views.theme import Tokens

_LEAST = 0.01  # models that cost the same everywhere still need an axis
_ROOM, _FOOT = 0.12, 0.22
_NAME = 22  # letters
_NOTHING = 1e-9  # what rounding leaves of equal costs
_HALF = 0.5  # of the axis: the name of a side takes no more
_LINE = 0.16  # of the extent, which words beside a line take
_FLAT = 0.12  # of that: a curve that stays lower leaves room between it and zero
_PLACES = 101
_ASIDE: dict[Anchor, float] = {"left": 2.0, "right": -2.0, "center": 0.0}
_ABOVE, _BELOW = (-12.0, -4.0), (12.0, -16.0)  # px from zero and from the end


class DifferenceDescription(ConditionDescription):
    """The selected model's cost less its rival's: below zero the selected one is cheaper."""

    name = "difference"
    title = "Difference"

    def axes(self, frame: Frame) -> tuple[Axis, Axis]:
        """Return the words of the two axes."""
        style = AxisStyle(signed=True)
        up = Axis("Difference in normalized expected cost", style, "Difference in cost")
        return Axis(self.across(frame)), up

    def bounds(self, frame: Frame) -> Bounds:
        """Return all conditions, zero and the largest differences, and room for a strip."""
        found = _comparison(frame)
        values = (0.0,) if found is None else _extent(frame, found)
        low, high = min(*values, -_LEAST), max(*values, _LEAST)
        height = high - low
        low, high = rounded(low - _FOOT * height, high + _ROOM * height)
        return Bounds(-PADDING, 1 + PADDING, low, high)

    def subject(self, frame: Frame) -> str:
        """Name the two models."""
        found = _comparison(frame)
        return "" if found is None else comparisons.subject(frame, found)

    def listed(self, frame: Frame) -> Collection[str]:
        """Return both models."""
        found = _comparison(frame)
        return () if found is None else (found.model, found.rival)

    def still(self, frame: Frame, tokens: Tokens) -> list[Mark]:
        """Return zero, the difference, and which of the two is cheaper where."""
        found = _comparison(frame)
        zero = Line("zero", (0.0, 1.0), (0.0, 0.0), tokens.control)
        if found is None:
            return [zero]
        curve = found.difference
        line = Line("difference", curve.pc_plus, curve.difference, tokens.ink, width=2.0)
        strip = difference_strip(frame, found, tokens) or _strip(frame, found, tokens)
        band = difference_ribbon(frame, found, tokens)
        return [*band, zero, line, *_sides(frame, found), strip]

    def moving(self, frame: Frame, tokens: Tokens) -> list[Mark]:
        """Return the difference at the condition."""
        found, x = _comparison(frame), frame.condition.probability_cost
        if found is None:
            return []
        return [Ring(found.model, x, found.difference.value_at(x), tokens.ink)]

    def handles(self, frame: Frame) -> list[Handle]:
        """Return the condition, with the difference there."""
        found = _comparison(frame)
        if found is None:
            return [self.condition_handle(frame)]
        x = frame.condition.probability_cost
        there = numbers.difference(found.difference.value_at(x))
        handle = self.condition_handle(frame, there)
        interval = comparisons.difference_interval(frame, x)
        if interval is None:
            return [handle]
        level = band_words.level(frame.settings.bands.spec)
        text = f"{there} ({level}: {numbers.interval(*interval, numbers.difference)})"
        return [replace(handle, text=text, short=there)]

    def snap(self, frame: Frame, canvas: Canvas, place: QPointF) -> tuple[str, int] | None:
        """Return the classifier of the selected model at the PC(+) under the mouse."""
        found, (x, _) = _comparison(frame), canvas.value(place)
        if found is None or not 0 <= x <= 1:
            return None
        if abs(canvas.y(found.difference.value_at(x)) - place.y()) > SNAP_REACH:
            return None
        envelope = model_scenes(frame)[found.model].evaluation.envelope
        return found.model, envelope.classifier_at(x)

    def hint(self, frame: Frame, canvas: Canvas, place: QPointF) -> str:
        """Say over the strip at the foot which one is cheaper where."""
        found = _comparison(frame)
        over = strip_rect(canvas).adjusted(0, -20, 0, 4).contains(place)
        if found is None or not over:
            return ""
        known = comparisons.difference_known(frame)
        sure = "" if known is None else f" {comparisons.significance_sentence(frame, known)}"
        return f"{comparisons.sentence(frame, found)}{sure}"

    def spoken(self, frame: Frame, model: ModelFrame) -> str:
        """Say of the selected model where it is cheaper than its rival."""
        found = _comparison(frame)
        if found is not None and model.info.key == found.model:
            return comparisons.sentence(frame, found)
        return "not compared here" if found is None or model.info.key != found.rival else "rival"


def _comparison(frame: Frame) -> Comparison | None:
    return frame.cost_answers.comparison()


def _extent(frame: Frame, found: Comparison) -> tuple[float, ...]:
    """Return the differences, and how far their interval reaches."""
    known = comparisons.difference_known(frame)
    band = () if known is None else (*known.band.lower, *known.band.upper)
    return (*found.difference.difference, *(value for value in band if math.isfinite(value)))


def _sides(frame: Frame, found: Comparison) -> list[Mark]:
    """Return who is cheaper above zero and who below it, where no curve runs."""
    model, rival = (words.short_name(name, _NAME) for name in comparisons.names(frame, found))
    curve, reach = found.difference, _extent(frame, found)
    words_take = _LINE * (max(*reach, 0.0) - min(*reach, 0.0))
    marks: list[Mark] = []
    if float(curve.difference.max()) > _NOTHING:
        marks.append(_side(f"{rival} cheaper", curve, max(reach), words_take, _ABOVE))
    if float(curve.difference.min()) < -_NOTHING:
        marks.append(_side(f"{model} cheaper", curve, min(reach), words_take, _BELOW))
    return marks


def _side(
    text: str, curve: CostDifference, end: float, take: float, shifts: tuple[float, float]
) -> Mark:
    """Return words beside zero or where the band ends, wherever they are clear of the curve."""
    near, far = shifts
    x = np.linspace(0, 1, _PLACES)
    depth = curve.value_at(x) * math.copysign(1.0, end)
    left, right = float(depth[x <= _HALF].max()), float(depth[x >= _HALF].max())
    middle = float(depth[np.abs(x - _HALF) <= _HALF / 2].min())
    places: tuple[tuple[bool, float, float, Anchor, float], ...] = (
        (left < _FLAT * take, 0.0, 0.0, "left", near),
        (right < _FLAT * take, 1.0, 0.0, "right", near),
        (left < abs(end) - take, 0.0, end, "left", far),
        (right < abs(end) - take, 1.0, end, "right", far),
        (middle > take, _HALF, 0.0, "center", near),
        (True, 0.0, end, "left", near),
    )
    _, at, height, side, shift = next(place for place in places if place[0])
    return Label(at, height, text, side, (_ASIDE[side], shift))


def _strip(frame: Frame, found: Comparison, tokens: Tokens) -> Mark:
    slots = {
        "a": frame.models[found.model].info.slot,
        "b": frame.models[found.rival].info.slot,
    }
    parts = tuple(
        (low, high, tokens.model_color(slots[which]) if which in slots else tokens.trivial)
        for low, high, which in found.stretches
    )
    text = comparisons.sentence(frame, found).rstrip(".")
    return FootStrip(parts, text, comparisons.short_sentence(found))
