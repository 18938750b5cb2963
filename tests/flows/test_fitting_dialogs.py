"""Dialogs and panels that grow, or get narrower, while they are open."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QScrollArea, QTreeWidget

from costcurve_gui.resources import resource_path
from costcurve_gui.views.dialogs import base_dialog
from tests.flows.driver import dialog, snapshot_of, wait_for_rest
from tests.helpers.clipped_text import clipped_texts

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from costcurve_gui.views.dialogs.validation_dialog import ValidationDialog
    from costcurve_gui.window.program import Program

DONORS = resource_path("sample_data", "donors_2000.csv")
ROOM = QRect(8, 32, 1350, 728)  # 1366 by 768 without a frame


def test_that_splits_make_the_validation_no_higher_than_the_screen(
    qtbot: QtBot, german_credit: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base_dialog, "room_on_screen", lambda _window: ROOM)
    german_credit.window.commands["validate"].trigger()
    shown = cast("ValidationDialog", dialog(qtbot, german_credit, "validation_dialog"))
    splits = shown.findChild(QAbstractButton, "validation_try_splits")
    qtbot.waitUntil(splits.isEnabled)
    area = shown.findChild(QScrollArea, "validation_dialog_scroll")
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() == 0, timeout=10_000)
    before = shown.height()
    splits.click()
    qtbot.waitUntil(lambda: shown.height() > before)
    QApplication.processEvents()
    assert shown.height() <= ROOM.height()
    shown.close()


def test_that_the_belief_names_every_model_in_full(qtbot: QtBot, german_credit: Program) -> None:
    wait_for_rest(qtbot, german_credit)
    german_credit.window.commands["belief"].trigger()
    shown = dialog(qtbot, german_credit, "belief_dialog")
    wait_for_rest(qtbot, german_credit)  # the intervals take room from the names
    QApplication.processEvents()
    table = shown.findChild(QTreeWidget)
    assert table.topLevelItemCount() == len(snapshot_of(german_credit).models)
    assert not clipped_texts(shown)
    shown.close()


def test_that_a_prior_is_offered_once_there_is_one(qtbot: QtBot, german_credit: Program) -> None:
    german_credit.window.commands["unlabelled_prior"].trigger()
    shown = dialog(qtbot, german_credit, "prior_dialog")
    offered = [one for one in shown.findChildren(QPushButton) if "prior_use" in one.objectName()]
    assert [one.isVisible() for one in offered] == [False, False]
    shown.close()


@pytest.mark.parametrize("width", [1366, 1440])
def test_that_proposed_payoffs_are_not_cut(
    qtbot: QtBot, program: Program, tmp_path: Path, width: int
) -> None:
    program.window.resize(1440, 900)
    file = tmp_path / "donors.csv"  # the example has payoffs of its own, so it proposes none
    known = DONORS.read_text(encoding="utf-8").replace(",donated,", ",1,").replace(",not,", ",0,")
    file.write_text(known, encoding="utf-8")
    program.datasets.open_paths([file])
    asked = dialog(qtbot, program, "import_dialog")
    accept = asked.findChild(QPushButton, "import_accept")
    assert accept is not None
    qtbot.waitUntil(accept.isEnabled)
    accept.click()
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    program.window.bring_to_front("segments")
    wait_for_rest(qtbot, program)
    program.window.resize(width, 768)

    def whole() -> bool:
        assert program.window.payoff_panel.proposals.isVisible()
        assert not clipped_texts(program.window)
        return True

    qtbot.waitUntil(whole, timeout=10_000)
