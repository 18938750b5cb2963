"""Resampled rates against counting every resampled row again, and against each other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from costcurve_gui.engine import (
    BootstrapSpec,
    PayoffMatrix,
    RankedModel,
    Resampler,
    Sample,
    error_costs,
    evaluate_scores,
    rank_order,
    resampled_sample,
    resampler,
)
from costcurve_gui.engine.errors import ConstraintError, EngineError
from costcurve_gui.engine.resampling.bootstrap import generators, percentile_interval
from costcurve_gui.engine.resampling.count_resampling import CountResampler
from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
from costcurve_gui.engine.resampling.row_resampling import RowResampler
from tests.helpers.examples import by_chance, examples, replicates
from tests.helpers.oracles import noisy_sample

KINDS = pytest.mark.parametrize("kind", [RowResampler, CountResampler])
FIGURES = tuple(ResampledRates.__slots__)


@dataclass
class Case:
    """Labels, scores (NaN is missing), payoffs that vary, weights and groups."""

    labels: np.ndarray
    scores: np.ndarray
    payoff: PayoffMatrix
    weights: np.ndarray | None = None
    groups: np.ndarray | None = None

    @property
    def costs(self):
        return error_costs(self.payoff, self.labels, self.weights)

    @property
    def sample(self) -> Sample:
        return resampled_sample(
            self.labels, self.payoff, self.costs, sample_weight=self.weights, groups=self.groups
        )

    def ranked(self, scores: np.ndarray | None = None) -> RankedModel:
        scores = self.scores if scores is None else scores
        model = evaluate_scores("a", self.labels, scores, self.payoff, self.weights)
        return RankedModel(model, rank_order(self.labels, scores, table=model.table))


def case(rows: int, *, weighted: bool = False, costly: bool = False, seed: int = 3) -> Case:
    labels, scores = noisy_sample(rows, seed=seed)
    rng = np.random.default_rng(seed)
    amount = rng.gamma(2.0, 10.0, rows)
    payoff = PayoffMatrix(tp=amount / 9, fp=-5.0, fn=-amount, tn=1.0) if costly else None
    weights = rng.uniform(0.5, 2.0, rows) if weighted else None
    return Case(labels, scores, payoff or PayoffMatrix(0.0, -1.0, -1.0, 0.0), weights)


def by_definition(of: Case, times: np.ndarray, threshold: float) -> dict[str, float]:
    """Every figure of one replicate, from each row repeated as often as it was drawn."""
    scored = ~np.isnan(of.scores)
    rows = np.repeat(np.flatnonzero(scored), times[scored])
    label, called = of.labels[rows], of.scores[rows] >= threshold
    weight = np.ones(rows.size) if of.weights is None else of.weights[rows]

    def cell(name: str) -> np.ndarray:
        return np.broadcast_to(getattr(of.payoff, name), of.labels.shape)[rows]

    fn_cost, fp_cost = cell("tp") - cell("fn"), cell("tn") - cell("fp")

    def mean(of_rows: np.ndarray, members: np.ndarray, by: np.ndarray) -> float:
        return float((of_rows * by)[members].sum() / by[members].sum())

    return {
        "fpr": mean(called, ~label, weight),
        "tpr": mean(called, label, weight),
        "fp_cost_rate": mean(called, ~label, weight * fp_cost),
        "tp_benefit_rate": mean(called, label, weight * fn_cost),
        "tp_payoff": mean(cell("tp"), label, weight),
        "tn_payoff": mean(cell("tn"), ~label, weight),
        "fn_cost": mean(fn_cost, label, weight),
        "fp_cost": mean(fp_cost, ~label, weight),
    }


@st.composite
def cases(draw) -> Case:
    rows = draw(st.integers(4, 24))
    labels = np.array(draw(st.lists(st.booleans(), min_size=rows, max_size=rows)))
    labels[:4] = True, False, True, False
    scores = draw(hnp.arrays(float, rows, elements=st.sampled_from([0.0, 0.5, 1.0, 2.0, np.nan])))
    scores[:4] = draw(hnp.arrays(float, 4, elements=st.sampled_from([0.0, 1.0])))
    amounts = hnp.arrays(float, rows, elements=st.floats(0.5, 9.0))
    payoff = PayoffMatrix(
        tp=draw(st.just(0.0) | amounts), fp=-2.0, fn=-draw(st.just(3.0) | amounts), tn=1.0
    )
    weights = draw(st.none() | hnp.arrays(float, rows, elements=st.floats(0.5, 3.0)))
    groups = draw(st.none() | hnp.arrays(np.int64, rows, elements=st.integers(0, 5)))
    return Case(labels, scores, payoff, weights, groups)


@settings(max_examples=examples(60))
@given(cases())
def test_that_each_replicate_is_what_its_rows_give(of: Case) -> None:
    rowwise, model = RowResampler(of.sample, BootstrapSpec(replicates=3)), of.ranked()
    rows = np.arange(len(model.table))
    (rates,) = rowwise.rates(model, rows)
    ((positives, negatives),) = rowwise.times()
    for replicate in range(3):
        times = np.zeros(of.labels.size, np.int64)
        times[of.labels], times[~of.labels] = positives[replicate], negatives[replicate]
        drawn = times * ~np.isnan(of.scores)
        if not (drawn[of.labels].any() and drawn[~of.labels].any()):
            continue
        for row, threshold in enumerate(model.table.thresholds):
            expected = by_definition(of, times, threshold)
            found = {
                name: np.broadcast_to(getattr(rates, name), rates.fpr.shape)[replicate, row]
                for name in FIGURES
            }
            assert found == pytest.approx(expected)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("costly", [False, True])
def test_that_counts_are_as_likely_as_those_of_rows(weighted: bool, costly: bool) -> None:
    of = case(700, weighted=weighted, costly=costly)
    of.scores[::13] = np.nan
    model = of.ranked()
    rows = np.array([40, 100, 250, 500])
    found = []
    for kind in (RowResampler, CountResampler):
        batches = list(kind(of.sample, BootstrapSpec(replicates(4000))).rates(model, rows))
        found.append({n: np.concatenate([getattr(b, n) for b in batches]) for n in FIGURES})
    for name in FIGURES:
        by_row, by_count = (np.asarray(figures[name]) for figures in found)
        spread = by_row.std(axis=0)
        np.testing.assert_allclose(
            by_count.mean(axis=0), by_row.mean(axis=0), atol=by_chance(0.09) * spread.max() + 1e-12
        )
        np.testing.assert_allclose(by_count.std(axis=0), spread, rtol=by_chance(0.08), atol=1e-12)


@pytest.fixture(scope="module", params=[(False, False), (False, True), (True, True)], ids=str)
def drawn_and_left_out(request) -> list[list[tuple[ResampledRates, ResampledRates]]]:
    """Return the batches of both kinds for rows that are (weighted, costly)."""
    weighted, costly = request.param
    of = case(1500, weighted=weighted, costly=costly)
    sources = [
        kind(of.sample, BootstrapSpec(replicates(6000))) for kind in (RowResampler, CountResampler)
    ]
    return [list(source.rates_and_rest(of.ranked(), np.array([300]))) for source in sources]


@pytest.mark.parametrize("name", ["tpr", "fpr", "tp_benefit_rate", "fp_cost_rate"])
def test_that_drawn_and_left_out_go_together_in_counts_as_in_rows(
    drawn_and_left_out, name: str
) -> None:
    means, slopes = [], []
    for batches in drawn_and_left_out:
        pairs = [[getattr(side, name)[:, 0] for side in batch] for batch in batches]
        drawn, left_out = (np.concatenate(side) for side in zip(*pairs, strict=True))
        means.append(left_out.mean())
        slopes.append(np.polyfit(drawn, left_out, 1)[0])
    assert means[1] == pytest.approx(means[0], abs=by_chance(0.002))
    assert slopes[1] == pytest.approx(slopes[0], abs=by_chance(0.06))


def test_that_normalized_cost_is_the_expected_cost_as_a_share_of_the_worst() -> None:
    of = case(300, costly=True)
    rows = np.array([40, 100, 250])
    (rates,) = RowResampler(of.sample, BootstrapSpec(replicates=5)).rates(of.ranked(), rows)
    missed, alarmed = 0.2 * rates.fn_cost, 0.8 * rates.fp_cost
    share = rates.expected_cost(0.2) / (missed + alarmed)
    pc_plus = missed / (missed + alarmed)
    np.testing.assert_allclose(rates.normalized_expected_cost(pc_plus), share)


def test_that_rules_of_one_model_are_drawn_together() -> None:
    of = case(700)
    rows = np.array([40, 100, 250, 500])
    found = []
    for kind in (RowResampler, CountResampler):
        batches = kind(of.sample, BootstrapSpec(replicates(4000))).rates(of.ranked(), rows)
        found.append(np.corrcoef(np.concatenate([rates.tpr for rates in batches]).T))
    np.testing.assert_allclose(found[0], found[1], atol=by_chance(0.06))


@pytest.mark.parametrize("costly", [False, True])
def test_that_two_models_are_drawn_together(costly: bool) -> None:
    of = case(700, costly=costly)
    competitor = of.scores + np.random.default_rng(5).normal(0.0, 0.5, 700)
    models, rows = [of.ranked(), of.ranked(competitor)], [np.array([60, 200]), np.array([80, 150])]
    found = []
    for kind in (RowResampler, CountResampler):
        pairs = list(kind(of.sample, BootstrapSpec(replicates(4000))).joint_rates(models, rows))
        leads = [a.expected_profit(0.3) - b.expected_profit(0.3) for a, b in pairs]
        found.append(np.concatenate(leads))
    np.testing.assert_allclose(found[0].std(axis=0), found[1].std(axis=0), rtol=by_chance(0.06))
    spread = found[0].std(axis=0)
    np.testing.assert_allclose(
        found[0].mean(axis=0), found[1].mean(axis=0), atol=by_chance(0.09) * spread.max()
    )


@pytest.mark.parametrize("pure", [False, True])
def test_that_groups_are_drawn_whole(pure: bool) -> None:
    of = case(200)
    rng = np.random.default_rng(2)
    of.groups = rng.integers(0, 30, 200) * 2 + (of.labels if pure else 0)
    for positives, negatives in RowResampler(of.sample, BootstrapSpec(replicates=50)).times():
        times = np.empty((50, 200), np.int64)
        times[:, of.labels], times[:, ~of.labels] = positives, negatives
        numbers, first = np.unique(of.groups, return_index=True)
        for number in numbers:
            members = times[:, of.groups == number]
            assert (members == members[:, :1]).all()
        if pure:
            for label in (False, True):
                drawn = times[:, [at for at in first if of.labels[at] == label]].sum(axis=1)
                assert (drawn == sum(of.labels[first] == label)).all()
        else:
            assert (times[:, first].sum(axis=1) == numbers.size).all()


def test_that_groups_that_agree_are_less_sure_than_their_rows() -> None:
    of = case(60)
    widths = []
    for groups in (None, np.repeat(np.arange(60), 20)):
        many = Case(of.labels.repeat(20), of.scores.repeat(20), of.payoff, groups=groups)
        model = many.ranked()
        spec = BootstrapSpec(replicates=1500)
        (rates,) = zip(
            *RowResampler(many.sample, spec).joint_rates([model], [np.array([20])]), strict=True
        )
        widths.append(np.concatenate([batch.tpr for batch in rates]).std())
    assert widths[1] / widths[0] == pytest.approx(20**0.5, rel=0.1)


def figures_of(resampling: Resampler, model: RankedModel, rows: np.ndarray) -> np.ndarray:
    batches = list(resampling.rates(model, rows))
    return np.concatenate([np.hstack([batch.fpr, batch.tp_benefit_rate]) for batch in batches])


@KINDS
def test_that_the_same_seed_gives_the_same_bytes(kind) -> None:
    of, rows = case(300, costly=True), np.arange(0, 300, 7)
    model = of.ranked()
    first, again, other = (
        figures_of(kind(of.sample, BootstrapSpec(250, seed=seed)), model, rows).tobytes()
        for seed in (7, 7, 8)
    )
    assert first == again != other


@KINDS
def test_that_more_replicates_begin_with_the_same(kind) -> None:
    of, rows = case(300, costly=True), np.arange(0, 300, 7)
    few, many = (
        figures_of(kind(of.sample, BootstrapSpec(replicates)), of.ranked(), rows)
        for replicates in (100, 250)
    )
    assert few.tobytes() == many[:100].tobytes()
    assert len(many) == 250


def test_that_streams_differ() -> None:
    spec = BootstrapSpec()
    draws = [next(generators(spec, stream))[1].random(3).tolist() for stream in (0, 1)]
    assert draws[0] != draws[1]


@given(
    hnp.arrays(float, st.tuples(st.integers(1, 50), st.integers(1, 4)), elements=st.floats(-9, 9)),
    st.floats(0.01, 0.99),
)
def test_that_percentile_intervals_are_numpys(replicates: np.ndarray, level: float) -> None:
    tails = [50 * (1 - level), 50 * (1 + level)]
    expected = np.percentile(replicates, tails, axis=0)
    np.testing.assert_allclose(percentile_interval(replicates, level), expected, atol=1e-9)


def test_that_a_replicate_without_a_value_leaves_no_interval() -> None:
    low, high = percentile_interval(np.array([[1.0, np.nan], [2.0, 3.0]]), 0.9)
    assert low[0] < high[0]
    assert np.isnan([low[1], high[1]]).all()


def test_that_large_samples_are_counted_and_groups_never() -> None:
    large = case(30_000)
    assert isinstance(resampler(large.sample, BootstrapSpec()), CountResampler)
    large.groups = np.arange(30_000) // 3
    assert isinstance(resampler(large.sample, BootstrapSpec()), RowResampler)
    assert isinstance(resampler(case(300).sample, BootstrapSpec()), RowResampler)


def test_that_counts_without_rows_cannot_be_resampled_where_rows_differ() -> None:
    of = case(50, weighted=True)
    bare = RankedModel(of.ranked().evaluation)
    with pytest.raises(EngineError, match="Weighted counts"):
        bare.stops(of_positives=True)
    with pytest.raises(EngineError, match="Counts alone"):
        bare.rows(of_positives=True)


@pytest.mark.parametrize("wrong", [{"replicates": 0}, {"level": 1.0}, {"seed": -1}])
def test_that_a_spec_out_of_range_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ConstraintError):
        BootstrapSpec(**wrong)
