"""Bands of curves against replicates that are written out row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from costcurve_gui.engine.api import (
    BootstrapSpec,
    Cancelled,
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
)
from tests.helpers.oracles import noisy_sample, probability_sample
from tests.helpers.resampled import FIXED, ranked, varying, written_out

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.engine.api import Band, ModelEvaluation, PayoffMatrix

SPEC = BootstrapSpec(replicates=120, seed=3)
PRIOR = 0.2
GRID = np.arange(101) / 100


def require_band(band: Band, values: list[np.ndarray]) -> None:
    lower, upper = np.percentile(np.array(values), [5, 95], axis=0)
    np.testing.assert_allclose(band.lower, lower, atol=1e-9)
    np.testing.assert_allclose(band.upper, upper, atol=1e-9)


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
def test_that_the_vertical_band_is_that_of_rows_drawn_anew(levels: int | None) -> None:
    y_true, y_score = noisy_sample(90, levels=levels)
    sample, model = ranked(y_true, y_score)
    band = roc_band(resampler(sample, SPEC), model)
    require_band(band, [tprs(drawn) for drawn in written_out(y_true, y_score, SPEC)])
    np.testing.assert_allclose(band.estimate, tprs(model.evaluation), atol=1e-9)


@pytest.mark.parametrize("payoff", [FIXED, varying(80)], ids=["fixed", "varying"])
def test_that_the_profit_band_is_that_of_rows_drawn_anew(payoff: PayoffMatrix) -> None:
    y_true, y_score = noisy_sample(80)
    sample, model = ranked(y_true, y_score, payoff)
    band = profit_band(resampler(sample, SPEC), model, model.evaluation.condition(PRIOR))
    values = []
    for drawn in written_out(y_true, y_score, SPEC, payoff):
        rows = drawn.table.rows_at_thresholds(band.thresholds)
        curve = profit_curve(drawn.table, drawn.rates, drawn.condition(PRIOR), rows)
        values.append(curve.expected_profit)
    require_band(band, values)


def test_that_costs_that_are_declared_dearer_scale_the_profit() -> None:
    y_true, y_score = noisy_sample(200)
    sample, model = ranked(y_true, y_score, varying(200))
    condition = model.evaluation.condition(PRIOR)
    dearer = condition.with_fn_cost(2 * condition.means.fn_cost)
    band = profit_band(resampler(sample, SPEC), model, dearer)
    inside = (band.lower <= band.estimate) & (band.estimate <= band.upper)
    assert inside.mean() > 0.99
    np.testing.assert_array_equal(band.thresholds, model.table.thresholds[band.rows])


def test_that_the_net_benefit_band_is_that_of_rows_drawn_anew() -> None:
    y_true, y_score = probability_sample(150)
    sample, model = ranked(y_true, y_score)
    band = net_benefit_band(resampler(sample, SPEC), model, PRIOR)
    values = [
        net_benefit_curve(drawn.table, PRIOR).net_benefit
        for drawn in written_out(y_true, y_score, SPEC)
    ]
    require_band(band, values)


def test_that_the_gain_band_is_that_of_rows_drawn_anew() -> None:
    y_true, y_score = noisy_sample(120)
    sample, model = ranked(y_true, y_score)
    band = gain_band(resampler(sample, SPEC), model, PRIOR)
    values = []
    for drawn in written_out(y_true, y_score, SPEC):
        curve = gain_curve(drawn.table, PRIOR)
        values.append(np.interp(GRID + 1e-12, curve.fraction_targeted, curve.gain))
    require_band(band, values)


def test_that_the_precision_recall_band_is_that_of_rows_drawn_anew() -> None:
    y_true, y_score = noisy_sample(100)
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
    lower, upper = np.percentile(np.array(values), [5, 95], axis=0)
    # The interval is that of fpr, whose percentiles lie between two replicates.
    np.testing.assert_allclose(band.lower, lower, atol=0.01)
    np.testing.assert_allclose(band.upper, upper, atol=0.01)


BANDS: list[Callable[..., Band]] = [
    roc_band,
    lambda rs, model, **words: profit_band(rs, model, model.evaluation.condition(), **words),
    lambda rs, model, **words: gain_band(rs, model, 0.3, **words),
    lambda rs, model, **words: precision_recall_band(rs, model, 0.3, **words),
    lambda rs, model, **words: net_benefit_band(rs, model, 0.3, **words),
]


@pytest.mark.parametrize("make", BANDS)
def test_that_counts_give_the_band_that_instances_give(make: Callable[..., Band]) -> None:
    y_true, y_score = probability_sample(5_400)
    sample, model = ranked(y_true, y_score)
    spec = BootstrapSpec(replicates=300)
    by_counts = make(resampler(sample, spec), model)
    fewer = ranked(y_true[:4_900], y_score[:4_900])
    by_rows = make(resampler(fewer[0], spec), fewer[1])
    width = by_counts.upper - by_counts.lower
    places = np.linspace(0.2, 0.8, 20)
    widths = np.interp(places, by_counts.x, width)
    other = np.interp(places, by_rows.x, by_rows.upper - by_rows.lower)
    assert np.median(widths / other) == pytest.approx(np.sqrt(4_900 / 5_400), rel=0.08)


@pytest.mark.parametrize("make", BANDS)
def test_that_a_band_can_be_cancelled_and_reports(make: Callable[..., Band]) -> None:
    sample, model = ranked(*probability_sample(100))
    reports: list[int] = []
    make(resampler(sample, SPEC), model, progress=Progress(lambda done, *_: reports.append(done)))
    assert reports == [0, 100]
    cancelled = Progress()
    cancelled.cancel()
    with pytest.raises(Cancelled):
        make(resampler(sample, SPEC), model, progress=cancelled)
