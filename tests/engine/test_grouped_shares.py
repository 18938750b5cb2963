"""Shares over cases in groups: against a bootstrap of groups, and calibration bins by them."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from costcurve_gui.engine.cost.cost_stability import cost_sample, cost_stability
from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.curves.calibration import Strategy, calibration_curve
from costcurve_gui.engine.curves.grouped_shares import GroupedCases, effective_size


def grouped_hits(random: np.random.Generator, groups: int) -> tuple[np.ndarray, np.ndarray]:
    owner = np.repeat(np.arange(groups), random.integers(1, 9, groups))
    share = random.beta(1, 2, groups)[owner]
    return random.random(owner.size) < share, owner


def test_that_the_effective_size_gives_the_spread_of_resampled_groups() -> None:
    random = np.random.default_rng(1)
    hits, owner = grouped_hits(random, 200)
    drawn = random.integers(0, 200, (4000, 200))
    found, sizes = np.bincount(owner, hits), np.bincount(owner)
    shares = found[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    alone = hits.mean() * (1 - hits.mean())
    assert effective_size(hits, owner) == pytest.approx(alone / shares.var(), rel=0.06)
    assert effective_size(hits, owner) < 0.7 * hits.size


def test_that_independent_cases_are_worth_about_as_many() -> None:
    hits = np.random.default_rng(2).random(400) < 0.3
    assert effective_size(hits, np.arange(400)) == pytest.approx(399)
    assert effective_size(np.ones(9, bool), np.arange(9) // 3) == 3
    assert effective_size(hits, np.zeros(400, int)) == 0


@pytest.mark.parametrize("strategy", ["uniform", "quantile"])
def test_that_bins_of_copies_have_the_intervals_of_each_row_once(strategy: Strategy) -> None:
    random = np.random.default_rng(3)
    score = random.random(300).round(2)
    y_true = random.random(300) < score
    copied, y_copied = np.repeat(score, 4), np.repeat(y_true, 4)
    table = threshold_table(y_copied, copied)
    grouped = GroupedCases(y_copied, copied, np.repeat(np.arange(300), 4))
    found = calibration_curve(table, strategy, 5, grouped=grouped)
    plain = calibration_curve(table, strategy, 5)
    once = calibration_curve(threshold_table(y_true, score), strategy, 5)
    assert found.fractions_positive.tolist() == plain.fractions_positive.tolist()
    wide, narrow = (one.upper - one.lower for one in (found, plain))
    inside = once.counts == found.counts / 4  # where the edges of quantiles agree
    assert inside.sum() >= 4
    assert wide[inside] == pytest.approx((once.upper - once.lower)[inside], rel=0.05)
    assert (wide > 1.8 * narrow).all()


def test_that_a_bin_of_a_case_a_group_is_worth_its_cases() -> None:
    """Student's t of so many groups over the normal took a bin of six cases for two or three."""
    y_true, scores = np.arange(12) % 3 == 0, np.repeat([0.2, 0.7], 6)
    sizes = GroupedCases(y_true, scores, np.arange(12)).sizes_between(np.array([0.2, 0.7]), 0.9)
    assert sizes == pytest.approx([5, 5])  # one less for the mean


def test_that_a_bin_of_one_group_has_no_interval() -> None:
    y_true, score = np.array([1, 1, 0, 0, 1, 0]) == 1, np.array([0.9, 0.8, 0.9, 0.1, 0.2, 0.3])
    grouped = GroupedCases(y_true, score, np.array([0, 0, 0, 1, 2, 3]))
    found = calibration_curve(threshold_table(y_true, score), bins=2, grouped=grouped)
    assert np.isfinite(found.lower).tolist() == [True, False]


def test_that_intervals_of_bins_keep_their_level_for_groups() -> None:
    random, held, alone, number = np.random.default_rng(4), 0, 0, 400
    for _ in range(number):
        owner = np.repeat(np.arange(25), 6)
        y_true = random.random(150) < random.beta(1.2, 1.8, 25)[owner]
        score = np.full(150, 0.4)
        table = threshold_table(y_true, score)
        for grouped in (GroupedCases(y_true, score, owner), None):
            found = calibration_curve(table, bins=1, grouped=grouped)
            holds = found.lower[0] <= 0.4 <= found.upper[0]
            held, alone = held + (holds and grouped is not None), alone + (holds and not grouped)
    assert 0.86 <= held / number <= 0.94
    assert alone / number < 0.8


def test_that_costs_of_groups_are_compared_as_of_fewer_cases() -> None:
    """Samples of one distribution differ "significantly" too often where groups are cases."""
    random, payoff = np.random.default_rng(5), PayoffMatrix(0.0, -1.0, -1.0, 0.0)
    found, rows = [], np.arange(600) < 300
    y_true, owner = np.arange(600) % 2 == 0, np.arange(600) // 10
    for _ in range(100):
        amount = np.exp(random.normal(size=60)[owner] + 0.3 * random.normal(size=600))
        costs = error_costs(PayoffMatrix(payoff.tp, payoff.fp, -amount, payoff.tn), y_true)
        for groups in (owner, None):
            parts = [cost_sample(costs, y_true, rows=part, groups=groups) for part in (rows, ~rows)]
            found.append(cost_stability(*parts).fn_costs.p_value)
    by_groups, by_rows = np.array(found[::2]), np.array(found[1::2])
    assert np.mean(by_groups < 0.1) <= stats.binom(100, 0.1).ppf(0.999) / 100
    assert np.mean(by_rows < 0.1) > 0.4
