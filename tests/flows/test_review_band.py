"""A review band chosen, typed, seen in every view, undone, saved and applied with real clicks."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit

from costcurve_gui.analysis.project_choices import choices_from_json, choices_to_json
from costcurve_gui.analysis.review_effect import band_gain_request, known_lead, review_effect
from costcurve_gui.analysis.validated_decision import Split
from costcurve_gui.policies.decide_request import DecideRequest
from costcurve_gui.policies.deciding import decide_file
from costcurve_gui.policies.saved import read_policies
from costcurve_gui.resources import resource_path
from costcurve_gui.views.plotting.marks import Hollow, Label
from costcurve_gui.views.text import numbers
from costcurve_gui.views.text.new_cases_text import written
from costcurve_gui.views.text.validation_text import rule_html
from tests.flows.driver import click, dialog, press, snapshot_of, type_into, widget

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.window.program import Program

pytestmark = pytest.mark.shared_window

CTRL = Qt.KeyboardModifier.ControlModifier
FILE = resource_path("sample_data", "german_credit_half.csv")
PRICE, HIT, ALARM, CASES, SEEN, PRIOR = 25.0, 0.8, 0.1, 10_000, 1000, 0.05
TYPED = {"review_cost": "25", "review_tpr": "80", "review_fpr": "10 %", "reviewers": "6"}


def policy_of(program: Program) -> Policy:
    snapshot = snapshot_of(program)
    return snapshot.models[snapshot.selected or ""].policy


def said(program: Program, name: str) -> str:
    return widget(program, name, QLabel).text()


@pytest.fixture
def band(qtbot: QtBot, german_credit: Program) -> Program:
    """Return the program with a band of the payoffs of the design picture."""
    german_credit.payoffs.choose_preset("credit_approval")
    german_credit.condition.set_prior(PRIOR)
    qtbot.waitUntil(lambda: snapshot_of(german_credit).settings.payoff.fn == "-amount")
    qtbot.waitUntil(lambda: snapshot_of(german_credit).curve_set.costs_vary)
    press(german_credit, Qt.Key.Key_T, CTRL)
    press(german_credit, Qt.Key.Key_B)
    for name, text in TYPED.items():
        type_into(qtbot, widget(german_credit, name, QLineEdit), text)
    type_into(qtbot, widget(german_credit, "review_capacity", QLineEdit), "1000")
    return german_credit


def by_hand(capacity: float) -> tuple[float, float, float]:
    """Return the best profit of all pairs of thresholds, and the pair: of naive_bayes."""
    with FILE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    bad = np.array([row["label"] == "bad" for row in rows])
    score = np.array([float(row["score_naive_bayes"]) for row in rows])
    amount = np.array([float(row["amount"]) for row in rows])
    weight = np.where(bad, PRIOR / bad.sum(), (1 - PRIOR) / (~bad).sum())
    left = np.where(bad, -amount, 0.05 * amount)
    seen = (1 - np.where(bad, HIT, ALARM)) * left - PRICE
    found = []
    for high in [np.inf, *np.unique(score)]:
        acts = score >= high
        for low in [high, *np.unique(score[~acts])]:
            referred = (score >= low) & ~acts
            if weight[referred].sum() * CASES <= capacity:
                earned = np.where(acts, 0.0, np.where(referred, seen, left))
                found.append((float(weight @ earned), high, low))
    return max(found)


def test_that_a_band_is_the_best_pair_of_thresholds_and_shown_everywhere(
    qtbot: QtBot, band: Program
) -> None:
    policy = policy_of(band)
    best, high, low = by_hand(SEEN)
    assert policy.review is not None
    assert policy.expected_profit == pytest.approx(best)
    assert (policy.threshold, policy.review.threshold) == pytest.approx((high, low))
    assert said(band, "band_limit_0") == "<b>refuse</b>&nbsp; score \u2265 <b>0.0585</b>"
    assert said(band, "band_share_1") == "9.6 %"
    panel = band.window.decision_panel
    rows = {row[0]: row for row in panel.figures.rows}
    assert rows["Queue"][1:] == ("959 of 1\u202f000", "95.9 % full")
    effect = review_effect(snapshot_of(band))
    assert effect is not None
    assert effect.gain == pytest.approx(policy.expected_profit - 60.15315)
    qtbot.waitUntil(lambda: panel.head.figure.full_text.endswith(", new cases"))
    assert panel.head.sample.full_text == "On the sample that chose it: +64.92"
    qtbot.waitUntil(lambda: "this sample" not in [row[2] for row in panel.figures.rows])
    rows = {row[0]: row for row in panel.figures.rows}
    lead = known_lead(snapshot_of(band), band_gain_request(snapshot_of(band)))
    assert lead is not None
    assert rows["over one threshold"][1:] == tuple(written(lead.profit, "DM"))
    assert lead.profit.low < lead.profit.estimate < lead.profit.high
    qtbot.waitUntil(lambda: "on new cases" in said(band, "one_more_reviewer"))
    seventh = by_hand(SEEN * 7 / 6)[0] - best
    assert effect.one_more == pytest.approx(seventh * CASES)
    assert said(band, "one_more_reviewer").startswith("A seventh reviewer would earn")
    cells = {name: cell.count.text() for name, cell in panel.confusion.cells.items()}
    assert cells == {"tp": "310", "fp": "2\u202f090", "fn": "127", "tn": "6\u202f514"}
    refer = [(cell.count.text(), cell.beside.text()) for cell in panel.confusion.referred]
    assert refer == [("63", ""), ("896", ""), ("959", "9.6 %")]
    panel.counts.switch.chosen.emit(panel.counts.switch.set_value(True))
    refer = [cell.count.text() for cell in panel.confusion.referred]
    assert refer == ["\u221234\u202f492", "+82\u202f182", "+47\u202f690"]
    for view in ("roc", "cost", "profit"):
        marks = band.plots[view].dynamic_layer.marks
        words = [mark.text for mark in marks if isinstance(mark, Label)]
        assert {"refuse from 0.0585", "refer from 0.0325"} <= set(words)
        assert sum(isinstance(mark, Hollow) for mark in marks) >= 2


def test_that_a_band_is_undone_kept_in_projects_and_left_for_one_threshold(
    qtbot: QtBot, band: Program
) -> None:
    chosen = snapshot_of(band).settings
    info = snapshot_of(band).curve_set.dataset
    kept = json.loads(json.dumps(choices_to_json(chosen, info)))
    assert choices_from_json(kept, info).settings.selection.review == chosen.selection.review
    press(band, Qt.Key.Key_Z, CTRL)
    review = snapshot_of(band).settings.selection.review
    assert review is not None
    assert (review.reviewers, review.capacity) == (6, 6000)  # each as many as the one before
    type_into(qtbot, widget(band, "review_tpr", QLineEdit), "many")
    fault = '"many" is not a number. Accepted: a percentage from 0 to 100.'
    assert said(band, "review_fault") == fault
    choose = widget(band, "rule", QComboBox)
    choose.activated.emit(choose.findData("threshold"))
    panel = band.window.decision_panel
    assert policy_of(band).review is None
    assert panel.review.isHidden()
    assert panel.band.isHidden()
    assert not panel.rule.isHidden()
    assert all(cell.isHidden() for cell in panel.confusion.referred)


def test_that_a_saved_band_refers_as_the_window_counts(
    qtbot: QtBot, band: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "policy.json"
    figure = band.window.decision_panel.head.figure
    qtbot.waitUntil(lambda: figure.full_text.endswith(", new cases"))
    monkeypatch.setattr(band.prompts, "choose_save_path", lambda _default, take: take(path))
    click(qtbot, band, "save_decision")
    qtbot.waitUntil(path.exists)
    policy = read_policies(path).choose()
    review = policy_of(band).review
    assert review is not None
    assert (policy.criterion, policy.threshold_review) == ("review_band", review.threshold)
    from costcurve_gui.dataio.formats.opening import open_source

    found = decide_file(open_source(FILE), DecideRequest(policy), tmp_path / "decided.csv")
    score = band.results.snapshot.curve_set.cases.dataset.scores["score_naive_bayes"]
    between = (score >= review.threshold) & (score < policy_of(band).threshold)
    assert found.referred == np.count_nonzero(between)
    monkeypatch.setattr(band.prompts, "choose_data_files", lambda _folder, take: take([FILE]))
    band.window.commands["apply_to_file"].trigger()
    applied = dialog(qtbot, band, "apply_dialog")
    applied.browse.click()
    qtbot.waitUntil(lambda: applied.cut is not None)
    assert applied.cut.reviewed == found.referred
    acted = np.count_nonzero(score >= policy_of(band).threshold)
    left = score.size - acted - found.referred
    assert applied.counts.text() == f"{acted} refuse, {found.referred} refer, {left} grant"
    rows = [(row.cells[2], row.cells[3]) for row in applied.table.rows.content.rows]
    assert ("refer", "first one referred") in rows
    assert ("refer", "last one referred") in rows
    assert ("grant", "first one out") in rows
    expected = numbers.money_total(policy_of(band).expected_profit * score.size, "DM")
    assert " on new cases (" in applied.expected.text()
    assert f", {expected} on the sample of the plan. " in applied.expected.text()
    applied.reject()
    band.decision_wiring.validation.validate(Split())
    mark = lambda: snapshot_of(band).settings.validation  # noqa: E731
    qtbot.waitUntil(lambda: mark() is not None, timeout=30_000)
    assert "refer from" in rule_html(snapshot_of(band), mark())
    info = snapshot_of(band).curve_set.dataset
    kept = json.loads(json.dumps(choices_to_json(snapshot_of(band).settings, info)))
    assert choices_from_json(kept, info).settings.validation == mark()
    band.window.commands["copy_answer"].trigger()
    from PySide6.QtGui import QGuiApplication

    assert "refer from 0.0325 to there" in QGuiApplication.clipboard().text()
