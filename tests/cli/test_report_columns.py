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
    "cost_fp": ("for expressions", "named like a payoff"),
    "cost_fn": ("for expressions", "named like a payoff"),
    "gain_tp": ("for expressions", "named like a payoff"),
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


LONG = "who,case_id,value,label\n" + "".join(
    f"{model},{i},{(i * step) % 40},{'bad' if i % 3 else 'good'}\n"
    for model, step in (("a", 7), ("b", 11))
    for i in range(40)
)


def refusal(file, out, capsys, *words):
    assert run([file, *words, "--bootstrap", "0", "--format", "csv", "--out", str(out)]) == 2
    assert not out.exists()
    return capsys.readouterr().err


def test_that_long_format_gives_what_the_wide_file_gives(write):
    wide = "case_id,label,score_a,score_b\n" + "".join(
        f"{i},{'bad' if i % 3 else 'good'},{i * 7 % 40},{i * 11 % 40}\n" for i in range(40)
    )
    expected, _ = write(wide, "--positive", "bad")
    report, said = write(LONG, "--positive", "bad", "--long", "who,case_id,value")
    for name in ("models.csv", "roc.csv", "selection.csv", "crossovers.csv"):
        assert (report.folder / name).read_bytes() == (expected.folder / name).read_bytes()
    assert report.manifest["options"]["long"] == "who,case_id,value"
    assert (
        "note: Long format: 80 rows of 2 models (who) were pivoted by case_id into 40 cases with "
        "one score a model"
    ) in said
    named = LONG.replace("who", "model").replace("value", "score")
    found, _ = write(named, "--positive", "bad")
    assert (found.folder / "roc.csv").read_bytes() == (expected.folder / "roc.csv").read_bytes()
    assert found.manifest["options"]["long"] is None


def test_that_ids_that_repeat_are_refused_with_what_to_do(tmp_path, write_cases, capsys, write):
    said = refusal(write_cases(LONG), tmp_path / "o", capsys, "--positive", "bad")
    assert said == (
        "error: cases.csv: case_id repeats: 40 values in 80 rows. Are these rows one model and "
        "case each (long format)? If they are, say --long MODEL,ID,SCORE with the columns of "
        "model, id and score; if each row is a case of its own, say --long none, or --group "
        "case_id where the rows of one case_id belong together.\n"
    )
    report, _ = write(LONG, "--positive", "bad", "--long", "none", "--scores", "value")
    assert report.manifest["input"]["rows_used"] == 80


def test_that_a_filter_on_the_column_of_models_is_refused(tmp_path, write_cases, capsys):
    words = ["--positive", "bad", "--long", "who,case_id,value", "--where", 'who == "a"']
    said = refusal(write_cases(LONG), tmp_path / "o", capsys, *words)
    assert "its values name the models; choose models with --scores" in said


@pytest.mark.parametrize("word", ["who", "who,case_id", "who,who,value", "who,case_id,value,x"])
def test_that_long_takes_three_columns(tmp_path, write_cases, capsys, word):
    said = refusal(write_cases(LONG), tmp_path / "o", capsys, "--long", word)
    assert "does not name three columns, those of model, id and score" in said


@pytest.mark.parametrize(
    ("text", "words", "end"),
    [
        (
            "tier,score_a,day\nlow,1.5,1\nmid,0.2,2\nhigh,0.3,3\nlow,0.4,4\n",
            [],
            "it must have two or more values. Name it with --label: tier, score_a or day.",
        ),
        (
            "label,rate\nbad,5%\ngood,0.3\ngood,6%\nbad,7%\n",
            ["--positive", "bad"],
            'rate is left as text: 1 of 4 values have no percent sign: "0.3".',
        ),
        (
            "label,amount,id\nbad,5,a\ngood,7,b\n",
            ["--positive", "bad"],
            "A model needs a column of numbers. Name it with --scores: amount.",
        ),
        ("score\n1\n2\n3\n", ["--label", "score", "--positive", "1"], ""),
    ],
)
def test_that_a_refusal_says_what_to_do_next(tmp_path, write_cases, capsys, text, words, end):
    assert refusal(write_cases(text), tmp_path / "o", capsys, *words).rstrip().endswith(end)
