"""The decision is applied to a file: previewed by rule or by the highest scores, and written."""

from __future__ import annotations

import csv

import numpy as np

from costcurve_gui.analysis.intervals.new_cases import decision_on_new_cases
from costcurve_gui.views.text.new_cases_text import of_all
from tests.flows.driver import dialog, snapshot_of

COLUMN = "score_naive_bayes"


def test_that_the_highest_are_written(qtbot, german_credit, tmp_path, monkeypatch):
    random = np.random.default_rng(0)
    scores = random.beta(1, 9, 400).round(2)
    file, out = tmp_path / "july.csv", tmp_path / "ids.csv"
    lines = [f"A{row},{score}" for row, score in enumerate(scores)]
    file.write_text("\n".join([f"applicant_id,{COLUMN}", *lines, "B,", ""]), encoding="utf-8")
    prompts = german_credit.prompts
    monkeypatch.setattr(prompts, "choose_data_files", lambda _, take: take([file]))
    monkeypatch.setattr(prompts, "choose_save_path", lambda _, take: take(out))
    german_credit.window.commands["apply_to_file"].trigger()
    shown = dialog(qtbot, german_credit, "apply_dialog")
    assert not shown.write.isEnabled()
    shown.browse.click()
    qtbot.waitUntil(lambda: shown.cut is not None)
    policy = snapshot_of(german_credit).models[snapshot_of(german_credit).selected].policy
    assert shown.cut.acted == np.count_nonzero(scores >= policy.threshold)
    assert any("1 row has no score" in badge.text for badge in shown.findings)
    assert shown.findings[-1].text == "" or "row" in shown.findings[-1].text
    shown.count.commit("30")
    order = np.argsort(-scores, kind="stable")
    assert shown.cut.rows.tolist() == order[:30].tolist()
    tied = np.count_nonzero(scores == scores[order[29]])
    assert shown.write.text() == "Write 30 ids"
    rows = [row.title for row in shown.table.rows.content.rows]
    assert rows == ["1", "2", "3", "\u2026", "29", "30", "31", "32"]
    shown.write.click()
    qtbot.waitUntil(out.exists)
    expected = ["applicant_id", *(f"A{row}" for row in order[:30])]
    assert out.read_text(encoding="utf-8").split() == expected
    if not shown.ties.isHidden():
        shown.ties.click()
        assert shown.cut.tied == shown.cut.taken == tied
    shown.what.button("all").click()
    assert shown.write.text() == "Write 401 rows"
    out.unlink()
    shown.by_rule.click()
    shown.write.click()
    qtbot.waitUntil(out.exists)
    with out.open(encoding="utf-8", newline="") as found:
        decided = [row["decision"] for row in csv.DictReader(found)]
    assert decided == [*(str(int(one >= policy.threshold)) for one in scores), ""]
    shown.reject()


def test_that_what_to_expect_of_new_cases_leads(qtbot, german_credit, tmp_path, monkeypatch):
    scores = np.random.default_rng(0).beta(1, 9, 400).round(2)
    file = tmp_path / "july.csv"
    file.write_text("\n".join([COLUMN, *map(str, scores), ""]), encoding="utf-8")
    monkeypatch.setattr(german_credit.prompts, "choose_data_files", lambda _, take: take([file]))
    qtbot.waitUntil(lambda: decision_on_new_cases(snapshot_of(german_credit)) is not None)
    german_credit.window.commands["apply_to_file"].trigger()
    shown = dialog(qtbot, german_credit, "apply_dialog")
    shown.browse.click()
    qtbot.waitUntil(lambda: shown.cut is not None)
    found = decision_on_new_cases(snapshot_of(german_credit)).profit
    told = of_all(found, scores.size, "DM")
    said = shown.expected.text()
    assert f"; profit about {told.value} on new cases ({told.interval}), " in said
    assert " on the sample of the plan. By the figures of the plan" in said
    shown.count.commit("30")  # no longer the threshold that was chosen
    assert "on new cases" not in shown.expected.text()
    assert "By the figures of the plan, on its own sample." in shown.expected.text()
    shown.reject()


def test_that_a_file_without_the_column_is_read_by_another_one(
    qtbot, german_credit, tmp_path, monkeypatch
):
    file = tmp_path / "odd.csv"
    file.write_text("name,p\na,0.4\nb,0.01\nc,oops\n", encoding="utf-8")
    monkeypatch.setattr(german_credit.prompts, "choose_data_files", lambda _, take: take([file]))
    german_credit.window.commands["apply_to_file"].trigger()
    shown = dialog(qtbot, german_credit, "apply_dialog")
    shown.browse.click()
    qtbot.waitUntil(lambda: "name" in shown.findings[0].text)  # text cannot be a score
    shown.score.setCurrentText("p")
    qtbot.waitUntil(lambda: "oops" in shown.findings[0].text)
    assert not shown.write.isEnabled()
    shown.reject()
