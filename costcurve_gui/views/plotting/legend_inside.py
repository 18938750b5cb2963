"""Room for a legend in the plot, where it covers neither curve nor band nor words."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from costcurve_gui.views.plotting import marks as m
from costcurve_gui.views.plotting.handles import Handle, visible_ends
from costcurve_gui.views.plotting.interval_marks import Whisker
from costcurve_gui.views.plotting.label_placement import Surroundings, placed_words
from costcurve_gui.views.plotting.notes import Notes, placed
from costcurve_gui.views.plotting.obstacles import obstacles
from costcurve_gui.views.plotting.painting import strip_rect

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.plotting.legend import Legend

_KNOWN = (
    *(m.Line, m.CostLines, m.Label, m.FootStrip, m.Hollow, m.Tick, m.ClassifierPoint),
    *(m.Forbidden, m.Shade, Notes, Whisker),
)
_AIR = 8.0  # px round the legend
_PLACES = 13  # along each side of the plot
_WIDEST = (0.3, 0.45, 0.65, 0.9)  # of the plot, the narrowest legend first


def room_inside(legend: Legend, drawn: Sequence[m.Mark], canvas: Canvas) -> QRectF | None:
    """Return where a legend fits into the plot, the corners first.

    None where it does not, and where only its painter knows what something on it covers.
    """
    if not all(map(_is_known, drawn)):
        return None
    around = Surroundings.of([*drawn, *lines_of_handles(drawn, canvas)], canvas)
    used = [*words_of(drawn, canvas), *_grounds(drawn, canvas)]
    air = _AIR * canvas.unit
    for widest in _WIDEST:
        room = widest * canvas.rect.width()
        size = legend.width(room), legend.height(room)
        for box in _boxes(*size, canvas, air):
            wide = box.adjusted(-air, -air, air, air)
            if not around.covers(wide) and not any(map(wide.intersects, used)):
                return box
    return None


def _boxes(width: float, height: float, canvas: Canvas, air: float) -> Iterator[QRectF]:
    free = canvas.rect.adjusted(2 * air, 2 * air, -2 * air - width, -2 * air - height)
    if free.width() < 0 or free.height() < 0:
        return
    shares = [place / (_PLACES - 1) for place in range(_PLACES)]
    for across, down in sorted(product(shares, shares), key=_from_corner):
        left, top = free.left() + across * free.width(), free.top() + down * free.height()
        yield QRectF(left, top, width, height)


def _from_corner(place: tuple[float, float]) -> float:
    return sum(min(share, 1 - share) for share in place)


def words_of(drawn: Sequence[m.Mark], canvas: Canvas) -> list[QRectF]:
    """Return the ground of all words in the plot, where they stand in the end."""
    around = partial(Surroundings.of, drawn, canvas)
    words = [found.box for found in placed_words(drawn, canvas, around).values()]
    notes = [note.box for mark in drawn if isinstance(mark, Notes) for note in placed(mark, canvas)]
    return [*words, *notes]


def lines_of_handles(drawn: Sequence[m.Mark], canvas: Canvas) -> list[m.Line]:
    """Return the lines of what can be dragged, as those of curves."""
    lines: list[m.Line] = []
    for mark in drawn:
        ends = visible_ends(mark, canvas) if isinstance(mark, Handle) else None
        if ends is not None:
            (x, y), (right, top) = sorted(canvas.value(end) for end in ends)
            lines.append(m.Line("", (x, right), (y, top), canvas.tokens.ink))
    return lines


def _is_known(mark: m.Mark) -> bool:
    """Whether it can be told what a mark covers."""
    own = obstacles.dispatch(type(mark)) is not obstacles.dispatch(object)
    if isinstance(mark, m.Between):
        return mark.first[0] is mark.second[0]
    return own or isinstance(mark, _KNOWN)


def _whisker(mark: Whisker, canvas: Canvas) -> QRectF:
    low, high = (mark.x, mark.low), (mark.x, mark.high)
    if not mark.upright:
        low, high = (mark.low, mark.y), (mark.high, mark.y)
    box = QRectF(canvas.point(*low), canvas.point(*high)).normalized()
    return box.adjusted(-canvas.unit, -canvas.unit, canvas.unit, canvas.unit)


def _grounds(drawn: Sequence[m.Mark], canvas: Canvas) -> Iterator[QRectF]:
    for mark in drawn:
        yield from obstacles(mark, canvas)
        if isinstance(mark, m.FootStrip):
            yield strip_rect(canvas)
        elif isinstance(mark, Whisker):
            yield _whisker(mark, canvas)
