"""Comparisons of AUCs that have no interval, and of many models at once."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from scipy.special import ndtri
from sklearn.metrics import roc_auc_score

from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.errors import ConstraintError, SingleClassError
from costcurve_gui.engine.resampling import placements as placements_module
from costcurve_gui.engine.resampling.auc_comparison import compare_auc, compare_aucs
from costcurve_gui.engine.resampling.auc_interval import auc_interval
from costcurve_gui.engine.resampling.placements import placements

LABELS = np.array([True, True, True, False, False, False])
SONAR = Path(__file__).parents[2] / "resources" / "sample_data" / "sonar_cv10.csv"


def test_that_a_model_does_not_differ_from_itself() -> None:
    found = compare_auc(LABELS, [6, 5, 2, 4, 3, 1], [6, 5, 2, 4, 3, 1])
    assert (found.difference, found.low, found.high, found.p_value) == (0.0, None, None, None)
    assert found.reason == "both models place every instance alike"


def test_that_a_perfect_and_a_constant_model_differ_without_variance() -> None:
    found = compare_auc(LABELS, LABELS.astype(float), np.zeros(6))
    assert (found.difference, found.p_value) == (0.5, None)
    assert found.reason == "the difference is the same for every instance"


@pytest.mark.parametrize("label", [True, False])
def test_that_one_instance_of_a_class_has_no_variance(label: bool) -> None:
    labels = [label, not label, not label]
    found = compare_auc(labels, [3.0, 2.0, 5.0], [1.0, 2.0, 3.0])
    assert found.low is None
    assert found.reason == f"there is only one {'positive' if label else 'negative'}"
    table = threshold_table(labels, [2.0, 3.0, 1.0])
    assert auc_interval(table).reason == found.reason


def test_that_a_reversed_separation_is_named() -> None:
    interval = auc_interval(threshold_table(LABELS, ~LABELS))
    assert (interval.auc, interval.low) == (0.0, None)
    assert interval.reason == "the classes are separated perfectly, in reverse"


def test_that_weights_leave_the_difference_alone() -> None:
    weight = np.array([1.0, 2.0, 1.0, 3.0, 1.0, 1.0])
    a, b = np.array([6.0, 5, 2, 4, 3, 1]), np.array([1.0, 5, 4, 2, 6, 3])
    found = compare_auc(LABELS, a, b, sample_weight=weight)
    areas = [roc_auc_score(LABELS, score, sample_weight=weight) for score in (a, b)]
    assert found.difference == pytest.approx(areas[0] - areas[1])
    assert (found.low, found.p_value, found.reason) == (None, None, "rows have weights")


def test_that_many_models_are_compared_as_each_pair_alone() -> None:
    random = np.random.default_rng(8)
    labels = random.random(200) < 0.3
    scores = {name: random.normal(labels * shift) for name, shift in (("a", 1), ("b", 2), ("c", 0))}
    scores["b"][::9] = np.nan
    found = compare_aucs(labels, scores, level=0.95)
    assert list(found) == [("a", "b"), ("a", "c"), ("b", "c")]
    for (a, b), comparison in found.items():
        assert comparison == compare_auc(labels, scores[a], scores[b], level=0.95)


def test_that_rows_that_both_scored_must_hold_both_classes() -> None:
    gone = np.where(LABELS, np.nan, 1.0)
    with pytest.raises(SingleClassError):
        compare_auc(LABELS, np.arange(6.0), gone)


def test_that_only_the_order_of_scores_matters() -> None:
    random = np.random.default_rng(2)
    labels, a, b = random.random(300) < 0.5, random.normal(size=300), random.normal(size=300)
    plain = compare_auc(labels, a, b)
    bent = compare_auc(labels, np.exp(a), b * 1e6 - 3)
    assert bent == plain


@pytest.mark.parametrize("level", [0.0, 1.0, 1.5, np.nan])
def test_that_a_level_that_is_no_confidence_is_refused(level: float) -> None:
    with pytest.raises(ConstraintError, match="confidence level"):
        auc_interval(threshold_table(LABELS, [6, 5, 2, 4, 3, 1]), level)
    with pytest.raises(ConstraintError, match="confidence level"):
        compare_auc(LABELS, np.arange(6.0), np.arange(6.0), level)


def test_that_a_long_table_is_read_in_parts() -> None:
    # More distinct scores than one part holds; the variance from placements sees them at once.
    random = np.random.default_rng(4)
    labels = random.random(80_000) < 0.2
    scores = random.normal(labels * 0.8)
    placed = placements(labels, scores)
    positives, negatives = labels.sum(), (~labels).sum()
    v10 = 1 - placed.doubled[labels] / (2 * negatives)
    v01 = placed.doubled[~labels] / (2 * positives)
    error = np.sqrt(v10.var(ddof=1) / positives + v01.var(ddof=1) / negatives)
    interval = auc_interval(threshold_table(labels, scores), level=0.99)
    assert v10.mean() == pytest.approx(interval.auc)
    assert interval.low == pytest.approx(interval.auc - ndtri(0.995) * error)
    assert interval.high == pytest.approx(interval.auc + ndtri(0.995) * error)


def test_that_sonar_models_are_compared_as_by_all_pairs() -> None:
    with SONAR.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    names = [name for name in rows[0] if name.startswith("score_")]
    labels = np.array([row["label"] == "M" for row in rows])
    scores = {name: np.array([float(row[name]) for row in rows]) for name in names}
    kernels = {}
    for name, score in scores.items():
        above = score[labels][:, None] - score[~labels][None, :]
        kernels[name] = (above > 0) + (above == 0) / 2
    for (a, b), found in compare_aucs(labels, scores).items():
        moved = kernels[a] - kernels[b]
        by_row, by_column = moved.mean(axis=1), moved.mean(axis=0)
        error = np.sqrt(by_row.var(ddof=1) / by_row.size + by_column.var(ddof=1) / by_column.size)
        assert found.difference == pytest.approx(moved.mean(), abs=1e-12)
        assert found.low == pytest.approx(moved.mean() - ndtri(0.95) * error)


@pytest.mark.parametrize("steps", [1, 3, 1_000])
def test_that_placements_are_the_same_in_parts(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(5)
    labels = random.random(500) < 0.2
    scores = random.random(500).round(2)
    # Of the other class twice those that score more, once those that score the same.
    doubled = [
        np.sum(1 + np.sign(scores[labels != label] - own))
        for label, own in zip(labels, scores, strict=True)
    ]
    monkeypatch.setattr(placements_module, "_STEPS", steps)
    assert np.array_equal(placements(labels, scores).doubled, doubled)
