"""A scenario decides as its settings do where they are those on screen."""

from __future__ import annotations

from dataclasses import replace

from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.intervals.known_results import known
from costcurve_gui.analysis.intervals.new_cases import few_replicates
from costcurve_gui.analysis.scenarios import (
    in_force,
    present,
    scenario_results,
    with_new_cases,
    with_scenario,
    without_scenario,
    worth_request,
)
from costcurve_gui.analysis.snapshot import condition_of
from costcurve_gui.engine import new_cases_estimate
from tests.helpers.choices import Choice
from tests.helpers.snapshots import german_credit_snapshot


def with_scenarios(snapshot, *scenarios):
    return replace(snapshot, settings=replace(snapshot.settings, scenarios=scenarios))


def test_that_a_scenario_decides_as_its_own_settings():
    here = german_credit_snapshot(selected="g/score_mlp")
    other = german_credit_snapshot(Choice.NEYMAN_PEARSON, prior=0.2)
    found = scenario_results(with_scenarios(here, present(other.settings, "bound")))
    assert found[0].snapshot.selected == "g/score_mlp"
    assert found[1].snapshot.selected == other.best
    expected, policy = (one.models[other.best].policy for one in (other, found[1].snapshot))
    assert policy == expected


def test_that_other_payoffs_are_computed_and_wrong_ones_told():
    here = german_credit_snapshot()
    doubled = replace(here.settings.payoff, fn="-2*amount")
    wrong = replace(here.settings.payoff, fn="2*amount")
    scenarios = (
        replace(present(here.settings, "twice"), payoff=doubled),
        replace(present(here.settings, "wrong"), payoff=wrong),
    )
    _, twice, fault = scenario_results(with_scenarios(here, *scenarios))
    assert twice.snapshot.condition.means.fn_cost == 2 * here.condition.means.fn_cost
    assert fault.snapshot is None
    assert fault.fault


def test_that_every_scenario_is_estimated_under_its_own_payoffs_and_condition():
    here = german_credit_snapshot()
    doubled = replace(here.settings.payoff, fn="-2*amount")
    other = replace(present(german_credit_snapshot(prior=0.2).settings, "other"), payoff=doubled)
    given = present(german_credit_snapshot(Choice.PERFORMANCE_INDEPENDENT).settings, "given")
    wrong = replace(present(here.settings, "wrong"), payoff=replace(doubled, fn="2*amount"))
    _, found, plain, fault = with_new_cases(
        scenario_results(with_scenarios(here, other, given, wrong))
    )
    snapshot = found.snapshot
    assert snapshot.condition.prior == 0.2
    bands, curve_set = snapshot.settings.bands, snapshot.curve_set
    source = resampling_input(curve_set, curve_set.source, doubled)
    drawn = source.resampler(few_replicates(bands.spec), [snapshot.selected])
    model = source.model(snapshot.selected)
    expected = new_cases_estimate(drawn, model, condition_of(snapshot, snapshot.selected))
    assert known(snapshot, worth_request(snapshot)).profit == expected.profit
    interval = known(plain.snapshot, worth_request(plain.snapshot)).policy.expected_profit
    assert interval.low < plain.snapshot.models[plain.snapshot.selected].policy.expected_profit
    assert fault.snapshot is None


def test_that_a_name_stands_for_one_scenario():
    here = german_credit_snapshot().settings
    first, second = present(here, "a"), present(here, "b")
    again = replace(first, condition=replace(here.condition, prior=0.5))
    scenarios = with_scenario(with_scenario((), first), second)
    assert with_scenario(scenarios, again) == (again, second)
    assert without_scenario(scenarios, "a") == (second,)


def test_that_a_scenario_is_in_force_until_one_of_its_parts_changes():
    settings = german_credit_snapshot().settings
    other = replace(present(settings, "other"), payoff=replace(settings.payoff, fn="-3"))
    settings = replace(settings, scenarios=(other, present(settings, "now")))
    assert in_force(settings) == "now"
    assert in_force(replace(settings, **other.parts)) == "other"
    assert in_force(replace(settings, condition=replace(settings.condition, prior=0.4))) == ""
