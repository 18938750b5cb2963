"""A button that looks like a link: reached by Tab, pressed by Space or Enter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QPushButton, QSizePolicy

from costcurve_gui.views import fonts

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

_RING = 3  # room for the focus ring at either side


class LinkButton(QPushButton):
    """Emits `clicked` as any button; `quiet` links are not bold."""

    def __init__(self, text: str, *, quiet: bool = False, small: bool = False) -> None:
        super().__init__(text)
        self._quiet = quiet
        self._small = small
        self.setProperty("link", True)
        self.setProperty("quiet", quiet)
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        weight = fonts.NORMAL if quiet else fonts.SEMIBOLD
        self.setFont(fonts.small(weight) if small else fonts.body(weight))

    def sizeHint(self) -> QSize:
        """Return the room for the text and the focus ring, no more."""
        metrics = self.fontMetrics()
        height = metrics.height() + (2 if self._small else 6)
        return QSize(metrics.horizontalAdvance(self.text()) + 2 * _RING + 2, height)

    def minimumSizeHint(self) -> QSize:
        """Return the size hint: a cut link says nothing."""
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press on Enter too, as links do, without reaching a dialog's default button."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        super().keyPressEvent(event)
