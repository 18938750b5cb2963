"""Small files of kinds that other programs read wrongly, each with the right answer by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from costcurve_gui import compare
from costcurve_gui.cli.deciding import run as decide
from costcurve_gui.cli.report import run
from costcurve_gui.cli.verifying import run as verify

if TYPE_CHECKING:
    from collections.abc import Sequence

CASES = Path(__file__).parents[1] / "data" / "cases"
DEFAULT = ("--positive", "1")


def reported(
    tmp_path: Path, file: Path | str, *words: str, positive: Sequence[str] = DEFAULT
) -> tuple[dict[str, float], dict[str, Any]]:
    """Return the AUC of each model and the manifest."""
    out = tmp_path / "out"
    typed = [str(CASES / file), *positive, "--bootstrap=0", "--format=csv", f"--out={out}"]
    assert run([*typed, "--overwrite", *words]) == 0
    head, *rows = (out / "models.csv").read_text().splitlines()
    at = head.split(",").index("auc")
    areas = {row.split(",")[0]: float(row.split(",")[at]) for row in rows}
    return areas, json.loads((out / "manifest.json").read_text())


def refusal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], file: Path | str, *words: str
) -> str:
    """Return the last line of a report that is refused."""
    out = tmp_path / "refused"
    assert run([str(CASES / file), "--bootstrap=0", "--format=csv", f"--out={out}", *words]) == 2
    assert not out.exists()
    return capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize(
    ("file", "area"),
    [
        ("score_points.csv", 3 / 9),
        ("score_commas.tsv", 3 / 9),
        ("no_header.csv", 8 / 9),
        ("title_lines.csv", 8 / 9),
        ("r_write_table.txt", 8 / 9),
        ("spaces.txt", 8 / 9),
        ("pandas_columns.json", 8 / 9),
        ("pandas_index.json", 8 / 9),
        ("scores.csv.zip", 8 / 9),
        ("two_sheets.xlsx", 8 / 9),
        ("missing_python.csv", 1.0),
        ("missing_excel.csv", 1.0),
        ("sentinel.csv", 17 / 24),
    ],
)
def test_that_a_file_is_read_as_it_is_meant(tmp_path, file, area):
    areas, _ = reported(tmp_path, file)
    assert list(areas.values()) == pytest.approx([area])
    models = compare(CASES / file, pos_label=1, bootstrap=0).tables["models"]
    assert models["auc"].tolist() == pytest.approx([area])


def test_that_the_three_rows_of_orange_are_its_header(tmp_path):
    areas, found = reported(tmp_path, "orange_three_rows.tab", positive=("--positive", "bad"))
    assert areas == {"RF (bad)": pytest.approx(8 / 9)}
    assert any("Orange" in note for note in found["notes"])


def test_that_row_numbers_beside_no_header_are_no_model(tmp_path):
    areas, _ = reported(tmp_path, "no_header_ids.csv")
    assert areas == {"column_3": pytest.approx(8 / 9)}


def test_that_classifier_is_the_column_of_models(tmp_path):
    assert list(reported(tmp_path, "confusion_classifier.csv", positive=())[0]) == ["a", "b"]


@pytest.mark.parametrize(
    ("file", "amount", "words", "mean"),
    [
        ("amounts_german.csv", "betrag", (), -21_334 / 3),
        ("amounts_tab.tsv", "amount", ("--thousands=,",), -21_334 / 3),
        ("amounts_tab.tsv", "amount", ("--decimal=.",), -21_334 / 3),
        ("amounts_tab.tsv", "amount", ("--decimal=,",), -21.334 / 3),
    ],
)
def test_that_amounts_have_their_size(tmp_path, file, amount, words, mean):
    reported(tmp_path, file, "--scores=score", f"--fn=-{amount}", "--fp=-10", *words)
    rows = (tmp_path / "out" / "payoff_matrix.csv").read_text().splitlines()
    row = next(row for row in rows if row.startswith("1,,fn,"))
    assert float(row.split(",")[-1]) == pytest.approx(mean)


def test_that_amounts_of_either_size_are_asked_about(tmp_path, capsys):
    words = ("--positive=1", "--scores=score", "--fn=-amount", "--fp=-10")
    said = refusal(tmp_path, capsys, "amounts_tab.tsv", *words)
    assert '"1,234" may be 1234 or 1.234' in said
    assert "Say --thousands ',' or --decimal ','." in said
    with pytest.raises(ValueError, match=r"may be 1234 or 1.234.*Say thousands ',' or decimal ','"):
        compare(CASES / "amounts_tab.tsv", ["score"], pos_label=1, fn="-amount", bootstrap=0)


@pytest.mark.parametrize(
    ("file", "rows"),
    [("underflow.csv", "6 rows: 1 (1e-420)"), ("whole_with_point.csv", "rows: 1 ")],
)
def test_that_numbers_that_collapse_are_refused(tmp_path, capsys, file, rows):
    said = refusal(tmp_path, capsys, file, "--positive=1")
    assert "numbers that float64 does not tell apart in" in said
    assert rows in said


def test_that_values_far_from_the_others_are_doubted_aloud(tmp_path, capsys):
    _, found = reported(tmp_path, "sentinel.csv")
    assert "score has -999 in 2 rows" in capsys.readouterr().err
    assert any("--missing-values -999" in warning for warning in found["warnings"])
    areas, found = reported(tmp_path, "sentinel.csv", "--missing-values=-999")
    assert areas == {"score": 1.0}
    assert not any("far from" in warning for warning in found["warnings"])


def test_that_rates_are_not_taken_for_counts(tmp_path, capsys):
    assert "rates, not counts" in refusal(tmp_path, capsys, "confusion_rates.csv")
    _, found = reported(tmp_path, "confusion_rates.csv", "--prior=0.2", positive=())
    assert any("rates, not counts" in warning for warning in found["warnings"])


def test_that_what_was_assumed_is_said(tmp_path, capsys):
    _, found = reported(tmp_path, "no_header.csv")
    assert found["options"]["no_header"] is True
    assert "The first row (1, 0.9) is a case" in capsys.readouterr().err
    assert any("Else say --header." in note for note in found["notes"])
    areas, found = reported(tmp_path, "no_header.csv", "--no-header", "--columns=y,rf")
    assert areas == {"rf": pytest.approx(8 / 9)}
    assert found["options"]["columns"] == ["y", "rf"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\n<!DOCTYPE html>\n<html>", "is a web page"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "git lfs pull"),
    ],
)
def test_that_a_file_that_is_no_table_says_what_it_is(tmp_path, capsys, content, words):
    path = tmp_path / "scores.csv"
    path.write_bytes(content)
    assert words in refusal(tmp_path, capsys, path)


def test_that_text_among_scores_names_the_option_that_helps(tmp_path, capsys):
    path = tmp_path / "scores.csv"
    path.write_text("y,score\n1,0.9\n0,failed\n1,0.35\n0,0.1\n")
    assert 'Say --missing-values "failed"' in refusal(tmp_path, capsys, path)
    assert list(reported(tmp_path, path, "--missing-values=failed")[0]) == ["score"]


CONTROLS = {
    "decimals.csv": ("y;score\n1;0,912\n0;1,000\n1;0,500\n0;0,250\n", 1 / 2),
    "points.csv": ("y,score\n1,1.910\n0,1.420\n1,2.950\n0,1.130\n", 1.0),
    "years.csv": ("y,2024\n1,0.9\n0,0.4\n1,0.35\n0,0.1\n", 3 / 4),
    "fractions.csv": ("y,0.1\n1,0.9\n0,0.4\n1,0.35\n0,0.1\n", 3 / 4),
    "whole.csv": ("points,y\n950,1\n12,0\n977,1\n3,0\n", 1.0),
    "logits.csv": ("y,score\n1,9\n0,-9.5\n1,3.25\n0,-1\n", 1.0),
}


@pytest.mark.parametrize("name", CONTROLS)
def test_that_what_is_plain_is_not_doubted(tmp_path, name):
    content, area = CONTROLS[name]
    (tmp_path / name).write_text(content)
    areas, found = reported(tmp_path, tmp_path / name)
    assert list(areas.values()) == pytest.approx([area])
    assert found["notes"] == []
    assert not any("missing" in warning for warning in found["warnings"])


PAID = "y,score,loan amount\n1,0.9,250\n0,0.4,80.5\n1,0.35,9999\n0,0.1,45\n1,0.8,120\n0,0.2,9999\n"


def test_that_an_amount_far_from_the_others_is_doubted_where_a_payoff_takes_it(tmp_path):
    path = tmp_path / "loans.csv"
    path.write_text(PAID)
    words = ("--scores=score", "--fp=-10")
    _, found = reported(tmp_path, path, *words, "--fn=-20")
    assert not any("far from" in warning for warning in found["warnings"])
    words += ("--fn=-`loan amount`",)
    _, found = reported(tmp_path, path, *words)
    doubt = next(warning for warning in found["warnings"] if "far from" in warning)
    assert doubt.startswith("loan amount has 9999 in 2 rows, far from its other values; ")
    option = "--where '`loan amount` != 9999'"
    assert option in doubt
    _, found = reported(tmp_path, path, *words, option.replace(" '", "=").rstrip("'"))
    assert not any("far from" in warning for warning in found["warnings"])
    made = compare(path, ["score"], pos_label=1, fp=-10, fn="-`loan amount`", bootstrap=0)
    assert doubt.replace("--where", "where") in made.warnings


def test_that_all_that_is_said_of_the_reading_is_in_the_manifest(tmp_path, capsys):
    path = tmp_path / "scores.csv"
    path.write_text(
        "Scores of March\n\nnr;y;score;weight\n1;1;0,912;2\n2;0;;1\n3;1;0,350;2\n4;0;-999;1\n"
        "5;;0,800;1\n6;0;0,200;1\n"
    )
    _, found = reported(tmp_path, path)
    lines = capsys.readouterr().err.splitlines()
    for kind in ("note", "warning"):
        said = [line.removeprefix(f"{kind}: ") for line in lines if line.startswith(f"{kind}: ")]
        assert said == found[f"{kind}s"]
        assert said
    assert (found["options"]["skip"], found["options"]["decimal"]) == (2, ",")


def test_that_decide_and_verify_say_how_they_read(tmp_path, capsys):
    reported(tmp_path, "scores.csv.zip")
    policy = f"--policy={tmp_path / 'out' / 'policy.json'}"
    path = tmp_path / "new.csv"
    path.write_text("Scores of May\n\ny,score\n1,0.9\n0,0.4\n1,0.35\n0,0.1\n1,0.8\n0,\n")
    note = "note: 2 lines above the header left out. Else say --skip 0."
    out = f"--out={tmp_path / 'new.out'}"
    capsys.readouterr()
    assert decide([str(path), policy, out, "--missing=leave"]) == 0
    assert note in capsys.readouterr().err
    assert verify([str(path), policy, out, "--bootstrap=0"]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert lines.count(note) == 1
    assert any(line.startswith("warning: score has no value in 1 row;") for line in lines)


@pytest.mark.parametrize("space", [" ", "\u00a0", "\u2009", "\u202f"])
def test_that_amounts_of_france_have_their_size(tmp_path, space):
    path = tmp_path / "montants.csv"
    text = "y;score;montant\n1;0,9;1_234,50\n0;0,4;80\n1;0,35;12_000\n0;0,1;250,25\n"
    path.write_text(text.replace("_", space))
    _, found = reported(tmp_path, path, "--scores=score", "--fn=-montant", "--fp=-10")
    rows = (tmp_path / "out" / "payoff_matrix.csv").read_text().splitlines()
    assert float(next(row for row in rows if row.startswith("1,,fn,")).split(",")[-1]) == -6617.25
    assert any("thousands space, decimal comma" in note for note in found["notes"])
