"""How sure everything is, as a user meets it in the window."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFileDialog, QLineEdit

from costcurve_gui.analysis.interval_settings import BandPolicy
from costcurve_gui.analysis.intervals.requests import bands_of, decision_intervals, lacks_results
from costcurve_gui.engine import BootstrapSpec
from tests.flows.driver import dialog, press, snapshot_of, type_into
from tests.helpers.plot_mouse import LEFT, drag, grip

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.window.program import Program

pytestmark = pytest.mark.shared_window

CTRL = Qt.KeyboardModifier.ControlModifier
FEW = BootstrapSpec(replicates=200)


@pytest.fixture
def sure(qtbot: QtBot, german_credit: Program) -> Program:
    """Return the program once the intervals of 200 replicates are there."""
    bands = replace(german_credit.session.state.current.bands, spec=FEW)
    german_credit.choices.set_bands(bands)
    wait(qtbot, german_credit)
    return german_credit


PROFIT = "per applicant, 5 % bad"


def wait(qtbot: QtBot, program: Program) -> None:
    def known() -> bool:
        snapshot = snapshot_of(program)
        return decision_intervals(snapshot) is not None and bool(bands_of(snapshot, "profit"))

    qtbot.waitUntil(known, timeout=20_000)


def note(program: Program) -> str:
    return program.window.decision_panel.figures.rows[0][2]


def subtitle(program: Program, view: str) -> str:
    return program.window.view_docks[view].title_bar.subtitle


def test_that_the_decision_and_the_curves_say_how_sure_they_are(sure: Program) -> None:
    assert " to " in note(sure)
    assert sure.window.panel_docks["decision"].title_bar.subtitle == "per applicant"
    assert subtitle(sure, "cost") == "lower envelopes"
    hint = sure.window.decision_panel.confusion.cells["tp"].toolTip()
    assert "Wilson" in hint


def test_that_the_status_bar_names_level_and_replicates_once_and_leads_to_intervals(
    qtbot: QtBot, sure: Program
) -> None:
    titles = [dock.title_bar.subtitle for dock in sure.window.view_docks.values()]
    assert titles == ["rates of cases", "lower envelopes", "shares of money", PROFIT]
    method = sure.window.status.method
    qtbot.waitUntil(lambda: method.text() == "90 %, 200 replicates, seed 0")
    assert method.isVisible()
    assert "Cost space: 90 % band: fixed policy, 200 replicates" in method.toolTip()
    bands = sure.session.state.current.bands
    sure.choices.set_bands(replace(bands, policy=BandPolicy.REOPTIMISED))
    wait(qtbot, sure)
    qtbot.waitUntil(lambda: "Cost space: 90 % band: re-optimised, " in method.toolTip())
    assert method.text() == "90 %, 200 replicates, seed 0"
    qtbot.mouseClick(method, LEFT)
    dialog(qtbot, sure, "uncertainty_dialog").close()


def test_that_nothing_out_of_date_is_shown_while_the_condition_is_dragged(
    qtbot: QtBot, sure: Program
) -> None:
    seen: list[str] = []

    def see(snapshot: Snapshot) -> None:
        if snapshot.settings.condition.prior != 0.05:
            seen.append(note(sure))

    sure.results.snapshot_changed.connect(see)
    start = grip(sure.plots["cost"], "condition")
    drag(sure.plots["cost"], start, start + QPoint(-20, 0), start + QPoint(-40, 0))
    sure.results.snapshot_changed.disconnect(see)
    assert seen
    assert set(seen) == {"this sample"}
    wait(qtbot, sure)
    assert " to " in note(sure)


def test_that_bands_are_switched_off_and_undone(qtbot: QtBot, sure: Program) -> None:
    before = note(sure)
    sure.window.commands["bands"].trigger()
    assert note(sure) == ""
    assert bands_of(snapshot_of(sure), "cost") == {}
    assert sure.window.status.method.text() == ""
    assert not sure.window.commands["bands"].isChecked()
    press(sure, Qt.Key.Key_Z, CTRL)
    assert sure.window.commands["bands"].isChecked()
    wait(qtbot, sure)
    assert note(sure) == before


def test_that_another_level_is_named_and_narrower(qtbot: QtBot, sure: Program) -> None:
    wide = decision_intervals(snapshot_of(sure)).policy.expected_cost  # type: ignore[union-attr]
    sure.window.commands["uncertainty"].trigger()
    shown = dialog(qtbot, sure, "uncertainty_dialog")
    level = shown.findChild(QLineEdit, "bands_level")
    type_into(qtbot, level, "80")
    assert note(sure) == "this sample"
    wait(qtbot, sure)
    narrow = decision_intervals(snapshot_of(sure)).policy.expected_cost  # type: ignore[union-attr]
    assert wide.low < narrow.low < narrow.high < wide.high  # type: ignore[operator]
    assert sure.window.status.method.text().startswith("80 %, ")
    sure.session.undo()
    assert level.text() == "90"
    shown.close()


@pytest.mark.parametrize(
    ("view", "key", "rows"), [("verdicts", Qt.Key.Key_Y, 1), ("tests", Qt.Key.Key_A, 64)]
)
def test_that_a_table_fills_when_it_is_shown_and_is_written(
    qtbot: QtBot, sure: Program, tmp_path: Path, view: str, key: Qt.Key, rows: int
) -> None:
    press(sure, Qt.Key.Key_K, CTRL)
    press(sure, key)
    qtbot.waitUntil(lambda: not lacks_results(snapshot_of(sure), view), timeout=20_000)
    assert sure.tables[view].rows.rowCount() >= rows
    sure.exports.save_curves(view, f"{view}.csv")
    files = dialog(qtbot, sure, "save_dialog")
    assert isinstance(files, QFileDialog)
    path = tmp_path / f"{view}.csv"
    files.fileSelected.emit(str(path))
    files.reject()
    qtbot.waitUntil(path.exists)
    qtbot.waitUntil(lambda: not sure.runner.busy, timeout=20_000)
    assert "method,replicates,level,seed" in path.read_text(encoding="utf-8").splitlines()[0]


def test_that_models_without_a_curve_have_their_verdicts(qtbot: QtBot, sure: Program) -> None:
    snapshot = snapshot_of(sure)
    sure.window.bring_to_front("verdicts")
    sure.selection.hide_models(frozenset(snapshot.models) - {snapshot.selected})
    qtbot.waitUntil(lambda: not sure.window.frames["verdicts"].is_empty)


def test_that_a_closed_file_takes_its_intervals_with_it(qtbot: QtBot, sure: Program) -> None:
    sure.choices.set_bands(replace(sure.session.state.current.bands, spec=BootstrapSpec(seed=5)))
    sure.datasets.close_active()
    qtbot.waitUntil(lambda: not sure.runner.busy)
    assert sure.results.snapshot is None
