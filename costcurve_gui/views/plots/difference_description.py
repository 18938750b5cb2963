"""The vertical difference of two lower envelopes over PC(+)."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.views import band_words, comparisons, numbers
from costcurve_gui.views.plots.band_marks import difference_ribbon, difference_strip
from costcurve_gui.views.plots.canvas import Bounds
from costcurve_gui.views.plots.condition_description import ConditionDescription
from costcurve_gui.views.plots.description import (
    PADDING,
    SNAP_REACH,
    Axis,
    model_scenes,
    strip_colors,
)
from costcurve_gui.views.plots.difference_words import difference_entries, side_notes
from costcurve_gui.views.plots.marks import FootStrip, Line, Ring
from costcurve_gui.views.plots.paint import strip_rect
from costcurve_gui.views.plots.rounded import rounded
from costcurve_gui.views.plots.ticks import AxisStyle

if TYPE_CHECKING:
    from PySide6.QtCore import QPointF

    from costcurve_gui.models.results import Comparison, Frame, ModelFrame
    from costcurve_gui.views.plots.canvas import Canvas
    from costcurve_gui.views.plots.handles import Handle
    from costcurve_gui.views.plots.legend_entries import LegendEntry
    from costcurve_gui.views.plots.marks import Mark
    from costcurve_gui.views.theme import Tokens

_LEAST = 0.01  # models that cost the same everywhere still need an axis
_ROOM, _FOOT = 0.24, 0.33  # for the words beside the grip, and for the strip with its words


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

    def legend(self, frame: Frame, tokens: Tokens) -> list[LegendEntry]:
        """Return the difference, its band, and the colours of who is significantly cheaper."""
        found = _comparison(frame)
        return [] if found is None else difference_entries(frame, found, tokens)

    def still(self, frame: Frame, tokens: Tokens) -> list[Mark]:
        """Return zero, the difference and its band."""
        found = _comparison(frame)
        zero = Line("zero", (0.0, 1.0), (0.0, 0.0), tokens.control)
        if found is None:
            return [zero]
        curve = found.difference
        line = Line("difference", curve.pc_plus, curve.difference, tokens.ink, width=2.0)
        return [*difference_ribbon(frame, found, tokens), zero, line]

    def moving(self, frame: Frame, tokens: Tokens) -> list[Mark]:
        """Return the difference at the condition and, over its line, who is cheaper where."""
        found, x = _comparison(frame), frame.condition.probability_cost
        if found is None:
            return []
        strip = difference_strip(frame, found, tokens) or _strip(frame, found, tokens)
        ring = Ring(found.model, x, found.difference.value_at(x), tokens.ink)
        drawn, handles = self.still(frame, tokens), self.handles(frame)
        sides = side_notes(frame, found, self.bounds(frame), drawn, handles)
        return [strip, sides, ring]

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


def _strip(frame: Frame, found: Comparison, tokens: Tokens) -> Mark:
    colors: dict[str, tuple[str, ...]] = {
        "a": strip_colors(frame.models[found.model].info, tokens),
        "b": strip_colors(frame.models[found.rival].info, tokens),
    }
    parts = tuple(
        (low, high, colors.get(which, (tokens.trivial,))) for low, high, which in found.stretches
    )
    text = comparisons.sentence(frame, found).rstrip(".")
    return FootStrip(parts, text, comparisons.short_sentence(found))
