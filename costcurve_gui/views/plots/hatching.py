"""Hatches the side of a bound that may not be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF

from costcurve_gui.views.plots.brushes import pen

if TYPE_CHECKING:
    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QPainter

    from costcurve_gui.views.plots.canvas import Canvas
    from costcurve_gui.views.plots.marks import Forbidden

_GAP, _ALPHA = 8.0, 70


def _forbidden_outline(mark: Forbidden, canvas: Canvas) -> list[QPointF]:
    """Return the forbidden part of the view: its rectangle cut along the bound."""
    b = canvas.bounds
    corners = [(b.x_low, b.y_low), (b.x_high, b.y_low), (b.x_high, b.y_high), (b.x_low, b.y_high)]
    excess = [mark.x_weight * x + mark.y_weight * y - mark.limit for x, y in corners]
    outline: list[QPointF] = []
    for k, (x, y) in enumerate(corners):
        after = (k + 1) % 4
        if excess[k] > 0:
            outline.append(canvas.point(x, y))
        if (excess[k] > 0) != (excess[after] > 0):
            share = excess[k] / (excess[k] - excess[after])
            next_x, next_y = corners[after]
            outline.append(canvas.point(x + share * (next_x - x), y + share * (next_y - y)))
    return outline


def paint_forbidden(mark: Forbidden, painter: QPainter, canvas: Canvas) -> None:
    """Hatch the forbidden part of the view."""
    outline, rect = _forbidden_outline(mark, canvas), canvas.rect
    if not outline:
        return
    gap = _GAP * canvas.unit
    starts = np.arange(rect.left() - rect.height(), rect.right(), gap).tolist()
    painter.setPen(pen(canvas.tokens.muted, canvas.unit, alpha=_ALPHA))
    bottom, height = rect.bottom(), rect.height()
    lines = [QLineF(left, bottom, left + height, bottom - height) for left in starts]
    painter.drawLines([part for line in lines if (part := _inside(line, outline)) is not None])


def _inside(line: QLineF, outline: list[QPointF]) -> QLineF | None:
    """Return the part of a line inside a convex outline: vector pictures keep no clip."""
    cuts = []
    for first, second in zip(outline, [*outline[1:], outline[0]], strict=True):
        edge = QLineF(first, second)
        kind, place = line.intersects(edge)
        if kind == QLineF.IntersectionType.BoundedIntersection:
            cuts.append(place)
    if len(cuts) < 2:
        return None
    cuts.sort(key=lambda place: place.x())
    return QLineF(cuts[0], cuts[-1])
