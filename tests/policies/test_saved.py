from __future__ import annotations

import copy
import csv
import json
import math
from itertools import pairwise

import jsonschema
import numpy as np
import pandas as pd
import pytest

from costcurve_gui.cli.report import run
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.policies.file_scores import bin_counts, bin_edges
from costcurve_gui.policies.saved import NOBODY, policies_of, read_policies, schema

FIGURES = ("fpr", "tpr", "fraction_targeted", "expected_cost", "expected_profit")


def test_that_the_schema_is_one_and_accepts_what_a_report_writes(content):
    jsonschema.Draft202012Validator.check_schema(schema())
    jsonschema.Draft202012Validator(schema()).validate(content)


def test_that_policies_and_rows_of_selection_agree_to_the_last_bit(plan, content):
    with (plan / "selection.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(content["policies"])
    for row, policy in zip(rows, content["policies"], strict=True):
        assert (row["criterion"], row["model"]) == (policy["criterion"], policy["model"])
        assert (row["best"] == "true") is policy["best"]
        expected = policy["expected"]
        assert [float(row[name]) for name in FIGURES] == [expected[name] for name in FIGURES]
        for name, ends in expected["intervals"].items():
            assert [float(row[f"{name}_{end}"]) for end in ("low", "high")] == ends
        sign = -1 if policy["lower_is_positive"] else 1
        if policy["calibration"] is not None:
            assert (policy["threshold"], row["threshold"]) == (None, "")
        elif policy["threshold"] != NOBODY:
            assert sign * policy["threshold"] == float(row["threshold"])
        assert policy["mixing"] == float(row["mixing"])


def test_that_a_saved_threshold_has_the_rates_that_are_expected_of_it(plan, content):
    cases = pd.read_csv(plan.parent / "cases.csv")
    bad = (cases["class"] == "bad").to_numpy()
    checked = 0
    for policy in content["policies"]:
        of_rows_alone = policy["threshold_2"] is None and policy["threshold_review"] is None
        by_case = policy["calibration"] is not None
        if not policy["applicable"] or not of_rows_alone or by_case:
            continue
        sign = -1 if policy["lower_is_positive"] else 1
        scores = sign * cases[policy["score_column"]].to_numpy()
        threshold = math.inf if policy["threshold"] == NOBODY else sign * policy["threshold"]
        acts = scores >= threshold
        assert policy["expected"]["tpr"] == pytest.approx(acts[bad].mean(), abs=1e-12)
        assert policy["expected"]["fpr"] == pytest.approx(acts[~bad].mean(), abs=1e-12)
        if policy["next_score"] is not None:
            assert sign * policy["next_score"] == scores[~acts].max()
        checked += 1
    assert checked >= 8


def test_that_a_model_derived_from_others_says_why_it_cannot_be_applied(content):
    derived = [one for one in content["policies"] if one["model"] not in ("up", "down", "few")]
    assert derived
    for policy in derived:
        assert policy["applicable"] is False
        assert "derived" in policy["reason"]
        assert policy["score_column"] is None


def test_that_bins_hold_every_scored_case_of_each_class(plan, content):
    cases = pd.read_csv(plan.parent / "cases.csv")
    for policy in content["policies"]:
        if policy["applicable"]:
            score, values = policy["score"], cases[policy["score_column"]]
            bounds = [-math.inf, *score["bins"]["edges"], math.inf]
            for name, label in (("positives", "bad"), ("negatives", "good")):
                own = values[cases["class"] == label]
                counts = [
                    int(((own >= low) & (own < high)).sum()) for low, high in pairwise(bounds)
                ]
                assert score["bins"][name] == counts
            assert [score["min"], score["max"]] == [values.min(), values.max()]


def test_that_ties_and_infinite_scores_leave_fewer_bins():
    assert bin_edges(np.ones(50)).size == 0
    scores = np.array([-np.inf, *[0.0] * 30, *[1.0] * 30, np.inf])
    edges = bin_edges(scores)
    assert edges.tolist() == [0.0, 1.0]
    assert bin_counts(scores, edges).tolist() == [1, 30, 31]


def test_that_the_file_is_the_same_again_and_whatever_the_format(plan, tmp_path):
    words = ["--positive", "bad", "--scores", "up", "--bootstrap", "20"]
    first, second = tmp_path / "a", tmp_path / "b"
    for out, formats in ((first, "csv"), (second, "html")):
        file = str(plan.parent / "cases.csv")
        assert run([file, *words, "--format", formats, "--out", str(out)]) == 0
    assert (first / "policy.json").read_bytes() == (second / "policy.json").read_bytes()
    listed = json.loads((second / "manifest.json").read_text(encoding="utf-8"))["files"]
    assert "policy.json" in listed


def test_that_several_classes_have_policies_of_each(tmp_path):
    random = np.random.default_rng(3)
    kinds = random.integers(0, 3, 90)
    table = pd.DataFrame({"kind": [f"k{kind}" for kind in kinds]})
    for kind in range(3):
        table[f"proba_k{kind}"] = (0.3 + 0.3 * (kinds == kind) + 0.3 * random.random(90)).round(3)
    table.to_csv(tmp_path / "kinds.csv", index=False)
    words = ["--proba", "proba_*", "--label", "kind", "--bootstrap", "0", "--format", "csv"]
    assert run([str(tmp_path / "kinds.csv"), *words, "--out", str(tmp_path / "out")]) == 0
    found = read_policies(tmp_path / "out" / "policy.json")
    first = found.of("min_cost")
    assert {policy.positive for policy in first} == {"k0", "k1", "k2"}
    assert all(policy.score_column == f"proba_{policy.positive}" for policy in first)


def test_that_fields_that_are_not_known_are_ignored(content):
    more = copy.deepcopy(content)
    more["colour"] = more["policies"][0]["colour"] = more["input"]["colour"] = {"red": 1}
    assert policies_of(more).policies == policies_of(content).policies


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"version": 2}, "policy.json was written by a later CostCurve, as policy version 2"),
        ({"format": "other"}, "policy.json is not a CostCurve policy file"),
        ({"policies": []}, "policies is \\[\\]; it takes a list of 1 entries or more"),
        ({"payoff": {"tp": "0"}}, "payoff.fp is missing"),
        ({"version": "1"}, "version is"),
    ],
)
def test_that_what_cannot_be_read_is_refused_in_words(content, changes, said):
    with pytest.raises(DataError, match=said):
        policies_of({**content, **changes})


def test_that_a_policy_is_chosen_by_criterion_and_model(content):
    found = policies_of(content)
    assert found.choose().criterion == "neyman_pearson_profit_single"
    assert found.choose() == found.choose("recommended") == found.recommended
    assert found.choose("min_cost").best
    assert found.choose("youden", "down").model == "down"
    with pytest.raises(DataError, match="no policy of the criterion luck; there is min_cost"):
        found.choose("luck")
    with pytest.raises(DataError, match="no policy of the model deep by youden; there is up"):
        found.choose("youden", "deep")
    with pytest.raises(DataError, match="cannot be applied to rows: the model is derived"):
        found.choose("youden", "up calibrated")
