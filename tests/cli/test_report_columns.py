"""What a report says of the columns of its file: on standard error and in the manifest."""

from __future__ import annotations

import pytest

from costcurve_gui.cli.report import run
from tests.cli.conftest import Report

MONEY = (
    "customerId,label,score_a,forest,cost_fp,cost_fn,gain_tp,branch,p_late,odd,weight\n"
    + "".join(
        f"K{i},{'bad' if i % 3 else 'good'},0.{i:02d},{i * i},{1 + i % 2},{5 + i},{i},"
        f"{'north' if i % 2 else 'south'},{i}.5%,{'1.5' if i == 7 else f'{i}%'},1\n"
        for i in range(40)
    )
)
USES = {
    "customerId": ("left out", "identifier"),
    "label": ("true class", ""),
    "score_a": ("score", ""),
    "forest": ("for expressions", "not named like a score; --scores would use it"),
    "cost_fp": ("for expressions", "its name says a payoff"),
    "cost_fn": ("for expressions", "its name says a payoff"),
    "gain_tp": ("for expressions", "its name says a payoff"),
    "branch": ("left out", "text, 2 values"),
    "p_late": ("score", ""),
    "odd": ("left out", "text, see the note"),
    "weight": ("for expressions", "--weight weight would use it"),
}


@pytest.fixture
def write(tmp_path, write_cases, capsys):
    """Write a report of a small file; return it and the lines said."""

    def made(text, *words):
        out = tmp_path / f"out{len(list(tmp_path.iterdir()))}"
        words = (*words, "--bootstrap", "0", "--format", "csv", "--out", str(out))
        assert run([write_cases(text), *words]) == 0
        return Report(out), capsys.readouterr().err.splitlines()

    return made


def test_that_the_use_of_every_column_is_said_with_its_reason(write):
    report, said = write(MONEY, "--positive", "bad")
    assert {
        one["column"]: (one["used_as"], one["reason"]) for one in report.manifest["columns"]
    } == USES
    assert (
        "columns: true class label; score score_a and p_late; "
        "for expressions forest, cost_fp, cost_fn, gain_tp and weight; "
        "left out customerId (identifier), branch (text, 2 values) and odd (text, see the note)"
    ) in said
    assert [row["model"] for row in report.rows("models.csv")] == ["a", "p_late"]


def test_that_notes_say_how_cells_were_read_and_which_columns_look_like_payoffs(write):
    report, said = write(MONEY, "--positive", "bad")
    notes = [
        'p_late: "10.5%" is read as 0.105 (percent)',
        'odd is left as text: 1 of 40 values have no percent sign: "1.5"',
        (
            "gain_tp (a gain), cost_fp (a loss, so a negative gain) and cost_fn (a loss, so a "
            "negative gain) look like payoffs and are not used; --tp gain_tp --fp -cost_fp "
            "--fn -cost_fn would use them"
        ),
    ]
    assert report.manifest["notes"] == notes
    assert [line for line in said if line.startswith("note: ")] == [f"note: {one}" for one in notes]


def test_that_the_options_of_the_note_work_and_end_it(write):
    words = ["--tp", "gain_tp", "--fp", "-cost_fp", "--fn", "-cost_fn"]
    report, _ = write(MONEY, "--positive", "bad", *words)
    assert not any("payoff" in note for note in report.manifest["notes"])
    assert report.manifest["options"]["fn"] == "-cost_fn"


def test_that_a_cell_that_was_set_is_not_proposed(write):
    report, _ = write(MONEY, "--positive", "bad", "--fn", "-9")
    (note,) = [note for note in report.manifest["notes"] if "payoff" in note]
    assert note.endswith("--tp gain_tp --fp -cost_fp would use them")


def test_that_scores_that_were_not_asked_for_are_said(write):
    report, _ = write(MONEY, "--positive", "bad", "--scores", "p_late", "--weight", "weight")
    said = {one["column"]: (one["used_as"], one["reason"]) for one in report.manifest["columns"]}
    assert said["score_a"] == ("for expressions", "not among the scores asked for")
    assert said["weight"] == ("weight", "")


def test_that_columns_of_counts_are_said(write):
    report, said = write("Model,TP,FN,FP,TN,note\na,8,2,3,7,x\n")
    assert report.manifest["columns"][-2:] == [
        {"column": "TN", "used_as": "counts", "reason": ""},
        {"column": "note", "used_as": "left out", "reason": "no count"},
    ]
    assert "columns: counts Model, TP, FN, FP and TN; left out note (no count)" in said
