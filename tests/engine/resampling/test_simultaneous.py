"""Differences over all PC(+) at once: moments, the largest deviate, and the band made of them."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm, t

from costcurve_gui.engine import ConfusionMatrix, evaluate_table, family_table
from costcurve_gui.engine.resampling.band import policy_rows
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.resampling.count_resampling import CountResampler
from costcurve_gui.engine.resampling.difference_band import difference_band
from costcurve_gui.engine.resampling.difference_moments import difference_moments
from costcurve_gui.engine.resampling.independent_samples import IndependentResampler
from costcurve_gui.engine.resampling.out_of_bag import out_of_bag_excess
from costcurve_gui.engine.resampling.resampler import ClassifierResampler, sample_from_counts
from costcurve_gui.engine.resampling.row_resampling import RowResampler
from costcurve_gui.engine.resampling.sample import RankedModel
from costcurve_gui.engine.resampling.simultaneous import largest_deviate, student_deviate
from tests.coverage.cells import Cell
from tests.helpers.paired import EVERY_ERROR_1, Paired, by_amount, noisy_models, paired

SPEC = BootstrapSpec(replicates=100, seed=3)
PCS = np.array([0.1, 0.35, 0.5, 0.8])


def contributions(data: Paired, pcs: np.ndarray) -> np.ndarray:
    """Return what each instance adds to the difference at each PC(+), by definition."""
    scored = ~np.isnan(np.sum(data.scores, axis=0))
    added = np.zeros((data.y_true.size, pcs.size))
    costs = [
        np.broadcast_to(one, scored.size) for one in (data.costs.fn_costs, data.costs.fp_costs)
    ]
    for at, pc in enumerate(pcs):
        called = []
        for model, score in zip(data.models, data.scores, strict=True):
            envelope = model.evaluation.envelope
            called.append(score >= envelope.thresholds[envelope.segment_at(np.array([pc]))][0])
        for of_class, cost, stake, sign in (
            (data.y_true, costs[0], pc, -1.0),
            (~data.y_true, costs[1], 1 - pc, 1.0),
        ):
            rows = np.flatnonzero(of_class & scored)
            share = cost[rows] / cost[rows].sum()
            moved = sign * (called[0][rows].astype(float) - called[1][rows])
            added[rows, at] = stake * share * (moved - share @ moved)
    return added


@pytest.mark.parametrize("missing", [False, True])
@pytest.mark.parametrize("payoff", [EVERY_ERROR_1, by_amount(300)], ids=["constant", "by amount"])
def test_that_moments_are_sums_over_instances(payoff, missing) -> None:
    y_true, a, b = noisy_models(300, 1.5, 0.8)
    if missing:
        a[::7], b[::11] = np.nan, np.nan
    data = paired(y_true, a, b, payoff=payoff)
    rows = [policy_rows(model.evaluation, PCS) for model in data.models]
    found = difference_moments(RowResampler(data.sample, SPEC), data.models, rows, PCS)
    added = contributions(data, PCS)
    np.testing.assert_allclose(found.covariance, added.T @ added, rtol=0.02, atol=1e-12)
    halves = found.fourth - (added**4).sum(axis=0)
    assert (halves > 0).all()
    np.testing.assert_array_less(halves, 1.01 * found.added**2 + 1e-18)


def test_that_groups_of_one_instance_are_instances() -> None:
    y_true, *scores = noisy_models(200, 1.5, 0.8)
    plain, grouped = (paired(y_true, *scores, groups=of) for of in (None, np.arange(200)))
    found = [
        difference_moments(
            RowResampler(data.sample, SPEC),
            data.models,
            [policy_rows(model.evaluation, PCS) for model in data.models],
            PCS,
        )
        for data in (plain, grouped)
    ]
    np.testing.assert_allclose(found[1].covariance, found[0].covariance, rtol=0.02)
    np.testing.assert_allclose(found[1].freedom, found[0].freedom, rtol=0.02)


def test_that_copies_of_instances_in_groups_leave_the_variance_as_it_is() -> None:
    y_true, *scores = noisy_models(200, 1.5, 0.8)
    data = paired(y_true, *scores)
    many = [np.repeat(one, 5) for one in (y_true, *scores)]
    copies = paired(*many, groups=np.repeat(np.arange(200), 5))
    variances = [
        np.diagonal(
            difference_moments(
                RowResampler(one.sample, SPEC),
                one.models,
                [policy_rows(model.evaluation, PCS) for model in one.models],
                PCS,
            ).covariance
        )
        for one in (data, copies)
    ]
    np.testing.assert_allclose(variances[1], variances[0], rtol=0.02)


def test_that_freedom_is_twice_the_number_of_cases_decided_differently() -> None:
    y_true = np.repeat([True, False], 500)
    a = np.where(y_true, 1.0, 0.0)
    b = a.copy()
    b[:12] = 0.0  # twelve more positives are missed
    data = paired(y_true, a, b)
    rows = [np.array([1]), np.array([1])]
    pc = np.array([1.0])
    found = difference_moments(RowResampler(data.sample, SPEC), data.models, rows, pc)
    assert found.freedom[0] == pytest.approx(2 * 13, rel=0.06)  # and the half cases


def test_that_counts_of_classifiers_have_binomial_variances() -> None:
    def classifier(name: str, tp: int, fp: int) -> RankedModel:
        matrix = ConfusionMatrix(name, tp=tp, fn=100 - tp, fp=fp, tn=400 - fp)
        return RankedModel(evaluate_table(name, family_table([matrix])))

    models = [classifier("a", 80, 20), classifier("b", 70, 40)]
    samples = [sample_from_counts(model.table, model.evaluation.means) for model in models]
    drawn = IndependentResampler(models, [ClassifierResampler(one, SPEC) for one in samples])
    pc, rows = np.array([0.4, 0.6]), [np.ones(2, np.int64)] * 2
    found = difference_moments(drawn, models, rows, pc)
    of_positives, of_negatives = (0.16 + 0.21) / 100, (0.05 * 0.95 + 0.1 * 0.9) / 400
    expected = pc**2 * of_positives + (1 - pc) ** 2 * of_negatives
    np.testing.assert_allclose(np.diagonal(found.covariance), expected)
    np.testing.assert_array_equal(out_of_bag_excess(drawn.part(models[0]), models[0], pc), 0.0)


@pytest.mark.parametrize("places", [1, 5, 60])
def test_that_the_largest_of_independent_deviates_is_that_of_sidak(places: int) -> None:
    found = largest_deviate(np.eye(places), np.ones(places), SPEC)
    assert found == pytest.approx(norm.ppf((1 + 0.9 ** (1 / places)) / 2), rel=0.02)


def test_that_places_that_do_not_vary_do_not_count() -> None:
    spread = np.array([1.0, 0.0])
    assert largest_deviate(np.diag(spread), spread, SPEC) == pytest.approx(1.645, abs=0.05)
    assert largest_deviate(np.zeros((2, 2)), np.zeros(2), SPEC) == pytest.approx(1.645, abs=1e-3)


def test_that_students_deviate_is_exceeded_as_seldom_as_the_normal_one() -> None:
    freedom = np.array([3.0, 5.0, 19.0, 200.0, np.nan])
    for deviate in (1.645, 2.5, 3.2):
        exact = t.isf(norm.sf(deviate), np.where(np.isnan(freedom), 1e9, freedom))
        np.testing.assert_allclose(student_deviate(deviate, freedom), exact, rtol=0.09)


@pytest.mark.parametrize("kind", [RowResampler, CountResampler])
def test_that_the_simultaneous_band_holds_the_pointwise_one(kind) -> None:
    for seed in range(5):
        data = paired(*noisy_models(150, 1.5, 0.9, seed=seed))
        found = difference_band(kind(data.sample, SPEC), *data.models)
        of_all = found.simultaneous
        assert of_all.simultaneous is None
        assert (of_all.band.lower <= found.band.lower).all()
        assert (of_all.band.upper >= found.band.upper).all()
        assert not (of_all.significant & ~found.significant).any()
        assert (of_all.band.estimate == found.band.estimate).all()
        back = found.reversed().simultaneous
        np.testing.assert_array_equal(back.band.lower, -of_all.band.upper)


def test_that_thresholds_that_were_chosen_cost_more_out_of_bag() -> None:
    cell = Cell(60, 60)
    for seed in range(3):
        data = cell.draw(np.random.default_rng(seed)).evaluated()
        for kind in (RowResampler, CountResampler):
            excess = out_of_bag_excess(kind(data.sample, SPEC), data.models[0], PCS)
            assert excess[1:3].min() > 0
    y_true = np.arange(100) % 2 == 0
    separated = paired(y_true, y_true.astype(float))
    excess = out_of_bag_excess(RowResampler(separated.sample, SPEC), separated.models[0], PCS)
    np.testing.assert_allclose(excess, 0.0, atol=1e-12)


def test_that_noise_among_equal_scores_gains_nothing() -> None:
    rng, found = np.random.default_rng(5), []
    for _ in range(12):
        y_true = np.repeat([True, False], 40)
        plain = (rng.normal(size=80) + 1.2 * y_true >= 0.6).astype(float)
        data = paired(y_true, plain + rng.random(80) / 2, plain)
        band = difference_band(RowResampler(data.sample, SPEC), *data.models)
        found.append((band.significant.any(), band.simultaneous.significant.any()))
    pointwise, of_all = np.mean(found, axis=0)
    assert pointwise >= 0.25
    assert of_all <= 0.1


def test_that_a_model_that_is_better_by_far_is_found_so() -> None:
    data = paired(*noisy_models(400, 2.5, 0.5))
    found = difference_band(RowResampler(data.sample, SPEC), *data.models).simultaneous
    assert {one.better for one in found.stretches} == {"a"}


def test_that_the_deviate_is_the_same_whichever_eigenvectors_a_processor_finds(monkeypatch):
    rng = np.random.default_rng(5)
    covariance = np.cov(rng.normal(size=(40, 30)), rowvar=False)
    spread = np.sqrt(np.diag(covariance))
    found = largest_deviate(covariance, spread, SPEC)
    eigh = np.linalg.eigh

    def turned(matrix):
        values, vectors = eigh(matrix)
        return values, vectors * rng.choice([-1.0, 1.0], values.size)

    monkeypatch.setattr(np.linalg, "eigh", turned)
    assert largest_deviate(covariance, spread, SPEC) == pytest.approx(found, rel=1e-12)
