"""How many cases decide a figure of given thresholds, and where it is said that they are few."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from costcurve_gui.engine import (
    BootstrapSpec,
    PayoffMatrix,
    auc_interval,
    lead_interval,
    manual,
    optimism_estimate,
    policy_intervals,
    resampler,
)
from costcurve_gui.engine.resampling.auc_score_interval import PlacementSpread
from costcurve_gui.engine.resampling.chosen_thresholds import chosen_thresholds, score_interval
from costcurve_gui.engine.resampling.few_cases import (
    acted_on,
    caution_of_few,
    caution_of_threshold,
    deciding_number,
    errors_of_threshold,
)
from costcurve_gui.engine.resampling.figure_interval import policy_rules
from costcurve_gui.engine.resampling.grouped_areas import grouped_auc_interval
from costcurve_gui.engine.resampling.placements import placements
from tests.coverage.cells import Cell
from tests.helpers.paired import Paired, paired

if TYPE_CHECKING:
    from costcurve_gui.engine.resampling.auc_interval import AucInterval

_SPEC = BootstrapSpec(100, seed=2)
_ERRORS = "few errors: this interval is known to be too short"
_DIFFERENCE = "few cases make the difference: this interval is known to be too short"
_HARDLY_ANY = "hardly any errors of a class: this interval is longer than it need be"
_IN_STEPS = "few errors of a class: this interval may be longer than it need be"
_ROWS = 400


def _drawn(wrong: int, *, amounts: np.ndarray | float = 1.0, **more: np.ndarray) -> Paired:
    """Rows of which so many of each class lie on the wrong side of 0.5."""
    rng = np.random.default_rng(4)
    y_true = np.arange(_ROWS) % 2 == 0
    is_wrong = np.arange(_ROWS) // 2 < wrong
    y_score = (y_true ^ is_wrong) * 0.5 + rng.uniform(0.01, 0.49, _ROWS)
    other = np.where(np.arange(_ROWS) < 4, 1 - y_score, y_score)
    payoff = PayoffMatrix(0.0, -amounts, -amounts, 0.0)
    return paired(y_true, y_score, other, payoff=payoff, **more)


def _numbers(data: Paired) -> tuple[float, float]:
    """Return how many errors decide, by the engine and written out."""
    model = data.models[0]
    condition = model.evaluation.condition()
    rules = policy_rules(model, manual(model.evaluation, condition, 0.5))
    acted = acted_on(data.sample, model, rules.rows, rules.weights)
    found = deciding_number(data.sample, acted.errors, condition.stakes)
    costs = np.where(data.y_true, data.costs.fn_costs, data.costs.fp_costs)
    added = costs * ((data.scores[0] >= 0.5) != data.y_true)
    groups = data.sample.groups
    if groups is not None:
        number = np.empty(data.y_true.size, np.int64)
        number[data.y_true], number[~data.y_true] = groups[0] * 2, groups[1] * 2 + 1
        added = np.bincount(number, added)
    return found, (added**2).sum() ** 2 / (added**4).sum()


def test_that_alike_errors_count_one_each() -> None:
    assert _numbers(_drawn(7)) == pytest.approx((14, 14))


def test_that_large_amounts_outweigh_others() -> None:
    amounts = np.random.default_rng(1).lognormal(0, 1.5, _ROWS)
    found, written_out = _numbers(_drawn(20, amounts=amounts))
    assert found == pytest.approx(written_out)
    assert found < 20


def test_that_the_errors_of_a_group_count_together() -> None:
    groups = np.arange(_ROWS) // 8
    found, written_out = _numbers(_drawn(8, groups=groups))
    assert found == pytest.approx(written_out)
    assert found == pytest.approx(4)  # four rows of each class of two groups


def _cautions(data: Paired) -> tuple[str, ...]:
    model = data.models[0]
    condition = model.evaluation.condition()
    given = manual(model.evaluation, condition, 0.5)
    found = policy_intervals(resampler(data.sample, _SPEC), model, given, condition)
    return tuple(
        getattr(found, name).caution
        for name in ("expected_cost", "expected_profit", "lead_over_none", "lead_over_all", "fpr")
    )


@pytest.mark.parametrize(("wrong", "said"), [(4, _ERRORS), (6, "")])
def test_that_costs_of_few_errors_are_cautioned_of(wrong: int, said: str) -> None:
    of_rate = _IN_STEPS if wrong == 4 else ""
    assert _cautions(_drawn(wrong)) == (said, said, "", "", of_rate)


def test_that_wilson_intervals_are_said_to_be_long() -> None:
    """Where a class lacks an error the interval is wide enough."""
    assert _cautions(_drawn(0)) == (_HARDLY_ANY,) * 5


def test_that_leads_of_few_cases_that_are_acted_on_are_cautioned_of() -> None:
    data = _drawn(20, amounts=np.where(np.arange(_ROWS) == 100, 500.0, 1.0))
    assert data.y_true[100]
    assert data.scores[0][100] >= 0.5
    assert _cautions(data) == ("", "", _DIFFERENCE, "", "")


def test_that_a_lead_of_few_cases_is_cautioned_of() -> None:
    data = _drawn(20)
    a, b = data.models
    condition = a.evaluation.condition()
    policies = [manual(model.evaluation, condition, 0.5) for model in (a, b)]
    drawing = resampler(data.sample, _SPEC)
    assert lead_interval(drawing, a, policies[0], b, policies[1], condition).caution == _DIFFERENCE
    low = manual(b.evaluation, condition, 0.2)
    assert lead_interval(drawing, a, policies[0], b, low, condition).caution == ""


@pytest.mark.parametrize(("wrong", "said"), [(3, _ERRORS), (30, "")])
def test_that_thresholds_of_few_errors_are_cautioned_of(wrong: int, said: str) -> None:
    data = _drawn(wrong)
    drawing, model = resampler(data.sample, _SPEC), data.models[0]
    best = optimism_estimate(drawing, model, model.evaluation.condition())
    assert best.low is not None
    assert best.caution == said
    assert chosen_thresholds(drawing, model, "youden").caution == said


def test_that_a_threshold_is_cautioned_of_where_a_class_lacks_an_error() -> None:
    """However many errors the other class has: the outermost cases decide."""
    data = _drawn(0)
    y_score = np.where(~data.y_true & (np.arange(_ROWS) < 80), data.scores[0] + 0.6, data.scores[0])
    data = paired(data.y_true, y_score)
    model = data.models[0]
    row = int(model.table.rows_at_thresholds(np.array([0.51]))[0])
    assert model.table.tpr_at(np.array([row]))[0] == 1
    errors = errors_of_threshold(data.sample, model, row, (1.0, 1.0))
    assert (errors, caution_of_threshold(model, errors)) == (0, _ERRORS)


def test_that_the_threshold_of_few_distinct_scores_has_an_interval_longer_than_need_be() -> None:
    """Simulated: of trees of eight leaves it held in 97 to 100 of 100 samples."""
    data = Cell(100, 100, "tree").draw(np.random.default_rng(3)).evaluated()
    drawing, (model,) = resampler(data.sample, _SPEC), data.models
    said = "few distinct scores: this interval is longer than it need be"
    best = optimism_estimate(drawing, model, model.evaluation.condition(0.4))
    assert (best.low is not None, best.caution) == (True, said)
    assert chosen_thresholds(drawing, model, "youden").caution == said


@pytest.mark.parametrize(("size", "long"), [(1000, True), (100, False)])
def test_that_many_cases_a_distinct_score_make_it_long_too(size: int, long: bool) -> None:
    data = Cell(size, size, "tied").draw(np.random.default_rng(3)).evaluated()
    (model,) = data.models
    assert (2 * size >= 20 * (len(model.table) - 1)) == long
    said = "few distinct scores: this interval is longer than it need be" if long else ""
    assert caution_of_threshold(model, 50.0) == said
    assert caution_of_threshold(model, 5.0) == _ERRORS


def test_that_many_errors_let_an_interval_of_thresholds_end_where_it_is_nearest() -> None:
    """Each end leaves out the share of replicates that is nearest to 5 %, not at most 5 %."""
    chosen = np.repeat(np.arange(8.0), [2, 4, 22, 30, 22, 13, 5, 2])
    few, many = (score_interval(chosen, 0.9, errors) for errors in (19.0, 20.0))
    assert few == (1.0, 6.0)
    below = [np.mean(chosen < one) for one in range(8)]
    above = [np.mean(chosen > one) for one in range(8)]
    nearest = [int(np.abs(np.array(out) - 0.05).argmin()) for out in (below, above)]
    assert many == tuple(map(float, nearest))
    assert few != many


def test_that_hardly_any_error_of_a_class_makes_an_interval_longer_than_need_be() -> None:
    """Simulated: of 20+2000 excellent scores tpr and cost were held in 99 of 100 samples."""
    for wrong, caution in ((2, _HARDLY_ANY), (12, "")):
        data = _drawn(wrong)
        (model, *_), condition = data.models, data.models[0].evaluation.condition()
        policy = manual(model.evaluation, condition, 0.5)
        found = policy_intervals(resampler(data.sample, _SPEC), model, policy, condition)
        named = found.expected_cost, found.tpr, found.lead_over_none, found.exact_cost
        assert [one.caution for one in named] == [caution] * 4
        assert found.accuracy.caution == ""


def test_that_misplaced_cases_are_counted_by_what_their_placements_lack() -> None:
    data = Cell(60, 80).draw(np.random.default_rng(3)).evaluated()
    above = data.scores[0][data.y_true][:, None] > data.scores[0][~data.y_true]
    lacking = [1 - above.mean(axis=axis) for axis in (0, 1)]
    found = auc_interval(data.models[0].table)
    expected = min(short.sum() ** 2 / (short**2).sum() for short in lacking)
    assert found.spread.misplaced(found.auc) == pytest.approx(expected)


def test_that_the_score_interval_of_an_auc_is_not_cautioned_of() -> None:
    said = "few misplaced cases: this interval is known to be too short"
    found = auc_interval(_drawn(2).models[0].table)
    assert (found.caution, found.of_logit.caution, found.of_score.caution) == (said, said, "")
    assert auc_interval(_drawn(40).models[0].table).caution == ""


def _grouped_auc(groups: int, shift: float) -> AucInterval:
    """Twenty rows a group of one class, of which half the variance is the group's."""
    rng, group = np.random.default_rng(6), np.repeat(np.arange(groups), 20)
    y_true = group % 2 == 0
    noise = rng.normal(size=groups)[group] + rng.normal(size=group.size)
    y_score = shift * y_true + noise / np.sqrt(2)
    return grouped_auc_interval(y_true, placements(y_true, y_score), group)


def test_that_the_score_interval_of_few_groups_near_1_is_cautioned_of() -> None:
    """Simulated: it held an AUC of 0.98 in 82 to 86 of 100 samples of 10 to 40 such groups."""
    near, fair, many = _grouped_auc(12, 4.0), _grouped_auc(12, 1.2), _grouped_auc(400, 3.0)
    assert min(near.auc, many.auc) > 0.95 > 0.9 > fair.auc
    said = "few misplaced cases: this interval is known to be too short"
    assert [one.of_score.caution for one in (near, fair, many)] == [said, "", ""]


def test_that_misplaced_cases_of_groups_are_as_many_as_independent_ones() -> None:
    found = _grouped_auc(12, 1.2)
    alone = replace(found.spread, factor=1.0).misplaced(found.auc)
    assert found.spread.misplaced(found.auc) == pytest.approx(alone / found.spread.factor)
    assert found.spread.factor > 2
    assert PlacementSpread(0.0, 0.0, 20, 30).misplaced(1.0) == 0


def test_that_ten_cases_are_enough() -> None:
    assert [caution_of_few(number, "errors") for number in (9.9, 10.0)] == [_ERRORS, ""]


@pytest.mark.parametrize(("negatives", "said"), [(200, _HARDLY_ANY), (150, "")])
def test_that_the_npv_of_few_misses_of_a_rare_class_is_said_to_be_long(
    negatives: int, said: str
) -> None:
    rng = np.random.default_rng(4)
    y_true = np.arange(20 + negatives) < 20
    y_score = rng.uniform(0.01, 0.49, y_true.size) + 0.5 * (
        y_true ^ (np.arange(y_true.size) % 20 < 2)
    )
    data = paired(y_true, y_score)
    (model,) = data.models
    condition = model.evaluation.condition()
    given = manual(model.evaluation, condition, 0.5)
    missed = int((y_true & (y_score < 0.5)).sum())
    found = policy_intervals(resampler(data.sample, _SPEC), model, given, condition)
    assert (missed < 3, found.npv.caution) == (True, said)
