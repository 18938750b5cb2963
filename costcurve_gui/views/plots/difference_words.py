"""What is written about a difference in cost: who is cheaper on which side of zero."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.views import band_words, comparisons, words
from costcurve_gui.views.plots.band_marks import (
    DIFFERENCE_ALPHA,
    SIGNIFICANT_ALPHA,
    difference_colors,
)
from costcurve_gui.views.plots.legend_entries import LegendEntry
from costcurve_gui.views.plots.marks import Label
from costcurve_gui.views.plots.notes import GRIP_WORDS, Notes
from costcurve_gui.views.plots.obstacles import lines_and_bands

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from costcurve_gui.models.results import Comparison, Frame
    from costcurve_gui.views.plots.canvas import Bounds
    from costcurve_gui.views.plots.handles import Handle
    from costcurve_gui.views.plots.marks import Anchor, Mark
    from costcurve_gui.views.theme import Tokens

_NOTHING = 1e-9  # what rounding leaves of equal costs
_ROWS = 13  # heights at which a name may stand
_FOOT = 41.0  # px of the strip with its words
_NEAR = 12.0  # px from zero
_PLACES: tuple[tuple[float, Anchor], ...] = (
    (0.0, "left"),
    (1.0, "right"),
    (0.5, "center"),
    (0.25, "center"),
    (0.75, "center"),
)


def side_notes(
    frame: Frame,
    found: Comparison,
    bounds: Bounds,
    drawn: Sequence[Mark],
    handles: Iterable[Handle],
) -> Notes:
    """Return who is cheaper above zero and who below it, clear of curve, band and grip."""
    model, rival = comparisons.names(frame, found)
    curve, notes = found.difference.difference, []
    if float(curve.max()) > _NOTHING:
        notes.append(tuple(_places(rival, bounds.y_high, -_NEAR)))
    if float(curve.min()) < -_NOTHING:
        notes.append(tuple(_places(model, bounds.y_low, _NEAR)))
    lines, bands = lines_and_bands(drawn)
    return Notes(tuple(notes), lines, bands, GRIP_WORDS, _FOOT, tuple(handles))


def _places(name: str, end: float, aside: float) -> Iterator[Label]:
    """Yield where a name may stand: near zero first, and on one line first."""
    for text in words.versions_on_lines(f"{name} cheaper"):
        for height in np.linspace(0.0, end, _ROWS).tolist():
            for x, anchor in _PLACES:
                yield Label(x, height, text, anchor, (0.0, aside))


def difference_entries(frame: Frame, found: Comparison, tokens: Tokens) -> list[LegendEntry]:
    """Return what a legend says of the curve, its band and the stretches that are coloured."""
    model, rival = comparisons.names(frame, found)
    curve = LegendEntry(f"{model} less {rival}", tokens.ink, width=2.0)
    known = comparisons.difference_known(frame)
    if known is None:
        return [curve]
    level = band_words.level(known.band.spec)
    band = LegendEntry(f"{level} band", tokens.muted, DIFFERENCE_ALPHA, is_area=True)
    colors = difference_colors(frame, found, tokens)
    names = {"a": model, "b": rival}
    better = {one.better for one in known.stretches}
    areas = [
        LegendEntry(
            f"{names[one]} significantly cheaper", colors[one], 2 * SIGNIFICANT_ALPHA, is_area=True
        )
        for one in sorted(better)
    ]
    return [curve, band, *areas]
