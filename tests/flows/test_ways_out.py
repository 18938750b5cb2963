"""The button of an empty view does what its words say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.flows.driver import dialog, snapshot_of

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program


def test_that_folds_without_a_column_open_the_choice_of_columns(
    qtbot: QtBot, german_credit: Program
) -> None:
    german_credit.window.bring_to_front("folds")
    frame = german_credit.window.frames["folds"]
    qtbot.waitUntil(lambda: frame.is_empty)
    frame.action_requested.emit("empty")
    dialog(qtbot, german_credit, "import_dialog").close()


def test_that_hidden_curves_are_shown_again(qtbot: QtBot, german_credit: Program) -> None:
    every = frozenset(snapshot_of(german_credit).models)
    german_credit.window.dataset_panel.models.hidden_chosen.emit(every)
    snapshot = snapshot_of(german_credit)
    assert set(snapshot.shown) == {snapshot.selected}  # the chosen model is always drawn
    german_credit.window.commands["show_all_models"].trigger()
    assert set(snapshot_of(german_credit).shown) == every
