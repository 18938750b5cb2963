"""Writes one view as a picture: what the preview shows is what is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice, QRect, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from costcurve_gui.views.dialogs.base_dialog import FittedDialog, dialog_title
from costcurve_gui.views.dialogs.export_form import ExportForm, ExportView
from costcurve_gui.views.plotting.picture_options import MM_PER_INCH, ExportOptions, Format
from costcurve_gui.views.shell.theme import LIGHT
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.buttons import main_button, plain_button
from costcurve_gui.views.widgets.cards import Card, card_round
from costcurve_gui.views.widgets.icons import IconButton
from costcurve_gui.views.widgets.labels import ElidedLabel, name_widget, set_tone

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


MOST_PIXELS = 100_000_000
_PREVIEW_DELAY_MS = 60
_FORM_WIDTH = 320
_GROWTH = 1.25  # bytes of line drawings grow so with their width: within a fifth for all views


class ExportDialog(FittedDialog):
    """Emits `save_requested(ExportOptions)` and `copy_requested(ExportOptions)`.

    `render(view, options)` draws the picture; the preview asks for it at the screen's resolution.
    `lacking(view)` says why a view has nothing to draw, or nothing.
    """

    help_page = "export"
    save_requested = Signal(object)
    copy_requested = Signal(object)

    def __init__(
        self,
        views: Sequence[ExportView],
        render: Callable[[str, ExportOptions], QImage],
        options: ExportOptions,
        *,
        formats: Sequence[Format] = ("png", "svg", "pdf"),
        lacking: Callable[[str], str] = lambda _view: "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._views = {view.key: view for view in views}
        self._render = render
        self._lacking = lacking
        self._form = ExportForm(views, formats, options)
        self._preview = PicturePreview("export_preview")
        self._redraw = QTimer(self, singleShot=True, interval=_PREVIEW_DELAY_MS)
        name_widget(self, "export_dialog", "Export picture")
        self.setWindowTitle("Export picture")
        self._build()
        self._connect()
        self._show_facts()

    @property
    def options(self) -> ExportOptions:
        """What would be written now."""
        return self._form.options

    def refresh(self, _snapshot: object = None) -> None:
        """Redraw the preview: there is more to show."""
        self._redraw.start()

    def show_message(self, text: str, tone: str = "muted") -> None:
        """Say at the foot what became of a save or a copy."""
        self._facts.set_full_text(text)
        set_tone(self._facts, tone)

    def _build(self) -> None:
        self.resize(1080, 640)
        middle = QHBoxLayout()
        middle.setSpacing(20)
        middle.addWidget(self._preview_card(), 1)
        middle.addWidget(self._scrolling_form())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(dialog_title("Export picture"))
        layout.addLayout(middle, 1)
        layout.addSpacing(4)
        layout.addLayout(self._foot())

    def _scrolling_form(self) -> QScrollArea:
        """Let the form scroll on a low screen."""
        area = QScrollArea()
        area.setWidget(self._form)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFixedWidth(_FORM_WIDTH + area.verticalScrollBar().sizeHint().width())
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._form.setContentsMargins(0, 0, 4, 0)  # the bar keeps off the fields
        for part in (area, area.viewport(), self._form):
            part.setProperty("ground", "window")
        return area

    def _preview_card(self) -> Card:
        card = card_round(self._preview, "export_preview_card")
        card.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        return card

    def _foot(self) -> QHBoxLayout:
        self._facts = ElidedLabel(tone="muted")
        self._facts.setObjectName("export_facts")
        self._cancel = plain_button("Cancel", "export_cancel")
        self._copy = IconButton("Copy", "copy")
        self._copy.setAutoDefault(False)
        name_widget(self._copy, "export_copy", "Copy the picture to the clipboard")
        self._save = main_button("Save…", "export_save", "Save the picture")
        foot = QHBoxLayout()
        foot.setSpacing(10)
        foot.addWidget(self._facts, 1)
        for button in (self._cancel, self._copy, self._save):
            foot.addWidget(button)
        return foot

    def _connect(self) -> None:
        self._form.options_changed.connect(self._schedule)
        self._preview.room_changed.connect(self._redraw.start)
        self._redraw.timeout.connect(self._draw)
        self._cancel.clicked.connect(self.reject)
        self._copy.clicked.connect(lambda: self.copy_requested.emit(self.options))
        self._save.clicked.connect(lambda: self.save_requested.emit(self.options))

    def _schedule(self) -> None:
        self._show_facts()
        self._redraw.start()

    def _draw(self) -> None:
        options = self.options
        pixels = self._preview.pixels_for(options.width_mm, options.height_mm)
        dpi = max(1, int(pixels / options.width_mm * MM_PER_INCH))
        self._preview.show_image(self._render(options.view, options.at_dpi(dpi)))
        title = self._views[options.view].title
        text = f"Preview of {title}, {options.width_mm:.0f} by "
        self._preview.setAccessibleName(f"{text}{options.height_mm:.0f} mm")
        self._show_facts()

    def _show_facts(self) -> None:
        options = self.options
        width, height = options.pixel_size
        lack = self._lacking(options.view)
        fits = options.format != "png" or width * height <= MOST_PIXELS
        self._save.setEnabled(fits and not lack)
        self._copy.setEnabled(width * height <= MOST_PIXELS and not lack)
        size = f"{numbers.count(width)} × {numbers.count(height)} px"
        if lack:
            self.show_message(lack, "danger")
            return
        if not fits:
            fault = f"{size} is more than 100 million points. Lower the resolution or the size."
            self.show_message(fault, "danger")
            return
        name = f"{self._views[options.view].stem}.{options.format}"
        self.show_message(f"{name}, {self._measure(options, size)}")

    def _measure(self, options: ExportOptions, size: str) -> str:
        if options.format != "png":
            return f"{options.width_mm:.0f} × {options.height_mm:.0f} mm"
        image = self._preview.image
        if image.isNull():
            return size
        growth = options.pixel_size[0] / image.width()
        return f"{size}, about {_bytes_text(_png_bytes(image) * growth**_GROWTH)}"


def _png_bytes(image: QImage) -> int:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stub asks for bytes
    return int(buffer.size())


def _bytes_text(size: float) -> str:
    """Say an estimated size: 290 kB."""
    if size < 1_000_000:
        return f"{numbers.count(max(10, round(size / 10_000) * 10))} kB"
    return f"{size / 1_000_000:.1f} MB"


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
