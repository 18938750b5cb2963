"""Paints what averages of several curves need: bars of their scatter, and a key to the lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF

from costcurve_gui.views.plots.brushes import GROUND_ALPHA, color, pen, text_box, write

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from costcurve_gui.views.plots.canvas import Canvas
    from costcurve_gui.views.plots.marks import Key, Whisker

_KEY_LINE, _KEY_MARGIN = 26.0, 8.0
_WHISKER_END, _WHISKER_ALPHA = 6.0, 200


def paint_whisker(mark: Whisker, painter: QPainter, canvas: Canvas) -> None:
    """Paint a bar and its ends."""
    half = _WHISKER_END / 2 * canvas.unit
    if mark.upright:
        ends = [canvas.point(mark.x, end) for end in (mark.low, mark.high)]
        across = QPointF(half, 0.0)
    else:
        ends = [canvas.point(end, mark.y) for end in (mark.low, mark.high)]
        across = QPointF(0.0, half)
    painter.setPen(pen(mark.color, canvas.unit, alpha=_WHISKER_ALPHA))
    painter.drawLine(QLineF(*ends))
    painter.drawLines([QLineF(end - across, end + across) for end in ends])


def paint_key(mark: Key, painter: QPainter, canvas: Canvas) -> None:
    """Paint the lines and their names in the lower right corner."""
    unit, font = canvas.unit, canvas.fonts.small
    boxes = [text_box(entry.text, font, unit) for entry in mark.entries]
    width = _KEY_LINE * unit + max(box.width() for box in boxes)
    ground = QRectF(0, 0, width, sum(box.height() for box in boxes))
    ground.moveBottomRight(canvas.rect.bottomRight() - QPointF(1, 1) * _KEY_MARGIN * unit)
    painter.fillRect(ground, color(canvas.tokens.plot, GROUND_ALPHA))
    top = ground.top()
    for entry, box in zip(mark.entries, boxes, strict=True):
        middle, end = top + box.height() / 2, ground.left() + _KEY_LINE * unit
        line = pen(entry.color, unit, width=entry.width, alpha=entry.alpha, dash=entry.dash)
        painter.setPen(line)
        painter.drawLine(QLineF(ground.left(), middle, end, middle))
        box.moveTo(end, top)
        write(painter, box, entry.text, font, canvas.tokens.muted)
        top += box.height()
