"""Intervals hold what the very rule costs that the sample chose, not what replicates choose."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm

from costcurve_gui.engine import (
    BootstrapSpec,
    min_cost,
    new_cases_estimate,
    new_cases_lead,
    resampler,
    youden,
)
from costcurve_gui.engine.resampling.replicate_rules import BestPoint, ChosenPolicy
from tests.coverage.cells import PRIOR, Cell
from tests.helpers.paired import noisy_models, paired
from tests.helpers.resampled import ranked

_FEW = BootstrapSpec(50, seed=3)
_YOUDEN = BestPoint("youden")
_MISSED = 1, 8, 16, 30, 44
"""Samples whose net benefit lies beside an interval about the mean out of bag."""


def _held(cell: Cell, choose, figure, truth, samples=range(25)) -> int:
    """Count the samples whose interval holds what is true of the rule that it chose."""
    held = 0
    for number in samples:
        data = cell.draw(np.random.default_rng(number)).evaluated()
        (model,) = data.models
        condition = model.evaluation.condition(PRIOR)
        found = new_cases_estimate(resampler(data.sample, _FEW), model, condition, choose=choose)
        interval, true = getattr(found, figure), truth(choose(model.evaluation, condition))
        assert interval.low <= interval.estimate <= interval.high
        held += interval.low <= true <= interval.high
    return held


def test_that_the_interval_of_youdens_index_holds_the_cost_of_the_threshold_chosen():
    """Of useless scores every threshold is as good: replicates choose others, which cost more."""
    truth = lambda policy: PRIOR + (1 - 2 * PRIOR) * norm.sf(policy.threshold)  # noqa: E731
    assert _held(Cell(300, 300, "useless"), youden, "cost", truth) >= 21


def test_that_the_interval_of_net_benefit_holds_that_of_the_rule_of_least_cost():
    """Least cost does not look at rates by count, and two rules of like cost may differ there."""
    cell = Cell(300, 300, "excellent", "lognormal")
    counted = Cell(300, 300, "excellent")

    def truth(policy) -> float:
        fpr, tpr = (float(rate[0]) for rate in counted.rates(np.array([policy.threshold])))
        return PRIOR * tpr - (1 - PRIOR) * fpr  # times a ratio of mean costs near 1

    assert _held(cell, min_cost, "net_benefit", truth, _MISSED) == len(_MISSED)


def test_that_the_interval_of_least_cost_is_that_of_the_mean_out_of_bag():
    sample, model = ranked(*noisy_models(120, 1.2))
    drawn, condition = resampler(sample, _FEW), model.evaluation.condition(PRIOR)
    cost = new_cases_estimate(drawn, model, condition).cost
    assert cost.high - cost.estimate > cost.estimate - cost.apparent


@pytest.mark.parametrize("rows", [400, 8000])
def test_that_the_interval_of_a_lead_reaches_that_of_the_rules_chosen(rows):
    """Rows are drawn, or counts."""
    data = paired(*noisy_models(rows, 0.0, 0.0, decimals=2))
    drawn, condition = resampler(data.sample, _FEW), data.models[0].evaluation.condition(0.2)
    choices = [ChosenPolicy(youden(model.evaluation, condition), _YOUDEN) for model in data.models]
    a, b = choices
    lead = new_cases_lead(drawn, *data.models, condition, choose_a=a, choose_b=b)
    cost = lead.profit
    assert cost.low <= cost.estimate <= cost.high
    middle = (cost.low + cost.high) / 2
    assert abs(middle - cost.apparent) < abs(cost.estimate - cost.apparent)


def test_that_no_more_is_lost_than_errors_on_all_cases_cost():
    """Of useless scores replicates err on more than all cases of a class, by their optimism."""
    data = Cell(30, 30, "useless").draw(np.random.default_rng((115, 6, 0)), models=2).evaluated()
    drawn, a = resampler(data.sample, BootstrapSpec(100, seed=115)), data.models[0]
    found = new_cases_estimate(drawn, a, a.evaluation.condition(PRIOR), choose=youden)
    shares, costs = found.normalized_cost, found.cost  # every error costs 1
    assert (costs.low, costs.high) == pytest.approx((shares.low, shares.high))
