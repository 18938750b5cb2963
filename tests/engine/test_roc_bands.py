"""Bands and intervals of ROC, ROCIV and their areas, and where resampling has nothing to say."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import expit, logit
from scipy.stats import binomtest, multivariate_normal, norm, t

from costcurve_gui.engine import (
    BootstrapSpec,
    PayoffMatrix,
    auc_interval,
    auciv_interval,
    error_costs,
    gain_band,
    logit_auc_interval,
    precision_recall_band,
    profit_band,
    resampled_sample,
    resampler,
    roc_band,
    rociv_band,
    threshold_band,
    threshold_table,
)
from costcurve_gui.engine.resampling.roc_bands import LINES
from costcurve_gui.engine.resampling.small_counts import class_sizes
from tests.helpers.examples import by_chance, replicates
from tests.helpers.oracles import noisy_sample, probability_sample
from tests.helpers.paired import by_amount
from tests.helpers.resampled import FIXED, ranked, tables_written_out, written_out

if TYPE_CHECKING:
    from costcurve_gui.engine import Band

SPEC = BootstrapSpec(replicates=120, seed=3)
FEW = BootstrapSpec(replicates=50, seed=3)  # what must agree exactly
GRID = np.arange(101) / 100
SEPARATED = np.repeat([True, False], [20, 60]), np.arange(80.0)[::-1]


def test_that_equal_costs_make_the_rociv_band_the_roc_band() -> None:
    sample, model = ranked(*noisy_sample(200))
    rs = resampler(sample, SPEC)
    for kind in ("vertical", "simultaneous"):
        roc, rociv = roc_band(rs, model, kind), rociv_band(rs, model, kind)
        np.testing.assert_allclose(rociv.lower, roc.lower, atol=1e-9)
        np.testing.assert_allclose(rociv.upper, roc.upper, atol=1e-9)


def rociv_drawn_again() -> tuple[Band, np.ndarray, np.ndarray]:
    """Return the band of a sample whose costs differ, and percentiles of rows drawn again."""
    y_true, y_score = noisy_sample(900)
    payoff = by_amount(900)
    sample, model = ranked(y_true, y_score, payoff)
    drawn = [
        np.interp(GRID + 1e-12, again.rates.fpr, again.rates.tpr)
        for again in written_out(y_true, y_score, FEW, payoff)
    ]
    lower, upper = np.percentile(drawn, [5, 95], axis=0)
    return rociv_band(resampler(sample, FEW), model), lower, upper


def test_that_the_rociv_band_is_that_of_rows_drawn_again() -> None:
    band, lower, upper = rociv_drawn_again()
    plenty = slice(20, 30)
    np.testing.assert_allclose(band.lower[plenty], lower[plenty], atol=1e-9)
    np.testing.assert_allclose(band.upper[plenty], upper[plenty], atol=1e-9)


def test_that_where_costs_differ_few_cases_do_not_make_the_rociv_band_narrower() -> None:
    band, lower, upper = rociv_drawn_again()
    inner = slice(1, -1)
    assert (band.lower[inner] <= lower[inner] + 1e-9).all()
    assert (band.upper[inner] >= upper[inner] - 1e-9).all()
    assert "Bayesian bootstrap" in band.method


def test_that_few_positives_of_unlike_costs_widen_the_rociv_band(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = np.random.default_rng(4)
    y_true = np.repeat([True, False], [20, 1_000])
    sample, model = ranked(y_true, rng.normal(y_true), by_amount(1_020))
    source = resampler(sample, FEW)
    band, sizes = rociv_band(source, model), class_sizes(sample, model, by_cost=True)
    monkeypatch.setattr("costcurve_gui.engine.resampling.replicates.RARE", np.inf)
    drawn = rociv_band(source, model)
    wider = t(sizes.positives - 1).ppf(0.95) / norm.ppf(0.95)
    for end in ("lower", "upper"):
        expected = drawn.estimate + wider * (getattr(drawn, end) - drawn.estimate)
        np.testing.assert_allclose(getattr(band, end), expected.clip(0, 1), atol=2e-3)
    assert (band.upper - band.lower)[20:80].mean() > 1.05 * (drawn.upper - drawn.lower)[
        20:80
    ].mean()


def test_that_the_threshold_band_is_that_of_rows_drawn_again() -> None:
    y_true, y_score = noisy_sample(200)
    sample, model = ranked(y_true, y_score)
    band = threshold_band(resampler(sample, FEW), model)
    tables = list(tables_written_out(y_true, y_score, FEW))
    for axis, size in (("fpr", model.table.negatives), ("tpr", model.table.positives)):
        rates = [
            getattr(table, axis)[table.rows_at_thresholds(band.thresholds)] for table in tables
        ]
        lower, upper = np.percentile(rates, [5, 95], axis=0)
        estimate = getattr(band, axis)
        plenty = np.minimum(estimate, 1 - estimate) * size >= 10
        assert plenty.sum() > 20
        found = (getattr(band, f"{axis}_{end}") for end in ("lower", "upper"))
        for ours, theirs in zip(found, (lower, upper), strict=True):
            np.testing.assert_allclose(ours[plenty], theirs[plenty], atol=1e-9)
            few = ~plenty & (band.rows > 0)
            wilson = [
                binomtest(round(k), int(size)).proportion_ci(0.9, "wilson")
                for k in estimate[few] * size
            ]
            ends = np.array(wilson)[:, 0 if theirs is lower else 1]
            np.testing.assert_allclose(ours[few], ends, atol=1e-9)


def test_that_by_cost_the_threshold_band_is_that_of_shares_drawn_again() -> None:
    y_true, y_score = noisy_sample(200)
    payoff = by_amount(200)
    sample, model = ranked(y_true, y_score, payoff)
    band = threshold_band(resampler(sample, FEW), model, by_cost=True)
    again = list(written_out(y_true, y_score, FEW, payoff))
    worth = class_sizes(sample, model, by_cost=True)
    for axis, size in (("fpr", worth.negatives), ("tpr", worth.positives)):
        shares = [
            getattr(one.rates, axis)[one.table.rows_at_thresholds(band.thresholds)] for one in again
        ]
        estimate = getattr(band, axis)
        plenty = np.minimum(estimate, 1 - estimate) * size >= 10
        assert plenty.sum() > 20
        for end, share in (("lower", 5), ("upper", 95)):
            ours, theirs = getattr(band, f"{axis}_{end}"), np.percentile(shares, share, axis=0)
            np.testing.assert_allclose(ours[plenty], theirs[plenty], atol=1e-9)


@pytest.mark.parametrize("payoff", [FIXED, by_amount(250)], ids=["fixed", "varying"])
def test_that_the_auciv_interval_is_that_of_rows_drawn_again(payoff: PayoffMatrix) -> None:
    y_true, y_score = noisy_sample(250)
    sample, model = ranked(y_true, y_score, payoff)
    interval = auciv_interval(resampler(sample, FEW), model)
    areas = [again.auciv for again in written_out(y_true, y_score, FEW, payoff)]
    found = error_costs(payoff, y_true)
    by_class = (found.fn_costs, y_true), (found.fp_costs, ~y_true)
    costs = [np.broadcast_to(cost, 250)[of_class] for cost, of_class in by_class]
    worth = [cost.sum() ** 2 / (cost**2).sum() for cost in costs]
    area, freedom = interval.auciv, min(worth) - 1

    def placed(other: float) -> float:
        deviate = norm.ppf(other)
        both = multivariate_normal([0, 0], [[1, 0.5], [0.5, 1]]).cdf([deviate, deviate])
        return float(both) - other**2

    def variance(other: float, *ratios: float) -> float:
        parts = (worth[1] - 1) * ratios[0] + (worth[0] - 1) * ratios[1]
        return (other * (1 - other) + parts * placed(other)) / (worth[0] * worth[1])

    ratio = np.var(areas) * (freedom + 1) / freedom / variance(area, 1, 1)
    counted = [size * (1 - area) ** 2 / ((1 - area) ** 2 + ratio * placed(area)) for size in worth]
    ratios = [(count * ratio + 5) / (count + 5) for count in counted]

    def beyond(other: float) -> float:
        return (area - other) ** 2 - t.ppf(0.95, freedom) ** 2 * variance(other, *ratios)

    ends = brentq(beyond, 0.01, area), brentq(beyond, area, 0.9999)
    assert (interval.low, interval.high) == pytest.approx(ends, abs=1e-6)
    assert area == model.evaluation.auciv


def test_that_a_large_table_has_the_delong_interval_of_its_area() -> None:
    sample, model = ranked(*noisy_sample(30_000))
    spec = BootstrapSpec(replicates(BootstrapSpec().replicates))
    interval = auciv_interval(resampler(sample, spec), model)
    delong = auc_interval(model.table)
    assert interval.low == pytest.approx(delong.low, abs=by_chance(4e-4))
    assert interval.high == pytest.approx(delong.high, abs=by_chance(4e-4))


def test_that_logit_delong_is_the_normal_interval_of_the_logit() -> None:
    y_true, y_score = noisy_sample(60)
    pairs = y_score[y_true][:, None] - y_score[~y_true][None, :]
    kernel = (pairs > 0) + (pairs == 0) / 2
    area, sizes = kernel.mean(), kernel.shape
    variance = sum(kernel.mean(axis=1 - k).var(ddof=1) / sizes[k] for k in (0, 1))
    half = norm.ppf(0.95) * np.sqrt(variance) / (area * (1 - area))
    interval = logit_auc_interval(threshold_table(y_true, y_score))
    expected = tuple(expit([logit(area) - half, logit(area) + half]))
    assert (interval.low, interval.high) == pytest.approx(expected)
    assert interval.method == "logit DeLong"
    assert auc_interval(threshold_table(*SEPARATED)).low is None
    assert "perfectly" in logit_auc_interval(threshold_table(*SEPARATED)).reason


def heights(fpr: np.ndarray, tpr: np.ndarray) -> np.ndarray:
    return np.interp(LINES, (fpr + tpr) / 2, tpr - fpr)


@pytest.mark.parametrize("rows", [300, 3_000])
def test_that_the_simultaneous_band_holds_its_share_of_replicates(rows: int) -> None:
    y_true, y_score = noisy_sample(rows)
    sample, model = ranked(y_true, y_score)
    spec = BootstrapSpec(replicates=200, seed=4)
    band = roc_band(resampler(sample, spec), model, "simultaneous")
    # Points of the band's edges on each line, found by bisection along it.
    lower, upper = (edge_heights(band.x, edge) for edge in (band.lower, band.upper))
    held, rounding = [], 1.8 / rows  # edges are straight between 101 points, curves are steps
    for table in tables_written_out(y_true, y_score, spec):
        drawn = heights(table.fpr, table.tpr)
        held.append(((lower - rounding <= drawn) & (drawn <= upper + rounding)).all())
    assert 0.82 <= np.mean(held) <= 0.97
    assert (band.lower <= band.estimate).all()
    assert (band.estimate <= band.upper).all()


def edge_heights(x: np.ndarray, edge: np.ndarray) -> np.ndarray:
    low, high = np.maximum(2 * LINES - 1, 0), np.minimum(2 * LINES, 1)
    for _ in range(50):
        middle = (low + high) / 2
        below = middle + np.interp(middle, x, edge) < 2 * LINES
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    return 2 * LINES - 2 * low


def test_that_the_simultaneous_band_is_wider_than_the_vertical_one() -> None:
    sample, model = ranked(*noisy_sample(600))
    rs = resampler(sample, SPEC)
    one, all_at_once = roc_band(rs, model), roc_band(rs, model, "simultaneous")
    middle = slice(10, 60)
    assert (all_at_once.lower < one.lower)[middle].all()
    assert (all_at_once.upper > one.upper)[middle].all()


@pytest.mark.parametrize("kind", ["vertical", "simultaneous"])
def test_that_perfect_separation_leaves_doubt(kind: str) -> None:
    sample, model = ranked(*SEPARATED)
    band = roc_band(resampler(sample, SPEC), model, kind)
    inner = slice(1, 99)
    # Rule of three: 20 positives without a miss do not exclude one in twenty.
    assert (band.lower[inner] < 0.95).all()
    assert band.lower[0] == 0
    assert (band.upper[inner] == 1).all()


def test_that_every_band_leaves_doubt_at_perfect_separation() -> None:
    sample, model = ranked(*SEPARATED)
    rs = resampler(sample, SPEC)
    bands: list[Band] = [
        gain_band(rs, model, 0.3),
        precision_recall_band(rs, model, 0.3),
        profit_band(rs, model, model.evaluation.condition()),
    ]
    for band, name in zip(bands, ("rule of three", "rule of three", "Wilson"), strict=True):
        assert band.method.endswith(f"; {name} at small counts")
        middle = np.abs(band.x - 0.6).argmin()
        assert band.lower[middle] < band.estimate[middle] - 0.01
    assert "perfectly" in auciv_interval(rs, model).reason


def test_that_profit_squares_and_adds_the_wilson_intervals_of_small_counts() -> None:
    sample, model = ranked(*SEPARATED)
    rs, prior = resampler(sample, SPEC), 0.3
    missed = 1 - binomtest(20, 20).proportion_ci(0.9, "wilson").low
    alarms = binomtest(0, 60).proportion_ci(0.9, "wilson").high
    profit = profit_band(rs, model, model.evaluation.condition(prior))
    # A miss costs 3.5, a false alarm 1; both rates are perfect in row 20.
    down = np.hypot(prior * 3.5 * missed, (1 - prior) * alarms)
    assert profit.lower[20] == pytest.approx(profit.estimate[20] - down)
    assert profit.upper[20] == pytest.approx(profit.estimate[20])


def test_that_no_gain_is_beyond_that_of_the_best_and_the_worst_order() -> None:
    sample, model = ranked(*noisy_sample(60))
    for prior in (0.0, 0.3, 1.0):
        band = gain_band(resampler(sample, SPEC), model, prior)
        assert (prior * band.upper <= band.x + 1e-9).all()
        assert (prior * (1 - band.lower) <= 1 - band.x + 1e-9).all()


@pytest.mark.parametrize("make", [roc_band, rociv_band])
def test_that_one_positive_says_next_to_nothing(make: object) -> None:
    y_true, y_score = np.arange(40) == 7, np.arange(40.0)
    sample, model = ranked(y_true, y_score)
    band = make(resampler(sample, SPEC), model)  # type: ignore[operator]
    # Wilson: no more than z**2 / (1 + z**2) is excluded.
    assert (band.upper - band.lower)[1:80].min() > 0.7
    assert auciv_interval(resampler(sample, SPEC), model).reason == "there is only one positive"


def test_that_equal_scores_leave_the_diagonal_alone() -> None:
    sample, model = ranked(np.repeat([True, False], 30), np.ones(60))
    rs = resampler(sample, SPEC)
    assert roc_band(rs, model).method == "no interval (every score is equal)"
    assert np.isnan(roc_band(rs, model, "simultaneous").lower).all()
    assert auciv_interval(rs, model).reason == "every score is equal"


def test_that_repeated_rows_in_groups_leave_the_interval_as_wide() -> None:
    y_true, y_score = noisy_sample(120)
    labels, scores, groups = (np.repeat(a, 5) for a in (y_true, y_score, np.arange(120)))
    once, model = ranked(y_true, y_score)
    _, repeated = ranked(labels, scores)
    costs = error_costs(FIXED, labels)
    in_groups = resampled_sample(labels, FIXED, costs, groups=groups)
    sizes = class_sizes(once, model), class_sizes(in_groups, repeated)
    assert asdict(sizes[0]) == asdict(sizes[1])
    one = roc_band(resampler(once, BootstrapSpec(400)), model)
    other = roc_band(resampler(in_groups, BootstrapSpec(400)), repeated)
    width = (other.upper - other.lower)[5:80] / (one.upper - one.lower)[5:80]
    assert np.median(width) == pytest.approx(1, rel=0.1)


def test_that_weights_count_by_their_effective_number() -> None:
    y_true, y_score = noisy_sample(50)
    weights = np.where(np.arange(50) % 2, 3.0, 1.0)
    costs = error_costs(FIXED, y_true, weights)
    sample = resampled_sample(y_true, FIXED, costs, sample_weight=weights)
    of_positives = weights[y_true]
    expected = of_positives.sum() ** 2 / (of_positives**2).sum()
    _, model = ranked(y_true, y_score)
    assert class_sizes(sample, model).positives == pytest.approx(expected)


def test_that_instances_without_a_score_do_not_count() -> None:
    y_true, y_score = noisy_sample(200)
    y_score = np.where(np.arange(200) % 3 == 0, np.nan, y_score)
    sample, model = ranked(y_true, y_score)
    kept = np.isfinite(y_score)
    alone = class_sizes(*ranked(y_true[kept], y_score[kept]))
    assert asdict(class_sizes(sample, model)) == pytest.approx(asdict(alone))


def test_that_costs_do_not_move_the_band_of_counts() -> None:
    y_true, y_score = noisy_sample(200)
    bands = []
    for payoff in (FIXED, by_amount(200)):
        sample, model = ranked(y_true, y_score, payoff)
        bands.append(roc_band(resampler(sample, SPEC), model))
    np.testing.assert_allclose(bands[0].lower, bands[1].lower, atol=1e-12)


def test_that_the_same_seed_gives_the_same_bytes() -> None:
    sample, model = ranked(*probability_sample(6_000))
    for make in (roc_band, rociv_band):
        twice = [make(resampler(sample, SPEC), model, "simultaneous") for _ in range(2)]
        assert twice[0].lower.tobytes() == twice[1].lower.tobytes()
