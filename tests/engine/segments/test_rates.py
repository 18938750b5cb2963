"""Intervals of rates in segments against published figures, and against copies of the cases."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binomtest, t

from costcurve_gui.engine.distributions.normal import two_sided_deviate, wilson_interval
from costcurve_gui.engine.segments.rates import (
    RateLimits,
    RateSizes,
    difference_limits,
    gap_interval,
    rate_limits,
    rate_sizes,
)
from tests.engine.segments.test_uncertainty import sample


def limits_of(hits: list[int], cases: list[int], level: float) -> RateLimits:
    shares = np.array(hits) / np.array(cases)
    ends = wilson_interval(shares, np.array(cases, float), level)
    return RateLimits(*ends, *ends)


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((10, 10), (0, 20), 0.6791, 1.0),
    ],
)
def test_that_differences_are_those_of_newcombe(
    first: tuple[int, int], second: tuple[int, int], low: float, high: float
) -> None:
    """Newcombe (1998), table II, method 10."""
    hits, cases = zip(first, second, strict=True)
    limits = limits_of([*hits], [*cases], 0.95)
    shares = np.array(hits) / np.array(cases)
    found = difference_limits(shares, limits, np.array([0]), np.array([1]))
    assert [float(end[0]) for end in found] == pytest.approx([low, high], abs=6e-5)


@pytest.mark.parametrize("hits", [0, 1, 7, 15])
def test_that_a_rate_that_does_not_vary_has_the_score_interval(hits: int) -> None:
    share, cases = hits / 15, 15
    drawn = np.full((200, 1), share)
    sizes = RateSizes(np.array([15.0]), np.array([15.0]))
    found = rate_limits(np.array([share]), drawn, sizes, 0.9)
    narrower = (two_sided_deviate(0.9) / t.ppf(0.95, cases - 1)) ** 2
    plain = binomtest(hits, cases).proportion_ci(0.9, method="wilson")
    score = found.score_low[0], found.score_high[0]
    expected = wilson_interval(np.array([share]), np.array([cases * narrower]), 0.9)
    assert score == pytest.approx([float(end[0]) for end in expected], abs=2e-3)
    assert score[0] <= plain.low + 1e-9
    assert score[1] >= plain.high - 1e-9


def test_that_cases_are_worth_as_many_as_are_drawn_alone() -> None:
    cases = sample(3, 300)
    alone = rate_sizes(cases)
    inside = np.bincount(cases.codes[cases.y_true], minlength=3)
    assert alone["tpr"].cases == pytest.approx(inside)
    assert alone["share"].cases.sum() < 300  # at a prior that is not the sample's
    weighted = replace(cases, share=cases.share * np.where(np.arange(300) % 2, 3.0, 1.0))
    assert (rate_sizes(weighted)["tpr"].cases < inside).all()
    grouped = rate_sizes(replace(cases, groups=np.arange(300) // 3))["fpr"]
    negatives = np.bincount(cases.codes[~cases.y_true], minlength=3)
    assert grouped.cases == pytest.approx(negatives)
    assert (grouped.units < negatives).all()


def test_that_a_gap_holds_zero_where_segments_are_alike_and_names_it_where_not() -> None:
    rng = np.random.default_rng(0)
    cases = np.array([400, 400, 400])
    for shares, zero in (((0.3, 0.3, 0.31), True), ((0.2, 0.5, 0.8), False)):
        values = np.array(shares)
        drawn = rng.binomial(cases, values, (1000, 3)) / cases
        limits = rate_limits(values, drawn, RateSizes(cases * 1.0, cases * 1.0), 0.9)
        found = gap_interval(values, drawn, limits, 0.9)
        assert (found.low == 0) is zero
        assert found.low <= found.value <= found.high
    # One pair may be the largest: its own interval.
    low, high = difference_limits(values, limits, np.array([2]), np.array([0]))
    assert (found.low, found.high) == pytest.approx((low[0], high[0]), abs=0.01)


def test_that_a_gap_needs_two_segments_with_the_rate() -> None:
    values = np.array([0.5, np.nan])
    drawn = np.tile(values, (50, 1))
    sizes = RateSizes(np.array([9.0, 0.0]), np.array([9.0, 0.0]))
    limits = rate_limits(values, drawn, sizes, 0.9)
    assert np.isnan(limits.low).tolist() == [False, True]
    assert np.isnan(gap_interval(values, drawn, limits, 0.9)).all()
