"""The vertical difference of two lower envelopes over PC(+)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.cost_comparisons import cost_comparisons
from costcurve_gui.analysis.intervals.requests import known_difference
from costcurve_gui.translation import tr
from costcurve_gui.views.plots.base_views import ConditionView
from costcurve_gui.views.plots.uncertain_condition import condition_stretch
from costcurve_gui.views.plotting.canvas import Bounds
from costcurve_gui.views.plotting.interval_marks import (
    DIFFERENCE_ALPHA,
    SIGNIFICANT_ALPHA,
    difference_colors,
    difference_ribbon,
    difference_strip,
)
from costcurve_gui.views.plotting.legend import LegendEntry
from costcurve_gui.views.plotting.marks import FootStrip, Label, Line, Ring
from costcurve_gui.views.plotting.notes import GRIP_WORDS, Notes
from costcurve_gui.views.plotting.obstacles import lines_and_bands
from costcurve_gui.views.plotting.painting import strip_rect
from costcurve_gui.views.plotting.plot_view import (
    PADDING,
    SNAP_REACH,
    Axis,
    model_curves,
    strip_colors,
)
from costcurve_gui.views.plotting.ticks import AxisStyle, rounded
from costcurve_gui.views.text import comparison_text, numbers, uncertainty_text, vocabulary
from costcurve_gui.views.text.empty_states import no_difference
from costcurve_gui.views.view import competitor_choice

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from PySide6.QtCore import QPointF

    from costcurve_gui.analysis.cost_comparisons import Comparison
    from costcurve_gui.analysis.snapshot import ModelSnapshot, Snapshot
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.plotting.handles import Handle
    from costcurve_gui.views.plotting.marks import Anchor, Mark
    from costcurve_gui.views.shell.theme import Tokens
    from costcurve_gui.views.view import ChoiceGroup, EmptyState


_LEAST = 0.01  # models that cost the same everywhere still need an axis
_ROOM, _FOOT = 0.25, 0.33  # for the words beside the grip, and for the strip with its words


class DifferenceView(ConditionView):
    """The selected model's cost less its competitor's: below zero the selected one is cheaper."""

    name = "difference"

    def subtitle(self, snapshot: Snapshot) -> str:
        """Name the model that the selected one is compared with."""
        return comparison_text.against(snapshot)

    def uncertainty_note(self, snapshot: Snapshot) -> str:
        """Name the level and the method of the band."""
        return uncertainty_text.difference_note(snapshot)

    def band_note(self, snapshot: Snapshot) -> str:
        """Name the level of the band."""
        return uncertainty_text.difference_band_level(snapshot)

    def empty_state(self, snapshot: Snapshot) -> EmptyState | None:
        """Say that there is no competitor, or that the two are still being compared."""
        return no_difference(snapshot)

    def choices(self, snapshot: Snapshot) -> tuple[ChoiceGroup, ...]:
        """Return what can be chosen in its menu."""
        return (competitor_choice(snapshot),)

    def axes(self, snapshot: Snapshot) -> tuple[Axis, Axis]:
        """Return the words of the two axes."""
        style = AxisStyle(signed=True)
        up = Axis(tr("Difference in normalized expected cost"), style, tr("Difference in cost"))
        return Axis(self.across(snapshot)), up

    def bounds(self, snapshot: Snapshot) -> Bounds:
        """Return all conditions, zero and the largest differences, and room for a strip."""
        found = _comparison(snapshot)
        values = np.zeros(1) if found is None else _extent(snapshot, found)
        low, high = min(float(values.min()), -_LEAST), max(float(values.max()), _LEAST)
        height = high - low
        low, high = rounded(low - _FOOT * height, high + _ROOM * height)
        return Bounds(-PADDING, 1 + PADDING, low, high)

    def subject(self, snapshot: Snapshot) -> str:
        """Name the two models."""
        found = _comparison(snapshot)
        return "" if found is None else comparison_text.subject(snapshot, found)

    def legend(self, snapshot: Snapshot, tokens: Tokens) -> list[LegendEntry]:
        """Return the difference, its band, and the colours of who is significantly cheaper."""
        found = _comparison(snapshot)
        return [] if found is None else difference_entries(snapshot, found, tokens)

    def static_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return zero, the difference and its band."""
        found = _comparison(snapshot)
        zero = Line("zero", (0.0, 1.0), (0.0, 0.0), tokens.control)
        if found is None:
            return [zero]
        curve = found.difference
        line = Line("difference", curve.pc_plus, curve.difference, tokens.ink, width=2.0)
        return [*difference_ribbon(snapshot, found, tokens), zero, line]

    def dynamic_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the difference at the condition and, over its line, who is cheaper where."""
        found, x = _comparison(snapshot), snapshot.condition.probability_cost
        if found is None:
            return []
        strip = difference_strip(snapshot, found, tokens) or _strip(snapshot, found, tokens)
        ring = Ring(found.model, x, found.difference.value_at(x), tokens.ink)
        drawn, handles = self.static_items(snapshot, tokens), self.handles(snapshot)
        sides = side_notes(snapshot, found, self.bounds(snapshot), drawn, handles)
        stretch = condition_stretch(snapshot, tokens, self.bounds(snapshot))
        return [*stretch, strip, sides, ring]

    def handles(self, snapshot: Snapshot) -> list[Handle]:
        """Return the condition, with the difference there."""
        found = _comparison(snapshot)
        if found is None:
            return [self.condition_handle(snapshot)]
        x = snapshot.condition.probability_cost
        there = numbers.difference(found.difference.value_at(x))
        handle = self.condition_handle(snapshot, there)
        interval = comparison_text.difference_interval(snapshot, x)
        if interval is None:
            return [handle]
        level = uncertainty_text.level(snapshot.settings.bands.spec)
        text = f"{there} ({level}: {numbers.interval(*interval, numbers.difference)})"
        return [replace(handle, text=text, short=there)]

    def snap(self, snapshot: Snapshot, canvas: Canvas, place: QPointF) -> tuple[str, int] | None:
        """Return the classifier of the selected model at the PC(+) under the mouse."""
        found, (x, _) = _comparison(snapshot), canvas.value(place)
        if found is None or not 0 <= x <= 1:
            return None
        if abs(canvas.y(found.difference.value_at(x)) - place.y()) > SNAP_REACH:
            return None
        envelope = model_curves(snapshot)[found.model].evaluation.envelope
        return found.model, envelope.classifier_at(x)

    def hint(self, snapshot: Snapshot, canvas: Canvas, place: QPointF) -> str:
        """Say over the strip at the foot which one is cheaper where."""
        found = _comparison(snapshot)
        over = strip_rect(canvas).adjusted(0, -20, 0, 4).contains(place)
        if found is None or not over:
            return ""
        known = known_difference(snapshot)
        sure = "" if known is None else f" {comparison_text.significance_sentence(snapshot, known)}"
        return f"{comparison_text.sentence_on_this_sample(snapshot, found)}{sure}"

    def accessible_text(self, snapshot: Snapshot, model: ModelSnapshot) -> str:
        """Say of the selected model where it is cheaper than its competitor."""
        found = _comparison(snapshot)
        if found is not None and model.info.key == found.model:
            return comparison_text.sentence_on_this_sample(snapshot, found)
        return (
            tr("not compared here")
            if found is None or model.info.key != found.competitor
            else tr("competitor")
        )


def _comparison(snapshot: Snapshot) -> Comparison | None:
    return cost_comparisons(snapshot).comparison


def _extent(snapshot: Snapshot, found: Comparison) -> Floats:
    """Return the differences, and how far their interval reaches."""
    known = known_difference(snapshot)
    band = () if known is None else (known.band.lower, known.band.upper)
    values = np.concatenate([found.difference.difference, *band])
    return values[np.isfinite(values)]


def _strip(snapshot: Snapshot, found: Comparison, tokens: Tokens) -> Mark:
    colors: dict[str, tuple[str, ...]] = {
        "a": strip_colors(snapshot.models[found.model].info, tokens),
        "b": strip_colors(snapshot.models[found.competitor].info, tokens),
    }
    parts = tuple(
        (low, high, colors.get(which, (tokens.trivial,))) for low, high, which in found.stretches
    )
    text = comparison_text.sentence(snapshot, found).rstrip(".")
    return FootStrip(parts, text, comparison_text.short_sentence(found))


_NOTHING = 1e-9  # what rounding leaves of equal costs
_ROWS = 13  # heights at which a name may stand
_STRIP_HEIGHT = 41.0  # px of the strip with its words
_NEAR = 12.0  # px from zero
_PLACES: tuple[tuple[float, Anchor], ...] = (
    (0.0, "left"),
    (1.0, "right"),
    (0.5, "center"),
    (0.25, "center"),
    (0.75, "center"),
)


def side_notes(
    snapshot: Snapshot,
    found: Comparison,
    bounds: Bounds,
    drawn: Sequence[Mark],
    handles: Iterable[Handle],
) -> Notes:
    """Return who is cheaper above zero and who below it, clear of curve, band and grip."""
    model, competitor = comparison_text.names(snapshot, found)
    curve, notes = found.difference.difference, []
    if float(curve.max()) > _NOTHING:
        notes.append(tuple(_places(competitor, bounds.y_high, -_NEAR)))
    if float(curve.min()) < -_NOTHING:
        notes.append(tuple(_places(model, bounds.y_low, _NEAR)))
    lines, bands = lines_and_bands(drawn)
    return Notes(tuple(notes), lines, bands, GRIP_WORDS, _STRIP_HEIGHT, tuple(handles))


def _places(name: str, end: float, aside: float) -> Iterator[Label]:
    """Yield where a name may stand: near zero first, and on one line first."""
    for text in vocabulary.versions_on_lines(tr("{name} cheaper", name=name)):
        for height in np.linspace(0.0, end, _ROWS).tolist():
            for x, anchor in _PLACES:
                yield Label(x, height, text, anchor, (0.0, aside))


def difference_entries(snapshot: Snapshot, found: Comparison, tokens: Tokens) -> list[LegendEntry]:
    """Return what a legend says of the curve, its band and the stretches that are coloured."""
    model, competitor = comparison_text.names(snapshot, found)
    curve = LegendEntry(
        tr("{model} less {competitor}", model=model, competitor=competitor), tokens.ink, width=2.0
    )
    known = known_difference(snapshot)
    if known is None:
        return [curve]
    level = uncertainty_text.level(known.band.spec)
    band = LegendEntry(
        tr("{level} band", level=level), tokens.muted, DIFFERENCE_ALPHA, is_area=True
    )
    colors = difference_colors(snapshot, found, tokens)
    names = {"a": model, "b": competitor}
    better = {one.better for one in known.stretches}
    areas = [
        LegendEntry(
            tr("{names} significantly cheaper", names=names[one]),
            colors[one],
            2 * SIGNIFICANT_ALPHA,
            is_area=True,
        )
        for one in sorted(better)
    ]
    return [curve, band, *areas]
