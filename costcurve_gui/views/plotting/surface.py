"""The ground of a plot on the screen: axes, layers, zoom and theme, without any data."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, QTimer
from PySide6.QtWidgets import QGraphicsGridLayout, QGraphicsView, QMenu, QSizePolicy, QWidget

from costcurve_gui.translation import tr
from costcurve_gui.views.plotting.brushes import pen
from costcurve_gui.views.plotting.canvas import Bounds, Canvas, TextFonts
from costcurve_gui.views.plotting.haste import Haste
from costcurve_gui.views.plotting.screen_items import Layer, PlotAxis, PlotViewBox, StaticLayer
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import tokens_in_use

if TYPE_CHECKING:
    from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QPainter

    from costcurve_gui.views.plotting.plot_view import Axis
    from costcurve_gui.views.shell.theme import Tokens


_MARGINS = (4, 4, 10, 4)
_BEHIND = -5.0  # else labels of an axis cover marks at its edge
_ROOMY = 0.6  # of the view: with less of it filled, the view is refitted
_MORE = 0.12  # of its height, beyond an end that a drag has passed


class PlotSurface(pg.GraphicsView):
    """Two layers of marks between two axes.

    It follows the bounds that are set until the user zooms. Two axes and a view box are laid
    out here: a `pg.PlotWidget` would build the forms of a settings menu that is never opened.
    """

    def __init__(self, name: str, title: str) -> None:
        self.tokens = tokens_in_use()
        self._fitted = True
        self._wanted: Bounds | None = None
        self._grid = True
        self._axes: tuple[Axis, Axis] | None = None
        self._canvas: Canvas | None = None
        self._haste = Haste()
        self._roomy = False
        self._box = PlotViewBox()
        self._bottom = PlotAxis("bottom", self.canvas)
        self._left = PlotAxis("left", self.canvas)
        super().__init__(background=self.tokens.plot)
        self._drop_export()
        self._lay_out()
        self.static_layer = StaticLayer(self._box, self.canvas)
        self.dynamic_layer = Layer(self._box, self.canvas)
        self.dynamic_layer.around = self.static_layer.lines
        self._history = ZoomHistory(self)
        self._build(name, title)
        self._box.sigRangeChanged.connect(self._forget_canvas)
        self._box.sigResized.connect(self._forget_canvas)
        self._box.about_to_move.connect(self._remember_zoom)
        self._box.gesture_began.connect(self._history.end_gesture)

    def useOpenGL(self, b: object = None) -> None:  # noqa: N802 (pyqtgraph's name)
        """Paint on a plain widget, never with OpenGL, whatever the options of pyqtgraph say."""
        del b
        self.setViewport(QWidget())  # for the reason that `own_viewport` has

    def canvas(self) -> Canvas | None:
        """Return where things lie now; nothing before the first layout."""
        if self._canvas is None:
            rect = self._box.rect()
            if rect.width() < 1 or rect.height() < 1:
                return None
            text = TextFonts(fonts.small(), fonts.small(fonts.SEMIBOLD))
            self._canvas = Canvas(rect, self.bounds, self.tokens, text, haste=self._haste)
        return self._canvas

    def begin_frame(self, *, moving: bool) -> None:
        """Let words look for places: always but in most frames while a handle is `moving`."""
        self._haste.begin_frame(moving=moving)
        if not moving and self._roomy and self._wanted is not None:
            self._roomy = False
            if self._fitted:
                self._box.show_bounds(self._wanted)
        if not moving and self._haste.savings:
            self._haste.savings = 0
            self.static_layer.settle()
            self.dynamic_layer.refresh()

    def show_axes(self, across: Axis, up: Axis) -> None:
        """Show other words at the axes."""
        self._axes = across, up
        self._bottom.show_axis(across)
        self._left.show_axis(up)
        self.static_layer.show_grid(self._axes if self._grid else None)

    def set_tokens(self, tokens: Tokens) -> None:
        """Apply another theme."""
        self.tokens = tokens
        self.setBackground(tokens.plot)
        self._box.set_tokens(tokens)
        self._forget_canvas()

    def set_grid(self, shown: bool) -> None:
        """Show or hide the grid."""
        self._grid = shown
        self.static_layer.show_grid(self._axes if shown else None)

    # --- zoom ---------------------------------------------------------------------------------

    @property
    def bounds(self) -> Bounds:
        """The stretch of the axes on show."""
        return self._box.bounds

    def follow(self, wanted: Bounds, *, refit: bool) -> None:
        """Keep `wanted` in view unless the user has zoomed; `refit` forgets where they were.

        While a drag changes it little, the axis keeps still; where it has to give way, it makes
        room for more, until the handle is let go.
        """
        if wanted != self._wanted:
            self._box.set_reach(wanted)
        self._wanted = wanted
        if refit:
            self._fitted = True
            self._history.forget()
        present = self.bounds
        kept = (
            present.y_low <= wanted.y_low
            and present.y_high >= wanted.y_high
            and wanted.height >= _ROOMY * present.height
        )
        if self._fitted and (refit or not kept):
            self._roomy = self._haste.moving and not refit
            self._box.show_bounds(_with_room(wanted, present) if self._roomy else wanted)

    def fit(self) -> None:
        """Show everything."""
        if self._wanted is not None:
            self._history.end_gesture()
            self._history.remember(self.bounds)
            self._history.end_gesture()
            self._fitted = True
            self._box.show_bounds(self._wanted)

    def zoom_back(self) -> None:
        """Go back to the stretch before the last zoom."""
        before = self._history.back()
        if before is not None:
            self._box.show_bounds(before)
            self._fitted = self.bounds == self._wanted

    def _remember_zoom(self) -> None:
        self._history.remember(self.bounds)
        self._fitted = False

    def show_rectangle(self, a: QPointF, b: QPointF) -> None:
        """Show the rectangle between two places."""
        self._box.updateScaleBox(a, b)

    def hide_rectangle(self) -> None:
        """Hide it."""
        self._box.rbScaleBox.hide()

    def contextMenuEvent(self, ev: QContextMenuEvent) -> None:
        """Offer what can be done with the zoom."""
        menu = self.make_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(ev.globalPos())

    def make_menu(self) -> QMenu:
        """Return the menu of the right mouse button."""
        menu = QMenu(self)
        menu.addAction(tr("Zoom back"), self.zoom_back).setEnabled(len(self._history) > 0)
        menu.addAction(tr("Fit"), self.fit)
        menu.addSeparator()
        for text, pans in (
            (tr("Drag zooms to a rectangle"), False),
            (tr("Drag moves the view"), True),
        ):
            action = menu.addAction(text, partial(self._let_drag_pan, pans))
            action.setCheckable(True)
            action.setChecked(self._box.drag_pans == pans)
        return menu

    def _let_drag_pan(self, pans: bool) -> None:
        self._box.drag_pans = pans

    # --- painting -----------------------------------------------------------------------------

    def drawForeground(self, painter: QPainter, rect: QRectF) -> None:  # noqa: N802 (Qt calls it)
        """Paint a frame round the plot while it has the keyboard focus."""
        del rect
        if self.hasFocus():
            painter.save()
            painter.setPen(pen(self.tokens.accent, width=2.0))
            painter.drawRect(QRectF(self.viewport().rect()).adjusted(1, 1, -1, -1))
            painter.restore()

    def changeEvent(self, ev: QEvent) -> None:
        """Follow the application's font."""
        super().changeEvent(ev)
        if ev.type() == QEvent.Type.FontChange and self.isVisible():
            self._forget_canvas()

    def place_of(self, ev: QMouseEvent) -> QPointF:
        """Return where the mouse is, in the units of the canvas."""
        to_scene, _ = self.viewportTransform().inverted()
        return self._box.mapFromScene(to_scene.map(ev.position()))

    def _forget_canvas(self) -> None:
        self._canvas = None
        self._haste.forget()
        self._left.make_room()
        self._left.update()
        self._bottom.update()
        for layer in (self.static_layer, self.dynamic_layer):
            layer.prepareGeometryChange()
            layer.refresh()
        self.static_layer.forget()

    def _drop_export(self) -> None:
        """Drop pyqtgraph's own export: it raises unless its own menu was opened before."""
        scene = self.scene()
        for action in scene.contextMenu:
            action.setParent(None)
        scene.contextMenu.clear()

    def _lay_out(self) -> None:
        self.enableMouse(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        place = pg.GraphicsWidget()
        grid = QGraphicsGridLayout(place)
        grid.setContentsMargins(*_MARGINS)
        grid.setSpacing(0)
        grid.addItem(self._left, 0, 0)
        grid.addItem(self._box, 0, 1)
        grid.addItem(self._bottom, 1, 1)
        grid.setRowStretchFactor(0, 100)
        grid.setColumnStretchFactor(1, 100)
        for axis in (self._left, self._bottom):
            axis.linkToView(self._box)
            axis.setZValue(_BEHIND)
        self.setCentralItem(place)

    def close(self) -> bool:
        """Close as any widget does: pyqtgraph would take scene and viewport apart."""
        return QGraphicsView.close(self)

    @property
    def view_box(self) -> PlotViewBox:
        """The area between the axes."""
        return self._box

    def _build(self, name: str, title: str) -> None:
        self.setObjectName(f"{name}_plot")
        self.setAccessibleName(tr("{title} plot", title=title))
        self.scene().setItemIndexMethod(self.scene().ItemIndexMethod.NoIndex)
        self._box.set_tokens(self.tokens)
        self.setMinimumSize(160, 140)


def _with_room(wanted: Bounds, present: Bounds) -> Bounds:
    """Return a stretch with room beyond the ends that have left the present one."""
    more = _MORE * wanted.height
    low = wanted.y_low - (more if wanted.y_low < present.y_low else 0.0)
    high = wanted.y_high + (more if wanted.y_high > present.y_high else 0.0)
    return replace(wanted, y_low=low, y_high=high)


_MOST = 50
_ONE_GESTURE_MS = 400


class ZoomHistory(QObject):
    """Remembers the stretch before each gesture; wheel steps in quick succession are one."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps: list[Bounds] = []
        self._gesture = QTimer(self, singleShot=True, interval=_ONE_GESTURE_MS)

    def __len__(self) -> int:
        return len(self._steps)

    def remember(self, before: Bounds) -> None:
        """Note the stretch before a movement of the user, unless the gesture goes on."""
        if not self._gesture.isActive():
            self._steps = [*self._steps[1 - _MOST :], before]
        self._gesture.start()

    def end_gesture(self) -> None:
        """Let the next movement be another one."""
        self._gesture.stop()

    def back(self) -> Bounds | None:
        """Return the stretch to go back to."""
        self.end_gesture()
        return self._steps.pop() if self._steps else None

    def forget(self) -> None:
        """Start afresh."""
        self.end_gesture()
        self._steps = []
