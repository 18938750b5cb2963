"""The preview of a picture: the dots of the file, reduced to the room there is or as they are."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from costcurve_gui.views.shell.theme import LIGHT, tokens_in_use

_SQUARE = 8  # side of the squares that stand for "nothing here"


class PicturePreview(QWidget):
    """Emits `room_changed` when a picture of another size would fit better."""

    room_changed = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self._image = QImage()
        self._reduced = QImage()
        self._whole = True
        self.setObjectName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @property
    def image(self) -> QImage:
        """The picture on show, with all its dots."""
        return self._image

    @property
    def scale(self) -> float:
        """How large the picture is drawn: 1 is a dot of the screen for each of its own."""
        if self._image.isNull():
            return 1.0
        return self._frame().width() * self.devicePixelRatioF() / self._image.width()

    def show_image(self, image: QImage) -> None:
        """Show another picture."""
        self._image, self._reduced = image, QImage()
        self._take_room()
        self.update()

    def show_whole(self, whole: bool) -> None:
        """Show the whole picture, or every dot of it as one of the screen."""
        self._whole = whole
        self._take_room()
        self.update()

    def pixels_for(self, width: float, height: float) -> int:
        """Return how many device pixels wide a picture of this shape is drawn here."""
        room = self._room() * self.devicePixelRatioF()
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
            _paint_squares(painter, frame)
        painter.drawImage(frame, self._drawn(frame.size()))
        painter.setPen(QColor(tokens_in_use().border))
        painter.drawRect(frame.adjusted(-1, -1, 0, 0))
        painter.end()

    def _drawn(self, size: QSize) -> QImage:
        """Return the picture with the dots of the frame, each the mean of those that it covers."""
        dots = (QSizeF(size) * self.devicePixelRatioF()).toSize()
        if dots == self._image.size():
            return self._image
        if self._reduced.size() != dots:
            self._reduced = self._image.scaled(
                dots,
                Qt.AspectRatioMode.IgnoreAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
        return self._reduced

    def _own_size(self) -> QSize:
        return (QSizeF(self._image.size()) / self.devicePixelRatioF()).toSize()

    def _room(self) -> QSize:
        """Return the room inside the line round the page."""
        return (self.size() - QSize(2, 2)).expandedTo(QSize(1, 1))

    def _take_room(self) -> None:
        self.setMinimumSize(QSize(0, 0) if self._whole else self._own_size() + QSize(2, 2))

    def _frame(self) -> QRect:
        """Return where the picture goes: at its own size where that fits, so it stays sharp."""
        shape = self._own_size()
        room = self._room()
        if self._whole and (shape.width() > room.width() or shape.height() > room.height()):
            shape.scale(room, Qt.AspectRatioMode.KeepAspectRatio)
        frame = QRect(QPoint(0, 0), shape.expandedTo(QSize(1, 1)))
        frame.moveCenter(self.rect().center())
        return frame


class PreviewArea(QScrollArea):
    """Holds a preview, and scrolls where it shows every dot."""

    def __init__(self, preview: PicturePreview) -> None:
        super().__init__()
        self.setWidget(preview)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumSize(320, 240)
        for part in (self, self.viewport(), preview):
            part.setProperty("ground", "window")


def _paint_squares(painter: QPainter, frame: QRect) -> None:
    painter.save()
    painter.setClipRect(frame)
    painter.fillRect(frame, QColor(LIGHT.panel))
    for row, top in enumerate(range(frame.top(), frame.bottom() + 1, _SQUARE)):
        start = frame.left() + (row % 2) * _SQUARE
        for left in range(start, frame.right() + 1, 2 * _SQUARE):
            painter.fillRect(left, top, _SQUARE, _SQUARE, QColor(LIGHT.grid))
    painter.restore()
