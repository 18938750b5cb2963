"""Comparing models over PC(+): difference, superiority, regret, as a user does it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit

from costcurve_gui.analysis.cost_comparisons import cost_comparisons
from costcurve_gui.analysis.settings import WIDE_BELIEF
from costcurve_gui.analysis.view_settings import CostAxis, RegretReading
from costcurve_gui.engine.distributions.uncertain_numbers import TriangularBelief
from costcurve_gui.views.plotting.marks import HoverPoint, Line
from tests.flows.driver import click, dialog, place_of, press, snapshot_of, type_into
from tests.helpers.plot_mouse import LEFT, NONE, drag, grip

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

pytestmark = pytest.mark.shared_window

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def bring(program: Program, view: str) -> None:
    program.window.bring_to_front(view)
    QApplication.processEvents()


def choose(program: Program, view: str, name: str) -> None:
    """Open the menu of the dock and choose an entry."""
    dock = program.window.view_docks["rociv" if view == "rociv" else "cost"]
    dock.menu.aboutToShow.emit()
    action = dock.menu.findChild(QAction, f"{view}_{name}")
    assert action is not None
    action.trigger()
    dock.menu.aboutToShow.emit()
    ticked = dock.menu.findChild(QAction, f"{view}_{name}")
    assert ticked is not None
    assert ticked.isChecked()


def key_of(program: Program, name: str) -> str:
    return next(key for key, one in snapshot_of(program).models.items() if one.info.name == name)


def test_that_a_competitor_is_chosen_in_the_menu_and_named_in_the_title(
    german_credit: Program,
) -> None:
    bring(german_credit, "difference")
    title = german_credit.window.view_docks["cost"].title_bar
    runner_up = title.subtitle
    assert runner_up == "against gradient_boosting"
    choose(german_credit, "difference", f"competitor_{key_of(german_credit, 'decision_tree')}")
    assert title.subtitle == runner_up.replace("gradient_boosting", "decision_tree")
    press(german_credit, Qt.Key.Key_Z, CTRL)
    assert title.subtitle == runner_up


def test_that_models_without_a_curve_are_still_compared(german_credit: Program) -> None:
    bring(german_credit, "difference")
    others = frozenset(snapshot_of(german_credit).models) - {key_of(german_credit, "mlp")}
    german_credit.selection.hide_models(others)
    assert not german_credit.window.frames["difference"].is_empty


def test_that_the_condition_is_dragged_on_the_difference(german_credit: Program) -> None:
    bring(german_credit, "difference")
    plot = german_credit.plots["difference"]
    start = grip(plot, "condition")
    drag(plot, start, QPoint(place_of(plot, 0.3, 0.0).x(), start.y()))
    assert snapshot_of(german_credit).condition.probability_cost == pytest.approx(0.3, abs=0.01)
    assert german_credit.session.undo_label == "drag the prior"


def test_that_dragging_a_corner_moves_the_lc_index_in_one_step(german_credit: Program) -> None:
    bring(german_credit, "superiority")
    german_credit.session.apply("change the belief", belief=WIDE_BELIEF)
    plot = german_credit.plots["superiority"]
    start = grip(plot, "belief_hi")
    stops = [QPoint(place_of(plot, x, 0.0).x(), start.y()) for x in (0.7, 0.4, 0.25)]
    seen = []
    QTest.mousePress(plot.viewport(), LEFT, NONE, start)
    for stop in stops:
        QTest.mouseMove(plot.viewport(), stop)
        QApplication.processEvents()
        found = cost_comparisons(snapshot_of(german_credit)).comparison
        assert found is not None
        seen.append(found.lc_index)
    QTest.mouseRelease(plot.viewport(), LEFT, NONE, stops[-1])
    assert len(set(seen)) == 3
    belief = german_credit.session.state.current.belief
    assert isinstance(belief, TriangularBelief)
    assert belief.hi == pytest.approx(0.25, abs=0.01)
    assert belief.mode == belief.hi
    assert german_credit.session.undo_label == "drag the belief"
    german_credit.session.undo()
    assert german_credit.session.state.current.belief == TriangularBelief(0, 0.5, 1)
    assert german_credit.session.undo_label == "change the belief"


def test_that_a_belief_is_typed_exactly_and_its_costs_are_saved(
    qtbot: QtBot, german_credit: Program, tmp_path: Path
) -> None:
    press(german_credit, Qt.Key.Key_B, CTRL | SHIFT)
    opened = dialog(qtbot, german_credit, "belief_dialog")
    assert german_credit.session.state.current.belief is None
    german_credit.session.apply("change the belief", belief=WIDE_BELIEF)
    field = opened.findChild(QLineEdit, "belief_mode")
    assert field is not None
    type_into(qtbot, field, "0.25")
    assert german_credit.session.state.current.belief == TriangularBelief(0, 0.25, 1)
    assert german_credit.session.undo_label == "change the belief"
    click(qtbot, german_credit, "belief_save_expected_cost")
    chooser = dialog(qtbot, german_credit, "save_dialog")
    assert isinstance(chooser, QFileDialog)
    target = tmp_path / "expected_cost.csv"
    chooser.selectFile(str(target))
    chooser.accept()
    qtbot.waitUntil(target.is_file)
    lines = target.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("model,belief,expected_normalized_cost,")
    assert len(lines) == 7
    assert '"triangular:0,0.25,1"' in lines[1]
    opened.close()


def test_that_the_menu_of_cost_space_stretches_its_axis_at_once(german_credit: Program) -> None:
    plot = german_credit.plots["cost"]
    for axis, top in ((CostAxis.FITTED, 0.345), (CostAxis.ONE, 1.0), (CostAxis.HALF, 0.5)):
        choose(german_credit, "cost", f"cost_axis_{axis}")
        assert plot.bounds.y_high == pytest.approx(top * 1.04, abs=0.02)


def test_that_regret_is_read_in_money_and_as_errors(german_credit: Program) -> None:
    bring(german_credit, "regret")
    plot = german_credit.plots["regret"]
    assert "DM" in plot.description.axes(snapshot_of(german_credit))[1].title
    choose(german_credit, "regret", f"regret_{RegretReading.ERROR_RATE}")
    assert plot.description.axes(snapshot_of(german_credit))[1].title == "Error rate"
    assert plot.bounds.y_high < 1
    start = grip(plot, "condition")
    drag(plot, start, QPoint(place_of(plot, 0.4, 0.0).x(), start.y()))
    assert snapshot_of(german_credit).condition.prior == pytest.approx(0.4, abs=0.01)


@pytest.mark.parametrize("view", ["cost", "regret"])
def test_that_a_click_on_a_curve_lights_the_point_in_roc_and_back(
    german_credit: Program, view: str
) -> None:
    bring(german_credit, view)
    snapshot = snapshot_of(german_credit)
    plot, roc = german_credit.plots[view], german_credit.plots["roc"]
    key = key_of(german_credit, "naive_bayes")
    curve = plot.description.curves(snapshot)[key]
    at = len(curve.x) // 2
    x, y = float(curve.x[at] + curve.x[at + 1]) / 2, float(curve.y[at] + curve.y[at + 1]) / 2
    QTest.mouseClick(plot.viewport(), LEFT, NONE, place_of(plot, x, y))
    rows = [mark for mark in roc.dynamic_layer.marks if isinstance(mark, HoverPoint)]
    table = snapshot.curve_set.models[1].evaluation.table
    row = int(curve.indices[at])
    assert (rows[0].x, rows[0].y) == (table.fpr[row], table.tpr[row])
    point = place_of(roc, float(table.fpr[row]), float(table.tpr[row]))
    QTest.mouseClick(roc.viewport(), LEFT, NONE, point)
    highlighted = [
        mark
        for mark in plot.dynamic_layer.marks
        if isinstance(mark, Line) and mark.key == "highlight"
    ]
    assert len(highlighted) == 1
