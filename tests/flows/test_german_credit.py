from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)

from costcurve_gui.analysis.criteria import MANUAL
from costcurve_gui.analysis.selection_settings import THRESHOLD
from costcurve_gui.analysis.settings import DragChanges
from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.resources import resource_path
from costcurve_gui.views.text.decision_summary import answer
from costcurve_gui.window import export as export_tool
from tests.flows.driver import (
    add_bound,
    click,
    dialog,
    place_of,
    press,
    snapshot_of,
    type_into,
    widget,
)
from tests.helpers.plot_mouse import LEFT, NONE, drag, grip

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.window.program import Program

pytestmark = pytest.mark.shared_window

CTRL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
HALF = resource_path("sample_data", "german_credit_half.csv")


def pc_plus(program: Program) -> float:
    return snapshot_of(program).condition.probability_cost


def chosen(snapshot: Snapshot) -> str:
    assert snapshot.selected is not None
    return snapshot.models[snapshot.selected].info.name


def test_that_the_example_opens_from_the_start_page_with_one_click(
    german_credit: Program,
) -> None:
    window = german_credit.window
    assert window.start_page.isHidden()
    assert all(plot.isVisible() for plot in german_credit.plots.values())
    assert "german_credit_half.csv" in window.windowTitle()
    assert chosen(snapshot_of(german_credit)) == "naive_bayes"
    assert "naive_bayes" in window.decision_panel.answer()


def test_that_a_typed_payoff_moves_every_view_and_undo_brings_all_back(
    qtbot: QtBot, german_credit: Program
) -> None:
    before = snapshot_of(german_credit)
    type_into(qtbot, widget(german_credit, "payoff_fn", QLineEdit), "-2*amount")
    qtbot.waitUntil(lambda: snapshot_of(german_credit) is not before)
    after = snapshot_of(german_credit)
    assert after.settings.payoff.fn == "-2*amount"
    assert after.condition.cost_ratio == pytest.approx(2 * before.condition.cost_ratio)
    press(german_credit, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: snapshot_of(german_credit).settings == before.settings)
    assert widget(german_credit, "payoff_fn", QLineEdit).text() == "-amount"


def test_that_a_misspelt_column_is_marked_and_the_last_good_matrix_stays(
    qtbot: QtBot, german_credit: Program
) -> None:
    before = snapshot_of(german_credit)
    type_into(qtbot, widget(german_credit, "payoff_tn", QLineEdit), "0.05*amout")
    assert '"amout"' in widget(german_credit, "payoff_fault", QLabel).text()
    assert snapshot_of(german_credit) is before
    click(qtbot, german_credit, "payoff_fix")
    qtbot.waitUntil(lambda: not german_credit.runner.busy)
    assert not widget(german_credit, "payoff_fault").isVisible()
    assert snapshot_of(german_credit).settings.payoff.tn == "0.05*amount"


@pytest.mark.parametrize("view", ["roc", "rociv", "cost"])
def test_that_dragging_the_condition_in_any_view_moves_the_prior_in_one_step(
    german_credit: Program, view: str
) -> None:
    before, plot = pc_plus(german_credit), german_credit.plots[view]
    start = grip(plot, "condition")
    drag(plot, start, start + QPoint(-20, 12), start + QPoint(-40, 24))
    moved = pc_plus(german_credit)
    assert moved != before
    assert snapshot_of(german_credit).condition.cost_ratio == pytest.approx(25.8, abs=0.05)
    assert german_credit.session.undo_label == "drag the prior"
    german_credit.session.undo()
    assert pc_plus(german_credit) == before
    assert german_credit.session.undo_label is None


def test_that_the_line_in_cost_space_follows_the_mouse(german_credit: Program) -> None:
    plot = german_credit.plots["cost"]
    start = grip(plot, "condition")
    target = QPoint(place_of(plot, 0.3, 0.2).x(), start.y())
    drag(plot, start, target, release=False)
    assert pc_plus(german_credit) == pytest.approx(0.3, abs=0.01)
    QTest.keyClick(plot, Qt.Key.Key_Escape)
    assert pc_plus(german_credit) == pytest.approx(0.576, abs=1e-3)
    QTest.mouseRelease(plot.viewport(), LEFT, NONE, target)
    assert german_credit.session.undo_label is None


def test_that_dragging_can_change_the_cost_ratio_instead(
    qtbot: QtBot, german_credit: Program
) -> None:
    click(qtbot, german_credit, "drag_mode")
    spec = german_credit.session.state.current.condition
    assert spec.drag is DragChanges.COST_RATIO
    plot = german_credit.plots["cost"]
    start = grip(plot, "condition")
    drag(plot, start, start + QPoint(-30, 0))
    assert snapshot_of(german_credit).condition.prior == 0.05
    assert snapshot_of(german_credit).condition.cost_ratio < 25


def test_that_dragging_the_threshold_in_the_profit_view_goes_by_hand_in_every_view(
    german_credit: Program,
) -> None:
    plot = german_credit.plots["profit"]
    before = snapshot_of(german_credit)
    start = grip(plot, "threshold")
    drag(plot, start, start + QPoint(-30, 0), start + QPoint(-60, 0))
    after = snapshot_of(german_credit)
    assert after.settings.selection.criterion is MANUAL
    assert after.selected == before.selected
    assert after.selected is not None
    now, then = after.models[after.selected].policy, before.models[after.selected].policy
    assert now.threshold > then.threshold
    assert now.fraction_targeted < then.fraction_targeted
    assert german_credit.session.undo_label == "drag the threshold"


def test_that_the_keyboard_steps_threshold_and_condition(german_credit: Program) -> None:
    first = snapshot_of(german_credit)
    assert first.selected is not None
    index = first.models[first.selected].policy.index
    press(german_credit, Qt.Key.Key_Right, ALT)
    assert snapshot_of(german_credit).models[first.selected].policy.index == index - 1
    plot = german_credit.plots["cost"]
    plot.setFocus()
    before = pc_plus(german_credit)
    QTest.keyClick(plot, Qt.Key.Key_Right)
    assert pc_plus(german_credit) == pytest.approx(before + 0.01)


def test_that_hovering_reads_the_same_point_in_every_view_and_in_the_status_bar(
    qtbot: QtBot, german_credit: Program
) -> None:
    plot, snapshot = german_credit.plots["roc"], snapshot_of(german_credit)
    curves = next(m for m in snapshot.curve_set.models if m.info.name == "decision_tree")
    at = len(curves.roc.x) // 3
    # Qt sends no event for a move to where the cursor of an earlier test was left.
    QTest.mouseMove(plot.viewport(), QPoint(2, 2))
    QTest.mouseMove(plot.viewport(), place_of(plot, curves.roc.x[at], curves.roc.y[at]))
    qtbot.waitUntil(lambda: german_credit.results.reading is not None)
    reading = german_credit.results.reading
    assert reading is not None
    assert reading.model.name == "decision_tree"
    assert "decision_tree" in german_credit.window.status.reading.text


def test_that_a_bound_is_typed_and_kept(qtbot: QtBot, german_credit: Program) -> None:
    press(german_credit, Qt.Key.Key_3, CTRL)
    type_into(qtbot, widget(german_credit, "max_fpr", QLineEdit), "0.2")
    snapshot = snapshot_of(german_credit)
    assert snapshot.settings.objective is Objective.TPR
    assert chosen(snapshot) == "logistic_regression"
    assert snapshot.selected is not None
    policy = snapshot.models[snapshot.selected].policy
    assert (policy.threshold_2, policy.tpr) == (None, pytest.approx(0.593, abs=5e-4))
    click(qtbot, german_credit, "mixture_link")
    policy = snapshot_of(german_credit).models[snapshot.selected].policy
    assert policy.tpr == pytest.approx(0.601, abs=5e-4)
    assert policy.threshold == pytest.approx(0.4120, abs=5e-5)
    assert policy.threshold_2 == pytest.approx(0.3657, abs=5e-5)


def test_that_a_preset_is_chosen_from_the_box(qtbot: QtBot, german_credit: Program) -> None:
    box = widget(german_credit, "payoff_preset", QComboBox)
    box.setFocus()
    box.setCurrentIndex(box.findData("credit_scoring"))
    box.activated.emit(box.currentIndex())
    qtbot.waitUntil(lambda: snapshot_of(german_credit).settings.payoff.preset == "credit_scoring")
    snapshot = snapshot_of(german_credit)
    assert snapshot.condition.cost_ratio == 5
    assert snapshot.curve_set.models[0].rociv is snapshot.curve_set.models[0].roc


def test_that_a_view_is_saved_as_picture_and_curves(
    qtbot: QtBot, german_credit: Program, tmp_path: Path
) -> None:
    press(german_credit, Qt.Key.Key_E, CTRL)
    press(german_credit, Qt.Key.Key_R)
    export = dialog(qtbot, german_credit, "export_dialog")
    saved = tmp_path / "roc.png"
    qtbot.mouseClick(export.findChild(QPushButton, "export_save"), LEFT)
    files = dialog(qtbot, german_credit, "save_dialog")
    assert isinstance(files, QFileDialog)
    files.fileSelected.emit(str(saved))
    files.reject()
    qtbot.waitUntil(lambda: not export.isVisible())
    assert saved.read_bytes().startswith(b"\x89PNG")


def test_that_a_picture_names_the_hash_of_its_file(
    qtbot: QtBot, german_credit: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Snapshot] = []

    def render(snapshot: Snapshot, *_: object, **__: object) -> QImage:
        drawn.append(snapshot)
        return QImage(1, 1, QImage.Format.Format_RGB32)

    monkeypatch.setattr(export_tool, "render_image", render)
    assert german_credit.results.snapshot is not None
    source = german_credit.store.get(german_credit.results.snapshot.curve_set.dataset.id)
    qtbot.waitUntil(lambda: source.fingerprint.known != "")
    press(german_credit, Qt.Key.Key_E, CTRL)
    press(german_credit, Qt.Key.Key_R)
    export = dialog(qtbot, german_credit, "export_dialog")
    qtbot.waitUntil(lambda: bool(drawn))
    export.close()
    assert drawn[-1].curve_set.dataset.sha256 == hashlib.sha256(HALF.read_bytes()).hexdigest()


def test_that_a_dropped_file_is_asked_about(qtbot: QtBot, program: Program) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(HALF))])
    where = program.window.rect().center()
    enter = QDragEnterEvent(where, Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, NONE)
    QApplication.sendEvent(program.window, enter)
    assert enter.isAccepted()
    drop = QDropEvent(
        QPointF(where), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, NONE
    )
    QApplication.sendEvent(program.window, drop)
    asked = dialog(qtbot, program, "import_dialog")
    qtbot.waitUntil(lambda: not program.runner.busy)
    asked.close()


def test_that_the_columns_can_be_chosen_again(qtbot: QtBot, german_credit: Program) -> None:
    german_credit.window.commands["columns"].trigger()
    asked = dialog(qtbot, german_credit, "import_dialog")
    box = asked.findChild(QComboBox, "role_score_mlp")
    box.setCurrentIndex(box.findText("Ignore"))
    box.activated.emit(box.currentIndex())
    qtbot.mouseClick(asked.findChild(QWidget, "import_accept"), LEFT)
    qtbot.waitUntil(lambda: len(snapshot_of(german_credit).models) == 5)
    state = german_credit.session.state
    assert len(state.datasets) == 1
    assert state.current.payoff.fn == "-amount"
    german_credit.window.commands["undo"].trigger()
    qtbot.waitUntil(lambda: len(snapshot_of(german_credit).models) == 6)
    german_credit.window.commands["redo"].trigger()
    qtbot.waitUntil(lambda: len(snapshot_of(german_credit).models) == 5)


def test_that_the_answer_is_copied_as_plain_text(german_credit: Program) -> None:
    press(german_credit, Qt.Key.Key_C, CTRL | Qt.KeyboardModifier.ShiftModifier)
    mark = "Selected and estimated on the same sample."
    said = f"{answer(snapshot_of(german_credit))} {mark} Normalized expected cost 0."
    assert QGuiApplication.clipboard().text().startswith(said)


def test_that_closing_the_file_brings_the_start_page_back(german_credit: Program) -> None:
    press(german_credit, Qt.Key.Key_W, CTRL)
    assert german_credit.results.snapshot is None
    assert german_credit.window.start_page.isVisible()
    assert german_credit.session.undo_label is None


def test_that_the_window_remembers_its_layout(
    german_credit: Program,
) -> None:
    german_credit.window.resize(1300, 820)
    german_credit.window.close()
    layout = german_credit.settings.layout
    assert layout is not None
    assert layout[0]


def test_that_undo_in_a_committed_field_undoes_the_edit_and_the_field_follows(
    qtbot: QtBot, german_credit: Program
) -> None:
    ratio = widget(german_credit, "cost_ratio", QLineEdit)
    type_into(qtbot, ratio, "10 : 1")
    assert snapshot_of(german_credit).condition.cost_ratio == pytest.approx(10)
    assert ratio.text() == "10"
    ratio.setFocus()
    QTest.keyClick(ratio, Qt.Key.Key_Z, CTRL)
    assert snapshot_of(german_credit).condition.cost_ratio == pytest.approx(25.8, abs=0.1)
    assert ratio.text() == "25.8"


def test_that_the_threshold_field_stands_under_its_rule_alone(
    qtbot: QtBot, german_credit: Program
) -> None:
    choose = widget(german_credit, "rule", QComboBox)
    for rule, shown in ((MANUAL, True), (THRESHOLD, False)):
        choose.setCurrentIndex(choose.findData(rule.key))
        choose.activated.emit(choose.currentIndex())
        assert widget(german_credit, "manual_threshold", QLineEdit).isVisible() is shown


def test_that_a_wrong_population_is_said_under_its_field(
    qtbot: QtBot, german_credit: Program
) -> None:
    population = widget(german_credit, "population", QLineEdit)
    type_into(qtbot, population, "0")
    said = widget(german_credit, "population_fault", QLabel)
    assert said.isVisible()
    assert said.text()
    type_into(qtbot, population, "500")
    assert not said.isVisible()


def test_that_a_bound_can_be_typed_in_percent(qtbot: QtBot, german_credit: Program) -> None:
    add_bound(german_credit, "fpr")
    type_into(qtbot, widget(german_credit, "max_fpr", QLineEdit), "20 %")
    assert snapshot_of(german_credit).settings.selection.bounds.fpr == pytest.approx(0.2)
