"""What is written into cost space: the trivial classifiers, and what the strip at the foot says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.views import words
from costcurve_gui.views.plots.marks import Label
from costcurve_gui.views.plots.notes import GRIP_WORDS, Notes
from costcurve_gui.views.plots.obstacles import lines_and_bands

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costcurve_gui.models.results import Frame, Winners
    from costcurve_gui.views.plots.canvas import Bounds
    from costcurve_gui.views.plots.marks import Anchor, Mark

_HEIGHTS = (0.766, 0.66, 0.86, 0.56, 0.46, 0.36)  # of the view, between the grid lines at first
_ASIDE = (12.0, 20.0)  # px between a line and its name
_OVER_STRIP = 28.0  # px from the foot of the view
_SHARES = (0.5, 0.3, 0.7, 0.15, 0.85)  # of a part of the strip
_NARROW = 0.1  # of PC(+)


def ramp_places(text: str, intercept: float, slope: float, bounds: Bounds) -> Iterator[Label]:
    """Yield where the name of a trivial classifier may stand: on the outer side of its line."""
    anchor: Anchor = "right" if slope > 0 else "left"
    for aside in _ASIDE:
        for share in _HEIGHTS:
            height = bounds.y_low + share * bounds.height
            shift = (-aside if anchor == "right" else aside, 0.0)
            yield Label((height - intercept) / slope, height, text, anchor, shift)


def trivial_names(frame: Frame, bounds: Bounds) -> list[tuple[Label, ...]]:
    """Return where the names of the trivial classifiers may stand in cost space."""
    said = words.vocabulary(frame)
    ramps = {"none": (0.0, 1.0), "all": (1.0, -1.0)}
    return [
        tuple(ramp_places(said.all_of(key), *ramp, bounds))
        for key, ramp in ramps.items()
        if key not in frame.settings.hidden
    ]


def cost_names(
    frame: Frame, bounds: Bounds, drawn: Sequence[Mark], handles: Sequence[Mark]
) -> Notes:
    """Return the names of the trivial classifiers and of the strip, clear of what is drawn."""
    notes = (*trivial_names(frame, bounds), *_strip_notes(frame, bounds))
    lines, bands = lines_and_bands(drawn)
    x = frame.condition.probability_cost
    condition = ((x, x), (bounds.y_low, bounds.y_high))
    others = (*handles, *drawn)
    return Notes(notes, (*lines, condition), bands, GRIP_WORDS, others=others)


def _strip_notes(frame: Frame, bounds: Bounds) -> list[tuple[Label, ...]]:
    """Return what the widest parts of the strip mean: one model, a tie, a trivial classifier."""
    said, winners = words.vocabulary(frame), frame.cost_answers.winners()
    trivial = [one for one in winners if one[2][0] not in frame.models]
    single = [one for one in winners if len(one[2]) == 1 and one not in trivial]
    tied = [one for one in winners if len(one[2]) > 1]
    notes = [
        _over(single, ("cheapest model", "cheapest"), bounds),
        _over(tied, ("cheapest models tie", "tie"), bounds),
    ]
    for one in trivial:
        texts = (f"no model beats {said.doing_all(one[2][0])}", "trivial")
        notes.append(_over([one], texts, bounds))
    return [note for note in notes if note]


def _over(parts: Sequence[Winners], texts: Sequence[str], bounds: Bounds) -> tuple[Label, ...]:
    """Return where words may stand over the widest of some parts, the longest words first."""
    low, high, _ = max(parts, key=lambda part: part[1] - part[0], default=(0.0, 0.0, ()))
    if high - low < _NARROW:
        return ()
    shift = (0.0, -_OVER_STRIP)
    return tuple(
        Label(low + share * (high - low), bounds.y_low, text, "center", shift)
        for text in texts
        for share in _SHARES
    )
