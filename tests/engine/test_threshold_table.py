from __future__ import annotations

from math import inf, nan

import numpy as np
import pytest
from hypothesis import given
from sklearn import metrics

from costcurve_gui.engine import threshold_table
from costcurve_gui.engine.errors import SingleClassError
from tests.helpers.oracles import (
    FIGURE_3_LABELS,
    FIGURE_3_SCORES,
    FIGURE_4_LABELS,
    FIGURE_4_SCORES,
    counts_by_definition,
    noisy_sample,
    scored_labels,
)


def rows_of(table) -> list[tuple[float, float, float]]:
    return list(zip(table.thresholds.tolist(), table.fps.tolist(), table.tps.tolist(), strict=True))


def test_that_figure_3_of_fawcett_2004_has_its_printed_points() -> None:
    table = threshold_table(FIGURE_3_LABELS, FIGURE_3_SCORES)
    points = dict(zip(table.thresholds, zip(table.fpr, table.tpr, strict=True), strict=True))
    assert len(table) == 21
    assert points[inf] == (0, 0)
    assert points[0.9] == (0, 0.1)
    assert points[0.54] == (0.1, 0.5)
    assert points[0.1] == (1, 1)


def test_that_figure_4_of_fawcett_2004_passes_through_the_perfect_corner() -> None:
    table = threshold_table(FIGURE_4_LABELS, FIGURE_4_SCORES)
    assert (0.99955, 0, 6) in rows_of(table)
    # The accuracy point of the figure: threshold 0.5 calls two of four negatives positive.
    assert (0.50961, 2, 6) in rows_of(table)


def test_that_the_ten_equal_scores_of_figure_6_are_one_step() -> None:
    table = threshold_table([False] * 4 + [True] * 6, [0.5] * 10)
    assert rows_of(table) == [(inf, 0, 0), (0.5, 4, 6)]


@given(scored_labels())
def test_that_counts_follow_their_definition(sample) -> None:
    labels, scores = sample
    assert rows_of(threshold_table(labels, scores)) == counts_by_definition(*sample)


@pytest.mark.parametrize("rows", [2, 254, 255, 256, 65_535, 65_536, 100_000])
@pytest.mark.parametrize("levels", [None, 50])
def test_that_counts_agree_with_scikit_learn(rows: int, levels: int | None) -> None:
    y_true, y_score = noisy_sample(rows, levels=levels)
    fpr, tpr, thresholds = metrics.roc_curve(y_true, y_score, drop_intermediate=False)
    table = threshold_table(y_true, y_score)
    np.testing.assert_array_equal(table.thresholds, thresholds)
    np.testing.assert_array_equal(table.fpr, fpr)
    np.testing.assert_array_equal(table.tpr, tpr)


@pytest.mark.parametrize("levels", [None, 50])
def test_that_weighted_rates_agree_with_scikit_learn(levels: int | None) -> None:
    y_true, y_score = noisy_sample(5_000, levels=levels)
    weights = np.random.default_rng(2).gamma(2.0, size=5_000)
    fpr, tpr, thresholds = metrics.roc_curve(
        y_true, y_score, sample_weight=weights, drop_intermediate=False
    )
    table = threshold_table(y_true, y_score, sample_weight=weights)
    np.testing.assert_array_equal(table.thresholds, thresholds)
    np.testing.assert_allclose(table.fpr, fpr, rtol=1e-12)
    np.testing.assert_allclose(table.tpr, tpr, rtol=1e-12)
    assert (table.fpr[-1], table.tpr[-1]) == (1, 1)


def test_that_a_row_of_weight_0_keeps_its_threshold() -> None:
    table = threshold_table([True, False, True], [3, 2, 1], sample_weight=[1.5, 0.5, 0])
    assert rows_of(table) == [(inf, 0, 0), (3, 0, 1.5), (2, 0.5, 1.5), (1, 0.5, 1.5)]


def test_that_infinite_scores_are_scores() -> None:
    table = threshold_table([True, False, True, False], [inf, inf, -inf, 0])
    assert rows_of(table) == [(inf, 0, 0), (inf, 1, 1), (0, 2, 1), (-inf, 2, 2)]


def test_that_missing_scores_are_left_out_and_counted() -> None:
    table = threshold_table([True, False, True, False], [0.5, 0.2, nan, nan])
    assert rows_of(table) == [(inf, 0, 0), (0.5, 0, 1), (0.2, 1, 1)]
    assert (table.rows, table.missing) == (2, 2)


def test_that_missing_scores_take_their_weights_with_them() -> None:
    table = threshold_table([True, True, False], [nan, 0.5, 0.2], sample_weight=[8, 2, 3])
    assert (table.positives, table.negatives) == (2, 3)


def test_that_a_class_without_scores_is_named() -> None:
    with pytest.raises(SingleClassError, match="negative class is missing"):
        threshold_table([True, False], [0.5, nan])


def test_that_negative_zero_ties_with_zero() -> None:
    table = threshold_table([True, False], [-0.0, 0.0])
    assert rows_of(table) == [(inf, 0, 0), (0, 1, 1)]


def test_that_neighbouring_denormals_are_told_apart() -> None:
    scores = [5e-324, 0.0, -5e-324, 1e-323]
    table = threshold_table([True, False, True, False], scores)
    assert table.thresholds.tolist() == [inf, 1e-323, 5e-324, 0.0, -5e-324]


def test_that_neighbouring_floats_are_told_apart() -> None:
    above = np.nextafter(-3.0, 0)
    table = threshold_table([True, False, True], [-3.0, above, 3.0])
    assert table.thresholds.tolist() == [inf, 3.0, above, -3.0]


@pytest.mark.parametrize("dtype", [np.float32, np.int64, np.uint8, np.bool_])
def test_that_scores_of_other_types_count_like_float64(dtype: type) -> None:
    y_true, y_score = noisy_sample(400, levels=5)
    typed = np.abs(y_score).astype(dtype)
    assert rows_of(threshold_table(y_true, typed)) == rows_of(
        threshold_table(y_true, typed.astype(np.float64))
    )


def test_that_extreme_scores_of_both_signs_count_like_moderate_ones() -> None:
    # Their magnitudes use all 64 bits, so they are sorted by index.
    scores = [1.7e308, 5e-324, -5e-324, -1.7e308]
    labels = [True, False, True, False]
    counts = [row[1:] for row in rows_of(threshold_table(labels, scores))]
    assert counts == [row[1:] for row in rows_of(threshold_table(labels, [4, 3, 2, 1]))]
    assert threshold_table(labels, scores).thresholds.tolist() == [inf, *scores]


def test_that_counts_are_held_in_the_smallest_type() -> None:
    y_true, y_score = noisy_sample(1_000)
    assert threshold_table(y_true, y_score).tps.dtype == np.uint16


def test_that_arrays_of_the_table_are_read_only() -> None:
    table = threshold_table([True, False], [2, 1])
    for column in (table.thresholds, table.fps, table.tps, table.fpr, table.tpr):
        assert not column.flags.writeable


@pytest.mark.parametrize("levels", [None, 50])
def test_that_slices_and_positions_read_the_same_counts(levels: int | None) -> None:
    table = threshold_table(*noisy_sample(2_000, levels=levels))
    some = np.array([0, 7, len(table) - 1, 7])
    np.testing.assert_array_equal(table.fps_at(some), table.fps[some])
    np.testing.assert_array_equal(table.fps_at(slice(5, 20)), table.fps[5:20])


def test_that_the_input_stays_as_it_was() -> None:
    y_true, y_score = noisy_sample(100)
    before = y_score.copy()
    threshold_table(y_true, y_score)
    np.testing.assert_array_equal(y_score, before)
    assert y_score.flags.writeable


@given(scored_labels())
def test_that_searching_a_rate_agrees_with_comparing_every_row(sample) -> None:
    table = threshold_table(*sample)
    asked = np.unique(np.concatenate((table.fpr, table.tpr, [0.1, 0.29, 0.7, 1 / 3])))
    asked = np.concatenate((asked, np.nextafter(asked, 2), [1.5]))
    for rates, found in (
        (table.fpr, table.rows_reaching_fpr(asked)),
        (table.tpr, table.rows_reaching_tpr(asked)),
    ):
        expected = [int(np.argmax(np.append(rates, inf) >= value)) for value in asked]
        assert found.tolist() == expected
