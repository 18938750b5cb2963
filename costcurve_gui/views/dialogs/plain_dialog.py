"""The frame of a dialog that only shows: a title, its contents, a Close button."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from costcurve_gui.views import fonts
from costcurve_gui.views.fitted_windows import FittedDialog
from costcurve_gui.views.widgets.main_button import main_button
from costcurve_gui.views.widgets.text import name_widget, text_label


def dialog_title(text: str) -> QLabel:
    """Return the heading of a dialog."""
    font = fonts.body(fonts.SEMIBOLD)
    font.setPixelSize(round(fonts.body_size() * 4 / 3))
    return text_label(text, font=font)


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
        self._close = main_button("Close", f"{name}_close")
        self._close.clicked.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(dialog_title(title))
        layout.addLayout(self.contents, 1)
        self.foot.addStretch()
        self.foot.addWidget(self._close)
        layout.addLayout(self.foot)
