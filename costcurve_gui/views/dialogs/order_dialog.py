"""The order of the grades of a score that is text: shown, and changed by dragging or by keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QListWidget, QVBoxLayout, QWidget

from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.base_dialog import FittedDialog, dialog_title
from costcurve_gui.views.widgets.buttons import main_button, plain_button
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from collections.abc import Sequence

_SIZE = (420, 460)
_SAID = tr(
    "The first grade counts 1, the last {last}. Drag the lines, or press Alt+Up and Alt+Down."
)


class OrderDialog(FittedDialog):
    """Emits `order_chosen(tuple of str)`, the first grade first."""

    help_page = "import"
    order_chosen = Signal(object)

    def __init__(self, column: str, order: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_widget(self, "order_dialog", tr("Order of {column}", column=column))
        self.setWindowTitle(tr("Order of {column}", column=column))
        self.grades = QListWidget()
        name_widget(
            self.grades, "order_grades", tr("Grades of {column} in their order", column=column)
        )
        self.grades.setSpacing(2)
        self.grades.addItems(list(order))
        self.grades.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.grades.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.grades.setCurrentRow(0)
        self._up = plain_button(tr("Up"), "order_up", tr("Move the grade up"))
        self._down = plain_button(tr("Down"), "order_down", tr("Move the grade down"))
        self._turn = plain_button(tr("Reverse"), "order_reverse", tr("Reverse the order"))
        self._build(tr("Order of {column}", column=column))
        self._connect()

    @property
    def order(self) -> tuple[str, ...]:
        """The grades as they stand."""
        return tuple(self.grades.item(row).text() for row in range(self.grades.count()))

    def _build(self, title: str) -> None:
        buttons, foot = QHBoxLayout(), QHBoxLayout()
        for row in (buttons, foot):
            row.setSpacing(10)
        for button in (self._up, self._down, self._turn):
            buttons.addWidget(button)
        buttons.addStretch()
        cancel = plain_button(tr("Cancel"), "order_cancel")
        cancel.clicked.connect(self.reject)
        use = main_button(tr("Use this order"), "order_use")
        use.clicked.connect(self._use)
        foot.addStretch()
        foot.addWidget(cancel)
        foot.addWidget(use)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(dialog_title(title))
        layout.addWidget(text_label(_SAID.format(last=self.grades.count()), wrap=True))
        layout.addWidget(self.grades, 1)
        layout.addLayout(buttons)
        layout.addLayout(foot)
        self.resize(*_SIZE)
        self.grades.setFocus()

    def _connect(self) -> None:
        self._turn.clicked.connect(self._reverse)
        for button, key, by in (
            (self._up, Qt.Key.Key_Up, -1),
            (self._down, Qt.Key.Key_Down, 1),
        ):
            button.clicked.connect(lambda _=False, by=by: self._move(by))
            keys = QShortcut(QKeySequence(Qt.Modifier.ALT | key), self)
            keys.activated.connect(lambda by=by: self._move(by))

    def _move(self, by: int) -> None:
        """Move the current grade by a place; at an end it stays."""
        row = self.grades.currentRow()
        if 0 <= row + by < self.grades.count():
            self.grades.insertItem(row + by, self.grades.takeItem(row))
            self.grades.setCurrentRow(row + by)

    def _reverse(self) -> None:
        order = self.order
        self.grades.clear()
        self.grades.addItems(order[::-1])
        self.grades.setCurrentRow(0)

    def _use(self) -> None:
        self.accept()
        self.order_chosen.emit(self.order)
