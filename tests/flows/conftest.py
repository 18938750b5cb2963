from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from costcurve_gui.controllers import interval_controller
from costcurve_gui.session.preferences import Defaults, Preferences
from costcurve_gui.window.program import Program
from tests.helpers.shared_window import SharedWindow

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

FEW = Defaults(replicates=50)


@pytest.fixture
def settings(settings: Preferences) -> Preferences:
    """Resample little: tests that look at a figure of intervals say how much."""
    settings.defaults = FEW
    return settings


@pytest.fixture
def program(qtbot: QtBot, settings: Preferences) -> Iterator[Program]:
    """Return the whole program with its window, real threads and real dialogs."""
    program = Program(settings)
    program.show()
    yield program
    program.window.close()
    QApplication.processEvents()


@pytest.fixture
def no_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Never begin to resample: nothing changes in a window that a test looks at from end to end."""
    monkeypatch.setattr(interval_controller, "PAUSE_MS", 24 * 60 * 60 * 1000)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SharedWindow]:
    """Return the window that tests marked `shared_window` use one after another."""

    def opened(qtbot: QtBot) -> Program:
        file = tmp_path_factory.mktemp("shared") / "settings.ini"
        settings = Preferences(QSettings(str(file), QSettings.Format.IniFormat))
        settings.defaults = FEW
        program = Program(settings)
        program.show()
        open_german_credit(qtbot, program)
        return program

    shared = SharedWindow(opened)
    yield shared
    shared.close()


@pytest.fixture
def german_credit(
    request: pytest.FixtureRequest, qtbot: QtBot, shared: SharedWindow
) -> Iterator[Program]:
    """Return the program after "Open example" was clicked on the start page."""
    if request.node.get_closest_marker("shared_window"):
        yield shared.lend(qtbot)
        shared.give_back(qtbot)
        return
    program = request.getfixturevalue("program")
    open_german_credit(qtbot, program)
    yield program


def open_german_credit(qtbot: QtBot, program: Program) -> None:
    from tests.flows.driver import click

    click(qtbot, program, "example_german_credit_half")
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    qtbot.waitUntil(lambda: not program.window.reveal.under_way)
    # What a window manager does; else nothing has the focus after a window of another test closed.
    program.window.activateWindow()
    qtbot.waitUntil(program.window.isActiveWindow)
    QApplication.processEvents()
