"""Who wins where against instances resampled one by one."""

from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.engine.resampling import contests
from costcurve_gui.engine.resampling.band import PC_GRID
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.resampling.count_resampling import CountResampler
from costcurve_gui.engine.resampling.row_resampling import RowResampler
from costcurve_gui.engine.resampling.winners import win_shares
from tests.helpers.paired import by_amount, cost_by_definition, noisy_models, paired, written_out

FEW = BootstrapSpec(replicates=40, seed=3)
PCS = np.array([0.0, 0.05, 0.35, 0.5, 0.8])


def test_that_each_resampled_set_is_won_by_its_cheapest_models() -> None:
    data = paired(*noisy_models(60, 1.0, 0.9, 0.8))
    shares = win_shares(RowResampler(data.sample, FEW), data.models, pc_plus=PCS).shares
    wins = np.zeros((PCS.size, 3))
    for rows in written_out(data, FEW):
        for place, pc in enumerate(PCS):
            costs = np.array([cost_by_definition(data, model, rows, pc) for model in range(3)])
            lowest = np.abs(costs - costs.min()) < 1e-9
            wins[place] += lowest / lowest.sum()
    np.testing.assert_allclose(shares, wins / FEW.replicates, atol=1e-12)


@pytest.mark.parametrize("payoff", [None, by_amount(2000)], ids=["constant", "by amount"])
def test_that_counts_give_the_shares_that_instances_give(payoff) -> None:
    columns = {} if payoff is None else {"payoff": payoff}
    data = paired(*noisy_models(2000, 1.0, 0.95, 0.9, 0.2), **columns)
    spec = BootstrapSpec(replicates=3000)
    rows, counts = (
        win_shares(kind(data.sample, spec), data.models).shares
        for kind in (RowResampler, CountResampler)
    )
    np.testing.assert_allclose(counts, rows, atol=0.05)


def test_that_drawing_few_together_changes_nothing_but_chance(monkeypatch) -> None:
    data = paired(*noisy_models(2000, 1.0, 0.95, 0.9, 0.2))
    source = CountResampler(data.sample, BootstrapSpec(replicates=3000))
    together = win_shares(source, data.models).shares
    assert len(contests.contests(source, data.models, PC_GRID)) == 1
    monkeypatch.setattr(contests, "_KINDS", 16)
    assert len(contests.contests(source, data.models, PC_GRID)) > 20
    np.testing.assert_allclose(win_shares(source, data.models).shares, together, atol=0.05)


def test_that_a_model_far_behind_is_not_drawn_and_never_wins() -> None:
    data = paired(*noisy_models(4000, 2.0, 0.1))
    source = CountResampler(data.sample, FEW)
    (contest,) = contests.contests(source, data.models, np.array([0.5]))
    assert contest.drawn == (0,)
    assert win_shares(source, data.models, pc_plus=np.array([0.5])).shares.tolist() == [[1.0, 0.0]]


@pytest.mark.parametrize("kind", [RowResampler, CountResampler])
def test_that_models_at_the_same_trivial_classifier_share_equally(kind) -> None:
    y_true = np.arange(40) % 2 == 0
    data = paired(y_true, np.zeros(40), np.ones(40), np.full(40, 2.0))
    shares = win_shares(kind(data.sample, FEW), data.models).shares
    np.testing.assert_allclose(shares, 1 / 3)


@pytest.mark.parametrize("kind", [RowResampler, CountResampler])
def test_that_ten_models_share_each_replicate(kind) -> None:
    data = paired(*noisy_models(600, *np.linspace(1.0, 0.8, 10)))
    shares = win_shares(kind(data.sample, FEW), data.models).shares
    np.testing.assert_allclose(shares.sum(axis=1), 1)
    assert (shares >= 0).all()


def test_that_one_model_wins_everywhere() -> None:
    data = paired(*noisy_models(60, 1.0))
    assert (win_shares(RowResampler(data.sample, FEW), data.models).shares == 1).all()


@pytest.mark.parametrize("kind", [RowResampler, CountResampler])
def test_that_rounding_decides_nothing(kind) -> None:
    rng = np.random.default_rng(0)
    y_true = np.arange(600) % 2 == 0
    high = y_true ^ (rng.random(600) < 0.2)
    # Negatives first within both halves, so that only the halves are worth a threshold.
    alike = [high + 0.3 * ~y_true + 0.1 * rng.random(600) for _ in range(2)]
    data = paired(y_true, *alike, payoff=by_amount(600))
    np.testing.assert_allclose(win_shares(kind(data.sample, FEW), data.models).shares, 0.5)
