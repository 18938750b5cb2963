"""Shows a picture as it will be written, fitted into the room there is."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from costcurve_gui.views.theme import LIGHT

_SQUARE = 8  # side of the squares that stand for "nothing here"


class PicturePreview(QWidget):
    """Emits `room_changed` when a picture of another size would fit better."""

    room_changed = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self._image = QImage()
        self.setObjectName(name)
        self.setMinimumSize(320, 240)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @property
    def image(self) -> QImage:
        """The picture on show."""
        return self._image

    def show_image(self, image: QImage) -> None:
        """Show another picture."""
        self._image = image
        self.update()

    def pixels_for(self, width: float, height: float) -> int:
        """Return how many device pixels wide a picture of this shape is drawn here."""
        room = self.size() * self.devicePixelRatioF()
        return max(1, int(min(room.width(), room.height() * width / height)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell that there is other room."""
        super().resizeEvent(event)
        self.room_changed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the picture in the middle; squares shine through where it is transparent."""
        del event
        if self._image.isNull():
            return
        frame = self._frame()
        painter = QPainter(self)
        if self._image.hasAlphaChannel():
            self._paint_squares(painter, frame)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(frame, self._image)
        painter.end()

    def _frame(self) -> QRect:
        """Return where the picture goes: at its own size where that fits, so it stays sharp."""
        shape = (QSizeF(self._image.size()) / self.devicePixelRatioF()).toSize()
        if shape.width() > self.width() or shape.height() > self.height():
            shape.scale(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        frame = QRect(0, 0, shape.width(), shape.height())
        frame.moveCenter(self.rect().center())
        return frame

    def _paint_squares(self, painter: QPainter, frame: QRect) -> None:
        painter.save()
        painter.setClipRect(frame)
        painter.fillRect(frame, QColor(LIGHT.panel))
        for row, top in enumerate(range(frame.top(), frame.bottom() + 1, _SQUARE)):
            start = frame.left() + (row % 2) * _SQUARE
            for left in range(start, frame.right() + 1, 2 * _SQUARE):
                painter.fillRect(left, top, _SQUARE, _SQUARE, QColor(LIGHT.grid))
        painter.restore()
