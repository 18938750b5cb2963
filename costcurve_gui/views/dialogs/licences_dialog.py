"""The terms of everything that the program is made of: a list to search, and the texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from costcurve_gui.views import fonts
from costcurve_gui.views.dialogs.plain_dialog import PlainDialog
from costcurve_gui.views.widgets.card import card_round
from costcurve_gui.views.widgets.row_height import set_row_height
from costcurve_gui.views.widgets.text import name_widget, text_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.about.licences import Notice

_INTRODUCTION = (
    "CostCurve is under the BSD 3-Clause licence. Its parts have terms of their own, "
    "Qt and PySide6 the LGPL 3."
)
_READING = "Reading the licences\u2026"
_NO_TEXT = "This part brings no text along; its project page has it."
_NOTHING = "No part matches these words."
_RULE = "\u2500" * 60
_WHICH = Qt.ItemDataRole.UserRole


class LicencesDialog(PlainDialog):
    """Says that it is reading until `show_notices` or `show_error` is called."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("licences", "Licences", parent)
        self.resize(860, 620)
        self._notices: tuple[Notice, ...] = ()
        self._field = QLineEdit()
        self._list = QListWidget()
        self._text = QTextBrowser()
        self._build()
        self._field.textChanged.connect(self._search)
        self._list.currentItemChanged.connect(self._show_item)
        self._field.setFocus()

    def show_notices(self, notices: Sequence[Notice]) -> None:
        """List other parts and show the texts of the first one."""
        self._notices = tuple(notices)
        self._list.clear()
        for at, notice in enumerate(self._notices):
            item = QListWidgetItem(f"{notice.name} {notice.version}".strip(), self._list)
            item.setToolTip(notice.licence)
            item.setData(_WHICH, at)
        self._search(self._field.text())

    def show_error(self, message: str) -> None:
        """Say why the licences cannot be shown."""
        self._text.setPlainText(message)

    def _build(self) -> None:
        self._field.setPlaceholderText("Search by name or licence")
        self._field.setClearButtonEnabled(True)
        name_widget(self._field, "licences_field", "Search by name or licence")
        name_widget(self._list, "licences_list", "Parts of the program")
        name_widget(self._text, "licences_text", "Licence text")
        set_row_height(self._list)
        self._text.setPlainText(_READING)
        self._text.setLineWrapMode(QTextBrowser.LineWrapMode.NoWrap)
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        fixed.setPixelSize(fonts.body_size() - 1)
        self._text.setFont(fixed)
        self.contents.addWidget(text_label(_INTRODUCTION, tone="muted", wrap=True))
        self.contents.addLayout(self._halves(), 1)

    def _halves(self) -> QHBoxLayout:
        left = QVBoxLayout()
        left.setSpacing(8)
        left.addWidget(self._field)
        left.addWidget(card_round(self._list, "licences_list_card"), 1)
        halves = QHBoxLayout()
        halves.setSpacing(12)
        halves.addLayout(left, 2)
        halves.addWidget(self._text, 5)
        return halves

    def _search(self, words: str) -> None:
        """Keep the parts that hold every word, and a part on show that is among them."""
        wanted = words.casefold().split()
        for at, notice in enumerate(self._notices):
            searched = f"{notice.name} {notice.version} {notice.licence}".casefold()
            self._list.item(at).setHidden(not all(word in searched for word in wanted))
        shown = [item for item in self._items() if not item.isHidden()]
        if not shown:
            self._list.setCurrentRow(-1)
            self._text.setPlainText(_NOTHING if self._notices else _READING)
        elif self._list.currentItem() not in shown:
            self._list.setCurrentItem(shown[0])

    def _items(self) -> list[QListWidgetItem]:
        return [self._list.item(row) for row in range(self._list.count())]

    def _show_item(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self._text.setPlainText(_text_of(self._notices[item.data(_WHICH)]))


def _text_of(notice: Notice) -> str:
    head = [f"{notice.name} {notice.version}".strip(), f"Licence: {notice.licence}"]
    if notice.homepage:
        head.append(notice.homepage)
    if not notice.texts:
        head.append(_NO_TEXT)
    parts = ["\n".join(head)]
    parts += [f"{_RULE}\n{text.name}\n\n{text.text.strip()}" for text in notice.texts]
    return "\n\n".join(parts) + "\n"
