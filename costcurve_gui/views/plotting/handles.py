"""Lines and points that the mouse can move: where they lie, and what the mouse is over."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QPointF, QRectF, Qt

from costcurve_gui.views.plotting.brushes import text_box
from costcurve_gui.views.plotting.marks import Mark

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.views.plotting.canvas import Canvas

HandleName = Literal[
    "condition",
    "threshold",
    "capacity",
    "max_fpr",
    "cost_ratio",
    "belief_lo",
    "belief_mode",
    "belief_hi",
    "partial_low",
    "partial_high",
]

LINE_REACH = 6.0
GRIP_REACH = 12.0
WORDS_ASIDE = 9.0
_GRIP_DROP, _UNDER_WORDS = 20.0, 22.0
_GRIP_SHARES = (0.18, 0.42)  # of the visible length of a slanted line, best first


@dataclass(frozen=True, slots=True, eq=False)
class Handle(Mark):
    """A straight line through (x, y) in a direction, or the point alone, that can be dragged.

    `drop` is how far the grip of an upright line stands below its top, and that of a level one
    right of its left end. Words too long for both sides of an upright line take the place of the
    grip, which then stands below them. `hot` is under the mouse, `focused` answers the arrow keys,
    `held_at` is where the mouse holds it, in the painter's units. Where `text` is too long for the
    view, `short` stands in its place.
    """

    name: HandleName
    x: float
    y: float
    direction: tuple[float, float] | None
    text: str = ""
    drop: float = _GRIP_DROP
    hot: bool = False
    focused: bool = False
    held_at: tuple[float, float] | None = None
    short: str = ""

    @property
    def intent(self) -> str:
        """What dragging it changes: the corners of a belief change the one belief."""
        return "belief" if self.name.startswith("belief") else self.name

    @property
    def upright(self) -> bool:
        """Whether it is a vertical line."""
        return self.direction is not None and self.direction[0] == 0

    @property
    def level(self) -> bool:
        """Whether it is a horizontal line."""
        return self.direction is not None and self.direction[1] == 0

    @property
    def cursor(self) -> Qt.CursorShape:
        """The cursor that says which way it moves."""
        if self.direction is None or all(self.direction):
            return Qt.CursorShape.SizeAllCursor
        return Qt.CursorShape.SizeHorCursor if self.upright else Qt.CursorShape.SizeVerCursor


def visible_ends(handle: Handle, canvas: Canvas) -> tuple[QPointF, QPointF] | None:
    """Return where the line enters and leaves the view, from left to right or bottom to top."""
    if handle.direction is None:
        return None
    start = canvas.point(handle.x, handle.y)
    bounds, rect = canvas.bounds, canvas.rect
    across = handle.direction[0] * rect.width() / bounds.width
    up = -handle.direction[1] * rect.height() / bounds.height
    low, high = -math.inf, math.inf
    for offset, speed, room in (
        (start.x() - rect.left(), across, rect.width()),
        (start.y() - rect.top(), up, rect.height()),
    ):
        if speed == 0:
            if not 0 <= offset <= room:
                return None
            continue
        first, second = sorted((-offset / speed, (room - offset) / speed))
        low, high = max(low, first), min(high, second)
    if not low < high:
        return None
    step = QPointF(across, up)
    return start + step * low, start + step * high


def grip_place(handle: Handle, canvas: Canvas) -> QPointF | None:
    """Return the middle of the grip."""
    ends = visible_ends(handle, canvas)
    if ends is None:
        return None
    first, last = ends
    if handle.held_at is not None:
        return _nearest_on(first, last, QPointF(*handle.held_at))
    if handle.upright:
        under = 0.0 if has_words_aside(handle, first.x(), canvas) else _UNDER_WORDS
        return QPointF(first.x(), canvas.rect.top() + (handle.drop + under) * canvas.unit)
    if handle.level:
        return QPointF(canvas.rect.left() + handle.drop * canvas.unit, first.y())
    return _clear_place(handle, canvas, first, last)


def has_words_aside(handle: Handle, x: float, canvas: Canvas) -> bool:
    """Whether one side of an upright line at `x` has room for its words, or it has none."""
    if not handle.text:
        return True
    wide = text_box(handle.text, canvas.fonts.bold, canvas.unit).width()
    gap = WORDS_ASIDE * canvas.unit
    return x + gap + wide <= canvas.rect.right() or x - gap - wide >= canvas.rect.left()


def _clear_place(handle: Handle, canvas: Canvas, first: QPointF, last: QPointF) -> QPointF:
    """Return a place on the line where the operating point does not cover the grip."""
    point = canvas.point(handle.x, handle.y)
    places = [first + (last - first) * share for share in _GRIP_SHARES]
    clear = 2 * GRIP_REACH * canvas.unit
    return next((place for place in places if distance(place, point) >= clear), places[0])


def _nearest_on(first: QPointF, last: QPointF, place: QPointF) -> QPointF:
    along = last - first
    length = QPointF.dotProduct(along, along)
    share = QPointF.dotProduct(place - first, along) / length if length else 0.0
    return first + along * min(max(share, 0.0), 1.0)


def distance(one: QPointF, other: QPointF) -> float:
    """Return how far apart two places are."""
    return math.hypot(one.x() - other.x(), one.y() - other.y())


def _reach(handle: Handle, canvas: Canvas, place: QPointF) -> float | None:
    """Return how well the mouse hits: points before grips before lines, then the nearer."""
    if handle.direction is None:
        away = distance(canvas.point(handle.x, handle.y), place)
        return away if away <= GRIP_REACH else None
    ends, grip = visible_ends(handle, canvas), grip_place(handle, canvas)
    if ends is None or grip is None:
        return None
    if distance(grip, place) <= GRIP_REACH:
        return GRIP_REACH + distance(grip, place)
    away = distance(_nearest_on(*ends, place), place)
    return 2 * GRIP_REACH + away if away <= LINE_REACH else None


def handle_at(handles: Sequence[Handle], canvas: Canvas, place: QPointF) -> Handle | None:
    """Return the handle under the mouse."""
    reaches = [(_reach(handle, canvas, place), handle) for handle in handles]
    hits = [(reach, handle) for reach, handle in reaches if reach is not None]
    return min(hits, key=lambda hit: hit[0])[1] if hits else None


def grip_rect(handle: Handle, grip: QPointF, unit: float) -> QRectF:
    """Return the outline of the grip: upright lines have a bar, the others a disc."""
    scale = unit * (1.25 if handle.hot else 1.0)
    width, height = (9.0 * scale, 14.0 * scale) if handle.upright else (12.0 * scale, 12.0 * scale)
    return QRectF(grip.x() - width / 2, grip.y() - height / 2, width, height)
