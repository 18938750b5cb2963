"""The review band against every pair of thresholds, and cases decided one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.engine.counts.family import ConfusionMatrix, family_table
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.evaluation import evaluate_scores, evaluate_table
from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
from costcurve_gui.engine.selection.criteria import min_cost
from costcurve_gui.engine.selection.policy import Reviewer
from costcurve_gui.engine.selection.policy_evaluation import policy_on
from costcurve_gui.engine.selection.review_band import review_band
from tests.engine.test_constrained import CASES, PRIOR, model_of
from tests.helpers.examples import examples

REVIEWER = st.builds(
    Reviewer, st.floats(0, 20), st.floats(0, 1).map(lambda r: 1 - r / 2), st.floats(0, 0.5)
)
CLOSE = {"rel": 1e-9, "abs": 1e-7}


def profit_by_hand(rows, prior: float, who: Reviewer, high: float, low: float) -> float:
    """Pay every case for what happens to it: DEFINITIONS.md 11."""
    earned = {True: [], False: []}
    for positive, score, loss, alarm in rows:
        acted = 0.1 * loss if positive else -1.0 * alarm
        left = -1.0 * loss if positive else 0.5 * alarm
        rate = who.tpr if positive else who.fpr
        if score >= high:
            earned[positive].append(acted)
        elif score >= low:
            earned[positive].append(rate * acted + (1 - rate) * left - who.cost)
        else:
            earned[positive].append(left)
    return prior * float(np.mean(earned[True])) + (1 - prior) * float(np.mean(earned[False]))


@settings(max_examples=examples(40))
@given(CASES, PRIOR, REVIEWER, st.one_of(st.just(np.inf), st.floats(0, 1)))
def test_that_no_pair_of_thresholds_earns_more(rows, prior, who, capacity) -> None:
    model = model_of(rows, varying=True)
    condition = model.condition(prior)
    found = review_band(model, condition, who, capacity)
    assert found is not None
    assert found.review is not None
    assert found.review.referred <= capacity + 1e-9
    by_hand = profit_by_hand(rows, prior, who, found.threshold, found.review.threshold)
    assert found.expected_profit == pytest.approx(by_hand, **CLOSE)
    thresholds = model.table.thresholds.tolist()
    share = prior * model.table.tpr + (1 - prior) * model.table.fpr
    best = max(
        profit_by_hand(rows, prior, who, high, low)
        for at, high in enumerate(thresholds)
        for beside, low in enumerate(thresholds[at:], at)
        if share[beside] - share[at] <= capacity * (1 + 1e-12)
    )
    assert found.expected_profit == pytest.approx(best, **CLOSE)


@settings(max_examples=examples(40))
@given(CASES, PRIOR, REVIEWER, st.booleans())
def test_that_a_band_is_never_worse_than_one_threshold_and_is_one_where_reviews_are_dear(
    rows, prior, who, varying
) -> None:
    model = model_of(rows, varying=varying)
    condition = model.condition(prior)
    alone = min_cost(model, condition)
    found = review_band(model, condition, who)
    assert found is not None
    assert found.expected_profit >= alone.expected_profit - 1e-7
    dear = review_band(model, condition, Reviewer(1e4, who.tpr, who.fpr))
    assert dear is not None
    assert dear.review is not None
    assert dear.review.referred == 0
    assert dear.expected_profit == pytest.approx(alone.expected_profit, **CLOSE)


@settings(max_examples=examples(40))
@given(CASES, PRIOR, REVIEWER, st.floats(0, 1), st.floats(0, 1))
def test_that_more_reviewers_never_earn_less(rows, prior, who, one, other) -> None:
    model = model_of(rows, varying=True)
    condition = model.condition(prior)
    fewer, more = (review_band(model, condition, who, share) for share in sorted((one, other)))
    assert fewer is not None
    assert more is not None
    assert more.expected_profit >= fewer.expected_profit - 1e-9


def test_that_a_free_and_perfect_person_decides_about_everybody() -> None:
    model = model_of([(i % 3 == 0, (5 * i) % 7, 4, 2) for i in range(40)], varying=True)
    found = review_band(model, model.condition(0.3), Reviewer(0.0))
    assert found is not None
    assert found.expected_cost == pytest.approx(0.0, abs=1e-9)
    assert (found.tpr, found.fpr) == (1.0, 0.0)


def test_that_thousands_of_thresholds_with_a_capacity_are_searched_whole() -> None:
    rng = np.random.default_rng(5)
    labels = rng.random(1500) < 0.3
    scores = rng.normal(size=1500) + 1.2 * labels
    loss = rng.lognormal(2, 1, 1500)
    model = evaluate_scores("m", labels, scores, PayoffMatrix(loss, -5.0, 0.0, 0.0))
    condition, who = model.condition(0.3), Reviewer(0.7, 0.9, 0.1)
    fpr, tpr = model.table.fpr, model.table.tpr
    share = 0.3 * tpr + 0.7 * fpr
    benefit = 0.3 * model.means.fn_cost * model.rates.tpr
    harm = 0.7 * model.means.fp_cost * model.rates.fpr
    high, low = np.triu_indices(share.size)
    worth = 0.1 * benefit[high] + 0.9 * benefit[low] - 0.9 * harm[high] - 0.1 * harm[low]
    worth -= 0.7 * (share[low] - share[high])
    for capacity in (0.0, 0.001, 0.05, 0.2, 1.0):
        found = review_band(model, condition, who, capacity)
        assert found is not None
        most = worth[share[low] - share[high] <= capacity + 1e-12].max()
        perfect = condition.expected_profit(0.0, 1.0) - 0.3 * model.means.fn_cost
        assert found.expected_profit == pytest.approx(perfect + most, rel=1e-9)


def test_that_classifiers_without_scores_have_no_band() -> None:
    table = family_table([ConfusionMatrix("a", tp=6, fn=4, fp=1, tn=9)])
    family = evaluate_table("f", table, PayoffMatrix(1.0, -1.0, 0.0, 0.0))
    assert review_band(family, family.condition(), Reviewer(0.1)) is None


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((-1.0,), "price of a review must be at least 0; it is -1"),
        ((1.0, 1.5), "hit rate must lie between 0 and 1; it is 1.5"),
        ((1.0, 1.0, -0.5), "false-alarm rate must lie between 0 and 1; it is -0.5"),
    ],
)
def test_that_an_impossible_reviewer_is_refused(words, said) -> None:
    with pytest.raises(ConstraintError, match=said):
        Reviewer(*words)


def test_that_replicates_of_a_band_have_the_figures_of_their_cases() -> None:
    rows = [(i % 3 == 0, (5 * i) % 11, 4 + i % 9, 2 + i % 5) for i in range(60)]
    model = model_of(rows, varying=True)
    condition = model.condition(0.3)
    found = review_band(model, condition, Reviewer(0.2, 0.9, 0.1), 0.3)
    assert found is not None
    assert found.review is not None
    at = np.array([found.index, found.review.index])
    means = (model.means.tp_payoff, model.means.tn_payoff, model.means.fn_cost, model.means.fp_cost)
    rates = ResampledRates(
        *(column[None, at] for column in (model.table.fpr, model.table.tpr)),
        *(column[None, at] for column in (model.rates.fpr, model.rates.tpr)),
        *(np.array([[mean]]) for mean in means),
    )
    seen = rates.reviewed(found.review)
    assert seen.expected_profit(0.3)[0, 0] == pytest.approx(found.expected_profit, rel=1e-12)
    assert seen.fraction_targeted(0.3)[0, 0] == pytest.approx(found.fraction_targeted, rel=1e-12)
    again = policy_on(found, model, condition)
    assert again.expected_profit == found.expected_profit
    assert again.review == found.review
