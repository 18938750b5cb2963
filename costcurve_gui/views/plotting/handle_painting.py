"""Paints what can be dragged: a line, its grip and its value."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF

from costcurve_gui.views.plotting.brushes import (
    color,
    kept_inside,
    pen,
    text_box,
)
from costcurve_gui.views.plotting.handles import (
    WORDS_ASIDE,
    Handle,
    grip_place,
    grip_rect,
    visible_ends,
)
from costcurve_gui.views.plotting.obstacles import Outline, obstacles, view_columns

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PySide6.QtGui import QPainter

    from costcurve_gui.views.plotting.canvas import Canvas


def _crisp(value: float, canvas: Canvas) -> float:
    """Put a one-pixel upright line on one column of the screen."""
    return math.floor(value) + 0.5 if canvas.unit == 1.0 else value


_RISE, _CLEAR, _OVER = 13.0, 7.0, 22.0
_AIR = 3.0  # px round a grip


def paint_handle(mark: Handle, painter: QPainter, canvas: Canvas) -> None:
    """Paint line, grip and value of a handle; a point paints itself as an operating point."""
    ends, grip = visible_ends(mark, canvas), grip_place(mark, canvas)
    if ends is None or grip is None:
        return
    first, last = ends
    if mark.upright:
        for place in (first, last, grip):
            place.setX(_crisp(place.x(), canvas))
    painter.setPen(pen(canvas.tokens.ink, canvas.unit, width=2.0 if mark.hot else 1.0))
    painter.drawLine(first, last)
    if canvas.handles:
        _grip(mark, grip, painter, canvas)


def _grip(mark: Handle, grip: QPointF, painter: QPainter, canvas: Canvas) -> None:
    unit, tokens = canvas.unit, canvas.tokens
    rect = grip_rect(mark, grip, unit).adjusted(-unit, -unit, unit, unit)
    radius = 2.5 * unit if mark.upright else rect.width() / 2
    rim = tokens.accent if mark.focused else tokens.plot
    painter.setPen(pen(rim, unit, width=2.0))
    painter.setBrush(color(tokens.ink))
    painter.drawRoundedRect(rect, radius, radius)
    painter.setPen(pen(tokens.plot, unit))
    for side in (-1.5, 1.5):
        painter.drawLine(_stroke(mark, grip, side * unit, 3.0 * unit))


def _stroke(mark: Handle, grip: QPointF, aside: float, half: float) -> QLineF:
    x, y = grip.x(), grip.y()
    if mark.upright:
        return QLineF(x + aside, y - half, x + aside, y + half)
    return QLineF(x - half, y + aside, x + half, y + aside)


def handle_line(mark: Handle, canvas: Canvas) -> Iterator[Outline]:
    """Yield the line of a handle, which its own words must not hide either."""
    ends = visible_ends(mark, canvas)
    if ends is None:
        return
    first, last = sorted(ends, key=lambda place: place.x())
    x, y = (np.array([getattr(end, part)() for end in (first, last)]) for part in ("x", "y"))
    yield Outline(x, y, y, *view_columns(canvas))


def handle_words(mark: Handle, canvas: Canvas) -> list[tuple[QRectF, str]]:
    """Return where the words of a handle stand, and which."""
    grip = grip_place(mark, canvas)
    return [] if grip is None or not mark.text else [_words(mark, grip, canvas)]


_SHIFTS = (
    *((0.0, -1.0), (0.0, 1.0)),
    *(
        (far * x, high * y)
        for far, high in ((1.0, 0.7), (1.0, 1.6), (1.4, 1.0), (1.4, 2.2), (1.8, 3.0))
        for y in (1.0, -1.0)
        for x in (1.0, -1.0)
    ),
)


def word_places(
    mark: Handle, canvas: Canvas, wanted: Sequence[int] = range(len(_SHIFTS))
) -> Iterator[tuple[int, QRectF]]:
    """Yield where the words of a slanted line may stand: above or below its grip, and aside.

    Each place has its number; `wanted` are those that are looked at.
    """
    grip = grip_place(mark, canvas)
    if grip is None:
        return
    box = text_box(mark.text, canvas.fonts.bold, canvas.unit)
    point, clear = canvas.point(mark.x, mark.y), _CLEAR * canvas.unit
    rise, aside = box.height() / 2 + _RISE * canvas.unit, box.width() / 2 + _CLEAR * canvas.unit
    on_point = []
    for number in wanted:
        across, down = _SHIFTS[number]
        box.moveCenter(grip + QPointF(across * aside, down * rise))
        one = _kept(box, canvas)
        if one.adjusted(-clear, -clear, clear, clear).contains(point):
            on_point.append((number, one))
        else:
            yield number, one
    if len(on_point) == len(_SHIFTS):
        yield from on_point


def _words(mark: Handle, grip: QPointF, canvas: Canvas) -> tuple[QRectF, str]:
    """Return where the words stand, and which."""
    font = canvas.fonts.bold
    text, box = mark.text, text_box(mark.text, font, canvas.unit)
    if mark.short and box.width() > canvas.rect.width():
        text, box = mark.short, text_box(mark.short, font, canvas.unit)
    aside = mark.upright or mark.level
    return (_beside(box, grip, canvas) if aside else _above(box, mark, grip, canvas)), text


@obstacles.register(Handle)
def _grip_and_words(mark: Handle, canvas: Canvas) -> list[QRectF]:
    """Return the grip and the words beside it; the line may be crossed."""
    grip = grip_place(mark, canvas)
    if grip is None:
        return []
    air = _AIR * canvas.unit
    bar = grip_rect(mark, grip, canvas.unit).adjusted(-air, -air, air, air)
    words = [_words(mark, grip, canvas)[0]] if mark.text else []
    return [bar, *words] if canvas.handles else words


def _beside(box: QRectF, grip: QPointF, canvas: Canvas) -> QRectF:
    """Put words right of the grip, or left of it at the right end of the view.

    Words too long for both sides go above the grip, which they must not hide, or below it where
    it is held at the top.
    """
    gap, over = WORDS_ASIDE * canvas.unit, _OVER * canvas.unit
    right, left = grip.x() + gap, grip.x() - gap - box.width()
    if right + box.width() <= canvas.rect.right():
        box.moveTo(right, grip.y() - box.height() / 2)
    elif left >= canvas.rect.left():
        box.moveTo(left, grip.y() - box.height() / 2)
    else:
        above = grip.y() - over - box.height() / 2 >= canvas.rect.top()
        box.moveCenter(QPointF(grip.x(), grip.y() + (-over if above else over)))
    return _kept(box, canvas)


def _above(box: QRectF, mark: Handle, grip: QPointF, canvas: Canvas) -> QRectF:
    """Put words above the grip, or below it where they would hide the operating point."""
    rise = box.height() / 2 + _RISE * canvas.unit
    point, clear = canvas.point(mark.x, mark.y), _CLEAR * canvas.unit
    for side in (-1, 1):
        box.moveCenter(QPointF(grip.x(), grip.y() + side * rise))
        placed = _kept(box, canvas)
        if not placed.adjusted(-clear, -clear, clear, clear).contains(point):
            return placed
    return placed


def _kept(box: QRectF, canvas: Canvas) -> QRectF:
    unit = canvas.unit
    return kept_inside(box, canvas.rect.adjusted(unit, unit, -unit, -unit))
