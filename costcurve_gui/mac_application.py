"""The application on macOS, where files to open arrive as events, not as words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent


class MacApplication(QApplication):
    """Emits `file_sent(path)` for what the Finder sends, at the start or later."""

    file_sent = Signal(str)

    def event(self, event: QEvent) -> bool:
        """Take files. Only what is meant for the application itself comes here."""
        if not isinstance(event, QFileOpenEvent) or not event.file():
            return super().event(event)
        self.file_sent.emit(event.file())
        return True
