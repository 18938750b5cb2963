from __future__ import annotations

import json
from typing import TYPE_CHECKING

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from costcurve_gui.dataio.columns import describe_column
from costcurve_gui.dataio.dataset import load_dataset
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats import text_reader as source_module
from costcurve_gui.dataio.formats.opening import open_source, open_text
from costcurve_gui.dataio.multiclass_dataset import load_multiclass
from costcurve_gui.dataio.roles.choice import choose_class_scores, choose_roles
from costcurve_gui.dataio.roles.class_names import proposed_names
from costcurve_gui.dataio.roles.column_roles import Roles
from costcurve_gui.dataio.roles.labels import described, label_key, spellings_by_value
from costcurve_gui.dataio.roles.proposal import propose_roles

if TYPE_CHECKING:
    from pathlib import Path

    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.dataio.source import Source

SPELT = ["bad", "Bad", " BAD ", "good", "good", "", "NULL", "na", "NaN", "?", "Good"]
KINDS = ["csv", "csv above the limit", "pasted", "xlsx", "json", "jsonl", "parquet"]


def text(labels: list[str]) -> str:
    rows = [f"{label},{score}\n" for score, label in enumerate(labels)]
    return "label,score\n" + "".join(rows)


def opened(kind: str, labels: list[str], folder: Path, monkeypatch) -> Source:
    """Return the labels, with scores from 0 up, as a file of this kind."""
    path = folder / f"t.{kind.split()[0]}"
    rows = [{"label": label, "score": score} for score, label in enumerate(labels)]
    if kind == "pasted":
        return open_text(text(labels))
    if kind.startswith("csv"):
        path.write_text(text(labels))
        if kind != "csv":
            monkeypatch.setattr(source_module, "SMALL_FILE_BYTES", 30)
    elif kind == "xlsx":
        book = Workbook()
        for row in [["label", "score"], *([row["label"], row["score"]] for row in rows)]:
            book.active.append(row)
        book.save(path)
    elif kind == "parquet":
        values = ", ".join(f"('{row['label']}', {row['score']})" for row in rows)
        duckdb.sql(f"SELECT * FROM (VALUES {values}) t(label, score)").write_parquet(str(path))  # noqa: S608
    else:
        lines = [json.dumps(row) for row in rows]
        path.write_text("\n".join(lines) if kind == "jsonl" else f"[{','.join(lines)}]")
    return open_source(path)


def load(source: Source, **chosen: object) -> Dataset:
    return load_dataset(source, choose_roles(source, **chosen))


def classes(data: Dataset) -> dict[str, tuple[int, str]]:
    return {value.text: (value.count, str(value.given)) for value in data.labels}


@pytest.mark.parametrize("kind", KINDS)
def test_that_spellings_are_one_value_and_missing_labels_are_counted(tmp_path, monkeypatch, kind):
    data = load(opened(kind, SPELT, tmp_path, monkeypatch), positive="BAD")
    assert data.y_true.tolist() == [True, True, True, False, False, False]
    assert data.scores["score"].tolist() == [0, 1, 2, 3, 4, 10]
    assert sorted(classes(data).values()) == [(3, "negative"), (3, "positive"), (5, "missing")]
    assert data.negative_label == "good"
    assert data.warnings == ("5 rows without a value in label left out: 6, 7, 8 and 2 more.",)


@pytest.mark.parametrize("kind", KINDS)
def test_that_numbers_and_truth_values_are_one_value(tmp_path, monkeypatch, kind):
    labels = ["1", "1.0", "true", "TRUE", " 1 ", "0", "0.0", "False", "1e0", "-0"]
    data = load(opened(kind, labels, tmp_path, monkeypatch))
    assert data.y_true.tolist() == [True] * 5 + [False] * 3 + [True, False]
    assert [value.count for value in data.labels] == [6, 4]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("third", ["unknown", "9", "n/a", "None"])
def test_that_a_third_value_is_refused_until_it_is_settled(tmp_path, monkeypatch, kind, third):
    labels = ["bad", "good", "good", third, "bad"]
    source = opened(kind, labels, tmp_path, monkeypatch)
    with pytest.raises(DataError, match="label has more than two values") as caught:
        load(source, positive="bad")
    for part in (f"{third} (1)", "bad (2)", "good (2)", "--others negative"):
        assert part in caught.value.message
    assert f"--where 'label != \"{third}\"'" in caught.value.message
    others = load(source, positive="bad", others_negative=True)
    assert others.y_true.tolist() == [True, False, False, False, True]
    assert classes(others)[third] == (1, "negative")
    assert others.negative_label == "not bad"
    kept = load(source, positive="bad", where=f'label != "{third}"')
    assert kept.rows == 4
    assert third not in classes(kept)
    assert kept.negative_label == "good"


def test_that_values_are_given_classes_one_by_one():
    source = open_text(text(["1", "0", "9", "0", "x", "x"]))
    roles = Roles("label", "1", ("score",), negatives=("0", "X"), left_out=("9.0",))
    data = load_dataset(source, roles)
    assert data.y_true.tolist() == [True, False, False, False, False]
    assert data.scores["score"].tolist() == [0, 1, 3, 4, 5]
    assert classes(data)["9"] == (1, "left out")
    assert not data.warnings
    with pytest.raises(DataError, match="label has more than two values"):
        load_dataset(source, Roles("label", "1", ("score",), negatives=("0",), left_out=("9",)))


def test_that_a_value_met_late_in_a_large_file_is_refused_and_counted(tmp_path, monkeypatch):
    monkeypatch.setattr(source_module, "SMALL_FILE_BYTES", 100)
    path = tmp_path / "t.csv"
    path.write_text("label,score\n" + "bad,1\ngood,2\n" * 20_000 + "Bad,3\nodd,3\n")
    source = open_source(path)
    assert "odd" not in source.column("label").counts
    with pytest.raises(DataError, match=r"bad \(20001\), good \(20000\) and odd \(1\)"):
        load(source, positive="bad")
    data = load(source, positive="bad", others_negative=True)
    assert classes(data) == {
        "bad": (20_001, "positive"), "good": (20_000, "negative"), "odd": (1, "negative"),
    }  # fmt: skip
    assert data.labels[0].spellings == {"bad": 20_000, "Bad": 1}


@pytest.mark.parametrize("large", [False, True])
def test_that_a_column_of_many_values_can_be_one_against_the_rest(tmp_path, monkeypatch, large):
    if large:
        monkeypatch.setattr(source_module, "SMALL_FILE_BYTES", 100)
    path = tmp_path / "t.csv"
    path.write_text(text([f"v{row % 300}" for row in range(600)] + ["V7"]))
    source = open_source(path)
    with pytest.raises(DataError, match="label has more than two values"):
        load(source, label="label", positive="v7")
    data = load(source, label="label", positive="v7", others_negative=True)
    assert data.y_true.sum() == 3
    assert sum(value.count for value in data.labels) == data.rows == 601


def test_that_a_label_written_in_two_ways_is_found_and_its_positive_value_too():
    proposal = propose_roles(open_text("bought,s\n1,5\n1.0,6\n0,1\n0.0,2\n?,3\n"))
    assert proposal.roles.label == "bought"
    assert proposal.roles.positive == "1"
    assert not proposal.problems


def test_that_classes_are_told_apart_whatever_their_spelling():
    source = open_text(
        "label,p_Fox,p_hare,p_lynx\nfox,.9,0,.1\nFOX,.8,0,.2\nhare,0,1,0\nLynx ,0,0,1\n?,0,0,1\n"
    )
    data = load_multiclass(source, choose_class_scores(source, ["p_*"]))
    assert data.codes.tolist() == [0, 0, 1, 2]
    assert [(value.count, value.given) for value in data.cases.labels] == [
        (2, "fox"), (1, "Lynx"), (1, "hare"), (1, "missing"),
    ]  # fmt: skip


def test_that_the_words_name_every_value_with_count_class_and_spellings():
    data = load(open_text(text(SPELT)), positive="bad")
    assert described("label", data.labels) == (
        "label: bad 3 positive (written bad 1, Bad 1, BAD 1); good 3 negative "
        "(written good 2, Good 1); 5 without a value (empty, NULL, NA, NaN or ?) left out"
    )


def test_that_numbered_classes_are_named_so_that_no_class_reads_as_a_count():
    data = load(open_text(text(["1", "1.0", "1", "0", "0"])), positive="1")
    assert described("label", data.labels) == (
        "label: 3 of class 1 positive (written 1 in 2, 1.0 in 1); 2 of class 0 negative"
    )


@given(st.dictionaries(st.text(max_size=6), st.integers(1, 9), max_size=12))
def test_that_merging_spellings_loses_no_row(counts):
    merged = spellings_by_value(counts)
    assert {text: n for texts in merged.values() for text, n in texts.items()} == counts
    keys = [label_key(value) for value in merged]
    assert len(set(keys)) == len(keys)


@given(st.integers(-(10**30), 10**30))
def test_that_whole_numbers_are_one_value_only_where_they_are_equal(number):
    assert label_key(str(number)) == label_key(f"{number}.0") == label_key(f" {number} ")
    assert label_key(str(number)) != label_key(str(number + 1))


@pytest.mark.parametrize(
    ("column", "values", "names"),
    [
        ("default", "1 0", ("default", "no default")),
        ("is_fraud", "yes no", ("fraud", "no fraud")),
        ("hasDisease", "TRUE FALSE", ("disease", "no disease")),
        ("churned_flag", "Y N", ("churned", "not churned")),
        ("loan default", "1.0 -1", ("loan default", "no loan default")),
        ("label", "1 0", None),
        ("y_true", "1 0", None),
        ("default", "good bad", None),
        ("default", "1 2", None),
        ("churn", "1 0 9", None),
    ],
)
def test_that_names_of_classes_come_from_a_column_that_says_something(column, values, names):
    cells = values.split()
    found = proposed_names([describe_column(column, cells * 3)])
    expected = {} if names is None else dict(zip(cells, names, strict=True))
    assert found == {(column, value): name for value, name in expected.items()}
