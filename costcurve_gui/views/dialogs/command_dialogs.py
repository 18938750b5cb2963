"""Find every command by its name and run it, and list every shortcut."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.base_dialog import PlainDialog
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.command_search import MenuCommand, commands_of, matching
from costcurve_gui.views.shell.theme import tokens_in_use
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.cards import card_round
from costcurve_gui.views.widgets.item_views import ROW_HEIGHT, set_row_height
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QMenuBar


_WIDTH, _PATH_WIDTH = 720, 200  # names of commands have what paths and keys leave
_ROWS = 12
_MOVES = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown})
# Keys that belong to a plot or a field, not to a command.
PLOT_KEYS: tuple[tuple[str, str], ...] = (
    (tr("ROC, ROCIV, profit: step the threshold by one score"), tr("Left, Right")),
    (tr("ROC, ROCIV, profit: move the condition by 0.01"), tr("Up, Down")),
    (tr("Cost space and the views behind it: move the condition by 0.01"), tr("Left, Right")),
    (tr("Cost space and the views behind it: step the threshold by one score"), tr("Up, Down")),
    (tr("The same by ten steps"), tr("Shift and the arrow")),
    (tr("Show a crosshair"), "Alt, held"),
    (tr("Cancel what is being dragged or typed"), tr("Esc")),
)
_PLOT_GROUP = tr("In plots and fields")


class CommandPalette(QFrame):
    """A popup with a line to type in and the commands that match; the arrows move in the list."""

    def __init__(self, menu_bar: QMenuBar, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self._menu_bar = menu_bar
        self._shown: list[MenuCommand] = []
        self._items: list[QTreeWidgetItem] = []
        name_widget(self, "command_palette", tr("Search commands"))
        self.setProperty("card", True)
        self._build()
        self._field.textChanged.connect(self._search)
        self._list.itemClicked.connect(self._run_item)
        self._field.installEventFilter(self)

    def open_under(self, anchor: QWidget) -> None:
        """Open over the search field of the toolbar, its right edges in line."""
        self._field.clear()
        self._search("")
        corner = anchor.mapToGlobal(QPoint(anchor.width(), 0))
        self.move(max(0, corner.x() - self.width()), corner.y())
        self.show()
        self._field.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the line keep the focus while the arrows move in the list."""
        del watched
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        key = Qt.Key(event.key())
        if key in _MOVES:
            self._move(key)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._run_item(self._list.currentItem())
        else:
            return False
        return True

    def _build(self) -> None:
        self.setFixedWidth(fonts.scaled(_WIDTH))
        self._field = QLineEdit()
        self._field.setPlaceholderText(tr("Search commands"))
        name_widget(self._field, "command_palette_field", tr("Words of a command"))
        self._list = QTreeWidget()
        self._list.setColumnCount(3)
        self._list.setHeaderHidden(True)
        self._list.setRootIsDecorated(False)
        self._list.setUniformRowHeights(True)
        set_row_height(self._list)
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        name_widget(self._list, "command_palette_list", tr("Commands found"))
        header = self._list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(1, fonts.scaled(_PATH_WIDTH))
        self._list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self._none = text_label(tr("No command has these words."), tone="muted")
        self._none.setObjectName("command_palette_none")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.setSpacing(6)
        for widget in (self._field, self._list, self._none):
            layout.addWidget(widget)

    def _search(self, words: str) -> None:
        self._shown = matching(self._present(), words)
        self._list.clear()
        self._items = [_item(command) for command in self._shown]
        self._list.addTopLevelItems(self._items)
        if self._items:
            self._list.setCurrentItem(self._items[0])
        self._list.setVisible(bool(self._shown))
        self._none.setVisible(not self._shown)
        rows = min(_ROWS, len(self._shown))
        self._list.setFixedHeight(rows * ROW_HEIGHT)
        self.adjustSize()

    def _present(self) -> tuple[MenuCommand, ...]:
        """Return the commands that there are now: menus change when a job has opened a file."""
        return commands_of(self._menu_bar.actions())

    def _move(self, key: Qt.Key) -> None:
        item = self._list.currentItem()
        if item is None:
            return
        step = 1 if key in (Qt.Key.Key_Up, Qt.Key.Key_Down) else _ROWS - 1
        step = -step if key in (Qt.Key.Key_Up, Qt.Key.Key_PageUp) else step
        row = self._list.indexOfTopLevelItem(item) + step
        self._list.setCurrentItem(self._items[max(0, min(row, len(self._items) - 1))])

    def _run_item(self, item: QTreeWidgetItem | None) -> None:
        if item is None:
            return
        action = self._shown[self._list.indexOfTopLevelItem(item)].action
        if not any(command.action is action for command in self._present()):
            self._search(self._field.text())
        elif action.isEnabled():
            self.close()
            action.trigger()


def _item(command: MenuCommand) -> QTreeWidgetItem:
    tokens = tokens_in_use()
    item = QTreeWidgetItem([command.text, command.path, command.shortcut])
    item.setToolTip(1, command.path)
    item.setTextAlignment(2, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    for column in (1, 2):
        item.setForeground(column, QColor(tokens.muted))
        item.setFont(column, fonts.small())
    if not command.action.isEnabled():
        item.setForeground(0, QColor(tokens.trivial))
        item.setToolTip(0, tr("Not possible now"))
    return item


class ShortcutsDialog(PlainDialog):
    """Lists commands by menu; typing in the line above keeps those that match."""

    help_page = "keyboard"

    def __init__(self, commands: Sequence[MenuCommand], parent: QWidget | None = None) -> None:
        super().__init__("shortcuts", tr("Keyboard shortcuts"), parent)
        self.resize(560, 600)
        self._field = QLineEdit()
        self._field.setPlaceholderText(tr("Search by words or keys"))
        self._field.setClearButtonEnabled(True)
        name_widget(self._field, "shortcuts_field", tr("Search by words or keys"))
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
        groups[_PLOT_GROUP] = [(numbers.in_sentence(text), keys) for text, keys in PLOT_KEYS]
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
    name_widget(tree, "shortcuts_list", tr("Commands and their keys"))
    return tree
