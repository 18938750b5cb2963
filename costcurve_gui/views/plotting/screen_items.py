"""Items of a plot on the screen: axes, the area that zooms and pans, its two layers."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsItem

from costcurve_gui.views.plotting.axes import (
    OVERHANG,
    bottom_depth,
    left_depth,
    paint_bottom_axis,
    paint_grid,
    paint_left_axis,
)
from costcurve_gui.views.plotting.brushes import color, pen
from costcurve_gui.views.plotting.canvas import Bounds
from costcurve_gui.views.plotting.label_placement import Surroundings
from costcurve_gui.views.plotting.marks import Mark, same_marks
from costcurve_gui.views.plotting.painting import paint_marks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pyqtgraph.GraphicsScene.mouseEvents import MouseDragEvent
    from PySide6.QtWidgets import QGraphicsSceneWheelEvent, QStyleOptionGraphicsItem, QWidget

    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.plotting.plot_view import Axis
    from costcurve_gui.views.shell.theme import Tokens


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
            self.setHeight(round(bottom_depth(canvas, self.axis)))
        else:
            self.setWidth(max(_LEAST_LEFT, round(left_depth(canvas, self.axis))))

    def boundingRect(self) -> QRectF:
        """Return the room with what the title and the last label reach past the ends."""
        over = OVERHANG if self.orientation == "bottom" else 0.0
        return super().boundingRect().adjusted(-over, 0.0, over, 0.0)

    def updateAutoSIPrefix(self) -> None:  # noqa: N802 (pyqtgraph's name)
        """Spare pyqtgraph the label that it would write again for each range; ours is painted."""

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


_RIM = 2  # px that antialiasing may reach beyond the ground
_PICTURES = 2  # a drag to and fro past a crossing changes between two selected models


class Layer(QGraphicsItem):
    """Paints marks over the whole view box, in its pixels.

    `around` returns the lines of other layers, which words keep clear of.
    """

    def __init__(self, parent: QGraphicsItem, canvas: Callable[[], Canvas | None]) -> None:
        super().__init__(parent)
        self._canvas = canvas
        self.marks: Sequence[Mark] = ()
        self.around: Callable[[Canvas], Surroundings] | None = None

    def boundingRect(self) -> QRectF:
        """Cover the view box."""
        canvas = self._canvas()
        return QRectF() if canvas is None else canvas.rect

    def show_marks(self, marks: Sequence[Mark]) -> None:
        """Show other marks."""
        self.marks = marks
        self.refresh()

    def refresh(self) -> None:
        """Ask the viewport for a repaint, and all plots of a window are painted together.

        By an item's own `update` each scene would have the whole window repainted.
        """
        for view in self.scene().views():
            ground = view.mapFromScene(self.sceneBoundingRect()).boundingRect()
            view.viewport().update(ground.adjusted(-_RIM, -_RIM, _RIM, _RIM))

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint the marks."""
        del option, widget
        canvas = self._canvas()
        if canvas is not None:
            around = Surroundings if self.around is None else partial(self.around, canvas)
            paint_marks(painter, canvas, self.marks, around)


class StaticLayer(Layer):
    """Ground, grid and curves. Dragging a line over them costs one copy of a picture."""

    def __init__(self, parent: QGraphicsItem, canvas: Callable[[], Canvas | None]) -> None:
        super().__init__(parent, canvas)
        self._axes: tuple[Axis, Axis] | None = None
        self._pictures: deque[tuple[Sequence[Mark], QPixmap]] = deque(maxlen=_PICTURES)
        self._lines: tuple[Sequence[Mark], Canvas, Surroundings] | None = None
        self._in_haste = False
        self._ground: QPixmap | None = None
        self.paintings = 0

    def show_marks(self, marks: Sequence[Mark]) -> None:
        """Show other marks; a picture serves as long as they are the same, or the same again."""
        painted = (kept for kept, _ in self._pictures if same_marks(kept, marks))
        wanted = next(painted, marks)
        if wanted is not self.marks:
            super().show_marks(wanted)

    def show_grid(self, axes: tuple[Axis, Axis] | None) -> None:
        """Show the grid of two axes, or none."""
        if axes != self._axes:
            self._axes = axes
            self.forget()

    def lines(self, canvas: Canvas) -> Surroundings:
        """Return the lines and bands on show, found again only where they changed."""
        if self._lines is None or self._lines[0] is not self.marks or self._lines[1] is not canvas:
            self._lines = self.marks, canvas, Surroundings.of(self.marks, canvas)
        return self._lines[2]

    def settle(self) -> None:
        """Drop the pictures of a drag that were painted otherwise than at rest."""
        if self._in_haste:
            self.forget()

    def forget(self) -> None:
        """Repaint at the next chance: another stretch, size or theme."""
        self._pictures.clear()
        self._ground = None
        self._in_haste = False
        self.refresh()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Copy the picture, painting it first where there is none."""
        del option, widget
        canvas = self._canvas()
        if canvas is None:
            return
        ratio = painter.device().devicePixelRatio()
        picture = self._kept(ratio)
        if picture is None:
            picture = self._painted(canvas, ratio)
            self._pictures.append((self.marks, picture))
        painter.drawPixmap(canvas.rect.topLeft(), picture)

    def _kept(self, ratio: float) -> QPixmap | None:
        """Return the picture of the marks on show, if there is one for such a screen."""
        for marks, picture in self._pictures:
            if marks is self.marks and picture.devicePixelRatio() == ratio:
                return picture
        return None

    def _painted(self, canvas: Canvas, ratio: float) -> QPixmap:
        self.paintings += 1
        if self._ground is None or self._ground.devicePixelRatio() != ratio:
            self._ground = self._painted_ground(canvas, ratio)
        picture = QPixmap(self._ground)
        painter = QPainter(picture)
        painter.translate(-canvas.rect.topLeft())
        before = 0 if canvas.haste is None else canvas.haste.savings
        paint_marks(painter, canvas, self.marks)
        painter.end()
        if canvas.haste is not None and canvas.haste.savings > before:
            self._in_haste = True
        return picture

    def _painted_ground(self, canvas: Canvas, ratio: float) -> QPixmap:
        """Return ground and grid, which stay the same under curves that a drag moves."""
        ground = QPixmap((canvas.rect.size() * ratio).toSize())
        ground.setDevicePixelRatio(ratio)
        ground.fill(color(canvas.tokens.plot))
        if self._axes is not None:
            painter = QPainter(ground)
            painter.translate(-canvas.rect.topLeft())
            paint_grid(painter, canvas, *self._axes)
            painter.end()
        return ground
