"""Models derived from confusion matrices and from leaves of trees, where no case is known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.analysis.derivation import DerivedModel
from costcurve_gui.analysis.derivations import (
    CALIBRATED,
    CONJUNCTION,
    DERIVATIONS,
    DISJUNCTION,
    REVERSED,
)
from costcurve_gui.analysis.interval_settings import Samples
from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.intervals.estimator import Estimator
from costcurve_gui.analysis.intervals.results import Failed
from costcurve_gui.analysis.loading import Origin, load_counts
from costcurve_gui.analysis.settings import DatasetSettings
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.tables.bands import cost_band_needs
from costcurve_gui.analysis.tables.comparisons import auc_comparison_table, difference_needs
from costcurve_gui.analysis.tables.derived import combinations_table
from costcurve_gui.analysis.tables.options import TableOptions
from costcurve_gui.dataio.table_kind import Needs
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.resources import resource_path

PAPER = resource_path("sample_data", "papers", "fawcett2004_figure_12.csv")
LEAVES = resource_path("sample_data", "breast_cancer_leaves.csv")
BOTH = DerivedModel("both", 3, CONJUNCTION, ("c1", "c2"), (1, 1))
EITHER = DerivedModel("either", 4, DISJUNCTION, ("c1", "c2"), (1, 1))


def loaded(path=PAPER):
    source = Origin.of(path).open(None, NO_PROGRESS)
    return load_counts(
        "d", source, "malignant" if path == LEAVES else None, lambda _: DatasetSettings()
    )


def curves(*derived, path=PAPER):
    file = loaded(path)
    return file.source.build_curves(file.info, file.settings.payoff, derived)


def snapshot(*derived, apart=False):
    settings = DatasetSettings(derived=derived)
    if apart:
        settings = replace(settings, bands=replace(settings.bands, samples=Samples.DIFFERENT))
    return build_snapshot(curves(*derived), settings)


def test_that_a_derivation_needs_no_cases_exactly_where_it_is_made_from_counts():
    for kind in DERIVATIONS.values():
        assert (kind.needs is not Needs.CASES) == (kind.from_counts is not None)


def test_that_the_expected_point_is_the_product_of_the_rates():
    both, either = curves(BOTH, EITHER).models[2:]
    assert (both.evaluation.table.fpr[1], both.evaluation.table.tpr[1]) == pytest.approx(
        (0.08, 0.42)
    )
    assert (either.evaluation.table.fpr[1], either.evaluation.table.tpr[1]) == pytest.approx(
        (0.52, 0.905)
    )
    assert both.expected_only
    assert either.expected_only
    assert both.combination.bounds.high == pytest.approx((0.2, 0.525))
    assert either.combination.bounds.low == pytest.approx((0.4, 0.8))


def test_that_a_combination_of_trees_scores_one_and_nought():
    found = curves(
        DerivedModel("both", 4, CONJUNCTION, ("tree_leaf5", "tree_leaf15"), (0.5, 0.3)), path=LEAVES
    ).models
    table, (one, other) = (
        found[-1].evaluation.table,
        (model.evaluation.table for model in found[:2]),
    )
    rows = one.rows_at_thresholds([0.5])[0], other.rows_at_thresholds([0.3])[0]
    assert table.thresholds.tolist()[1:] == [1, 0]
    assert table.fpr[1] == pytest.approx(one.fpr[rows[0]] * other.fpr[rows[1]])
    assert table.tpr[1] == pytest.approx(one.tpr[rows[0]] * other.tpr[rows[1]])
    assert found[-1].absolute is None


def test_that_a_reversed_matrix_is_a_measured_one():
    turned = curves(DerivedModel("turned", 3, REVERSED, ("c1",))).models[-1]
    assert not turned.expected_only
    assert turned.evaluation.auc == pytest.approx(1 - 0.6625)
    assert turned.auc.low is not None
    assert not turned.info.lower_is_positive  # no classifier of a family has a threshold


def test_that_a_model_is_made_from_an_expected_one():
    turned = DerivedModel("turned", 4, REVERSED, (BOTH.column,))
    table = curves(BOTH, turned).models[-1].evaluation.table
    assert (table.fpr[1], table.tpr[1]) == pytest.approx((0.92, 0.58))


def test_that_what_needs_cases_is_refused_in_words():
    with pytest.raises(
        ConstraintError, match=r"Calibrated needs scored cases; .* confusion matrices"
    ):
        curves(DerivedModel("p", 3, CALIBRATED, ("c1",)))


def test_that_the_table_has_members_and_nothing_measured_of_the_combination():
    table = combinations_table(snapshot(BOTH, EITHER), TableOptions())
    rows = [dict(zip(table.header, row, strict=True)) for row in zip(*table.columns, strict=True)]
    assert [(row["model"], row["source"], row["member"]) for row in rows] == [
        ("both", "c1", "1"),
        ("both", "c2", "1"),
        ("either", "c1", "1"),
        ("either", "c2", "1"),
    ]
    assert [row["measured_tpr"] for row in rows[::2]] == [0.525, 0.525]
    assert np.isnan([row["measured_tpr"] for row in rows[1::2]]).all()
    assert rows[3]["expected_tpr"] == pytest.approx(0.905)
    assert np.isnan([row["threshold"] for row in rows]).all()


def estimated(shown, needs):
    file = loaded()
    given = resampling_input(shown.curve_set, file.source, file.settings.payoff)
    requests = tuple(needs(shown, TableOptions()))
    return Estimator(given, shown.settings.bands).estimate(requests).results


@pytest.mark.parametrize("apart", [False, True])
def test_that_nothing_is_resampled_of_a_combination_without_cases(apart):
    shown = snapshot(BOTH, apart=apart)
    found = estimated(shown, cost_band_needs)
    failed = {one.models[0] for one, band in found.items() if isinstance(band, Failed)}
    assert failed == {f"d/{BOTH.column}"}
    for one, band in estimated(shown, difference_needs).items():
        assert isinstance(band, Failed) == (not apart or f"d/{BOTH.column}" in one.models)


def test_that_the_auc_of_a_combination_without_cases_is_compared_with_none():
    table = auc_comparison_table(snapshot(BOTH, apart=True), TableOptions())
    assert [column.tolist() for column in table.columns[:2]] == [["c1"], ["c2"]]
