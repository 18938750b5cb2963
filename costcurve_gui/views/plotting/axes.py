"""Paints the grid and the two axes round a plot, on the screen as on paper."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF

from costcurve_gui.views.plotting.brushes import color, metrics, on_pixel, pen, write
from costcurve_gui.views.plotting.ticks import tick_texts, tick_values

if TYPE_CHECKING:
    from PySide6.QtGui import QFont, QPainter

    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.plotting.plot_view import Axis

_GAP_LEFT, _GAP_BELOW = 7.0, 5.0
_CORNER = 0.35  # of the height of the numbers, at least below the plot: both axes begin there
_LABEL_GAP = 4.0  # between two labels of the x axis, at least
_WIDE = 400.0
OVERHANG = 9.0  # of a title over either end of its axis


def x_ticks(canvas: Canvas, axis: Axis) -> list[float]:
    """Return the labelled values of the x axis, every so many where all would touch."""
    values = tick_values(canvas.bounds.x_low, canvas.bounds.x_high, axis.style)
    texts = tick_texts(values, axis.style)
    widths = [metrics(canvas.fonts.small).horizontalAdvance(text) for text in texts]
    step = 1
    while _touch(values[::step], widths[::step], canvas):
        step += 1
    return values[::step]


def _touch(values: list[float], widths: list[float], canvas: Canvas) -> bool:
    gap = _LABEL_GAP * canvas.unit
    labels = pairwise(zip(values, widths, strict=True))
    return any(canvas.x(b) - canvas.x(a) < (wa + wb) / 2 + gap for (a, wa), (b, wb) in labels)


def y_ticks(canvas: Canvas, axis: Axis) -> list[float]:
    """Return the labelled values of the y axis from the lowest up, without those that touch."""
    height = metrics(canvas.fonts.small).tightBoundingRect("0").height() + _LABEL_GAP * canvas.unit
    kept: list[float] = []
    for value in tick_values(canvas.bounds.y_low, canvas.bounds.y_high, axis.style):
        if not kept or canvas.y(kept[-1]) - canvas.y(value) >= height:
            kept.append(value)
    return kept


def paint_grid(painter: QPainter, canvas: Canvas, across: Axis, up: Axis) -> None:
    """Paint the grid at the labelled ticks only."""
    rect, half = canvas.rect, canvas.unit / 2
    tone = color(canvas.tokens.grid)
    for value in x_ticks(canvas, across):
        left = on_pixel(canvas.x(value) - half, canvas)
        painter.fillRect(QRectF(left, rect.top(), canvas.unit, rect.height()), tone)
    for value in y_ticks(canvas, up):
        top = on_pixel(canvas.y(value) - half, canvas)
        painter.fillRect(QRectF(rect.left(), top, rect.width(), canvas.unit), tone)


def paint_bottom_axis(painter: QPainter, canvas: Canvas, axis: Axis, depth: float) -> None:
    """Paint line, labels and title below the plot, all within `depth`."""
    rect, font = canvas.rect, canvas.fonts.small
    painter.setPen(pen(canvas.tokens.border, canvas.unit))
    low = rect.bottom() + canvas.unit / 2
    painter.drawLine(QLineF(rect.left() - canvas.unit, low, rect.right(), low))
    height = metrics(font).height()
    top = rect.bottom() + _gap_below(canvas)
    values = x_ticks(canvas, axis)
    for value, text in zip(values, tick_texts(values, axis.style), strict=True):
        width = metrics(font).horizontalAdvance(text) + 2 * canvas.unit
        box = QRectF(canvas.x(value) - width / 2, top, width, height)
        write(painter, box, text, font, canvas.tokens.axis)
    bottom = rect.bottom() + depth
    over = OVERHANG * canvas.unit
    box = QRectF(rect.left() - over, bottom - height - 2 * canvas.unit, rect.width(), height)
    box.setRight(rect.right() + over)
    write(painter, box, fitted(axis, font, box.width()), font, canvas.tokens.axis)


def paint_left_axis(painter: QPainter, canvas: Canvas, axis: Axis, depth: float) -> None:
    """Paint line, labels and title left of the plot, all within `depth`."""
    rect, font = canvas.rect, canvas.fonts.small
    painter.setPen(pen(canvas.tokens.border, canvas.unit))
    left = rect.left() - canvas.unit / 2
    painter.drawLine(QLineF(left, rect.top(), left, rect.bottom()))
    height, right = metrics(font).height(), rect.left() - _GAP_LEFT * canvas.unit
    values = y_ticks(canvas, axis)
    for value, text in zip(values, tick_texts(values, axis.style), strict=True):
        wide = _WIDE * canvas.unit
        box = QRectF(right - wide, canvas.y(value) - height / 2, wide, height)
        write(painter, box, text, font, canvas.tokens.axis, "right")
    painter.save()
    painter.translate(QPointF(rect.left() - depth + height / 2, rect.center().y()))
    painter.rotate(-90)
    box = QRectF(-rect.height() / 2, -height / 2, rect.height(), height)
    write(painter, box, fitted(axis, font, rect.height()), font, canvas.tokens.axis)
    painter.restore()


def fitted(axis: Axis, font: QFont, room: float) -> str:
    """Return the longest title that fits, none where not even the short one does.

    What stands in brackets goes first, then what follows a comma.
    """
    bare = re.sub(r" \([^)]*\)", "", axis.title)
    versions = (axis.title, bare, bare.partition(", ")[0], axis.short)
    measure = metrics(font).horizontalAdvance
    return next((text for text in versions if measure(text) <= room), "")


def left_depth(canvas: Canvas, axis: Axis) -> float:
    """Return the room that labels and title need left of the plot."""
    measures = metrics(canvas.fonts.small)
    texts = tick_texts(y_ticks(canvas, axis), axis.style)
    widest = max((measures.horizontalAdvance(text) for text in texts), default=0.0)
    title = measures.height() + 5.0 * canvas.unit if axis.title else canvas.unit
    return title + _GAP_LEFT * canvas.unit + widest


def bottom_depth(canvas: Canvas, axis: Axis) -> float:
    """Return the room that labels and title need below the plot."""
    height = metrics(canvas.fonts.small).height()
    title = height + 6.0 * canvas.unit if axis.title else 0.0
    labels = height if axis.style.written else 0.0
    return title + labels + _gap_below(canvas) + 2.0 * canvas.unit


def _gap_below(canvas: Canvas) -> float:
    return max(_GAP_BELOW * canvas.unit, _CORNER * metrics(canvas.fonts.small).height())


def right_overhang(canvas: Canvas, axis: Axis) -> float:
    """Return how far the last number of the x axis reaches over the right end of a plot."""
    values = x_ticks(canvas, axis)
    if not values:
        return 0.0
    width = metrics(canvas.fonts.small).horizontalAdvance(tick_texts(values, axis.style)[-1])
    return max(canvas.x(values[-1]) + width / 2 - canvas.rect.right(), 0.0)
