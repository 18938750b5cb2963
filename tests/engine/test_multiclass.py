from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from costcurve_gui.engine import (
    MulticlassAreas,
    class_reference_table,
    multiclass_areas,
    multiclass_sample,
)
from costcurve_gui.engine.errors import (
    LabelError,
    LengthMismatchError,
    NonFiniteScoreError,
    SingleClassError,
    WeightError,
)
from costcurve_gui.engine.progress import Cancelled, Progress
from tests.helpers.oracles import FEW_SCORES, FIGURE_3_LABELS, FIGURE_3_SCORES, area_by_pairs

LETTERS = "abcdef"


def areas(labels, scores, weight=None) -> MulticlassAreas:
    columns = dict(zip(LETTERS, np.asarray(scores, dtype=float).T, strict=False))
    return multiclass_areas(multiclass_sample(labels, columns, weight))


def probabilities(rows: int, classes: int, decimals: int = 2) -> tuple[np.ndarray, np.ndarray]:
    """Classes of unequal size, and rounded probabilities with many ties."""
    rng = np.random.default_rng(7)
    labels = np.minimum(rng.geometric(0.4, rows) - 1, classes - 1)
    raw = rng.gamma(1.0, size=(rows, classes))
    raw[np.arange(rows), labels] += 0.5
    raw[:, -1] += 2.0 * (labels == classes - 1)  # the last class is easy to tell
    raw = np.round(raw / raw.sum(axis=1, keepdims=True), decimals)
    return labels, raw / raw.sum(axis=1, keepdims=True)


def pairwise_by_definition(labels, scores, weight) -> np.ndarray:
    classes = scores.shape[1]
    found = np.full((classes, classes), np.nan)
    for i in range(classes):
        for j in set(range(classes)) - {i}:
            rows = (labels == i) | (labels == j)
            found[i, j] = area_by_pairs(labels[rows] == i, scores[rows, i], weight[rows])
    return found


@st.composite
def samples(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Labels with every class in them, a column of scores a class, whole weights."""
    classes = draw(st.integers(2, 4))
    labels = [*range(classes), *draw(st.lists(st.integers(0, classes - 1), max_size=16))]
    cells = draw(
        st.lists(FEW_SCORES, min_size=len(labels) * classes, max_size=len(labels) * classes)
    )
    size = len(labels)
    weight = draw(st.lists(st.integers(1, 4), min_size=size, max_size=size))
    return np.array(labels), np.reshape(cells, (size, classes)), np.array(weight, dtype=float)


@given(samples())
def test_that_every_area_is_the_rank_statistic_of_its_cases(sample) -> None:
    labels, scores, weight = sample
    found = areas(labels, scores, weight)
    expected = pairwise_by_definition(labels, scores, weight)
    np.testing.assert_allclose(found.pairwise, expected, rtol=0, atol=1e-14)
    for position, area in enumerate(found.class_auc):
        by_pairs = area_by_pairs(labels == position, scores[:, position], weight)
        assert area == pytest.approx(by_pairs, abs=1e-14)


@pytest.mark.parametrize("classes", [3, 6])
def test_that_the_totals_agree_with_scikit_learn(classes: int) -> None:
    labels, scores = probabilities(5_000, classes)
    found = areas(labels, scores)
    ovr = roc_auc_score(labels, scores, multi_class="ovr", average="weighted")
    ovo = roc_auc_score(labels, scores, multi_class="ovo", average="macro")
    assert found.auc_total == pytest.approx(ovr, abs=1e-13)
    assert found.hand_till_m == pytest.approx(ovo, abs=1e-13)


def test_that_the_weighted_total_agrees_with_scikit_learn() -> None:
    labels, scores = probabilities(3_000, 4)
    weight = np.random.default_rng(5).gamma(2.0, size=3_000)
    expected = roc_auc_score(
        labels, scores, multi_class="ovr", average="weighted", sample_weight=weight
    )
    assert areas(labels, scores, weight).auc_total == pytest.approx(expected, abs=1e-13)


def test_that_whole_weights_are_copies_of_a_case() -> None:
    labels, scores = probabilities(300, 3)
    weight = np.random.default_rng(6).integers(1, 4, 300)
    weighted = areas(labels, scores, weight)
    copied = areas(labels.repeat(weight), scores.repeat(weight, axis=0))
    for name in ("class_auc", "prevalence", "pairwise"):
        np.testing.assert_allclose(getattr(weighted, name), getattr(copied, name), atol=1e-13)


def test_that_prevalences_move_the_total_and_not_m() -> None:
    labels, scores = probabilities(2_000, 3)
    times = np.where(labels == 2, 9, 1)
    once, often = areas(labels, scores), areas(labels.repeat(times), scores.repeat(times, axis=0))
    assert often.hand_till_m == pytest.approx(once.hand_till_m, abs=1e-12)
    assert abs(often.auc_total - once.auc_total) > 0.01


def test_that_two_classes_with_opposite_scores_have_one_area() -> None:
    found = areas(1 - FIGURE_3_LABELS, np.stack((FIGURE_3_SCORES, 1 - FIGURE_3_SCORES), axis=1))
    assert found.auc_total == found.hand_till_m == pytest.approx(0.68, abs=1e-15)
    assert found.pairwise[0, 1] == found.class_auc[0] == 0.68


def test_that_scores_without_information_have_half_of_everything() -> None:
    found = areas([0, 1, 2, 2], np.full((4, 3), 1 / 3))
    assert found.auc_total == found.hand_till_m == 0.5
    assert found.prevalence.tolist() == [0.25, 0.25, 0.5]


def test_that_the_table_of_pairs_is_symmetric_and_its_mean_is_m() -> None:
    found = areas(*probabilities(500, 5))
    means = found.pair_means
    np.testing.assert_array_equal(means, means.T)
    assert np.isnan(np.diag(means)).all()
    assert np.mean(means[np.triu_indices(5, 1)]) == pytest.approx(found.hand_till_m, abs=1e-14)


def test_that_a_case_without_one_of_its_scores_is_left_out_for_every_class() -> None:
    labels, scores = probabilities(200, 3)
    gaps = scores.copy()
    gaps[10, 0] = gaps[20, 2] = gaps[21] = np.nan
    without = np.delete(np.arange(200), [10, 20, 21])
    weight = np.random.default_rng(8).gamma(2.0, size=200)
    found, expected = (
        areas(labels, gaps, weight),
        areas(labels[without], scores[without], weight[without]),
    )
    for name in ("class_auc", "prevalence", "pairwise"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name))
    sample = multiclass_sample(labels, dict(zip("abc", gaps.T, strict=True)))
    assert sample.missing == class_reference_table(sample, "b").missing == 3


def test_that_a_class_reference_curve_has_one_class_against_all_others() -> None:
    labels, scores = probabilities(100, 3)
    sample = multiclass_sample(labels, dict(zip("abc", scores.T, strict=True)))
    table = class_reference_table(sample, "c")
    assert (table.positives, table.negatives) == (np.sum(labels == 2), np.sum(labels != 2))
    called = scores[:, 2] >= table.thresholds[5]
    assert table.tps[5] == np.sum(called & (labels == 2))
    assert table.fps[5] == np.sum(called & (labels != 2))
    with pytest.raises(LabelError, match="no class z; there are a, b, c"):
        class_reference_table(sample, "z")


@pytest.mark.parametrize(
    ("labels", "scores", "error", "named"),
    [
        ([0, 1], [[0.5]] * 2, LabelError, "two or more"),
        ([0, 1, 3], [[0.1, 0.2, 0.3]] * 3, LabelError, "0 to 2"),
        ([0, -1, 2], [[0.1, 0.2, 0.3]] * 3, LabelError, "0 to 2"),
        ([0.0, 1.0, 2.0], [[0.1, 0.2, 0.3]] * 3, LabelError, "position"),
        (["a", "b", "c"], [[0.1, 0.2, 0.3]] * 3, LabelError, "position"),
        ([0, 1], [[0.1, 0.2, 0.3]] * 3, LengthMismatchError, "score of a"),
        ([0, 1, 1], [[0.1, 0.2, 0.3]] * 3, SingleClassError, "The c class is missing"),
        ([0, 1, 2], [[0.1, 0.2, 0.3]] * 2 + [[0.1, np.nan, 0.3]], SingleClassError, "The c class"),
        (np.empty(0, int), np.empty((0, 3)), SingleClassError, "The a class"),
    ],
)
def test_that_bad_input_is_refused(labels, scores, error, named) -> None:
    with pytest.raises(error, match=named):
        areas(labels, scores)


def test_that_bad_weights_and_text_are_refused() -> None:
    scores = {"a": [0.1, 0.2], "b": [0.2, 0.1]}
    with pytest.raises(WeightError):
        multiclass_sample([0, 1], scores, [1.0, -1.0])
    with pytest.raises(SingleClassError, match="The b class has the total weight 0"):
        multiclass_sample([0, 1], scores, [1.0, 0.0])
    with pytest.raises(NonFiniteScoreError):
        multiclass_sample([0, 1], {**scores, "b": ["x", "y"]})


def test_that_results_are_read_only() -> None:
    found = areas(*probabilities(50, 3))
    arrays = (found.class_auc, found.prevalence, found.pairwise, found.pair_means)
    assert not any(array.flags.writeable for array in arrays)


def test_that_a_cancelled_measurement_stops() -> None:
    progress = Progress()
    progress.cancel()
    labels, scores = probabilities(50, 3)
    sample = multiclass_sample(labels, dict(zip("abc", scores.T, strict=True)))
    with pytest.raises(Cancelled):
        multiclass_areas(sample, progress)
