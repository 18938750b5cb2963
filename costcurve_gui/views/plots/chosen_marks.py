"""Where the threshold of least cost lies in resampled cases, at the foot of a profit curve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import QRectF, Qt

from costcurve_gui.models.uncertainty import honest_known
from costcurve_gui.views import numbers, verbs, words
from costcurve_gui.views.plots.brushes import color
from costcurve_gui.views.plots.description import selected_model
from costcurve_gui.views.plots.marks import Mark
from costcurve_gui.views.plots.obstacles import obstacles
from costcurve_gui.views.plots.paint import paint, strip_rect

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QPainter

    from costcurve_gui.models.results import Frame
    from costcurve_gui.views.plots.canvas import Canvas
    from costcurve_gui.views.theme import Tokens

_BARS = 40
_ALPHA = 90
_RISE, _HEIGHT = 8.0, 22.0  # px above the strip of the plateau, and of the highest bar


class Spread(NamedTuple):
    """How many of the replicates choose to act on how many cases, shares between edges."""

    edges: NDArray[np.float64]
    shares: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class SpreadBars(Mark):
    """Bars of shares over stretches of x, the highest always as high."""

    edges: NDArray[np.float64]
    shares: NDArray[np.float64]
    color: str


def chosen_spread(frame: Frame) -> Spread | None:
    """Return where the replicates' thresholds lie on the axis of shares; None until known."""
    found, model = honest_known(frame), selected_model(frame)
    if found is None or model is None or not found.optimum.chosen.size or not model.profit.x.size:
        return None
    table = words.model_scene(frame.scene, model.info.key).evaluation.table
    curve, rows = model.profit, table.rows_at_thresholds(found.optimum.chosen)
    acted_on = np.interp(rows, curve.indices, curve.x)
    counts, edges = np.histogram(acted_on, _BARS, (0.0, 1.0))
    return Spread(edges, counts / acted_on.size)


def chosen_marks(frame: Frame, tokens: Tokens) -> list[Mark]:
    """Return the bars, in the colour of the selected model."""
    spread, model = chosen_spread(frame), selected_model(frame)
    if spread is None or model is None:
        return []
    return [SpreadBars(*spread, tokens.model_color(model.info.slot))]


def chosen_hint(frame: Frame, canvas: Canvas, place: QPointF) -> str:
    """Say what the bar under the mouse stands for."""
    spread = chosen_spread(frame)
    if spread is None or not _ground(canvas).contains(place):
        return ""
    at = int(np.searchsorted(spread.edges, canvas.value(place)[0], side="right")) - 1
    if not 0 <= at < _BARS or not spread.shares[at]:
        return ""
    low, high = (numbers.fixed(100 * edge, 1) for edge in spread.edges[at : at + 2])
    acted = verbs.participle(words.vocabulary(frame).act)
    share = numbers.percent(float(spread.shares[at]))
    return f"Best threshold in {share} of the replicates: {low} to {high} % {acted}"


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
    painter.setBrush(color(mark.color, _ALPHA))
    painter.drawRects(bar_boxes(mark, canvas))
    painter.setRenderHint(painter.RenderHint.Antialiasing)
