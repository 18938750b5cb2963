"""Where the view has been: the way back from a zoom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from costcurve_gui.views.plots.canvas import Bounds

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
