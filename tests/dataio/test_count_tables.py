"""Files of counts: confusion matrices and leaves of trees."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from costcurve_gui.dataio.dataset_from_counts import CountedDataset, load_counted
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.opening import open_source, open_text
from costcurve_gui.dataio.table_kind import TableKind, table_kind
from costcurve_gui.engine.counts.family import FamilyTable

SAMPLES = Path("resources/sample_data")
MATRICES = "model,tp,fn,fp,tn\n"
TRAINED = "model,tp,fn,fp,tn,train_pc\n"
LEAVES = "model,leaf,class,matched,errors\n"
TREE = LEAVES + "t,1,bad,10,2\nt,2,good,10,3\nt,3,good,5,0\n"


def load(text: str, positive: str | None = None) -> CountedDataset:
    return load_counted(open_text(text), positive)


def family(counted: CountedDataset, model: str) -> FamilyTable:
    table = counted.tables[model]
    assert isinstance(table, FamilyTable)
    return table


@pytest.mark.parametrize(
    ("header", "kind"),
    [
        ("model,tp,fn,fp,tn", TableKind.CONFUSION),
        ("train_pc,tn,fp,fn,tp,note,model", TableKind.CONFUSION),
        ("model,leaf,class,matched,errors", TableKind.LEAVES),
        ("model,leaf,class,matched", TableKind.SCORES),
        ("label,score_a", TableKind.SCORES),
    ],
)
def test_that_the_header_tells_what_the_rows_are(header: str, kind: TableKind) -> None:
    row = ",".join("1" for _ in header.split(","))
    assert table_kind(open_text(f"{header}\n{row}\n")) is kind


def test_that_rows_of_one_model_are_a_family_in_file_order() -> None:
    counted = load(TRAINED + "b,4,6,1,9,0.2\na,5,5,5,5,\nb,9,1,8,2,0.8\n")
    assert list(counted.tables) == ["b", "a"]
    classifiers = family(counted, "b").classifiers
    assert [(m.name, m.tp, m.fn, m.fp, m.tn, m.train_pc) for m in classifiers] == [
        ("1", 4, 6, 1, 9, 0.2),
        ("2", 9, 1, 8, 2, 0.8),
    ]
    assert family(counted, "a").classifiers[0].train_pc is None
    assert (counted.file_rows, counted.prevalence, counted.warnings) == (3, 0.5, ())


def test_that_without_train_pc_no_classifier_says_what_it_was_trained_for() -> None:
    assert not family(load(MATRICES + "a,4,6,1,9\n"), "a").trained


def test_that_classifiers_of_other_test_sets_are_warned_of() -> None:
    counted = load(MATRICES + "a,4,6,1,9\na,4,6,1,19\n")
    assert "a: its classifiers were tested on different numbers" in counted.warnings[0]
    assert counted.prevalence == 10 / 25


@pytest.mark.parametrize("values", [("0.2", ""), ("0.2", "0.2")])
def test_that_a_family_that_cannot_be_chosen_from_is_warned_of(values: tuple[str, str]) -> None:
    rows = "".join(f"a,4,6,1,9,{value}\n" for value in values)
    (warning,) = load(TRAINED + rows).warnings
    assert "train_pc" in warning


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (MATRICES + "a,4,6,1,9\na,-1,6,1,9\n", ["tp", "row", "2 (-1)", "from 0 up"]),
        (MATRICES + "a,4,6,,9\n", ["fp", "1 (missing)"]),
        (MATRICES + "a,4,6,inf,9\n", ["fp", "1 (inf)"]),
        (MATRICES + "a,4,6,few,9\na,4,6,1,9\n", ["fp", '1 row: 1 "few"', "numbers"]),
        (MATRICES + "a,4,6,1,9\na,0,0,1,9\n", ["tp + fn", "no positive case", "2 (0)"]),
        (MATRICES + "a,4,6,0,0\n", ["tn + fp", "no negative case", "1 (0)"]),
        (MATRICES + "a,4,6,1,9\n,4,6,1,9\n", ["model", "1 row: 2"]),
        (TRAINED + "a,4,6,1,9,1.5\n", ["train_pc", "1 (1.5)", "between 0 and 1"]),
        (LEAVES + "t,1,yes,3,1\nt,1,no,2,0\n", ["leaf 1 of t", "rows 1 and 2"]),
        (LEAVES + "t,1,yes,3,4\nt,2,no,2,0\n", ["errors", "matched", "1 (4)"]),
        (LEAVES + "t,1,yes,-3,0\nt,2,no,2,0\n", ["matched", "1 (-3)"]),
        (LEAVES + "t,1,bad,3,1\nt,2,good,2,0\nt,3,so-so,2,0\n", ["3 values", "so-so"]),
        (LEAVES + "t,1,bad,3,1\nt,2,,2,0\n", ["class", "1 row: 2"]),
        (LEAVES + "t,1,bad,3,1\nt,2,good,2,0\n", ["bad (1) or good (1)"]),
        (LEAVES + "t,1,bad,3,1\n", ["Every leaf predicts bad"]),
    ],
)
def test_that_bad_rows_are_named(text: str, named: list[str]) -> None:
    with pytest.raises(DataError) as caught:
        load(text)
    for words in named:
        assert words in caught.value.message
    assert caught.value.file == "Pasted table"


def test_that_leaves_become_positives_and_negatives() -> None:
    counted = load(TREE, "bad")
    table = counted.tables["t"]
    assert table.thresholds.tolist() == [float("inf"), 0.8, 0.3, 0]
    assert (table.fps.tolist(), table.tps.tolist()) == ([0, 2, 9, 14], [0, 8, 11, 11])
    assert (counted.positive_label, counted.negative_label) == ("bad", "good")


def test_that_the_other_class_turns_the_tree_around() -> None:
    table = load(TREE, "good").tables["t"]
    assert (table.fps.tolist(), table.tps.tolist()) == ([0, 0, 3, 11], [0, 5, 12, 14])


def test_that_a_positive_class_that_names_itself_is_found() -> None:
    assert load(TREE.replace("bad", "yes").replace("good", "no")).positive_label == "yes"


def test_that_a_tree_may_conclude_one_class_alone() -> None:
    counted = load(LEAVES + "t,1,good,10,4\nt,2,good,10,1\n", "bad")
    assert counted.tables["t"].tps.tolist() == [0, 4, 5]


def test_that_a_class_that_does_not_occur_is_refused() -> None:
    with pytest.raises(DataError, match="worst"):
        load(TREE, "worst")


def test_that_a_tree_without_a_class_is_named_with_the_class() -> None:
    text = TREE + "u,1,good,4,0\n"
    with pytest.raises(DataError, match="leaves of u hold no case of bad"):
        load(text, "bad")


def test_that_leaves_without_cases_are_warned_of_and_add_nothing() -> None:
    counted = load(TREE + "t,4,bad,0,0\n", "bad")
    assert counted.tables["t"].fps.tolist() == [0, 2, 9, 14]
    assert "1 row of leaves" in counted.warnings[0]


def test_that_any_kind_of_file_may_hold_counts(tmp_path: Path) -> None:
    path = tmp_path / "counts.jsonl"
    path.write_text('{"model": "a", "tp": 4, "fn": 6, "fp": 1, "tn": 9}\n' * 2, encoding="utf-8")
    counted = load_counted(open_source(path))
    assert len(family(counted, "a").classifiers) == 2
    assert len(counted.sha256) == 64


@pytest.mark.parametrize("change", [str.upper, str.title, str.swapcase])
def test_that_the_header_of_counts_may_be_in_any_case(change):
    for name in ("breast_cancer_family.csv", "breast_cancer_leaves.csv"):
        text = (SAMPLES / name).read_text()
        header, rest = text.split("\n", 1)
        plain, other = open_text(text), open_text(f"{change(header)}\n{rest}")
        assert table_kind(other) is table_kind(plain) is not TableKind.SCORES
        before, after = (
            load_counted(source, "malignant" if "leaves" in name else None)
            for source in (plain, other)
        )
        assert list(after.tables) == list(before.tables)
        for model, table in before.tables.items():
            np.testing.assert_array_equal(after.tables[model].tps, table.tps)
            np.testing.assert_array_equal(after.tables[model].fps, table.fps)


def test_that_counts_named_twice_but_for_case_are_refused():
    text = "Model,Tp,TP,fn,fp,tn\na,1,2,3,4,5\n"
    with pytest.raises(DataError, match="Tp and TP differ only by case"):
        load_counted(open_text(text))
