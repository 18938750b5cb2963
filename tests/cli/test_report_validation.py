"""validation.csv: policies chosen on the rest, estimated again on cases that chose nothing."""

from __future__ import annotations

import json
import math

import numpy as np
import pandas as pd
import pytest

from costcurve_gui.cli.report import run
from tests.cli.conftest import SAMPLES, Report

ROWS, PRIOR = 240, 0.2
WORDS = ("--positive", "bad", "--fn", "-amount", "--fp", "-2", "--tn", "0.1", "--prior", str(PRIOR))
WORDS += ("--known-when-deciding", "amount")
BOUND = ("--max-fpr", "0.13")


@pytest.fixture(scope="module")
def cases(tmp_path_factory):
    """Cases with a split column and ties, and the files of either side."""
    random = np.random.default_rng(4)
    bad = random.random(ROWS) < 0.35
    table = pd.DataFrame(
        {
            "class": np.where(bad, "bad", "good"),
            "up": (random.normal(1.3 * bad)).round(1),
            "down": (-random.normal(1.0 * bad)).round(1),
            "amount": random.lognormal(1, 0.5, ROWS).round(2),
            "split": np.where(random.random(ROWS) < 0.4, "test", "train"),
            "half": np.arange(ROWS) % 2,
        }
    )
    folder = tmp_path_factory.mktemp("cases")
    table.to_csv(folder / "all.csv", index=False)
    for name in ("train", "test"):
        table[table["split"] == name].to_csv(folder / f"{name}.csv", index=False)
    return folder, table


@pytest.fixture(scope="module")
def written(cases, tmp_path_factory):
    def write(file, *words):
        out = tmp_path_factory.mktemp("out")
        fixed = ("--scores", "up,down", "--lower-is-positive", "down", "--format", "csv")
        words = (*WORDS, *BOUND, *fixed, *words)
        if "--bootstrap" not in words:
            words = (*words, "--bootstrap", "0")
        assert run([str(cases[0] / file), *words, "--out", str(out)]) == 0
        return Report(out)

    return write


@pytest.fixture(scope="module")
def by_column(written):
    return written("all.csv", "--validate", "split=test")


def test_that_policies_are_those_of_the_rest(by_column, written):
    alone = written("train.csv")
    named = ("criterion", "model", "threshold", "threshold_2", "mixing", "expected_profit", "best")
    rows = [
        [[row[name] for name in named] for row in one.rows("selection.csv")]
        for one in (by_column, alone)
    ]
    assert rows[0] == rows[1]
    assert [one.column("models.csv", "n") for one in (by_column, alone)] == 2 * [
        alone.column("models.csv", "n")
    ]


def _expected(table, row):
    """Return the figures of a rule by the definition, case by case."""
    score, sign = table[row["model"]].to_numpy(), -1 if row["model"] == "down" else 1
    ends = [(row["threshold"], 1 - float(row["mixing"]))]
    if row["threshold_2"]:
        ends.append((row["threshold_2"], float(row["mixing"])))
    acts = sum(share * (sign * score >= float(threshold)) for threshold, share in ends)
    return _figures(table, acts)


def _figures(table, acts):
    bad, amount = (table["class"] == "bad").to_numpy(), table["amount"].to_numpy()
    tpr, fpr = acts[bad].mean(), acts[~bad].mean()
    missed, alarms = ((1 - acts) * amount)[bad].mean(), (acts * 2.1)[~bad].mean()
    cost = PRIOR * missed + (1 - PRIOR) * alarms
    worst = PRIOR * amount[bad].mean() + (1 - PRIOR) * 2.1
    targeted = PRIOR * tpr + (1 - PRIOR) * fpr
    return {
        "fpr": fpr,
        "tpr": tpr,
        "precision": PRIOR * tpr / targeted if targeted else math.nan,
        "fraction_targeted": targeted,
        "expected_cost": cost,
        "normalized_expected_cost": cost / worst,
        "expected_profit": (1 - PRIOR) * 0.1 - cost,
    }


def test_that_figures_are_those_of_the_rule_on_either_side(cases, by_column):
    _, table = cases
    rows = [row for row in by_column.rows("validation.csv") if row["criterion"] != "per_case"]
    sides = {
        "chosen": table[table["split"] == "train"],
        "validated": table[table["split"] == "test"],
    }
    assert {row["criterion"] for row in rows} > {"min_cost", "neyman_pearson"}
    assert any(row["threshold_2"] for row in rows)
    for row in rows:
        for name, side in sides.items():
            expected = _expected(side, row)[row["quantity"]]
            found = float(row[name] or "nan")
            assert found == pytest.approx(expected, rel=1e-12, nan_ok=True), row
        gap = float(row["validated"] or "nan") - float(row["chosen"] or "nan")
        assert float(row["gap"] or "nan") == pytest.approx(gap, nan_ok=True)
        assert [int(row["rows"]), int(row["validated_rows"])] == [
            len(one) for one in sides.values()
        ]
        assert (row["gap_low"], row["consistent"], row["sample"]) == ("", "", "split = test")


def test_that_each_case_is_decided_by_what_the_rest_has_fitted(cases, by_column):
    content = json.loads((by_column.folder / "policy.json").read_text(encoding="utf-8"))
    side = cases[1][cases[1]["split"] == "test"]
    found = by_column.rows("validation.csv", criterion="per_case")
    assert {row["model"] for row in found} == {"up", "down"}
    for row in found:
        (way,) = (
            one["calibration"]
            for one in content["policies"]
            if (one["criterion"], one["model"]) == ("per_case", row["model"])
        )
        sign = -1 if row["model"] == "down" else 1
        acts = []
        for score, amount in zip(side[row["model"]], side["amount"], strict=True):
            odds = way["odds_shift"] * math.exp(way["intercept"] + way["slope"] * sign * score)
            acts.append(odds * amount - 2.1 >= 0)
        name = row["quantity"]
        expected = _figures(side, np.array(acts, float))[name]
        assert float(row["validated"]) == pytest.approx(expected)
        (chosen,) = by_column.rows("selection.csv", criterion="per_case", model=row["model"])
        if name != "precision":
            assert float(row["chosen"]) == pytest.approx(float(chosen[name]))
            assert float(row["gap_low"]) < float(row["gap"]) < float(row["gap_high"])


def test_that_another_file_validates_like_a_column(cases, by_column, written):
    report = written("train.csv", "--validate-file", str(cases[0] / "test.csv"))
    drop = ("sample",)
    one, other = (
        [{k: v for k, v in row.items() if k not in drop} for row in each.rows("validation.csv")]
        for each in (by_column, report)
    )
    assert one == other
    assert report.manifest["options"]["validate_file"] == "test.csv"


def test_that_a_number_stands_for_its_spellings(written):
    report = written("all.csv", "--validate", "half=1.0")
    assert {row["validated_rows"] for row in report.rows("validation.csv")} == {str(ROWS // 2)}


def test_that_intervals_tell_whether_the_figure_holds(cases, written):
    _, table = cases
    report = written("all.csv", "--validate-split", "0.5", "--bootstrap", "60")
    rows = report.rows("validation.csv", criterion="min_cost", model="up")
    profit = next(row for row in rows if row["quantity"] == "expected_profit")
    assert float(profit["gap_low"]) < float(profit["gap"]) < float(profit["gap_high"])
    assert float(profit["validated_low"]) < float(profit["validated"])
    assert profit["new_cases"] != ""
    rates = next(row for row in rows if row["quantity"] == "fpr")
    holds = float(rates["gap_low"]) <= 0 <= float(rates["gap_high"])
    assert rates["consistent"] == str(holds).lower()
    positives = (table["class"] == "bad").sum()
    assert int(profit["validated_rows"]) == round(positives / 2) + round((ROWS - positives) / 2)


def test_that_the_mark_says_what_estimated_a_policy(written, by_column):
    words = ("--threshold", "0.5")
    marks = {
        row["criterion"]: row["estimated_on"]
        for row in written("all.csv", *words).rows("selection.csv")
    }
    assert marks["min_cost"] == "selected and estimated on the same sample"
    assert marks["manual"] == "threshold not chosen here"
    others = {row["estimated_on"] for row in by_column.rows("selection.csv")}
    assert others == {"validated on split = test"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--validate", "split"), "is not COL=VALUE"),
        (("--validate", "spilt=test"), 'No column "spilt". Did you mean split?'),
        (("--validate", "split=dev"), "split has no row with dev. There are train and test"),
        (("--validate", "class=bad"), "Both classes are needed on both sides"),
        (("--validate", "half=0", "--where", "half == 0"), "Every case in use has 0 in half"),
        (("--validate-split", "1"), "not above 0 and below 1"),
        (("--validate-split", "0.5", "--validate", "half=0"), "not allowed with"),
    ],
)
def test_that_what_cannot_validate_is_refused(cases, tmp_path, capsys, words, message):
    out = tmp_path / "out"
    assert run([str(cases[0] / "all.csv"), *WORDS, *words, "--out", str(out)]) == 2
    assert message in capsys.readouterr().err.splitlines()[-1]
    assert not out.exists()


def test_that_counts_have_no_cases_to_hold_out(tmp_path, capsys):
    words = [str(SAMPLES / "breast_cancer_family.csv"), "--validate-split", "0.5"]
    assert run([*words, "--out", str(tmp_path / "out")]) == 2
    assert "--validate-split is of no use here" in capsys.readouterr().err
