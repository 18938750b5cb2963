"""The per-case rule of a report: in selection.csv, in policy.json, and about rows."""

import csv
import json
import math
import sqlite3

import duckdb
import numpy as np
import pytest
from scipy.special import expit, logit
from sklearn.linear_model import LogisticRegression

from costcurve_gui import compare
from costcurve_gui.cli.deciding import run as decide
from costcurve_gui.cli.report import run
from costcurve_gui.cli.rule_code import run as rule
from costcurve_gui.cli.verifying import run as verify
from tests.cli.conftest import SAMPLES

CREDIT = "german_credit_half.csv"
PRIOR = 0.05
WORDS = (
    *("--positive", "bad", "--fn", "-amount", "--fp", "0", "--tn", "0.05*amount"),
    *("--prior", str(PRIOR), "--bootstrap", "0", "--known-when-deciding", "amount"),
)
MODEL = "naive_bayes"


def cases():
    with (SAMPLES / CREDIT).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    bad = np.array([row["label"] == "bad" for row in rows])
    amount = np.array([float(row["amount"]) for row in rows])
    return bad, np.array([float(row[f"score_{MODEL}"]) for row in rows]), amount


def saved(written):
    content = json.loads((written.folder / "policy.json").read_text(encoding="utf-8"))
    return next(
        one
        for one in content["policies"]
        if (one["criterion"], one["model"]) == ("per_case", MODEL)
    )


def profit_of(bad, acts, amount):
    earned = np.where(acts, 0.0, np.where(bad, -amount, 0.05 * amount))
    return PRIOR * earned[bad].mean() + (1 - PRIOR) * earned[~bad].mean()


@pytest.fixture(scope="module")
def by_hand():
    """Return the decisions of folds that scikit-learn calibrates; Platt's targets as two rows."""
    bad, score, amount = cases()
    rng = np.random.default_rng(0)
    fold = np.full(bad.size, -1)
    for members in (bad, ~bad):
        fold[rng.permutation(np.flatnonzero(members))] = np.arange(np.count_nonzero(members)) % 10
    x, found = logit(score.clip(1e-12, 1 - 1e-12)), np.zeros(bad.size)
    for number in range(10):
        rest = fold != number
        high = (bad[rest].sum() + 1) / (bad[rest].sum() + 2)
        low = 1 / ((~bad[rest]).sum() + 2)
        target = np.where(bad[rest], high, low)
        twice = np.concatenate((x[rest], x[rest]))[:, None]
        labels = np.repeat([True, False], rest.sum())
        weights = np.concatenate((target, 1 - target))
        fitted = LogisticRegression(C=np.inf, tol=1e-12, max_iter=1000)
        fitted.fit(twice, labels, sample_weight=weights)
        found[~rest] = fitted.predict_proba(x[~rest][:, None])[:, 1]
    odds = found / (1 - found) * PRIOR / (1 - PRIOR) * (~bad).sum() / bad.sum()
    return bad, odds / (1 + odds) * amount >= 1 / (1 + odds) * 0.05 * amount, score, amount


def test_that_each_case_is_acted_on_where_that_is_expected_to_pay(report, by_hand):
    bad, acts, score, amount = by_hand
    written = report(CREDIT, *WORDS)
    row = written.row("selection.csv", criterion="per_case", model=MODEL)
    assert float(row["tpr"]) == pytest.approx(acts[bad].mean())
    assert float(row["fpr"]) == pytest.approx(acts[~bad].mean())
    assert float(row["expected_profit"]) == pytest.approx(profit_of(bad, acts, amount))
    assert (row["threshold"], row["threshold_2"]) == ("", "")
    fixed = written.row("selection.csv", criterion="min_cost", model=MODEL)
    others = score >= float(fixed["threshold"])
    lead = float(row["expected_profit"]) - float(fixed["expected_profit"])
    assert float(row["gain_over_threshold"]) == pytest.approx(lead)
    difference = np.where(bad, -amount, 0.05 * amount) * (others * 1.0 - acts)
    spread = PRIOR**2 * difference[bad].var(ddof=1) / bad.sum()
    spread += (1 - PRIOR) ** 2 * difference[~bad].var(ddof=1) / (~bad).sum()
    margin = 1.6448536269514722 * math.sqrt(spread)
    assert float(row["gain_over_threshold_low"]) == pytest.approx(lead - margin)
    assert float(row["gain_over_threshold_high"]) == pytest.approx(lead + margin)
    (best,) = written.rows("selection.csv", criterion="per_case", best="true")
    every = written.rows("selection.csv", criterion="per_case")
    assert best["expected_profit"] == max((one["expected_profit"] for one in every), key=float)
    assert row["estimated_on"] == "calibrated out of fold"
    assert not fixed["gain_over_threshold"]


def test_that_every_figure_for_new_cases_is_the_plain_one(report):
    written = report(CREDIT, *WORDS)
    rows = [row for row in written.rows("selection.csv") if row["criterion"] == "per_case"]
    assert rows
    plain = {"profit": "expected_profit", "cost": "expected_cost"}
    plain |= {"normalized_cost": "normalized_expected_cost"}
    for row in rows:
        for new, name in plain.items():
            for end in ("", "_low", "_high"):
                assert row[f"new_cases_{new}{end}"] == row[f"{name}{end}"], (new, end)
        assert row["new_cases_net_benefit"] == row["net_benefit"]
        assert row["new_cases_lead_over_trivial"] == row["lead_over_trivial"]


def test_that_the_net_benefit_of_the_rule_has_a_normal_interval(report, by_hand):
    row = report(CREDIT, *WORDS).row("selection.csv", criterion="per_case", model=MODEL)
    bad, acts, _, amount = by_hand
    odds = 0.05 * amount[~bad].mean() / amount[bad].mean()  # a false alarm loses its interest
    counted = np.where(bad, 1.0, -odds) * acts
    parts = ((PRIOR, counted[bad]), (1 - PRIOR, counted[~bad]))
    benefit = sum(share * part.mean() for share, part in parts)
    spread = sum(share**2 * part.var(ddof=1) / part.size for share, part in parts)
    reach = 1.6448536269514722 * math.sqrt(spread)
    ends = [float(row[f"new_cases_net_benefit{end}"]) for end in ("", "_low", "_high")]
    assert ends == pytest.approx([benefit, benefit - reach, benefit + reach])


def test_that_rows_are_decided_verified_and_written_as_code_alike(report, tmp_path, capsys):
    written = report(CREDIT, *WORDS)
    bad, score, amount = cases()
    entry = saved(written)
    way = entry["calibration"]
    odds = way["odds_shift"] * np.exp(way["intercept"] + way["slope"] * logit(score))
    assert way["odds_shift"] == pytest.approx(PRIOR / (1 - PRIOR) * 350 / 150)
    acts = odds * amount - 0.05 * amount >= 0
    words = ("--policy", str(written.folder / "policy.json"), "--criterion", "per_case")
    words += ("--model", MODEL)
    out = tmp_path / "decided.csv"
    assert decide([str(SAMPLES / CREDIT), *words, "--out", str(out)]) == 0
    with out.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["decision"] == "1" for row in rows] == acts.tolist()
    pays = np.where(acts, 0.0, (-odds * amount + 0.05 * amount) / (1 + odds))
    assert [float(row["expected_payoff"]) for row in rows] == pytest.approx(pays.tolist())
    assert verify([str(SAMPLES / CREDIT), *words, "--out", str(tmp_path / "v.csv")]) == 0
    with (tmp_path / "v.csv").open(encoding="utf-8", newline="") as file:
        figures = {row["quantity"]: float(row["observed"]) for row in csv.DictReader(file)}
    assert figures["tpr"] == pytest.approx(acts[bad].mean())
    assert figures["expected_profit"] == pytest.approx(profit_of(bad, acts, amount))
    capsys.readouterr()
    code = {}
    for language in ("sql", "python"):
        assert rule([*words, "--language", language]) == 0
        code[language] = capsys.readouterr().out
    in_python: dict = {}
    exec(code["python"], in_python)  # noqa: S102 (the code is what is tested)
    found = [
        in_python["decide"](one, row={"amount": each})
        for one, each in zip(score.tolist(), amount.tolist(), strict=True)
    ]
    assert found == acts.astype(int).tolist()
    for missing in (None, math.nan):
        assert in_python["decide"](missing, row={"amount": 5.0}) is None
        assert in_python["decide"](0.5, row={"amount": missing}) is None
    everyone = [*zip(score.tolist(), amount.tolist(), strict=True), (None, 5.0), (0.5, None)]
    for connect in (duckdb.connect, sqlite3.connect):
        base = connect(":memory:")
        base.execute(f"CREATE TABLE t (score_{MODEL} DOUBLE PRECISION, amount INTEGER)")
        base.executemany("INSERT INTO t VALUES (?, ?)", everyone)
        got = base.execute(f"SELECT {code['sql']} FROM t").fetchall()  # noqa: S608
        assert [row[0] for row in got] == [*acts.astype(int).tolist(), None, None]


def test_that_a_capacity_takes_the_cases_of_largest_expected_gain(report, tmp_path, capsys):
    written = report(CREDIT, *WORDS, "--capacity", "1500", "--population", "10000")
    bad, score, amount = cases()
    row = written.row("selection.csv", criterion="per_case_capacity", model=MODEL)
    free = written.row("selection.csv", criterion="per_case", model=MODEL)
    assert float(free["fraction_targeted"]) > 0.15 >= float(row["fraction_targeted"]) > 0.14
    assert float(row["expected_profit"]) < float(free["expected_profit"])
    content = json.loads((written.folder / "policy.json").read_text(encoding="utf-8"))
    (way,) = (
        one["calibration"]
        for one in content["policies"]
        if (one["criterion"], one["model"]) == ("per_case_capacity", MODEL)
    )
    odds = way["odds_shift"] * np.exp(way["intercept"] + way["slope"] * logit(score))
    gains = (odds * amount - 0.05 * amount) / (1 + odds)
    acts = gains >= way["least_gain"]
    # Probabilities of all cases and of folds differ a little, and so does who comes in.
    share = PRIOR * acts[bad].mean() + (1 - PRIOR) * acts[~bad].mean()
    assert share == pytest.approx(0.15, abs=0.02)
    words = ("--policy", str(written.folder / "policy.json"), "--criterion", "per_case_capacity")
    words += ("--model", MODEL)
    out = tmp_path / "decided.csv"
    assert decide([str(SAMPLES / CREDIT), *words, "--out", str(out)]) == 0
    with out.open(encoding="utf-8", newline="") as file:
        assert [one["decision"] == "1" for one in csv.DictReader(file)] == acts.tolist()
    capsys.readouterr()
    for language in ("sql", "python"):
        assert rule([*words, "--language", language]) == 0
        code = capsys.readouterr().out
        if language == "python":
            made: dict = {}
            exec(code, made)  # noqa: S102 (the code is what is tested)
            pairs = zip(score.tolist(), amount.tolist(), strict=True)
            found = [made["decide"](one, row={"amount": each}) for one, each in pairs]
        else:
            base = duckdb.connect(":memory:")
            base.execute(f"CREATE TABLE t (score_{MODEL} DOUBLE PRECISION, amount INTEGER)")
            everyone = list(zip(score.tolist(), amount.tolist(), strict=True))
            base.executemany("INSERT INTO t VALUES (?, ?)", everyone)
            found = [one[0] for one in base.execute(f"SELECT {code} FROM t").fetchall()]  # noqa: S608
        assert found == acts.astype(int).tolist()


@pytest.mark.parametrize("language", ["excel", "sklearn"])
def test_that_a_language_of_one_cell_refuses_several_columns(report, language, capsys):
    written = report(CREDIT, *WORDS)
    words = ("--policy", str(written.folder / "policy.json"), "--criterion", "per_case")
    assert rule([*words, "--language", language]) == 2
    assert "decides case by case" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("--known-when-deciding", "id"),
            "not marked as known when deciding; --known-when-deciding amount marks what is known",
        ),
        (("--known-when-deciding", "nothing"), None),
    ],
)
def test_that_what_is_not_known_when_deciding_leaves_the_rule_out(words, said, tmp_path, capsys):
    status = run([str(SAMPLES / CREDIT), *WORDS, *words, "--format", "csv", "--out", str(tmp_path)])
    told = capsys.readouterr().err
    if said is None:
        assert status == 2
        assert "nothing" in told.splitlines()[-1]
        return
    assert status == 0
    assert said in told
    assert "per_case" not in (tmp_path / "selection.csv").read_text(encoding="utf-8")


def test_that_no_cost_that_varies_is_taken_as_known_unless_it_is_marked(report, capsys):
    words = WORDS[: WORDS.index("--known-when-deciding")]
    written = report(CREDIT, *words)
    assert not written.rows("selection.csv", criterion="per_case")
    assert "per_case" not in (written.folder / "policy.json").read_text(encoding="utf-8")
    assert "note: no per_case rule: amount is not marked" in capsys.readouterr().err
    assert any("--known-when-deciding amount marks" in one for one in written.manifest["notes"])
    assert report(CREDIT, *WORDS).manifest["options"]["known_when_deciding"] == ["amount"]
    assert "no per_case rule" not in capsys.readouterr().err


def test_that_a_notebook_marks_what_is_known_and_is_told_how():
    costs = {"fn": "-amount", "fp": 0, "tn": "0.05*amount", "bootstrap": 0}
    given = {"label": "label", "pos_label": "bad", **costs}
    plain = compare(SAMPLES / CREDIT, **given)
    assert "per_case" not in set(plain.tables["selection"]["criterion"])
    with pytest.raises(ValueError, match=r"not marked as known .* known_when_deciding amount"):
        plain.decision("per_case")
    marked = compare(SAMPLES / CREDIT, **given, known_when_deciding=["amount"])
    assert marked.decision("per_case").expected_profit is not None


def test_that_constant_payoffs_have_no_rule_of_each_case(report, tmp_path, capsys):
    written = report(CREDIT, "--positive", "bad", "--fn", "-5", "--bootstrap", "0")
    assert not written.rows("selection.csv", criterion="per_case")
    words = ("--positive", "bad", "--fn", "-5", "--known-when-deciding", "amount")
    assert run([str(SAMPLES / CREDIT), *words, "--out", str(tmp_path / "out")]) == 2
    assert "needs payoffs that vary from case to case" in capsys.readouterr().err


def odd_file(path, missing):
    rng = np.random.default_rng(4)
    bad = rng.random(200) < 0.4
    score = expit(rng.normal(size=200) + bad)
    lines = ["label,score,amount"]
    for row in range(200):
        amount = "" if row in missing else f"{10 + row}"
        lines.append(f"{int(bad[row])},{float(score[row])!r},{amount}")
    path.write_text("\n".join(lines), encoding="utf-8")
    return bad


def test_that_a_payoff_missing_in_a_row_is_named(tmp_path, capsys):
    bad = odd_file(tmp_path / "cases.csv", ())
    row = int(np.flatnonzero(~bad)[3])  # a negative: no cost needs its amount
    odd_file(tmp_path / "cases.csv", {row})
    words = ("--positive", "1", "--fn", "-amount", "--bootstrap", "0", "--format", "csv")
    words += ("--known-when-deciding", "amount")
    out = tmp_path / "out"
    assert run([str(tmp_path / "cases.csv"), *words, "--out", str(out)]) == 0
    assert (
        f"per_case is left out: fn has no value in a row (row {row + 1})" in capsys.readouterr().err
    )
    odd_file(tmp_path / "cases.csv", ())
    words += ("--overwrite",)
    assert run([str(tmp_path / "cases.csv"), *words, "--out", str(out)]) == 0
    assert "per_case" not in capsys.readouterr().err
    odd_file(tmp_path / "new.csv", {7})
    policy = ("--policy", str(out / "policy.json"), "--criterion", "per_case")
    decided = ("--out", str(tmp_path / "decided.csv"))
    assert decide([str(tmp_path / "new.csv"), *policy, *decided]) == 2
    assert "1 row lacks a value in score, amount (row 8)" in capsys.readouterr().err
    assert not (tmp_path / "decided.csv").exists()
    assert decide([str(tmp_path / "new.csv"), *policy, *decided, "--missing", "leave"]) == 0
    lines = (tmp_path / "decided.csv").read_text(encoding="utf-8").splitlines()
    assert lines[8].split(",")[3] == "0"
