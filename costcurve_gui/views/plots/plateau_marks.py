"""The stretch of a profit curve whose thresholds do nearly as well as the best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPolygonF

from costcurve_gui.models.uncertainty import honest_known
from costcurve_gui.views import band_words, numbers
from costcurve_gui.views.plots.brushes import color, kept_inside, paint_words, pen, text_box
from costcurve_gui.views.plots.description import selected_model
from costcurve_gui.views.plots.marks import Line, Mark
from costcurve_gui.views.plots.obstacles import obstacles
from costcurve_gui.views.plots.paint import STRIP_HEIGHT, paint, strip_rect

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from costcurve_gui.models.results import Frame
    from costcurve_gui.views.plots.canvas import Canvas
    from costcurve_gui.views.theme import Tokens

_WIDTH, _ALPHA = 9.0, 90
_NARROW = 24.0  # px: a stretch below that is pointed at from both sides
_ARROW, _HEAD, _GAP = 14.0, 5.0, 3.0  # px


@dataclass(frozen=True, slots=True, eq=False)
class Extent(Mark):
    """A stretch of x at the foot, between two ticks, and words beside it.

    Ticks and bar stand where the stretch ends, however short it is; as on a technical drawing
    two arrows point at one too narrow to be seen. `short` stands where `text` is too long.
    """

    low: float
    high: float
    color: str
    text: str
    short: str


def plateau_marks(frame: Frame, tokens: Tokens) -> list[Mark]:
    """Return a broad line under the curve of the selected model, and its extent at the foot."""
    found, model = honest_known(frame), selected_model(frame)
    if found is None or model is None:
        return []
    curve, flat = model.profit, found.plateau
    inside = (curve.indices >= flat.first) & (curve.indices <= flat.last)
    if not inside.any():
        return []
    x, y, tone = curve.x[inside], curve.y[inside], tokens.model_color(model.info.slot)
    low, high = float(x[0]), float(x[-1])
    words = f"within {band_words.share(flat.share)} of the best"
    ends = dict.fromkeys(numbers.fixed(100 * end, 1) for end in (low, high))
    return [
        Line("plateau", x, y, tone, _ALPHA, _WIDTH),
        Extent(low, high, tone, f"{words}: {' to '.join(ends)} %", words),
    ]


def is_narrow(mark: Extent, canvas: Canvas) -> bool:
    """Whether arrows point at a stretch."""
    return canvas.x(mark.high) - canvas.x(mark.low) < _NARROW * canvas.unit


def extent_words(mark: Extent, canvas: Canvas) -> tuple[QRectF, str]:
    """Return where the words stand: right of the stretch and its arrow, or left of them."""
    out = (_ARROW + _GAP if is_narrow(mark, canvas) else _GAP) * canvas.unit
    right, left = canvas.x(mark.high) + out, canvas.x(mark.low) - out
    middle = strip_rect(canvas).center().y()
    for text in (mark.text, mark.short):
        box = text_box(text, canvas.fonts.small, canvas.unit)
        fits = right + box.width() <= canvas.rect.right()
        if fits or left - box.width() >= canvas.rect.left():
            break
    box.moveCenter(QPointF(0.0, middle))
    box.moveLeft(right if fits else left - box.width())
    return kept_inside(box, canvas.rect), text


@obstacles.register(Extent)
def _extent_boxes(mark: Extent, canvas: Canvas) -> list[QRectF]:
    """Return where the words stand, and the bar with its ticks or arrows."""
    strip, unit = strip_rect(canvas), canvas.unit
    out, rise = (_ARROW if is_narrow(mark, canvas) else 1.0) * unit, STRIP_HEIGHT * unit
    left, right = canvas.x(mark.low) - out, canvas.x(mark.high) + out
    bar = QRectF(left, strip.top() - rise, right - left, strip.height() + 2 * rise)
    return [bar, extent_words(mark, canvas)[0]]


@paint.register(Extent)
def _extent(mark: Extent, painter: QPainter, canvas: Canvas) -> None:
    strip, unit = strip_rect(canvas), canvas.unit
    left, right = canvas.x(mark.low), canvas.x(mark.high)
    painter.fillRect(QRectF(left, strip.top(), right - left, strip.height()), color(mark.color))
    painter.setPen(pen(mark.color, unit, width=1.5))
    reach = STRIP_HEIGHT * unit
    for x in (left, right):
        painter.drawLine(QLineF(x, strip.top() - reach, x, strip.bottom() + reach))
    if is_narrow(mark, canvas):
        _arrow(QPointF(left, strip.center().y()), -1, painter, canvas)
        _arrow(QPointF(right, strip.center().y()), 1, painter, canvas)
    font, tone = canvas.fonts.small, canvas.tokens.muted
    paint_words(painter, canvas, *extent_words(mark, canvas), font, tone)


def _arrow(tip: QPointF, side: int, painter: QPainter, canvas: Canvas) -> None:
    """Paint an arrow that comes from one side and ends at its tip."""
    unit = canvas.unit
    back, half = QPointF(side * _HEAD * unit, 0.0), QPointF(0.0, 0.7 * _HEAD * unit)
    painter.setPen(pen(canvas.tokens.ink, unit, width=1.5))
    painter.drawLine(tip + back, tip + QPointF(side * _ARROW * unit, 0.0))
    painter.setPen(pen(canvas.tokens.ink, unit))
    painter.setBrush(color(canvas.tokens.ink))
    painter.drawPolygon(QPolygonF([tip, tip + back + half, tip + back - half]))
