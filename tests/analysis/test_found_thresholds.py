"""Criteria by beliefs and by units: their thresholds, and what replicates do with them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.analysis import found_thresholds, uncertain_conditions
from costcurve_gui.analysis.criteria import CRITERIA, best
from costcurve_gui.analysis.found_thresholds import (
    NO_MEANS,
    NO_UNITS,
    NOTHING_UNCERTAIN,
    known_thresholds,
)
from costcurve_gui.analysis.intervals.new_cases import chosen_on_sample
from costcurve_gui.analysis.model_ranking import figure_of
from costcurve_gui.analysis.payoffs import Parameter
from costcurve_gui.analysis.snapshot import condition_of
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.tables.decisions import selection_table
from costcurve_gui.analysis.tables.options import TableOptions
from costcurve_gui.analysis.threshold_finders import settled_snapshot
from costcurve_gui.analysis.uncertain_conditions import conditions_of
from costcurve_gui.engine.resampling.rule_choice import RuleChooser
from costcurve_gui.engine.resampling.sample import RankedModel
from costcurve_gui.engine.resampling.uncertain_rules import (
    BestAtCosts,
    CheapestThere,
    LeastWorstRegret,
)
from tests.analysis import test_belief_results
from tests.analysis.test_belief_results import CELLS, PARAMETERS, PAYOFF

EXPECTED, REGRET, UNITS = (
    CRITERIA[key] for key in ("least_expected_cost", "least_worst_regret", "unit_profit")
)


@pytest.fixture(autouse=True)
def few_draws(monkeypatch):
    monkeypatch.setattr(uncertain_conditions, "DRAWS", 300)


def snapshot_of(*payoff, **chosen):
    """The small file of the results of beliefs, its thresholds found."""
    unsettled = test_belief_results.snapshot_of(*payoff, **chosen)
    return settled_snapshot(unsettled.curve_set, unsettled.settings)


def costs_of_draws(snapshot):
    """What every threshold of every model costs in every draw, computed row by row."""
    data, conditions = snapshot.curve_set.cases.cache.dataset, conditions_of(snapshot, 0)
    amount, y, found = data.numeric["amount"], data.y_true, {}
    draws = conditions.draws[conditions.sound]
    for model in snapshot.curve_set.models:
        scores = data.scores[model.info.column]
        scored = ~np.isnan(scores)
        costs = []
        for threshold in model.evaluation.table.thresholds:
            acts = scores >= threshold
            row = []
            for lgd, fee, prior in draws:
                missed = np.where(y & ~acts, lgd * amount + fee, 0.0)
                alarms = np.where(~y & acts, fee + 0.05 * amount, 0.0)
                row.append(
                    prior * missed[y & scored].mean() + (1 - prior) * alarms[~y & scored].mean()
                )
            costs.append(row)
        found[model.info.key] = np.array(costs)
    return found


def test_that_thresholds_have_the_least_cost_and_regret_of_all_in_the_draws():
    by_cost, by_regret = snapshot_of(criterion=EXPECTED), snapshot_of(criterion=REGRET)
    costs = costs_of_draws(by_cost)
    least = np.min([each.min(axis=0) for each in costs.values()], axis=0)
    for key, each in costs.items():
        mean = each.mean(axis=1)
        policy = by_cost.models[key].policy
        assert mean[policy.index] == pytest.approx(mean.min())
        assert -policy.own_merit == pytest.approx(mean.min())
        worst = (each - least).max(axis=1)
        policy = by_regret.models[key].policy
        assert worst[policy.index] == pytest.approx(worst.min())
        assert -policy.own_merit == pytest.approx(worst.min())
    assert by_cost.best == min(costs, key=lambda key: costs[key].mean(axis=1).min())
    assert by_regret.best == min(costs, key=lambda key: (costs[key] - least).max(axis=1).min())
    assert best({key: one.policy for key, one in by_regret.models.items()}) == by_regret.best


def test_that_what_is_lacking_is_said_and_the_least_cost_shown():
    plain = replace(PAYOFF, parameters=tuple(replace(one, belief="") for one in PARAMETERS))
    lgd = replace(PARAMETERS[0], belief="range:0.3,0.7")
    only_range = replace(PAYOFF, parameters=(lgd, *plain.parameters[1:]))
    ranges = replace(
        PAYOFF, parameters=(replace(PARAMETERS[0], belief="range:0.3,0.7"), *PARAMETERS[1:])
    )
    only_range = replace(
        ranges,
        parameters=(*ranges.parameters[:1], replace(PARAMETERS[1], belief=""), PARAMETERS[2]),
    )
    for payoff, criterion, fault in (
        (plain, EXPECTED, NOTHING_UNCERTAIN),
        (plain, REGRET, NOTHING_UNCERTAIN),
        (only_range, EXPECTED, NO_MEANS),
        (PAYOFF, UNITS, NO_UNITS),
    ):
        snapshot = snapshot_of(payoff, belief="", criterion=criterion)
        assert known_thresholds(snapshot, criterion.key).fault == fault
        assert not snapshot.met
        free = snapshot_of(payoff, belief="")
        assert [one.policy.index for one in snapshot.models.values()] == [
            one.policy.index for one in free.models.values()
        ]
        for key in snapshot.models:
            assert figure_of(snapshot, key) == figure_of(free, key) is not None
    assert snapshot_of(only_range, belief="", criterion=REGRET).met


def test_that_thresholds_before_stay_until_others_are_found(monkeypatch):
    monkeypatch.setattr(found_thresholds, "_KEPT", 2)
    snapshot = snapshot_of(criterion=EXPECTED)
    condition = replace(snapshot.settings.condition, prior_belief="beta:15,5")
    changed = replace(snapshot.settings, condition=condition)
    held = build_snapshot(snapshot.curve_set, changed, snapshot)
    rows = [one.policy.index for one in snapshot.models.values()]
    assert [one.policy.index for one in held.models.values()] == rows
    assert held.met
    assert known_thresholds(held, EXPECTED.key) is None
    settled = settled_snapshot(snapshot.curve_set, changed, held)
    assert [one.policy.index for one in settled.models.values()] != rows
    again = build_snapshot(snapshot.curve_set, changed, held)
    assert [one.policy for one in again.models.values()] == [
        one.policy for one in settled.models.values()
    ]


def test_that_replicates_choose_again_where_all_cases_keep_their_proportions():
    cells = {**CELLS, "fn": "-lgd*amount"}
    of_amount = replace(PAYOFF, parameters=(PARAMETERS[0], Parameter("fee", 2.0), PARAMETERS[2]))
    snapshot = snapshot_of(of_amount.with_cells(cells), criterion=EXPECTED)
    rule = chosen_on_sample(snapshot, snapshot.selected).rule
    assert type(rule) is BestAtCosts
    assert rule.misses == pytest.approx(0.2, rel=0.05)  # the prior; lgd has its middle in force
    assert rule.alarms == pytest.approx(0.8, rel=0.05)


def test_that_least_cost_stands_in_where_replicates_cannot_choose_by_the_criterion():
    several = snapshot_of(criterion=EXPECTED)  # lgd and fee move each case otherwise
    key = several.selected
    chosen = chosen_on_sample(several, key)
    assert isinstance(chosen.rule, CheapestThere)
    evaluation = several.curve_set.model(key).evaluation
    means = condition_of(several, key).means
    pc_plus = chosen.rule.misses * means.fn_cost
    assert chosen.rule.alarms * means.fp_cost == pytest.approx(1 - pc_plus)
    near = evaluation.envelope.classifier_at(pc_plus)
    assert abs(evaluation.rates.fpr_at(near) - evaluation.rates.fpr_at(chosen.policy.index)) < 0.05


def test_that_replicates_choose_by_the_worst_regret_what_the_sample_does():
    cells = {**CELLS, "fn": "-lgd*amount"}
    of_amount = replace(PAYOFF, parameters=(PARAMETERS[0], Parameter("fee", 2.0), PARAMETERS[2]))
    snapshot = snapshot_of(of_amount.with_cells(cells), criterion=REGRET)
    for key in snapshot.models:
        chosen = chosen_on_sample(snapshot, key)
        assert isinstance(chosen.rule, LeastWorstRegret)
        model = snapshot.curve_set.model(key)
        chooser = RuleChooser(
            RankedModel(model.evaluation, None), condition_of(snapshot, key), chosen
        )
        on_sample = chooser.on_sample()
        at = chosen.rule.chosen(on_sample, condition_of(snapshot, key)).first[0]
        assert chooser.rows[at] == chosen.policy.index


def test_that_a_report_has_rows_of_both_where_something_is_believed():
    table = selection_table(snapshot_of(), TableOptions(payoffs_given=True))
    rows = [dict(zip(table.header, row, strict=True)) for row in zip(*table.columns, strict=True)]
    by = {(row["criterion"], row["model"]): row for row in rows}
    for criterion in (EXPECTED, REGRET):
        snapshot = snapshot_of(criterion=criterion)
        for model in snapshot.models.values():
            row = by[criterion.key, model.info.name]
            assert row["threshold"] == model.policy.threshold
            assert row["expected_profit"] == model.policy.expected_profit
            assert row["best"] == (model.info.key == snapshot.best)
            assert row["estimated_on"] == "selected and estimated on the same sample"
    known = snapshot_of(
        replace(PAYOFF, parameters=(*PARAMETERS[:0],)).with_cells(
            {"fn": "-5", "fp": "-1", "tp": "0", "tn": "0"}
        ),
        belief="",
    )
    plain = selection_table(known, TableOptions(payoffs_given=True))
    assert EXPECTED.key not in plain.columns[0].tolist()
