"""The paired difference of two cost curves against instances resampled one by one."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm, t

from costcurve_gui.engine import NO_PROGRESS, Cancelled, Progress, cost_difference
from costcurve_gui.engine.resampling import difference_band as difference_bands
from costcurve_gui.engine.resampling.band import PC_GRID, policy_rows
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.resampling.count_resampling import CountResampler
from costcurve_gui.engine.resampling.difference_band import difference_band
from costcurve_gui.engine.resampling.row_resampling import RowResampler
from tests.helpers.examples import by_chance, replicates
from tests.helpers.paired import (
    EVERY_ERROR_1,
    by_amount,
    cost_by_definition,
    noisy_models,
    paired,
    written_out,
)

FEW = BootstrapSpec(replicates=60, seed=3)
PCS = np.array([0.1, 0.35, 0.5, 0.8])


@pytest.mark.parametrize("payoff", [EVERY_ERROR_1, by_amount(80)], ids=["constant", "by amount"])
def test_that_it_is_the_difference_on_each_resampled_set(payoff, monkeypatch) -> None:
    monkeypatch.setattr(difference_bands, "_FEW", 0)
    data = paired(*noisy_models(80, 1.5, 0.8), payoff=payoff)
    band = difference_band(RowResampler(data.sample, FEW), *data.models, pc_plus=PCS).band
    naive = np.array(
        [
            [
                cost_by_definition(data, 0, rows, pc) - cost_by_definition(data, 1, rows, pc)
                for pc in PCS
            ]
            for rows in written_out(data, FEW)
        ]
    )
    np.testing.assert_allclose(band.lower, np.quantile(naive, 0.05, axis=0), atol=1e-12)
    np.testing.assert_allclose(band.upper, np.quantile(naive, 0.95, axis=0), atol=1e-12)
    curves = (model.evaluation.envelope for model in data.models)
    np.testing.assert_allclose(band.estimate, cost_difference(*curves).value_at(PCS), atol=1e-12)
    assert (band.x.tolist(), band.method, band.spec) == (PCS.tolist(), "fixed policy", FEW)


@pytest.mark.parametrize("payoff", [EVERY_ERROR_1, by_amount(80)], ids=["constant", "by amount"])
def test_that_it_is_no_narrower_than_students_interval_where_few_cases_differ(
    payoff, monkeypatch
) -> None:
    data = paired(*noisy_models(80, 1.5, 0.8), payoff=payoff)
    found = difference_band(RowResampler(data.sample, FEW), *data.models).band
    monkeypatch.setattr(difference_bands, "_FEW", 0)
    plain = difference_band(RowResampler(data.sample, FEW), *data.models).band
    assert found.method == f"{plain.method}, Student's t where few cases differ"
    assert (found.lower <= plain.lower).all()
    assert (found.upper >= plain.upper).all()
    rows = [policy_rows(model.evaluation, PC_GRID) for model in data.models]
    calls = [
        data.scores[at][:, None] >= model.table.thresholds[rows[at]]
        for at, model in enumerate(data.models)
    ]
    amounts = np.where(data.y_true, data.costs.fn_costs, data.costs.fp_costs)
    variance = np.zeros(PC_GRID.size)
    for of, stake in ((data.y_true, PC_GRID), (~data.y_true, 1 - PC_GRID)):
        shares = (amounts[of] / amounts[of].sum())[:, None]
        differ = calls[0][of].astype(float) - calls[1][of]
        off = shares * (differ - (shares * differ).sum(axis=0))
        variance += stake**2 * (off**2).sum(axis=0) * of.sum() / (of.sum() - 1)
    normal = norm.ppf(0.95) * np.sqrt(variance)
    reach = found.upper - found.estimate
    few = reach > plain.upper - plain.estimate + 1e-12
    assert few.any()
    assert (reach[few] > normal[few] - 1e-12).all()  # Student's deviates are above the normal one
    assert (reach[few] < t.ppf(0.95, 3) * normal[few] / norm.ppf(0.95) * 1.03).all()


def test_that_many_cases_that_differ_leave_percentiles_as_they_are() -> None:
    data, middle = paired(*noisy_models(2000, 1.5, 0.8)), PCS[1:3]
    band = difference_band(RowResampler(data.sample, FEW), *data.models, pc_plus=middle).band
    assert band.method == "fixed policy"


@pytest.mark.parametrize("payoff", [EVERY_ERROR_1, by_amount(1000)], ids=["constant", "by amount"])
def test_that_counts_give_the_interval_that_instances_give(payoff) -> None:
    data = paired(*noisy_models(1000, 1.5, 1.3), payoff=payoff)
    spec = BootstrapSpec(replicates(4000))
    rows, counts = (
        difference_band(kind(data.sample, spec), *data.models).band
        for kind in (RowResampler, CountResampler)
    )
    np.testing.assert_allclose(counts.estimate, rows.estimate, atol=1e-12)
    width = (rows.upper - rows.lower).max()
    np.testing.assert_allclose(counts.lower, rows.lower, atol=by_chance(0.06) * width)
    np.testing.assert_allclose(counts.upper, rows.upper, atol=by_chance(0.06) * width)


def test_that_instances_without_a_score_of_either_are_left_out() -> None:
    y_true, a, b = noisy_models(300, 1.5, 0.8)
    a[::7], b[::11] = np.nan, np.nan
    both = ~np.isnan(a + b)
    data = paired(y_true, a, b)
    for kind in (RowResampler, CountResampler):
        band = difference_band(kind(data.sample, FEW), *data.models, pc_plus=PCS).band
        rows = np.flatnonzero(both)
        expected = [
            cost_by_definition(data, 0, rows, pc) - cost_by_definition(data, 1, rows, pc)
            for pc in PCS
        ]
        np.testing.assert_allclose(band.estimate, expected, atol=1e-12)


def test_that_significant_stretches_are_those_whose_interval_leaves_out_0() -> None:
    rng = np.random.default_rng(1)
    y_true = np.arange(1200) % 2 == 0
    # One ranks the top well and the other the bottom: each is better at one end.
    top = np.where(rng.random(1200) < 0.5, 2.0 * y_true, 0.0) + rng.normal(scale=0.3, size=1200)
    bottom = np.where(rng.random(1200) < 0.5, -2.0 * ~y_true, 0.0) + rng.normal(
        scale=0.3, size=1200
    )
    data = paired(y_true, top, bottom)
    found = difference_band(RowResampler(data.sample, FEW), *data.models)
    band = found.band
    assert found.significant.tolist() == ((band.lower > 0) | (band.upper < 0)).tolist()
    assert [stretch.better for stretch in found.stretches] == ["a", "b"]
    inside = np.zeros(101, bool)
    for low, high, better in found.stretches:
        here = (low <= PC_GRID) & (high >= PC_GRID)
        assert ((band.estimate[here] < 0) == (better == "a")).all()
        inside |= here
    assert inside.tolist() == found.significant.tolist()


def test_that_a_reversed_difference_is_that_of_the_models_the_other_way_round() -> None:
    data = paired(*noisy_models(300, 2.5, 0.2))
    forth = difference_band(RowResampler(data.sample, FEW), *data.models)
    back = difference_band(RowResampler(data.sample, FEW), *reversed(data.models))
    found = forth.reversed()
    assert found.stretches == back.stretches
    assert found.significant.tolist() == back.significant.tolist()
    for ends in ("estimate", "lower", "upper"):
        there, other = getattr(found.band, ends), getattr(back.band, ends)
        np.testing.assert_allclose(there, other, atol=1e-12)
        assert not there.flags.writeable
    assert forth.stretches


def test_that_a_model_does_not_differ_from_one_that_ranks_alike() -> None:
    y_true, score = noisy_models(200, 1.5, decimals=9)
    data = paired(y_true, score, np.exp(score))
    found = difference_band(RowResampler(data.sample, FEW), *data.models)
    assert not found.band.lower.any()
    assert not found.band.upper.any()
    assert found.stretches == ()


@pytest.mark.parametrize("kind", [RowResampler, CountResampler])
def test_that_two_perfect_models_are_not_surely_equal(kind) -> None:
    y_true = np.arange(40) % 2 == 0
    rng = np.random.default_rng(0)
    data = paired(y_true, y_true + 0.3 * rng.random(40), y_true + 0.3 * rng.random(40))
    found = difference_band(kind(data.sample, FEW), *data.models)
    hidden = 1 - 0.05 ** (1 / 20)
    expected = hidden * np.hypot(PC_GRID, 1 - PC_GRID)
    np.testing.assert_allclose(found.band.upper, expected)
    np.testing.assert_allclose(found.band.lower, -expected)
    assert found.band.method == "fixed policy, rule of three where an error was never seen"
    assert not found.significant.any()


def test_that_a_perfect_model_against_constant_scores_has_no_certain_lead() -> None:
    y_true = np.arange(40) % 2 == 0
    data = paired(y_true, y_true.astype(float), np.zeros(40))
    found = difference_band(RowResampler(data.sample, FEW), *data.models)
    assert (found.band.lower < found.band.upper).all()
    assert found.band.estimate[50] == -0.5
    assert found.significant[50]


def test_that_what_costs_the_same_differs_by_0() -> None:
    """One model misses a positive more, the other accepts 2 negatives more: equal at 0.5."""
    rows = np.arange(30)
    y_true = rows < 10
    a = ((rows < 7) | (rows >= 27)) * 1.0
    b = ((rows < 8) | (rows >= 25)) * 1.0
    pcs = np.array([0.4, 0.5, 0.6])
    data = paired(y_true, a, b)
    found = difference_band(RowResampler(data.sample, FEW), *data.models, pc_plus=pcs)
    assert found.band.estimate[1] == 0
    assert (np.abs(found.band.estimate[[0, 2]]) > 0.01).all()


def test_that_one_positive_leaves_the_difference_open() -> None:
    rng = np.random.default_rng(0)
    y_true = np.arange(50) == 7
    data = paired(y_true, y_true + rng.random(50), rng.random(50))
    found = difference_band(RowResampler(data.sample, FEW), *data.models)
    assert found.band.upper[-2] - found.band.lower[-2] > 0.9
    assert not found.significant[-2]


def test_that_groups_are_what_the_rule_of_three_counts() -> None:
    y_true = np.arange(40) % 2 == 0
    groups = np.arange(40) // 4
    rng = np.random.default_rng(0)
    scores = y_true + 0.3 * rng.random(40), y_true + 0.3 * rng.random(40)
    data = paired(y_true, *scores, groups=groups)
    found = difference_band(RowResampler(data.sample, FEW), *data.models)
    assert found.band.upper[-1] == pytest.approx(1 - 0.05 ** (1 / 10))


def test_that_the_same_seed_gives_the_same_bytes() -> None:
    data = paired(*noisy_models(200, 1.5, 0.8))
    first, again, other = (
        difference_band(RowResampler(data.sample, BootstrapSpec(60, seed=seed)), *data.models).band
        for seed in (3, 3, 4)
    )
    assert first.lower.tobytes() == again.lower.tobytes()
    assert first.lower.tobytes() != other.lower.tobytes()


def test_that_it_can_be_cancelled() -> None:
    data = paired(*noisy_models(80, 1.5, 0.8))
    progress = Progress(lambda *_: progress.cancel())
    with pytest.raises(Cancelled):
        difference_band(RowResampler(data.sample, BootstrapSpec()), *data.models, progress=progress)
    assert not NO_PROGRESS.cancelled
