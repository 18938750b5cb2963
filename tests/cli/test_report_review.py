"""The review band of a report: in selection.csv, in policy.json, and about rows."""

import csv
import json

import pytest

from costcurve_gui.cli.deciding import run as decide
from costcurve_gui.cli.report import run
from tests.cli.conftest import SAMPLES

CREDIT = "german_credit_half.csv"
WORDS = (
    *("--positive", "bad", "--fn", "-amount", "--fp", "0", "--tn", "0.05*amount"),
    *("--prior", "0.05", "--review-cost", "25", "--review-tpr", "0.8", "--review-fpr", "0.1"),
    *("--review-capacity", "1000", "--population", "10000"),
)


def test_that_a_band_refers_as_many_as_can_be_seen_and_earns_more(report):
    written = report(CREDIT, *WORDS)
    (best,) = written.rows("selection.csv", criterion="review_band", best="true")
    alone = written.row("selection.csv", criterion="min_cost", model=best["model"])
    assert best["model"] == "naive_bayes"
    assert (best["threshold"], best["threshold_review"]) == ("0.058545063", "0.032503532")
    assert round(10_000 * float(best["fraction_referred"])) == 959
    assert float(best["expected_profit"]) == pytest.approx(64.92, abs=0.005)
    assert float(best["expected_profit"]) - float(alone["expected_profit"]) == pytest.approx(
        4.77, abs=0.005
    )
    more = report(CREDIT, *WORDS[:-3], "1001", *WORDS[-2:])
    (looser,) = more.rows("selection.csv", criterion="review_band", best="true")
    earned = 10_000 * (float(looser["expected_profit"]) - float(best["expected_profit"]))
    assert float(best["one_more_referral"]) == pytest.approx(earned, abs=1e-6)
    assert best["estimated_on"] == "selected and estimated on the same sample"
    assert not alone["threshold_review"]


def test_that_no_band_is_written_without_a_price(report):
    written = report(CREDIT, "--positive", "bad")
    assert not written.rows("selection.csv", criterion="review_band")
    assert "threshold_review" in written.header("selection.csv")


def test_that_rows_are_decided_as_the_band_was_planned(report, tmp_path):
    written = report(CREDIT, *WORDS)
    policy, out = written.folder / "policy.json", tmp_path / "decided.csv"
    words = ("--policy", str(policy), "--criterion", "review_band", "--out", str(out))
    assert decide([str(SAMPLES / CREDIT), *words]) == 0
    entries = json.loads(policy.read_text(encoding="utf-8"))["policies"]
    (one,) = [e for e in entries if e["criterion"] == "review_band" and e["best"]]
    with (SAMPLES / CREDIT).open(encoding="utf-8", newline="") as file:
        cases = list(csv.DictReader(file))
    with out.open(encoding="utf-8", newline="") as file:
        decisions = [int(row["decision"]) for row in csv.DictReader(file)]
    earned = {"bad": [], "good": []}
    for case, decision in zip(cases, decisions, strict=True):
        amount = float(case["amount"])
        left = -amount if case["label"] == "bad" else 0.05 * amount
        share = 0.8 if case["label"] == "bad" else 0.1
        value = {1: 0.0, 0: left, 2: (1 - share) * left - 25}[decision]
        earned[case["label"]].append(value)
    means = {label: sum(values) / len(values) for label, values in earned.items()}
    assert 2 in decisions
    profit = 0.05 * means["bad"] + 0.95 * means["good"]
    assert one["expected"]["expected_profit"] == pytest.approx(profit, rel=1e-12)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--review-tpr", "0.9"], "--review-tpr needs --review-cost"),
        (["--review-cost", "5", "--review-capacity", "9"], "--review-capacity needs --population"),
        (["--review-cost", "-5"], "-5 is not 0 or more"),
        (["--review-cost", "5", "--review-fpr", "2"], "2 is not between 0 and 1"),
    ],
)
def test_that_half_a_reviewer_is_refused(words, said, tmp_path, capsys):
    assert run([str(tmp_path / "a.csv"), "--out", str(tmp_path / "out"), *words]) == 2
    assert said in capsys.readouterr().err
