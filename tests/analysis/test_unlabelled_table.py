"""unlabelled_prior.csv, made of a snapshot and the scores of a second file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from costcurve_gui.analysis.tables.options import TableOptions, UnlabelledScores
from costcurve_gui.analysis.tables.unlabelled import has_unlabelled, unlabelled_table
from costcurve_gui.engine.prevalence.unlabelled import unlabelled_prior
from tests.helpers.snapshots import german_credit_snapshot

if TYPE_CHECKING:
    from costcurve_gui.analysis.tables.table import Table

SNAPSHOT = german_credit_snapshot(only="naive_bayes")
(MODEL,) = SNAPSHOT.curve_set.models


def with_scores(column: str) -> TableOptions:
    assert SNAPSHOT.curve_set.cases is not None
    scores = np.append(SNAPSHOT.curve_set.cases.dataset.scores[MODEL.info.column], np.nan)
    return TableOptions(unlabelled=UnlabelledScores("new.csv", {column: scores}))


def rows_of(table: Table) -> list[dict[str, Any]]:
    columns = [np.asarray(column, object).tolist() for column in table.columns]
    return [dict(zip(table.header, row, strict=True)) for row in zip(*columns, strict=True)]


def test_that_there_is_a_table_only_of_a_second_file():
    assert not has_unlabelled(SNAPSHOT, TableOptions())
    assert rows_of(unlabelled_table(SNAPSHOT, TableOptions())) == []
    assert has_unlabelled(SNAPSHOT, with_scores(MODEL.info.column))


def test_that_rows_have_what_the_engine_finds_and_what_is_left_out():
    options = with_scores(MODEL.info.column)
    table = unlabelled_table(SNAPSHOT, options)
    assert SNAPSHOT.curve_set.cases is not None
    dataset = SNAPSHOT.curve_set.cases.dataset
    scores = dataset.scores[MODEL.info.column]
    spec = SNAPSHOT.settings.bands.spec
    found = unlabelled_prior(scores[dataset.y_true], scores[~dataset.y_true], scores, spec)
    rows = rows_of(table)
    assert [row["method"] for row in rows] == ["expectation maximisation", "confusion matrix"]
    for row, key in zip(rows, ("em", "confusion"), strict=True):
        one = found.estimates[key]
        assert (row["prior"], row["low"], row["high"]) == (one.prior, one.low, one.high)
        assert row["low"] < dataset.y_true.mean() < row["high"]
        assert (row["rows"], row["missing"]) == (500, 1)
        assert row["offered"]


@pytest.mark.parametrize("column", ["another"])
def test_that_a_model_without_a_column_there_has_a_reason(column):
    table = unlabelled_table(SNAPSHOT, with_scores(column))
    rows = rows_of(table)
    assert [row["offered"] for row in rows] == [False, False]
    assert all("derived" in row["reason"] for row in rows)


def test_that_turned_scores_say_the_same():
    info = replace(MODEL.info, lower_is_positive=True)
    turned = replace(SNAPSHOT.curve_set, models=(replace(MODEL, info=info),))
    plain, options = (with_scores(MODEL.info.column) for _ in range(2))
    assert options.unlabelled is not None
    scores = {MODEL.info.column: -options.unlabelled.scores[MODEL.info.column]}
    options = replace(options, unlabelled=UnlabelledScores("new.csv", scores))
    other = unlabelled_table(replace(SNAPSHOT, curve_set=turned), options)
    assert rows_of(other) == rows_of(unlabelled_table(SNAPSHOT, plain))
