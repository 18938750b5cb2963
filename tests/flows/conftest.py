from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QApplication

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
def german_credit(qtbot: QtBot, program: Program) -> Program:
    """Return the program after "Open example" was clicked on the start page."""
    from tests.flows.driver import click

    click(qtbot, program, "example_german_credit_half")
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    qtbot.waitUntil(lambda: not program.window.reveal.under_way)
    QApplication.processEvents()
    return program
