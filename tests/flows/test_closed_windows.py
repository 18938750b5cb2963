"""A window that was closed leaves nothing behind in the process."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Any
from weakref import ref

from PySide6.QtCore import QCoreApplication, QEvent

from costcurve_gui.window.program import Program
from tests.flows.driver import wait_for_rest

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.session.preferences import Preferences


def opened_and_closed(qtbot: QtBot, settings: Preferences) -> list[ref[Any]]:
    """Show a window with a file in it, delete it, and return what may be left of it."""
    program = Program(settings)
    program.show()
    program.datasets.open_example("german_credit_half")
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    wait_for_rest(qtbot, program)
    program.window.close()
    program.window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return [ref(program), ref(program.session), ref(program.datasets)]


def test_that_a_closed_window_is_forgotten(qtbot: QtBot, settings: Preferences) -> None:
    left = opened_and_closed(qtbot, settings)
    gc.collect()
    assert [one() for one in left] == [None] * 3
