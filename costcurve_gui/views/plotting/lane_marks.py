"""The lanes of relative superiority and the corners of a belief."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont

from costcurve_gui.views.plotting.brushes import (
    color,
    fill_striped,
    kept_inside,
    metrics,
    on_pixel,
    paint_words,
    pen,
    text_box,
    write,
)
from costcurve_gui.views.plotting.marks import Mark
from costcurve_gui.views.plotting.obstacles import obstacles
from costcurve_gui.views.plotting.painting import paint

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from costcurve_gui.views.plotting.canvas import Canvas

_STRIP, _HEAVY = 5.0, 8.0
_GAP = 1.0
_CORNER = 10.0
_LEAST_TEXT = 0.62  # of the usual height: names in tight lanes are smaller, to 7 px


@dataclass(frozen=True, slots=True, eq=False)
class Lane(Mark):
    """A level line over all of x with strips (low, high) on it, a name and figures above it.

    `pitch` is the distance to the next lane; without room above the lane the name stands on it.
    """

    key: str
    y: float
    pitch: float
    parts: tuple[tuple[float, float], ...]
    colors: tuple[str, ...]
    name: str
    figures: str
    heavy: bool


@dataclass(frozen=True, slots=True, eq=False)
class Corner(Mark):
    """A small grip in ink at a point that can be dragged, with its value beside it."""

    x: float
    y: float
    text: str
    anchor: Literal["left", "right", "center"]
    shift: tuple[float, float]


@obstacles.register(Lane)
def _row(mark: Lane, canvas: Canvas) -> list[QRectF]:
    """Return the height of the words of a lane, above its line or on it, from end to end."""
    left, right, y = canvas.x(0.0), canvas.x(1.0), canvas.y(mark.y)
    height = metrics(canvas.fonts.small).height()
    return [QRectF(left, y - height, right - left, 1.5 * height)]


@paint.register(Lane)
def _lane(mark: Lane, painter: QPainter, canvas: Canvas) -> None:
    """Paint the line of a lane, its strips and, where there is room, its words.

    Where there is little room the figures go first, then the name gets smaller.
    """
    left, right, y = canvas.x(0.0), canvas.x(1.0), on_pixel(canvas.y(mark.y), canvas)
    unit = canvas.unit
    painter.fillRect(QRectF(left, y, right - left, unit), color(canvas.tokens.border))
    height = metrics(canvas.fonts.small).height()
    room = mark.pitch * canvas.rect.height() / canvas.bounds.height
    thick = (_HEAVY if mark.heavy else _STRIP) * unit
    if height + (_STRIP + _GAP) * unit <= room < height + thick + _GAP * unit:
        thick = _STRIP * unit  # so that the name stands above it
    for low, high in mark.parts:
        start, end = on_pixel(canvas.x(low), canvas), on_pixel(canvas.x(high), canvas)
        strip = QRectF(start, on_pixel(y - thick / 2, canvas), max(end - start, unit), thick)
        fill_striped(painter, strip, mark.colors, unit)
    if room >= height + thick + _GAP * unit:
        row = QRectF(left, y - thick / 2 - _GAP * unit - height, right - left, height)
        _words(mark, row, painter, canvas)
    elif room >= _LEAST_TEXT * height:
        _name_in_gap(mark, QRectF(left, y - room / 2, right - left, room), painter, canvas)


def _name_in_gap(mark: Lane, row: QRectF, painter: QPainter, canvas: Canvas) -> None:
    """Write the name on the line of a lane, where most of it is free of strips if it fits."""
    tokens, font = canvas.tokens, canvas.fonts.bold if mark.heavy else canvas.fonts.small
    font = _smaller(font, row.height() / metrics(font).height())
    ends = [0.0, *(end for part in sorted(mark.parts) for end in part), 1.0]
    low, high = max(zip(ends[::2], ends[1::2], strict=True), key=lambda gap: gap[1] - gap[0])
    wide, rims = metrics(font).horizontalAdvance(mark.name), 4 * _GAP * canvas.unit
    if canvas.x(high) - canvas.x(low) < wide + rims:  # no gap has room: over the strip
        low, high = 0.0, 1.0
    row.setLeft(canvas.x(low))
    room = canvas.x(high) - canvas.x(low) - rims
    row.setWidth(min(wide, room) + rims)
    font = _as_wide(font, mark.name, room)
    paint_words(painter, canvas, row, mark.name, font, tokens.text if mark.heavy else tokens.muted)


def _words(mark: Lane, row: QRectF, painter: QPainter, canvas: Canvas) -> None:
    font, tokens = canvas.fonts.bold if mark.heavy else canvas.fonts.small, canvas.tokens
    figures = metrics(canvas.fonts.small).horizontalAdvance(mark.figures)
    room = row.width() - figures - 12 * _GAP * canvas.unit
    if metrics(font).horizontalAdvance(mark.name) <= room:
        write(painter, row, mark.figures, canvas.fonts.small, tokens.muted, "right")
    font = _as_wide(font, mark.name, row.width())
    write(painter, row, mark.name, font, tokens.text if mark.heavy else tokens.muted, "left")


def _as_wide(font: QFont, text: str, room: float) -> QFont:
    """Return the font, smaller where the text is wider than the room."""
    return _smaller(font, room / max(metrics(font).horizontalAdvance(text), 1.0))


def _smaller(font: QFont, share: float) -> QFont:
    if share >= 1:
        return font
    smaller = QFont(font)
    if font.pixelSize() > 0:
        smaller.setPixelSize(max(1, int(font.pixelSize() * share)))
    else:
        smaller.setPointSizeF(max(1.0, font.pointSizeF() * share))
    return smaller


@paint.register(Corner)
def _corner(mark: Corner, painter: QPainter, canvas: Canvas) -> None:
    """Paint the grip, if grips are painted, and the value."""
    place, unit = canvas.point(mark.x, mark.y), canvas.unit
    if canvas.handles:
        radius = _CORNER / 2 * unit
        painter.setPen(pen(canvas.tokens.plot, unit, width=2.0))
        painter.setBrush(color(canvas.tokens.ink))
        painter.drawEllipse(place, radius, radius)
    if not mark.text:
        return
    font = canvas.fonts.bold
    box = text_box(mark.text, font, unit)
    share = {"left": 0.0, "center": 0.5, "right": 1.0}[mark.anchor]
    aside = place + QPointF(*mark.shift) * unit
    box.moveTo(aside.x() - share * box.width(), aside.y() - box.height() / 2)
    box = kept_inside(box, canvas.rect)
    paint_words(painter, canvas, box, mark.text, font, canvas.tokens.ink)
