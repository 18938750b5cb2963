"""Notices that the user takes hold of the edge between two docks; Qt has no signal for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QObject

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QMainWindow


class SeparatorWatch(QObject):
    """Calls `moved` when the mouse is pressed on the window itself, between its docks."""

    def __init__(self, window: QMainWindow, moved: Callable[[], None]) -> None:
        super().__init__(window)
        self._window, self._moved = window, moved
        window.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Look on; the window gets every event."""
        if event.type() is QEvent.Type.MouseButtonPress and self._is_between(event):
            self._moved()
        return False

    def _is_between(self, event: QEvent) -> bool:
        place = cast("QMouseEvent", event).position().toPoint()
        return self._window.childAt(place) is None
