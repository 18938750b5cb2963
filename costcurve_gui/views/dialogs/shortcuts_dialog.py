"""Every shortcut there is, read from the commands themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHeaderView, QLineEdit, QTreeWidget, QTreeWidgetItem, QWidget

from costcurve_gui.views.dialogs.base_dialog import PlainDialog
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.widgets.cards import card_round
from costcurve_gui.views.widgets.item_views import set_row_height
from costcurve_gui.views.widgets.labels import name_widget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.views.shell.command_search import MenuCommand

# Keys that belong to a plot or a field, not to a command.
PLOT_KEYS: tuple[tuple[str, str], ...] = (
    ("ROC, ROCIV, profit: step the threshold by one score", "Left, Right"),
    ("ROC, ROCIV, profit: move the condition by 0.01", "Up, Down"),
    ("Cost space and the views behind it: move the condition by 0.01", "Left, Right"),
    ("Cost space and the views behind it: step the threshold by one score", "Up, Down"),
    ("The same by ten steps", "Shift and the arrow"),
    ("Show a crosshair", "Alt, held"),
    ("Cancel what is being dragged or typed", "Esc"),
)
_PLOT_GROUP = "In plots and fields"


class ShortcutsDialog(PlainDialog):
    """Lists commands by menu; typing in the line above keeps those that match."""

    def __init__(self, commands: Sequence[MenuCommand], parent: QWidget | None = None) -> None:
        super().__init__("shortcuts", "Keyboard shortcuts", parent)
        self.resize(560, 600)
        self._field = QLineEdit()
        self._field.setPlaceholderText("Search by words or keys")
        self._field.setClearButtonEnabled(True)
        name_widget(self._field, "shortcuts_field", "Search by words or keys")
        self._tree = _tree()
        self._fill(commands)
        self.contents.addWidget(self._field)
        self.contents.addWidget(card_round(self._tree, "shortcuts_card"), 1)
        self._field.textChanged.connect(self._search)
        self._field.setFocus()

    def _fill(self, commands: Sequence[MenuCommand]) -> None:
        groups: dict[str, list[tuple[str, str]]] = {}
        for command in commands:
            if command.shortcut:
                row = (_full_name(command), command.shortcut)
                groups.setdefault(command.menus[0] if command.menus else "", []).append(row)
        groups[_PLOT_GROUP] = list(PLOT_KEYS)
        self._groups = [_group(title, rows) for title, rows in groups.items()]
        self._tree.addTopLevelItems(self._groups)
        self._tree.expandAll()

    def _search(self, text: str) -> None:
        wanted = text.casefold().split()
        for group in self._groups:
            group.setHidden(not _show_matching(group, wanted))


def _full_name(command: MenuCommand) -> str:
    said = [menu for menu in command.menus[1:] if not command.text.startswith(menu)]
    return ": ".join((*said, command.text))


def _show_matching(group: QTreeWidgetItem, wanted: Sequence[str]) -> int:
    shown = 0
    for row in _rows(group):
        searched = f"{group.text(0)} {row.text(0)} {row.text(1)}".casefold()
        matches = all(word in searched for word in wanted)
        row.setHidden(not matches)
        shown += matches
    return shown


def _rows(group: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    rows = (group.child(number) for number in range(group.childCount()))
    return [row for row in rows if row is not None]


def _group(title: str, rows: Sequence[tuple[str, str]]) -> QTreeWidgetItem:
    group = QTreeWidgetItem([title])
    group.setFont(0, fonts.body(fonts.SEMIBOLD))
    for row in rows:
        group.addChild(QTreeWidgetItem(list(row)))
    return group


def _tree() -> QTreeWidget:
    tree = QTreeWidget()
    tree.setColumnCount(2)
    tree.setHeaderHidden(True)
    tree.setRootIsDecorated(False)
    tree.setItemsExpandable(False)
    tree.setIndentation(12)
    set_row_height(tree)
    tree.header().setStretchLastSection(False)
    tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
    name_widget(tree, "shortcuts_list", "Commands and their keys")
    return tree
