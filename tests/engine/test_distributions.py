"""The distribution functions against those of scipy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import special, stats

from costcurve_gui.engine.distributions.beta import (
    beta_cdf,
    log_beta,
    student_t_quantile,
)
from costcurve_gui.engine.distributions.kolmogorov import one_sample_p_value, two_sample_p_value
from costcurve_gui.engine.distributions.normal import normal_quantile


def test_that_normal_quantiles_are_those_of_scipy_in_the_middle_and_far_out():
    rng = np.random.default_rng(0)
    probability = np.concatenate(
        [
            rng.random(10_000),
            10.0 ** -rng.uniform(0, 300, 1000),
            1 - 10.0 ** -rng.uniform(0, 15, 99),
        ]
    )
    found, expected = normal_quantile(probability), special.ndtri(probability)
    assert found == pytest.approx(expected, rel=1e-13, abs=1e-15)


def test_that_normal_quantiles_end_at_infinity():
    assert normal_quantile(np.array([0.0, 0.5, 1.0])).tolist() == [-np.inf, 0.0, np.inf]


@pytest.mark.parametrize("scale", [0.5, 5.0, 500.0, 1e5])
def test_that_the_incomplete_beta_ratio_is_that_of_scipy(scale):
    rng = np.random.default_rng(1)
    a, b = scale * rng.random(500) + 0.01, scale * rng.random(500) + 0.01
    spread = np.sqrt(a * b / (a + b) ** 2 / (a + b + 1))
    x = np.clip(a / (a + b) + 4 * spread * rng.normal(size=500), 0, 1)
    assert beta_cdf(a, b, x) == pytest.approx(special.betainc(a, b, x), abs=2e-12)


def test_that_the_beta_function_is_that_of_scipy():
    for a, b in ((0.5, 0.5), (1.0, 7.0), (40.0, 3.5)):
        assert log_beta(a, b) == pytest.approx(special.betaln(a, b), rel=1e-13)


@pytest.mark.parametrize("freedom", [1, 2, 3.5, 9, 30, 1000, 1e6])
@pytest.mark.parametrize("probability", [0.55, 0.9, 0.95, 0.975, 0.9995])
def test_that_quantiles_of_student_are_those_of_scipy(freedom, probability):
    expected = special.stdtrit(freedom, probability)
    assert student_t_quantile(freedom, probability) == pytest.approx(expected, rel=1e-8)


@pytest.mark.parametrize("sizes", [(1, 1), (3, 3), (10, 15), (70, 100), (900, 500)])
def test_that_two_samples_are_compared_exactly_as_scipy_does(sizes):
    rng = np.random.default_rng(sum(sizes))
    for shift in (0.0, 0.3, 5.0):
        first, second = rng.normal(size=sizes[0]), rng.normal(shift, size=sizes[1])
        expected = stats.ks_2samp(first, second, method="exact")
        found = two_sample_p_value(float(expected.statistic), *sizes)
        assert found == pytest.approx(expected.pvalue, rel=1e-9)


def test_that_large_samples_are_compared_as_scipy_does():
    expected = stats.kstwo.sf(0.012, 6000)
    assert two_sample_p_value(0.012, 15_000, 10_000) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("size", [141, 1000, 100_000])
@pytest.mark.parametrize("deviation", [0.3, 0.5, 0.8, 1.2, 1.4, 1.5, 2.0, 3.0])
def test_that_one_sample_is_compared_as_scipy_does(size, deviation):
    distance = deviation / np.sqrt(size)
    expected = stats.kstwo.sf(distance, size)
    assert one_sample_p_value(distance, size) == pytest.approx(expected, rel=1e-4, abs=1e-5)


@pytest.mark.parametrize("size", [1, 2, 5, 20, 100, 140])
@pytest.mark.parametrize("deviation", [0.3, 0.5, 0.8, 1.2, 1.39, 1.5, 2.0, 3.0])
def test_that_a_small_sample_is_compared_exactly(size, deviation):
    distance = min(deviation / np.sqrt(size), 1.0)
    expected = stats.kstwo.sf(distance, size)
    assert one_sample_p_value(distance, size) == pytest.approx(expected, rel=1e-5, abs=1e-12)


def test_that_no_distance_is_certain_and_the_whole_is_impossible():
    assert one_sample_p_value(0.0, 50) == 1.0
    assert one_sample_p_value(1.0, 50) == 0.0
    assert two_sample_p_value(0.0, 5, 9) == 1.0
