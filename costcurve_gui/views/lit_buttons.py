"""What lights a button up: the focus that came by keyboard, and the mouse while it is there."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from costcurve_gui.views.widgets.text import set_tone

RING = "ring"


class LitButtons(QObject):
    """Sees to it that no button stays lit after a click.

    The style sheet draws the focus where the property `ring` says so. A button that was clicked
    has the focus too, so that Tab goes on from there, but no ring.

    A window that opens over a button under the mouse, and closes before the mouse moves, lets Qt
    lose sight of that button: it would never hear that the mouse has left.
    """

    def __init__(self, application: QApplication, parent: QObject) -> None:
        super().__init__(parent)
        application.focusChanged.connect(self._follow)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._forget_mouse)
        application.focusWindowChanged.connect(self._forget_soon)

    @Slot(QWidget, QWidget)
    def _follow(self, old: QWidget | None, new: QWidget | None) -> None:
        # Without a new one another window is in front: the ring is there again when it has gone.
        if isinstance(old, QAbstractButton) and new is not None:
            set_tone(old, "false", RING)
        if isinstance(new, QAbstractButton) and (old is not None or new.property(RING) is None):
            clicked = QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton
            set_tone(new, "false" if clicked else "true", RING)

    @Slot()
    def _forget_soon(self) -> None:
        """Wait a moment: the window that closes may be in the middle of its own destruction."""
        self._later.start()

    def _forget_mouse(self) -> None:
        """Tell buttons under the mouse that it has left, now that another window is in front."""
        for window in QApplication.topLevelWidgets():
            for button in window.findChildren(QAbstractButton):
                if button.underMouse() and not button.isDown():
                    QApplication.sendEvent(button, QEvent(QEvent.Type.Leave))
                    button.update()
