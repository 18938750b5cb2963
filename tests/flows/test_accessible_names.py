"""Walk what a screen reader walks: every control of the window and its dialogs has a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QAction
from PySide6.QtWidgets import QApplication, QPushButton, QTabBar, QWidget

from costcurve_gui.views.catalogue import VIEWS
from tests.flows.driver import dialog
from tests.flows.test_small_screens import DIALOGS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

pytestmark = [pytest.mark.usefixtures("no_intervals"), pytest.mark.shared_window]

ROLE = QAccessible.Role
CONTROLS = {
    *(ROLE.Button, ROLE.ButtonMenu, ROLE.ButtonDropDown, ROLE.CheckBox, ROLE.RadioButton),
    *(ROLE.ComboBox, ROLE.EditableText, ROLE.SpinBox, ROLE.Slider, ROLE.PageTabList, ROLE.PageTab),
    *(ROLE.Table, ROLE.Tree, ROLE.List, ROLE.MenuItem, ROLE.Link, ROLE.Dialog, ROLE.Window),
}
MOST = 60  # cells of one table that are walked: all rows of a table are alike


def walk(parent: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    for number in range(min(parent.childCount(), MOST)):
        child = parent.child(number)
        if child is not None and child.isValid() and not child.state().invisible:
            yield child
            yield from walk(child)


def is_control(part: QAccessibleInterface) -> bool:
    held = part.object()
    if isinstance(held, QTabBar) and not held.count():
        return False  # Qt keeps a strip that it does not use out of the window
    return part.role() in CONTROLS or (isinstance(held, QWidget) and takes_focus(held))


def takes_focus(widget: QWidget) -> bool:
    """Whether a widget takes keys itself: a viewport hands them on to what is named."""
    return widget.focusPolicy() != Qt.FocusPolicy.NoFocus and widget.focusProxy() is None


def described(part: QAccessibleInterface) -> str:
    held, names = part.object(), []
    while isinstance(held, QWidget):
        names.append(f"{type(held).__name__}#{held.objectName()}")
        held = held.parent()
    return f"{part.role().name} in {' < '.join(names[:4])}"


def nameless(window: QWidget) -> list[str]:
    controls = [
        part for part in walk(QAccessible.queryAccessibleInterface(window)) if is_control(part)
    ]
    assert controls
    return sorted({described(part) for part in controls if not part.text(QAccessible.Text.Name)})


def test_that_every_control_of_the_start_page_has_a_name(program: Program) -> None:
    assert nameless(program.window) == []


def test_that_every_control_round_a_view_has_a_name(qtbot: QtBot, german_credit: Program) -> None:
    for view in VIEWS:
        german_credit.window.bring_to_front(view)
        qtbot.waitUntil(lambda: not german_credit.runner.busy)
        assert nameless(german_credit.window) == [], view


@pytest.mark.parametrize("action", sorted(DIALOGS))
def test_that_every_control_of_a_dialog_has_a_name(
    qtbot: QtBot, german_credit: Program, action: str
) -> None:
    german_credit.window.findChild(QAction, action).trigger()
    shown = dialog(qtbot, german_credit, DIALOGS[action])
    qtbot.waitUntil(lambda: not german_credit.runner.busy)
    QApplication.processEvents()
    assert nameless(shown) == []
    shown.close()


def test_that_the_search_of_commands_has_names(qtbot: QtBot, german_credit: Program) -> None:
    german_credit.window.commands["commands"].trigger()
    palette = dialog(qtbot, german_credit, "command_palette")
    assert nameless(palette) == []
    palette.close()


def test_that_a_control_without_a_name_is_found(qtbot: QtBot) -> None:
    window = QWidget()
    QPushButton("", window).setObjectName("mute")
    qtbot.addWidget(window)
    window.show()
    assert nameless(window) == ["Button in QPushButton#mute < QWidget#"]
