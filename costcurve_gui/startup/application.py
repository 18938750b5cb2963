"""The application that every window belongs to; on macOS files to open arrive as events."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from costcurve_gui import __version__

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


NAME = "CostCurve"
DESKTOP_FILE = "org.costcurve.CostCurve"  # by which a desktop finds name and picture


def make_application() -> QApplication:
    """Return the application that every window of the program belongs to."""
    application = _mac_application() if sys.platform == "darwin" else QApplication(sys.argv[:1])
    application.setStyle("Fusion")  # widgets made under another style would be styled twice
    application.setApplicationName(NAME)
    application.setOrganizationName(NAME)
    application.setApplicationVersion(__version__)
    application.setDesktopFileName(DESKTOP_FILE)
    return application


def _mac_application() -> QApplication:

    return MacApplication(sys.argv[:1])
