"""What a review band is worth on new cases, against rows that are drawn and decided one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from costcurve_gui.engine import (
    BootstrapSpec,
    ChosenPolicy,
    Reviewer,
    min_cost,
    new_cases_estimate,
    new_cases_lead,
    resampler,
    review_band,
)
from costcurve_gui.engine.distributions.normal import wilson_interval
from costcurve_gui.engine.resampling.class_cells import class_cells, rule_losses
from costcurve_gui.engine.resampling.figure_interval import CERTAIN
from costcurve_gui.engine.resampling.new_cases_outlook import new_cases_outlooks
from costcurve_gui.engine.resampling.replicate_rules import BestBand, BestThreshold
from costcurve_gui.engine.resampling.rule_choice import RuleChooser
from tests.helpers.examples import examples, replicates
from tests.helpers.paired import by_amount, noisy_models, paired, written_out
from tests.helpers.resampled import FIXED, ranked

if TYPE_CHECKING:
    from costcurve_gui.engine import OperatingCondition, RankedModel
    from tests.helpers.paired import Paired

PRIOR = 0.4
PERSON = Reviewer(0.2, 0.9, 0.1)
DEAR = Reviewer(1e4)


def banded(
    model: RankedModel, condition: OperatingCondition, person: Reviewer, capacity: float = np.inf
) -> ChosenPolicy:
    policy = review_band(model.evaluation, condition, person, capacity)
    return ChosenPolicy(policy, BestBand(person, capacity))


def earned(data: Paired, high: float, low: float) -> np.ndarray:
    """Pay every row for what happens to it: DEFINITIONS.md 11."""
    score, yes = data.scores[0], data.y_true
    acted = np.where(yes, data.payoff.tp, data.payoff.fp)
    left = np.where(yes, data.payoff.fn, data.payoff.tn)
    rate = np.where(yes, PERSON.tpr, PERSON.fpr)
    seen = rate * acted + (1 - rate) * left - PERSON.cost
    return np.where(score >= high, acted, np.where(score >= low, seen, left))


def profit(data: Paired, rows: np.ndarray, paid: np.ndarray) -> float:
    yes = data.y_true[rows]
    return PRIOR * paid[rows][yes].mean() + (1 - PRIOR) * paid[rows][~yes].mean()


def share(data: Paired, rows: np.ndarray, high: float, low: float) -> float:
    referred = ((data.scores[0] < high) & (data.scores[0] >= low)).astype(float)
    return profit(data, rows, referred)


def best_pair(data: Paired, rows: np.ndarray, capacity: float) -> tuple[float, float]:
    """Try all pairs; of equally good ones the highest lower and then the lowest upper threshold."""
    thresholds = [np.inf, *np.unique(data.scores[0])[::-1]]
    pairs = [(high, low) for at, low in enumerate(thresholds) for high in thresholds[at::-1]]
    worth = {
        pair: profit(data, rows, earned(data, *pair))
        for pair in pairs
        if share(data, rows, *pair) <= capacity + 1e-9
    }
    most = max(worth.values())
    good = [pair for pair, value in worth.items() if value >= most - 1e-9]
    return min(good, key=lambda pair: pair[0] != pair[1])


@pytest.mark.parametrize("capacity", [np.inf, 0.2])
def test_that_the_estimate_is_the_mean_over_rows_that_a_replicate_left_out(capacity) -> None:
    data = paired(*noisy_models(24, 1.2, decimals=4), payoff=by_amount(24))
    (model,) = data.models
    spec, condition = BootstrapSpec(12, seed=1), model.evaluation.condition(PRIOR)
    chosen = banded(model, condition, PERSON, capacity)
    found = new_cases_estimate(resampler(data.sample, spec), model, condition, choose=chosen)
    every, costs = np.arange(24), []
    for rows in written_out(data, spec):
        rest = np.setdiff1d(every, rows)
        pair = best_pair(data, rows, capacity)
        best = earned(data, -np.inf, -np.inf), earned(data, np.inf, np.inf)
        right = np.where(data.y_true, best[0], best[1])
        costs.append(profit(data, rest, right - earned(data, *pair)))
    assert found.cost.estimate == pytest.approx(np.mean(costs))
    policy = chosen.policy
    assert policy is not None
    assert found.profit.apparent == pytest.approx(policy.expected_profit)
    assert found.cost.apparent == pytest.approx(policy.expected_cost)
    assert found.normalized_cost.apparent == pytest.approx(policy.normalized_expected_cost)


def test_that_the_interval_of_equal_costs_is_wilsons_of_errors_and_of_reviews() -> None:
    sample, model = ranked(*noisy_models(90, 1.2))
    drawn, condition = resampler(sample, BootstrapSpec(200)), model.evaluation.condition(PRIOR)
    chosen = banded(model, condition, PERSON)
    found = new_cases_estimate(drawn, model, condition, choose=chosen)
    (outlook,) = new_cases_outlooks(drawn, model, [RuleChooser(model, condition, chosen)])
    up = []
    for side, errs, cost in (
        (outlook.positives, 0.1, FIXED.tp - FIXED.fn),
        (outlook.negatives, 0.1, FIXED.tn - FIXED.fp),
    ):
        wrong, referred = side.decided_wrongly.rate, side.referred.rate
        rates, size = np.array([wrong, referred]), np.full(2, side.errors.cases)
        seen = np.array([side.decided_wrongly.errors.rate, side.referred.errors.rate])
        unseen = (1 - seen / rates).clip(0.0)  # errors that the sample has not, of all to expect
        starts = rates - unseen * min(2 * referred, 1.0) * (rates - seen)
        highs = wilson_interval(starts, size, 0.9)[1] - rates
        reach = highs * [cost, errs * cost + PERSON.cost]
        alike = -np.sqrt(wrong * referred / (1 - wrong) / (1 - referred))
        up.append(np.sqrt((reach**2).sum() + 2 * alike * reach.prod()))
        assert side.wrong == pytest.approx(wrong * cost + referred * (errs * cost + PERSON.cost))
        assert side.right == pytest.approx(cost - side.wrong)
    stakes = np.array([PRIOR, 1 - PRIOR])
    assert found.cost.high == pytest.approx(found.cost.estimate + np.hypot(*(stakes * up)))
    assert found.cost.apparent < found.cost.estimate
    assert found.cost.low < found.cost.estimate < found.cost.high
    trivial = found.cost.estimate + found.lead.estimate  # what it costs is known
    ends = trivial - found.lead.high, trivial - found.lead.low
    assert ends == pytest.approx((found.cost.low, found.cost.high))
    assert found.net_benefit.low < found.net_benefit.estimate < found.net_benefit.high
    assert found.normalized_cost.estimate == pytest.approx(
        found.cost.estimate / condition.worst_cost
    )
    assert found.cost.high - found.cost.low == pytest.approx(
        (found.normalized_cost.high - found.normalized_cost.low) * condition.worst_cost, rel=0.05
    )


@pytest.mark.parametrize("payoff", [FIXED, by_amount(120)])
def test_that_a_band_that_nobody_pays_for_has_the_figures_of_one_threshold(payoff) -> None:
    sample, model = ranked(*noisy_models(120, 1.2), payoff)
    drawn, condition = resampler(sample, BootstrapSpec(60)), model.evaluation.condition(PRIOR)
    found = new_cases_estimate(drawn, model, condition, choose=banded(model, condition, DEAR))
    alone = new_cases_estimate(drawn, model, condition)
    assert (found.method, found.caution) == (alone.method, alone.caution)
    for name in ("cost", "profit", "normalized_cost", "lead"):
        ends = [
            (one.apparent, one.estimate, one.low, one.high)
            for one in (getattr(of, name) for of in (found, alone))
        ]
        assert ends[0] == pytest.approx(ends[1], rel=0.03 if name == "normalized_cost" else 1e-9)
    gain = new_cases_lead(
        *(drawn, model, model, condition),
        choose_a=banded(model, condition, DEAR),
        choose_b=ChosenPolicy(min_cost(model.evaluation, condition), BestThreshold()),
    )
    assert (gain.profit.low, gain.profit.estimate, gain.profit.high) == pytest.approx((0, 0, 0))


@settings(max_examples=examples(15))
@given(
    seed=st.integers(0, 10_000),
    person=st.builds(Reviewer, st.floats(0, 2), st.floats(0.5, 1), st.floats(0, 0.5)),
    capacity=st.one_of(st.just(np.inf), st.floats(0, 1)),
)
def test_that_no_band_earns_more_than_a_free_and_perfect_person(seed, person, capacity) -> None:
    sample, model = ranked(*noisy_models(40, 1.0, seed=seed), by_amount(40, seed))
    drawn, condition = resampler(sample, BootstrapSpec(20)), model.evaluation.condition(PRIOR)
    chosen = banded(model, condition, person, capacity)
    found = new_cases_estimate(drawn, model, condition, choose=chosen)
    assert found.profit.estimate <= condition.expected_profit(0.0, 1.0) + 1e-9
    assert found.cost.low >= 0
    for figure in (found.cost, found.profit, found.lead, found.normalized_cost, found.net_benefit):
        assert figure.low <= figure.estimate <= figure.high


def test_that_a_person_who_sees_everybody_decides_without_looking_at_scores() -> None:
    y_true, y_score = np.arange(60) < 20, np.tile([0.2, 0.8], 30)
    sample, model = ranked(y_true, y_score)
    drawn, condition = resampler(sample, BootstrapSpec(20)), model.evaluation.condition(PRIOR)
    chosen = banded(model, condition, Reviewer(0.01))
    found = new_cases_estimate(drawn, model, condition, choose=chosen)
    assert found.method == CERTAIN
    ends = found.cost.low, found.cost.estimate, found.cost.high
    assert ends == pytest.approx((0.01, 0.01, 0.01))


def test_that_counts_and_rows_tell_the_same_of_a_band() -> None:
    y_true, y_score = noisy_models(6000, 1.2, decimals=3)
    sample, model = ranked(y_true, y_score)
    condition, spec = model.evaluation.condition(PRIOR), BootstrapSpec(replicates(40))
    chosen = banded(model, condition, PERSON, 0.3)
    by_count = new_cases_estimate(resampler(sample, spec), model, condition, choose=chosen)
    groups = np.arange(6000)
    data = paired(y_true, y_score, payoff=FIXED, groups=groups)
    by_row = new_cases_estimate(
        resampler(data.sample, spec), *data.models, condition, choose=chosen
    )
    assert by_count.cost.estimate == pytest.approx(by_row.cost.estimate, rel=0.01)
    assert by_count.cost.high == pytest.approx(by_row.cost.high, rel=0.05)
    lead = new_cases_lead(resampler(sample, spec), model, model, condition, choose_a=chosen)
    apparent = chosen.policy.expected_profit - min_cost(model.evaluation, condition).expected_profit
    assert lead.profit.apparent == pytest.approx(apparent)
    assert lead.profit.low < lead.profit.estimate < lead.profit.high


def test_that_four_rows_of_each_customer_count_as_one() -> None:
    columns, widths = noisy_models(100, 1.2), []
    for times, groups in ((1, None), (4, np.repeat(np.arange(100), 4))):
        y_true, y_score = (np.repeat(column, times) for column in columns)
        data = paired(y_true, y_score, payoff=FIXED, groups=groups)
        condition = data.models[0].evaluation.condition(PRIOR)
        chosen = banded(data.models[0], condition, PERSON)
        drawn = resampler(data.sample, BootstrapSpec(200))
        cost = new_cases_estimate(drawn, data.models[0], condition, choose=chosen).cost
        widths.append(cost.high - cost.low)
    assert widths[1] == pytest.approx(widths[0], rel=0.15)


@pytest.mark.parametrize(("rows", "capacity", "said"), [(60, np.inf, 1), (60, 0.1, 0), (120, 1, 0)])
def test_that_bands_that_refer_many_cases_of_small_groups_are_cautioned_of(
    rows, capacity, said
) -> None:
    y_true, y_score = noisy_models(rows, 1.2)
    data = paired(y_true, y_score, payoff=FIXED, groups=np.arange(rows) % 20)
    (model,) = data.models
    condition, drawn = model.evaluation.condition(PRIOR), resampler(data.sample, BootstrapSpec(50))
    chosen = banded(model, condition, Reviewer(0.1, 0.9, 0.1), capacity)
    found = new_cases_estimate(drawn, model, condition, choose=chosen)
    caution = "few cases a group: this interval is longer than it need be"
    assert found.caution == said * caution


def test_that_a_band_of_useless_scores_reaches_what_referring_all_costs() -> None:
    rng = np.random.default_rng(3)
    y_true, person = np.arange(200) < 100, Reviewer(0.1, 0.9, 0.1)
    cautioned = 0
    for _ in range(8):
        sample, model = ranked(y_true, rng.normal(size=200))
        condition = model.evaluation.condition(PRIOR)
        drawn = resampler(sample, BootstrapSpec(50))
        chosen = banded(model, condition, person)
        found = new_cases_estimate(drawn, model, condition, choose=chosen)
        if found.caution.startswith("no better than referring all"):
            cautioned += 1
            assert found.cost.low <= found.cost.apparent
            assert found.profit.high >= found.profit.apparent
    assert cautioned > 0


def test_that_the_spread_of_a_band_is_that_of_what_its_cases_lose() -> None:
    data = paired(*noisy_models(120, 1.2), payoff=FIXED)
    (model,) = data.models
    condition = model.evaluation.condition(PRIOR)
    chooser = RuleChooser(model, condition, banded(model, condition, PERSON))
    means = condition.means.fn_cost, condition.means.fp_cost
    losses = rule_losses(chooser.fixed, chooser.rows.size, means)
    policy = chooser.policy
    paid = earned(data, policy.threshold, policy.review.threshold)
    for at, of_positives in enumerate((True, False)):
        members = data.y_true == of_positives
        best = FIXED.tp if of_positives else FIXED.tn
        lost = best - paid[members]
        cells = class_cells(data.sample, [model], [chooser.rows], of_positives=of_positives)
        assert cells.spread([losses[at]]).of_mean == pytest.approx(lost.var(ddof=1) / lost.size)
