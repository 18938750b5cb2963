"""The parts that intervals for new cases are made of, against plain arithmetic."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm, t, ttest_ind

from costcurve_gui.engine import (
    BootstrapSpec,
    PayoffMatrix,
    new_cases_curve,
    new_cases_estimate,
    new_cases_lead,
    resampler,
    youden,
)
from costcurve_gui.engine.distributions.normal import students_deviate, wilson_interval
from costcurve_gui.engine.resampling.class_cells import (
    Spread,
    class_cells,
    curve_losses,
    rule_losses,
)
from costcurve_gui.engine.resampling.class_errors import caution_of
from costcurve_gui.engine.resampling.loss_spread import LossSpread, group_factor
from costcurve_gui.engine.resampling.new_cases_interval import Margins, together
from costcurve_gui.engine.resampling.replicate_rules import BestBand, ChosenPolicy, RuleChoice
from costcurve_gui.engine.resampling.rule_choice import RuleChooser
from costcurve_gui.engine.selection.policy import Reviewer
from costcurve_gui.engine.selection.review_band import review_band
from tests.helpers.paired import noisy_models, paired
from tests.helpers.resampled import FIXED, ranked

PRIOR, PERSON = 0.4, Reviewer(0.1, 0.9, 0.1)
SPEC = BootstrapSpec(200, seed=3)


@pytest.mark.parametrize("freedom", [2, 3.5, 5, 12, 80])
@pytest.mark.parametrize("level", [0.8, 0.9, 0.95])
def test_that_students_deviate_is_right_to_a_few_hundredths(freedom: float, level: float) -> None:
    exact = t.ppf((1 + level) / 2, freedom)
    assert students_deviate(freedom, level) == pytest.approx(
        exact, rel=0.04 if freedom < 3 else 0.01
    )


def test_that_the_interval_of_equal_costs_is_wilsons_of_both_rates() -> None:
    y_true, y_score = noisy_models(90, 1.2)
    sample, model = ranked(y_true, y_score)
    drawn, condition = resampler(sample, BootstrapSpec(200)), model.evaluation.condition(PRIOR)
    found = new_cases_estimate(drawn, model, condition)
    chooser = RuleChooser(model, condition)
    fnr, fpr = np.mean(
        [
            [np.nanmean(1 - rates.tpr), np.nanmean(rates.fpr)]
            for own, rest in drawn.rates_and_rest(model, chooser.rows)
            for rates in [chooser.chosen(own).rates(rest)]
        ],
        axis=0,
    )
    stakes = np.array([PRIOR * (FIXED.tp - FIXED.fn), (1 - PRIOR) * (FIXED.tn - FIXED.fp)])
    sizes = np.array([y_true.sum(), (~y_true).sum()], np.float64)
    rates = np.array([fnr, fpr])
    assert found.cost.estimate == pytest.approx(stakes @ rates)
    _, high = wilson_interval(rates, sizes, 0.9)
    assert found.cost.high == pytest.approx(stakes @ rates + np.hypot(*(stakes * (high - rates))))
    policy = chooser.policy
    assert policy is not None
    apparent = np.array([1 - policy.tpr, policy.fpr])
    low, _ = wilson_interval(rates - (rates - apparent).clip(0.0) / 4, sizes, 0.9)
    low = np.minimum(low, rates)
    assert found.cost.low == pytest.approx(stakes @ rates - np.hypot(*(stakes * (rates - low))))


def test_that_losses_over_pc_are_those_of_every_rule() -> None:
    rng = np.random.default_rng(1)
    chosen, stakes = rng.integers(0, 7, (3, 5)), rng.random((2, 5))
    positives, negatives = curve_losses(chosen, stakes, 7)
    for step in range(8):
        acted = step <= chosen
        np.testing.assert_allclose(positives[:, step], (~acted) @ stakes[0])
        np.testing.assert_allclose(negatives[:, step], acted @ stakes[1], atol=1e-12)


def test_that_a_mixture_loses_its_shares() -> None:
    choice = RuleChoice(np.array([1]), np.array([3]), np.array([0.25]))
    positives, negatives = rule_losses(choice, 4, (1.0, 1.0))
    assert negatives.tolist() == [[1.0, 1.0, 0.25, 0.25, 0.0]]
    assert positives.tolist() == (1 - negatives).tolist()


def test_that_the_spread_of_a_pair_is_that_of_cases_they_decide_differently() -> None:
    data = paired(*noisy_models(120, 1.2, 1.0))
    rows = [np.arange(len(model.table)) for model in data.models]
    thresholds = [0.6, 0.9]
    at = [
        model.table.rows_at_thresholds(np.array([threshold]))
        for model, threshold in zip(data.models, thresholds, strict=True)
    ]
    cells = class_cells(data.sample, data.models, rows, of_positives=False)
    losses = [
        rule_losses(RuleChoice(row, row, np.zeros(1)), size.size, (1.0, 1.0))[1]
        for row, size in zip(at, rows, strict=True)
    ]
    acted = [
        (score >= threshold)[~data.y_true].astype(float)
        for score, threshold in zip(data.scores, thresholds, strict=True)
    ]
    differ = acted[0] - acted[1]
    found = cells.spread(losses)
    assert found.of_mean == pytest.approx(differ.var(ddof=1) / differ.size)
    assert found.number == pytest.approx(np.abs(differ).sum())
    assert found.added_to_mean == pytest.approx(differ.size**-2)


def test_that_margins_of_opposite_estimates_cancel() -> None:
    margins = together((Margins(1.0, 2.0), Margins(1.0, 2.0)), -1.0)
    assert margins == Margins(0.0, 0.0)


def test_that_groups_never_make_cases_surer() -> None:
    steady = np.full(50, 0.2)
    assert group_factor(steady, 0.01, 20) == 1.0
    assert group_factor(np.array([0.0, 0.4]), 0.01, 2) == pytest.approx(8.0)


def test_that_both_classes_are_named_where_both_are_few() -> None:
    assert caution_of(3, 4).startswith("few positives and negatives:")


def test_that_fewer_rows_keep_the_policy_and_both_ends() -> None:
    _, model = ranked(*noisy_models(600, 1.2, decimals=4))
    chooser = RuleChooser(model, model.evaluation.condition(PRIOR))
    chooser.thin(40)
    assert chooser.policy is not None
    assert chooser.rows.size <= 43
    assert {0, chooser.policy.index, len(model.table) - 1} <= set(chooser.rows.tolist())


def test_that_the_freedom_of_both_classes_is_that_of_welch() -> None:
    rng = np.random.default_rng(4)
    samples = rng.normal(size=12), rng.normal(scale=4, size=90)
    positives, negatives = (
        Spread(float(values.var(ddof=1) / values.size), 0.0, 0.0, 0.0, values.size - 5)
        for values in samples
    )
    found = LossSpread(positives, negatives).money((1.0, 1.0))
    welch = ttest_ind(*samples, equal_var=False)
    assert found.freedom == pytest.approx(welch.df)
    whole = welch.confidence_interval(0.9)
    assert 2 * found.margin(0.9) == pytest.approx(whole.high - whole.low, rel=0.01)
    assert found.confidence(0.0) == 0.5
    one_sided = ttest_ind(*samples, equal_var=False, alternative="greater").pvalue
    lead = float(samples[0].mean() - samples[1].mean())
    assert found.confidence(lead) == pytest.approx(1 - one_sided)


def test_that_counts_alone_have_the_normal_deviate_and_half_a_case_more() -> None:
    positives, negatives = Spread(2.0, 0.0, 0.5, 0.0, 6.0), Spread(3.0, 0.0, 0.7, 0.0, 9.0)
    spread = LossSpread(positives, negatives).of_counts()
    found = spread.money((1.0, 2.0))
    assert found.value == pytest.approx(2.25 + 4 * 3.35)
    assert found.margin(0.9) == pytest.approx(norm.ppf(0.95) * np.sqrt(found.value))
    assert found.confidence(2.0) == pytest.approx(norm.cdf(2 / np.sqrt(found.value)))
    assert spread.of_groups(1.0, 20).money((1.0, 2.0)).freedom == 19


@pytest.mark.parametrize(("sigma", "factor"), [(0.0, 1.05), (0.3, 1.15)])
def test_that_two_rules_of_one_ranking_move_together(sigma, factor):
    """Move the highest case to the lowest place: then the rules are those of two models."""
    y_true, score = noisy_models(300, 1.2)
    swapped = score.copy()
    swapped[score.argmax()] = score.min() - 1
    amount = np.random.default_rng(3).lognormal(sigma=sigma, size=y_true.size)
    data = paired(y_true, score, swapped, payoff=PayoffMatrix(0.0, -amount, -amount, 0.0))
    drawn = resampler(data.sample, SPEC)
    a, other = data.models
    together, apart = (
        new_cases_lead(drawn, a, b, a.evaluation.condition(), choose_a=youden).profit
        for b in (a, other)
    )
    ratio = (together.high - together.low) / (apart.high - apart.low)
    moved = 1 + min(y_true.sum(), (~y_true).sum()) ** (-1 / 3)
    assert ratio == pytest.approx(np.sqrt(factor / moved), rel=0.02)


def test_that_rules_of_one_ranking_that_decide_few_cases_differently_are_cautioned_of():
    said = "few cases make the difference: this interval is longer than it need be"
    for rows, caution in ((40, said), (600, "")):
        y_true, score = noisy_models(rows, 2.5)
        amount = np.random.default_rng(3).lognormal(sigma=0.5, size=rows)
        data = paired(y_true, score, payoff=PayoffMatrix(0.0, -amount, -amount, 0.0))
        (model,) = data.models
        chosen = ChosenPolicy(
            review_band(model.evaluation, model.evaluation.condition(), PERSON), BestBand(PERSON)
        )
        drawn, at = resampler(data.sample, SPEC), model.evaluation.condition()
        assert new_cases_lead(drawn, model, model, at, choose_a=chosen).caution == caution


@pytest.mark.parametrize(
    ("negatives", "said"),
    [
        (400, "few errors of unlike costs in a rare class: intervals of costs are longer than"),
        (150, "few cases of unlike costs: the interval of the normalized cost is longer than"),
    ],
)
def test_that_costs_of_few_unlike_errors_of_a_rare_class_are_longer_than_need_be(negatives, said):
    rng = np.random.default_rng(5)
    y_true = np.arange(30 + negatives) < 30
    score = rng.normal(size=y_true.size) + 3.4 * y_true
    amount = rng.lognormal(sigma=0.5, size=y_true.size)
    sample, model = ranked(y_true, score, PayoffMatrix(0.0, -amount, -amount, 0.0))
    condition = model.evaluation.condition(PRIOR)
    assert (y_true & (score < youden(model.evaluation, condition).threshold)).sum() < 3
    found = new_cases_estimate(resampler(sample, SPEC), model, condition, choose=youden)
    assert found.caution == f"{said} they need be".replace(
        "is longer than they", "is longer than it"
    )


@pytest.mark.parametrize(("negatives", "said"), [(300, "errors of a rare class"), (200, "")])
def test_that_curves_of_hardly_any_error_of_a_rare_class_are_longer_than_need_be(negatives, said):
    rng = np.random.default_rng(5)
    y_true = np.arange(25 + negatives) < 25
    sample, model = ranked(y_true, rng.normal(size=y_true.size) + 4.0 * y_true)
    caution = new_cases_curve(resampler(sample, SPEC), model).caution
    assert (said in caution, caution == "") == (True, not said)


def test_that_areas_of_unlike_costs_allow_for_larger_errors_than_were_seen():
    y_true, score = noisy_models(200, 2.0)
    equal, unlike = (
        new_cases_curve(resampler(sample, SPEC), model).expected_cost
        for sample, model in (
            ranked(y_true, score, PayoffMatrix(0.0, -amount, -amount, 0.0))
            for amount in (np.ones(200), 1 + 1e-9 * np.arange(200))
        )
    )
    for found, reach in ((equal, 1.0), (unlike, 1.005)):
        margin = found.estimate - found.low - 0.25 * (found.estimate - found.apparent)
        ends = found.estimate * np.exp(margin / found.estimate)
        assert found.high == pytest.approx(reach * ends, rel=0.004)


@pytest.mark.parametrize(("groups", "said"), [(20, "few cases a group"), (19, "")])
def test_that_one_case_a_group_makes_rules_and_leads_longer_than_need_be(groups, said):
    rng = np.random.default_rng(5)
    y_true = np.arange(320) < 20
    scores = [rng.normal(size=320) + 1.2 * y_true for _ in range(2)]
    data = paired(y_true, *scores, groups=np.arange(320) % groups)
    drawn, (a, b) = resampler(data.sample, SPEC), data.models
    condition = a.evaluation.condition(PRIOR)
    for found in (
        new_cases_estimate(drawn, a, condition),
        new_cases_lead(drawn, a, b, condition),
    ):
        assert (said in found.caution, found.caution == "") == (True, not said)
