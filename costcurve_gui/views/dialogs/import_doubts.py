"""What a file leaves open about how it is read, with a button for each answer."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from costcurve_gui.translation import tr
from costcurve_gui.views.widgets.buttons import plain_button
from costcurve_gui.views.widgets.cards import Badge
from costcurve_gui.views.widgets.labels import name_widget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.dataio.source import Question, ReadOptions

_MOST_SHOWN = 3  # others are among the remarks of their columns


class ImportDoubts(QWidget):
    """A line for each question; emits `answered(ReadOptions)` with what an answer sets."""

    answered = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        name_widget(self, "import_doubts", tr("Questions about how the file is read"))
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(6)
        self.hide()

    def show_questions(self, questions: Sequence[Question]) -> None:
        """Show what is open, and what was assumed."""
        while (item := self._lines.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        ordered = sorted(questions, key=lambda one: not one.is_open)
        for place, question in enumerate(ordered[:_MOST_SHOWN]):
            self._lines.addWidget(self._line(place, question))
        self.setVisible(bool(ordered))

    def _line(self, place: int, question: Question) -> QWidget:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        text = Badge(f"import_doubt_{place}")
        text.show_remark(question.text, "danger" if question.is_open else "warning")
        row.addWidget(text)
        offered = question.answers if question.is_open else question.answers[1:]
        for at, answer in enumerate(offered):
            button = plain_button(answer.words, f"import_doubt_{place}_{at}", answer.words)
            button.clicked.connect(partial(self._answer, answer.changes))
            row.addWidget(button)
        row.addStretch(1)
        return line

    def _answer(self, changes: ReadOptions) -> None:
        self.answered.emit(changes)


def open_question(questions: Sequence[Question]) -> str:
    """Return what has to be answered before the table can be used at all; mostly nothing."""
    return next((one.text for one in questions if one.is_open and not one.column), "")
