"""The legend of a picture: on the screen the list of models is the legend."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF

from costcurve_gui.views.plots.brushes import metrics, pen, write
from costcurve_gui.views.plots.description import CURVE_ALPHA, model_color

if TYPE_CHECKING:
    from collections.abc import Collection

    from PySide6.QtGui import QFont, QPainter

    from costcurve_gui.models.results import Frame
    from costcurve_gui.models.state import ModelInfo
    from costcurve_gui.views.plots.canvas import Canvas

_SWATCH, _GAP, _BETWEEN = 30.0, 6.0, 16.0
_LINE_HEIGHT = 1.25


class Legend:
    """The models of a frame in file order, in as many columns as there is room for.

    Those alone that the picture shows.
    """

    def __init__(self, frame: Frame, canvas: Canvas, shown: Collection[str]) -> None:
        self._frame = frame
        self._canvas = canvas
        self._infos = [model.info for key, model in frame.models.items() if key in shown]
        self._row = metrics(canvas.fonts.bold).height() * _LINE_HEIGHT

    @property
    def item_width(self) -> float:
        """Room for one entry and the space after it."""
        bold, unit = metrics(self._canvas.fonts.bold), self._canvas.unit
        widest = max((bold.horizontalAdvance(info.name) for info in self._infos), default=0.0)
        return widest + (_SWATCH + _GAP + _BETWEEN) * unit

    def height(self, width: float) -> float:
        """Return the height at a width."""
        return math.ceil(len(self._infos) / self._columns(width)) * self._row

    def _columns(self, width: float) -> int:
        most = max(1, int((width + _BETWEEN * self._canvas.unit) / self.item_width))
        return min(most, max(len(self._infos), 1))

    def paint(self, painter: QPainter, room: QRectF) -> None:
        """Paint the entries row by row."""
        columns = self._columns(room.width())
        for position, info in enumerate(self._infos):
            row, column = divmod(position, columns)
            across = column * room.width() / columns if columns > 1 else 0.0
            corner = room.topLeft() + QPointF(across, row * self._row)
            self._entry(painter, info, QRectF(corner.x(), corner.y(), self.item_width, self._row))

    def _entry(self, painter: QPainter, info: ModelInfo, box: QRectF) -> None:
        canvas, unit = self._canvas, self._canvas.unit
        chosen = info.key == self._frame.selected
        tone = model_color(info, self._frame, canvas.tokens)
        middle = box.center().y()
        if chosen:
            painter.setPen(pen(tone, unit, width=2.0))
        else:
            dash = canvas.tokens.model_dash(info.slot)
            painter.setPen(pen(tone, unit, alpha=CURVE_ALPHA, dash=dash))
        painter.drawLine(QLineF(box.left(), middle, box.left() + _SWATCH * unit, middle))
        font: QFont = canvas.fonts.bold if chosen else canvas.fonts.small
        words = box.adjusted((_SWATCH + _GAP) * unit, 0, 0, 0)
        write(painter, words, info.name, font, canvas.tokens.text, "left")
