import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QMenu, QTreeWidget

from costcurve_gui.views.dialogs.command_dialogs import PLOT_KEYS, ShortcutsDialog
from costcurve_gui.views.shell.command_search import MenuCommand, commands_of


@pytest.fixture
def dialog(qtbot):
    menu = QMenu()
    qtbot.addWidget(menu)
    for text, keys in (("Open…", "Ctrl+O"), ("No keys", ""), ("Fit all views", "Ctrl+0")):
        menu.addAction(text).setShortcut(keys)
    commands: tuple[MenuCommand, ...] = commands_of(menu.actions(), ("File",))
    widget = ShortcutsDialog(commands)
    qtbot.addWidget(widget)
    with qtbot.waitExposed(widget):
        widget.open()
    return widget


def rows(dialog):
    tree = dialog.findChild(QTreeWidget)
    groups = [tree.topLevelItem(i) for i in range(tree.topLevelItemCount())]
    items = [group.child(i) for group in groups for i in range(group.childCount())]
    return [(item.text(0), item.text(1)) for item in items if not item.isHidden()]


def test_that_the_list_holds_the_commands_that_have_keys(dialog):
    assert rows(dialog) == [("Open", "Ctrl+O"), ("Fit all views", "Ctrl+0"), *PLOT_KEYS]


def test_that_typing_keeps_what_matches(qtbot, dialog):
    qtbot.keyClicks(dialog.findChild(QLineEdit), "fit ctrl")
    assert rows(dialog) == [("Fit all views", "Ctrl+0")]


def test_that_groups_without_a_match_go(qtbot, dialog):
    qtbot.keyClicks(dialog.findChild(QLineEdit), "ctrl+o")
    tree = dialog.findChild(QTreeWidget)
    hidden = [tree.topLevelItem(i).isHidden() for i in range(tree.topLevelItemCount())]
    assert hidden == [False, True]


def test_that_escape_closes(qtbot, dialog):
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
