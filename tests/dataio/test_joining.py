"""Files about the same cases become one, checked by ids or by rows and labels."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from costcurve_gui.dataio.dataset import load_dataset
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats import text_reader
from costcurve_gui.dataio.formats.opening import open_source
from costcurve_gui.dataio.joining import join
from costcurve_gui.dataio.joining.join import as_pasted, join_sources
from costcurve_gui.dataio.joining.matching import DifferentCasesError
from costcurve_gui.dataio.roles.choice import choose_roles
from costcurve_gui.dataio.roles.proposal import propose_roles
from costcurve_gui.engine.progress import Cancelled, Progress
from tests.helpers.examples import examples

ROWS = 30


def cases(rows=ROWS, seed=0):
    """Return cases with ids that have leading zeros, and the scores of two models."""
    rng = np.random.default_rng(seed)
    return pd.DataFrame(
        {
            "id": [f"{number:04}" for number in range(rows)],
            "label": np.where(rng.random(rows) < 0.4, "bad", "good"),
            "amount": rng.integers(100, 999, rows),
            "rf": rng.random(rows).round(4),
            "nb": rng.random(rows).round(4),
        }
    )


def model_file(folder, name, table, model, columns=("id", "label", "amount")):
    path = folder / name
    table[[*columns, model]].rename(columns={model: "score"}).to_csv(path, index=False)
    return open_source(path)


def written(folder, name, table):
    table.to_csv(folder / name, index=False)
    return open_source(folder / name)


def loaded(source, **roles):
    return load_dataset(source, choose_roles(source, positive="bad", **roles))


def test_that_two_files_with_ids_become_one_comparison(tmp_path):
    table = cases()
    shuffled = table.sample(frac=1, random_state=1)
    joined = join_sources(
        [
            model_file(tmp_path, "rf.csv", table, "rf"),
            model_file(tmp_path, "nb.csv", shuffled, "nb"),
        ]
    )
    dataset = loaded(joined)
    assert list(dataset.scores) == ["score_rf", "score_nb"]
    np.testing.assert_array_equal(dataset.scores["score_rf"], table["rf"])
    np.testing.assert_array_equal(dataset.scores["score_nb"], table["nb"])
    np.testing.assert_array_equal(dataset.y_true, table["label"] == "bad")
    np.testing.assert_array_equal(dataset.numeric["amount"], table["amount"])
    assert [column.name for column in joined.columns] == [
        "id", "label", "amount", "score_rf", "score_nb",
    ]  # fmt: skip
    assert joined.said == ("rf.csv and nb.csv, joined by id: 30 cases in common",)
    assert joined.format_text == "2 files, joined by id"


@settings(
    max_examples=examples(40),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.data())
def test_that_joined_files_are_what_pandas_merges(tmp_path, data):
    table = cases(12, seed=data.draw(st.integers(0, 50)))
    order = st.permutations(range(12))
    first = table.iloc[data.draw(order)[: data.draw(st.integers(9, 12))]]
    second = table.iloc[data.draw(order)[: data.draw(st.integers(9, 12))]]
    joined = join_sources(
        [
            model_file(tmp_path, "rf.csv", first, "rf"),
            written(tmp_path, "nb.csv", second[["nb", "id"]]),
        ]
    )
    merged = first.merge(second[["id", "nb"]], on="id", suffixes=("", "_2"))
    if merged["label"].nunique() < 2:
        return
    dataset = loaded(joined, label="label")
    np.testing.assert_array_equal(dataset.scores["score"], merged["rf"])
    np.testing.assert_array_equal(dataset.scores["score_nb"], merged["nb_2"])
    np.testing.assert_array_equal(dataset.numeric["amount"], merged["amount"])


@pytest.mark.parametrize("limit", [text_reader.SMALL_FILE_BYTES, 0])
@pytest.mark.parametrize("first", ["labels", "scores"])
def test_that_labels_and_scores_apart_are_joined_by_id(tmp_path, monkeypatch, limit, first):
    monkeypatch.setattr(text_reader, "SMALL_FILE_BYTES", limit)
    table = cases()
    table["age"] = range(20, 20 + ROWS)
    labels = written(tmp_path, "labels.csv", table[["id", "label", "amount", "age"]])
    scores = written(tmp_path, "scores.csv", table[["id", "nb", "rf"]][::-1])
    files = [labels, scores] if first == "labels" else [scores, labels]
    dataset = loaded(join_sources(files))
    expected = table if first == "labels" else table[::-1]
    assert sorted(dataset.scores) == ["score_nb", "score_rf"]
    np.testing.assert_array_equal(dataset.scores["score_rf"], expected["rf"])
    np.testing.assert_array_equal(dataset.y_true, expected["label"] == "bad")
    np.testing.assert_array_equal(dataset.numeric["age"], expected["age"])


def test_that_what_did_not_match_is_counted_and_listed(tmp_path):
    table = cases()
    first = model_file(tmp_path, "a.csv", table[:25], "rf")
    second = model_file(tmp_path, "b.csv", table[5:], "nb")
    joined = join_sources([first, second])
    assert (joined.rows, joined.rows_exact) == (20, True)
    assert joined.said == (
        "a.csv and b.csv, joined by id: 20 cases in common",
        "5 rows of a.csv left out, whose id is not in b.csv: 0000, 0001, 0002 and 2 more",
        "5 rows of b.csv left out, whose id is not in a.csv: 0025, 0026, 0027 and 2 more",
    )
    dataset = loaded(joined)
    np.testing.assert_array_equal(dataset.scores["score_b"], table["nb"][5:25])
    assert joined.column("id").distinct == 20


def test_that_files_of_different_cases_stay_apart(tmp_path):
    table = cases()
    first = model_file(tmp_path, "a.csv", table[:16], "rf")
    second = model_file(tmp_path, "b.csv", table[10:], "nb")
    with pytest.raises(DifferentCasesError) as caught:
        join_sources([first, second])
    assert str(caught.value) == (
        "a.csv and b.csv share 6 of 16 values of id: they are about different cases and stay apart."
    )


def test_that_leading_zeros_count_and_are_named_where_they_are_missing(tmp_path):
    table = cases()
    first = model_file(tmp_path, "a.csv", table, "rf")
    second = model_file(tmp_path, "b.csv", table.assign(id=range(ROWS)), "nb")
    with pytest.raises(DifferentCasesError, match=r'id "0000" where b\.csv has "0": leading'):
        join_sources([first, second])


def test_that_ids_of_a_workbook_keep_their_zeros(tmp_path):
    table = cases()
    book = Workbook()
    book.active.append(["id", "score"])
    for row in zip(table["id"], table["nb"].tolist(), strict=True):
        book.active.append(row)
    book.save(tmp_path / "b.xlsx")
    first = model_file(tmp_path, "a.csv", table, "rf")
    joined = join_sources([first, open_source(tmp_path / "b.xlsx")])
    np.testing.assert_array_equal(loaded(joined).scores["score_b"], table["nb"])
    assert joined.preview[7][0] == "0007"


@pytest.mark.parametrize("place", [0, 1])
def test_that_a_repeated_id_is_refused_with_its_rows(tmp_path, place):
    table = cases()
    tables = [table, table]
    tables[place] = pd.concat([table, table[3:6]])
    files = [
        model_file(tmp_path, name, one, model)
        for name, one, model in zip(("a.csv", "b.csv"), tables, ("rf", "nb"), strict=True)
    ]
    with pytest.raises(DataError) as caught:
        join_sources(files)
    name = ("a.csv", "b.csv")[place]
    assert str(caught.value) == (
        f"{name}: id 0003 is in 2 rows (4, 31), and 2 more repeat. To be joined a file needs one "
        "row for every case."
    )
    assert caught.value.rows == (4, 31)


def test_that_a_missing_id_is_refused_with_its_row(tmp_path):
    table = cases()
    first = model_file(tmp_path, "a.csv", table, "rf")
    second = model_file(tmp_path, "b.csv", table.assign(id=["", *table["id"][1:]]), "nb")
    with pytest.raises(DataError, match="id has no value in 1 row: 1") as caught:
        join_sources([first, second])
    assert caught.value.file == "b.csv"


def test_that_labels_of_one_id_have_to_agree(tmp_path):
    table = cases()
    turned = table["label"].where(table.index != 4, "good" if table["label"][4] == "bad" else "bad")
    first = model_file(tmp_path, "a.csv", table, "rf")
    second = model_file(tmp_path, "b.csv", table.assign(label=turned)[::-1], "nb")
    with pytest.raises(DataError) as caught:
        join_sources([first, second])
    assert str(caught.value) == (
        f'a.csv and b.csv do not agree: the label of id 0004 is "{table["label"][4]}" in row 5 of '
        f'a.csv and "{turned[4]}" in row 26 of b.csv. 1 of 30 cases have two labels.'
    )


def test_that_labels_that_are_spelt_otherwise_agree(tmp_path):
    table = cases().assign(label=lambda one: (one["label"] == "bad").astype(int))
    other = table.assign(label=table["label"].map({0: "0.0", 1: "TRUE"}))
    first = model_file(tmp_path, "a.csv", table, "rf")
    joined = join_sources([first, model_file(tmp_path, "b.csv", other, "nb")])
    assert joined.rows == ROWS


def test_that_classes_of_other_names_are_refused(tmp_path):
    table = cases()
    other = table.assign(label=table["label"].map({"bad": 1, "good": 0}))
    files = [
        model_file(tmp_path, "a.csv", table, "rf"),
        model_file(tmp_path, "b.csv", other, "nb"),
    ]
    with pytest.raises(DataError, match=r"label has other values in each.* Write the classes alik"):
        join_sources(files)


def test_that_rows_without_ids_are_joined_where_all_labels_agree(tmp_path):
    table = cases()
    columns = ("label", "amount")
    joined = join_sources(
        [
            model_file(tmp_path, "rf.csv", table, "rf", columns),
            model_file(tmp_path, "nb.csv", table, "nb", columns),
        ]
    )
    dataset = loaded(joined)
    np.testing.assert_array_equal(dataset.scores["score_nb"], table["nb"])
    assert joined.said == (
        "rf.csv and nb.csv, joined row by row: all 30 labels are the same in this order",
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda one: one[::-1], r"row by row the labels of \d+ of 30 differ, first "),
        (lambda one: one[:29], r"different numbers of rows \(a.csv 30 and b.csv 29\)"),
        (
            lambda one: one.assign(amount=one.amount + (one.index == 6)),
            "amount differs in row 7",
        ),
        (lambda one: one.drop(columns="label"), r"b\.csv has no true class that would tell"),
    ],
)
def test_that_rows_without_ids_stay_apart_where_anything_differs(tmp_path, change, words):
    table = cases()
    first = model_file(tmp_path, "a.csv", table, "rf", ("label", "amount"))
    other = change(table[["label", "amount", "nb"]].rename(columns={"nb": "score"}))
    with pytest.raises(DifferentCasesError, match=words):
        join_sources([first, written(tmp_path, "b.csv", other)])


def test_that_sorted_labels_tell_nothing_of_the_order_of_rows(tmp_path):
    table = cases().sort_values("label", kind="stable")
    files = [
        model_file(tmp_path, f"{model}.csv", table, model, ["label"]) for model in ("rf", "nb")
    ]
    with pytest.raises(DifferentCasesError, match=r"sorted by label: their order tells nothing"):
        join_sources(files)
    dataset = loaded(join_sources(files, "none"))
    np.testing.assert_array_equal(dataset.scores["score_nb"], table["nb"])


def test_that_rows_are_joined_by_their_order_where_that_is_asked_for(tmp_path):
    table = cases()
    labels = written(tmp_path, "labels.csv", table[["label"]].assign(one=1))
    scores = written(tmp_path, "scores.csv", table[["rf", "nb"]])
    with pytest.raises(DifferentCasesError, match="no column of ids"):
        join_sources([labels, scores])
    joined = join_sources([labels, scores], "none")
    assert joined.said == ("labels.csv and scores.csv, joined row by row as asked: 30 cases",)
    np.testing.assert_array_equal(loaded(joined).scores["score_nb"], table["nb"])


def test_that_a_group_that_repeats_is_no_id(tmp_path):
    table = cases(60)
    table["customer"] = [f"c{number // 2}" for number in range(60)]
    columns = ("customer", "label", "amount")
    files = [model_file(tmp_path, f"{model}.csv", table, model, columns) for model in ("rf", "nb")]
    joined = join_sources(files)
    assert joined.said[0].startswith("rf.csv and nb.csv, joined row by row")
    assert "customer" in {column.name for column in joined.columns}


def test_that_the_column_of_ids_can_be_named_in_any_case(tmp_path):
    table = cases()
    first = table[["id", "label", "rf"]].rename(columns={"id": "Loan"})
    second = table[["id", "nb"]].rename(columns={"id": "loan"})
    first, second = written(tmp_path, "a.csv", first), written(tmp_path, "b.csv", second[::-1])
    joined = join_sources([first, second], "loan")
    np.testing.assert_array_equal(loaded(joined).scores["score_nb"], table["nb"])
    with pytest.raises(DataError, match=r'No column "Loam"\. Did you mean Loan'):
        join_sources([first, second], "Loam")


def test_that_probabilities_of_both_classes_stay_one_model_a_file(tmp_path):
    table = cases()
    for model in ("rf", "nb"):
        table[f".pred_bad {model}"] = table[model]
        table[f".pred_good {model}"] = 1 - table[model]
    files = []
    for model in ("rf", "nb"):
        columns = {f".pred_{label} {model}": f".pred_{label}" for label in ("good", "bad")}
        part = table[["id", "label", *columns]].rename(columns=columns)
        files.append(written(tmp_path, f"{model}.csv", part))
    joined = join_sources(files)
    assert propose_roles(joined, positive_known=True).guessed is False
    dataset = loaded(joined)
    assert list(dataset.scores) == ["score_rf .pred_bad", "score_nb .pred_bad"]
    np.testing.assert_array_equal(dataset.scores["score_nb .pred_bad"], table["nb"])


def test_that_further_columns_that_differ_keep_their_file(tmp_path):
    table = cases()
    first = model_file(tmp_path, "a.csv", table, "rf")
    second = model_file(tmp_path, "b.csv", table.assign(amount=table["amount"] * 2), "nb")
    joined = join_sources([first, second])
    dataset = loaded(joined)
    np.testing.assert_array_equal(dataset.numeric["amount b"], table["amount"] * 2)
    assert "amount of b.csv" not in joined.dropped


def test_that_text_in_a_score_is_named_by_the_row_of_its_case(tmp_path):
    table = cases()
    first = model_file(tmp_path, "a.csv", table, "rf")
    wrong = table.assign(nb=table["nb"].astype(str).where(table.index != 3, "high"))
    second = model_file(tmp_path, "b.csv", wrong[::-1], "nb")
    with pytest.raises(DataError, match='score_b has text in 1 row: 4 "high"'):
        loaded(join_sources([first, second]))


def test_that_large_files_are_not_held_as_text(tmp_path, monkeypatch):
    table = cases()
    files = [
        model_file(tmp_path, "rf.csv", table, "rf"),
        model_file(tmp_path, "nb.csv", table[::-1], "nb"),
    ]
    joined = join_sources(files)
    small = as_pasted(joined)
    assert small.pasted.splitlines()[0] == "id,label,amount,score_rf,score_nb"
    monkeypatch.setattr(join, "_MOST_PASTED", 100)
    large = as_pasted(joined)
    assert (small.path, large.path, large.pasted) == (None, None, "")
    for source in (small, large):
        np.testing.assert_array_equal(loaded(source).scores["score_nb"], table["nb"])
        assert source.notes == joined.notes


@pytest.mark.parametrize("limit", [text_reader.SMALL_FILE_BYTES, 0])
def test_that_joining_can_be_cancelled(tmp_path, monkeypatch, limit):
    monkeypatch.setattr(text_reader, "SMALL_FILE_BYTES", limit)
    table = cases()
    files = [model_file(tmp_path, f"{model}.csv", table, model) for model in ("rf", "nb")]
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        join_sources(files, progress=progress)


def test_that_counts_are_not_joined(tmp_path):
    table = cases()
    first = model_file(tmp_path, "a.csv", table, "rf")
    (tmp_path / "m.csv").write_text("model,tp,fn,fp,tn\na,1,2,3,4\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"m\.csv cannot be joined: its rows are confusion matri"):
        join_sources([first, open_source(tmp_path / "m.csv")])


def test_that_three_files_are_joined_and_files_of_one_name_are_told_apart(tmp_path):
    table = cases()
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
    files = [
        model_file(tmp_path / "one", "scores.csv", table, "rf"),
        model_file(tmp_path / "two", "scores.csv", table[::-1], "nb"),
        written(tmp_path, "third.csv", table[["id"]].assign(score=table["nb"] ** 2)),
    ]
    dataset = loaded(join_sources(files))
    assert list(dataset.scores) == ["score_scores_1", "score_scores_2", "score_third_3"]
    np.testing.assert_array_equal(dataset.scores["score_scores_2"], table["nb"])
