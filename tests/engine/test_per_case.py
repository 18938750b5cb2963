"""The per-case rule against sums by hand, scikit-learn, and cases of known probabilities."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import expit, logit
from sklearn.calibration import _SigmoidCalibration
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression

from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.engine.curves.score_calibration import (
    isotonic_fit,
    logistic_map,
    moved_to_prior,
    out_of_fold,
)
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.selection.per_case import acts_per_case, expected_gains, paired_gain


def population(rows: int, seed: int = 1) -> tuple[np.ndarray, np.ndarray, PayoffMatrix]:
    """Return labels drawn from known probabilities, these, and a loan of its own for each."""
    rng = np.random.default_rng(seed)
    probability = expit(rng.normal(-1.5, 1.2, rows))
    amount = rng.lognormal(7, 1, rows)
    payoff = PayoffMatrix(tp=0.0, fp=0.0, fn=-amount, tn=0.1 * amount + 50)
    return rng.random(rows) < probability, probability, payoff


def test_that_the_logistic_map_is_that_of_scikit_learn() -> None:
    rng = np.random.default_rng(3)
    labels = rng.random(500) < 0.3
    scores = 40 + 9 * rng.normal(size=500) + 11 * labels
    theirs = _SigmoidCalibration().fit(scores, labels)
    ours = logistic_map(labels, scores)
    assert not ours.of_logit
    assert (ours.slope, ours.intercept) == pytest.approx((-theirs.a_, -theirs.b_), rel=1e-3)
    probabilities = expit(scores / 40 - 1)
    plain = LogisticRegression(C=np.inf, tol=1e-10)
    plain.fit(logit(probabilities)[:, None], labels)
    assert logistic_map(labels, probabilities).slope == pytest.approx(plain.coef_[0, 0], rel=0.02)


def test_that_the_slope_tells_probabilities_from_what_is_too_sure() -> None:
    labels, probability, _ = population(4000)
    assert logistic_map(labels, probability).are_probabilities
    sure = logistic_map(labels, expit(2 * logit(probability)))
    assert not sure.are_probabilities
    assert sure.slope == pytest.approx(0.5, abs=0.05)
    assert not logistic_map(labels, 3 * probability - 1).are_probabilities


def test_that_the_interval_of_the_slope_holds_it_as_often_as_it_says() -> None:
    held = [logistic_map(*population(400, seed)[:2]).are_probabilities for seed in range(150)]
    assert 0.82 <= np.mean(held) <= 0.97


@pytest.mark.parametrize("fit", [logistic_map, isotonic_fit])
def test_that_no_row_helps_to_fit_its_own_probability(fit) -> None:
    labels, probability, _ = population(300)
    before = out_of_fold(labels, probability, fit, folds=5, seed=2)
    assert np.isfinite(before).all()
    turned = labels.copy()
    row = int(np.flatnonzero(labels)[0])
    # Another row of its fold would change the fit of other folds alone, and so does itself.
    rng = np.random.default_rng(2)
    fold = np.full(labels.size, -1)
    for members in (labels, ~labels):
        rows = rng.permutation(np.flatnonzero(members))
        fold[rows] = np.arange(rows.size) % 5
    rest = fold != fold[row]
    without = fit(turned[rest], probability[rest]).apply(probability[[row]])[0]
    assert before[row] == pytest.approx(without, rel=1e-12)


def test_that_pooled_violators_are_those_of_scikit_learn() -> None:
    labels, probability, _ = population(500)
    theirs = IsotonicRegression(out_of_bounds="clip").fit(probability, labels)
    found = isotonic_fit(labels, probability).apply(probability)
    assert found == pytest.approx(theirs.predict(probability), abs=1e-9)


@given(st.floats(0.01, 0.99), st.floats(0.01, 0.99), st.floats(0.01, 0.99), st.floats(0.1, 9))
def test_that_moving_to_a_prior_is_bayes(prior, other, first, likelihood_ratio) -> None:
    def posterior(share: float) -> float:
        return share * likelihood_ratio / (share * likelihood_ratio + 1 - share)

    del first
    moved = moved_to_prior(np.array([posterior(prior)]), prior, other)
    assert moved[0] == pytest.approx(posterior(other), rel=1e-9)


@given(
    st.lists(st.tuples(st.floats(0, 1), *(st.integers(-50, 50),) * 4), min_size=1, max_size=12),
    st.floats(0, 1.2),
)
def test_that_each_case_is_decided_by_what_it_is_expected_to_pay(cases, capacity) -> None:
    p, tp, fp, fn, tn = (np.array(column, float) for column in zip(*cases, strict=True))
    gains = expected_gains(p, PayoffMatrix(tp, fp, fn, tn))
    by_hand = p * tp + (1 - p) * fp - p * fn - (1 - p) * tn
    assert gains == pytest.approx(by_hand, abs=1e-9)
    acts = acts_per_case(gains, capacity)
    assert not acts[gains < 0].any()
    wanted = int(np.count_nonzero(gains >= 0))
    room = int(np.floor(capacity * len(cases) * (1 + 1e-12) + 1e-9))
    assert np.count_nonzero(acts) == min(wanted, room)
    left = gains[~acts & (gains >= 0)]
    assert not left.size or not acts.any() or gains[acts].min() >= left.max()


def test_that_a_missing_probability_is_left_alone() -> None:
    gains = expected_gains(np.array([np.nan, 0.9]), PayoffMatrix(1.0, -1.0, -1.0, 1.0))
    assert acts_per_case(gains).tolist() == [False, True]
    assert acts_per_case(gains, 0.5).tolist() == [False, True]


def test_that_known_probabilities_earn_more_than_any_threshold() -> None:
    labels, probability, payoff = population(20_000)
    acts = acts_per_case(expected_gains(probability, payoff))
    prior = float(labels.mean())
    for threshold in np.quantile(probability, np.linspace(0, 1, 25)):
        found = paired_gain(labels, acts, probability >= threshold, payoff, prior)
        assert found.high > 0
        assert found.gain > -1


def test_that_equal_payoffs_make_it_a_threshold() -> None:
    _, probability, _ = population(500)
    acts = acts_per_case(expected_gains(probability, PayoffMatrix(0.0, -1.0, -4.0, 0.0)))
    assert (acts == (probability >= 0.2)).all()


def test_that_the_interval_of_a_gain_holds_what_it_is_worth() -> None:
    prior, held, rounds = 0.3, 0, 300
    labels, probability, payoff = population(200_000, 9)
    acts, others = acts_per_case(expected_gains(probability, payoff)), probability >= 0.15
    truth = paired_gain(labels, acts, others, payoff, prior).gain
    rng = np.random.default_rng(4)
    for _ in range(rounds):
        rows = rng.choice(labels.size, 1500, replace=False)
        cells = (payoff.tp, payoff.fp, payoff.fn, payoff.tn)
        few = PayoffMatrix(*(c[rows] if isinstance(c, np.ndarray) else c for c in cells))
        found = paired_gain(labels[rows], acts[rows], others[rows], few, prior)
        held += found.low <= truth <= found.high
    assert 0.84 <= held / rounds <= 0.96


@pytest.mark.parametrize(("folds", "said"), [(1, "2 folds or more"), (7, "one has 3")])
def test_that_folds_need_rows_of_both_classes(folds, said) -> None:
    with pytest.raises(ConstraintError, match=said):
        out_of_fold([True] * 3 + [False] * 9, np.arange(12.0), folds=folds)
