"""The policies of the front door decide and are verified as those of the command line."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression

from costcurve_gui import Policy, compare
from costcurve_gui.cli.deciding import run as run_decide
from costcurve_gui.cli.verifying import run as run_verify

RANDOM = np.random.default_rng(12)
BAD = RANDOM.random(300) < 0.4
X = RANDOM.normal(BAD[:, None], size=(300, 2))
MODEL = LogisticRegression().fit(X, np.where(BAD, "bad", "good"))
SCORE = MODEL.predict_proba(X)[:, 0]
AMOUNT = RANDOM.integers(1, 9, 300)
COSTS = {"fn": "-amount", "data": {"amount": AMOUNT}, "pos_label": "bad"}
LABELS = np.where(BAD, "bad", "good")


@pytest.fixture(scope="module")
def found():
    return compare(LABELS, {"m": SCORE}, max_fpr=0.113, bootstrap=30, **COSTS)


def test_that_decisions_are_those_of_the_command_line(found, tmp_path):
    ids = [f"id{number}" for number in range(300)]
    table = pd.DataFrame({"key": ids, "m": SCORE})
    table.to_csv(tmp_path / "rows.csv", index=False)
    for criterion in ("min_cost", "neyman_pearson"):
        policy = found.policy(criterion)
        policy.save(tmp_path / "policy.json")
        for keys, words in ((None, []), (ids, ["--id", "key"])):
            command = ["--policy", str(tmp_path / "policy.json"), *words]
            out = ["--out", str(tmp_path / "out.csv")]
            assert run_decide([str(tmp_path / "rows.csv"), *command, *out]) == 0
            written = pd.read_csv(tmp_path / "out.csv")["decision"]
            np.testing.assert_array_equal(policy.decide(SCORE, keys), written)
    assert policy["policies"][0]["mixing"] > 0


def test_that_figures_of_a_verification_are_those_of_the_command_line(found, tmp_path):
    policy = found.policy("min_cost")
    policy["input"]["label"] = "y"  # as in the file
    policy.save(tmp_path / "policy.json")
    table = pd.DataFrame({"y": LABELS, "m": SCORE, "amount": AMOUNT})[100:]
    table.to_csv(tmp_path / "rows.csv", index=False)
    words = ["--policy", str(tmp_path / "policy.json"), "--out", str(tmp_path / "out.csv")]
    assert run_verify([str(tmp_path / "rows.csv"), *words, "--bootstrap", "40"]) == 0
    here = policy.verify(table["y"], table["m"], data=table[["amount"]], bootstrap=40)
    pd.testing.assert_frame_equal(here, pd.read_csv(tmp_path / "out.csv"), check_exact=True)
    assert here["quantity"].tolist()[:3] == ["fpr", "tpr", "precision"]


def test_that_a_policy_is_that_of_the_report_and_is_read_again(found, tmp_path):
    found.report(tmp_path / "out", format="csv")
    for criterion in ("min_cost", "youden"):
        read = Policy.read(tmp_path / "out" / "policy.json", criterion, "m")
        assert dict(read) == json.loads(json.dumps(found.policy(criterion)))
    read = Policy.read(tmp_path / "out" / "policy.json")
    assert "neyman_pearson_profit_single of m" in repr(read)
    assert dict(read) == json.loads(json.dumps(found.policy()))


def test_that_scikit_learn_decides_alike(found):
    policy = found.policy("min_cost")
    classifier = policy.to_sklearn(MODEL)
    np.testing.assert_array_equal(classifier.predict(X) == "bad", policy.decide(SCORE) == 1)
    with pytest.raises(ValueError, match="none is the positive one, bad"):
        policy.to_sklearn(LogisticRegression().fit(X, BAD))
    with pytest.raises(ValueError, match="FixedThresholdClassifier has one threshold"):
        found.policy("neyman_pearson").to_sklearn(MODEL)


def test_that_missing_scores_are_decided_as_is_said(found):
    policy, scores = found.policy("min_cost"), [1.0, np.nan, 0.0]
    assert policy.decide(scores, missing="act").tolist() == [1, 1, 0]
    assert policy.decide(scores, missing="leave").tolist() == [1, 0, 0]
    np.testing.assert_array_equal(policy.decide(scores, missing="empty"), [1, np.nan, 0])
    with pytest.raises(ValueError, match="no value in m"):
        policy.decide(scores)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"scores": [[0.1, 0.2]]}, "scores has the shape"),
        ({"scores": [0.1], "ids": ["a", "b"]}, "ids has 2 values, and scores has 1"),
        ({"scores": [0.1], "missing": "maybe"}, "missing: 'maybe' is none of stop"),
    ],
)
def test_that_wrong_arguments_are_named(found, words, said):
    with pytest.raises(ValueError, match=said):
        found.policy("min_cost").decide(**words)
