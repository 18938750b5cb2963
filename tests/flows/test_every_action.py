"""No action that raises is enabled, whatever is open and whichever view is shown."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QDesktopServices
from PySide6.QtWidgets import QApplication, QDockWidget, QMenu, QWidget
from pytestqt.exceptions import capture_exceptions
from shiboken6 import isValid

from costcurve_gui.views.catalogue import VIEWS
from costcurve_gui.window.program import Program
from tests.flows.driver import visible_windows
from tests.helpers.fake_prompts import FakePrompts
from tests.helpers.inline_runner import InlineRunner
from tests.helpers.menu_actions import actions_of_menus

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtGui import QAction
    from pytestqt.qtbot import QtBot

    from costcurve_gui.session.preferences import Preferences

EXAMPLES = ("german_credit_half", "wine_cv10", "breast_cancer_family", "breast_cancer_leaves")
LEAVES_THE_STATE = ("quit", "close_file", "columns", "make_family", "reset_layout")


@pytest.fixture
def program(
    qtbot: QtBot, settings: Preferences, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Program]:
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _url: True)
    prompts = FakePrompts(save_path=tmp_path / "saved")
    program = Program(settings, InlineRunner(), prompts)
    program.show()
    yield program
    close_others(program)
    program.window.close()
    QApplication.processEvents()


def close_others(program: Program) -> None:
    for top in visible_windows():
        if top is not program.window:
            top.close()
    QApplication.processEvents()


def named(action: QAction) -> str:
    return action.objectName() or action.text()


def trigger_all(program: Program) -> list[str]:
    """Trigger every enabled action once; return those that raised, and what."""
    done = set(LEAVES_THE_STATE)
    raised: list[str] = []
    new = enabled_actions(program, done)
    while new:
        for name, action in new.items():
            done.add(name)
            if isValid(action) and action.isEnabled():
                raised += trigger(program, action)
        new = enabled_actions(program, done)
    return raised


def enabled_actions(program: Program, done: set[str]) -> dict[str, QAction]:
    found = {named(action): action for action in actions_of_menus(program.window)}
    return {
        name: action
        for name, action in found.items()
        if action.isEnabled() and name not in done and not name.startswith("open_example")
    }


def trigger(program: Program, action: QAction) -> list[str]:
    name = named(action)
    with capture_exceptions() as errors:
        action.trigger()
        QApplication.processEvents()
        close_others(program)
    return [f"{name}: {error!r}" for _, error, _ in errors]


def open_menu_of(widget: QWidget, place: QPoint) -> QMenu | None:
    reason = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(widget, QContextMenuEvent(reason, place, widget.mapToGlobal(place)))
    menu = QApplication.activePopupWidget()
    return menu if isinstance(menu, QMenu) else None


def lists_its_actions(widget: QWidget | None) -> bool:
    """Whether Qt makes the menu: of actions that `trigger_all` has had, in a loop of its own."""
    policy = Qt.ContextMenuPolicy.ActionsContextMenu
    return widget is not None and (
        widget.contextMenuPolicy() == policy or lists_its_actions(widget.parentWidget())
    )


def use_context_menu(
    program: Program, widget: QWidget, place: QPoint
) -> tuple[set[str], list[str]]:
    """Trigger every enabled entry of one context menu; return what was used and what raised."""
    used: set[str] = set()
    raised: list[str] = []
    for at in count():
        menu = open_menu_of(widget, place)
        entry = None if menu is None or at >= len(menu.actions()) else menu.actions()[at]
        if entry is not None and entry.isEnabled() and not entry.text().startswith("Close"):
            used.add(entry.text())
            raised += trigger(program, entry)
        close_others(program)
        if entry is None:
            return used, raised
    raise AssertionError


def use_context_menus(program: Program) -> tuple[set[str], list[str]]:
    used: set[str] = set()
    raised: list[str] = []
    for widget in program.window.findChildren(QWidget):
        for place in (QPoint(90, 12), QPoint(3, 60)):
            shown = isValid(widget) and widget.isVisible() and widget.window() is program.window
            if shown and widget.rect().contains(place) and not lists_its_actions(widget):
                names, errors = use_context_menu(program, widget, place)
                used |= names
                raised += errors
    return used, raised


def show(program: Program, example: str) -> None:
    program.datasets.open_example(example)
    QApplication.processEvents()
    assert program.results.snapshot is not None


@pytest.mark.parametrize("size", [(1440, 900), (900, 600)])
def test_that_no_action_raises_before_a_file_is_opened(
    program: Program, size: tuple[int, int]
) -> None:
    program.window.resize(*size)
    assert trigger_all(program) == []


def test_that_no_dock_can_be_shown_before_a_file_is_opened(program: Program) -> None:
    docks = program.window.findChildren(QDockWidget)
    assert docks
    assert [dock.objectName() for dock in docks if dock.toggleViewAction().isEnabled()] == []
    show(program, "german_credit_half")
    assert all(dock.toggleViewAction().isEnabled() for dock in docks)


@pytest.mark.parametrize("example", EXAMPLES)
def test_that_no_action_raises_with_a_file_open(program: Program, example: str) -> None:
    show(program, example)
    assert trigger_all(program) == []


def test_that_no_action_raises_in_any_view(program: Program) -> None:
    for example in EXAMPLES:
        show(program, example)
        for view in VIEWS:
            program.window.bring_to_front(view)
            QApplication.processEvents()
    assert trigger_all(program) == []


def test_that_no_action_raises_after_the_file_is_closed(program: Program) -> None:
    show(program, "german_credit_half")
    for view in VIEWS:
        program.window.bring_to_front(view)
    program.window.commands["close_file"].trigger()
    QApplication.processEvents()
    assert program.results.snapshot is None
    assert trigger_all(program) == []


def test_that_no_entry_of_a_context_menu_raises(program: Program) -> None:
    assert use_context_menus(program)[1] == []
    show(program, "german_credit_half")
    used, raised = use_context_menus(program)
    assert raised == []
    assert "Fit" in used
    assert any(text.startswith("Show only") for text in used)


@pytest.mark.parametrize("view", ["rates", "multiclass"])
def test_that_a_table_with_the_focus_is_not_zoomed(program: Program, view: str) -> None:
    show(program, "wine_cv10")
    program.window.bring_to_front(view)
    program.window.activateWindow()
    program.tables[view].setFocus()
    QApplication.processEvents()
    assert program.tables[view].hasFocus()
    assert trigger(program, program.window.commands["zoom_back"]) == []
