"""A dialog may be closed twice before it is gone: by a button, and by what the button asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QDialog

from tests.flows.driver import dialog, wait_for_rest

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

OPENED = {
    "validate": "validation_dialog",
    "cost_stability": "stability_dialog",
    "scenarios": "scenarios_dialog",
    "apply_to_file": "apply_dialog",
    "unlabelled_prior": "prior_dialog",
    "belief": "belief_dialog",
}


@pytest.mark.parametrize("command", OPENED)
def test_that_the_second_time_is_nothing_new(
    qtbot: QtBot, german_credit: Program, command: str, recwarn: pytest.WarningsRecorder
) -> None:
    wait_for_rest(qtbot, german_credit)
    german_credit.window.commands[command].trigger()
    shown = dialog(qtbot, german_credit, OPENED[command])
    assert isinstance(shown, QDialog)
    closed: list[int] = []
    shown.finished.connect(closed.append)
    shown.reject()
    shown.reject()
    assert len(closed) == 2
    wait_for_rest(qtbot, german_credit)
    assert [str(one.message) for one in recwarn] == []
