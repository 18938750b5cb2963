"""Names in areas: each where its area has room for it, and nowhere else."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from costcurve_gui.views.plots.brushes import paint_words, text_box
from costcurve_gui.views.plots.marks import Mark
from costcurve_gui.views.plots.paint import paint

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QPainter

    from costcurve_gui.views.plots.canvas import Canvas

    Floats = NDArray[np.float64]

_RIM = 2.0  # px between a name and the edge of its area


@dataclass(frozen=True, slots=True, eq=False)
class AreaName(Mark):
    """The name of the area between `foot` and `top` over x, the best of `texts` first."""

    x: Floats
    foot: Floats
    top: Floats
    texts: tuple[str, ...]


def name_box(mark: AreaName, canvas: Canvas) -> tuple[QRectF, str] | None:
    """Return where the name stands inside its area; None where no text fits."""
    for text in mark.texts:
        box = text_box(text, canvas.fonts.small, canvas.unit)
        if _moved_inside(box, mark, canvas):
            return box, text
    return None


def _moved_inside(box: QRectF, mark: AreaName, canvas: Canvas) -> bool:
    """Move a box to where its area is highest over all its width; say whether it fits there."""
    rim, rect = _RIM * canvas.unit, canvas.rect
    edges = canvas.x(mark.x)
    start, end = max(float(edges[0]), rect.left()), min(float(edges[-1]), rect.right())
    across = np.arange(start, end, canvas.unit)
    many = math.ceil((box.width() + 2 * rim) / canvas.unit) + 1
    if across.size < many:
        return False
    roof, ground = (np.interp(across, edges, canvas.y(e)) for e in (mark.top, mark.foot))
    lowest = sliding_window_view(roof, many).max(axis=1).clip(rect.top())
    highest = sliding_window_view(ground, many).min(axis=1).clip(None, rect.bottom())
    heights = highest - lowest
    widest = np.flatnonzero(heights >= heights.max() - canvas.unit)
    best = int(widest[widest.size // 2])
    middle = (lowest[best] + highest[best]) / 2
    box.moveTo(across[best] + rim, middle - box.height() / 2)
    return bool(heights[best] >= box.height() + 2 * rim)


@paint.register(AreaName)
def _area_name(mark: AreaName, painter: QPainter, canvas: Canvas) -> None:
    found = name_box(mark, canvas)
    if found is not None:
        font = canvas.fonts.small
        paint_words(painter, canvas, *found, font, canvas.tokens.text)
