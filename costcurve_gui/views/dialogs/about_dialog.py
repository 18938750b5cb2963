"""Dialogs on the program itself: what it is, its licences, updates, the log of a crash."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, qVersion
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QTextBrowser,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from costcurve_gui import __version__
from costcurve_gui.about.program import build, components
from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.base_dialog import PlainDialog
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.widgets.buttons import plain_button
from costcurve_gui.views.widgets.cards import card_round
from costcurve_gui.views.widgets.icons import IconButton
from costcurve_gui.views.widgets.item_views import set_row_height
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.about.program import Notice


_PURPOSE = tr("Which classifier, at which threshold, under which costs.")
_OWN_LICENCE = tr("BSD 3-Clause licence. Help > Licences has the terms of every part.")


class AboutDialog(PlainDialog):
    """Name, version, licence and components; the versions can be copied for a report."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("about", "CostCurve", parent)
        self.resize(540, 450)
        self._components = components()[1:]  # after the program itself
        self._build()

    @property
    def versions(self) -> str:
        """All versions as plain text."""
        system = tr(
            "{system} {release}, Qt {qt}",
            system=platform.system(),
            release=platform.release(),
            qt=qVersion(),
        )
        lines = [f"{part.name} {part.version}" for part in self._components]
        return "\n".join(
            [tr("CostCurve {version}, {build}", version=__version__, build=build()), system, *lines]
        )

    def _build(self) -> None:
        self.contents.addWidget(text_label(_PURPOSE, font=fonts.lead()))
        version = text_label(
            tr("Version {version}, {build}", version=__version__, build=build()),
            name="about_version",
        )
        version.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.contents.addWidget(version)
        self.contents.addWidget(text_label(_OWN_LICENCE, tone="muted", wrap=True))
        self.contents.addSpacing(6)
        self.contents.addWidget(text_label(tr("Built with"), font=fonts.body(fonts.SEMIBOLD)))
        self.contents.addWidget(card_round(self._table(), "about_card"), 1)
        copy = IconButton(tr("Copy versions"), "copy")
        copy.setAutoDefault(False)
        name_widget(copy, "about_copy", tr("Copy all versions to the clipboard"))
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.versions))
        self.foot.insertWidget(0, copy)

    def _table(self) -> QTreeWidget:
        table = QTreeWidget()
        table.setRootIsDecorated(False)
        table.setProperty("padded", True)
        set_row_height(table)
        table.setHeaderLabels(["Component", "Version", "Licence"])
        table.header().setFont(fonts.small())
        table.header().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        table.header().setStretchLastSection(False)
        table.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        name_widget(table, "about_components", tr("Components and their licences"))
        for part in self._components:
            item = QTreeWidgetItem([part.name, part.version, part.licence])
            table.addTopLevelItem(item)
        return table


_INTRODUCTION = tr(
    "CostCurve is under the BSD 3-Clause licence. Its parts have terms of their own, "
    "Qt and PySide6 the LGPL 3."
)
_READING = tr("Reading the licences\u2026")
_NO_TEXT = tr("This part includes no licence text; see its project page.")
_NOTHING = tr("No part matches these words.")
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
        self._field.setPlaceholderText(tr("Search by name or licence"))
        self._field.setClearButtonEnabled(True)
        name_widget(self._field, "licences_field", tr("Search by name or licence"))
        name_widget(self._list, "licences_list", tr("Parts of the program"))
        name_widget(self._text, "licences_text", tr("Licence text"))
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
    head = [
        f"{notice.name} {notice.version}".strip(),
        tr("Licence: {licence}", licence=notice.licence),
    ]
    if notice.homepage:
        head.append(notice.homepage)
    if not notice.texts:
        head.append(_NO_TEXT)
    parts = ["\n".join(head)]
    parts += [f"{_RULE}\n{text.name}\n\n{text.text.strip()}" for text in notice.texts]
    return "\n\n".join(parts) + "\n"


_ASK = tr(
    "The page of all releases opens in your web browser. Compare its newest "
    "version with yours. CostCurve itself never connects to the network."
)


class UpdatesDialog(PlainDialog):
    """Emits `page_requested()` when the browser is wanted."""

    page_requested = Signal()

    def __init__(self, version: str, page: str, parent: QWidget | None = None) -> None:
        super().__init__("updates", tr("Check for updates"), parent)
        self.setMinimumWidth(fonts.scaled(440))
        yours = text_label(
            tr("You have {version}.", version=version), font=fonts.body(fonts.SEMIBOLD)
        )
        address = text_label(page, wrap=True, name="updates_page")
        address.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for label in (yours, text_label(_ASK, tone="muted", wrap=True), address):
            self.contents.addWidget(label)
        open_page = plain_button(tr("Open the page in the browser"), "updates_open")
        open_page.clicked.connect(self._open)
        self.foot.insertWidget(0, open_page)

    def _open(self) -> None:
        self.accept()
        self.page_requested.emit()


_SIZE = (760, 480)


class CrashLogDialog(PlainDialog):
    """Shows the traceback of a crash, and the path of the log that has it too."""

    def __init__(self, trace: str, log: str, parent: QWidget | None = None) -> None:
        super().__init__("crash_log", tr("Log of the crash"), parent)
        self.resize(*_SIZE)
        self._text = QPlainTextEdit(trace)
        self._text.setReadOnly(True)
        self._text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        fixed.setPixelSize(fonts.body_size() - 1)
        self._text.setFont(fixed)
        name_widget(self._text, "crash_log_text", tr("Where the program was when it closed"))
        path = text_label(
            tr("Also in {log}", log=log), tone="muted", wrap=True, name="crash_log_path"
        )
        path.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        copy = plain_button(tr("Copy"), "crash_log_copy", tr("Copy the log"))
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(trace))
        self.contents.addWidget(self._text, 1)
        self.contents.addWidget(path)
        self.foot.insertWidget(0, copy)
