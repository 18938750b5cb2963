"""Uncertain conditions against brute force, closed forms and simulation."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from costcurve_gui.engine.counts.cost_table import rank_order
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.distributions.uncertain_numbers import (
    NormalBelief,
    parse_uncertain_number,
)
from costcurve_gui.engine.uncertainty import payoff_draws
from costcurve_gui.engine.uncertainty.break_even import break_even
from costcurve_gui.engine.uncertainty.cases_needed import (
    ClassDifference,
    cases_from_interval,
    cases_needed,
    class_difference,
    paired_cases_needed,
)
from costcurve_gui.engine.uncertainty.information import (
    drawn_means,
    information_of_difference,
    information_of_lines,
    partial_information,
    value_of_information,
)
from costcurve_gui.engine.uncertainty.model_risk import model_risk
from costcurve_gui.engine.uncertainty.payoff_draws import (
    DrawCheck,
    PayoffFactors,
    PayoffTerms,
    RuleFeatures,
    best_profits,
)


def drawn_case(seed, weighted=False, n=60, draws=25):
    """Scores with ties, a column of amounts, and draws of lgd, fee, rate and prior."""
    rng = np.random.default_rng(seed)
    y = np.concatenate([[True, False], rng.random(n - 2) < 0.4])
    scores = np.round(rng.normal(y), 1)
    amount = rng.lognormal(3, 1, n)
    weight = rng.integers(0, 4, n).astype(float) + (np.arange(n) < 2) if weighted else None
    lgd, fee, rate = (rng.uniform(*ends, draws) for ends in ((0.3, 0.7), (1, 9), (0, 1)))
    ones = np.ones(draws)
    terms = PayoffTerms(tp=(0.0,), fp=(1.0,), fn=(amount, 1.0), tn=(amount,))
    factors = PayoffFactors(
        tp=0 * ones[:, None],
        fp=-2 * ones[:, None],
        fn=np.stack([-lgd, -fee], axis=1),
        tn=rate[:, None],
        prior=rng.beta(2, 8, draws),
    )
    return y, scores, weight, amount, (lgd, fee, rate), terms, factors


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("weighted", [False, True])
def test_that_profits_of_draws_are_those_of_every_row_and_threshold(seed, weighted):
    y, scores, weight, amount, (lgd, fee, rate), terms, factors = drawn_case(seed, weighted)
    table = threshold_table(y, scores, sample_weight=weight)
    order = rank_order(y, scores, table=table)
    features = RuleFeatures(terms, table, order, weight)
    found = factors.weights @ features.at(slice(None)).T
    counted = np.ones(y.size) if weight is None else weight
    for draw in range(len(lgd)):
        prior = factors.prior[draw]
        paid = {
            (True, True): np.zeros(y.size),
            (True, False): np.full(y.size, -2.0),
            (False, True): -lgd[draw] * amount - fee[draw],
            (False, False): rate[draw] * amount,
        }
        expected = []
        for threshold in table.thresholds:
            acts = scores >= threshold
            profit = 0.0
            for positive, share in ((True, prior), (False, 1 - prior)):
                members = y == positive
                each = np.where(acts, paid[True, positive], paid[False, positive])
                profit += share * np.average(each[members], weights=counted[members])
            expected.append(profit)
        assert found[draw] == pytest.approx(expected, abs=1e-10)
        right = np.where(y, paid[True, True], paid[False, False])
        best = sum(
            share * np.average(right[y == positive], weights=counted[y == positive])
            for positive, share in ((True, prior), (False, 1 - prior))
        )
        assert factors.weights[draw] @ features.perfect == pytest.approx(best)
    assert best_profits(factors.weights, features) == pytest.approx(found.max(axis=1))


@pytest.mark.parametrize("coarse", [20_000, 300])
def test_that_few_directions_find_nearly_the_best_threshold_and_never_better(monkeypatch, coarse):
    y, scores, _, _, _, terms, factors = drawn_case(5, n=4000, draws=500)
    scores = scores + np.random.default_rng(1).normal(0, 0.1, y.size)
    table = threshold_table(y, scores)
    order = rank_order(y, scores, table=table)
    features = RuleFeatures(terms, table, order)
    exact = best_profits(factors.weights, features)
    monkeypatch.setattr(payoff_draws, "_EXACT", 10)
    monkeypatch.setattr(payoff_draws, "_COARSE", coarse)
    near = best_profits(factors.weights, features)
    assert (near <= exact + 1e-12).all()
    assert (exact - near).max() < 0.01 * np.ptp(exact)
    assert (exact - near).mean() < 0.001 * np.ptp(exact)


@pytest.mark.parametrize("exact", [30_000_000, 10])
def test_that_draws_with_a_negative_error_cost_are_found_row_by_row(exact, monkeypatch):
    monkeypatch.setattr(payoff_draws, "_EXACT", exact)
    rng = np.random.default_rng(2)
    n, draws = 50, 200
    y = np.arange(n) % 2 == 0
    amount, paid = rng.uniform(1, 10, n), rng.uniform(0, 5, n)
    lgd, fee, back = rng.uniform(0, 1, draws), rng.normal(0, 2, draws), rng.uniform(0, 1, draws)
    terms = PayoffTerms(tp=(1.0,), fp=(-1.0,), fn=(amount, paid), tn=(0.0,))
    factors = PayoffFactors(
        tp=-fee[:, None],
        fp=np.ones((draws, 1)),
        fn=np.stack([-lgd, back], axis=1),
        tn=np.ones((draws, 1)),
        prior=np.full(draws, 0.5),
    )
    costs = -fee[:, None] + lgd[:, None] * amount[y] - back[:, None] * paid[y]
    expected = (costs >= 0).all(axis=1)
    assert 0 < expected.sum() < draws
    assert DrawCheck(terms, y).sound(factors).tolist() == expected.tolist()


def test_that_error_costs_without_columns_must_be_above_zero():
    terms = PayoffTerms(tp=(1.0,), fp=(1.0,), fn=(1.0,), tn=(1.0,))
    fn = np.array([[-1.0], [0.0], [1.0]])
    zero, one = np.zeros((3, 1)), np.ones((3, 1))
    factors = PayoffFactors(tp=zero, fp=-one, fn=fn, tn=zero, prior=np.full(3, 0.5))
    assert DrawCheck(terms, np.array([True, False])).sound(factors).tolist() == [True, False, False]


def test_that_risk_is_what_a_loop_over_draws_finds():
    rng = np.random.default_rng(4)
    costs = rng.normal(5, 1, (300, 4)).round(1)
    found = model_risk(costs, 20 - costs)
    shares = np.zeros(4)
    for row in costs:
        least = row == row.min()
        shares += least / least.sum() / len(costs)
    regret = costs - costs.min(axis=1, keepdims=True)
    assert found.probability_best == pytest.approx(shares)
    assert found.probability_best.sum() == pytest.approx(1)
    assert found.worst_regret == pytest.approx(regret.max(axis=0))
    assert found.expected_regret == pytest.approx(regret.mean(axis=0))
    assert found.worst_profit == pytest.approx(20 - costs.max(axis=0))
    assert found.least_expected_cost == np.argmin(costs.mean(axis=0))
    assert found.least_worst_regret == np.argmin(regret.max(axis=0))


def test_that_information_about_a_normal_gain_is_worth_its_closed_form():
    """Acting earns theta ~ N(m, s), leaving 0: EVPI = s phi(m/s) - |m| Phi(-|m|/s)."""
    from scipy.stats import norm

    m, s = 0.4, 1.3
    theta = norm(m, s).ppf((np.arange(200_000) + 0.5) / 200_000)
    profits = np.stack([theta, np.zeros_like(theta)], axis=1)
    expected = s * norm.pdf(m / s) - abs(m) * norm.cdf(-abs(m) / s)
    assert value_of_information(profits).value == pytest.approx(expected, abs=1e-4)
    assert value_of_information(profits[:1]).value == 0
    exact = information_of_lines(NormalBelief(m, s), np.array([0.0, 0.0]), np.array([1.0, 0.0]))
    assert exact.value == pytest.approx(expected, rel=1e-12)
    assert information_of_difference(-m, s**2).value == pytest.approx(expected, rel=1e-12)
    assert exact.error is None


@pytest.mark.parametrize(
    ("belief", "frozen"),
    [
        ("uniform:1,4", stats.uniform(1, 3)),
        ("triangular:1,3,4", stats.triang(2 / 3, 1, 3)),
        ("beta:2,5", stats.beta(2, 5)),
        ("normal:2,1.5", stats.norm(2, 1.5)),
    ],
)
def test_that_lines_of_one_number_are_worth_what_integration_finds(belief, frozen):
    """Four models, one of which is never the best, by the mean over 200,000 steps."""
    low, high = frozen.ppf([0.3, 0.6])
    slopes = np.array([0.0, 1.0, 2.5, 1.0])
    at_0 = np.array([0.0, -low, -low - 1.5 * high, -low - 0.7])
    values = frozen.ppf((np.arange(200_000) + 0.5) / 200_000)
    earned = at_0 + values[:, None] * slopes
    means = at_0 + frozen.mean() * slopes
    expected = (earned.max(axis=1) - earned[:, means.argmax()]).mean()
    found = information_of_lines(parse_uncertain_number(belief), at_0, slopes)
    assert found.value == pytest.approx(expected, rel=1e-4)


def test_that_knowing_what_decides_between_no_models_is_worth_nothing():
    parallel = information_of_lines(NormalBelief(1, 2), np.array([0.0, 3.0]), np.array([2.0, 2.0]))
    assert (parallel.value, parallel.error) == (0.0, None)
    assert information_of_difference(-1.0, 0.0).value == 0.0


def test_that_the_error_of_a_simulation_is_by_how_much_simulations_differ():
    found = []
    for seed in range(300):
        profits = np.random.default_rng(seed).normal([0.3, 0.0, 0.1], 1.0, (400, 3))
        found.append(value_of_information(profits, np.array([0.3, 0.0, 0.1])))
    spread = np.std([one.value for one in found])
    assert np.mean([one.error for one in found]) == pytest.approx(spread, rel=0.15)


def test_that_partial_information_is_that_of_a_direct_double_loop():
    rng = np.random.default_rng(6)
    draws = np.stack([rng.uniform(0, 2, 4000), rng.normal(0, 1, 4000)], axis=1)

    def earn(a, b):
        return np.stack([a * 3 - 1 + b, 2 * a + b * b, np.full_like(a, 2.9)], axis=-1)

    def means(blocks):
        return earn(blocks[..., 0], blocks[..., 1]).mean(axis=1)

    a, b = draws.T
    for known in (0, 1):
        inner = []
        for value in draws[:800, known]:
            fixed = np.full_like(a, value)
            inner.append(earn(fixed, b).mean(axis=0) if not known else earn(a, fixed).mean(axis=0))
        inner = np.array(inner)
        direct = inner.max(axis=1).mean() - inner.mean(axis=0).max()
        found = partial_information(draws, known, means, earn(a, b).mean(axis=0))
        assert found.value == pytest.approx(direct, abs=4 * found.error + 0.01)
        assert found.error < 0.03
        assert value_of_information(earn(a, b)).value >= found.value - 0.05


def test_that_replicate_means_are_those_of_drawing_rows():
    rng = np.random.default_rng(8)
    values = rng.normal(0, 1, (300, 2))
    values[:, 1] = values[:, 0] + rng.normal(0, 0.5, 300)
    found = drawn_means(values).replicates(np.random.default_rng(1), 4000)
    rows = rng.integers(0, 300, (4000, 300))
    direct = values[rows].mean(axis=1)
    assert found.mean(axis=0) == pytest.approx(direct.mean(axis=0), abs=0.005)
    assert np.cov(found.T) == pytest.approx(np.cov(direct.T), rel=0.12)
    many = np.tile(values, (20, 1))
    large = drawn_means(many).replicates(np.random.default_rng(2), 4000)
    assert np.cov(large.T) == pytest.approx(np.cov(direct.T) / 20, rel=0.12)
    gap, variance = drawn_means(many).difference()
    assert gap == pytest.approx(float(np.diff(values[:, ::-1].mean(axis=0))[0]))
    assert variance == pytest.approx(np.var(values[:, 0] - values[:, 1]) / len(many))


def test_that_groups_are_drawn_whole():
    rng = np.random.default_rng(9)
    effects = rng.normal(0, 1, 40)
    groups = np.repeat(np.arange(40), 10)
    values = (effects[groups] + rng.normal(0, 0.1, 400))[:, None]
    alone = drawn_means(values).replicates(np.random.default_rng(1), 3000).std()
    drawn = drawn_means(values, groups=groups)
    whole = drawn.replicates(np.random.default_rng(1), 3000).std()
    assert whole / alone == pytest.approx(np.sqrt(10), rel=0.15)
    simple, grouped = class_difference(values[:, 0]), class_difference(values[:, 0], None, groups)
    assert grouped.variance / simple.variance == pytest.approx(10, rel=0.15)


def test_that_break_even_values_are_the_crossings_of_lines():
    slopes, starts = np.array([1.0, -0.5, 0.2]), np.array([0.0, 9.0, 5.0])

    def profits(values):
        found = values[:, None] * slopes + starts
        found[values > 90] = np.nan
        return found

    found = break_even(profits, 5.8, -100, 100)
    assert (found.best, found.best_above, found.best_below) == (2, 0, 1)
    assert found.above == pytest.approx(6.25)
    assert found.below == pytest.approx(4 / 0.7)
    right = break_even(profits, 20.0, -100, 100)
    assert right.below == pytest.approx(6.25)
    assert right.above is None


def test_that_the_test_of_that_size_has_its_power():
    """Of 4,000 simulated tests with n cases, 80 % find the difference."""
    rng = np.random.default_rng(10)
    prior, share, level = 0.1, 0.3, 0.9
    of_p, of_n = (0.9, 2.0), (-0.02, 0.5)  # mean and deviation of the difference
    planned = cases_needed(
        ClassDifference(of_p[0], of_p[1] ** 2, 300),
        ClassDifference(of_n[0], of_n[1] ** 2, 700),
        prior,
        level=level,
    )
    n = int(planned.cases)
    n1, n0 = round(n * share), n - round(n * share)
    found = 0
    for _ in range(4000):
        d1, d0 = rng.normal(*of_p, n1), rng.normal(*of_n, n0)
        delta = prior * d1.mean() + (1 - prior) * d0.mean()
        error = np.sqrt(prior**2 * d1.var(ddof=1) / n1 + (1 - prior) ** 2 * d0.var(ddof=1) / n0)
        found += abs(delta) > 1.6449 * error
    assert found / 4000 == pytest.approx(0.80, abs=0.02)
    assert planned.cases_low < n < planned.cases_high


def customers(rng, shape, in_common):
    """Return differences of 2 positives and 3 negatives a customer, whose means vary together."""
    shared = rng.normal(size=(*shape, 1))
    of_p = 0.25 + 0.8 * shared + rng.normal(size=(*shape, 2))
    of_n = 0.05 + 0.6 * in_common * shared + 0.5 * rng.normal(size=(*shape, 3))
    return np.concatenate((of_p, of_n), axis=-1)


@pytest.mark.parametrize("in_common", [1.0, 0.0, -1.0])
def test_that_a_test_of_groups_of_both_classes_has_its_power(in_common):
    """The simulated test knows one figure a customer alone: the t statistic of its mean."""
    rng = np.random.default_rng(12)
    prior, positive = 0.4, np.arange(5) < 2
    pilot = customers(rng, (40_000,), in_common)
    for of_class, mean in ((slice(2), 0.25), (slice(2, 5), 0.05)):
        pilot[:, of_class] += mean - pilot[:, of_class].mean()  # the size is of the true difference
    groups = np.repeat(np.arange(40_000), 5)
    planned = paired_cases_needed(pilot.ravel(), np.tile(positive, 40_000), prior, groups=groups)
    size = round(planned.cases / 5)
    tests = customers(rng, (4000, size), in_common)
    each = prior * tests[..., :2].mean(axis=-1) + (1 - prior) * tests[..., 2:].mean(axis=-1)
    statistic = each.mean(axis=1) / (each.std(axis=1, ddof=1) / np.sqrt(size))
    critical = stats.t.ppf(0.95, size - 1)
    assert size > 30
    assert np.mean(np.abs(statistic) > critical) == pytest.approx(0.80, abs=0.02)


def test_that_the_variance_of_a_difference_adds_up_group_by_group():
    """Weights, groups of one class and of both; a loop over groups has the same interval."""
    rng = np.random.default_rng(13)
    cost, weights = rng.normal(size=300), rng.integers(0, 3, 300).astype(float)
    y, groups = rng.random(300) < 0.3, rng.integers(0, 60, 300)
    groups[groups < 20] += 100 * y[groups < 20]  # these hold one class each
    prior = 0.2
    found = paired_cases_needed(cost, y, prior, weights, groups)
    terms = {True: prior, False: 1 - prior}
    mean = {c: np.average(cost[y == c], weights=weights[y == c]) for c in terms}
    held = {c: len(set(groups[y == c])) for c in terms}
    variance = 0.0
    for group in set(groups):
        added = 0.0
        for c, share in terms.items():
            members = (groups == group) & (y == c)
            part = np.sum(weights[members] * (cost[members] - mean[c])) / weights[y == c].sum()
            added += share * part * np.sqrt(held[c] / (held[c] - 1))
        variance += added**2
    assert found.difference == pytest.approx(prior * mean[True] + (1 - prior) * mean[False])
    assert found.high - found.difference == pytest.approx(1.6448536 * np.sqrt(variance))


def test_that_an_interval_implies_the_sizes_that_the_cases_do():
    rng = np.random.default_rng(11)
    of_p, of_n = (class_difference(rng.normal(m, s, n)) for m, s, n in ((1, 2, 40), (0.1, 1, 90)))
    planned = cases_needed(of_p, of_n, 0.2)
    same = cases_from_interval(planned.difference, planned.low, planned.high, 130)
    assert (same.cases, same.cases_low, same.cases_high) == (
        planned.cases,
        planned.cases_low,
        planned.cases_high,
    )


def test_that_a_difference_that_may_be_none_has_no_upper_end():
    one = ClassDifference(0.1, 4.0, 20)
    found = cases_needed(one, one, 0.5)
    assert found.low < 0 < found.high
    assert np.isinf(found.cases_high)
    assert np.isinf(cases_needed(ClassDifference(0, 1, 9), ClassDifference(0, 1, 9), 0.5).cases)


def test_that_a_model_needs_no_order_where_payoffs_are_numbers():
    y, scores = np.array([True, False, True, False]), np.array([4.0, 3.0, 2.0, 1.0])
    table = threshold_table(y, scores)
    terms = PayoffTerms(tp=(1.0,), fp=(1.0,), fn=(1.0,), tn=(1.0,))
    features = RuleFeatures(terms, table).at(np.array([1]))
    assert features.tolist() == [[0.5, 0.5, 0.0, 1.0]]


def test_that_what_says_nothing_of_the_spread_has_no_size_but_a_reason():
    """No case, no weight, one case, and a difference that never varies would divide by zero."""
    some = class_difference(np.array([0.0, 2.0, 1.0]))
    weightless = class_difference(np.ones(3), np.zeros(3))
    for lacking in (class_difference(np.empty(0)), weightless):
        for pair in ((lacking, some), (some, lacking), (lacking, lacking)):
            found = cases_needed(*pair, 0.5)
            assert np.isnan([found.difference, found.low, found.cases, found.cases_high]).all()
            assert found.reason == "no cases of both classes that both models scored"
    one_group = class_difference(np.array([1.0, 3.0]), None, np.array([7, 7]))
    for alone in (class_difference(np.array([2.0])), one_group):
        found = cases_needed(alone, some, 0.5)
        assert found.difference == 1.5
        assert np.isnan([found.low, found.high, found.cases]).all()
        assert "only one case or group" in found.reason
    same = class_difference(np.array([1.0, 1.0]))
    for found in (cases_needed(same, same, 0.5), cases_from_interval(1.0, 1.0, 1.0, 4)):
        assert found.difference == 1
        assert np.isnan([found.low, found.cases, found.cases_low]).all()
        assert found.reason == "the difference is the same for every case of a class"
    assert not cases_needed(some, some, 0.5).reason
