"""Who is acted on in a file: by the rule, or the highest scores of it."""

from __future__ import annotations

import csv
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.cli.deciding import run
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.opening import open_source
from costcurve_gui.policies import applying
from costcurve_gui.policies.per_case import SavedCalibration
from costcurve_gui.policies.saved import read_policies

SCORES = [0.5, "", 0.9, 0.5, 0.1, 0.5, 0.9, 0.2]
IDS = ["a", "b", "=1+1", "d", "d", "f", "g", "-5"]


@pytest.fixture
def policy(plan):
    return replace(read_policies(plan / "policy.json").choose("min_cost", "up"), threshold=0.5)


@pytest.fixture
def rows(tmp_path):
    file = tmp_path / "new.csv"
    lines = [f"{key},{score}" for key, score in zip(IDS, SCORES, strict=True)]
    file.write_text("\n".join(["key,p", *lines, ""]), encoding="utf-8")
    return applying.read_rows(open_source(file), "p", "key")


def test_that_rows_are_counted(policy, rows):
    assert (rows.missing, rows.repeated) == (1, 1)
    seen = replace(policy.score, minimum=0.15, maximum=0.6)
    assert applying.outside(replace(policy, score=seen), rows) == (2, 1)


def test_that_the_highest_are_taken_in_the_order_of_the_file(policy, rows):
    cut = applying.highest(policy, rows, 4)
    assert cut.rows.tolist() == [2, 6, 0, 3]
    assert (cut.acted, cut.tied, cut.taken) == (4, 3, 2)
    assert applying.highest(policy, rows, 4, all_tied=True).rows.tolist() == [2, 6, 0, 3, 5]
    assert applying.highest(policy, rows, 99).acted == 7
    assert applying.highest(policy, rows, 0).acted == 0
    lowest = applying.highest(replace(policy, lower_is_positive=True), rows, 2)
    assert lowest.rows.tolist() == [4, 7]


def test_that_the_rule_decides_as_decide_does(policy, rows):
    cut = applying.reaching(policy, rows)
    assert sorted(cut.rows.tolist()) == [0, 2, 3, 5, 6]
    found = applying.as_planned(policy, rows)
    assert (found.rows, found.missing, found.acted) == (8, 1, 5)


@given(st.lists(st.integers(0, 6), min_size=1, max_size=30), st.integers(0, 35))
def test_that_none_left_out_has_a_higher_score(values, count):
    scores = np.array(values, float)
    rows = applying.Rows(None, "p", None, scores, None)
    policy = _Bare()
    cut = applying.highest(policy, rows, count)
    assert cut.acted == min(count, scores.size)
    if 0 < cut.acted < scores.size:
        assert scores[cut.chosen].min() >= scores[~cut.chosen].max()


class _Bare:
    lower_is_positive = False


def test_that_identifiers_are_no_formulas(policy, rows, tmp_path):
    out = tmp_path / "ids.csv"
    assert applying.write_ids(rows, applying.highest(policy, rows, 2), out) == "ids.csv"
    assert out.read_text(encoding="utf-8") == "key\n'=1+1\ng\n"


def test_that_all_rows_are_those_of_decide(plan, policy, rows, tmp_path):
    out, expected = tmp_path / "all.csv", tmp_path / "decided.csv"
    applying.write_all(policy, rows, None, out)
    with out.open(encoding="utf-8", newline="") as file:
        streamed = list(csv.DictReader(file))
    assert [row["decision"] for row in streamed] == ["1", "", "1", "1", "0", "1", "1", "0"]
    applying.write_all(policy, rows, applying.reaching(policy, rows), expected)
    assert out.read_bytes() == expected.read_bytes()


def test_that_a_failure_leaves_nothing(policy, rows, tmp_path):
    with pytest.raises(DataError):
        applying.write_ids(rows, applying.highest(policy, rows, 2), tmp_path / "no" / "ids.csv")
    assert [path.name for path in tmp_path.glob("**/*ids*")] == []


def test_that_a_column_that_is_not_there_is_named(rows):
    with pytest.raises(DataError, match='No column "q"'):
        applying.read_rows(rows.source, "q", None)


def test_that_decide_still_writes_what_it_wrote(plan, tmp_path):
    out = tmp_path / "out.csv"
    words = [str(plan.parent / "cases.csv"), "--policy", str(plan / "policy.json")]
    assert run([*words, "--criterion", "min_cost", "--model", "up", "--out", str(out)]) == 0
    policy = read_policies(plan / "policy.json").choose("min_cost", "up")
    rows = applying.read_rows(open_source(plan.parent / "cases.csv"), "up", None)
    with out.open(encoding="utf-8", newline="") as file:
        decided = [row["decision"] == "1" for row in csv.DictReader(file)]
    assert applying.reaching(policy, rows).chosen.tolist() == decided


def test_that_cases_expected_to_lose_are_not_taken_by_their_number(policy, tmp_path):
    payoff = {"tp": "0", "fp": "-1", "fn": "-gift", "tn": "0"}
    way = SavedCalibration(0.0, 1.0, True, 1.0, 1.0, ("gift",), payoff)  # scores are probabilities
    cases = {"a": (0.5, 3), "b": (0.5, 0.5), "c": (0.1, 90), "d": (0.9, 3), "e": (0.2, "")}
    lines = [f"{key},{score},{gift}" for key, (score, gift) in cases.items()]
    file = tmp_path / "gifts.csv"
    file.write_text("\n".join(["key,p,gift", *lines, ""]), encoding="utf-8")
    rows = applying.read_rows(open_source(file), "p", "key")
    by_case = replace(policy, calibration=way)
    rows = applying.with_cases(by_case, rows)
    # p * gift - (1 - p): 1, -0.25, 8.1, 2.6, and unknown.
    assert rows.missing == 1
    for wanted in (4, 99):
        assert [rows.name(one) for one in applying.highest(by_case, rows, wanted).rows] == [*"cda"]
    assert [rows.name(one) for one in applying.highest(by_case, rows, 2).rows] == [*"cd"]
    cut, out = applying.reaching(by_case, rows), tmp_path / "out.csv"
    assert [rows.name(one) for one in cut.rows] == [*"cda"]
    applying.write_all(by_case, rows, applying.highest(by_case, rows, 2), out)
    with out.open(encoding="utf-8", newline="") as written:
        found = {row["id"]: row for row in csv.DictReader(written)}
    assert [found[key]["decision"] for key in "abcde"] == ["0", "0", "1", "1", ""]
    assert float(found["a"]["expected_payoff"]) == pytest.approx(-1.5)
    assert float(found["c"]["expected_payoff"]) == pytest.approx(-0.9)
    assert found["e"]["expected_payoff"] == ""
