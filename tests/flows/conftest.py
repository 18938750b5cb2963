from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QApplication

from costcurve_gui.controllers import interval_controller
from costcurve_gui.session.preferences import Defaults
from costcurve_gui.window.program import Program

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from costcurve_gui.session.preferences import Preferences


@pytest.fixture
def program(qtbot: QtBot, settings: Preferences) -> Iterator[Program]:
    """Return the whole program with its window, real threads and real dialogs."""
    program = Program(settings)
    program.show()
    yield program
    program.window.close()
    QApplication.processEvents()


@pytest.fixture
def few_replicates(settings: Preferences) -> None:
    """Resample little: for tests that wait for intervals and look at no figure of them."""
    settings.defaults = Defaults(replicates=100)


@pytest.fixture
def no_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Never begin to resample: nothing changes in a window that a test looks at from end to end."""
    monkeypatch.setattr(interval_controller, "PAUSE_MS", 24 * 60 * 60 * 1000)


@pytest.fixture
def german_credit(qtbot: QtBot, program: Program) -> Program:
    """Return the program after "Open example" was clicked on the start page."""
    from tests.flows.driver import click

    click(qtbot, program, "example_german_credit_half")
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    qtbot.waitUntil(lambda: not program.window.reveal.under_way)
    QApplication.processEvents()
    return program
