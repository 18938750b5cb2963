"""Notices that the user takes hold of the edge between two docks; Qt has no signal for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QMouseEvent

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QMainWindow


class SeparatorWatch(QObject):
    """Calls `moved` when the mouse is pressed on the window itself, between its docks."""

    def __init__(self, window: QMainWindow, moved: Callable[[], None]) -> None:
        super().__init__(window)
        self._window, self._moved = window, moved
        window.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Look on; the window gets every event."""
        pressed = isinstance(event, QMouseEvent) and event.type() is QEvent.Type.MouseButtonPress
        if pressed and self._window.childAt(event.position().toPoint()) is None:
            self._moved()
        return False
