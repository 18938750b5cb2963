"""Rates of a confusion matrix, and what a prior does to them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from costcurve_gui.engine import (
    ConfusionRates,
    EngineError,
    absolute_rates,
    confusion_rates,
    threshold_table,
)
from costcurve_gui.engine.errors import ConstraintError, NotProbabilityError
from tests.helpers.oracles import FIGURE_4_LABELS, FIGURE_4_SCORES

COUNTS = st.integers(0, 60)
SCIKIT_LEARN = {
    "tpr": metrics.recall_score,
    "precision": metrics.precision_score,
    "accuracy": metrics.accuracy_score,
    "balanced_accuracy": metrics.balanced_accuracy_score,
    "f1": metrics.f1_score,
    "mcc": metrics.matthews_corrcoef,
}


def by_definition(tp: int, fp: int, fn: int, tn: int) -> dict[str, float]:
    return {
        "npv": tn / (tn + fn),
        "false_discovery_rate": fp / (tp + fp),
        "false_omission_rate": fn / (tn + fn),
        "fnr": fn / (tp + fn),
        "tnr": tn / (fp + tn),
        "error_rate": (fp + fn) / (tp + fp + fn + tn),
        "fraction_targeted": (tp + fp) / (tp + fp + fn + tn),
        "lift": tp / (tp + fp) / ((tp + fn) / (tp + fp + fn + tn)),
        "informedness": tp / (tp + fn) + tn / (fp + tn) - 1,
        "markedness": tp / (tp + fp) + tn / (tn + fn) - 1,
    }


def rates_of(tp: int, fp: int, fn: int, tn: int) -> ConfusionRates:
    return confusion_rates(fp / (fp + tn), tp / (tp + fn), (tp + fn) / (tp + fp + fn + tn))


@given(st.tuples(COUNTS, COUNTS, COUNTS, COUNTS).filter(all))
def test_that_rates_at_the_sample_prior_are_those_of_the_counts(
    counts: tuple[int, int, int, int],
) -> None:
    rates = rates_of(*counts)
    y_true = np.repeat([1, 0, 1, 0], counts)
    y_pred = np.repeat([1, 1, 0, 0], counts)
    for name, score in SCIKIT_LEARN.items():
        assert float(getattr(rates, name)) == pytest.approx(score(y_true, y_pred), abs=1e-12), name
    for name, expected in by_definition(*counts).items():
        assert float(getattr(rates, name)) == pytest.approx(expected), name


@given(st.floats(0, 1), st.floats(0, 1), st.integers(1, 9))
def test_that_a_prior_repeats_the_classes(fpr: float, tpr: float, times: int) -> None:
    # A class that is `times` as common gives the rates of a sample in which it is.
    rare, common = confusion_rates(fpr, tpr, 0.2), confusion_rates(fpr, tpr, times / (times + 4))
    assert float(common.tpr) == float(rare.tpr)
    assert float(common.fpr) == float(rare.fpr)
    hits, alarms = times * tpr, 4 * fpr
    if hits + alarms > 1e-9:
        assert float(common.precision) == pytest.approx(hits / (hits + alarms))


def test_that_only_rates_within_a_class_stand_still_when_the_prior_moves() -> None:
    even, rare = (confusion_rates(0.1, 0.8, prior) for prior in (0.5, 0.01))
    for name in ("fpr", "tpr", "fnr", "tnr", "informedness", "balanced_accuracy"):
        assert float(getattr(even, name)) == float(getattr(rare, name))
    for name in ("precision", "npv", "accuracy", "f1", "lift", "mcc", "markedness"):
        assert abs(float(getattr(even, name)) - float(getattr(rare, name))) > 0.01


def test_that_shares_of_nothing_are_not_numbers() -> None:
    nobody, everybody = confusion_rates(0, 0, 0.3), confusion_rates(1, 1, 0.3)
    for name in ("precision", "false_discovery_rate", "lift", "markedness", "mcc"):
        assert np.isnan(getattr(nobody, name)), name
    for name in ("npv", "false_omission_rate", "markedness", "mcc"):
        assert np.isnan(getattr(everybody, name)), name
    assert float(nobody.f1) == 0
    assert float(everybody.lift) == pytest.approx(1)


@pytest.mark.parametrize("prior", [0, 1])
def test_that_a_prior_without_one_class_gives_no_correlation(prior: float) -> None:
    assert float(confusion_rates(0.2, 0.7, prior).mcc) == 0
    assert float(confusion_rates(0.2, 0.7, prior).precision) == prior


def test_that_curves_give_a_rate_at_each_point() -> None:
    rates = confusion_rates([0, 0.1, 1], [0, 0.9, 1], 0.5)
    np.testing.assert_allclose(rates.precision, [np.nan, 0.9, 0.5])
    with pytest.raises(ValueError, match="read-only"):
        rates.fpr[0] = 1


def test_that_a_prior_beyond_its_range_is_refused() -> None:
    with pytest.raises(ConstraintError, match="The prior must lie between 0 and 1"):
        _ = confusion_rates(0.1, 0.9, 1.5).precision


def test_that_figure_4_of_fawcett_2004_is_right_in_eight_of_ten_at_one_half() -> None:
    table = threshold_table(FIGURE_4_LABELS, FIGURE_4_SCORES)
    rates = absolute_rates(table, prior=0.6)
    assert float(rates.accuracy) == pytest.approx(0.8)
    assert (float(rates.fpr), float(rates.tpr)) == (0.5, 1.0)


@given(
    st.lists(st.sampled_from([0.0, 0.2, 0.5, 0.8, 1.0]), min_size=2, max_size=12), st.floats(0, 1)
)
def test_that_the_absolute_point_counts_scores_at_or_above(
    scores: list[float], threshold: float
) -> None:
    labels = np.arange(len(scores)) % 2 == 0
    called = np.array(scores) >= threshold
    rates = absolute_rates(threshold_table(labels, scores), 0.5, threshold)
    assert float(rates.fpr) == pytest.approx(called[~labels].mean())
    assert float(rates.tpr) == pytest.approx(called[labels].mean())


@pytest.mark.parametrize("scores", [[-0.1, 0.5], [0.5, 1.1], [0.5, np.inf], [-np.inf, 1]])
def test_that_scores_beyond_0_and_1_have_no_absolute_point(scores: list[float]) -> None:
    with pytest.raises(NotProbabilityError, match="probabilities lie between 0 and 1") as caught:
        absolute_rates(threshold_table([True, False], scores), 0.5)
    assert isinstance(caught.value, EngineError)
    assert (caught.value.lowest, caught.value.highest) == (min(scores), max(scores))
