"""What lies over a view: a veil that dims it, or the picture that it had before a change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import tokens_in_use
from costcurve_gui.views.widgets.labels import name_widget

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

UPDATING = tr("Updating: drawn before the last change")
_DIMMED = 0.42
_AIR = 6


class Veil(QWidget):
    """Lies over the view and lets it shine through at the strength of a dimmed picture."""

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self._view = view
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        view.installEventFilter(self)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep to the size of the view."""
        if event.type() == QEvent.Type.Resize and watched is self._view:
            self.setGeometry(self._view.rect())
        return False

    def lay(self, laid: bool) -> None:
        """Cover the view, or uncover it."""
        self.setGeometry(self._view.rect())
        self.setVisible(laid)
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the plot's ground, mostly opaque."""
        del event
        ground = QColor(tokens_in_use().plot)
        ground.setAlphaF(1 - _DIMMED)
        painter = QPainter(self)
        painter.fillRect(self.rect(), ground)
        painter.end()


class LastPicture(Veil):
    """Shows over a view what it showed before a change, dimmed and labelled, until its job is done.

    Only a picture is kept: the view below takes the new snapshot at once, so that nothing of the
    old one can be read or dragged.
    """

    def __init__(self, view: QWidget, name: str) -> None:
        super().__init__(view)
        name_widget(self, f"{name}_last_picture", UPDATING)
        self._picture = QPixmap()

    def keep(self) -> None:
        """Take the picture of the view as it is now."""
        self._picture = self._view.grab()
        self.lay(True)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the picture, its veil, and what it is."""
        painter = QPainter(self)
        painter.drawPixmap(QPoint(), self._picture)
        painter.end()
        super().paintEvent(event)
        tokens = tokens_in_use()
        painter = QPainter(self)
        painter.setFont(fonts.small(fonts.SEMIBOLD))
        metrics = painter.fontMetrics()
        label = metrics.boundingRect(UPDATING).adjusted(-_AIR, -_AIR, _AIR, _AIR)
        label.moveCenter(self.rect().center())
        painter.fillRect(label, QColor(tokens.raised))
        painter.setPen(QColor(tokens.text))
        painter.drawText(label, Qt.AlignmentFlag.AlignCenter, UPDATING)
        painter.end()
