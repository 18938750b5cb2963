"""Windows on 1440 by 900 pixels at 150 %, the smallest of the screens that are in common use."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QComboBox

from costcurve_gui.views.dialogs import base_dialog
from costcurve_gui.views.widgets.fields import ChoiceBox
from costcurve_gui.window.program import Program
from tests.flows.driver import dialog, visible_windows
from tests.helpers.clipped_text import clipped_texts

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.session.preferences import Preferences

pytestmark = [pytest.mark.usefixtures("no_intervals"), pytest.mark.shared_window]

ROOM = QRect(8, 32, 944, 512)  # 960 by 600 logical pixels without a task bar and a frame
DIALOGS = {
    "compare_with_baseline": "baseline_dialog",
    "columns": "import_dialog",
    "export_roc": "export_dialog",
    "partial_range": "partial_dialog",
    "cost_stability": "stability_dialog",
    "uncertainty": "uncertainty_dialog",
    "belief": "belief_dialog",
    "add_model": "add_model_dialog",
    "mix_points": "mixing_dialog",
    "preferences": "preferences_dialog",
    "values": "values_dialog",
    "shortcuts": "shortcuts_dialog",
    "help": "help_viewer",
    "licences": "licences_dialog",
    "updates": "updates_dialog",
    "scenarios": "scenarios_dialog",
    "validate": "validation_dialog",
    "list_missed": "values_dialog",
    "swap_set": "values_dialog",
    "unlabelled_prior": "prior_dialog",
    "apply_to_file": "apply_dialog",
    "copy_rule": "rule_dialog",
    "about": "about_dialog",
}


@pytest.fixture
def small_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base_dialog, "room_on_screen", lambda _window: ROOM)


def test_that_a_first_window_has_its_usual_size_on_a_large_screen(program: Program) -> None:
    assert program.window.size().toTuple() == (1440, 900)
    assert not program.window.isMaximized()


@pytest.mark.usefixtures("small_screen")
def test_that_a_first_window_fills_a_small_screen(qtbot: QtBot, settings: Preferences) -> None:
    program = Program(settings)
    program.wiring.restore_layout()
    assert program.window.isMaximized()
    assert program.window.size() == ROOM.size()
    program.window.close()


@pytest.mark.usefixtures("small_screen")
def test_that_every_dialog_fits_a_small_screen(qtbot: QtBot, german_credit: Program) -> None:
    window = german_credit.window
    window.resize(ROOM.size())
    QApplication.processEvents()
    assert window.size() == ROOM.size()  # no panel keeps it from getting so small
    for action, name in DIALOGS.items():
        window.findChild(QAction, action).trigger()
        shown = dialog(qtbot, german_credit, name)
        QApplication.processEvents()
        assert ROOM.contains(shown.geometry()), f"{name} has {shown.geometry()}"
        assert not clipped_texts(shown)
        for box in shown.findChildren(QComboBox):
            assert isinstance(box, ChoiceBox), box.objectName()
        shown.close()
        qtbot.waitUntil(lambda: visible_windows() == [window])
