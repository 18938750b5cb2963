"""What is said of a file before a policy is applied to it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.dataio.formats.opening import open_source
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.policies.applying import Rows, highest
from costcurve_gui.policies.previews import PlanScores, read_preview, rows_at_cut, shares
from costcurve_gui.policies.saved import read_policies


def test_that_the_plan_is_weighed_by_its_prior():
    y_true = np.arange(100) < 60
    plan = PlanScores(np.where(y_true, 1.0, 0.0), y_true, 0.25)
    found = shares(plan, np.array([0.0, 0.5, 1.0, np.nan]))
    assert found.plan[[0, -1]] == pytest.approx([0.75, 0.25])
    assert found.plan.sum() == pytest.approx(1)
    assert found.file.sum() == pytest.approx(0.75)
    assert shares(replace(plan, scores=np.full(100, 2.0)), np.array([2.0])) is None


def test_that_rows_on_both_sides_of_the_cut_are_shown(plan):
    policy = read_policies(plan / "policy.json").choose("min_cost", "up")
    rows = Rows(None, "up", None, np.arange(20.0), None)
    found = rows_at_cut(policy, rows, highest(policy, rows, 10))
    assert [one.rank for one in found] == [1, 2, 3, 0, 9, 10, 11, 12]
    assert [one.acts for one in found if one.rank] == [True] * 5 + [False] * 2
    assert {one.rank: one.note for one in found}[10] == "last one in"
    assert {one.rank: one.name for one in found}[1] == "20"
    assert [one.rank for one in rows_at_cut(policy, rows, highest(policy, rows, 2))] == [1, 2, 3, 4]


@pytest.mark.parametrize("shift", [0.0, 1.0])
def test_that_scores_that_moved_are_told(plan, tmp_path, shift):
    file = read_policies(plan / "policy.json")
    policy = file.choose("min_cost", "up")
    cases = open_source(plan.parent / "cases.csv")
    preview = read_preview(
        cases,
        file,
        policy,
        ("up", None),
        PlanScores(np.empty(0), np.empty(0, bool), 0.2),
        progress=NO_PROGRESS,
    )
    assert preview.findings[-1] == ("success", "400 rows read; no score missing.")
    moved = tmp_path / "moved.csv"
    scores = preview.rows.scores + shift
    moved.write_text("up\n" + "\n".join(map(str, scores)), encoding="utf-8")
    found = read_preview(
        open_source(moved),
        file,
        policy,
        ("up", None),
        PlanScores(np.empty(0), np.empty(0, bool), 0.2),
        progress=NO_PROGRESS,
    )
    if shift:
        assert found.has_moved
        assert any("above the highest seen" in text for _, text in found.findings)
    else:
        assert found.has_moved == preview.has_moved
