from __future__ import annotations

import csv
import gzip
import hashlib
import io
import json
import math
import subprocess
import sys
from pathlib import Path

import duckdb
import numpy as np
import pytest

from costcurve_gui.cli.deciding import run
from costcurve_gui.dataio.formats import text_reader
from costcurve_gui.policies import deciding
from costcurve_gui.policies.saved import policies_of
from tests.policies.conftest import write_cases

MAIN = Path(__file__).resolve().parents[2] / "main.py"
BELOW, AT, ABOVE = (math.nextafter(0.7, -1), 0.7, math.nextafter(0.7, 1))
SCORES = [BELOW, AT, ABOVE, 0.3, 0.2, 0.5, 0.6, 2.5, -1e15, 1e-7, -0.0, 12345678901234.5, 3, 1e15]
IDS = ["a", "b,c", 'd"e', "=1+1", "-7", "-x", "NA", "f ", "@g", "é", "", "007", "+1.5", "h;i"]


def policy(**changes):
    """Return a policy file of one policy."""
    one = {
        "criterion": "min_cost",
        "model": "m",
        "score_column": "s",
        "lower_is_positive": False,
        "threshold": 0.7,
        "threshold_2": None,
        "mixing": 0.0,
        "seed": 7,
        "best": True,
        "applicable": True,
        "reason": "",
        **changes,
    }
    return {
        "format": "costcurve-policy",
        "version": 1,
        "input": {"file": "f", "sha256": "0", "rows": 9, "label": "y", "positive": "1"},
        "condition": {"prior": 0.5},
        "payoff": {"tp": "0", "fp": "-1", "fn": "-1", "tn": "0"},
        "policies": [one],
    }


@pytest.fixture
def decide(tmp_path):
    """Decide about a text or a file; return the status and the rows written."""

    def carry_out(source, *words, **changes):
        saved, out = tmp_path / "policy.json", tmp_path / "out.csv"
        saved.write_text(json.dumps(policy(**changes)), encoding="utf-8")
        if isinstance(source, str):
            source, text = tmp_path / "rows.csv", source
            source.write_text(text, encoding="utf-8", newline="")
        out.unlink(missing_ok=True)
        status = run([str(source), "--policy", str(saved), "--out", str(out), *words])
        if not out.exists():
            return status, None
        with out.open(encoding="utf-8", newline="") as file:
            return status, list(csv.DictReader(file))

    return carry_out


def table(scores=SCORES, ids=IDS):
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(["key", "s"])
    rows.writerows(zip(ids, scores, strict=True))
    return text.getvalue()


def drawn(key, seed=7):
    digest = hashlib.sha256(f"{seed}:{key}".encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


@pytest.fixture(params=["memory", "stream"])
def way(request, monkeypatch):
    """Read files in memory, and as large ones are."""
    if request.param == "stream":
        monkeypatch.setattr(text_reader, "SMALL_FILE_BYTES", 0)
    return request.param


@pytest.mark.parametrize("lower", [False, True])
def test_that_ties_and_neighbours_of_the_threshold_are_told_apart(decide, way, lower, monkeypatch):
    if way == "stream":
        monkeypatch.delattr(deciding, "_in_memory")
    status, rows = decide(table(), "--id", "key", lower_is_positive=lower)
    assert status == 0
    acts = [score <= 0.7 if lower else score >= 0.7 for score in SCORES]
    assert [row["decision"] for row in rows] == [str(int(act)) for act in acts]
    assert [float(row["score"]) for row in rows] == SCORES
    assert [row["row"] for row in rows] == [str(place + 1) for place in range(len(SCORES))]
    assert {(row["model"], row["draw"], row["expected_payoff"]) for row in rows} == {("m", "", "")}


def test_that_huge_and_tiny_scores_are_decided(decide, way):
    scores = [1e300, -1e300, 5e-324, 1.7976931348623157e308, 0.5]
    status, rows = decide(table(scores, IDS[:5]))
    assert status == 0
    assert [row["decision"] for row in rows] == list("10010")
    assert [float(row["score"]) for row in rows] == scores


def test_that_identifiers_stay_as_they_are_but_formulas(decide, way):
    _, rows = decide(table(), "--id", "key")
    safe = {"=1+1": "'=1+1", "-x": "'-x", "@g": "'@g"}
    assert [row["id"] for row in rows] == [safe.get(key, key) for key in IDS]


def test_that_an_identifier_may_have_several_lines(decide, way):
    status, rows = decide('key,s\n"a\nb",0.9\n c,0.1\n', "--id", "key")
    assert status == 0
    assert [row["id"] for row in rows] == ["a\nb", "c"]


def test_that_both_ways_write_the_same_bytes(decide, tmp_path, monkeypatch):
    written = []
    for size in (text_reader.SMALL_FILE_BYTES, 0):
        monkeypatch.setattr(text_reader, "SMALL_FILE_BYTES", size)
        status, _ = decide(table(), "--id", "key", threshold_2=0.2, mixing=0.4)
        assert status == 0
        written.append((tmp_path / "out.csv").read_bytes())
    assert written[0] == written[1]


@pytest.mark.parametrize("words", [(), ("--id", "key")])
def test_that_anybody_can_draw_again(decide, way, words):
    status, rows = decide(table(), *words, threshold_2=0.2, mixing=0.4)
    assert status == 0
    keys = IDS if words else range(1, len(SCORES) + 1)
    for row, key, score in zip(rows, keys, SCORES, strict=True):
        assert float(row["draw"]) == drawn(key)
        assert row["decision"] == str(int(score >= (0.2 if drawn(key) < 0.4 else 0.7)))


@pytest.mark.parametrize(
    ("threshold", "decisions"), [("none", "000"), ("inf", "100"), ("-inf", "111"), (1.5, "100")]
)
def test_that_infinite_thresholds_keep_their_meaning(decide, way, threshold, decisions):
    _, rows = decide("s,t\ninf,1\n-inf,1\n1,1\n", threshold=threshold)
    assert "".join(row["decision"] for row in rows) == decisions
    assert [row["score"] for row in rows] == ["inf", "-inf", "1"]


def test_that_scores_between_two_thresholds_are_referred(decide, way, capsys):
    _, rows = decide(table([1, 0.7, 0.5, 0.3, 0.1], IDS[:5]), threshold_review=0.3)
    assert "".join(row["decision"] for row in rows) == "11220"
    assert "2 acted on, 2 referred" in capsys.readouterr().err
    words = {"threshold_review": 0.8, "lower_is_positive": True}
    _, rows = decide(table([0.9, 0.8, 0.75, 0.7], IDS[:4]), **words)
    assert "".join(row["decision"] for row in rows) == "0221"


GAPS = "s,t\n0.9,1\nNA,1\n,1\n0.1,1\nnan,1\n?,1\n"


@pytest.mark.parametrize(
    ("missing", "decisions"), [("empty", ["1", "", "", "0", "", ""]), ("act", list("111011"))]
)
def test_that_missing_scores_are_decided_as_is_said(decide, way, missing, decisions, capsys):
    status, rows = decide(GAPS, "--missing", missing)
    assert status == 0
    assert [row["decision"] for row in rows] == decisions
    assert [row["score"] for row in rows] == ["0.9", "", "", "0.1", "", ""]
    assert "4 without a score" in capsys.readouterr().err


def test_that_a_missing_score_stops_and_names_its_rows(decide, way, capsys):
    assert decide(GAPS) == (2, None)
    [line] = capsys.readouterr().err.splitlines()
    assert line == (
        "error: rows.csv: 4 rows have no value in s (row 2, 3, 5 and 1 more). Say what is decided "
        "there: --missing empty, act or leave."
    )


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        ("a,b\n1,2\n", (), 'No column "s". There are a and b.'),
        ("s,b\n1,2\n", ("--id", "key"), 'No column "key". There are s and b.'),
        ("s,b\n1,2\nhigh,2\n0,1\n0,1\n", (), 's has text in 1 row: 2 "high"'),
        ("s,b\n1,2\n9007199254740993,2\n", (), "whole numbers above 2^53"),
        ("s,b\n1,2\n", ("--model", "x"), "no policy of the model x"),
        ("s,b\n1,2\n", ("--criterion", "x"), "no policy of the criterion x"),
        ("s,b\n1,2\n", ("--missing", "x"), "--missing"),
    ],
)
def test_that_what_cannot_be_decided_is_one_line_and_nothing_written(
    decide, way, text, words, said, capsys
):
    assert decide(text, *words) == (2, None)
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("error: ")
    assert said in line


def test_that_files_written_in_other_ways_are_decided_alike(decide, way, tmp_path):
    expected = ["1", "0", "1"]
    latin = tmp_path / "latin.csv"
    latin.write_bytes("key;s\né;0,8\nä;0,1\nö;0,7\n".encode("utf-16"))
    packed = tmp_path / "rows.csv.gz"
    packed.write_bytes(gzip.compress(b"key,s\n1,0.8\n2,0.1\n3,0.7\n"))
    parquet = tmp_path / "rows.parquet"
    query = "SELECT * FROM (VALUES (1, 0.8::DOUBLE), (2, 0.1), (3, 0.7)) t(key, s)"
    duckdb.execute(f"COPY ({query}) TO '{parquet}'")
    for file in (latin, packed, parquet):
        status, rows = decide(file, "--id", "key")
        assert status == 0
        assert [row["decision"] for row in rows] == expected
    assert [row["id"] for row in rows] == ["1", "2", "3"]


def test_that_neither_the_rows_nor_the_policy_are_written_over(tmp_path, capsys):
    saved = tmp_path / "policy.json"
    saved.write_text(json.dumps(policy()), encoding="utf-8")
    rows = tmp_path / "rows.csv"
    rows.write_text("s,b\n1,2\n", encoding="utf-8")
    for out in (saved, rows):
        assert run([str(rows), "--policy", str(saved), "--out", str(out)]) == 2
        assert "is read by the same command" in capsys.readouterr().err
    assert rows.read_text(encoding="utf-8") == "s,b\n1,2\n"


def test_that_standard_streams_are_read_and_written(tmp_path):
    (tmp_path / "policy.json").write_text(json.dumps(policy()), encoding="utf-8")
    command = [sys.executable, MAIN, "decide", "-", "--policy", "policy.json", "--out", "-"]
    for text, status, out in (
        (b"s,b\n0.9,1\n0.1,1\n", 0, b"1,m,0.9,1,,\n2,m,0.1,0,,\n"),
        (b"s,b\n0.9,1\n,1\n", 2, b""),
    ):
        done = subprocess.run(command, input=text, capture_output=True, cwd=tmp_path, check=False)
        assert done.returncode == status, done.stderr
        assert done.stdout.removeprefix(b"row,model,score,decision,draw,expected_payoff\n") == out


@pytest.mark.skipif(sys.platform != "linux", reason="these are names of Linux")
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_that_other_names_of_the_standard_output_get_decisions_alone(tmp_path, name):
    (tmp_path / "policy.json").write_text(json.dumps(policy()), encoding="utf-8")
    (tmp_path / "rows.csv").write_text("s,b\n0.9,1\n", encoding="utf-8")
    command = [sys.executable, MAIN, "decide", "rows.csv", "--policy", "policy.json", "--out", name]
    wanted = b"row,model,score,decision,draw,expected_payoff\n1,m,0.9,1,,\n"
    assert subprocess.run(command, capture_output=True, cwd=tmp_path, check=True).stdout == wanted
    with (tmp_path / "file").open("wb") as file:
        subprocess.run(command, stdout=file, stderr=subprocess.DEVNULL, cwd=tmp_path, check=True)
    assert (tmp_path / "file").read_bytes() == wanted


def test_that_a_report_plans_and_its_cases_are_decided_as_planned(plan, content, tmp_path, capsys):
    cases = plan.parent / "cases.csv"
    out = tmp_path / "out.csv"
    with cases.open(encoding="utf-8") as file:
        bad = np.array([row["class"] == "bad" for row in csv.DictReader(file)])
    best = {one.criterion: one for one in policies_of(content).policies if one.best}
    for criterion in ("min_cost", "neyman_pearson_single"):
        words = ["--criterion", criterion, "--policy", str(plan / "policy.json")]
        assert run([str(cases), *words, "--out", str(out), "--id", "id"]) == 0
        with out.open(encoding="utf-8") as file:
            acts = np.array([row["decision"] == "1" for row in csv.DictReader(file)])
        expected = best[criterion].expected
        assert acts[bad].mean() == pytest.approx(expected["tpr"])
        assert acts[~bad].mean() == pytest.approx(expected["fpr"])
    capsys.readouterr()


def test_that_drifted_rows_are_told_and_rows_of_the_plan_are_not(plan, tmp_path, capsys):
    def said(file):
        words = ["--criterion", "youden", "--model", "up", "--policy", str(plan / "policy.json")]
        assert run([str(file), *words, "--out", str(tmp_path / "out.csv")]) == 0
        return [line for line in capsys.readouterr().err.splitlines() if "warning" in line]

    drifted = said(write_cases(tmp_path / "drifted.csv", seed=4, rows=900, shift=1.5))
    assert ["runs from" in drifted[0], "are acted on" in drifted[1]] == [True, True]
    assert "are distributed differently from the plan: chi-square" in drifted[2]
    assert "p < 0.0001" in drifted[2]
    # 0.2 was planned, and of 900 rows 0.4 are positive: a sample of the plan has fewer of them.
    text = write_cases(tmp_path / "more.csv", seed=5, rows=900).read_text(encoding="utf-8")
    header, *rows = text.splitlines()
    good, bad = ([row for row in rows if f",{name}," in row] for name in ("good", "bad"))
    (tmp_path / "same.csv").write_text("\n".join([header, *good[:400], *bad[:100]]) + "\n")
    assert [line for line in said(tmp_path / "same.csv") if "runs from" not in line] == []


def test_that_a_policy_whose_thresholds_do_not_fit_is_refused(decide, capsys):
    assert decide(table(), threshold_2=0.9, mixing=0.5) == (2, None)
    assert "has threshold_2 0.9; whatever reaches threshold, 0.7" in capsys.readouterr().err
