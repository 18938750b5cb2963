"""Paired tests of areas and expected costs against instances resampled one by one."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import t

from costcurve_gui.engine.cost.belief import UNIFORM, expected_cost
from costcurve_gui.engine.distributions.uncertain_numbers import BetaBelief, TriangularBelief
from costcurve_gui.engine.resampling import area_tests
from costcurve_gui.engine.resampling.area_tests import compare_auciv, compare_expected_cost
from costcurve_gui.engine.resampling.auc_comparison import compare_auc
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.resampling.count_resampling import CountResampler
from costcurve_gui.engine.resampling.out_of_bag import reoptimised_cost
from costcurve_gui.engine.resampling.paired_tests import compare_all, holm
from costcurve_gui.engine.resampling.row_resampling import RowResampler
from tests.helpers.examples import by_chance, replicates
from tests.helpers.paired import (
    EVERY_ERROR_1,
    Paired,
    by_amount,
    costs_by_definition,
    error_costs,
    noisy_models,
    paired,
    written_out,
)

FEW = BootstrapSpec(replicates=40, seed=3)
BOTH = [RowResampler, CountResampler]


def smaller_class(data: Paired) -> float:
    """Return how many instances the smaller class is worth: Kish (1965), by cost."""
    costs = error_costs(data.payoff, data.y_true)
    of_classes = (costs.fn_costs, data.y_true), (costs.fp_costs, ~data.y_true)
    shares = [np.broadcast_to(cost, rows.size)[rows] for cost, rows in of_classes]
    return min(share.sum() ** 2 / (share**2).sum() for share in shares)


def student_reach(data: Paired, naive: list[float]) -> float:
    size = smaller_class(data)
    return float(t.ppf(0.95, size - 1) * np.std(naive) * np.sqrt(size / (size - 1)))


@pytest.mark.parametrize("payoff", [EVERY_ERROR_1, by_amount(60)], ids=["constant", "by amount"])
def test_that_expected_costs_are_those_of_each_resampled_set(payoff) -> None:
    data = paired(*noisy_models(60, 1.5, 0.8), payoff=payoff)
    belief = TriangularBelief(0.1, 0.3, 0.8)
    test = compare_expected_cost(RowResampler(data.sample, FEW), *data.models, belief=belief)
    pcs = (np.arange(400) + 0.5) / 400
    weights = belief.density(pcs) / belief.density(pcs).sum()

    def excess(rows: np.ndarray) -> float:
        costs = [costs_by_definition(data, m, rows, pcs) for m in (0, 1)]
        return float((np.subtract(*costs) * weights).sum())

    reach = student_reach(data, [excess(rows) for rows in written_out(data, FEW)])
    excess_of = [
        reoptimised_cost(RowResampler(data.sample, FEW), model, belief).excess
        for model in data.models
    ]
    ends = sorted([test.difference, test.difference + excess_of[0] - excess_of[1]])
    # Where replicates choose their own thresholds they may differ more.
    assert reach - 3e-4 <= ends[0] - test.low == pytest.approx(test.high - ends[1])
    assert test.high - ends[1] < 1.25 * reach


@pytest.mark.parametrize("belief", [UNIFORM, BetaBelief(2, 3), TriangularBelief(0.1, 0.2, 0.6)])
@pytest.mark.parametrize("payoff", [EVERY_ERROR_1, by_amount(300)], ids=["constant", "by amount"])
@pytest.mark.parametrize("kind", BOTH)
def test_that_the_difference_is_that_of_the_expected_costs(kind, payoff, belief) -> None:
    data = paired(*noisy_models(300, 1.5, 0.8), payoff=payoff)
    test = compare_expected_cost(kind(data.sample, FEW), *data.models, belief=belief)
    a, b = (expected_cost(model.evaluation.envelope, belief) for model in data.models)
    assert test.difference == pytest.approx(a - b, abs=1e-12)


@pytest.mark.parametrize("payoff", [EVERY_ERROR_1, by_amount(60)], ids=["constant", "by amount"])
def test_that_areas_are_those_of_each_resampled_set(payoff) -> None:
    data = paired(*noisy_models(60, 1.5, 1.2), payoff=payoff)
    test = compare_auciv(RowResampler(data.sample, FEW), *data.models)
    costs = error_costs(payoff, data.y_true)
    weight = np.where(data.y_true, costs.fn_costs, costs.fp_costs)

    def area(score: np.ndarray, rows: np.ndarray) -> float:
        positives, negatives = rows[data.y_true[rows]], rows[~data.y_true[rows]]
        gaps = score[positives][:, None] - score[negatives]
        pairs = weight[positives][:, None] * weight[negatives]
        return float((((gaps > 0) + (gaps == 0) / 2) * pairs).sum() / pairs.sum())

    def excess(rows: np.ndarray) -> float:
        return float(np.subtract(*(area(score, rows) for score in data.scores)))

    naive = [excess(rows) for rows in written_out(data, FEW)]
    assert test.difference == pytest.approx(excess(np.arange(60)))
    reach = student_reach(data, naive)
    assert (test.low, test.high) == pytest.approx(
        (test.difference - reach, test.difference + reach)
    )
    distance = abs(test.difference) / reach * t.ppf(0.95, smaller_class(data) - 1)
    assert test.p_value == pytest.approx(2 * t.sf(distance, smaller_class(data) - 1))


@pytest.mark.parametrize("compare", [compare_auciv, compare_expected_cost])
@pytest.mark.parametrize("payoff", [EVERY_ERROR_1, by_amount(800)], ids=["constant", "by amount"])
def test_that_counts_give_what_instances_give(payoff, compare) -> None:
    data = paired(*noisy_models(800, 1.5, 1.4), payoff=payoff)
    spec = BootstrapSpec(replicates(3000))
    rows, counts = (compare(kind(data.sample, spec), *data.models) for kind in BOTH)
    width = rows.high - rows.low
    assert counts.difference == pytest.approx(rows.difference, abs=1e-12)
    # Of counts the spread of replicates that choose for themselves is not known.
    tolerance = by_chance(0.06 if compare is compare_auciv else 0.12)
    assert counts.low == pytest.approx(rows.low, abs=tolerance * width)
    assert counts.high == pytest.approx(rows.high, abs=tolerance * width)


@pytest.mark.parametrize("compare", [compare_auciv, compare_expected_cost])
def test_that_counts_of_weighted_rows_give_what_instances_give(compare) -> None:
    weight = np.random.default_rng(1).lognormal(0, 1, 1000)
    data = paired(*noisy_models(1000, 1.5, 1.4), weight=weight)
    spec = BootstrapSpec(replicates(3000))
    rows, counts = (compare(kind(data.sample, spec), *data.models) for kind in BOTH)
    width = rows.high - rows.low
    assert counts.low == pytest.approx(rows.low, abs=by_chance(0.07) * width)
    assert counts.high == pytest.approx(rows.high, abs=by_chance(0.07) * width)


def test_that_areas_summed_over_instances_are_nearly_those_of_pairs(monkeypatch) -> None:
    data = paired(*noisy_models(2000, 1.5, 0.8), payoff=by_amount(2000))
    source = RowResampler(data.sample, BootstrapSpec(replicates=300))
    exact = compare_auciv(source, *data.models)
    monkeypatch.setattr(area_tests, "_EVERY_ROW", 0)
    summed = compare_auciv(source, *data.models)
    tolerance = 0.02 * (exact.high - exact.low)
    assert summed.low == pytest.approx(exact.low, abs=tolerance)
    assert summed.high == pytest.approx(exact.high, abs=tolerance)


def test_that_the_interval_of_areas_is_near_that_of_delong() -> None:
    y_true, a, b = noisy_models(2000, 1.5, 1.4)
    data = paired(y_true, a, b)
    test = compare_auciv(CountResampler(data.sample, BootstrapSpec(replicates(4000))), *data.models)
    delong = compare_auc(y_true, a, b)
    assert test.difference == pytest.approx(delong.difference)
    tolerance = by_chance(0.05) * (delong.high - delong.low)
    assert test.low == pytest.approx(delong.low, abs=tolerance)
    assert test.high == pytest.approx(delong.high, abs=tolerance)
    assert test.p_value == pytest.approx(delong.p_value, abs=by_chance(0.05))


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("compare", [compare_auciv, compare_expected_cost])
def test_that_instances_without_a_score_of_either_are_left_out(compare, kind) -> None:
    y_true, a, b = noisy_models(300, 1.5, 0.8)
    a[::7], b[::11] = np.nan, np.nan
    both = ~np.isnan(a + b)
    data = paired(y_true, a, b)
    test = compare(kind(data.sample, FEW), *data.models)
    if compare is compare_auciv:
        expected = compare_auc(y_true[both], a[both], b[both]).difference
    else:
        pcs, rows = (np.arange(500) + 0.5) / 500, np.flatnonzero(both)
        costs = [costs_by_definition(data, m, rows, pcs) for m in (0, 1)]
        expected = np.mean(np.subtract(*costs))
    assert test.difference == pytest.approx(expected, abs=1e-4)
    assert test.low < test.difference < test.high


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("compare", [compare_auciv, compare_expected_cost])
def test_that_weights_count_as_rows_do(compare, kind) -> None:
    y_true, a, b = noisy_models(150, 1.5, 0.8)
    weight = np.random.default_rng(1).integers(1, 4, y_true.size)
    weighted = paired(y_true, a, b, weight=weight.astype(float))
    repeated = paired(*(np.repeat(column, weight) for column in (y_true, a, b)))
    of_weights, of_rows = (
        compare(kind(data.sample, FEW), *data.models) for data in (weighted, repeated)
    )
    assert of_weights.difference == pytest.approx(of_rows.difference)


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("compare", [compare_auciv, compare_expected_cost])
def test_that_equal_or_perfect_models_have_no_interval(compare, kind) -> None:
    y_true = np.arange(40) % 2 == 0
    perfect = y_true + 0.3 * np.random.default_rng(0).random(40)
    for other in (perfect, np.zeros(40)):
        data = paired(y_true, perfect, other)
        test = compare(kind(data.sample, FEW), *data.models)
        assert (test.low, test.high, test.p_value) == (None, None, None)
        assert test.reason == "every resampled set has the same difference"


def test_that_holm_is_that_of_a_worked_example() -> None:
    # Ascending 0.005, 0.01, 0.03, 0.04 times 4, 3, 2, 1: 0.02, 0.03, 0.06, and 0.04 raised.
    corrected = holm(np.array([0.01, 0.04, 0.03, 0.005]))
    np.testing.assert_allclose(corrected, [0.03, 0.06, 0.06, 0.02])


def test_that_holm_leaves_unknown_p_values_out() -> None:
    corrected = holm(np.array([np.nan, 0.04, 0.7]))
    np.testing.assert_allclose(corrected, [np.nan, 0.08, 0.7])
    assert holm(np.array([0.6, 0.9])).tolist() == [1.0, 1.0]
    assert holm(np.array([])).size == 0


def test_that_several_models_are_compared_two_by_two() -> None:
    data = paired(*noisy_models(200, 2.0, 0.3, 0.3))
    source = RowResampler(data.sample, FEW)
    found = compare_all(data.models, lambda a, b: compare_expected_cost(source, a, b))
    assert [(pair.a, pair.b) for pair in found] == [(0, 1), (0, 2), (1, 2)]
    raw = np.array([pair.test.p_value for pair in found])
    assert [pair.corrected for pair in found] == holm(raw).tolist()


def test_that_a_pair_without_interval_has_no_corrected_p_value() -> None:
    y_true, a, b = noisy_models(200, 1.0, 0.9)
    data = paired(y_true, a, a, b)
    source = RowResampler(data.sample, FEW)
    found = compare_all(data.models, lambda a, b: compare_auciv(source, a, b))
    assert found[0].corrected is None
    assert found[1].corrected == pytest.approx(min(2 * found[1].test.p_value, 1))


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("compare", [compare_auciv, compare_expected_cost])
@pytest.mark.parametrize("lone", [True, False], ids=["positive", "negative"])
def test_that_one_instance_of_a_class_allows_no_test(compare, kind, lone) -> None:
    rng = np.random.default_rng(0)
    y_true = (np.arange(50) == 0) == lone
    data = paired(y_true, rng.random(50), rng.random(50))
    test = compare(kind(data.sample, FEW), *data.models)
    assert (test.low, test.high, test.p_value) == (None, None, None)
    assert test.reason == f"there is only one {'positive' if lone else 'negative'}"
    assert test.reason == compare_auc(y_true, *data.scores).reason


@pytest.mark.parametrize("compare", [compare_auciv, compare_expected_cost])
def test_that_one_positive_that_both_scored_allows_no_test(compare) -> None:
    y_true, a, b = noisy_models(60, 1.0, 0.9)
    a[np.flatnonzero(y_true)[1:]] = np.nan
    data = paired(y_true, a, b)
    test = compare(RowResampler(data.sample, FEW), *data.models)
    assert test.reason == "there is only one positive"


@pytest.mark.parametrize("compare", [compare_auciv, compare_expected_cost])
def test_that_one_group_of_a_class_allows_no_test(compare) -> None:
    y_true, a, b = noisy_models(60, 1.0, 0.9)
    data = paired(y_true, a, b, groups=np.where(y_true, 0, np.arange(60)))
    test = compare(RowResampler(data.sample, FEW), *data.models)
    assert test.reason == "there is only one group of positives"


@pytest.mark.parametrize("kind", BOTH)
def test_that_errors_never_seen_may_be_hidden_from_a_test(kind) -> None:
    # Of 20 positives none is misplaced by either; of 200 negatives the second misplaces 8.
    y_true = np.arange(220) < 20
    a = y_true * 1.0
    b = np.where(np.arange(220) >= 212, 2.0, a)
    data = paired(y_true, a, b)
    test = compare_auciv(kind(data.sample, BootstrapSpec()), *data.models)
    assert test.difference == pytest.approx(0.04)
    assert test.method == "spread of replicates, Student, rule of three"
    # Others may hide in up to 1 - 0.05 ** (1 / 20) = 13.9 % of the positives.
    reach = np.hypot(t.ppf(0.95, 19) * np.sqrt(0.04 * 0.96 / 200 * 20 / 19), 0.139)
    assert (test.low, test.high) == pytest.approx((0.04 - reach, 0.04 + reach), abs=0.003)
    # It just reaches 0 where about 0.04 ** 2 = spread ** 2 + hidden ** 2: a tail of 0.45.
    assert test.p_value > 0.8


@pytest.mark.parametrize("kind", BOTH)
def test_that_the_p_value_is_the_interval_read_backwards(kind) -> None:
    y_true = np.arange(500) < 200
    a = y_true * 1.0
    b = np.where(np.arange(500) >= 490, 2.0, a)
    data = paired(y_true, a, b)
    p_value = compare_auciv(kind(data.sample, BootstrapSpec()), *data.models).p_value
    assert 0.001 < p_value < 0.2
    for level, is_shown in ((1 - 1.3 * p_value, True), (1 - 0.7 * p_value, False)):
        spec = BootstrapSpec(level=level)
        assert (compare_auciv(kind(data.sample, spec), *data.models).low > 0) is is_shown


def test_that_perfect_separation_is_shown_to_beat_noise() -> None:
    rng = np.random.default_rng(1)
    y_true = np.arange(50) < 20
    data = paired(y_true, y_true + 0.1 * rng.random(50), rng.random(50))
    test = compare_auciv(RowResampler(data.sample, BootstrapSpec()), *data.models)
    assert test.low > 0.2
    assert test.p_value < 0.01
