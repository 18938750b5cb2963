"""What mouse and keys do in a plot: drag a handle, read a point, choose a model."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt

from costcurve_gui.views.plotting.handles import Handle, distance, grip_place, handle_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.plotting.handles import HandleName
    from costcurve_gui.views.plotting.plot_view import PlotView

_CLICK = 4.0
_ARROWS = {
    Qt.Key.Key_Left: (-1, True),
    Qt.Key.Key_Right: (1, True),
    Qt.Key.Key_Down: (-1, False),
    Qt.Key.Key_Up: (1, False),
}


class Gestures:
    """Keeps what the mouse does between two events. Knows no widget."""

    def __init__(self, description: PlotView) -> None:
        self._description = description
        self._offset = QPointF()
        self._pressed: QPointF | None = None
        self._place = QPointF()
        self.held: Handle | None = None
        self.moved = False
        self.hot: HandleName | None = None

    def press(self, handles: Sequence[Handle], canvas: Canvas, place: QPointF) -> bool:
        """Take hold of the handle under the mouse, if there is one."""
        self._pressed, self._place, self.moved = place, place, False
        self.held = handle_at(handles, canvas, place)
        if self.held is not None:
            self._offset = _resting_place(self.held, canvas, place) - place
        return self.held is not None

    def drag(self, snapshot: Snapshot, canvas: Canvas, place: QPointF) -> object:
        """Return what the held handle becomes."""
        if self.held is None:
            return None
        self._place, self.moved = place, True
        return self._description.dragged(snapshot, self.held, canvas, place + self._offset)

    def release(self) -> Handle | None:
        """Release and return the handle that was held."""
        held, self.held = self.held, None
        return held

    def cancel(self) -> bool:
        """Release without committing; return whether a handle was held."""
        self._pressed = None
        return self.release() is not None

    def clicked(self, place: QPointF) -> bool:
        """Whether a release here ends a click."""
        pressed, self._pressed = self._pressed, None
        return pressed is not None and self.at_rest(pressed, place)

    @staticmethod
    def at_rest(pressed: QPointF, place: QPointF) -> bool:
        """Whether the mouse has moved no farther than a click may."""
        return distance(pressed, place) < _CLICK

    def hover(self, handles: Sequence[Handle], canvas: Canvas, place: QPointF) -> Handle | None:
        """Return the handle under the mouse and remember that it is hot."""
        handle = handle_at(handles, canvas, place)
        self.hot = None if handle is None else handle.name
        return handle

    def decorated(self, handles: Sequence[Handle], focused: HandleName | None) -> list[Handle]:
        """Return the handles as they look under the mouse and under the keyboard."""
        held = None if self.held is None else self.held.name
        place = (self._place.x(), self._place.y())
        return [
            replace(
                handle,
                hot=handle.name in (self.hot, held),
                focused=handle.name == focused,
                held_at=place if handle.name == held and not handle.upright else None,
            )
            for handle in handles
        ]


def _resting_place(handle: Handle, canvas: Canvas, place: QPointF) -> QPointF:
    """Return the point of the handle that the mouse took hold of."""
    if handle.direction is None:
        return canvas.point(handle.x, handle.y)
    if handle.upright:
        return QPointF(canvas.x(handle.x), place.y())
    return grip_place(replace(handle, held_at=(place.x(), place.y())), canvas) or place


def arrow_step(key: int, description: PlotView, *, large: bool) -> tuple[HandleName, int] | None:
    """Return what an arrow key moves, and by how many steps; rightwards and upwards count up."""
    arrow = _ARROWS.get(Qt.Key(key))
    if arrow is None:
        return None
    direction, sideways = arrow
    other: HandleName = "threshold" if description.sideways == "condition" else "condition"
    target = description.sideways if sideways else other
    # The curve runs to the right as the threshold falls.
    sign = -1 if target == "threshold" and sideways else 1
    return target, sign * direction * (10 if large else 1)
