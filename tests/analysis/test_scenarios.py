"""A scenario decides as its settings do where they are those on screen."""

from __future__ import annotations

from dataclasses import replace

from costcurve_gui.analysis.scenarios import (
    in_force,
    present,
    scenario_results,
    with_scenario,
    without_scenario,
)
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
