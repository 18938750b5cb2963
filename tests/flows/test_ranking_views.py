"""Views of how well models rank: what moves with the prior, and what the mouse does in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFileDialog,
    QMenu,
    QMessageBox,
    QTableView,
)

from costcurve_gui.analysis.criteria import MANUAL
from costcurve_gui.views.shell.command_search import commands_of
from tests.flows.driver import dialog, place_of, press, snapshot_of, widget
from tests.helpers.plot_mouse import LEFT, NONE, drag, grip, handle

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

pytestmark = pytest.mark.shared_window

CTRL = Qt.KeyboardModifier.ControlModifier


def curves(program: Program, view: str) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Return what a plot draws of each model."""
    drawn = program.plots[view].description.curves(snapshot_of(program))
    return {key: (curve.x, curve.y) for key, curve in drawn.items()}


def show(program: Program, view: str) -> None:
    program.window.bring_to_front(view)
    QApplication.processEvents()


def chosen_from_menu(program: Program, dock: str, name: str) -> None:
    menu = widget(program, f"{dock}_menu", QMenu)
    menu.aboutToShow.emit()
    commands = commands_of(menu.actions())
    next(one.action for one in commands if one.action.objectName() == name).trigger()


@pytest.mark.parametrize(
    ("view", "moves"),
    [("roc", False), ("det", False), ("pr", True), ("gain", True), ("net_benefit", True)],
)
def test_that_a_dragged_prior_moves_what_hangs_on_it_and_nothing_else(
    german_credit: Program, view: str, moves: bool
) -> None:
    show(german_credit, view)
    plot = german_credit.plots[view]
    before, painted = curves(german_credit, view), plot.static_layer.paintings
    cost = german_credit.plots["cost"]
    start = grip(cost, "condition")
    drag(cost, start, start + QPoint(-20, 0), start + QPoint(-60, 0))
    QApplication.processEvents()
    assert snapshot_of(german_credit).condition.prior < 0.05
    after = curves(german_credit, view)
    same = all(
        np.array_equal(one, other)
        for key in before
        for one, other in zip(before[key], after[key], strict=True)
    )
    assert same is not moves
    assert (plot.static_layer.paintings > painted) is moves


def test_that_axes_of_det_are_chosen_from_its_menu_and_stay_chosen(german_credit: Program) -> None:
    show(german_credit, "det")
    plot = german_credit.plots["det"]
    assert plot.bounds.x_high > 0
    chosen_from_menu(german_credit, "roc", "det_det_axes_log")
    assert plot.bounds.x_low < -2  # under 1 %
    assert plot.bounds.x_high < 0.5
    show(german_credit, "roc")
    show(german_credit, "det")
    assert plot.bounds.x_low < -2
    press(german_credit, Qt.Key.Key_Z, CTRL)
    assert plot.bounds.x_high > 1


@pytest.mark.parametrize(("view", "by"), [("det", QPoint(25, 20)), ("gain", QPoint(60, 0))])
def test_that_a_threshold_is_dragged_in_one_step(
    german_credit: Program, view: str, by: QPoint
) -> None:
    show(german_credit, view)
    plot, before = german_credit.plots[view], snapshot_of(german_credit)
    start = grip(plot, "threshold")
    drag(plot, start, start + by / 2, start + by)
    after = snapshot_of(german_credit)
    assert after.settings.selection.criterion is MANUAL
    assert before.selected is not None
    policies = (snapshot.models[before.selected].policy for snapshot in (before, after))
    one, other = (policy.threshold for policy in policies)
    assert other < one
    german_credit.session.undo()
    assert snapshot_of(german_credit).settings == before.settings


def test_that_hovering_and_clicking_read_and_select_in_the_gain_view(
    qtbot: QtBot, german_credit: Program
) -> None:
    show(german_credit, "gain")
    plot = german_credit.plots["gain"]
    x, y = curves(german_credit, "gain")[key_of(german_credit, "decision_tree")]
    at = place_of(plot, float(x[len(x) // 2]), float(y[len(y) // 2]))
    QTest.mouseMove(plot.viewport(), QPoint(2, 2))
    QTest.mouseMove(plot.viewport(), at)
    qtbot.waitUntil(lambda: german_credit.results.reading is not None)
    reading = german_credit.results.reading
    assert reading is not None
    assert reading.model.name == "decision_tree"
    QTest.mouseClick(plot.viewport(), LEFT, NONE, at)
    assert snapshot_of(german_credit).selected == reading.model.key


def test_that_lift_takes_the_place_of_gain_and_all_of_it_is_shown(german_credit: Program) -> None:
    show(german_credit, "gain")
    plot = german_credit.plots["gain"]
    chosen_from_menu(german_credit, "profit", "gain_gain_lift")
    assert plot.bounds.y_high > 20
    assert max(y.max() for _, y in curves(german_credit, "gain").values()) > 2
    subtitle = german_credit.window.view_docks["profit"].title_bar.subtitle
    assert subtitle == "lift, 5 % bad"


def test_that_the_line_of_the_costs_drags_their_ratio_and_keeps_the_prior(
    german_credit: Program,
) -> None:
    show(german_credit, "net_benefit")
    plot = german_credit.plots["net_benefit"]
    start = grip(plot, "cost_ratio")
    target = QPoint(place_of(plot, 0.2, 0.0).x(), start.y())
    drag(plot, start, QPoint(start.x() + 5, start.y()), target)
    condition = snapshot_of(german_credit).condition
    assert condition.cost_ratio == pytest.approx(4, abs=0.15)
    assert condition.prior == 0.05
    assert handle(plot, "cost_ratio").x == pytest.approx(0.2, abs=0.005)
    assert german_credit.session.undo_label == "drag the cost ratio"


def test_that_the_point_at_one_half_is_switched_on_in_the_menu_of_roc(
    german_credit: Program,
) -> None:
    plot = german_credit.plots["roc"]
    kinds = {type(mark).__name__ for mark in plot.static_layer.marks}
    assert "Hollow" not in kinds
    chosen_from_menu(german_credit, "roc", "roc_absolute_point")
    assert "Hollow" in {type(mark).__name__ for mark in plot.static_layer.marks}


def test_that_rates_follow_are_copied_and_written(
    qtbot: QtBot, german_credit: Program, tmp_path: Path
) -> None:
    show(german_credit, "rates")
    table = widget(german_credit, "rates_table", QTableView)
    before = table.model().index(2, 0).data()
    german_credit.selection.step_threshold(-40)
    assert table.model().index(2, 0).data() != before
    chosen_from_menu(german_credit, "profit", "copy_rates")
    assert QGuiApplication.clipboard().text().startswith("rate\tnaive_bayes")
    german_credit.window.commands["export_rates"].trigger()
    files = dialog(qtbot, german_credit, "save_dialog")
    assert isinstance(files, QFileDialog)
    saved = tmp_path / "rates.csv"
    files.fileSelected.emit(str(saved))
    files.reject()
    qtbot.waitUntil(saved.exists)
    qtbot.waitUntil(lambda: not german_credit.runner.busy)
    header, *rows = saved.read_text(encoding="utf-8").splitlines()
    assert header.startswith("model,threshold,threshold_2,mixing,prior,fraction_targeted,tpr,fpr")
    assert len(rows) == 6


def test_that_a_table_has_nothing_to_zoom(german_credit: Program) -> None:
    show(german_credit, "rates")
    icons = [widget(german_credit, f"profit_{name}") for name in ("fit", "zoom_back")]
    assert not any(icon.isEnabled() for icon in icons)
    show(german_credit, "profit")
    assert all(icon.isEnabled() for icon in icons)


def key_of(program: Program, name: str) -> str:
    models = snapshot_of(program).curve_set.models
    return next(model.info.key for model in models if model.info.name == name)


def test_that_a_view_the_file_cannot_fill_is_not_written_empty(
    qtbot: QtBot, german_credit: Program
) -> None:
    german_credit.window.commands["export_multiclass"].trigger()
    refused = dialog(qtbot, german_credit, "error_dialog")
    assert isinstance(refused, QMessageBox)
    assert refused.text() == "Multi-class has nothing to export"
    assert refused.informativeText() == "Two classes. This view needs three or more."
    refused.close()


def test_that_only_views_with_something_to_draw_can_be_chosen_for_export(
    qtbot: QtBot, german_credit: Program
) -> None:
    german_credit.window.commands["export_roc"].trigger()
    export = dialog(qtbot, german_credit, "export_dialog")
    box = export.findChild(QComboBox, "export_view")
    offered = {box.itemData(row) for row in range(box.count())}
    assert {"roc", "cost"} <= offered
    assert "multiclass" not in offered
    export.close()
