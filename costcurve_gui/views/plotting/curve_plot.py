"""One plot on the screen: shows snapshots and readings, and tells what the user does in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QToolTip

from costcurve_gui.translation import tr
from costcurve_gui.views.catalogue import VIEWS
from costcurve_gui.views.plotting import captions
from costcurve_gui.views.plotting.gestures import Gestures, arrow_step
from costcurve_gui.views.plotting.marks import Crosshair
from costcurve_gui.views.plotting.surface import PlotSurface

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
    from PySide6.QtWidgets import QMenu

    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.analysis.snapshot import Reading, Snapshot
    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.plotting.handles import Handle
    from costcurve_gui.views.plotting.marks import Mark
    from costcurve_gui.views.plotting.plot_view import PlotView
    from costcurve_gui.views.shell.theme import Tokens

CONDITION_STEP = 0.01

_NEAR = tr("List the cases near this point\u2026")


class CurvePlot(PlotSurface):
    """Draws one view by its description.

    Emits `<intent>_dragged(value)` while a handle moves and `<intent>_committed()` once at its
    end, `drag_cancelled()`, `hovered((model key, row) | None)`, `model_clicked(key)`,
    `point_clicked((key, row) | None)`, `threshold_stepped(scores)` and `condition_stepped(PC(+))`.
    """

    condition_dragged = Signal(object)
    condition_committed = Signal()
    threshold_dragged = Signal(object)
    threshold_committed = Signal()
    capacity_dragged = Signal(object)
    capacity_committed = Signal()
    max_fpr_dragged = Signal(object)
    max_fpr_committed = Signal()
    cost_ratio_dragged = Signal(object)
    cost_ratio_committed = Signal()
    belief_dragged = Signal(object)
    belief_committed = Signal()
    partial_low_dragged = Signal(object)
    partial_low_committed = Signal()
    partial_high_dragged = Signal(object)
    partial_high_committed = Signal()
    drag_cancelled = Signal()
    hovered = Signal(object)
    model_clicked = Signal(object)
    point_clicked = Signal(object)
    threshold_stepped = Signal(int)
    condition_stepped = Signal(float)
    stretch_selected = Signal(object)

    def __init__(self, description: PlotView) -> None:
        self.description = description
        self._snapshot: Snapshot | None = None
        self._reading: Reading | None = None
        self._lit: tuple[str, int] | None = None
        self._hovered: tuple[str, int] | None = None
        self._mouse: QPointF | None = None
        self._crosshair = False
        self._resting = False
        self._newest: Snapshot | None = None  # what `show_frame` was told while it rested
        self._handles: list[Handle] = []
        self._scale: object = None
        self._gestures = Gestures(description)
        self._corner: QPointF | None = None  # where a selection of cases began
        super().__init__(description.name, VIEWS[description.name].title)

    # --- what is shown ------------------------------------------------------------------------

    def show_curves(self, curve_set: CurveSet | None) -> None:
        """Leave the curves of a file that is closed; those of another come with its snapshot."""
        if curve_set is None:
            self.show_snapshot(None)

    def rest(self) -> None:
        """Draw nothing while another view stands in front."""
        self._resting, self._newest = True, self._snapshot

    def wake(self) -> None:
        """Catch up with what was told meanwhile."""
        if self._resting:
            self._resting = False
            self.show_snapshot(self._newest)

    def settle(self) -> None:
        """Let words find their places at the end of a drag."""
        self.begin_frame(moving=False)

    def show_snapshot(self, snapshot: Snapshot | None, *, moving: bool = False) -> None:
        """Show curves, condition and operating points; while a handle is `moving`, in haste."""
        if self._resting:
            self._newest = snapshot
            return
        self.begin_frame(moving=moving)
        before, self._snapshot = self._snapshot, snapshot
        if snapshot is None:
            self._reading = self._lit = None
            self._handles = []
            self.static_layer.show_marks(())
            self.dynamic_layer.show_marks(())
            return
        other_file = before is None or before.curve_set.dataset.id != snapshot.curve_set.dataset.id
        if other_file:
            self._reading = self._lit = None
        self.show_axes(*self.description.axes(snapshot))
        rescaled = self._scale != self.description.scale(snapshot)
        self._scale = self.description.scale(snapshot)
        self.follow(self.description.bounds(snapshot), refit=other_file or rescaled)
        self.static_layer.show_marks(self.description.static_items(snapshot, self.tokens))
        self._handles = self.description.handles(snapshot)
        self._show_moving()
        if self.hasFocus() and self._gestures.held is None:
            self._describe()

    def show_reading(self, reading: Reading | None) -> None:
        """Ring the point under the cursor of any plot."""
        if reading is not self._reading:
            self._reading = reading
            self._show_moving()

    def highlight(self, key: str | None, index: int | None = None) -> None:
        """Light one classifier, or none: a point in ROC space is a line in cost space."""
        self._lit = None if key is None or index is None else (key, index)
        self._show_moving()

    def set_tokens(self, tokens: Tokens) -> None:
        """Apply another theme."""
        super().set_tokens(tokens)
        self.show_snapshot(self._snapshot)

    def _show_moving(self) -> None:
        snapshot, canvas = self._snapshot, self.canvas()
        if snapshot is None or canvas is None or self._resting:
            return
        focused = self.description.sideways if self.hasFocus() else None
        marks: list[Mark] = []
        if self._lit is not None:
            marks += self.description.highlight(snapshot, *self._lit, self.tokens)
        marks += self._gestures.decorated(self._handles, focused)
        marks += self.description.dynamic_items(snapshot, self.tokens)
        if self._reading is not None:
            marks += self.description.reading_marks(
                snapshot, self._reading, self.tokens, tagged=self._mouse is not None
            )
        if self._crosshair and self._mouse is not None:
            marks.append(Crosshair(*canvas.value(self._mouse)))
        self.dynamic_layer.show_marks(marks)

    # --- mouse --------------------------------------------------------------------------------

    def mousePressEvent(self, ev: QMouseEvent) -> None:
        """Take hold of a handle, or leave the event to zoom and pan."""
        canvas = self.canvas()
        if ev.button() == Qt.MouseButton.RightButton:
            return  # the menu's
        if ev.button() == Qt.MouseButton.LeftButton and canvas is not None:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            if ev.modifiers() & Qt.KeyboardModifier.ShiftModifier and self._has_cases():
                self._corner = self.place_of(ev)
                return
            if self._gestures.press(self._handles, canvas, self.place_of(ev)):
                self._show_moving()
                return
        super().mousePressEvent(ev)
        ev.accept()

    def mouseMoveEvent(self, ev: QMouseEvent) -> None:
        """Move the handle, or read the point under the mouse."""
        canvas, snapshot = self.canvas(), self._snapshot
        if canvas is None or snapshot is None:
            return
        self._mouse = self.place_of(ev)
        self._crosshair = bool(ev.modifiers() & Qt.KeyboardModifier.AltModifier)
        if self._corner is not None:
            self.show_rectangle(self._corner, self._mouse)
        elif self._gestures.held is not None:
            self._drag(self._gestures.held, snapshot, canvas, self._mouse)
        elif ev.buttons() != Qt.MouseButton.NoButton:
            super().mouseMoveEvent(ev)
        else:
            self._hover(snapshot, canvas, self._mouse)

    def mouseReleaseEvent(self, ev: QMouseEvent) -> None:
        """Commit the drag, or choose what was clicked."""
        if self._corner is not None:
            self._select(self._corner, self.place_of(ev))
            return
        handle, place = self._gestures.release(), self.place_of(ev)
        clicked = self._gestures.clicked(place)
        if handle is not None and self._gestures.moved:
            getattr(self, f"{handle.intent}_committed").emit()
        elif clicked and ev.button() == Qt.MouseButton.LeftButton:
            self._click(place)
        if handle is None:
            super().mouseReleaseEvent(ev)
            ev.accept()
        self._show_moving()

    def viewportEvent(self, ev: QEvent) -> bool:
        """Explain what is under the mouse when it rests."""
        if ev.type() == QEvent.Type.ToolTip and isinstance(ev, QHelpEvent):
            QToolTip.showText(ev.globalPos(), self.hint(), self.viewport())
            return True
        return super().viewportEvent(ev)

    def hint(self) -> str:
        """Say what the mouse is over; over an axis its whole title."""
        snapshot, canvas, mouse = self._snapshot, self.canvas(), self._mouse
        if snapshot is None or canvas is None or mouse is None:
            return ""
        if self._gestures.hot is not None:
            return captions.handle_hint(snapshot, self._gestures.hot)
        if mouse.x() < canvas.rect.left() or mouse.y() > canvas.rect.bottom():
            across, up = self.description.axes(snapshot)
            return up.title if mouse.x() < canvas.rect.left() else across.title
        return self.description.hint(snapshot, canvas, mouse)

    def leaveEvent(self, ev: QEvent) -> None:
        """Stop reading."""
        self._mouse = None
        self._gestures.hot = None
        self._tell_hovered(None)
        self._show_moving()
        super().leaveEvent(ev)

    def _drag(self, held: Handle, snapshot: Snapshot, canvas: Canvas, mouse: QPointF) -> None:
        value = self._gestures.drag(snapshot, canvas, mouse)
        if value is not None:
            getattr(self, f"{held.intent}_dragged").emit(value)

    def _select(self, corner: QPointF, place: QPointF) -> None:
        """Ask for the cases within a rectangle."""
        from costcurve_gui.views.plotting.stretches import stretch_in

        canvas, snapshot = self.canvas(), self._snapshot
        self._corner = None
        self.hide_rectangle()
        if (
            canvas is not None
            and snapshot is not None
            and not self._gestures.at_rest(corner, place)
        ):
            found = stretch_in(self.description, snapshot, canvas, corner, place)
            if found is not None:
                self.stretch_selected.emit(found)

    def _has_cases(self) -> bool:
        from costcurve_gui.views.plotting.stretches import SELECTING  # with the first selection

        return self.description.name in SELECTING

    def make_menu(self) -> QMenu:
        """Offer the cases near the point under the mouse too."""
        from costcurve_gui.views.plotting.stretches import OF_THRESHOLDS, stretch_near

        menu, snapshot, point = super().make_menu(), self._snapshot, self._hovered
        near = None
        if snapshot is not None and point is not None:
            near = stretch_near(self.description, snapshot, point)
        if self.description.name in OF_THRESHOLDS:
            menu.addSeparator()
            action = menu.addAction(_NEAR, lambda: self.stretch_selected.emit(near))
            action.setEnabled(near is not None)
        return menu

    def _hover(self, snapshot: Snapshot, canvas: Canvas, mouse: QPointF) -> None:
        was_hot = self._gestures.hot
        handle = self._gestures.hover(self._handles, canvas, mouse)
        self.viewport().setCursor(handle.cursor if handle else Qt.CursorShape.ArrowCursor)
        inside = canvas.rect.contains(mouse)
        self._tell_hovered(self.description.snap(snapshot, canvas, mouse) if inside else None)
        if self._gestures.hot != was_hot or self._crosshair:
            self._show_moving()

    def _tell_hovered(self, point: tuple[str, int] | None) -> None:
        if point != self._hovered:
            self._hovered = point
            self.hovered.emit(point)

    def _click(self, place: QPointF) -> None:
        canvas, snapshot = self.canvas(), self._snapshot
        if canvas is None or snapshot is None or not canvas.rect.contains(place):
            return
        point = self.description.snap(snapshot, canvas, place)
        self.point_clicked.emit(point)
        if point is not None:
            self.model_clicked.emit(point[0])

    # --- keys ---------------------------------------------------------------------------------

    def keyPressEvent(self, ev: QKeyEvent) -> None:
        """Step threshold or condition by the arrows, cancel a drag by Escape."""
        if ev.key() == Qt.Key.Key_Escape and self._corner is not None:
            self._corner = None
            self.hide_rectangle()
            return
        if ev.key() == Qt.Key.Key_Escape and self._gestures.cancel():
            self.drag_cancelled.emit()
            self._show_moving()
            return
        if ev.key() == Qt.Key.Key_Alt:
            self._set_crosshair(True)
        large = bool(ev.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        step = arrow_step(ev.key(), self.description, large=large)
        if step is None:
            ev.ignore()
        elif step[0] == "condition":
            self.condition_stepped.emit(step[1] * CONDITION_STEP)
        else:
            self.threshold_stepped.emit(step[1])

    def keyReleaseEvent(self, ev: QKeyEvent) -> None:
        """Hide the crosshair with Alt."""
        if ev.key() == Qt.Key.Key_Alt:
            self._set_crosshair(False)
        ev.ignore()

    def focusInEvent(self, ev: QFocusEvent) -> None:
        """Show the focus."""
        super().focusInEvent(ev)
        self._describe()
        self._show_focus()

    def focusOutEvent(self, ev: QFocusEvent) -> None:
        """Hide the focus."""
        super().focusOutEvent(ev)
        self._show_focus()

    def _describe(self) -> None:
        """Put the plot into words for screen readers."""
        if self._snapshot is not None:
            self.setAccessibleDescription(
                captions.accessible_text(self._snapshot, self.description)
            )

    def _set_crosshair(self, shown: bool) -> None:
        self._crosshair = shown
        self._show_moving()

    def _show_focus(self) -> None:
        self._show_moving()
        self.viewport().update()
