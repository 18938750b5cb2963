"""The area of a plot that zooms and pans; it tells before the user moves it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyqtgraph as pg
from PySide6.QtCore import Qt, Signal

from costcurve_gui.views.plots.brushes import color, pen
from costcurve_gui.views.plots.canvas import Bounds

if TYPE_CHECKING:
    from pyqtgraph.GraphicsScene.mouseEvents import MouseDragEvent
    from PySide6.QtWidgets import QGraphicsSceneWheelEvent

    from costcurve_gui.views.theme import Tokens

_LEAST_RECTANGLE = 6.0
_LEAST_STRETCH = 1e-6  # as a part of the whole
_REACH = 2.0  # how many times its size one can leave the picture behind


class PlotViewBox(pg.ViewBox):
    """Left drag zooms to a rectangle or pans, middle drag pans, the wheel zooms.

    Emits `about_to_move()` before each step of the user, and `gesture_began()` before the first
    step of a drag.
    """

    about_to_move = Signal()
    gesture_began = Signal()

    def __init__(self) -> None:
        super().__init__(enableMenu=False, defaultPadding=0.0)
        self.drag_pans = False
        self.disableAutoRange()

    @property
    def bounds(self) -> Bounds:
        """The stretch on show."""
        (x_low, x_high), (y_low, y_high) = self.viewRange()
        return Bounds(x_low, x_high, y_low, y_high)

    def set_reach(self, whole: Bounds) -> None:
        """Keep zoom and pan within sight of the whole picture."""
        width, height = whole.x_high - whole.x_low, whole.y_high - whole.y_low
        self.setLimits(
            xMin=whole.x_low - _REACH * width,
            xMax=whole.x_high + _REACH * width,
            yMin=whole.y_low - _REACH * height,
            yMax=whole.y_high + _REACH * height,
            minXRange=_LEAST_STRETCH * width,
            minYRange=_LEAST_STRETCH * height,
        )

    def show_bounds(self, bounds: Bounds) -> None:
        """Show another stretch."""
        self.setRange(
            xRange=(bounds.x_low, bounds.x_high), yRange=(bounds.y_low, bounds.y_high), padding=0.0
        )

    def set_tokens(self, tokens: Tokens) -> None:
        """Colour the rectangle that a drag draws."""
        self.rbScaleBox.setPen(pen(tokens.accent))
        self.rbScaleBox.setBrush(color(tokens.accent, 30))

    def wheelEvent(self, ev: QGraphicsSceneWheelEvent, axis: int | None = None) -> None:
        """Zoom about the mouse."""
        self.about_to_move.emit()
        super().wheelEvent(ev, axis)

    def mouseDragEvent(self, ev: MouseDragEvent, axis: int | None = None) -> None:
        """Zoom to a rectangle, or pan."""
        if ev.isStart():
            self.gesture_began.emit()
        zooms = ev.button() == Qt.MouseButton.LeftButton and not self.drag_pans
        self.setMouseMode(self.RectMode if zooms else self.PanMode)
        if not zooms or axis is not None:
            self.about_to_move.emit()
        elif ev.isFinish():
            size = ev.pos() - ev.buttonDownPos()
            if min(abs(size.x()), abs(size.y())) < _LEAST_RECTANGLE:
                self.rbScaleBox.hide()
                ev.accept()
                return
            self.about_to_move.emit()
        super().mouseDragEvent(ev, axis)
