from __future__ import annotations

import csv
import json

import numpy as np
import pandas as pd
import pytest

from costcurve_gui import compare
from costcurve_gui.cli.verifying import run
from costcurve_gui.policies.rule import decide, draws
from costcurve_gui.policies.saved import policies_of
from tests.policies.conftest import write_cases

FIGURES = ("fpr", "tpr", "precision", "fraction_targeted", "expected_cost", "expected_profit")
PRIOR = 0.2


@pytest.fixture
def verify(plan, tmp_path):
    """Verify policies of the plan on a file; return the rows by criterion and quantity."""

    def carry_out(file, *words, policy=plan / "policy.json", replicates=60):
        out = tmp_path / "verified.csv"
        command = [str(file), "--policy", str(policy), "--out", str(out), *words]
        assert run([*command, "--bootstrap", str(replicates)]) == 0
        with out.open(encoding="utf-8", newline="") as found:
            rows = list(csv.DictReader(found))
        return {(row["criterion"], row["quantity"]): row for row in rows}

    return carry_out


def test_that_the_rows_of_the_plan_are_as_planned(plan, content, verify):
    rows = verify(plan.parent / "cases.csv")
    best = [one for one in policies_of(content).policies if one.best and one.applicable]
    assert [*rows] == [(one.criterion, name) for one in best for name in FIGURES]
    saved = {one.criterion: one.expected for one in best}
    for (criterion, quantity), row in rows.items():
        expected = saved[criterion]["new_cases"].get(quantity)
        names = ("new_cases", "new_cases_low", "new_cases_high")
        assert [row[name] and float(row[name]) for name in names] == (expected or ["", "", ""])
        assert float(row["observed"]) == pytest.approx(float(row["planned"]), rel=1e-12)
        assert row["consistent"] == "true"
        assert row["rows"] == "400"
    for (criterion, quantity), row in rows.items():
        assert float(row["planned"]) == saved[criterion][quantity]
        ends = [float(row["planned_low"]), float(row["planned_high"])]
        assert ends == saved[criterion]["intervals"][quantity]


@pytest.mark.parametrize("model", ["up", "down"])
@pytest.mark.parametrize("criterion", ["youden", "neyman_pearson"])
def test_that_observed_figures_are_those_of_the_decisions(
    verify, content, tmp_path, criterion, model
):
    """Rates are of the decisions; money is weighed by the planned prior, class by class."""
    file = write_cases(tmp_path / "new.csv", seed=11, rows=250)
    rows = verify(file, "--criterion", criterion, "--model", model, replicates=0)
    cases = pd.read_csv(file)
    bad, one = (cases["class"] == "bad").to_numpy(), policies_of(content).choose(criterion, model)
    scores = cases[model].to_numpy(float)
    if one.is_mixture:  # the expected share, not one draw
        drawn = draws(0, map(str, range(4000)))
        acts = np.mean([decide(one, scores, np.full(250, d)) for d in drawn[:400]], axis=0)
        tolerance = 0.05
    else:
        acts, tolerance = decide(one, scores).astype(float), 1e-9
    tpr, fpr = acts[bad].mean(), acts[~bad].mean()
    amount = cases["amount"].to_numpy(float)
    missed, alarms = ((1 - acts) * amount)[bad].mean(), 2 * fpr
    share = PRIOR * tpr + (1 - PRIOR) * fpr
    cost = PRIOR * missed + (1 - PRIOR) * alarms
    expected = (fpr, tpr, PRIOR * tpr / share, share, cost, -cost)
    for name, value in zip(FIGURES, expected, strict=True):
        row = rows[criterion, name]
        assert float(row["observed"]) == pytest.approx(value, abs=tolerance)
        assert (row["low"], row["high"], row["consistent"]) == ("", "", "")


def test_that_cases_of_another_kind_are_not_as_planned(verify, tmp_path, capsys):
    drifted = write_cases(tmp_path / "drifted.csv", seed=5, shift=1.0)
    rows = verify(drifted, "--criterion", "min_cost", "--model", "up")
    assert rows["min_cost", "fpr"]["consistent"] == "false"
    assert "warning: fpr of up by min_cost is" in capsys.readouterr().err


def test_that_money_is_told_to_differ_from_what_was_expected_on_new_cases(
    verify, content, tmp_path, capsys
):
    one = policies_of(content).choose("min_cost", "up")
    verify(
        write_cases(tmp_path / "drifted.csv", seed=5, shift=1.0),
        *("--criterion", "min_cost", "--model", "up"),
    )
    said = capsys.readouterr().err
    expected, here = one.expected["new_cases"]["expected_cost"][0], one.expected["expected_cost"]
    assert (
        f"the plan expected {expected:.4g} on new cases ({here:.4g} on its own sample), and the "
    ) in said
    assert f"; the plan expected {one.expected['fpr']:.4g}, and the difference" in said


def test_that_a_plan_without_intervals_is_compared_by_the_observed_error(verify, content, tmp_path):
    bare = json.loads(json.dumps(content))
    for one in bare["policies"]:
        one["expected"]["intervals"] = one["expected"]["new_cases"] = {}
    file = tmp_path / "bare.json"
    file.write_text(json.dumps(bare), encoding="utf-8")
    words = ("--criterion", "youden", "--model", "up")
    same = verify(write_cases(tmp_path / "new.csv", seed=8), *words, policy=file)
    assert {row["planned_low"] for row in same.values()} == {""}
    assert same["youden", "tpr"]["consistent"] == "true"
    other = verify(write_cases(tmp_path / "b.csv", seed=8, shift=1.0), *words, policy=file)
    assert other["youden", "fpr"]["consistent"] == "false"


def test_that_copies_of_a_customers_rows_make_nothing_surer_where_groups_were_planned(
    verify, content, tmp_path
):
    """Four copies of a row are one customer: the interval is that of each row once."""
    once = pd.read_csv(write_cases(tmp_path / "once.csv", seed=8))
    once["customer"] = np.arange(len(once))
    copied = pd.concat([once] * 4)
    files = {"once": once, "copied": copied.assign(id=np.arange(len(copied)))}
    grouped = json.loads(json.dumps(content))
    grouped["input"]["group"] = "customer"
    plan_of_groups = tmp_path / "groups.json"
    plan_of_groups.write_text(json.dumps(grouped), encoding="utf-8")
    width = {}
    for name, cases in files.items():
        cases.to_csv(tmp_path / f"{name}.csv", index=False)
    for name, by_groups in (("once", False), ("copied", False), ("copied", True)):
        policy = {"policy": plan_of_groups} if by_groups else {}
        words = tmp_path / f"{name}.csv", "--criterion", "youden", "--model", "up"
        row = verify(*words, replicates=400, **policy)["youden", "expected_cost"]
        width[name, by_groups] = float(row["high"]) - float(row["low"])
    assert width["copied", True] == pytest.approx(width["once", False], rel=0.15)
    assert width["copied", False] == pytest.approx(width["once", False] / 2, rel=0.15)


def test_that_a_file_without_the_columns_of_the_plan_is_refused(plan, tmp_path, capsys):
    (tmp_path / "x.csv").write_text("class,up\nbad,1\ngood,0\n", encoding="utf-8")
    words = ["--policy", str(plan / "policy.json"), "--out", str(tmp_path / "out.csv")]
    assert run([str(tmp_path / "x.csv"), *words]) == 2
    [*_, line] = capsys.readouterr().err.splitlines()
    assert line.startswith("error: ")
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.slow
def test_that_consistent_keeps_its_level_where_the_threshold_was_given():
    random, times, held = np.random.default_rng(1), 200, dict.fromkeys(FIGURES, 0)

    def sample():
        bad = random.random(400) < 0.3
        return bad, random.normal(1.2 * bad), {"amount": random.lognormal(1, 0.6, 400).round(2)}

    for _ in range(times):
        (bad, scores, data), (new_bad, new_scores, new_data) = sample(), sample()
        words = {"fn": "-amount", "data": data, "threshold": 0.6, "prior": 0.3}
        planned = compare(bad, {"m": scores}, pos_label=True, bootstrap=200, **words)
        found = planned.policy("manual").verify(new_bad, new_scores, data=new_data, bootstrap=200)
        for name, consistent in zip(found["quantity"], found["consistent"], strict=True):
            held[name] += bool(consistent)
    assert {name: count / times for name, count in held.items()} == pytest.approx(
        dict.fromkeys(FIGURES, 0.9), abs=0.065
    )
