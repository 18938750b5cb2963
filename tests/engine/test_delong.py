"""DeLong's variance against the double sums of the paper."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.resampling.auc_comparison import compare_auc
from costcurve_gui.engine.resampling.auc_interval import auc_interval

ROWS = st.lists(
    st.tuples(st.booleans(), st.integers(0, 6), st.integers(0, 6)), min_size=4, max_size=40
).filter(lambda rows: 2 <= sum(row[0] for row in rows) <= len(rows) - 2)


def components(labels: np.ndarray, scores: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """V10 and V01 by comparing every pair (DeLong et al., 1988, eq. 4)."""
    pairs = scores[labels][:, None] - scores[~labels][None, :]
    kernel = (pairs > 0) + (pairs == 0) / 2
    return kernel.mean(axis=1), kernel.mean(axis=0)


@given(ROWS)
def test_that_the_interval_has_the_variance_of_all_pairs(rows: list[tuple[bool, int, int]]) -> None:
    labels = np.array([row[0] for row in rows])
    scores = np.array([row[1] for row in rows], dtype=float)
    v10, v01 = components(labels, scores)
    variance = v10.var(ddof=1) / v10.size + v01.var(ddof=1) / v01.size
    interval = auc_interval(threshold_table(labels, scores), level=0.9)
    assert interval.auc == pytest.approx(v10.mean())
    if variance < 1e-15:
        assert interval.low is None
        assert interval.reason
        return
    half = norm.ppf(0.95) * np.sqrt(variance)
    assert interval.low == pytest.approx(max(0, v10.mean() - half))
    assert interval.high == pytest.approx(min(1, v10.mean() + half))


@given(ROWS)
def test_that_the_comparison_has_the_covariance_of_all_pairs(
    rows: list[tuple[bool, int, int]],
) -> None:
    labels = np.array([row[0] for row in rows])
    a, b = (np.array([row[at] for row in rows], dtype=float) for at in (1, 2))
    (a10, a01), (b10, b01) = components(labels, a), components(labels, b)
    s10, s01 = np.cov(a10, b10), np.cov(a01, b01)
    contrast = np.array([1, -1])
    variance = contrast @ (s10 / a10.size + s01 / a01.size) @ contrast
    found = compare_auc(labels, a, b)
    assert found.difference == pytest.approx(a10.mean() - b10.mean(), abs=1e-12)
    if variance < 1e-12:
        return
    z = found.difference / np.sqrt(variance)
    assert found.p_value == pytest.approx(2 * norm.sf(abs(z)))
    low = found.difference - norm.ppf(0.95) * np.sqrt(variance)
    assert found.low == pytest.approx(max(low, -1))
    swapped = compare_auc(labels, b, a)
    assert (swapped.difference, swapped.low) == (-found.difference, -(found.high or 0))


@pytest.mark.parametrize(
    ("scores", "reason"),
    [([1.0, 1, 1, 1], "every score is equal"), ([4.0, 3, 2, 1], "separated perfectly")],
)
def test_that_no_variance_gives_no_interval_and_says_why(scores: list[float], reason: str) -> None:
    interval = auc_interval(threshold_table([True, True, False, False], scores))
    assert (interval.low, interval.high) == (None, None)
    assert reason in interval.reason


def test_that_one_positive_gives_no_interval() -> None:
    assert auc_interval(threshold_table([True, False, False], [2.0, 3.0, 1.0])).low is None


def test_that_weights_give_no_interval() -> None:
    table = threshold_table([True, False, True, False], [4, 3, 2, 1], sample_weight=[1, 2, 1, 1])
    assert "weights" in auc_interval(table).reason


def test_that_a_comparison_uses_the_rows_that_both_scored() -> None:
    labels = np.array([True, False, True, False, True, False])
    a = np.array([5.0, 1, 4, np.nan, 2, 3])
    b = np.array([5.0, 2, 1, 4, 3, np.nan])
    both = ~(np.isnan(a) | np.isnan(b))
    expected = compare_auc(labels[both], a[both], b[both])
    assert compare_auc(labels, a, b) == expected
