"""Pens, text boxes and hatching shared by everything that paints a plot."""

from __future__ import annotations

from functools import lru_cache
from itertools import cycle
from typing import TYPE_CHECKING, Literal

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainterPath, QPen, QTransform

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFont, QPainter

    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.plotting.marks import Forbidden


GROUND_ALPHA, _THIN_ALPHA = 225, 120
_PAD_X, _PAD_Y = 5.0, 3.0
_HALO = 2.5
SCREEN = 1.0  # the unit of a canvas that has the pixels of the screen
_STRIPE = 6.0
Side = Literal["left", "center", "right"]
# Plain numbers: putting Qt's flags together costs more than writing the text.
_FLAGS: dict[str, int] = {
    side: int((flag | Qt.AlignmentFlag.AlignVCenter).value)
    for side, flag in (
        ("left", Qt.AlignmentFlag.AlignLeft),
        ("center", Qt.AlignmentFlag.AlignHCenter),
        ("right", Qt.AlignmentFlag.AlignRight),
    )
}
_SINGLE_LINE = Qt.TextFlag.TextSingleLine.value


@lru_cache(maxsize=256)
def color(name: str, alpha: int = 255) -> QColor:
    """Return a colour with transparency."""
    result = QColor(name)
    result.setAlpha(alpha)
    return result


@lru_cache(maxsize=256)
def pen(
    name: str,
    unit: float = 1.0,
    *,
    width: float = 1.0,
    alpha: int = 255,
    dash: tuple[float, ...] = (),
    rounded: bool = True,
) -> QPen:
    """Return a pen; width and dash count screen pixels of `unit` painter's units.

    Joins of a wide line are `rounded`.
    """
    joins = Qt.PenJoinStyle
    result = QPen(color(name, alpha), width * unit)
    result.setCapStyle(Qt.PenCapStyle.FlatCap)
    result.setJoinStyle(joins.RoundJoin if rounded and width > 1 else joins.BevelJoin)
    if dash:
        result.setDashPattern([part / width for part in dash])
    return result


@lru_cache(maxsize=64)
def metrics(font: QFont) -> QFontMetricsF:
    """Return the measures of a font."""
    return QFontMetricsF(font)


def hatching(name: str, unit: float) -> QBrush:
    """Return diagonal strokes, as wide on paper as on the screen."""
    brush = QBrush(color(name), Qt.BrushStyle.BDiagPattern)
    brush.setTransform(QTransform.fromScale(unit, unit))
    return brush


def fill_striped(painter: QPainter, rect: QRectF, colors: Sequence[str], unit: float) -> None:
    """Fill a rectangle with upright stripes of several colours in turn."""
    if len(colors) == 1:
        painter.fillRect(rect, color(colors[0]))
        return
    left = rect.left()
    for name in cycle(colors):
        if left >= rect.right():
            return
        width = min(_STRIPE * unit, rect.right() - left)
        painter.fillRect(QRectF(left, rect.top(), width, rect.height()), color(name))
        left += _STRIPE * unit


def text_box(text: str, font: QFont, unit: float) -> QRectF:
    """Return the box of words with the ground behind them, at the origin."""
    width, height = _text_size(text, font)
    return QRectF(0, 0, width + 2 * _PAD_X * unit, height + 2 * _PAD_Y * unit)


@lru_cache(maxsize=512)
def _text_size(text: str, font: QFont) -> tuple[float, float]:
    """Return width and height of words; a drag asks for the same ones in every frame."""
    measures, lines = metrics(font), text.split("\n")
    height = measures.height() + (len(lines) - 1) * measures.lineSpacing()
    return max(map(measures.horizontalAdvance, lines)), height


def kept_inside(box: QRectF, room: QRectF) -> QRectF:
    """Move a box by as little as puts it inside."""
    if room.contains(box):
        return QRectF(box)
    left = min(max(box.left(), room.left()), max(room.right() - box.width(), room.left()))
    top = min(max(box.top(), room.top()), max(room.bottom() - box.height(), room.top()))
    return QRectF(QPointF(left, top), box.size())


def paint_words(
    painter: QPainter, canvas: Canvas, box: QRectF, text: str, font: QFont, tone: str
) -> None:
    """Write words on a piece of the plot's ground; on paper that would cut holes into the grid.

    Nor do words stand on paper that reach out of the plot.
    """
    if canvas.unit != SCREEN:
        rim = _PAD_X * canvas.unit
        if canvas.rect.adjusted(-rim, -rim, rim, rim).contains(box):
            paint_with_halo(painter, canvas, box, text, font, tone)
        return
    painter.fillRect(box, color(canvas.tokens.plot, GROUND_ALPHA))
    write(painter, box, text, font, tone)


def paint_over_lines(
    painter: QPainter, canvas: Canvas, box: QRectF, text: str, font: QFont, tone: str
) -> None:
    """Write words on a thin ground that lets lines and bands through; see `paint_words`."""
    if canvas.unit != SCREEN:
        paint_words(painter, canvas, box, text, font, tone)
        return
    rim = _PAD_Y * canvas.unit
    thin = color(canvas.tokens.plot, _THIN_ALPHA)
    painter.fillRect(box.adjusted(0, rim, 0, -rim), thin)
    write(painter, box, text, font, tone)


def paint_with_halo(
    painter: QPainter, canvas: Canvas, box: QRectF, text: str, font: QFont, tone: str
) -> None:
    """Write words with a thin rim of the plot's ground, where a piece of it would hide a band."""
    measures, lines, letters = metrics(font), text.split("\n"), QPainterPath()
    foot = box.center().y() + (measures.ascent() - measures.descent()) / 2
    foot -= (len(lines) - 1) * measures.lineSpacing() / 2
    for line in lines:
        left = box.center().x() - measures.horizontalAdvance(line) / 2
        letters.addText(QPointF(left, foot), font, line)
        foot += measures.lineSpacing()
    painter.strokePath(letters, _halo(canvas.tokens.plot, canvas.unit))
    write(painter, box, text, font, tone)


@lru_cache(maxsize=16)
def _halo(name: str, unit: float) -> QPen:
    result = QPen(color(name), _HALO * unit)
    result.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return result


def write(
    painter: QPainter,
    box: QRectF,
    text: str,
    font: QFont,
    tone: str,
    side: Side = "center",
) -> None:
    """Write words into a box, upright in the middle."""
    painter.setFont(font)
    painter.setPen(color(tone))
    flags = _FLAGS[side]
    painter.drawText(box, flags if "\n" in text else flags | _SINGLE_LINE, text)


def on_pixel(value: float, canvas: Canvas) -> float:
    """Round to the screen's pixels; paper has none worth the name."""
    return float(round(value)) if canvas.unit == SCREEN else value


_GAP, _ALPHA = 8.0, 70


def _forbidden_outline(mark: Forbidden, canvas: Canvas) -> list[QPointF]:
    """Return the forbidden part of the view: its rectangle cut along the bound."""
    b = canvas.bounds
    corners = [(b.x_low, b.y_low), (b.x_high, b.y_low), (b.x_high, b.y_high), (b.x_low, b.y_high)]
    excess = [mark.x_weight * x + mark.y_weight * y - mark.limit for x, y in corners]
    outline: list[QPointF] = []
    for k, (x, y) in enumerate(corners):
        after = (k + 1) % 4
        if excess[k] > 0:
            outline.append(canvas.point(x, y))
        if (excess[k] > 0) != (excess[after] > 0):
            share = excess[k] / (excess[k] - excess[after])
            next_x, next_y = corners[after]
            outline.append(canvas.point(x + share * (next_x - x), y + share * (next_y - y)))
    return outline


def paint_forbidden(mark: Forbidden, painter: QPainter, canvas: Canvas) -> None:
    """Hatch the forbidden part of the view."""
    outline, rect = _forbidden_outline(mark, canvas), canvas.rect
    if not outline:
        return
    gap = _GAP * canvas.unit
    starts = np.arange(rect.left() - rect.height(), rect.right(), gap).tolist()
    painter.setPen(pen(canvas.tokens.muted, canvas.unit, alpha=_ALPHA))
    bottom, height = rect.bottom(), rect.height()
    lines = [QLineF(left, bottom, left + height, bottom - height) for left in starts]
    painter.drawLines([part for line in lines if (part := _inside(line, outline)) is not None])


def _inside(line: QLineF, outline: list[QPointF]) -> QLineF | None:
    """Return the part of a line inside a convex outline: vector pictures keep no clip."""
    cuts = []
    for first, second in zip(outline, [*outline[1:], outline[0]], strict=True):
        edge = QLineF(first, second)
        kind, place = line.intersects(edge)
        if kind == QLineF.IntersectionType.BoundedIntersection:
            cuts.append(place)
    if len(cuts) < 2:
        return None
    cuts.sort(key=lambda place: place.x())
    return QLineF(cuts[0], cuts[-1])
