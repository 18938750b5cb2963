from __future__ import annotations

from typing import TYPE_CHECKING

import duckdb
import numpy as np
import pandas as pd
import pytest

from costcurve_gui.dataio.dataset import Dataset, load_dataset
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.opening import open_source, open_text
from costcurve_gui.dataio.pivot import as_cases
from costcurve_gui.dataio.roles.choice import choose_roles
from costcurve_gui.dataio.roles.long_format import LongFormat
from costcurve_gui.dataio.roles.proposal import propose_roles
from costcurve_gui.dataio.source import ReadOptions

if TYPE_CHECKING:
    from pathlib import Path

    from costcurve_gui.dataio.source import Source

MODELS = ("tree", "forest", "score_net")
CASES = 120


def wide_cases() -> pd.DataFrame:
    rng = np.random.default_rng(0)
    cases = pd.DataFrame({"id": [f"K{i}" for i in rng.permutation(CASES)]})
    cases["label"] = np.where(rng.random(CASES) < 0.4, "bad", "good")
    cases["amount"] = rng.integers(100, 9000, CASES)
    for model in MODELS:
        cases[f"score_{model}"] = rng.random(CASES)
    return cases


def long_rows(cases: pd.DataFrame) -> pd.DataFrame:
    """Make a row a model and case, in an order of its own."""
    scores = {f"score_{model}": model for model in MODELS}
    rows = cases.rename(columns=scores).melt(
        ["id", "label", "amount"], list(MODELS), "model", "score"
    )
    return rows.sample(frac=1, random_state=1)


def opened(rows: pd.DataFrame, path: Path, **words: object) -> Source:
    if path.suffix == ".xlsx":
        rows.to_excel(path, index=False)
    elif path.suffix == ".json":
        rows.to_json(path, orient="records", double_precision=15)
    elif path.suffix == ".parquet":
        duckdb.from_df(rows).write_parquet(str(path))
    else:
        rows.to_csv(path, index=False)
    return as_cases(open_source(path), **words)


def load(source: Source, **chosen: object) -> Dataset:
    return load_dataset(source, choose_roles(source, positive="bad", **chosen))


def assert_same_cases(dataset: Dataset, cases: pd.DataFrame, rows: pd.DataFrame) -> None:
    """Compare with the wide table in the order in which ids first occur in the long one."""
    expected = cases.set_index("id").loc[rows["id"].drop_duplicates()]
    assert dataset.y_true.tolist() == (expected["label"] == "bad").tolist()
    assert dataset.numeric["amount"].tolist() == expected["amount"].tolist()
    assert set(dataset.scores) == {f"score_{model}" for model in MODELS}
    for column, scores in dataset.scores.items():
        np.testing.assert_allclose(scores, expected[column], rtol=1e-12)


@pytest.mark.parametrize("name", ["t.csv", "large.csv", "t.xlsx", "t.json", "t.parquet"])
def test_that_unmistakable_columns_are_pivoted_in_every_kind_of_file(tmp_path, monkeypatch, name):
    if name == "large.csv":
        monkeypatch.setattr("costcurve_gui.dataio.formats.text_reader.SMALL_FILE_BYTES", 2_000)
    cases = wide_cases()
    rows = long_rows(cases)
    source = opened(rows, tmp_path / name)
    assert source.rows == CASES
    dataset = load(source)
    assert_same_cases(dataset, cases, rows)
    for row in source.preview:
        assert row[0] in set(cases["id"])
        if source.complete:
            assert float(row[3]) in dataset.scores[source.columns[3].name]
    assert source.notes[0] == (
        "Long format: 360 rows of 3 models (model) were pivoted by id into 120 cases with one "
        "score a model"
    )


def test_that_columns_of_other_names_are_pivoted_where_they_are_named(tmp_path):
    cases = wide_cases()
    rows = long_rows(cases).rename(columns={"model": "who", "id": "Kunde", "score": "wert"})
    source = opened(rows, tmp_path / "t.csv", asked=LongFormat("who", "Kunde", "wert"))
    assert_same_cases(load(source), cases, rows.rename(columns={"Kunde": "id"}))


def test_that_a_column_that_is_not_there_is_named(tmp_path):
    with pytest.raises(DataError, match='No column "modle"'):
        opened(
            long_rows(wide_cases()), tmp_path / "t.csv", asked=LongFormat("modle", "id", "score")
        )


def test_that_repeated_ids_are_asked_about_where_names_tell_nothing(tmp_path):
    rows = long_rows(wide_cases()).rename(columns={"model": "who"})
    source = opened(rows, tmp_path / "t.csv")
    (problem,) = [one for one in propose_roles(source).problems if one.part == "cases"]
    assert problem.message == (
        "id repeats: 120 values in 360 rows. Are these rows one model and case each (long format)?"
    )
    with pytest.raises(DataError, match="id repeats"):
        load(source)
    assert load(source, group="id").rows == 360


def test_that_a_few_ids_given_twice_are_no_long_format(tmp_path):
    cases = wide_cases()
    cases.loc[:20, "id"] = "K1"
    assert load(opened(cases, tmp_path / "t.csv")).rows == CASES


def test_that_a_wide_file_with_a_column_of_car_models_stays(tmp_path):
    cases = wide_cases()[["id", "label", "score_tree"]]
    cases["model"] = ["polo" if i % 2 else "golf" for i in range(CASES)]
    source = opened(cases, tmp_path / "t.csv")
    assert source.notes == ()
    assert load(source).rows == CASES


def test_that_a_pair_without_row_is_a_missing_score_and_said(tmp_path):
    cases = wide_cases()
    rows = long_rows(cases)
    gone = rows[(rows["model"] == "tree") & (rows["amount"] > 8000)]
    rows = rows.drop(gone.index)
    source = opened(rows, tmp_path / "t.csv")
    dataset = load(source)
    assert dataset.missing["score_tree"] == len(gone)
    assert source.column("score_tree").missing == len(gone)
    ids = rows["id"].drop_duplicates().tolist()
    absent = [ids[i] for i in np.flatnonzero(np.isnan(dataset.scores["score_tree"]))]
    assert set(absent) == set(gone["id"])
    assert source.notes[1] == (
        f"Cases without a row of a model, whose score is missing: tree {len(gone)}"
    )


def test_that_two_rows_of_one_model_and_id_are_refused_with_their_numbers(tmp_path):
    rows = long_rows(wide_cases())
    rows = pd.concat([rows, rows.iloc[[6, 40]]])
    with pytest.raises(DataError) as caught:
        opened(rows, tmp_path / "t.csv")
    model = rows.iloc[6]["model"]
    assert str(caught.value) == (
        f"{model} has 2 rows with the same id (7, 361), 2 rows too many in all. "
        "In long format each model needs one row for each id."
    )
    assert caught.value.rows == (7, 361)


def test_that_the_labels_of_one_id_must_agree(tmp_path):
    rows = long_rows(wide_cases()).sort_values(["id", "model"])
    rows.iloc[4, rows.columns.get_loc("label")] = (
        "good" if rows.iloc[4]["label"] == "bad" else "bad"
    )
    with pytest.raises(
        DataError, match="label differs between rows of one id, first in rows 4 and 5"
    ):
        opened(rows, tmp_path / "t.csv")


def test_that_spellings_of_one_label_agree(tmp_path):
    rows = long_rows(wide_cases())
    rows.iloc[::2, rows.columns.get_loc("label")] = rows.iloc[::2]["label"].str.title()
    assert load(opened(rows, tmp_path / "t.csv")).rows == CASES


def test_that_columns_that_differ_within_an_id_are_left_out_and_said(tmp_path):
    rows = long_rows(wide_cases())
    rows["seconds"] = np.arange(len(rows))
    source = opened(rows, tmp_path / "t.csv")
    assert "seconds" not in {column.name for column in source.columns}
    assert source.dropped["seconds"] == "differs between rows of one id"
    assert source.notes[-1].startswith("seconds is left out: it differs between rows of one id")


@pytest.mark.parametrize(("column", "part"), [("model", "model"), ("id", "case")])
def test_that_a_row_without_model_or_id_is_refused(tmp_path, column, part):
    rows = long_rows(wide_cases())
    rows.iloc[5, rows.columns.get_loc(column)] = None
    with pytest.raises(
        DataError, match=rf"{column} has no value in 1 row: 6\. Every row needs a {part}"
    ):
        opened(rows, tmp_path / "t.csv")


def test_that_scores_in_percent_are_read_and_text_is_refused_by_row_of_the_file(tmp_path):
    cases = wide_cases()
    rows = long_rows(cases)
    rows["score"] = [f"{100 * score:.3f}%" for score in rows["score"]]
    source = opened(rows, tmp_path / "t.csv")
    by_id = rows[rows["model"] == "tree"].set_index("id")["score"]
    expected = [float(by_id[i].rstrip("%") + "e-2") for i in rows["id"].drop_duplicates()]
    assert load(source).scores["score_tree"].tolist() == expected
    rows.iloc[8, rows.columns.get_loc("score")] = "n.v."
    with pytest.raises(DataError, match=r'score has text in 1 row: 9 "n\.v\."'):
        opened(rows, tmp_path / "t.csv")


def test_that_models_are_named_by_their_own_names(tmp_path):
    source = opened(long_rows(wide_cases()), tmp_path / "t.csv")
    assert choose_roles(source, positive="bad", scores=["tree"]).scores == ("score_tree",)


@pytest.mark.parametrize("extension", ["csv", "parquet"])
def test_that_balanced_rows_of_several_models_are_never_pooled(tmp_path, extension):
    rows = long_rows(wide_cases()).rename(columns={"model": "variant", "id": "which"})
    source = opened(rows, tmp_path / f"data.{extension}")
    with pytest.raises(DataError, match="which repeats: 120 values in 360 rows"):
        choose_roles(source, positive="bad")
    pivoted = opened(
        rows, tmp_path / f"again.{extension}", asked=LongFormat("variant", "which", "score")
    )
    assert len(load(pivoted).scores) == len(MODELS)


def test_that_models_without_identifiers_are_never_pooled(tmp_path):
    rows = long_rows(wide_cases()).drop(columns="id")
    source = opened(rows, tmp_path / "data.csv")
    with pytest.raises(DataError, match="model has 3 values in 360 rows and no column tells"):
        choose_roles(source, positive="bad")


def test_that_features_that_repeat_are_no_models(tmp_path):
    cases = (
        wide_cases()
        .drop(columns="id")
        .assign(region=["north", "south"] * 60, floor=[row % 40 for row in range(120)])
    )
    assert len(load(opened(cases, tmp_path / "data.csv")).scores) == len(MODELS)


def test_that_reading_options_say_what_a_row_is():
    text = "nr,who,value,label\n" + "".join(
        f"{case},{who},{case},{'bad' if case % 2 else 'good'}\n"
        for case in range(6)
        for who in ("a", "b")
    )
    long = as_cases(open_text(text, ReadOptions(long=("who", "nr", "value"))))
    assert (long.rows, long.options.long) == (6, ("who", "nr", "value"))
    assert long.unpivoted.rows == 12
    wide = as_cases(open_text(text, ReadOptions(long=())))
    assert (wide.rows, wide.rows_are_cases, wide.unpivoted) == (12, True, None)
    with pytest.raises(DataError, match='No column "whom"'):
        as_cases(open_text(text, ReadOptions(long=("whom", "nr", "value"))))
