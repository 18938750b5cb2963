"""One subset of the thresholds of a model stands in every table with a row a threshold."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.analysis.criteria import MANUAL
from costcurve_gui.analysis.selection_settings import BoundsSpec, SelectionSpec
from costcurve_gui.analysis.settings import ConditionSpec, DatasetSettings
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.tables.by_threshold import COLUMNS
from costcurve_gui.analysis.tables.decisions import selection_table
from costcurve_gui.analysis.tables.options import TableOptions, models_of
from costcurve_gui.analysis.tables.registry import TABLES
from costcurve_gui.analysis.tables.subsets import subset_summary, threshold_subsets
from tests.helpers.samples import BY_AMOUNT, dataset, loaded

LOADED = loaded(dataset())
KEYS = [model.info.key for model in LOADED.curve_set.models]
SELECTION = SelectionSpec(MANUAL, thresholds=dict.fromkeys(KEYS, 0.41), bounds=BoundsSpec(fpr=0.13))
SETTINGS = DatasetSettings(
    payoff=BY_AMOUNT, condition=ConditionSpec(prior=0.1), selection=SELECTION
)
SNAPSHOT = build_snapshot(LOADED.curve_set, SETTINGS)
OPTIONS = TableOptions(payoffs_given=True)
POINTS = 24
SUBSETS = threshold_subsets(SNAPSHOT, OPTIONS, POINTS)
FEW = replace(OPTIONS, subsets=SUBSETS)


def rows_of(name, options):
    """Return the cells of a table by model and threshold."""
    table = next(spec for spec in TABLES if spec.name == name).make(SNAPSHOT, options)
    cells = [column.tolist() for column in table.columns]
    return {row[:2]: row[2:] for row in zip(*cells, strict=True)}


@pytest.mark.parametrize("name", COLUMNS)
def test_that_a_subset_leaves_out_rows_and_changes_no_cell(name):
    every, few = rows_of(name, OPTIONS), rows_of(name, FEW)
    assert len(few) < len(every)
    for key, cells in few.items():
        np.testing.assert_array_equal(np.array(cells), np.array(every[key]))


def test_that_all_tables_have_the_same_thresholds():
    wanted = set(rows_of("roc", FEW))
    for name, columns in COLUMNS.items():
        first = {key for key in wanted if np.isinf(key[1])} if columns.by_score else set()
        assert set(rows_of(name, FEW)) == wanted - first, name


def test_that_vertices_and_selected_thresholds_are_listed():
    listed = rows_of("roc", FEW)
    assert {key for key, cells in rows_of("roc", OPTIONS).items() if cells[-1]} <= set(listed)
    assert {key for key, cells in rows_of("rociv", OPTIONS).items() if cells[-1]} <= set(listed)
    table = selection_table(SNAPSHOT, OPTIONS)
    columns = dict(zip(table.header, table.columns, strict=True))
    models = {model.name: model.table for model in models_of(SNAPSHOT, OPTIONS)}
    for name, first, second in zip(
        columns["model"], columns["threshold"], columns["threshold_2"], strict=True
    ):
        for threshold in (first, second):
            if not np.isnan(threshold):
                row = models[name].rows_at_thresholds(np.array([threshold]))[0]
                assert (name, models[name].thresholds[row]) in listed


def test_that_a_calibrated_score_left_out_is_that_of_the_next_lower_one_listed():
    every, few = rows_of("isotonic", OPTIONS), rows_of("isotonic", FEW)
    for name in {key[0] for key in every}:
        listed = np.array(sorted(score for model, score in few if model == name))
        for (model, score), cells in every.items():
            if model == name:
                lower = listed[np.searchsorted(listed, score, side="right") - 1]
                assert cells == few[name, lower]


def test_that_a_model_of_few_thresholds_has_all_of_them():
    assert threshold_subsets(SNAPSHOT, OPTIONS, 10**6) == {}
    assert threshold_subsets(SNAPSHOT, OPTIONS, None) == {}


def test_that_the_summary_counts_thresholds_and_bounds_errors():
    for one, model in zip(subset_summary(SNAPSHOT, FEW), models_of(SNAPSHOT, FEW), strict=True):
        assert one["thresholds"] == len(model.table)
        assert one["listed"] == SUBSETS[model.key].size
        assert 0 <= one["errors"]["roc"] <= one["errors"]["tpr"] < 0.5
