"""Wherever the sliders stand, the page computes what the engine computes and writes the same."""

import math
import random
from dataclasses import asdict, replace

import numpy as np
import pytest

from costcurve_gui.analysis.conditions import model_condition
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.settings import ConditionSpec
from costcurve_gui.analysis.snapshot import ranking
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.engine.selection.policy_evaluation import row_policy
from costcurve_gui.page.amounts import Amounts, policy_threshold, total
from costcurve_gui.page.scene import scene
from costcurve_gui.views.text import numbers
from costcurve_gui.views.text.vocabulary import vocabulary_of
from tests.helpers.samples import BY_AMOUNT, dataset, loaded
from tests.helpers.snapshots import german_credit

CASES = 200
FIGURES = {
    "fpr": "fpr",
    "tpr": "tpr",
    "share": "fraction_targeted",
    "relative": "normalized_expected_cost",
    "cost": "expected_cost",
    "profit": "expected_profit",
}


def german():
    return german_credit()


def many():
    """Return 9,000 cases: of most thresholds the page has none."""
    data = dataset(9000, 3, seed=3)
    rng = np.random.default_rng(5)
    scores = {
        name: column + rng.normal(scale=1e-3, size=9000) for name, column in data.scores.items()
    }
    return loaded(replace(data, scores=scores), BY_AMOUNT)


def with_gaps():
    """Return models of which one lacks scores: each has its own mean costs."""
    return loaded(dataset(400, 3, seed=1, missing=90), BY_AMOUNT)


def weighted():
    return loaded(dataset(300, 2, seed=2, weighted=True), BY_AMOUNT)


def constant():
    return loaded(
        dataset(300, 4, seed=4), PayoffSpec(tp="2", fp="-3", fn="-9", tn="0.5", unit="EUR")
    )


@pytest.mark.parametrize("make", [german, many, with_gaps, weighted, constant])
def test_that_the_page_agrees_with_the_engine_at_random_settings(script, make):
    start = make()
    recommended = build_snapshot(start.curve_set, start.settings)
    order = ranking(recommended)
    script.set("scene", scene(recommended))
    rng = random.Random(make.__name__)  # noqa: S311 - the same every time
    for _ in range(CASES):
        prior = rng.choice([rng.uniform(0.001, 0.999), 10 ** rng.uniform(-4, -0.1), 0.5, 0.25])
        ratio = recommended.condition.cost_ratio * 10 ** rng.uniform(-2, 2)
        chosen = rng.choice(order)
        snapshot = build_snapshot(
            start.curve_set,
            replace(start.settings, condition=ConditionSpec(prior, cost_ratio=ratio)),
        )
        row = rng.choice([None, page_row(script, order.index(chosen), rng)])
        agrees(script, snapshot, order, chosen, row)


def page_row(script, place, rng):
    return rng.randrange(script.value(f"scene.models[{place}].thresholds.length"))


def agrees(script, snapshot, order, chosen, row):
    """Compare every figure bit by bit, and every text character by character."""
    state = {
        "prior": snapshot.condition.prior,
        "ratio": snapshot.settings.condition.cost_ratio,
        "model": order.index(chosen),
        "row": row,
    }
    script.set("state", state)
    found = script.value("CostCurve.decide(scene, state)")
    policies = {key: snapshot.models[key].policy for key in order}
    if row is not None:
        policies[chosen] = engine_policy(script, snapshot, chosen, state)
    else:
        assert order[found["best"]] == snapshot.best
    assert found["condition"]["stake"] == snapshot.condition.probability_cost
    for said, policy in zip(
        [*found["models"], found["all"], found["none"]],
        [*policies.values(), snapshot.trivial["all"], snapshot.trivial["none"]],
        strict=True,
    ):
        assert {name: said[name] for name in FIGURES} == {
            name: getattr(policy, figure) for name, figure in FIGURES.items()
        }
    written(script, snapshot, policies, chosen, row)


def engine_policy(script, snapshot, chosen, state):
    """Return the policy of the threshold that stands at a place of the page."""
    (model,) = [one for one in snapshot.curve_set.models if one.info.key == chosen]
    at = model_condition(model, snapshot.condition.prior, snapshot.miss_factor)
    shown = script.value(f"CostCurve.ratesOf(scene.models[{state['model']}], {state['row']})")
    table = model.evaluation.table
    (rows,) = np.nonzero((table.fpr == shown["fpr"]) & (table.tpr == shown["tpr"]))
    return row_policy("manual", model.evaluation, at, int(rows[0]))


def written(script, snapshot, policies, chosen, row):
    texts, amounts = script.value("CostCurve.texts(scene, state)"), Amounts.of(snapshot)
    thresholds = {key: policy_threshold(snapshot, key) for key in policies}
    if row is not None:
        thresholds[chosen] = texts["threshold"]
    expected = [asdict(amounts.row(policy, thresholds[key])) for key, policy in policies.items()]
    trivial = [snapshot.trivial[name] for name in ("all", "none")]
    expected += [asdict(amounts.row(policy, numbers.MISSING)) for policy in trivial]
    assert texts["rows"] == expected
    names = {"actedShare": "acted_share", "leftShare": "left_share"}
    matrix = asdict(amounts.matrix(policies[chosen]))
    assert texts["matrix"] == {name: matrix[names.get(name, name)] for name in texts["matrix"]}
    unit = snapshot.settings.payoff.unit
    profit = policies[chosen].expected_profit
    better = max(("none", "all"), key=lambda name: snapshot.trivial[name].expected_profit)
    over = profit - snapshot.trivial[better].expected_profit
    assert texts["sums"][0] == total(amounts.population * profit, unit)
    assert texts["sums"][1] == total(amounts.population * over, unit)
    doing = vocabulary_of(snapshot).doing_all(better)
    assert texts["against"] == f"against {doing}"
    assert texts["prior"] == numbers.prior_figure(snapshot.condition.prior)
    assert texts["ratio"] == numbers.ratio_figure(snapshot.settings.condition.cost_ratio)


def test_that_the_recommended_setting_says_what_the_page_says_without_its_script(script):
    start = german_credit()
    snapshot = build_snapshot(start.curve_set, start.settings)
    script.set("scene", scene(snapshot))
    script.run("var state = CostCurve.recommendedState(scene);")
    texts, amounts = script.value("CostCurve.texts(scene, state)"), Amounts.of(snapshot)
    assert texts["rows"][0] == asdict(
        amounts.row(
            snapshot.models[snapshot.best].policy, policy_threshold(snapshot, snapshot.best)
        )
    )
    assert texts["sums"][2] == "0 DM"
    assert texts["best"] == 0


def test_that_a_model_stays_best_as_far_as_the_engine_says(script):
    start = german_credit()
    snapshot = build_snapshot(start.curve_set, start.settings)
    script.set("scene", scene(snapshot))
    script.run("var state = CostCurve.recommendedState(scene);")
    found = script.value("CostCurve.bestStretch(scene, state, 0.001, 0.9)")

    def best_at(prior):
        return build_snapshot(
            start.curve_set, replace(start.settings, condition=ConditionSpec(prior))
        ).best

    for end, outside in ((found["low"], 0.999), (found["high"], 1.001)):
        assert best_at(end) == snapshot.best
        assert best_at(end * outside) != snapshot.best


def test_that_thresholds_of_another_rule_stay_and_what_they_bring_follows(script):
    start = german_credit()
    bounded = replace(
        start.settings.selection, bounds=replace(start.settings.selection.bounds, fpr=0.1)
    )
    settings = replace(start.settings, selection=bounded)
    snapshot = build_snapshot(start.curve_set, settings)
    script.set("scene", scene(snapshot))
    script.run("var state = Object.assign({}, CostCurve.recommendedState(scene), {prior: 0.2});")
    found = script.value("CostCurve.decide(scene, state)")
    for key, said in zip(ranking(snapshot), found["models"], strict=True):
        policy = snapshot.models[key].policy
        (model,) = [one for one in snapshot.curve_set.models if one.info.key == key]
        at = model_condition(model, 0.2, snapshot.miss_factor)
        assert (said["fpr"], said["tpr"]) == (policy.fpr, policy.tpr)
        assert said["profit"] == at.expected_profit(policy.fp_cost_rate, policy.tp_benefit_rate)
        assert math.isclose(said["share"], 0.2 * policy.tpr + 0.8 * policy.fpr)
