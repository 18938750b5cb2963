from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from costcurve_gui.engine.distributions.counts import (
    binomial_two_sided,
    chi_square_beyond,
    share_test,
    stratified_share_test,
)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 7, 9, 10])
def test_that_the_chi_square_tail_is_that_of_scipy(freedom):
    for value in (0.0, 0.01, 1.0, 5.0, 40.0, 300.0):
        assert chi_square_beyond(freedom, value) == pytest.approx(
            stats.chi2.sf(value, freedom), rel=1e-11
        )


@pytest.mark.parametrize(("count", "trials"), [(0, 12), (3, 12), (12, 12), (40, 1000), (0, 1)])
def test_that_the_binomial_p_value_is_twice_the_smaller_tail(count, trials):
    for share in (0.01, 0.3, 0.5, 0.97):
        tails = stats.binom.cdf(count, trials, share), stats.binom.sf(count - 1, trials, share)
        expected = min(1.0, 2 * min(tails))
        assert binomial_two_sided(count, trials, share) == pytest.approx(expected, rel=1e-9)


def test_that_a_share_of_a_large_plan_is_tested_as_scipy_does():
    found = share_test(60, 400, 0.1, 5000)
    expected = stats.chi2_contingency([[60, 340], [500, 4500]], correction=False).pvalue
    assert found == pytest.approx(expected, rel=1e-9)
    assert share_test(0, 50, 0.0, 1000) == share_test(50, 50, 1.0, 1000) == 1.0


@pytest.mark.parametrize(("share", "trials", "plan"), [(0.3, 500, 400), (0.01, 300, 800)])
def test_that_the_test_of_a_share_keeps_its_level(share, trials, plan):
    random = np.random.default_rng(5)
    planned = random.binomial(plan, share, 4000) / plan
    found = random.binomial(trials, share, 4000)
    p_values = [
        share_test(int(count), trials, float(one), plan)
        for count, one in zip(found, planned, strict=True)
    ]
    rejected = np.mean(np.array(p_values) < 0.05)
    assert rejected < 0.062  # the exact one rejects less often
    assert share > 0.1 or rejected > 0.005


def test_that_the_test_of_bins_keeps_its_level_at_another_prior_and_sees_a_shift():
    random = np.random.default_rng(6)
    shares = np.array([[0.1, 0.2, 0.3, 0.4], [0.4, 0.3, 0.2, 0.1]])
    prior = 0.15

    def p_value(of_new):
        positives, negatives = (
            random.multinomial(150, shares[0]),
            random.multinomial(350, shares[1]),
        )
        counts = random.multinomial(800, of_new)
        tables = (one.astype(float) for one in (counts, positives, negatives))
        return stratified_share_test(*tables, prior)[2]

    same = prior * shares[0] + (1 - prior) * shares[1]
    rejected = np.mean([p_value(same) < 0.05 for _ in range(1500)])
    assert rejected == pytest.approx(0.05, abs=0.02)
    assert np.mean([p_value(shares[0]) < 0.01 for _ in range(50)]) == 1


def test_that_bins_of_one_class_are_tested_as_pearson_does():
    counts, plan = np.array([20.0, 30, 50]), np.array([40_000_000.0, 30_000_000, 30_000_000])
    found, freedom, p_value = stratified_share_test(counts, plan, plan, 0.5)
    expected = stats.chisquare(counts, counts.sum() * plan / plan.sum())
    assert (found, freedom) == (pytest.approx(expected.statistic, rel=1e-4), 2)
    assert p_value == pytest.approx(expected.pvalue, rel=1e-3)
    assert stratified_share_test(counts[:1], plan[:1], plan[:1], 0.5) == (0.0, 0, 1.0)
