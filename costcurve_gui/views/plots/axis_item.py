"""Axes of a plot on the screen: pyqtgraph lays them out, the shared painter paints them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pyqtgraph as pg

from costcurve_gui.views.plots.axes import (
    OVERHANG,
    bottom_depth,
    left_depth,
    paint_bottom_axis,
    paint_left_axis,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from costcurve_gui.views.plots.canvas import Canvas
    from costcurve_gui.views.plots.description import Axis

_LEAST_LEFT = 49


class PlotAxis(pg.AxisItem):
    """An axis at the left or at the bottom. The mouse wheel over it zooms that axis alone."""

    def __init__(self, orientation: str, canvas: Callable[[], Canvas | None]) -> None:
        super().__init__(orientation)
        self._canvas = canvas
        self.axis: Axis | None = None
        # Marks that move beside the axis must not make it write its labels again.
        self.setCacheMode(self.CacheMode.DeviceCoordinateCache)

    def show_axis(self, axis: Axis) -> None:
        """Show other words."""
        if axis != self.axis:
            self.axis = axis
            self.make_room()
            self.update()

    def make_room(self) -> None:
        """Take the room that the labels need; the least is the same for all plots."""
        canvas = self._canvas()
        if canvas is None or self.axis is None:
            return
        if self.orientation == "bottom":
            self.setHeight(round(bottom_depth(canvas)))
        else:
            self.setWidth(max(_LEAST_LEFT, round(left_depth(canvas, self.axis))))

    def boundingRect(self) -> QRectF:
        """Return the room with what the title and the last label reach past the ends."""
        over = OVERHANG if self.orientation == "bottom" else 0.0
        return super().boundingRect().adjusted(-over, 0.0, over, 0.0)

    def updateAutoSIPrefix(self) -> None:  # noqa: N802 (pyqtgraph's name)
        """Spare pyqtgraph the label that it would write anew for each range; ours is painted."""

    def paint(
        self, p: QPainter, opt: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint line, labels and title."""
        del opt, widget
        canvas, view = self._canvas(), self.linkedView()
        if canvas is None or self.axis is None or view is None:
            return
        own = replace(canvas, rect=self.mapRectFromItem(view, canvas.rect))
        p.setRenderHint(p.RenderHint.Antialiasing, False)
        if self.orientation == "bottom":
            paint_bottom_axis(p, own, self.axis, self.height())
        else:
            paint_left_axis(p, own, self.axis, self.width())
