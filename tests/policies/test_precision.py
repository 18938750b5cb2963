"""Thresholds that decide alike about the same numbers in single precision, as doubles, as text."""

from __future__ import annotations

import csv
import json
import sqlite3

import duckdb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui import compare
from costcurve_gui.cli.deciding import run as decide
from costcurve_gui.cli.report import run as report
from costcurve_gui.cli.rule_code import run as rule
from costcurve_gui.cli.verifying import run as verify
from costcurve_gui.policies.precision import precision_of, robust

NUMBERS = ("0.9", "0.7", "0.45", "0.35", "0.1", "0.8", "0.2", "0.6123457", "0.55")
LABELS = (1, 1, 0, 1, 0, 1, 0, 1, 0)
SINGLE = np.array(NUMBERS, np.float32)
FORMS = ("single", "double", "text")


def write(folder, form, *, sign=1, name="cases"):
    """Write the same scores in single precision, widened to doubles, or as text."""
    if form == "text":
        path = folder / f"{name}.csv"
        cells = [one if sign == 1 else f"-{one}" for one in NUMBERS]
        rows = [f"{label},{score}" for label, score in zip(LABELS, cells, strict=True)]
        path.write_text("\n".join(["y,score", *rows, ""]), encoding="utf-8")
        return path
    path = folder / f"{name}_{form}.parquet"
    kind = {"single": "FLOAT", "double": "DOUBLE"}[form]
    with duckdb.connect() as base:
        base.execute(f"CREATE TABLE t (y INTEGER, score {kind})")
        values = [float(one) * sign for one in SINGLE]
        base.executemany("INSERT INTO t VALUES (?, ?)", list(zip(LABELS, values, strict=True)))
        base.execute(f"COPY t TO '{path}' (FORMAT parquet)")
    return path


def plan(folder, path, *words):
    out = folder / f"plan_{path.stem}_{path.suffix[1:]}"
    given = [str(path), "--positive", "1", "--bootstrap", "0", "--format", "csv"]
    assert report([*given, "--out", str(out), "--overwrite", *words]) == 0
    return out / "policy.json"


def decided(folder, path, policy, criterion):
    out = folder / "decided.csv"
    words = [str(path), "--policy", str(policy), "--out", str(out), "--criterion", criterion]
    assert decide(words) == 0
    with out.open(encoding="utf-8", newline="") as file:
        return [int(row["decision"]) for row in csv.DictReader(file)]


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("planned", FORMS)
@pytest.mark.parametrize("streamed", [True, False])
def test_that_decide_tells_the_same_numbers_alike(
    tmp_path, capsys, monkeypatch, planned, sign, streamed
):
    if not streamed:
        monkeypatch.setattr("costcurve_gui.policies.deciding.decided_in_stream", lambda *_: None)
    for bound in (0.25, 1.0):
        low = ("--lower-is-positive", "score") if sign == -1 else ()
        policy = plan(tmp_path, write(tmp_path, planned, sign=sign), "--max-fpr", str(bound), *low)
        found = {
            form: decided(
                tmp_path, write(tmp_path, form, sign=sign), policy, "neyman_pearson_single"
            )
            for form in FORMS
        }
        (entry,) = (
            one
            for one in json.loads(policy.read_text(encoding="utf-8"))["policies"]
            if one["criterion"] == "neyman_pearson_single"
        )
        assert sum(found["text"]) == round(
            (5 * entry["expected"]["tpr"]) + 4 * entry["expected"]["fpr"]
        )
        assert found["text"] == found["single"] == found["double"]
        assert entry["precision"] == ("float64" if planned == "text" else "float32")
    assert "runs from" not in capsys.readouterr().err


def printed(capsys, policy, language, *words):
    capsys.readouterr()
    chosen = ["--policy", str(policy), "--criterion", "neyman_pearson_single"]
    assert rule([*chosen, "--language", language, *words]) == 0
    return capsys.readouterr().out


def in_forms():
    return {
        "single": [float(one) for one in SINGLE],
        "text": [float(one) for one in NUMBERS],
    }


@pytest.mark.parametrize("bound", [0.0, 0.25])
@pytest.mark.parametrize("planned", ["single", "double"])
def test_that_code_tells_the_same_numbers_alike(tmp_path, capsys, planned, bound):
    path = write(tmp_path, planned)
    policy = plan(tmp_path, path, "--max-fpr", str(bound))
    wanted = decided(tmp_path, path, policy, "neyman_pearson_single")
    sql, formula = printed(capsys, policy, "sql"), printed(capsys, policy, "excel")
    code: dict = {}
    exec(printed(capsys, policy, "python"), code)  # noqa: S102 - what was printed is to be run
    limit = float(formula.split(">=")[1].split(",")[0])
    for scores in in_forms().values():
        assert [code["decide"](one) for one in scores] == wanted
        assert [int(float(f"{one:.15g}") >= limit) for one in scores] == wanted  # 15 digits
        assert in_sqlite(sql, scores) == wanted
        for kind in ("DOUBLE", "FLOAT", "VARCHAR"):
            assert in_duckdb(sql, scores, kind) == wanted
    assert [code["decide"](one) for one in SINGLE] == wanted
    sklearn = printed(capsys, policy, "sklearn")
    found = float(sklearn.split("threshold=")[1].split(",")[0])
    assert [int(one >= found) for one in SINGLE] == wanted


def in_sqlite(expression, scores):
    base = sqlite3.connect(":memory:")
    base.execute("CREATE TABLE t (n INTEGER, score DOUBLE PRECISION)")
    base.executemany("INSERT INTO t VALUES (?, ?)", enumerate(scores))
    return [row[0] for row in base.execute(f"SELECT {expression} FROM t ORDER BY n")]  # noqa: S608


def in_duckdb(expression, scores, kind):
    with duckdb.connect() as base:
        base.execute(f"CREATE TABLE t (n INTEGER, c {kind})")
        base.executemany("INSERT INTO t VALUES (?, ?)", list(enumerate(scores)))
        cast = "c::DOUBLE" if kind == "VARCHAR" else "c"
        query = f"SELECT {expression} FROM (SELECT n, {cast} AS score FROM t) ORDER BY n"  # noqa: S608
        return [row[0] for row in base.execute(query).fetchall()]


@pytest.mark.parametrize("planned", FORMS)
def test_that_verify_observes_what_was_planned_in_every_form(tmp_path, planned):
    policy = plan(tmp_path, write(tmp_path, planned), "--max-fpr", "0.25")
    for form in FORMS:
        out = tmp_path / "verified.csv"
        words = [str(write(tmp_path, form)), "--policy", str(policy), "--out", str(out)]
        assert verify([*words, "--bootstrap", "0"]) == 0
        with out.open(encoding="utf-8", newline="") as file:
            rows = [row for row in csv.DictReader(file) if row["quantity"] in ("tpr", "fpr")]
        assert all(float(row["observed"]) == float(row["planned"]) for row in rows)


def test_that_a_policy_in_memory_tells_the_same_numbers_alike():
    for scores in (SINGLE, SINGLE.astype(float), np.array(NUMBERS, float)):
        found = compare(LABELS, {"m": scores}, pos_label=1, max_fpr=0.25, bootstrap=0)
        policy = found.policy("neyman_pearson_single")
        decisions = [
            policy.decide(one).tolist()
            for one in (SINGLE, SINGLE.astype(float), np.array(NUMBERS, float))
        ]
        assert decisions[0] == decisions[1] == decisions[2]


def test_that_no_warning_shows_two_equal_ranges(tmp_path, capsys):
    policy = plan(tmp_path, write(tmp_path, "text"))
    path = tmp_path / "rows.csv"
    path.write_text("score\n0.9000004\n0.1\n", encoding="utf-8")
    capsys.readouterr()
    assert decide([str(path), "--policy", str(policy), "--out", str(tmp_path / "d.csv")]) == 0
    said = capsys.readouterr().err
    assert "from 0.1 to 0.9000004; in the sample of the plan it ran from 0.1 to 0.9\n" in said


@given(st.floats(width=32, allow_nan=False, allow_infinity=False), st.booleans())
def test_that_a_robust_threshold_parts_all_forms_of_neighbours(value, lower):
    score = np.float32(value)
    found = robust(float(score), lower=lower)
    towards = np.float32(np.inf if lower else -np.inf)
    with np.errstate(over="ignore"):
        beyond = np.nextafter(score, towards)

    def reaches(one):
        return one <= found if lower else one >= found

    assert reaches(float(score))
    assert reaches(float(str(score)))
    assert reaches(score)
    assert np.isinf(beyond) or not (reaches(float(beyond)) or reaches(float(str(beyond))))


@pytest.mark.parametrize(
    ("scores", "precision"),
    [
        ([0.9, 0.4], "float64"),
        (np.array([0.9, 0.4], np.float32), "float32"),
        (np.arange(1025) / 1024, "float64"),
        (np.arange(200_000, 200_030), "float64"),
        ([np.inf, 0.5], "float64"),
        ([np.nan, np.float32(0.1)], "float32"),
    ],
)
def test_that_precision_is_told_by_the_numbers(scores, precision):
    assert precision_of(np.asarray(scores, np.float64)) == precision
