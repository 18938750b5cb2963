"""One window for the tests of a file: brought back to where it began, or thrown away.

Half of what a short flow takes is its window. A file whose tests change nothing but what undo takes
back marks itself `shared_window`; what a test cannot take back costs the next one a new window.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from costcurve_gui.session.session import History
from tests.helpers.isolation import KEPT

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget
    from pytestqt.qtbot import QtBot

    from costcurve_gui.analysis.settings import AnalysisState
    from costcurve_gui.window.program import Program

_OVER_NO_PLOT = QPoint(400, 3)
_ON_OPENING = ("export/options", "files/export_folder", "files/table_format")


@dataclass(frozen=True)
class _Look:
    """What tests see of a window before they do anything."""

    state: AnalysisState
    preferences: dict[str, object]
    fronts: dict[str, str]
    size: tuple[int, int]
    layout: bytes
    focus: QWidget | None


class SharedWindow:
    """Hands a program to one test after another; `make` opens another where there is none."""

    def __init__(self, make: Callable[[QtBot], Program]) -> None:
        self._make = make
        self._program: Program | None = None
        self._first: _Look | None = None

    def lend(self, qtbot: QtBot) -> Program:
        """Return a program that looks as a new one does."""
        if self._program is None:
            self._program = self._make(qtbot)
            self._first = _look(self._program)
            KEPT.append(self._program)
        return self._program

    def give_back(self, qtbot: QtBot) -> None:
        """Take back what a test did; close the window where that is not all."""
        program, first = self._program, self._first
        if program is None or first is None:
            return
        if not _usable(program) or not _restored(qtbot, program, first):
            self.close()

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._program is None:
            return
        KEPT.remove(self._program)
        if isValid(self._program.window):
            self._program.window.close()
        self._program = self._first = None
        QApplication.processEvents()


def _usable(program: Program) -> bool:
    return isValid(program.window) and program.window.isVisible()


def _look(program: Program) -> _Look:
    window = program.window
    return _Look(
        program.session.state,
        _written(program),
        {name: dock.current for name, dock in window.view_docks.items()},
        window.size().toTuple(),
        bytes(window.saveState().data()),
        window.focusWidget(),
    )


def _written(program: Program) -> dict[str, object]:
    store = program.settings._store
    return {key: store.value(key) for key in store.allKeys()}


def _restored(qtbot: QtBot, program: Program, first: _Look) -> bool:
    """Bring a program back to its first look; tell whether it has that."""
    for top in QApplication.topLevelWidgets():
        if top.isVisible() and top is not program.window:
            top.close()
    QApplication.processEvents()
    _undo_all(program)
    _forget_folders(program, first)
    _show_again(program, first)
    return _computed(qtbot, program, first) and _look(program) == first


def _undo_all(program: Program) -> None:
    session = program.session
    session.cancel_preview()
    while session.steps:
        session.undo()
    session._history = History()  # nothing to redo either
    session._announce_history()


def _forget_folders(program: Program, first: _Look) -> None:
    """Forget where and how files were saved, which is read again whenever a dialog opens."""
    store = program.settings._store
    for key in _written(program):
        if key in _ON_OPENING and key not in first.preferences:
            store.remove(key)


def _show_again(program: Program, first: _Look) -> None:
    window = program.window
    window.resize(*first.size)
    for name, view in first.fronts.items():
        window.bring_to_front(view)
        window.view_docks[name].fit_requested.emit(view)
    program.results.read(None)
    for plot in program.plots.values():
        plot.highlight(None)
    QApplication.processEvents()
    if window.saveState().data() != first.layout:
        window.dock_layout.reset()
    window.activateWindow()
    (first.focus or window).setFocus()
    handle = window.windowHandle()
    if handle is not None:
        QTest.mouseMove(handle, _OVER_NO_PLOT)
    QApplication.processEvents()


def _computed(qtbot: QtBot, program: Program, first: _Look) -> bool:
    """Wait until the curves of the first state are on show again; tell whether they are."""

    def shown() -> bool:
        snapshot = program.results.snapshot
        return snapshot is not None and snapshot.settings == first.state.current

    if program.session.state != first.state:
        return False
    qtbot.waitUntil(shown)
    return True
