"""What rules chosen on a sample are worth on new cases."""

from __future__ import annotations

from dataclasses import astuple, replace
from functools import partial

import numpy as np
import pytest

from costcurve_gui.engine import (
    BootstrapSpec,
    ClassifierResampler,
    ConfusionMatrix,
    IndependentResampler,
    PayoffMatrix,
    RankedModel,
    evaluate_scores,
    evaluate_table,
    family_table,
    min_cost,
    new_cases_curve,
    new_cases_curve_lead,
    new_cases_estimate,
    new_cases_lead,
    neyman_pearson,
    neyman_pearson_single,
    resampler,
    sample_from_counts,
    youden,
)
from costcurve_gui.engine.cost.condition import prior_at
from costcurve_gui.engine.resampling.class_cells import class_cells, curve_losses
from costcurve_gui.engine.resampling.count_resampling import CountResampler
from costcurve_gui.engine.resampling.replicate_rules import ChosenPolicy
from costcurve_gui.engine.resampling.row_resampling import RowResampler
from costcurve_gui.engine.resampling.rule_choice import RuleChooser
from costcurve_gui.engine.resampling.uncertain_rules import BestAtCosts, CheapestThere
from costcurve_gui.engine.selection.policy_evaluation import row_policy
from tests.helpers.paired import by_amount, noisy_models, paired
from tests.helpers.resampled import ranked

SPEC = BootstrapSpec(200, seed=3)
FEW = BootstrapSpec(50, seed=3)


def plain(y_true, y_score, payoff, condition, choose):
    """Choose and judge row by row, without tables of sums."""
    sample, _ = ranked(y_true, y_score, payoff)
    cells = {name: np.broadcast_to(getattr(payoff, name), y_true.shape) for name in CELLS}
    costs = []
    for positives, negatives in RowResampler(sample, FEW).times():
        for of_positives, of_negatives in zip(positives, negatives, strict=True):
            times = np.zeros(y_true.size, np.int64)
            times[y_true], times[~y_true] = of_positives, of_negatives
            rows = np.repeat(np.arange(y_true.size), times)
            part = PayoffMatrix(**{name: cell[rows] for name, cell in cells.items()})
            there = evaluate_scores("m", y_true[rows], y_score[rows], part)
            threshold = choose(there, there.condition(condition.prior)).threshold
            rest = times == 0
            acted = y_score >= threshold
            missed = (cells["tp"] - cells["fn"])[rest & y_true]
            alarms = (cells["tn"] - cells["fp"])[rest & ~y_true]
            costs.append(
                condition.prior * (missed * ~acted[rest & y_true]).mean()
                + (1 - condition.prior) * (alarms * acted[rest & ~y_true]).mean()
            )
    return np.mean(costs)


CELLS = ("tp", "fp", "fn", "tn")


@pytest.mark.parametrize("choose", [min_cost, youden, partial(neyman_pearson_single, max_fpr=0.3)])
@pytest.mark.parametrize("payoff", [PayoffMatrix(0.5, -1.0, -3.0, 0.0), by_amount(60)])
def test_that_the_estimate_is_what_replicates_choices_cost_where_they_did_not_choose(
    choose, payoff
):
    y_true, y_score = noisy_models(60, 1.2)
    sample, model = ranked(y_true, y_score, payoff)
    condition = model.evaluation.condition(0.4)
    found = new_cases_estimate(resampler(sample, FEW), model, condition, choose=choose)
    assert found.cost.estimate == pytest.approx(plain(y_true, y_score, payoff, condition, choose))


def test_that_least_cost_is_the_criterion_where_none_is_given():
    y_true, y_score = noisy_models(80, 1.2)
    sample, model = ranked(y_true, y_score)
    condition = model.evaluation.condition(0.4)
    drawn = resampler(sample, SPEC)
    found = new_cases_estimate(drawn, model, condition)
    again = new_cases_estimate(drawn, model, condition, choose=min_cost)
    assert found.cost == again.cost


def test_that_a_mixture_of_two_thresholds_is_judged():
    y_true, y_score = noisy_models(80, 1.2)
    sample, model = ranked(y_true, y_score)
    condition = model.evaluation.condition(0.4)
    choose = partial(neyman_pearson, max_fpr=0.17)
    found = new_cases_estimate(resampler(sample, SPEC), model, condition, choose=choose)
    assert found.cost.apparent == pytest.approx(choose(model.evaluation, condition).expected_cost)
    assert found.cost.low < found.cost.estimate < found.cost.high


def test_that_profit_and_cost_differ_by_a_constant_where_payoffs_do_not_vary():
    y_true, y_score = noisy_models(80, 1.2)
    sample, model = ranked(y_true, y_score)
    condition = model.evaluation.condition(0.4)
    found = new_cases_estimate(resampler(sample, SPEC), model, condition)
    perfect = condition.expected_profit(0.0, 1.0)
    assert found.profit.estimate == pytest.approx(perfect - found.cost.estimate)
    assert found.profit.apparent == pytest.approx(perfect - found.cost.apparent)
    assert found.normalized_cost.estimate == pytest.approx(
        found.cost.estimate / condition.worst_cost
    )


@pytest.mark.parametrize("trivial", ["none", "all"])
@pytest.mark.parametrize("scaled", [False, True])
def test_that_profit_is_the_lead_over_a_trivial_classifier_that_pays_nothing(trivial, scaled):
    y_true, y_score = noisy_models(200, 1.0)
    amounts = np.random.default_rng(4).gamma(2.0, 10.0, 200)
    nothing = {"none": {"fn": 0.0, "tn": 0.0}, "all": {"tp": 0.0, "fp": 0.0}}[trivial]
    cells = {"tp": 2 * amounts, "fp": -amounts, "fn": -2 * amounts, "tn": 0.3 * amounts, **nothing}
    data = paired(y_true, y_score, payoff=PayoffMatrix(**cells))
    condition = replace(
        data.models[0].evaluation.condition(), prior=0.9 if trivial == "all" else 0.2
    )
    if scaled:  # misses cost more, so that what is left after one is no longer the same
        condition = condition.with_fn_cost(1.5 * condition.means.fn_cost)
    found = new_cases_estimate(resampler(data.sample, SPEC), data.models[0], condition)
    assert found.trivial == trivial
    alike = astuple(found.profit) == pytest.approx(astuple(found.lead))
    assert alike == (trivial == "all" or not scaled)


def test_that_there_is_no_estimate_where_nothing_is_left_out():
    y_true, y_score = np.array([True, False, False, False]), np.array([3.0, 1.0, 2.0, 4.0])
    sample, model = ranked(y_true, y_score)
    found = new_cases_estimate(resampler(sample, SPEC), model, model.evaluation.condition())
    assert found.cost.estimate is None
    assert found.reason == "most replicates leave out no case of a class"


def test_that_a_model_leads_itself_by_nothing():
    y_true, y_score = noisy_models(80, 1.2)
    data = paired(y_true, y_score, y_score)
    found = new_cases_lead(resampler(data.sample, SPEC), *data.models, condition_of(data))
    assert (found.profit.estimate, found.profit.low, found.profit.high) == (0, 0, 0)
    assert found.confidence == 0.5


def condition_of(data):
    return data.models[0].evaluation.condition(0.4)


def test_that_the_lead_is_the_difference_of_both_estimates():
    data = paired(*noisy_models(80, 1.2, 0.6))
    drawn, condition = resampler(data.sample, SPEC), condition_of(data)
    a, b = (new_cases_estimate(drawn, model, condition) for model in data.models)
    found = new_cases_lead(drawn, *data.models, condition)
    assert found.profit.estimate == pytest.approx(a.profit.estimate - b.profit.estimate)
    assert found.profit.apparent == pytest.approx(a.profit.apparent - b.profit.apparent)


@pytest.mark.parametrize("shifts", [(1.2, 0.6), (0.6, 1.2), (1.2, 1.1)])
def test_that_a_lead_is_as_sure_as_its_one_sided_interval_that_begins_at_0(shifts):
    data = paired(*noisy_models(200, *shifts))
    found = new_cases_lead(resampler(data.sample, SPEC), *data.models, condition_of(data))
    lead = found.profit
    assert (found.confidence > 0.95) == (lead.low > 0)
    assert (found.confidence > 0.5) == (lead.estimate > 0)
    two_sided = replace(SPEC, level=abs(2 * found.confidence - 1))
    there = new_cases_lead(resampler(data.sample, two_sided), *data.models, condition_of(data))
    nearer = there.profit.low if lead.estimate > 0 else there.profit.high
    assert nearer == pytest.approx(0, abs=1e-3 * (lead.high - lead.low))


def test_that_counts_and_instances_lead_to_the_same_lead():
    data = paired(*noisy_models(1500, 1.2, 1.0), payoff=by_amount(1500))
    spec, condition = BootstrapSpec(300, seed=1), condition_of(data)
    rows, counts = (
        new_cases_lead(of(data.sample, spec), *data.models, condition).profit
        for of in (RowResampler, CountResampler)
    )
    spread = rows.high - rows.low
    assert counts.estimate == pytest.approx(rows.estimate, abs=0.1 * spread)
    assert counts.high - counts.low == pytest.approx(spread, rel=0.2)


def test_that_a_useless_model_is_no_better_than_trivial():
    rng = np.random.default_rng(5)
    y_true = np.arange(200) % 2 == 0
    sample, model = ranked(y_true, rng.normal(size=200))
    condition = model.evaluation.condition(0.3)
    found = new_cases_estimate(resampler(sample, SPEC), model, condition)
    assert found.no_better_than_trivial
    assert found.lead.apparent > 0 >= found.lead.low


def test_that_the_curve_at_a_pc_is_the_estimate_there():
    y_true, y_score = noisy_models(80, 1.2)
    sample, model = ranked(y_true, y_score)
    drawn = resampler(sample, SPEC)
    curve = new_cases_curve(drawn, model)
    means = model.evaluation.means
    condition = model.evaluation.condition(prior_at(0.5, means.fn_cost, means.fp_cost))
    found = new_cases_estimate(drawn, model, condition).normalized_cost
    assert curve.band.estimate[50] == pytest.approx(found.estimate)
    assert curve.expected_cost.apparent == pytest.approx(model.evaluation.envelope.area)


def test_that_the_lead_of_curves_is_their_difference():
    data = paired(*noisy_models(80, 1.2, 0.6))
    drawn = resampler(data.sample, SPEC)
    a, b = (new_cases_curve(drawn, model) for model in data.models)
    found = new_cases_curve_lead(drawn, *data.models)
    np.testing.assert_allclose(found.band.estimate, a.band.estimate - b.band.estimate, atol=1e-12)
    assert found.expected_cost.estimate == pytest.approx(
        a.expected_cost.estimate - b.expected_cost.estimate
    )


def family():
    """Three classifiers that are known by their counts."""
    counts = ((8, 2), (14, 7), (18, 13))
    table = family_table(
        [ConfusionMatrix(str(tp), tp=tp, fn=20 - tp, fp=fp, tn=20 - fp) for tp, fp in counts]
    )
    model = RankedModel(evaluate_table("family", table))
    return model, ClassifierResampler(sample_from_counts(table, model.evaluation.means), SPEC)


def test_that_classifiers_without_cases_are_corrected_for_optimism():
    model, drawn = family()
    found = new_cases_estimate(drawn, model, model.evaluation.condition(0.5))
    assert found.method == "bootstrap optimism, Wilson"
    assert found.cost.low < found.cost.apparent < found.cost.estimate < found.cost.high


def test_that_a_rule_that_does_not_look_is_certain():
    y_true = np.arange(80) % 2 == 0
    sample, model = ranked(y_true, np.arange(80) - 100.0 * y_true)
    found = new_cases_estimate(resampler(sample, SPEC), model, model.evaluation.condition(0.01))
    assert found.method == "the rule decides without looking"
    assert found.cost.apparent == found.cost.low == found.cost.estimate == found.cost.high
    assert found.lead.estimate == 0


def test_that_few_positives_are_cautioned_of():
    y_true, y_score = noisy_models(400, 1.2)
    y_true &= np.cumsum(y_true) <= 5
    sample, model = ranked(y_true, y_score)
    found = new_cases_estimate(resampler(sample, SPEC), model, model.evaluation.condition(0.4))
    assert found.caution == "few positives: this interval is known to be too short"


def test_that_a_few_large_amounts_are_cautioned_of():
    y_true, y_score = noisy_models(120, 1.2)
    amount = np.where(np.arange(120) % 20 == 0, 50.0, 1.0)
    payoff = PayoffMatrix(0.0, -1.0, -amount, 0.0)
    sample, model = ranked(y_true, y_score, payoff)
    found = new_cases_estimate(resampler(sample, SPEC), model, model.evaluation.condition(0.4))
    assert "few positives" in found.caution


def test_that_groups_widen_intervals():
    rng = np.random.default_rng(2)
    groups = np.arange(200) % 20
    y_true = np.arange(200) % 3 == 0
    y_score = rng.normal(size=20)[groups] + 0.5 * rng.normal(size=200) + y_true
    widths = []
    for whole in (None, groups):
        data = paired(y_true, y_score, groups=whole)
        drawn, condition = resampler(data.sample, SPEC), condition_of(data)
        figures = (
            new_cases_estimate(drawn, data.models[0], condition).cost,
            new_cases_curve(drawn, data.models[0]).expected_cost,
        )
        widths.append([one.high - one.low for one in figures])
    assert (np.array(widths[1]) > widths[0]).all()


def test_that_a_model_without_seen_errors_may_err_on_new_cases():
    y_true = np.arange(60) % 2 == 0
    sample, model = ranked(y_true, 10.0 * y_true + np.arange(60) / 60)
    found = new_cases_estimate(resampler(sample, SPEC), model, model.evaluation.condition(0.4))
    assert found.cost.apparent == 0 <= found.cost.low < found.cost.high


def test_that_models_on_cases_of_their_own_are_compared():
    first, second = (paired(*noisy_models(90, 1.2, seed=seed)) for seed in (1, 2))
    models = [first.models[0], second.models[0]]
    drawn = IndependentResampler(models, [resampler(one.sample, SPEC) for one in (first, second)])
    found = new_cases_lead(drawn, *models, condition_of(first))
    assert found.profit.low < found.profit.estimate < found.profit.high


def test_that_the_loss_of_each_case_has_the_variance_of_its_mean():
    y_true, y_score = noisy_models(150, 1.2)
    amount = np.random.default_rng(3).lognormal(size=150)
    data = paired(y_true, y_score, payoff=PayoffMatrix(0.0, -amount, -amount, 0.0))
    (model,), rows = data.models, np.arange(len(data.models[0].table))
    chosen = np.array([[20]])
    cells = class_cells(data.sample, [model], [rows], of_positives=False)
    stakes = np.array([[0.3], [0.7]])
    spread = cells.spread([curve_losses(chosen, stakes, rows.size)[1]])
    threshold = model.table.thresholds[20]
    lost = 0.7 * (amount * (y_score >= threshold))[~y_true]
    assert spread.of_mean == pytest.approx(lost.var(ddof=1) / lost.size)


def test_that_amounts_make_a_class_worth_fewer_cases():
    y_true, y_score = noisy_models(150, 1.2)
    amount = np.random.default_rng(3).lognormal(size=150)
    data = paired(y_true, y_score, payoff=PayoffMatrix(0.0, -amount, -amount, 0.0))
    rows = np.arange(len(data.models[0].table))
    cells = class_cells(data.sample, data.models, [rows], of_positives=True)
    own = amount[y_true]
    assert cells.worth == pytest.approx(own.sum() ** 2 / (own**2).sum())


def test_that_few_positives_of_equal_cost_are_no_reason_for_caution():
    """Simulated: ten and a thousand cases were held in 95 to 97 of 100 samples."""
    y_true, y_score = noisy_models(400, 2.0)
    y_true &= np.cumsum(y_true) <= 10
    sample, model = ranked(y_true, y_score)
    drawn, condition = resampler(sample, SPEC), model.evaluation.condition(0.4)
    assert new_cases_estimate(drawn, model, condition).caution == ""
    assert "too short" not in new_cases_curve(drawn, model).caution


@pytest.mark.parametrize("largest", [20.0, 1.0])
def test_that_a_class_worth_two_cases_is_cautioned_of_along_a_curve(largest):
    """Simulated: five cases of a class were held in 90 to 98 of 100 samples."""
    y_true, y_score = noisy_models(40, 1.2)
    few = ~y_true | (np.cumsum(y_true) <= 5)
    y_true, y_score = y_true[few], y_score[few]
    amount = np.where(np.cumsum(y_true) == 1, largest, 1.0)
    sample, model = ranked(y_true, y_score, PayoffMatrix(0.0, -1.0, -amount, 0.0))
    found = new_cases_curve(resampler(sample, SPEC), model)
    said = "few positives: this interval is known to be too short"
    assert found.caution == (said if largest > 1 else "")


@pytest.mark.parametrize(("rows", "sigma"), [(40, 0.9), (40, 0.0), (400, 0.9)])
def test_that_a_curve_of_few_unlike_cases_and_hardly_any_error_is_longer_than_need_be(rows, sigma):
    amount = np.random.default_rng(3).lognormal(sigma=sigma, size=rows)
    sample, model = ranked(*noisy_models(rows, 4.0), PayoffMatrix(0.0, -amount, -amount, 0.0))
    found = new_cases_curve(resampler(sample, SPEC), model)
    said = "few errors: this interval is longer than it need be"
    assert found.caution == (said if sigma and rows < 100 else "")


def test_that_useless_scores_have_an_interval_longer_than_need_be():
    """The rule that pays most by chance is nearly trivial, and its cost nearly known."""
    rng = np.random.default_rng(5)
    y_true = np.arange(200) % 2 == 0
    sample, model = ranked(y_true, rng.normal(size=200))
    found = new_cases_estimate(resampler(sample, SPEC), model, model.evaluation.condition(0.3))
    assert found.lead.estimate <= 0
    assert found.caution == (
        f"no better than calling {found.trivial} positive: this interval is longer than it need be"
    )
    said = "no better than trivial classifiers: this interval is longer than it need be"
    assert new_cases_curve(resampler(sample, SPEC), model).caution == said


@pytest.mark.parametrize(("rows", "shift"), [(60, 2.0), (200, 4.5)])
def test_that_few_unlike_cases_or_errors_have_a_normalized_cost_longer_than_need_be(rows, shift):
    y_true, y_score = noisy_models(rows, shift)
    amount = np.random.default_rng(3).lognormal(sigma=0.9, size=rows)
    sample, model = ranked(y_true, y_score, PayoffMatrix(0.0, -amount, -amount, 0.0))
    found = new_cases_estimate(resampler(sample, SPEC), model, model.evaluation.condition(0.4))
    assert found.caution == (
        "few cases of unlike costs: the interval of the normalized cost is longer than it need be"
    )


def test_that_a_curve_of_few_cases_a_group_is_longer_than_need_be():
    y_true, y_score = noisy_models(400, 2.0)
    said = "few cases a group: this interval is longer than it need be"
    for groups, caution in ((40, said), (20, "")):
        data = paired(y_true, y_score, groups=np.arange(400) // 2 % groups)
        drawn = resampler(data.sample, SPEC)
        assert new_cases_curve(drawn, data.models[0]).caution == caution
    data = paired(y_true, y_score, groups=np.arange(400) // 2)
    assert not new_cases_curve(resampler(data.sample, SPEC), data.models[0]).caution


def test_that_a_lead_that_few_cases_make_has_an_interval_longer_than_need_be():
    said = "few cases make the difference: this interval is longer than it need be"
    for rows, caution in ((60, said), (600, "")):
        data = paired(*noisy_models(rows, 2.5, 2.4))
        found = new_cases_lead(resampler(data.sample, SPEC), *data.models, condition_of(data))
        assert found.caution == caution
    y_true, *scores = noisy_models(60, 2.5, 2.4)
    amount = np.random.default_rng(3).lognormal(sigma=0.5, size=60)
    data = paired(y_true, *scores, payoff=PayoffMatrix(0.0, -amount, -amount, 0.0))
    found = new_cases_lead(resampler(data.sample, SPEC), *data.models, condition_of(data))
    assert found.caution == ""
    y_true, *scores = noisy_models(600, 2.5, 2.4)
    rare = ~y_true | (np.cumsum(y_true) <= 12)
    amount = np.random.default_rng(3).lognormal(sigma=0.5, size=np.count_nonzero(rare))
    for costs in (amount, np.ones_like(amount)):
        payoff = PayoffMatrix(0.0, -costs, -costs, 0.0)
        data = paired(y_true[rare], *(score[rare] for score in scores), payoff=payoff)
        found = new_cases_lead(resampler(data.sample, SPEC), *data.models, condition_of(data))
        assert found.caution == said


def test_that_a_rule_at_other_costs_is_judged_by_itself():
    y_true, y_score = noisy_models(300, 1.2)
    sample, model = ranked(y_true, y_score)
    condition = model.evaluation.condition(0.4)
    row = youden(model.evaluation, condition).index
    policy = row_policy("other", model.evaluation, condition, row)
    rule = CheapestThere.of(model.evaluation, condition, row)
    found = new_cases_estimate(
        resampler(sample, SPEC), model, condition, choose=ChosenPolicy(policy, rule)
    )
    assert found.method == "out of bag, chosen by least cost in place of the criterion, Wilson"
    assert found.cost.apparent == pytest.approx(policy.expected_cost)
    assert found.cost.low < found.cost.apparent < found.cost.estimate < found.cost.high


def test_that_a_useless_rule_at_other_costs_is_said_to_be_no_better():
    y_true = np.arange(300) % 2 == 0
    sample, model = ranked(y_true, np.random.default_rng(5).normal(size=300))
    condition = model.evaluation.condition(0.4)
    rule = BestAtCosts(0.5, 0.5)
    (row,) = rule.chosen(RuleChooser(model, condition).on_sample(), condition).first
    row = int(RuleChooser(model, condition).rows[row])
    policy = row_policy("other", model.evaluation, condition, row)
    found = new_cases_estimate(
        resampler(sample, SPEC), model, condition, choose=ChosenPolicy(policy, rule)
    )
    assert found.no_better_than_trivial
    assert found.lead.low < 0 < found.lead.high
    assert "no better than calling" in found.caution
