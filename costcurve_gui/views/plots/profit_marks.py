"""Thresholds that do nearly as well as the best, and where resampled cases put the best one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPolygonF

from costcurve_gui.analysis.chosen_spread import chosen_spread
from costcurve_gui.analysis.intervals.requests import known_optimism
from costcurve_gui.translation import tr
from costcurve_gui.views.plotting.brushes import color, kept_inside, paint_words, pen, text_box
from costcurve_gui.views.plotting.marks import Line, Mark
from costcurve_gui.views.plotting.obstacles import obstacles
from costcurve_gui.views.plotting.painting import STRIP_HEIGHT, paint, strip_rect
from costcurve_gui.views.plotting.plot_view import selected_model
from costcurve_gui.views.text import inflection, numbers, uncertainty_text, vocabulary

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.shell.theme import Tokens


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


def plateau_marks(snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
    """Return a broad line under the curve of the selected model, and its extent at the foot."""
    found, model = known_optimism(snapshot), selected_model(snapshot)
    if found is None or model is None:
        return []
    curve, flat = model.profit, found.plateau
    inside = (curve.indices >= flat.first) & (curve.indices <= flat.last)
    if not inside.any():
        return []
    x, y, tone = curve.x[inside], curve.y[inside], tokens.model_color(model.info.slot)
    low, high = float(x[0]), float(x[-1])
    words = tr("within {share} of the best", share=uncertainty_text.share(flat.share))
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


_SPREAD_ALPHA = 90
_RISE, _HEIGHT = 8.0, 22.0  # px above the strip of the plateau, and of the highest bar


@dataclass(frozen=True, slots=True, eq=False)
class SpreadBars(Mark):
    """Bars of shares over stretches of x, the highest always as high."""

    edges: NDArray[np.float64]
    shares: NDArray[np.float64]
    color: str


def chosen_marks(snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
    """Return the bars, in the colour of the selected model."""
    spread, model = chosen_spread(snapshot), selected_model(snapshot)
    if spread is None or model is None:
        return []
    return [SpreadBars(*spread, tokens.model_color(model.info.slot))]


def chosen_hint(snapshot: Snapshot, canvas: Canvas, place: QPointF) -> str:
    """Say what the bar under the mouse stands for."""
    spread = chosen_spread(snapshot)
    if spread is None or not _ground(canvas).contains(place):
        return ""
    at = int(np.searchsorted(spread.edges, canvas.value(place)[0], side="right")) - 1
    if not 0 <= at < spread.shares.size or not spread.shares[at]:
        return ""
    low, high = (numbers.fixed(100 * edge, 1) for edge in spread.edges[at : at + 2])
    acted = inflection.participle(vocabulary.vocabulary_of(snapshot).act)
    share = numbers.percent(float(spread.shares[at]))
    return tr(
        "Best threshold in {share} of the replicates: {low} to {high} % {acted}",
        share=share,
        low=low,
        high=high,
        acted=acted,
    )


def _ground(canvas: Canvas) -> QRectF:
    strip, height = strip_rect(canvas), _HEIGHT * canvas.unit
    foot = strip.top() - _RISE * canvas.unit
    return QRectF(strip.left(), foot - height, strip.width(), height)


@obstacles.register(SpreadBars)
def bar_boxes(mark: SpreadBars, canvas: Canvas) -> list[QRectF]:
    """Return where the bars stand."""
    ground, tallest = _ground(canvas), float(mark.shares.max())
    shown = np.flatnonzero(mark.shares)
    left, right = canvas.x(mark.edges[shown]), canvas.x(mark.edges[shown + 1])
    height = np.maximum(mark.shares[shown] / tallest * ground.height(), canvas.unit)
    gap = np.where(right - left > 3 * canvas.unit, canvas.unit, 0.0)
    sides = (left, ground.bottom() - height, right - left - gap, height)
    return [QRectF(*box) for box in zip(*(side.tolist() for side in sides), strict=True)]


@paint.register(SpreadBars)
def _spread_bars(mark: SpreadBars, painter: QPainter, canvas: Canvas) -> None:
    painter.setRenderHint(painter.RenderHint.Antialiasing, False)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color(mark.color, _SPREAD_ALPHA))
    painter.drawRects(bar_boxes(mark, canvas))
    painter.setRenderHint(painter.RenderHint.Antialiasing)
