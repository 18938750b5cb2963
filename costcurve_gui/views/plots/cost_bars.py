"""Bars side by side, one a pixel where they are more, for the costs of cases in an order."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage

from costcurve_gui.views.plotting.brushes import color
from costcurve_gui.views.plotting.marks import Mark
from costcurve_gui.views.plotting.painting import paint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from PySide6.QtGui import QColor, QPainter

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
    if not heights.size:
        return
    ground, unit = canvas.y(mark.ground), canvas.unit
    tips = np.clip(canvas.y(mark.ground + heights), -_FAR, _FAR)
    top = np.where(heights > 0, np.minimum(tips, ground - unit), ground)
    foot = np.where(heights > 0, ground, np.maximum(tips, ground + unit))
    tone = color(mark.color, mark.alpha)
    if canvas.haste is not None and canvas.haste.moving:
        canvas.haste.savings += 1
        painter.drawImage(canvas.rect.topLeft(), _filled((left, right, top, foot), canvas, tone))
        return
    painter.setRenderHint(painter.RenderHint.Antialiasing, False)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tone)
    sides = (side.tolist() for side in (left, top, right - left, foot - top))
    painter.drawRects([*map(QRectF, *sides)])
    painter.setRenderHint(painter.RenderHint.Antialiasing)


def _filled(sides: Sequence[Values], canvas: Canvas, tone: QColor) -> QImage:
    """Return a picture of bars: Qt takes three times as long for hundreds, a pixel wide each."""
    origin, size = canvas.rect.topLeft(), canvas.rect.size().toSize()
    left, right = (np.floor(side - origin.x() + 0.5) for side in sides[:2])  # as Qt rounds
    tops, feet = (np.floor(side - origin.y() + 0.5).astype(np.int32) for side in sides[2:])
    columns = np.arange(size.width())
    top, foot = (np.full(size.width(), end, dtype=np.int32) for end in (size.height(), 0))
    last = np.searchsorted(left, columns, side="right") - 1
    for bar in (last - 1, last):  # no more than two share a column of pixels
        here = np.flatnonzero((bar >= 0) & (columns < right[bar]))
        top[here] = np.minimum(top[here], tops[bar[here]])
        foot[here] = np.maximum(foot[here], feet[bar[here]])
    rows = np.arange(size.height(), dtype=np.int32)[:, None]
    image, pixels = _scratch(size.width(), size.height())
    np.multiply((rows >= top) & (rows < foot), np.uint32(tone.rgba()), out=pixels)
    return image


@lru_cache(maxsize=1)
def _scratch(width: int, height: int) -> tuple[QImage, NDArray[np.uint32]]:
    """Return a picture to be painted at once, and its pixels."""
    pixels = np.zeros((height, width), dtype=np.uint32)
    image = QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_ARGB32)
    return image, pixels


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
