"""Deciding case by case in the window: shown, refused in words, undone, saved, applied."""

from __future__ import annotations

import csv
import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QLabel

from costcurve_gui.analysis.case_lists import cases_of_cell
from costcurve_gui.analysis.per_case_rules import per_case_rule
from costcurve_gui.analysis.snapshot import condition_of
from costcurve_gui.analysis.validated_decision import OtherFile
from costcurve_gui.engine.selection.bounds import BoundKind
from costcurve_gui.policies.saved import read_policies
from costcurve_gui.resources import resource_path
from costcurve_gui.views.catalogue import VIEWS
from tests.flows.driver import click, dialog, press, snapshot_of, wait_for_rest, widget

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.window.program import Program

CTRL = Qt.KeyboardModifier.ControlModifier
FILE = resource_path("sample_data", "german_credit_half.csv")
PRIOR = 0.05


def policy_of(program: Program) -> Policy:
    snapshot = snapshot_of(program)
    return snapshot.models[snapshot.selected or ""].policy


def said(program: Program, name: str) -> str:
    return widget(program, name, QLabel).text()


@pytest.fixture
def by_case(qtbot: QtBot, german_credit: Program) -> Program:
    german_credit.payoffs.choose_preset("credit_approval")
    german_credit.condition.set_prior(PRIOR)
    qtbot.waitUntil(lambda: snapshot_of(german_credit).curve_set.costs_vary)
    press(german_credit, Qt.Key.Key_T, CTRL)
    press(german_credit, Qt.Key.Key_E)
    box = widget(german_credit, "known_0", QCheckBox)
    assert (box.text(), box.isChecked()) == ("amount", False)
    assert not policy_of(german_credit).is_per_case
    told = "amount is not ticked under Known when deciding. Shown is the least cost"
    assert told in said(german_credit, "whole_rule")
    box.click()
    return german_credit


def test_that_what_is_shown_is_what_the_decisions_earn(by_case: Program) -> None:
    snapshot = snapshot_of(by_case)
    key = snapshot.selected or ""
    rule = per_case_rule(
        snapshot.curve_set,
        snapshot.curve_set.model(key),
        condition_of(snapshot, key),
        1.0,
        snapshot.settings,
    )
    with FILE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    bad = np.array([row["label"] == "bad" for row in rows])
    amount = np.array([float(row["amount"]) for row in rows])
    earned = np.where(rule.acts, 0.0, np.where(bad, -amount, 0.05 * amount))
    profit = PRIOR * earned[bad].mean() + (1 - PRIOR) * earned[~bad].mean()
    assert policy_of(by_case).expected_profit == pytest.approx(profit)
    figures = {row[0]: row[1:] for row in by_case.window.decision_panel.figures.rows}
    head = by_case.window.decision_panel.head
    assert head.figure.full_text == f"+{profit:.2f} DM out of fold"
    assert figures["over one threshold"][0].startswith("\u22123.79")
    assert head.rule.full_text == "Refuse where that is expected to pay"
    assert said(by_case, "case_limits") == "Refuse from p(bad) 4.8 %, whatever the amount"
    panel = by_case.window.decision_panel
    assert panel.by_case.reliability.text == "Not probabilities: slope 0.51 instead of 1"
    assert panel.by_case.more.text.startswith("More with one threshold, naive_bayes: +60.15 DM")
    missed = cases_of_cell(snapshot, key, policy_of(by_case), "fn")
    assert len(missed.columns[0]) == np.count_nonzero(bad & ~rule.acts)


def test_that_a_number_of_cases_takes_those_of_highest_expected_gain(by_case: Program) -> None:
    by_case.selection.set_bound(BoundKind.CASES, 300)
    snapshot = snapshot_of(by_case)
    key = snapshot.selected or ""
    policy, selection = policy_of(by_case), snapshot.settings.selection
    assert policy.criterion == "per_case_capacity"
    with FILE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    found = per_case_rule(
        *(snapshot.curve_set, snapshot.curve_set.model(key), condition_of(snapshot, key)),
        *(1.0, snapshot.settings),
    ).calibrated
    # Row by row: the odds at the prior in force, what refusing saves or loses, the best first.
    moved = PRIOR / (1 - PRIOR) * (1 - found.sample_prior) / found.sample_prior
    shares = (1 - PRIOR) / (~found.y_true).sum(), PRIOR / found.y_true.sum()
    gains = []
    for row, p in zip(rows, found.probability, strict=True):
        odds, amount = p / (1 - p) * moved, float(row["amount"])
        gains.append((odds * amount - 0.05 * amount) / (1 + odds))
    room, acts = 300 / selection.population, []
    for at in sorted(range(len(rows)), key=lambda one: -gains[one]):
        room -= shares[int(found.y_true[at])]
        if room < 0 or gains[at] < 0:
            break
        acts.append(at)
    bad = found.y_true[acts]
    assert policy.tpr == pytest.approx(np.count_nonzero(bad) / found.y_true.sum())
    assert policy.fpr == pytest.approx(np.count_nonzero(~bad) / (~found.y_true).sum())
    least = f"Refuse the 300 of highest expected gain, {gains[acts[-1]]:.2f} DM or more"
    assert by_case.window.decision_panel.rule.full_text == least
    # The best threshold that has room too, by trying all.
    amount = np.array([float(row["amount"]) for row in rows])
    profits = []
    for threshold in found.scores:
        act = found.scores >= threshold
        earned = np.where(act, 0.0, np.where(found.y_true, -amount, 0.05 * amount))
        rates = [act[one].mean() for one in (found.y_true, ~found.y_true)]
        if PRIOR * rates[0] + (1 - PRIOR) * rates[1] <= 300 / selection.population:
            means = [earned[one].mean() for one in (found.y_true, ~found.y_true)]
            profits.append(PRIOR * means[0] + (1 - PRIOR) * means[1])
    panel = by_case.window.decision_panel
    figures = {row[0]: row[1] for row in panel.figures.rows}
    gain = policy.expected_profit - max(profits)
    assert figures["over one threshold"] == f"{gain:+.2f} DM".replace("-", "\u2212")
    bounds = panel.bounds.rows
    assert bounds[BoundKind.CASES].state.text() == "binding"
    assert not bounds[BoundKind.FPR].box.isEnabled()
    told = panel.by_case.chart.accessibleDescription()
    assert told.startswith("Mean probability, share that was bad. as scored: ")
    caught = cases_of_cell(snapshot, key, policy, "tp")
    assert len(caught.columns[0]) == np.count_nonzero(bad)
    by_case.selection.set_bound(BoundKind.CASES, None)
    assert policy_of(by_case).criterion == "per_case"


def test_that_what_is_not_known_is_refused_in_words_and_undone(
    qtbot: QtBot, by_case: Program
) -> None:
    before = policy_of(by_case)
    box = widget(by_case, "known_0", QCheckBox)
    assert (box.text(), box.isChecked()) == ("amount", True)
    box.click()
    assert not policy_of(by_case).is_per_case
    assert "amount is not ticked under Known when deciding" in said(by_case, "whole_rule")
    press(by_case, Qt.Key.Key_Z, CTRL)
    assert policy_of(by_case) == before
    panel = by_case.window.decision_panel
    assert panel.by_case.more.link.isVisibleTo(panel)
    panel.by_case.more.link.click()
    assert snapshot_of(by_case).settings.selection.criterion.key == "threshold"
    assert panel.known.isHidden()
    assert panel.by_case.isHidden()


def test_that_constant_payoffs_have_nothing_to_decide_by_case(
    qtbot: QtBot, german_credit: Program
) -> None:
    for cell, text in (("fn", "-5"), ("tn", "1")):
        german_credit.payoffs.edit_cell(cell, text)
        qtbot.waitUntil(lambda: not german_credit.runner.busy)
    qtbot.waitUntil(lambda: not snapshot_of(german_credit).curve_set.costs_vary)
    press(german_credit, Qt.Key.Key_T, CTRL)
    press(german_credit, Qt.Key.Key_E)
    told = said(german_credit, "whole_rule")
    assert "Cannot decide case by case: no payoff varies from case to case." in told


def test_that_every_view_has_a_place_for_it(qtbot: QtBot, by_case: Program) -> None:
    for view in VIEWS:
        by_case.window.bring_to_front(view)
    wait_for_rest(qtbot, by_case)
    assert policy_of(by_case).is_per_case


def test_that_it_is_validated_on_cases_that_it_was_not_fitted_to(
    qtbot: QtBot, by_case: Program, tmp_path: Path
) -> None:
    shown = snapshot_of(by_case)
    with FILE.open(encoding="utf-8", newline="") as file:
        first, *rows = list(csv.reader(file))
    other = tmp_path / "other.csv"
    rows = rows[100:400]
    other.write_text("\n".join(map(",".join, [first, *rows])) + "\n", encoding="utf-8")
    with qtbot.waitSignal(by_case.decision_wiring.validation.validated, timeout=30_000) as waited:
        by_case.decision_wiring.validation.validate(OtherFile(other))
    found = waited.args[0].mark.figures["expected_profit"]
    assert found.chosen.value == pytest.approx(policy_of(by_case).expected_profit)
    # Row by row with the map that all cases of the window gave.
    rule = per_case_rule(
        *(
            shown.curve_set,
            shown.curve_set.model(shown.selected),
            condition_of(shown, shown.selected),
        ),
        *(1.0, shown.settings),
    )
    way, share = rule.calibrated.map, rule.calibrated.sample_prior
    column = shown.curve_set.model(shown.selected).info.column
    earned: dict[str, list[float]] = {"bad": [], "good": []}
    for cells in rows:
        row = dict(zip(first, cells, strict=True))
        score, amount = float(row[column]), float(row["amount"])
        odds = math.exp(way.intercept + way.slope * math.log(score / (1 - score)))
        odds *= PRIOR / (1 - PRIOR) * (1 - share) / share
        granted = -amount if row["label"] == "bad" else 0.05 * amount
        earned[row["label"]].append(0.0 if odds >= 0.05 else granted)
    profit = PRIOR * np.mean(earned["bad"]) + (1 - PRIOR) * np.mean(earned["good"])
    assert found.observed.value == pytest.approx(profit)
    assert found.observed.interval is not None
    low, high = found.gap.interval
    assert low < found.gap.value < high
    assert by_case.window.decision_panel.head.sample.full_text.startswith("Validated on other.csv")


def test_that_it_is_saved_and_applied_to_a_file(
    qtbot: QtBot, by_case: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, out = tmp_path / "policy.json", tmp_path / "decided.csv"
    paths = iter((path, out))
    monkeypatch.setattr(by_case.prompts, "choose_save_path", lambda _d, take: take(next(paths)))
    monkeypatch.setattr(by_case.prompts, "choose_data_files", lambda _d, take: take([FILE]))
    click(qtbot, by_case, "save_decision")
    qtbot.waitUntil(path.exists)
    saved = read_policies(path).choose()
    assert saved.criterion == "per_case"
    assert saved.calibration is not None
    wait_for_rest(qtbot, by_case)
    click(qtbot, by_case, "apply_decision")
    shown = dialog(qtbot, by_case, "apply_dialog")
    shown.browse.click()
    qtbot.waitUntil(lambda: shown.cut is not None)
    # Row by row, as docs/policy.md has it.
    way, acts, chances, pays = saved.calibration, [], 0.0, 0.0
    with FILE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            score, amount = float(row[saved.column]), float(row["amount"])
            score = min(max(score, 1e-12), 1 - 1e-12)
            odds = way.shift * math.exp(way.intercept + way.slope * math.log(score / (1 - score)))
            acts.append(odds * amount - 0.05 * amount >= 0)
            chances += odds / (1 + odds) if acts[-1] else 0
            pays += 0 if acts[-1] else (-odds * amount + 0.05 * amount) / (1 + odds)
    assert shown.counts.text().startswith(f"{sum(acts)} refuse, ")
    assert shown.expected.text().startswith(f"Positives (bad) expected: {round(chances)}; profit ")
    assert f"{abs(pays):,.0f}".replace(",", "\u202f") in shown.expected.text()
    shown.count.commit("20")
    assert shown.cut.acted == 20
    gains = shown.cut.rows
    assert (np.diff(shown._preview.rows.cases.gains[gains]) <= 0).all()
    shown.by_rule.click()
    shown.by_rule.click()
    shown.what.button("all").click()
    shown.write.click()
    qtbot.waitUntil(out.exists)
    with out.open(encoding="utf-8", newline="") as file:
        decided = [row["decision"] == "1" for row in csv.DictReader(file)]
    assert decided == acts
    shown.reject()
