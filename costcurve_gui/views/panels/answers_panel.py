"""The panel of answers: a card for each question that was asked, the last one first."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text.numbers import MINUS, NO_BREAK
from costcurve_gui.views.widgets.cards import EmptyMessage
from costcurve_gui.views.widgets.figures import ParagraphLabel, breakable
from costcurve_gui.views.widgets.icons import ToolIcon
from costcurve_gui.views.widgets.labels import name_widget, rule, set_hint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QHideEvent, QShowEvent

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.text.answer_parts import Answer

_BETWEEN = re.compile(rf"(?<=[\d%]) to (?=[+{MINUS}\d])")
NOTHING = tr("No answers yet"), tr("Choose one from the Questions menu."), tr("Ask which model")


class AnswersPanel(QWidget):
    """Shows an answer for every question that was asked; works only while it is seen.

    Emits `copy_requested(Answer)`, `remove_requested(key)`, `clear_requested()`,
    `first_requested()` from its empty state, `counted(str)` how many answers there are, nothing for
    none, and `seen(bool)` when it comes to the front or goes behind something.
    """

    copy_requested = Signal(object)
    remove_requested = Signal(str)
    clear_requested = Signal()
    first_requested = Signal()
    counted = Signal(str)
    seen = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        name_widget(self, "answers_panel", tr("Answers"))
        self._snapshot: Snapshot | None = None
        self._due = False
        self._cards: dict[str, AnswerCard] = {}
        self._empty = EmptyMessage("answers", "")  # an icon would not fit a low window
        self._empty.show_message(*NOTHING)
        self._empty.action_requested.connect(self.first_requested)
        self._list = QWidget()
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._list)
        self._rows = QVBoxLayout(self._list)
        self._rows.setContentsMargins(12, 0, 12, 8)
        self._rows.setSpacing(8)
        self._rows.addStretch(1)

    @property
    def answers(self) -> list[Answer]:
        """The answers on show, from above."""
        return [card.answer for card in self._cards.values()]

    def show_snapshot(self, snapshot: Snapshot | None) -> None:
        """Answer from another snapshot, now or when the panel is next seen."""
        self._snapshot = snapshot
        self._due = True
        if self.isVisible():
            self._catch_up()

    def showEvent(self, event: QShowEvent) -> None:
        """Answer what was left for later."""
        super().showEvent(event)
        self._catch_up()
        self.seen.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Leave what comes for later."""
        super().hideEvent(event)
        self.seen.emit(False)

    def _catch_up(self) -> None:
        if not self._due:
            return
        self._due = False
        found: Sequence[Answer] = ()
        if self._snapshot is not None and self._snapshot.settings.views.questions:
            from costcurve_gui.views.text.answers import answers  # no start asks anything

            found = answers(self._snapshot)
        self._show(found)

    def _show(self, found: Sequence[Answer]) -> None:
        if [one.key for one in found] != list(self._cards):
            self._arrange([one.key for one in found])
            self.counted.emit(str(len(found) or ""))
        for one in found:
            self._cards[one.key].show_answer(one)
        page = self._list if found else self._empty
        if page is not self._stack.currentWidget():
            self._stack.setCurrentWidget(page)

    def _arrange(self, keys: Sequence[str]) -> None:
        """Put the cards in order; those of other questions go."""
        for key in set(self._cards) - set(keys):
            gone = self._cards.pop(key)
            gone.hide()
            gone.deleteLater()
        self._cards = {key: self._cards.get(key) or self._card(key) for key in keys}
        for place, card in enumerate(self._cards.values()):
            self._rows.removeWidget(card)
            self._rows.insertWidget(place, card)
            card.show_rule(place > 0)
            card.show()

    def _card(self, key: str) -> AnswerCard:
        card = AnswerCard(key)
        card.copy.clicked.connect(lambda: self.copy_requested.emit(card.answer))
        card.remove.clicked.connect(partial(self.remove_requested.emit, key))
        return card


class AnswerCard(QWidget):
    """A question and its answer, with buttons that copy and remove it; the hint says how."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.setObjectName(f"answer_{key}")
        self.answer: Answer
        self._title = ParagraphLabel(f"answer_{key}_title", fonts.small())
        self._text = ParagraphLabel(f"answer_{key}_text", fonts.body())
        self._title.setProperty("tone", "muted")
        self.copy = ToolIcon("copy", f"answer_{key}_copy", tr("Copy this answer"))
        self.remove = ToolIcon("close", f"answer_{key}_remove", tr("Remove this answer"))
        self._rule = rule()
        head = QHBoxLayout()
        head.setSpacing(0)
        head.addWidget(self._title, 1)
        for button in (self.copy, self.remove):
            head.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self._rule)
        column.addLayout(head)
        column.addWidget(self._text)

    def show_rule(self, shown: bool) -> None:
        """Part it from the answer above."""
        self._rule.setVisible(shown)

    def show_answer(self, answer: Answer) -> None:
        """Show the answer as it is now."""
        if getattr(self, "answer", None) == answer:
            return
        self.answer = answer
        self._title.show_sentence(_html(answer.title))
        self._text.show_sentence(_html(answer.text, answer.strong))
        set_hint(self._text, answer.method)
        for button, words in (
            (self.copy, tr("Copy the answer")),
            (self.remove, tr("Remove the answer")),
        ):
            button.set_words(f"{words}: {answer.title}")
        self.setAccessibleName(f"{answer.title} {answer.sentences}")


def _html(text: str, strong: str = "") -> str:
    """Return a text whose names may wrap and whose intervals do not, `strong` bold once."""
    html = breakable(text).replace(" %", f"{NO_BREAK}%")
    html = _BETWEEN.sub(f"{NO_BREAK}to{NO_BREAK}", html)
    name = breakable(strong)
    return html.replace(name, f"<b>{name}</b>", 1) if name else html
