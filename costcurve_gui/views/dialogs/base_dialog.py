"""Dialogs that fit the screen, and the base of those with a Close button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.keyboard_focus import focus_next
from costcurve_gui.views.widgets.buttons import main_button
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

_FRAME = QSize(16, 40)  # what the frame of a window takes, which is known only once it is shown


def room_on_screen(window: QWidget) -> QRect:
    """Return where the contents of a window may stand: the screen less bars and frame."""
    free = window.screen().availableGeometry()
    side = _FRAME.width() // 2
    return free.adjusted(side, _FRAME.height() - side, -side, -side)


def fit_size(window: QWidget) -> None:
    """Make a window that is too large as large as may be."""
    room = room_on_screen(window).size()
    window.resize(window.size().boundedTo(room))


def wanted_size(window: QWidget) -> QSize:
    """Return the size at which nothing of a window has to shrink."""
    size = window.sizeHint()
    if window.hasHeightForWidth():
        size.setHeight(max(size.height(), window.heightForWidth(size.width())))
    return size


def fit_first_window(window: QWidget) -> None:
    """Let a window of the usual size fill a screen that is too small for it."""
    wanted = window.size()
    fit_size(window)
    if window.size() != wanted:
        window.setWindowState(window.windowState() | Qt.WindowState.WindowMaximized)


def bring_onto_screen(window: QWidget) -> None:
    """Move a window that reaches out of the screen back onto it."""
    room, place = room_on_screen(window), window.geometry()
    left = max(room.left(), min(place.left(), room.right() - place.width() + 1))
    top = max(room.top(), min(place.top(), room.bottom() - place.height() + 1))
    if (left, top) != (place.left(), place.top()):
        window.setGeometry(left, top, place.width(), place.height())


class FittedDialog(QDialog):
    """A dialog that fits the screen each time it is shown; Tab goes as the eye does.

    F1 and "?" open its `help_page`.
    """

    help_page = "index"

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask the window behind for the help page; fields have taken what is typed into them."""
        if event.key() in (Qt.Key.Key_F1, Qt.Key.Key_Question):
            self.ask_for_help()
        else:
            super().keyPressEvent(event)

    def ask_for_help(self) -> None:
        """Ask the window behind for the help page."""
        behind = self.parentWidget()
        while behind is not None and not hasattr(behind, "help_requested"):
            behind = behind.parentWidget()
        if behind is not None:
            behind.help_requested.emit(self.help_page)

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002, N802 (Qt's names)
        """Go to the next field, or to the one before."""
        return focus_next(self, next) or super().focusNextPrevChild(next)

    def setVisible(self, visible: bool) -> None:  # noqa: N802 (Qt's name)
        """Take a size that fits before Qt looks for a place, and stay there."""
        if visible and not self.isVisible():
            if not self.testAttribute(Qt.WidgetAttribute.WA_Resized):
                self.resize(wanted_size(self))  # Qt's own wish has at most two thirds of the screen
            fit_size(self)
        super().setVisible(visible)
        if visible:
            bring_onto_screen(self)


def dialog_title(text: str) -> QLabel:
    """Return the heading of a dialog."""
    font = fonts.body(fonts.SEMIBOLD)
    font.setPixelSize(round(fonts.body_size() * 4 / 3))
    return text_label(text, font=font)


def heading_row(words: str, right: QWidget) -> QHBoxLayout:
    """Return the heading of a part of a dialog, with something at its right end."""
    row = QHBoxLayout()
    row.addWidget(text_label(words, font=fonts.lead(fonts.SEMIBOLD)))
    row.addStretch()
    row.addWidget(right)
    return row


class PlainDialog(FittedDialog):
    """Esc and Close close it; contents go into `contents`, further buttons into `foot`."""

    def __init__(self, name: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_widget(self, f"{name}_dialog", title)
        self.setWindowTitle(title)
        self.contents = QVBoxLayout()
        self.contents.setSpacing(8)
        self.foot = QHBoxLayout()
        self.foot.setSpacing(10)
        self._close = main_button(tr("Close"), f"{name}_close")
        self._close.clicked.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(dialog_title(title))
        layout.addLayout(self.contents, 1)
        self.foot.addStretch()
        self.foot.addWidget(self._close)
        layout.addLayout(self.foot)
