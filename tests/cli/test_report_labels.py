from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from costcurve_gui.cli import verifying
from costcurve_gui.cli.report import run

if TYPE_CHECKING:
    from pathlib import Path

ROWS = "bad,4\nBad,3\ngood,3\ngood,1\n?,2\n"
WORDS = ("--positive", "bad", "--bootstrap", "0", "--format", "csv")


def written(folder: Path, rows: str) -> Path:
    path = folder / "t.csv"
    path.write_text(f"label,score\n{rows}")
    return path


def test_that_every_value_is_said_with_its_count_and_class(tmp_path, capsys):
    out = tmp_path / "out"
    assert run([str(written(tmp_path, ROWS)), "--out", str(out), *WORDS]) == 0
    assert capsys.readouterr().err.splitlines()[0] == (
        "labels: label: bad 2 positive (written bad 1, Bad 1); good 2 negative; "
        "1 without a value (empty, NULL, NA, NaN or ?) left out"
    )
    assert json.loads((out / "manifest.json").read_text())["labels"] == [
        {"value": "bad", "count": 2, "class": "positive", "written": {"bad": 1, "Bad": 1}},
        {"value": "good", "count": 2, "class": "negative"},
        {"value": None, "count": 1, "class": "missing"},
    ]


def test_that_a_third_value_needs_a_word(tmp_path, capsys):
    file, out = written(tmp_path, f"{ROWS}unknown,2\n"), tmp_path / "out"
    words = [str(file), "--out", str(out), *WORDS]
    assert run(words) == 2
    assert capsys.readouterr().err.startswith(
        "error: t.csv: label has more than two values: bad (2), good (2) and unknown (1). "
    )
    assert not out.exists()
    assert run([*words, "--others", "negative"]) == 0
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["options"]["others"] == "negative"
    assert manifest["labels"][2] == {"value": "unknown", "count": 1, "class": "negative"}
    assert "unknown 1 negative" in capsys.readouterr().err


@pytest.mark.parametrize("word", ["positive", "Negative", ""])
def test_that_others_are_negative_or_nothing(tmp_path, capsys, word):
    file = written(tmp_path, ROWS)
    assert run([str(file), "--out", str(tmp_path / "out"), *WORDS, "--others", word]) == 2
    assert "--others" in capsys.readouterr().err


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("column", ["1e308", "1e-320", "1e100", "-1e308"])
@pytest.mark.parametrize("words", [("--fn", "-amount"), ("--weight", "amount"), ("--tp", "amount")])
def test_that_extreme_columns_give_a_plain_error_or_none(tmp_path, capsys, column, words):
    path = tmp_path / "t.csv"
    rows = "".join(f"{'bad' if row % 3 else 'good'},{row},{column}\n" for row in range(30))
    path.write_text(f"label,score,amount\n{rows}")
    options = (*WORDS, "--scores", "score", *words)
    status = run([str(path), "--out", str(tmp_path / "out"), *options])
    said = capsys.readouterr().err
    assert status == (2 if "error: " in said else 0)
    assert "Warning" not in said


def test_that_grades_from_one_on_are_positive_in_the_report_and_in_what_verifies_it(tmp_path):
    grades = "".join(f"{'ABCDE'[row % 5]},{row % 5 + row % 3}\n" for row in range(60))
    path, out, judged = written(tmp_path, grades), tmp_path / "out", tmp_path / "judged.csv"
    words = ("--positive-from", "d", "--bootstrap", "0", "--format", "csv")
    assert run([str(path), "--out", str(out), *words]) == 0
    manifest = json.loads((out / "manifest.json").read_text())
    assert (manifest["options"]["positive"], manifest["options"]["positive_from"]) == ("D", "D")
    assert [manifest["input"][name] for name in ("positives", "negatives")] == [24, 36]
    policy = json.loads((out / "policy.json").read_text())["input"]
    assert (policy["positive"], policy["also_positive"]) == ("D", ["E"])
    plan = str(out / "policy.json")
    assert (
        verifying.run([str(path), "--policy", plan, "--bootstrap", "0", "--out", str(judged)]) == 0
    )
    lines = [line.split(",") for line in judged.read_text().splitlines()]
    at = {name: lines[0].index(name) for name in ("planned", "observed")}
    assert all(line[at["planned"]] == line[at["observed"]] for line in lines[1:])


def test_that_a_grade_without_an_order_is_refused(tmp_path, capsys):
    path = written(tmp_path, "red,1\ngreen,2\nblue,3\n")
    assert run([str(path), "--out", str(tmp_path / "out"), "--positive-from", "red"]) == 2
    assert "have no order that is known" in capsys.readouterr().err


def test_that_a_rating_is_a_score_of_the_report_by_places_whose_order_policies_keep(
    tmp_path, capsys
):
    path, out = tmp_path / "t.csv", tmp_path / "out"
    rows = "".join(f"{int(at % 3 > 0)},{'ABCD'[at % 4]}\n" for at in range(48))
    path.write_text(f"label,rating\n{rows}")
    words = ("--scores", "rating", "--bootstrap", "0", "--format", "csv", "--out", str(out))
    assert run([str(path), *words]) == 0
    assert "rating: the grades A < B < C < D are read as 1 to 4" in capsys.readouterr().err
    lines = (out / "rates.csv").read_text().splitlines()
    assert [line.split(",")[1] for line in lines[1:]] == ["inf", "4", "3", "2", "1"]
    policies = json.loads((out / "policy.json").read_text())["policies"]
    assert all(one["applicable"] for one in policies)
    assert {tuple(one["grades"]) for one in policies} == {tuple("ABCD")}
