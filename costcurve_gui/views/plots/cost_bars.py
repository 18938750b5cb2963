"""Bars side by side, one a pixel where they are more, for the costs of cases in an order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF, Qt

from costcurve_gui.views.plotting.brushes import color
from costcurve_gui.views.plotting.marks import Mark
from costcurve_gui.views.plotting.painting import paint

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter

    from costcurve_gui.views.plotting.canvas import Canvas

    Values = NDArray[np.float64]


_GAP_FROM = 6.0  # pixels: wider bars stand a little apart
_GAP = 1.0
_FAR = 32_000.0  # painter's units; beyond it bars are cut, not only clipped


@dataclass(frozen=True, slots=True, eq=False)
class Bars(Mark):
    """Bars from `ground` to a height, side by side between edges, one more of them.

    NaN is no bar; of those that share a pixel the tallest shows.
    """

    edges: NDArray[np.int64] | NDArray[np.float64]
    heights: NDArray[np.float64]
    color: str
    alpha: int = 255
    ground: float = 0.0


@paint.register(Bars)
def _bars(mark: Bars, painter: QPainter, canvas: Canvas) -> None:
    """Paint bars, each at least a pixel wide and high."""
    left, right, heights = _one_a_pixel(mark, canvas)
    ground, unit = canvas.y(mark.ground), canvas.unit
    tips = np.clip(canvas.y(mark.ground + heights), -_FAR, _FAR)
    top = np.where(heights > 0, np.minimum(tips, ground - unit), ground)
    foot = np.where(heights > 0, ground, np.maximum(tips, ground + unit))
    painter.setRenderHint(painter.RenderHint.Antialiasing, False)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color(mark.color, mark.alpha))
    sides = (side.tolist() for side in (left, top, right - left, foot - top))
    painter.drawRects([*map(QRectF, *sides)])
    painter.setRenderHint(painter.RenderHint.Antialiasing)


def _one_a_pixel(mark: Bars, canvas: Canvas) -> tuple[Values, Values, Values]:
    """Return left and right edge and height of the bars in view, one for each pixel at most."""
    edges, heights = canvas.x(np.asarray(mark.edges, dtype=np.float64)), mark.heights
    inside = (edges[1:] >= canvas.rect.left()) & (edges[:-1] <= canvas.rect.right())
    shown = np.flatnonzero(inside & (np.abs(heights) > 0))  # NaN is not
    left, right, heights = edges[shown], edges[shown + 1], heights[shown]
    if not shown.size:
        return left, right, heights
    unit = canvas.unit
    firsts = np.flatnonzero(np.diff(np.floor(left / unit), prepend=-np.inf))
    tallest = np.where(
        heights[firsts] > 0,
        np.maximum.reduceat(heights, firsts),
        np.minimum.reduceat(heights, firsts),
    )
    left, right = left[firsts], np.append(right[firsts[1:] - 1], right[-1])
    gap = np.where(right - left >= _GAP_FROM * unit, _GAP * unit, 0.0)
    return left, np.maximum(right - gap, left + unit), tallest
