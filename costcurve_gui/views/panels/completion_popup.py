"""The list that opens below a payoff cell: columns with their range, then functions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QCompleter,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import tokens_in_use
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.labels import name_widget

if TYPE_CHECKING:
    from collections.abc import Sequence

_WORD = re.compile(r"[^\W\d]\w*$")
_ROW_HEIGHT = 26
_WIDTH = 226
_NO_INDEX = QModelIndex()


@dataclass(frozen=True, slots=True)
class Completion:
    """One proposal: what is shown, what it is, what is inserted.

    The cursor goes behind the first bracket of what is inserted, if it has one.
    """

    label: str
    detail: str
    insert: str

    @classmethod
    def of(cls, text: str, kind: str, hint: str) -> Completion:
        """Return the proposal of a column or a function, of which only the name is inserted."""
        return cls(
            text,
            numbers.in_sentence(hint),
            f"{text.partition('(')[0]}()" if kind == "function" else text,
        )


class _Completions(QAbstractListModel):
    def __init__(self) -> None:
        super().__init__()
        self.items: list[Completion] = []

    def take(self, items: Sequence[Completion]) -> None:
        self.beginResetModel()
        self.items = list(items)
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.items)

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if not 0 <= index.row() < len(self.items):
            return None
        item = self.items[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return item.label
        if role == Qt.ItemDataRole.EditRole:
            return item.insert
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{item.label}, {item.detail}"
        return item if role == Qt.ItemDataRole.UserRole else None


class _CompletionDelegate(QStyledItemDelegate):
    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        del option, index
        return QSize(fonts.scaled(_WIDTH), fonts.scaled(_ROW_HEIGHT))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        item: Completion | None = index.data(Qt.ItemDataRole.UserRole)
        if item is None:
            return
        tokens = tokens_in_use()
        current = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(option.rect, QColor(tokens.accent_soft if current else tokens.panel))
        room = option.rect.adjusted(10, 0, -10, 0)
        painter.setPen(QColor(tokens.text))
        painter.setFont(fonts.body(fonts.SEMIBOLD if current else fonts.NORMAL))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(room, middle | Qt.AlignmentFlag.AlignLeft, item.label)
        painter.setPen(QColor(tokens.muted))
        painter.setFont(fonts.small())
        painter.drawText(room, middle | Qt.AlignmentFlag.AlignRight, item.detail)


class CompletionPopup:
    """Proposes words for the one being typed in a line; Enter takes the first, Esc closes."""

    def __init__(self, field: QLineEdit) -> None:
        self._field = field
        self._model = _Completions()
        self._completer = QCompleter(self._model, field)
        self._view = QListView()
        self._delegate = _CompletionDelegate()
        self._build()
        # The stubs do not know that a signal is chosen among its overloads by index.
        self._completer.activated[QModelIndex].connect(self._insert)  # type: ignore[index]

    @property
    def view(self) -> QListView:
        """The list itself."""
        return self._view

    def _build(self) -> None:
        name_widget(self._view, "completions", tr("Columns and functions"))
        self._view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self._completer.setWidget(self._field)
        self._completer.setPopup(self._view)
        self._view.setItemDelegate(self._delegate)
        self._completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._completer.setMaxVisibleItems(8)

    def _word(self) -> str:
        found = _WORD.search(self._field.text()[: self._field.cursorPosition()])
        return found.group() if found else ""

    def propose(self, names: Sequence[tuple[str, str, str]]) -> None:
        """Propose the columns and functions (text, kind, hint) that fit the word being typed."""
        word = self._word().lower()
        items = [Completion.of(*name) for name in names]
        fitting = [item for item in items if word and item.insert.lower().startswith(word)]
        if not fitting or [item.insert for item in fitting] == [self._word()]:
            self._view.hide()
            return
        self._model.take(fitting)
        self._open()

    def _open(self) -> None:
        area = self._field.rect()
        area.setWidth(max(fonts.scaled(_WIDTH), area.width()))
        self._completer.complete(area)
        self._view.setCurrentIndex(self._completer.completionModel().index(0, 0))

    def _insert(self, index: QModelIndex) -> None:
        item: Completion | None = index.data(Qt.ItemDataRole.UserRole)
        if item is None:
            return
        field, typed = self._field, self._word()
        field.setSelection(field.cursorPosition() - len(typed), len(typed))
        field.insert(item.insert)
        bracket = item.insert.find("(") + 1
        if bracket:
            field.setCursorPosition(field.cursorPosition() - len(item.insert) + bracket)
