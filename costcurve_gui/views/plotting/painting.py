"""Paint marks on any paint device, so that paper shows what the screen shows."""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING

import numpy as np
from pyqtgraph.functions import arrayToQPolygonF
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt

from costcurve_gui.views.plotting import marks as m
from costcurve_gui.views.plotting.brushes import (
    color,
    fill_striped,
    hatching,
    kept_inside,
    on_pixel,
    paint_forbidden,
    paint_over_lines,
    paint_words,
    pen,
    text_box,
    write,
)
from costcurve_gui.views.plotting.handle_painting import paint_handle
from costcurve_gui.views.plotting.handles import Handle
from costcurve_gui.views.plotting.label_placement import Surroundings, placed_words
from costcurve_gui.views.plotting.obstacles import obstacles
from costcurve_gui.views.plotting.thinning import (
    is_thinned,
    on_canvas,
    points_in_haste,
    points_in_view,
    same_picture,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter

    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.plotting.label_placement import Words

    Floats = NDArray[np.float64]


RING, RING_CORE = 15.0, 9.0
DOT, RIM = 8.0, 2.0  # the rim lies half outside the dot
HOVER_RING = 11.0
HOLLOW = 7.0
_SQUARE = 0.886  # side of the square that has the area of a disc of diameter 1
CLASSIFIER = 6.0
STRIP_HEIGHT, STRIP_RISE = 5.0, 9.0
_STRIP_WORDS = 0.365  # of the axis
_TICK = 20.0


def paint_marks(
    painter: QPainter,
    canvas: Canvas,
    shown: Sequence[m.Mark],
    around: Callable[[], Surroundings] = Surroundings,
) -> None:
    """Paint marks in their order, inside the plot's ground; `around` is what else is painted."""
    painter.save()
    painter.setClipRect(canvas.rect)
    painter.setRenderHint(painter.RenderHint.Antialiasing)
    words = placed_words(shown, canvas, around)
    for mark in shown:
        paint(mark, painter, canvas)
        if mark in words:
            _paint_text(mark, words[mark], painter, canvas)
    painter.restore()


def _paint_text(mark: m.Mark, words: Words, painter: QPainter, canvas: Canvas) -> None:
    """Paint the words of a label or a handle; a line beneath them stays visible."""
    is_handle = isinstance(mark, Handle)
    font = canvas.fonts.bold if is_handle else canvas.fonts.small
    tone = canvas.tokens.ink if is_handle else canvas.tokens.muted
    write_on = paint_words if words.grounded else paint_over_lines
    write_on(painter, canvas, words.box, words.text, font, tone)


@singledispatch
def paint(mark: m.Mark, painter: QPainter, canvas: Canvas) -> None:
    """Paint one mark. Rare marks come with their painter, in a module of their own."""
    del painter, canvas
    raise TypeError(f"nothing paints a {type(mark).__name__}")


@paint.register(m.Line)
def _line(mark: m.Line, painter: QPainter, canvas: Canvas) -> None:
    x, y = np.asarray(mark.x, dtype=np.float64), np.asarray(mark.y, dtype=np.float64)
    hasty, wide = is_thinned(x, canvas), mark.width > 1
    if hasty:
        line = mark.key, mark.color, mark.width
        across, up = points_in_haste(line, x, y, canvas, wide=wide)
    else:
        across, up = points_in_view(x, y, canvas)
    if not across.size:
        return  # Qt's polygon without points can not be written to
    painter.setPen(
        pen(
            mark.color,
            canvas.unit,
            width=mark.width,
            alpha=mark.alpha,
            dash=mark.dash,
            rounded=not hasty,  # joins of a wide line take most of the time
        )
    )
    painter.drawPolyline(arrayToQPolygonF(across, up))


@paint.register(m.Between)
def _between(mark: m.Between, painter: QPainter, canvas: Canvas) -> None:
    there, back = (_outline(line, canvas) for line in (mark.first, mark.second))
    across, up = (np.concatenate([a, b[::-1]]) for a, b in zip(there, back, strict=True))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color(mark.color, mark.alpha))
    outline = arrayToQPolygonF(across, up)
    painter.drawPolygon(outline)
    if mark.hatched:
        painter.setBrush(hatching(mark.color, canvas.unit))
        painter.drawPolygon(outline)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _outline(line: tuple[m.Values, m.Values], canvas: Canvas) -> tuple[np.ndarray, np.ndarray]:
    x, y = (np.asarray(values, dtype=np.float64) for values in line)
    return same_picture(*on_canvas(x, y, canvas))


@paint.register(m.CostLines)
def _cost_lines(mark: m.CostLines, painter: QPainter, canvas: Canvas) -> None:
    left = canvas.y(np.asarray(mark.fpr, dtype=np.float64))
    right = canvas.y(1.0 - np.asarray(mark.tpr, dtype=np.float64))
    start, end = canvas.x(0.0), canvas.x(1.0)
    painter.setPen(pen(mark.color, canvas.unit, alpha=mark.alpha))
    painter.drawLines(
        [QLineF(start, a, end, b) for a, b in zip(left.tolist(), right.tolist(), strict=True)]
    )


def _disc(painter: QPainter, place: QPointF, diameter: float) -> None:
    painter.drawEllipse(place, diameter / 2, diameter / 2)


def _marker(painter: QPainter, place: QPointF, diameter: float, *, square: bool) -> None:
    """Paint a disc, or a square of the same area."""
    if not square:
        _disc(painter, place, diameter)
        return
    side = diameter * _SQUARE
    painter.drawRect(QRectF(place.x() - side / 2, place.y() - side / 2, side, side))


_FAINT = 110  # alpha of the mark of a model that is left out of the decision


@paint.register(m.Dot)
def _dot(mark: m.Dot, painter: QPainter, canvas: Canvas) -> None:
    place, unit = canvas.point(mark.x, mark.y), canvas.unit
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color(canvas.tokens.plot))
    _marker(painter, place, (DOT + RIM) * unit, square=mark.square)
    painter.setBrush(color(mark.color, _FAINT if mark.faint else 255))
    _marker(painter, place, (DOT - RIM) * unit, square=mark.square)


@paint.register(m.Ring)
def _ring(mark: m.Ring, painter: QPainter, canvas: Canvas) -> None:
    place, unit = canvas.point(mark.x, mark.y), canvas.unit
    painter.setPen(pen(canvas.tokens.ink, unit, width=1.5))
    painter.setBrush(color(canvas.tokens.plot))
    _disc(painter, place, RING * unit)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color(mark.color))
    _marker(painter, place, RING_CORE * unit, square=mark.square)


@obstacles.register(m.Dot)
@obstacles.register(m.Ring)
def _point_ground(mark: m.Dot | m.Ring, canvas: Canvas) -> list[QRectF]:
    box = QRectF(0, 0, RING * canvas.unit, RING * canvas.unit)
    box.moveCenter(canvas.point(mark.x, mark.y))
    return [box]


@paint.register(m.ClassifierPoint)
def _classifier_point(mark: m.ClassifierPoint, painter: QPainter, canvas: Canvas) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color(mark.color))
    _disc(painter, canvas.point(mark.x, mark.y), CLASSIFIER * canvas.unit)


@paint.register(m.Hollow)
def _hollow(mark: m.Hollow, painter: QPainter, canvas: Canvas) -> None:
    painter.setPen(pen(mark.color, canvas.unit, width=1.5))
    painter.setBrush(color(canvas.tokens.plot))
    _disc(painter, canvas.point(mark.x, mark.y), HOLLOW * canvas.unit)


@paint.register(m.HoverPoint)
def _hover_point(mark: m.HoverPoint, painter: QPainter, canvas: Canvas) -> None:
    place, unit = canvas.point(mark.x, mark.y), canvas.unit
    painter.setPen(pen(mark.color, unit, width=1.5))
    painter.setBrush(color(canvas.tokens.plot))
    _disc(painter, place, HOVER_RING * unit)
    if mark.text:
        _tag(mark.text, place, painter, canvas)


def _tag(text: str, place: QPointF, painter: QPainter, canvas: Canvas) -> None:
    box = text_box(text, canvas.fonts.small, canvas.unit)
    away = 7.0 * canvas.unit
    left = place.x() + away
    if left + box.width() > canvas.rect.right():
        left = place.x() - away - box.width()
    top = place.y() + away
    if top + box.height() > canvas.rect.bottom():
        top = place.y() - away - box.height()
    box.moveTo(left, top)
    box = kept_inside(box, canvas.rect)
    painter.fillRect(box, color(canvas.tokens.ink))
    write(painter, box, text, canvas.fonts.small, canvas.tokens.plot)


@paint.register(m.Label)
def _label(mark: m.Label, painter: QPainter, canvas: Canvas) -> None:
    """Paint nothing yet: `paint_marks` finds a place for the words."""
    del mark, painter, canvas


def strip_rect(canvas: Canvas) -> QRectF:
    """Return where the strip at the foot lies."""
    left, right = canvas.x(0.0), canvas.x(1.0)
    top = canvas.rect.bottom() - (STRIP_RISE + STRIP_HEIGHT) * canvas.unit
    return QRectF(left, top, right - left, STRIP_HEIGHT * canvas.unit)


@paint.register(m.FootStrip)
def _foot_strip(mark: m.FootStrip, painter: QPainter, canvas: Canvas) -> None:
    strip = strip_rect(canvas)
    for low, high, names in mark.parts:
        left, right = on_pixel(canvas.x(low), canvas), on_pixel(canvas.x(high), canvas)
        part = QRectF(left, strip.top(), right - left, strip.height())
        fill_striped(painter, part, names, canvas.unit)
        if mark.ticks:
            _end_ticks(painter, canvas, (left, right), names[0])
    for box, text in strip_words(mark, canvas):
        paint_words(painter, canvas, box, text, canvas.fonts.small, canvas.tokens.muted)


@obstacles.register(m.FootStrip)
def _strip_ground(mark: m.FootStrip, canvas: Canvas) -> list[QRectF]:
    return [box for box, _ in strip_words(mark, canvas)]


def strip_words(mark: m.FootStrip, canvas: Canvas) -> list[tuple[QRectF, str]]:
    """Return where the words of a strip stand, and which; none where they have no room."""
    places = ((_words_box(mark, text, canvas), text) for text in (mark.text, mark.short) if text)
    return [place for place in places if canvas.rect.contains(place[0])][:1]


def _words_box(mark: m.FootStrip, text: str, canvas: Canvas) -> QRectF:
    """Return the place of words above a strip, or beside its parts."""
    strip, box = strip_rect(canvas), text_box(text, canvas.fonts.small, canvas.unit)
    box.moveCenter(QPointF(canvas.x(_STRIP_WORDS), strip.top() - 14.0 * canvas.unit))
    if mark.aside and mark.parts:
        gap, after = 4.0 * canvas.unit, canvas.x(mark.parts[-1][1])
        before = canvas.x(mark.parts[0][0]) - gap - box.width()
        fits = after + gap + box.width() <= canvas.rect.right()
        if fits or before >= canvas.rect.left():
            box.moveLeft(after + gap if fits else before)
            box.moveTop(strip.center().y() - box.height() / 2)
    return kept_inside(box, canvas.rect)


def _end_ticks(painter: QPainter, canvas: Canvas, ends: tuple[float, float], name: str) -> None:
    strip, reach = strip_rect(canvas), STRIP_HEIGHT * canvas.unit
    painter.setPen(pen(name, canvas.unit, width=1.5))
    for x in ends:
        painter.drawLine(QLineF(x, strip.top() - reach, x, strip.bottom() + reach))


@paint.register(m.Tick)
def _tick(mark: m.Tick, painter: QPainter, canvas: Canvas) -> None:
    place, half = canvas.point(mark.x, mark.y), _TICK / 2 * canvas.unit
    painter.setPen(pen(canvas.tokens.ink, canvas.unit, width=1.5))
    painter.drawLine(QLineF(place.x(), place.y() - half, place.x(), place.y() + half))


@paint.register(m.Shade)
def _shade(mark: m.Shade, painter: QPainter, canvas: Canvas) -> None:
    corners = canvas.point(mark.x_low, mark.y_high), canvas.point(mark.x_high, mark.y_low)
    painter.fillRect(QRectF(*corners), color(mark.color, mark.alpha))


@paint.register(m.Crosshair)
def _crosshair(mark: m.Crosshair, painter: QPainter, canvas: Canvas) -> None:
    place, rect = canvas.point(mark.x, mark.y), canvas.rect
    painter.setPen(pen(canvas.tokens.muted, canvas.unit, dash=(2, 2)))
    painter.drawLine(QLineF(rect.left(), place.y(), rect.right(), place.y()))
    painter.drawLine(QLineF(place.x(), rect.top(), place.x(), rect.bottom()))


paint.register(m.Forbidden, paint_forbidden)
paint.register(Handle, paint_handle)
