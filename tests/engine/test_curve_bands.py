"""Bands of curves against replicates that are written out row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from costcurve_gui.engine import (
    BootstrapSpec,
    Cancelled,
    PayoffMatrix,
    Progress,
    gain_band,
    gain_curve,
    net_benefit_band,
    net_benefit_curve,
    precision_recall_band,
    profit_band,
    profit_curve,
    resampler,
    roc_band,
    rociv_band,
)
from costcurve_gui.engine.resampling import curve_bands
from costcurve_gui.engine.resampling.count_resampling import CountResampler
from costcurve_gui.engine.resampling.few_cases import FEW_OF_RARE
from costcurve_gui.engine.resampling.row_resampling import RowResampler
from tests.helpers.oracles import noisy_sample, probability_sample
from tests.helpers.paired import by_amount
from tests.helpers.resampled import FIXED, ranked, written_out

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.engine import Band, ModelEvaluation

SPEC = BootstrapSpec(replicates=120, seed=3)
FEW = BootstrapSpec(replicates=50, seed=3)  # what must agree exactly
PRIOR = 0.2
GRID = np.arange(101) / 100


def require_band(
    band: Band, values: list[np.ndarray], rates: tuple[np.ndarray, np.ndarray], atol: float = 1e-9
) -> None:
    """Require percentiles where no count is small."""
    lower, upper = np.percentile(np.array(values), [5, 95], axis=0)
    plenty = np.logical_and.reduce([(rate > 0.15) & (rate < 0.85) for rate in rates])
    assert plenty.sum() > 5
    np.testing.assert_allclose(band.lower[plenty], lower[plenty], atol=atol)
    np.testing.assert_allclose(band.upper[plenty], upper[plenty], atol=atol)


def weak_sample(rows: int, levels: int | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Labels and scores that tell little of each other, so that both rates are in the middle."""
    y_true, y_score = noisy_sample(rows)
    y_score -= 0.9 * y_true
    return y_true, y_score if levels is None else np.round(y_score * levels / 8)


def tprs(model: ModelEvaluation) -> np.ndarray:
    """Read tpr along the drawn line, from the last point of an upright step."""
    fpr, tpr = model.table.fpr, model.table.tpr
    values = []
    for place in GRID:
        at = np.flatnonzero(fpr <= place + 1e-12)[-1]
        if at == fpr.size - 1:
            values.append(1.0)
            continue
        share = max(place - fpr[at], 0.0) / (fpr[at + 1] - fpr[at])
        values.append(tpr[at] + share * (tpr[at + 1] - tpr[at]))
    return np.array(values)


@pytest.mark.parametrize("levels", [None, 12])
def test_that_the_vertical_band_is_that_of_rows_drawn_again(levels: int | None) -> None:
    y_true, y_score = weak_sample(300, levels)
    sample, model = ranked(y_true, y_score)
    band = roc_band(resampler(sample, FEW), model)
    values = [tprs(drawn) for drawn in written_out(y_true, y_score, FEW)]
    require_band(band, values, (GRID, band.estimate))
    np.testing.assert_allclose(band.estimate, tprs(model.evaluation), atol=1e-9)


@pytest.mark.parametrize("payoff", [FIXED, by_amount(900)], ids=["fixed", "varying"])
def test_that_the_profit_band_is_that_of_rows_drawn_again(payoff: PayoffMatrix) -> None:
    y_true, y_score = weak_sample(900)
    sample, model = ranked(y_true, y_score, payoff)
    band = profit_band(resampler(sample, FEW), model, model.evaluation.condition(PRIOR))
    values = []
    for drawn in written_out(y_true, y_score, FEW, payoff):
        rows = drawn.table.rows_at_thresholds(band.thresholds)
        curve = profit_curve(drawn.table, drawn.rates, drawn.condition(PRIOR), rows)
        values.append(curve.expected_profit)
    rates = model.evaluation.rates
    require_band(band, values, (rates.fpr_at(band.rows), rates.tpr_at(band.rows)))


@pytest.mark.parametrize(("positives", "is_rare"), [(20, True), (60, False)])
def test_that_small_counts_of_a_rare_class_widen_the_profit_band_half_the_way(
    positives, is_rare, monkeypatch
) -> None:
    rng = np.random.default_rng(1)
    y_true = np.repeat([True, False], [positives, 300])
    amount = rng.lognormal(size=y_true.size)
    payoff = PayoffMatrix(tp=0.0, fp=-amount, fn=-amount, tn=0.0)
    sample, model = ranked(y_true, rng.normal(size=y_true.size) + 1.2 * y_true, payoff)

    def band() -> Band:
        return profit_band(resampler(sample, SPEC), model, model.evaluation.condition(PRIOR))

    half = band()
    monkeypatch.setattr(curve_bands, "_PART_OF_RARE", 1.0)
    whole = band()
    monkeypatch.setattr(curve_bands, "_PART_OF_RARE", 0.0)
    percentiles = band()
    assert (whole.lower < percentiles.lower).any() == is_rare
    np.testing.assert_allclose(half.lower, (whole.lower + percentiles.lower) / 2)
    np.testing.assert_allclose(half.upper, (whole.upper + percentiles.upper) / 2)


def test_that_small_counts_widen_all_the_way_where_one_class_alone_costs_unlike_amounts(
    monkeypatch,
) -> None:
    rng = np.random.default_rng(1)
    y_true = np.repeat([True, False], [20, 300])
    amount = rng.lognormal(size=y_true.size)
    payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-amount, tn=0.0)
    sample, model = ranked(y_true, rng.normal(size=y_true.size) + 1.2 * y_true, payoff)
    bands = []
    for part in (0.5, 1.0):
        monkeypatch.setattr(curve_bands, "_PART_OF_RARE", part)
        bands.append(profit_band(resampler(sample, SPEC), model, model.evaluation.condition()))
    np.testing.assert_array_equal(bands[0].lower, bands[1].lower)


def test_that_a_replicate_without_a_case_that_costs_leaves_the_small_counts() -> None:
    y_true = np.repeat([True, False], [20, 2000])
    y_score = np.random.default_rng(1).normal(size=y_true.size) + 1.5 * y_true
    costs = np.where(y_true, 0.0, 1.0)
    costs[:3] = 5.0, 1.0, 2.0
    sample, model = ranked(y_true, y_score, PayoffMatrix(0.0, -1.0, -costs, 0.0))
    source = resampler(sample, BootstrapSpec(300, seed=2))
    for band in (
        profit_band(source, model, model.evaluation.condition(0.1)),
        rociv_band(source, model),
    ):
        assert np.isnan(band.lower).sum() <= 1


def test_that_it_is_said_where_hardly_any_error_of_a_rare_class_makes_a_profit() -> None:
    rng = np.random.default_rng(1)
    y_true = np.repeat([True, False], [20, 2000])
    amount = rng.lognormal(size=y_true.size)
    y_score = rng.normal(size=y_true.size) + 4 * y_true
    for costs, is_said in ((amount, True), (np.ones(y_true.size), False)):
        sample, model = ranked(y_true, y_score, PayoffMatrix(0.0, -costs, -costs, 0.0))
        band = profit_band(resampler(sample, FEW), model, model.evaluation.condition(PRIOR))
        assert band.method.endswith(FEW_OF_RARE) is is_said


def test_that_costs_that_are_declared_higher_scale_the_profit() -> None:
    y_true, y_score = noisy_sample(200)
    sample, model = ranked(y_true, y_score, by_amount(200))
    condition = model.evaluation.condition(PRIOR)
    costlier = condition.with_fn_cost(2 * condition.means.fn_cost)
    band = profit_band(resampler(sample, SPEC), model, costlier)
    inside = (band.lower <= band.estimate) & (band.estimate <= band.upper)
    assert inside.mean() > 0.99
    np.testing.assert_array_equal(band.thresholds, model.table.thresholds[band.rows])


def test_that_the_net_benefit_band_is_that_of_rows_drawn_again() -> None:
    y_true, y_score = probability_sample(300)
    sample, model = ranked(y_true, y_score)
    band = net_benefit_band(resampler(sample, FEW), model, PRIOR)
    values = [
        net_benefit_curve(drawn.table, PRIOR).net_benefit
        for drawn in written_out(y_true, y_score, FEW)
    ]
    rows = model.table.rows_at_thresholds(band.x)
    require_band(band, values, (model.table.fpr_at(rows), model.table.tpr_at(rows)))


def test_that_the_gain_band_is_that_of_rows_drawn_again() -> None:
    y_true, y_score = weak_sample(300)
    sample, model = ranked(y_true, y_score)
    band = gain_band(resampler(sample, FEW), model, PRIOR)
    values = []
    for drawn in written_out(y_true, y_score, FEW):
        curve = gain_curve(drawn.table, PRIOR)
        values.append(np.interp(GRID + 1e-12, curve.fraction_targeted, curve.gain))
    require_band(band, values, ((GRID - PRIOR * band.estimate) / (1 - PRIOR), band.estimate))


def test_that_nothing_is_gained_where_nothing_is_targeted() -> None:
    sample, model = ranked(*probability_sample(300), FIXED)
    band = gain_band(resampler(sample, SPEC), model, PRIOR)
    assert (band.estimate[0], band.lower[0], band.upper[0]) == (0, 0, 0)
    assert (band.estimate[-1], band.upper[-1]) == (1, 1)


def test_that_the_precision_recall_band_is_that_of_rows_drawn_again() -> None:
    y_true, y_score = weak_sample(300)
    sample, model = ranked(y_true, y_score)
    band = precision_recall_band(resampler(sample, SPEC), model, PRIOR)
    values = []
    for drawn in written_out(y_true, y_score, SPEC):
        fpr, tpr = drawn.table.fpr, drawn.table.tpr
        reached = [np.flatnonzero(tpr >= recall - 1e-12)[0] for recall in band.x]
        share = [
            (recall - tpr[at - 1]) / (tpr[at] - tpr[at - 1])
            for at, recall in zip(reached, band.x, strict=True)
        ]
        at = np.array(reached)
        alarms = fpr[at - 1] + share * (fpr[at] - fpr[at - 1])
        values.append(PRIOR * band.x / (PRIOR * band.x + (1 - PRIOR) * alarms))
    fpr = PRIOR * band.x * (1 / band.estimate - 1) / (1 - PRIOR)
    # The percentiles are those of fpr: between two replicates they differ a little.
    require_band(band, values, (fpr, band.x), atol=1e-3)


BANDS: list[Callable[..., Band]] = [
    roc_band,
    lambda rs, model, **words: profit_band(rs, model, model.evaluation.condition(), **words),
    lambda rs, model, **words: gain_band(rs, model, 0.3, **words),
    lambda rs, model, **words: precision_recall_band(rs, model, 0.3, **words),
    lambda rs, model, **words: net_benefit_band(rs, model, 0.3, **words),
]


@pytest.mark.parametrize("make", BANDS)
def test_that_counts_give_the_band_that_instances_give(make: Callable[..., Band]) -> None:
    sample, model = ranked(*probability_sample(2_000))
    spec = BootstrapSpec(replicates=600)
    by_counts = make(CountResampler(sample, spec), model)
    by_rows = make(RowResampler(sample, spec), model)
    np.testing.assert_array_equal(by_counts.estimate, by_rows.estimate)
    wide = by_rows.upper - by_rows.lower > 0.005
    ratio = (by_counts.upper - by_counts.lower)[wide] / (by_rows.upper - by_rows.lower)[wide]
    assert wide.sum() > 30
    assert np.median(ratio) == pytest.approx(1, rel=0.07)


@pytest.mark.parametrize("make", BANDS)
def test_that_a_band_can_be_cancelled_and_reports(make: Callable[..., Band]) -> None:
    sample, model = ranked(*probability_sample(100))
    reports: list[int] = []
    make(resampler(sample, SPEC), model, progress=Progress(lambda done, *_: reports.append(done)))
    assert reports == [0, 100, 120]
    cancelled = Progress()
    cancelled.cancel()
    with pytest.raises(Cancelled):
        make(resampler(sample, SPEC), model, progress=cancelled)
