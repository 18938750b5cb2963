"""Decision curves."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.engine import net_benefit_curve, threshold_table, treat_all, treat_none
from costcurve_gui.engine.curves.net_benefit import THRESHOLDS, treat_all_reaches
from costcurve_gui.engine.errors import ConstraintError, NotProbabilityError
from tests.helpers.oracles import PROBABILITIES, probability_sample, scored_labels


@given(scored_labels(PROBABILITIES), st.floats(0, 0.99))
def test_that_net_benefit_counts_those_at_or_above_the_threshold(sample, stake: float) -> None:
    labels, scores = sample
    # Vickers & Elkin: true positives less false positives at their exchange rate, per patient.
    called = scores >= stake
    hits, alarms = (called & labels).sum(), (called & ~labels).sum()
    expected = (hits - alarms * stake / (1 - stake)) / labels.size
    curve = net_benefit_curve(threshold_table(*sample), labels.mean(), [stake])
    assert curve.net_benefit[0] == pytest.approx(expected)


@given(scored_labels(PROBABILITIES), st.floats(0, 1))
def test_that_a_prior_is_a_sample_with_as_many_positives(sample, prior: float) -> None:
    labels, _ = sample
    weights = np.where(labels, prior / labels.sum(), (1 - prior) / (~labels).sum())
    called = sample[1] >= THRESHOLDS[:, None]
    worth = np.where(labels, 1.0, -(THRESHOLDS / (1 - THRESHOLDS))[:, None])
    expected = (called * worth * weights).sum(axis=1)
    curve = net_benefit_curve(threshold_table(*sample), prior)
    np.testing.assert_allclose(curve.net_benefit, expected, atol=1e-9)


def test_that_the_thresholds_are_hundredths_in_their_shortest_form() -> None:
    curve = net_benefit_curve(threshold_table(*probability_sample(100)), 0.5)
    assert [str(w) for w in curve.threshold_probabilities.tolist()] == [
        f"0.{percent:02d}".rstrip("0") for percent in range(1, 100)
    ]


def test_that_a_score_on_the_threshold_is_treated() -> None:
    scores = [0.07, 0.29, 0.57, 0.58]
    table = threshold_table([True, True, True, False], scores)
    rows = np.searchsorted(THRESHOLDS, scores)
    hits = net_benefit_curve(table, 1.0).net_benefit[rows]
    np.testing.assert_allclose(hits, [1, 2 / 3, 1 / 3, 0])


def test_that_references_are_those_of_constant_models() -> None:
    labels = np.array([True, False, False, False])
    everybody = net_benefit_curve(threshold_table(labels, np.ones(4)), 0.3)
    np.testing.assert_allclose(treat_all(0.3).net_benefit, everybody.net_benefit)
    nobody = net_benefit_curve(threshold_table(labels, np.zeros(4)), 0.3)
    np.testing.assert_array_equal(treat_none().net_benefit, nobody.net_benefit)
    assert not treat_none().net_benefit.any()


@given(st.floats(0.01, 0.99), st.floats(0, 0.98))
def test_that_treating_all_reaches_the_net_benefit_asked_for(prior: float, stake: float) -> None:
    benefit = float(treat_all(prior, [stake]).net_benefit[0])
    assert treat_all_reaches(prior, benefit) == pytest.approx(stake, abs=1e-9)


def test_that_a_calibrated_model_beats_both_references() -> None:
    rng = np.random.default_rng(0)
    scores = rng.beta(0.8, 1.6, 50_000)
    labels = rng.random(50_000) < scores
    curve = net_benefit_curve(threshold_table(labels, scores), labels.mean())
    references = np.maximum(treat_all(labels.mean()).net_benefit, 0)
    assert (curve.net_benefit > references - 1e-3).all()
    assert (curve.net_benefit > references + 0.02)[20:60].all()


def test_that_scores_beyond_0_and_1_have_no_decision_curve() -> None:
    with pytest.raises(NotProbabilityError):
        net_benefit_curve(threshold_table([True, False], [1.5, 0.5]), 0.5)


@pytest.mark.parametrize("stake", [1.0, -0.01, np.nan])
def test_that_thresholds_beyond_their_range_are_refused(stake: float) -> None:
    table = threshold_table([True, False], [0.9, 0.5])
    for use in (lambda: net_benefit_curve(table, 0.5, [stake]), lambda: treat_none([stake])):
        with pytest.raises(ConstraintError, match="Threshold probabilities"):
            use()


def test_that_a_prior_beyond_its_range_is_refused() -> None:
    with pytest.raises(ConstraintError, match="The prior"):
        treat_all(1.01)
