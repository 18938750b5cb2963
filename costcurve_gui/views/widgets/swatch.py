"""The line and marker by which a model is known in every list and table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from costcurve_gui.views.theme import TRIVIAL_DASH, repeats_color

if TYPE_CHECKING:
    from costcurve_gui.views.theme import Tokens


def paint_swatch(
    painter: QPainter, rect: QRectF, slot: int, tokens: Tokens, *, solid: bool = False
) -> None:
    """Paint a model's line and marker; slot 0 is a trivial classifier, without marker."""
    color = QColor(tokens.model_color(slot) if slot else tokens.trivial)
    dash = tokens.model_dash(slot) if slot else TRIVIAL_DASH
    width = 2.0 if solid else 1.4
    pen = QPen(color, width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if dash and not solid:
        pen.setDashPattern([part / width for part in dash])
    painter.setPen(pen)
    middle = rect.center()
    painter.drawLine(QPointF(rect.left(), middle.y()), QPointF(rect.right(), middle.y()))
    if slot:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        if repeats_color(slot):
            painter.drawRect(QRectF(middle.x() - 3.1, middle.y() - 3.1, 6.2, 6.2))
        else:
            painter.drawEllipse(middle, 3.5, 3.5)
