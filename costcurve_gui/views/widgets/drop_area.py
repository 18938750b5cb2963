"""Where a file can be dropped: an area that says so, and what was dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import (
    QWidget,
)

from costcurve_gui.views.shell.theme import tokens_in_use

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData
    from PySide6.QtGui import (
        QDragEnterEvent,
        QDragLeaveEvent,
        QDropEvent,
        QPaintEvent,
    )


_EDGE = 2.0


_RADIUS = 6.0


def dropped_paths(mime: QMimeData) -> tuple[str, ...]:
    """Return the files of this machine among what is dragged or pasted."""
    return tuple(url.toLocalFile() for url in mime.urls() if url.isLocalFile())


class DropArea(QWidget):
    """Emits `files_dropped(tuple of paths)`."""

    files_dropped = Signal(object)

    def __init__(self, name: str, accessible: str) -> None:
        super().__init__()
        self._hovered = False
        self.setObjectName(name)
        self.setAccessibleName(accessible)
        self.setAcceptDrops(True)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files only."""
        if dropped_paths(event.mimeData()):
            event.acceptProposedAction()
            self._set_hovered(True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Stop inviting."""
        super().dragLeaveEvent(event)
        self._set_hovered(False)

    def dropEvent(self, event: QDropEvent) -> None:
        """Report the files."""
        event.acceptProposedAction()
        self._set_hovered(False)
        self.files_dropped.emit(dropped_paths(event.mimeData()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground and its dashed edge; both change while files hover."""
        del event
        tokens = tokens_in_use()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(tokens.accent_soft if self._hovered else tokens.panel))
        painter.setPen(self._pen(tokens.accent if self._hovered else tokens.control))
        inset = _EDGE / 2
        frame = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(frame, _RADIUS, _RADIUS)
        painter.end()

    def _pen(self, color: str) -> QPen:
        pen = QPen(QColor(color), _EDGE)
        pen.setDashPattern([5.0, 2.5])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        return pen

    def _set_hovered(self, hovered: bool) -> None:
        self._hovered = hovered
        self.update()
