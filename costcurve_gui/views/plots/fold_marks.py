"""What averages of several curves need: bars of their scatter, and a key to the lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF

from costcurve_gui.views.plots.brushes import GROUND_ALPHA, color, pen, text_box, write
from costcurve_gui.views.plots.marks import Mark
from costcurve_gui.views.plots.paint import paint

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from costcurve_gui.views.plots.canvas import Canvas

_KEY_LINE, _KEY_MARGIN = 26.0, 8.0
_WHISKER_END, _WHISKER_ALPHA = 6.0, 200


@dataclass(frozen=True, slots=True, eq=False)
class Whisker(Mark):
    """A bar from `low` to `high` through a point of a curve, with short ends across."""

    x: float
    y: float
    low: float
    high: float
    upright: bool
    color: str


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """One line of a key."""

    text: str
    color: str
    alpha: int = 255
    width: float = 1.0
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Key(Mark):
    """What lines of one model mean, in the lower right corner of the view."""

    entries: tuple[KeyEntry, ...]


@paint.register(Whisker)
def _whisker(mark: Whisker, painter: QPainter, canvas: Canvas) -> None:
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


@paint.register(Key)
def _key(mark: Key, painter: QPainter, canvas: Canvas) -> None:
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
