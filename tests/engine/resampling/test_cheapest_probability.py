"""How often a model is the cheapest, against instances resampled one by one."""

from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.engine.resampling import cheapest_probability as contests
from costcurve_gui.engine.resampling import joint_cells
from costcurve_gui.engine.resampling.band import PC_GRID
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.resampling.cheapest_probability import cheapest_probability
from costcurve_gui.engine.resampling.count_resampling import CountResampler
from costcurve_gui.engine.resampling.difference_band import THREE_WHERE_UNSEEN, difference_band
from costcurve_gui.engine.resampling.row_resampling import RowResampler
from costcurve_gui.engine.resampling.unseen_errors import unseen_errors
from tests.helpers.examples import by_chance, replicates
from tests.helpers.paired import by_amount, cost_by_definition, noisy_models, paired, written_out

FEW = BootstrapSpec(replicates=40, seed=3)
PCS = np.array([0.25, 0.5, 0.6])


def test_that_each_resampled_set_is_won_by_its_cheapest_models() -> None:
    data = paired(*noisy_models(60, 1.0, 0.9, 0.8))
    found = cheapest_probability(RowResampler(data.sample, FEW), data.models, pc_plus=PCS)
    assert found.method == "fixed policy"
    wins, nobody = np.zeros((PCS.size, 3)), np.zeros(PCS.size)
    for rows in written_out(data, FEW):
        for place, pc in enumerate(PCS):
            costs = np.array([cost_by_definition(data, model, rows, pc) for model in range(3)])
            if costs.min() > min(pc, 1 - pc) - 1e-9:
                nobody[place] += 1
                continue
            lowest = np.abs(costs - costs.min()) < 1e-9
            wins[place] += lowest / lowest.sum()
    np.testing.assert_allclose(found.shares, wins / FEW.replicates, atol=1e-12)
    np.testing.assert_allclose(found.trivial, nobody / FEW.replicates, atol=1e-12)
    np.testing.assert_allclose(found.stacked()[:, -1] + found.trivial, 1.0)
    between = (wins[0, 1] + 2 * wins[1, 1]) / 3 / FEW.replicates
    assert found.share_at(1, 0.25 + 2 / 3 * 0.25) == pytest.approx(between)
    assert 0 < nobody[0] < FEW.replicates


@pytest.mark.parametrize("payoff", [None, by_amount(1000)], ids=["constant", "by amount"])
def test_that_counts_give_the_shares_that_instances_give(payoff) -> None:
    columns = {} if payoff is None else {"payoff": payoff}
    data = paired(*noisy_models(1000, 1.0, 0.95, 0.9, 0.2), **columns)
    spec = BootstrapSpec(replicates(2000))
    rows, counts = (
        cheapest_probability(kind(data.sample, spec), data.models).shares
        for kind in (RowResampler, CountResampler)
    )
    np.testing.assert_allclose(counts, rows, atol=by_chance(0.05))


def test_that_drawing_few_together_changes_nothing_but_chance(monkeypatch) -> None:
    data = paired(*noisy_models(1000, 1.0, 0.95, 0.9, 0.2))
    source = CountResampler(data.sample, BootstrapSpec(replicates(2000)))
    pcs = PC_GRID[::5]
    together = cheapest_probability(source, data.models, pc_plus=pcs).shares
    assert len(contests.contests(source, data.models, pcs)) == 1
    monkeypatch.setattr(contests, "_KINDS", 16)
    assert len(contests.contests(source, data.models, pcs)) > 4
    apart = cheapest_probability(source, data.models, pc_plus=pcs).shares
    np.testing.assert_allclose(apart, together, atol=by_chance(0.05))


def test_that_a_model_far_behind_is_not_drawn_and_never_wins() -> None:
    data = paired(*noisy_models(4000, 2.0, 0.1))
    source = CountResampler(data.sample, FEW)
    (contest,) = contests.contests(source, data.models, np.array([0.5]))
    assert contest.drawn == (0,)
    assert cheapest_probability(source, data.models, pc_plus=np.array([0.5])).shares.tolist() == [
        [1.0, 0.0]
    ]


@pytest.mark.parametrize("kind", [RowResampler, CountResampler])
def test_that_no_model_wins_where_all_are_trivial(kind) -> None:
    y_true = np.arange(40) % 2 == 0
    data = paired(y_true, np.zeros(40), np.ones(40), np.full(40, 2.0))
    found = cheapest_probability(kind(data.sample, FEW), data.models)
    assert not found.shares.any()
    assert (found.trivial == 1).all()


@pytest.mark.parametrize("kind", [RowResampler, CountResampler])
def test_that_ten_models_share_each_replicate(kind) -> None:
    data = paired(*noisy_models(600, *np.linspace(1.0, 0.8, 10)))
    found = cheapest_probability(kind(data.sample, FEW), data.models, pc_plus=PC_GRID[::4])
    np.testing.assert_allclose(found.shares.sum(axis=1) + found.trivial, 1)
    assert (found.shares >= 0).all()


def test_that_subsets_that_occur_are_drawn_as_all_subsets_are(monkeypatch) -> None:
    data = paired(*noisy_models(1000, 1.0, 0.95, 0.9, 0.85), payoff=by_amount(1000))
    source = CountResampler(data.sample, BootstrapSpec(replicates(2000)))
    pcs = PC_GRID[::10]
    monkeypatch.setattr(contests, "_KINDS", 1)
    every = cheapest_probability(source, data.models, pc_plus=pcs).shares
    monkeypatch.setattr(joint_cells, "MOST_SUBSETS", 2)
    occurring = cheapest_probability(source, data.models, pc_plus=pcs).shares
    np.testing.assert_allclose(occurring, every, atol=by_chance(0.05))


def test_that_seventy_models_that_are_as_good_fit_memory() -> None:
    y_true, *scores = noisy_models(2000, *np.full(70, 1.0))
    scores[3][:10] = np.nan
    data = paired(y_true, *scores)
    found = cheapest_probability(CountResampler(data.sample, FEW), data.models, pc_plus=PCS)
    np.testing.assert_allclose(found.shares.sum(axis=1) + found.trivial, 1)
    drawn = contests.contests(CountResampler(data.sample, FEW), data.models, PCS)
    assert max(len(contest.drawn) for contest in drawn) > 62  # bits of a number


def test_that_one_model_wins_where_it_beats_the_trivial_classifiers() -> None:
    data = paired(*noisy_models(60, 3.0))
    found = cheapest_probability(RowResampler(data.sample, FEW), data.models)
    assert (found.shares[50] == 1).all()
    assert found.shares[[0, -1]].tolist() == [[0.0], [0.0]]


@pytest.mark.parametrize("kind", [RowResampler, CountResampler])
def test_that_rounding_decides_nothing(kind) -> None:
    rng = np.random.default_rng(0)
    y_true = np.arange(600) % 2 == 0
    high = y_true ^ (rng.random(600) < 0.2)
    # Negatives first within both halves, so that only the halves are worth a threshold.
    alike = [high + 0.3 * ~y_true + 0.1 * rng.random(600) for _ in range(2)]
    data = paired(y_true, *alike, payoff=by_amount(600))
    found = cheapest_probability(kind(data.sample, FEW), data.models)
    np.testing.assert_allclose(found.shares[:, 0], found.shares[:, 1], atol=1e-12)
    np.testing.assert_allclose(found.shares[50], 0.5)


def never_alarming(*found: int, positives: int = 50, negatives: int = 50) -> tuple[np.ndarray, ...]:
    """Labels, and models that find so many positives without a false alarm, and else nothing."""
    rows = np.arange(positives + negatives)
    return rows < positives, *((rows < number) * 1.0 for number in found)


@pytest.mark.parametrize("kind", [RowResampler, CountResampler])
def test_that_errors_never_seen_win_nothing_for_certain(kind) -> None:
    """At PC(+) 0.02 the first leads by 0.02 * 0.3 in misses: less than one false alarm of 50."""
    data = paired(*never_alarming(40, 25))
    spec = BootstrapSpec(replicates=4000)
    found = cheapest_probability(kind(data.sample, spec), data.models, pc_plus=np.array([0.02]))
    # Hidden errors are 0, 1, 2, ... with chances of 1/2, 1/4, 1/8, ...: the first has more of them
    # than the second in a third of the replicates. Where both have one, acting on none is cheaper.
    np.testing.assert_allclose(found.shares, [[1 / 2, 1 / 4]], atol=0.03)
    np.testing.assert_allclose(found.trivial, [1 / 4], atol=0.03)
    assert found.method == f"fixed policy, {THREE_WHERE_UNSEEN}"


def test_that_unseen_errors_are_those_that_another_sample_might_show() -> None:
    data = paired(*never_alarming(40))
    drawing = RowResampler(data.sample, BootstrapSpec())
    unseen = unseen_errors(drawing, data.models, np.array([0.02]))
    assert unseen.exposed[:, 0, 0].tolist() == [False, True]
    alarms = np.rint(50 * unseen.drawn(BootstrapSpec(20_000))[:, 1, 0]).astype(int)
    rng = np.random.default_rng(5)
    # All that is known of the rate is that 50 of 50 were right.
    rates = rng.random(500_000)
    posterior = rates[rng.binomial(50, rates) == 0]
    expected = np.bincount(rng.binomial(50, posterior), minlength=8)[:8] / posterior.size
    np.testing.assert_allclose(np.bincount(alarms)[:8] / alarms.size, expected, atol=0.03)


def test_that_an_error_seen_is_no_advantage() -> None:
    """The second has one false alarm, and misses as many: the first is the likelier winner."""
    y_true, a = never_alarming(40)
    b = a.copy()
    b[50] = 1.0
    data = paired(y_true, a, b)
    source = RowResampler(data.sample, BootstrapSpec())
    ((first, second),) = cheapest_probability(source, data.models, pc_plus=np.array([0.5])).shares
    assert 0.6 < first < 0.8
    assert second == pytest.approx(1 - first)


def test_that_shares_near_1_are_where_the_lead_is_shown() -> None:
    """The rule of three is the same: a lead of 3 of 50 false alarms at a level of 90 %."""
    data = paired(*never_alarming(50, 10))
    source = RowResampler(data.sample, BootstrapSpec())
    pc_plus = np.linspace(0.005, 0.3, 60)
    shares = cheapest_probability(source, data.models, pc_plus=pc_plus).shares[:, 0]
    shown = difference_band(source, *data.models, pc_plus=pc_plus).significant
    assert shown.any()
    assert not shown.all()
    assert shares[shown].min() > 0.9
    assert shares[~shown].max() < 0.97


def test_that_models_of_one_ranking_hide_the_same_errors() -> None:
    y_true, a, other = never_alarming(40, 39)
    data = paired(y_true, a, 2 * a, other)
    source = RowResampler(data.sample, FEW)
    shares = cheapest_probability(source, data.models, pc_plus=np.array([0.02])).shares[0]
    assert shares[0] == shares[1]


def test_that_a_model_that_could_win_by_hidden_errors_is_drawn() -> None:
    """On a large sample as well, where replicates of neither vary in what is not seen."""
    data = paired(*never_alarming(2900, 2500, positives=3000, negatives=3000))
    source = CountResampler(data.sample, FEW)
    (contest,) = contests.contests(source, data.models, np.array([0.001]))
    assert contest.drawn == (0, 1)
