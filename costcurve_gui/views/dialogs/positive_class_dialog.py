"""Asks which class is positive, where nothing else about a file is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from costcurve_gui.views.dialogs.base_dialog import FittedDialog, dialog_title
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.widgets.buttons import LinkButton, main_button, plain_button
from costcurve_gui.views.widgets.fields import ChoiceBox
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from collections.abc import Sequence

_WHAT = "Each row is a leaf of a decision tree. Choose the class that is to be found."


class PositiveDialog(FittedDialog):
    """Emits `positive_chosen(class)`, `cancelled()` and `help_requested(page)`."""

    positive_chosen = Signal(str)
    cancelled = Signal()
    help_requested = Signal(str)

    def __init__(self, file: str, classes: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_widget(self, "positive_dialog", "Choose the positive class")
        self.setWindowTitle("Import a file")
        self._choice = ChoiceBox()
        self._choice.addItems(classes)
        name_widget(self._choice, "positive_choice", "Positive class")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(dialog_title(file))
        layout.addWidget(text_label(_WHAT, tone="muted", wrap=True))
        layout.addLayout(self._question())
        layout.addSpacing(6)
        layout.addLayout(self._foot())
        self.setMinimumWidth(fonts.scaled(420))
        self._choice.setFocus()

    def accept(self) -> None:
        """Close, and tell which class was chosen."""
        super().accept()
        self.positive_chosen.emit(self._choice.currentText())

    def reject(self) -> None:
        """Close, and tell that nothing is wanted."""
        super().reject()
        self.cancelled.emit()

    def _question(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(text_label("Positive class", font=fonts.body(fonts.SEMIBOLD)))
        row.addWidget(self._choice, 1)
        return row

    def _foot(self) -> QHBoxLayout:
        about = LinkButton("Help")
        name_widget(about, "positive_help", "Help on files of counts")
        cancel = plain_button("Cancel", "positive_cancel")
        proceed = main_button("Import", "positive_accept")
        about.clicked.connect(lambda: self.help_requested.emit("inputs"))
        cancel.clicked.connect(self.reject)
        proceed.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.setSpacing(10)
        foot.addStretch()
        for widget in (about, cancel, proceed):
            foot.addWidget(widget)
        return foot
