"""Choosing by targets and by the condition alone, with the keyboard and the panel."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit

from costcurve_gui.analysis.criteria import (
    CLOSEST_TO_CORNER,
    PERFORMANCE_INDEPENDENT,
    TARGET_PRECISION,
    TARGET_RECALL,
    YOUDEN,
)
from costcurve_gui.cli.record_of_project import save_record
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.selection.bounds import BoundKind, Objective
from costcurve_gui.policies.code import as_sql
from costcurve_gui.policies.saved import read_policies
from costcurve_gui.views.plotting.marks import Between
from costcurve_gui.views.shell.actions import MENUS
from tests.flows.driver import add_bound, dialog, press, snapshot_of, type_into, widget
from tests.helpers.mailing import LETTERS, mailing
from tests.helpers.plot_mouse import drag, grip

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from costcurve_gui.analysis.selection_settings import Criterion
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.window.program import Program

pytestmark = pytest.mark.shared_window

CTRL = Qt.KeyboardModifier.ControlModifier


def policy_of(program: Program) -> Policy:
    snapshot = snapshot_of(program)
    assert snapshot.selected is not None
    return snapshot.models[snapshot.selected].policy


def rule(program: Program) -> Criterion:
    return snapshot_of(program).settings.selection.criterion


def said(program: Program, name: str) -> str:
    return widget(program, name, QLabel).text()


def test_that_the_condition_alone_is_chosen_by_keyboard_and_shown_against_the_cheapest(
    qtbot: QtBot, german_credit: Program
) -> None:
    press(german_credit, Qt.Key.Key_T, CTRL)
    press(german_credit, Qt.Key.Key_I)
    assert rule(german_credit) is PERFORMANCE_INDEPENDENT
    qtbot.waitUntil(lambda: snapshot_of(german_credit).results.hybrids is not None)
    policy = policy_of(german_credit)
    # 30 % of the sample are bad.
    at = snapshot_of(german_credit).condition.probability_cost
    odds = (1 - at) / at * 0.3 / 0.7
    assert policy.threshold == pytest.approx(odds / (1 + odds), abs=1e-3)
    rows = german_credit.window.decision_panel.figures.rows
    assert rows[1][0] == "cheapest threshold"
    assert rows[2][0] == "Area above the cheapest"
    plot = german_credit.plots["cost"]
    start = grip(plot, "condition")
    drag(plot, start, start + QPoint(-40, 0))
    assert policy_of(german_credit).threshold > policy.threshold
    assert any(isinstance(mark, Between) for mark in plot.static_layer.marks)


def test_that_a_precision_is_ticked_typed_missed_and_undone(
    qtbot: QtBot, german_credit: Program
) -> None:
    objective = snapshot_of(german_credit).settings.objective
    before = policy_of(german_credit)
    add_bound(german_credit, "precision")
    assert snapshot_of(german_credit).settings.objective is objective
    same = replace(policy_of(german_credit), criterion=before.criterion)
    assert same == before  # a bound begins with what there is
    type_into(qtbot, widget(german_credit, "min_precision", QLineEdit), "20 %")
    assert snapshot_of(german_credit).settings.selection.bounds.precision == pytest.approx(0.2)
    reached = policy_of(german_credit)
    german_credit.selection.select_model(_key(german_credit, "decision_tree"))
    tree = "No threshold of decision_tree has a precision of 20.0 %"
    assert tree in said(german_credit, "whole_rule")
    tree_before = policy_of(german_credit)
    german_credit.selection.set_bound(BoundKind.TPR, 0.9)
    assert not snapshot_of(german_credit).met
    assert said(german_credit, "precision_state") == "in conflict"
    assert said(german_credit, "fpr_state") == ""
    assert "exclude each other for all six models." in said(german_credit, "conflict")
    assert policy_of(german_credit).index == tree_before.index
    panel = german_credit.window.decision_panel
    less_recall = panel.compromises.lines[0]
    assert less_recall.text.startswith("Ask for a true positive rate of ")
    less_recall.link.click()
    assert snapshot_of(german_credit).met
    assert snapshot_of(german_credit).settings.selection.bounds.precision == pytest.approx(0.2)
    assert panel.compromises.isHidden()
    press(german_credit, Qt.Key.Key_Z, CTRL)
    assert not snapshot_of(german_credit).met
    for _ in range(2):
        press(german_credit, Qt.Key.Key_Z, CTRL)
    assert policy_of(german_credit) == reached


def test_that_a_recall_is_chosen_from_the_box_and_its_answer_copied(
    qtbot: QtBot, german_credit: Program
) -> None:
    choose = widget(german_credit, "rule", QComboBox)
    choose.activated.emit(choose.findData(TARGET_RECALL.key))
    type_into(qtbot, widget(german_credit, "target_recall", QLineEdit), "0.9")
    assert policy_of(german_credit).tpr >= 0.9
    press(german_credit, Qt.Key.Key_C, CTRL | Qt.KeyboardModifier.ShiftModifier)
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("To find 90.0 % of the positives, ")


@pytest.mark.parametrize(
    ("key", "chosen"),
    [
        (Qt.Key.Key_R, TARGET_RECALL),
        (Qt.Key.Key_P, TARGET_PRECISION),
        (Qt.Key.Key_Y, YOUDEN),
        (Qt.Key.Key_C, CLOSEST_TO_CORNER),
    ],
)
def test_that_every_rule_has_its_keys(
    german_credit: Program, key: Qt.Key, chosen: Criterion
) -> None:
    press(german_credit, Qt.Key.Key_T, CTRL)
    press(german_credit, key)
    assert rule(german_credit) is chosen
    assert german_credit.session.undo_label == "change the rule"


def test_that_300_letters_go_where_they_earn_most(
    qtbot: QtBot, program: Program, tmp_path: Path
) -> None:
    file = mailing()
    program.datasets.open_paths([file.write(tmp_path / "mailing.csv")])
    qtbot.keyClick(dialog(qtbot, program, "import_dialog"), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    for cell, text in (("tp", "amount-1"), ("fp", "-1"), ("fn", "0"), ("tn", "0")):
        program.payoffs.edit_cell(cell, text)
    qtbot.waitUntil(lambda: snapshot_of(program).settings.payoff.tp == "amount-1")
    program.selection.set_population(len(file.donated))
    assert snapshot_of(program).settings.objective is Objective.PROFIT
    add_bound(program, "cases")
    type_into(qtbot, widget(program, "capacity", QLineEdit), str(LETTERS))
    assert snapshot_of(program).settings.objective is Objective.PROFIT
    assert program.window.decision_panel.headline.text == "expected_gift"
    order = np.argsort(-file.scores["expected_gift"])[:LETTERS]
    earned = np.cumsum(np.where(file.donated, file.amount - 1.0, -1.0)[order]).max()
    assert policy_of(program).expected_profit * len(file.donated) == pytest.approx(earned)
    program.selection.choose_objective(Objective.TPR)
    assert snapshot_of(program).settings.selection.bounds.cases == LETTERS
    assert program.window.decision_panel.headline.text == "mlp"
    best = [row.key for row in program.window.dataset_panel.models.rows.rows if row.best]
    assert best == [snapshot_of(program).best]


def test_that_on_sonar_only_probabilities_take_part_in_the_choice_by_the_condition(
    qtbot: QtBot, program: Program
) -> None:
    program.datasets.open_example("sonar")
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    program.selection.choose_criterion(PERFORMANCE_INDEPENDENT)
    snapshot = snapshot_of(program)
    able = {key for key, model in snapshot.models.items() if model.met}
    assert able
    assert able < snapshot.models.keys()
    rows = {row.key: row for row in program.window.dataset_panel.models.rows.rows if row.slot}
    assert {key for key, row in rows.items() if row.figure is not None} == able
    assert [key for key, row in rows.items() if row.best] == [snapshot.best]
    assert snapshot.best in able


def _key(program: Program, name: str) -> str:
    models = snapshot_of(program).models
    return next(key for key, model in models.items() if model.info.name == name)


def test_that_the_table_of_decisions_is_copied_and_saved(
    qtbot: QtBot, german_credit: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    german_credit.window.commands["copy_decisions"].trigger()
    copied = QGuiApplication.clipboard().text().split("\n")
    assert copied[0].startswith("criterion\tmodel\tthreshold\t")
    assert any(line.startswith("min_cost\tnaive_bayes\t") for line in copied)
    path = tmp_path / "decisions.csv"
    monkeypatch.setattr(
        german_credit.prompts, "choose_save_path", lambda _default, take: take(path)
    )
    german_credit.window.commands["save_decisions"].trigger()
    qtbot.waitUntil(path.exists)
    saved = path.read_text(encoding="utf-8").splitlines()
    columns, header = copied[0].split("\t"), saved[0].split(",")
    assert [name for name in header if name in columns] == columns  # and those of intervals
    assert len(saved) == len(copied)


def test_that_the_record_of_the_decision_is_saved(
    qtbot: QtBot, german_credit: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, path = german_credit, tmp_path / "credit_record.json"
    program.write_record = save_record
    spec = replace(snapshot_of(program).settings.bands, spec=BootstrapSpec(50, 0.9, 0))
    program.session.apply("fewer replicates", bands=spec)
    monkeypatch.setattr(program.prompts, "choose_save_path", lambda _default, take: take(path))
    assert "save_record" in MENUS["File"]
    program.window.commands["save_record"].trigger()
    qtbot.waitUntil(path.exists, timeout=30_000)
    qtbot.waitUntil(path.with_suffix(".html").exists)
    snapshot = snapshot_of(program)
    decided = snapshot.models[snapshot.selected or ""]
    record = json.loads(path.read_text(encoding="utf-8"))["decision"]
    assert (record["model"], record["criterion"]) == (decided.info.name, "min_cost")
    assert record["threshold"] == decided.policy.threshold


def test_that_the_policy_is_saved_and_its_rule_copied(
    qtbot: QtBot, german_credit: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = german_credit
    path = tmp_path / "policy.json"
    monkeypatch.setattr(program.prompts, "choose_save_path", lambda _default, take: take(path))
    program.window.commands["save_policy"].trigger()
    qtbot.waitUntil(path.exists)
    snapshot = snapshot_of(program)
    decided = snapshot.models[snapshot.selected or ""].policy
    saved = read_policies(path)
    first = saved.choose()
    assert (first.model, first.threshold) == (decided.model, decided.threshold)
    assert first.expected["expected_profit"] == decided.expected_profit
    assert saved.content["recommended"]["criterion"] == first.criterion == "min_cost"
    assert len(saved.content["input"]["sha256"]) == 64
    assert saved.content["input"]["label"] == "label"
    assert {"min_cost", "youden"} <= set(saved.criteria)
    copied = {}
    for language in ("sql", "excel", "python"):
        program.window.commands[f"copy_rule_{language}"].trigger()
        copied[language] = QGuiApplication.clipboard().text()
    assert copied["sql"] == as_sql(first)
    assert copied["excel"].startswith("=IF(ISNUMBER(A2),IF(A2>=")
    assert "def decide(score, key=None):" in copied["python"]
