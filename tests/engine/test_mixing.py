"""Mixtures of two thresholds, with the example of Fawcett (2004), figure 10."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from costcurve_gui.engine.cost.condition import OperatingCondition
from costcurve_gui.engine.cost.payoff import PayoffMatrix, PayoffMeans
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.evaluation import ModelEvaluation, evaluate_scores
from costcurve_gui.engine.selection import criteria
from costcurve_gui.engine.selection.policy_evaluation import mixed_policy, mixing_probability

PRIOR = 240 / 4000


@pytest.fixture
def insurance() -> ModelEvaluation:
    """Thresholds at A = (0.1, 0.2) and B = (0.25, 0.6)."""
    y_true = [True] * 10 + [False] * 20
    y_score = [3.0] * 2 + [2.0] * 4 + [1.0] * 4 + [3.0] * 2 + [2.0] * 3 + [1.0] * 15
    return evaluate_scores("insurance", y_true, y_score)


def test_that_800_of_4000_are_reached_with_94_in_165(insurance: ModelEvaluation) -> None:
    cases_a = Fraction(1, 10) * 3760 + Fraction(2, 10) * 240
    cases_b = Fraction(25, 100) * 3760 + Fraction(6, 10) * 240
    assert (cases_a, cases_b) == (424, 1084)
    mixing = mixing_probability(float(cases_a), float(cases_b), 800.0)
    assert mixing == float(Fraction(94, 165))
    policy = mixed_policy("example", insurance, insurance.condition(PRIOR), (1, 2), mixing)
    assert (policy.fpr, policy.tpr) == pytest.approx((0.1855, 0.4279), abs=5e-5)
    assert policy.fraction_targeted * 4000 == pytest.approx(800)
    assert (policy.threshold, policy.threshold_2) == (3.0, 2.0)


def test_that_the_printed_share_of_53_percent_contacts_774(insurance: ModelEvaluation) -> None:
    policy = mixed_policy("example", insurance, insurance.condition(PRIOR), (1, 2), 0.53)
    assert policy.fraction_targeted * 4000 == pytest.approx(774, abs=0.5)


def test_that_the_hull_mixes_b_with_nobody_and_finds_more(insurance: ModelEvaluation) -> None:
    policy = criteria.workforce(insurance, insurance.condition(PRIOR), 800, 4000)
    assert (policy.threshold, policy.threshold_2) == (np.inf, 2.0)
    assert policy.mixing == pytest.approx(800 / 1084)
    assert policy.tpr == pytest.approx(0.6 * 800 / 1084)
    assert policy.tpr > 0.4279


def test_that_the_best_single_threshold_is_a(insurance: ModelEvaluation) -> None:
    policy = criteria.workforce_single(insurance, insurance.condition(PRIOR), 800, 4000)
    assert (policy.threshold, policy.threshold_2, policy.mixing) == (3.0, None, 0.0)


@pytest.mark.parametrize(("mixing", "row"), [(0.0, 1), (1.0, 2)])
def test_that_no_chance_is_left_at_either_end(
    insurance: ModelEvaluation, mixing: float, row: int
) -> None:
    policy = mixed_policy("example", insurance, insurance.condition(PRIOR), (1, 2), mixing)
    assert (policy.index, policy.index_2, policy.threshold_2, policy.mixing) == (row, None, None, 0)


def test_that_cost_rates_are_mixed_from_the_same_two_thresholds() -> None:
    # The ROC hull decides which thresholds; at those, costs have rates of their own.
    labels = np.array([True] * 4 + [False] * 4)
    scores = np.array([4.0, 2.0, 2.0, 1.0, 3.0, 2.0, 1.0, 1.0])
    loss = np.array([1.0, 10.0, 10.0, 19.0, 0.0, 0.0, 0.0, 0.0])
    model = evaluate_scores("m", labels, scores, PayoffMatrix(0.0, -1.0, -loss, 0.0))
    condition = model.condition(0.5)
    policy = criteria.neyman_pearson(model, condition, 0.25)
    assert policy.index_2 is not None
    first, second = policy.index, policy.index_2
    assert model.roc_hull.indices.tolist() == [0, 1, 3, 4]
    assert (first, second, policy.mixing) == (1, 3, 0.5)
    for mixed, source in (
        (policy.tpr, model.table.tpr),
        (policy.fpr, model.table.fpr),
        (policy.tp_benefit_rate, model.rates.tpr),
        (policy.fp_cost_rate, model.rates.fpr),
    ):
        assert mixed == pytest.approx((source[first] + source[second]) / 2)
    assert policy.expected_profit == pytest.approx(
        condition.expected_profit(policy.fp_cost_rate, policy.tp_benefit_rate)
    )


@pytest.mark.parametrize(("first", "second", "wanted"), [(0.2, 0.2, 0.2), (0.1, 0.3, 0.4)])
def test_that_a_rate_out_of_reach_is_refused(first: float, second: float, wanted: float) -> None:
    with pytest.raises(ConstraintError):
        mixing_probability(first, second, wanted)


def test_that_drawn_decisions_have_the_expected_rates(insurance: ModelEvaluation) -> None:
    condition = OperatingCondition(PRIOR, PayoffMeans(0.0, 0.0, 1.0, 1.0))
    policy = criteria.workforce(insurance, condition, 800, 4000)
    assert policy.threshold_2 is not None
    random = np.random.default_rng(3)
    scores = np.repeat([3.0, 2.0, 1.0], [200_000, 400_000, 400_000])  # the positives of the model
    second = random.random(scores.size) < policy.mixing
    positive = np.where(second, scores >= policy.threshold_2, scores >= policy.threshold)
    assert positive.mean() == pytest.approx(policy.tpr, abs=0.003)
