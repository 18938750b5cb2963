import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QMainWindow, QPushButton, QTreeWidget

from costcurve_gui.analysis.criteria import OFFERED
from costcurve_gui.views.dialogs.command_dialogs import CommandPalette
from costcurve_gui.views.shell.actions import COMMANDS
from costcurve_gui.views.shell.command_search import commands_of, matching, plain_text

MENUS = {
    "&File": (("&Open…", "Ctrl+O"), ("Export &ROC…", ""), ("Export cost space…", "")),
    "&Edit": (("Undo", "Ctrl+Z"),),
}


@pytest.fixture
def window(qtbot):
    widget = QMainWindow()
    qtbot.addWidget(widget)
    widget.resize(900, 300)
    for title, entries in MENUS.items():
        menu = widget.menuBar().addMenu(title)
        for text, keys in entries:
            menu.addAction(text).setShortcut(keys)
        menu.addSeparator()
    theme = widget.menuBar().addMenu("&View").addMenu("Theme")
    theme.addAction("Dark")
    with qtbot.waitExposed(widget):
        widget.show()
    return widget


@pytest.fixture
def palette(qtbot, window):
    anchor = QPushButton(window)
    anchor.setGeometry(600, 40, 260, 28)
    widget = CommandPalette(window.menuBar(), window)
    qtbot.addWidget(widget)
    widget.open_under(anchor)
    return widget


def action(window, text):
    commands = commands_of(window.menuBar().actions())
    return next(command.action for command in commands if command.text == text)


def field(palette):
    return palette.findChild(QLineEdit, "command_palette_field")


def shown(palette):
    tree = palette.findChild(QTreeWidget)
    return [tree.topLevelItem(row).text(0) for row in range(tree.topLevelItemCount())]


def test_that_every_command_is_listed_with_menu_and_keys(palette):
    tree = palette.findChild(QTreeWidget)
    rows = [
        tuple(tree.topLevelItem(row).text(column) for column in range(3))
        for row in range(tree.topLevelItemCount())
    ]
    assert rows == [
        ("Open", "File", "Ctrl+O"),
        ("Export ROC", "File", ""),
        ("Export cost space", "File", ""),
        ("Undo", "Edit", "Ctrl+Z"),
        ("Dark", "View \u203a Theme", ""),
    ]


def test_that_long_paths_leave_room_for_the_names(qtbot, window, palette):
    theme = window.menuBar().actions()[-1].menu().actions()[0].menu()
    inner = theme.addMenu("How cost is read off of every curve that is on the screen")
    inner.addMenu("Compare with one of the other models").addAction("Perpendicular to the line")
    palette.open_under(window)
    QApplication.processEvents()
    tree = palette.findChild(QTreeWidget)
    widths = [tree.columnWidth(column) for column in range(3)]
    assert sum(widths) <= tree.width()
    assert widths[0] > tree.width() / 2


def test_that_words_of_text_and_menu_find_a_command(qtbot, palette):
    qtbot.keyClicks(field(palette), "file cost")
    assert shown(palette) == ["Export cost space"]


def test_that_enter_runs_the_command_and_closes(qtbot, window, palette):
    qtbot.keyClicks(field(palette), "undo")
    with qtbot.waitSignal(action(window, "Undo").triggered):
        qtbot.keyClick(field(palette), Qt.Key.Key_Return)
    assert not palette.isVisible()


def test_that_arrows_choose_and_stay_within_the_list(qtbot, window, palette):
    qtbot.keyClicks(field(palette), "export")
    for _ in range(4):
        qtbot.keyClick(field(palette), Qt.Key.Key_Down)
    with qtbot.waitSignal(action(window, "Export cost space").triggered):
        qtbot.keyClick(field(palette), Qt.Key.Key_Enter)


def test_that_a_click_runs_a_command(qtbot, window, palette):
    tree = palette.findChild(QTreeWidget)
    place = tree.visualItemRect(tree.topLevelItem(0)).center()
    with qtbot.waitSignal(action(window, "Open").triggered):
        qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_that_escape_closes_without_running(qtbot, window, palette):
    with qtbot.assertNotEmitted(action(window, "Open").triggered):
        qtbot.keyClick(field(palette), Qt.Key.Key_Escape)
    assert not palette.isVisible()


def test_that_a_resting_command_comes_last_and_does_not_run(qtbot, window, palette):
    action(window, "Export ROC").setEnabled(False)
    qtbot.keyClicks(field(palette), "export")
    assert shown(palette) == ["Export cost space", "Export ROC"]
    qtbot.keyClick(field(palette), Qt.Key.Key_Down)
    with qtbot.assertNotEmitted(action(window, "Export ROC").triggered):
        qtbot.keyClick(field(palette), Qt.Key.Key_Return)
    assert palette.isVisible()


@pytest.mark.parametrize("criterion", OFFERED, ids=lambda one: one.key)
def test_that_the_command_of_a_rule_has_its_label(criterion):
    (command,) = (one for one in COMMANDS if one.key == f"rule_{criterion.key}")
    assert command.text == f"Rule: {criterion.label}"


def test_that_no_match_is_said(qtbot, palette):
    qtbot.keyClicks(field(palette), "zzz")
    QApplication.processEvents()
    assert palette.findChild(QLabel, "command_palette_none").isVisible()
    qtbot.keyClick(field(palette), Qt.Key.Key_Return)
    assert palette.isVisible()


def test_that_the_list_is_fresh_each_time_it_opens(qtbot, window, palette):
    palette.hide()
    window.menuBar().actions()[0].menu().addAction("Close file")
    palette.open_under(window.menuBar())
    assert "Close file" in shown(palette)


@pytest.mark.parametrize(
    ("text", "plain"), [("&Open…", "Open"), ("Save && close", "Save & close"), ("Fit", "Fit")]
)
def test_that_menu_text_is_read_without_its_marks(text, plain):
    assert plain_text(text) == plain


def test_that_a_command_that_begins_with_the_words_comes_first(window):
    commands = commands_of(window.menuBar().actions())
    assert matching(commands, "o")[0].text == "Open"
    assert [command.text for command in matching(commands, "cost")] == ["Export cost space"]


def test_that_a_name_finds_its_view_before_the_switch_of_its_dock(window):
    views = window.menuBar().addMenu("Views")
    views.addAction("Show Profit")
    window.menuBar().addMenu("Panels").addAction("Profit").setCheckable(True)
    commands = commands_of(window.menuBar().actions())
    assert [command.text for command in matching(commands, "prof")] == ["Show Profit", "Profit"]


def test_that_a_menu_may_be_filled_again_while_the_list_is_open(qtbot, window, palette):
    menu = window.menuBar().actions()[0].menu()
    menu.clear()
    menu.addAction("Close")
    qtbot.mouseClick(
        palette.findChild(QTreeWidget).viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, 10)
    )
    assert palette.isVisible()
    assert shown(palette) == ["Close", "Undo", "Dark"]
    menu.clear()
    qtbot.keyClicks(field(palette), "und")
    assert shown(palette) == ["Undo"]
