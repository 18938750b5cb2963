from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from costcurve_gui.analysis.cost_comparisons import cost_comparisons
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.tables.comparisons import EXPECTED_COST_HEADER
from costcurve_gui.analysis.tables.registry import view_table
from costcurve_gui.analysis.view_settings import RegretReading, ViewChoices
from costcurve_gui.engine.cost import belief as belief_module
from costcurve_gui.engine.cost.belief import UNIFORM
from costcurve_gui.engine.distributions.uncertain_numbers import BetaBelief, TriangularBelief
from tests.helpers.plot_frames import NAIVE_BAYES, german_curves, german_snapshot

X = np.linspace(0, 1, 20_001)
MIDDLE = (X[1:] + X[:-1]) / 2


@cache
def envelope(key):
    """Return the cost over `MIDDLE` by looking at every threshold there is."""
    model = next(one for one in german_curves().models if one.info.key == key)
    rates = model.evaluation.rates
    lines = np.outer(1 - rates.tpr, MIDDLE) + np.outer(rates.fpr, 1 - MIDDLE)
    lowest = lines.min(axis=0)
    lowest.flags.writeable = False
    return lowest


def snapshot_of_only(*keys, **changes):
    """Return a snapshot of a file with these models alone."""
    snapshot = german_snapshot(**changes)
    models = tuple(one for one in snapshot.curve_set.models if one.info.key in keys)
    return build_snapshot(replace(snapshot.curve_set, models=models), snapshot.settings)


def columns(name, snapshot):
    table = view_table(name, snapshot)
    assert len({len(column) for column in table.columns}) == 1
    return dict(zip(table.header, table.columns, strict=True))


def test_that_the_competitor_is_the_runner_up_unless_one_is_chosen():
    assert cost_comparisons(german_snapshot()).comparison.competitor == "gradient_boosting"
    chosen = cost_comparisons(german_snapshot(views=ViewChoices(competitor="mlp"))).comparison
    assert (chosen.model, chosen.competitor) == (NAIVE_BAYES, "mlp")
    itself = cost_comparisons(german_snapshot(views=ViewChoices(competitor=NAIVE_BAYES))).comparison
    assert itself.competitor == "gradient_boosting"
    hidden = german_snapshot(views=ViewChoices(competitor="mlp"), hidden=frozenset({"mlp"}))
    assert cost_comparisons(hidden).comparison.competitor == "mlp"


def test_that_one_model_has_no_competitor():
    alone = cost_comparisons(snapshot_of_only("mlp"))
    assert alone.comparison is None
    assert set(alone.figures) == {"mlp"}
    nobody = cost_comparisons(snapshot_of_only())
    assert (nobody.comparison, nobody.cheapest, nobody.figures) == (None, {}, {})


def test_that_the_difference_is_that_of_the_best_thresholds():
    found = cost_comparisons(german_snapshot(views=ViewChoices(competitor="mlp"))).comparison
    expected = envelope(NAIVE_BAYES) - envelope("mlp")
    np.testing.assert_allclose(found.difference.value_at(MIDDLE), expected, atol=1e-12)


def test_that_the_stretches_are_where_a_model_is_lowest():
    costs = {one.info.key: envelope(one.info.key) for one in german_curves().models}
    lowest = np.min(list(costs.values()), axis=0)
    for key, stretches in cost_comparisons(german_snapshot()).cheapest.items():
        inside = np.zeros(MIDDLE.size, dtype=bool)
        for low, high in stretches:
            inside |= (low < MIDDLE) & (high > MIDDLE)
        is_lowest = np.abs(costs[key] - lowest) <= 1e-9
        assert not np.any(inside & ~is_lowest)
        # Only cells that a bound runs through may be missing.
        assert np.sum(is_lowest & ~inside) <= 2 * len(stretches) + 2


@pytest.mark.parametrize("only", [None, "decision_tree"])
def test_that_winners_take_turns_from_0_to_1_and_are_lowest_or_trivial(only) -> None:
    keys = [only] if only else [one.info.key for one in german_curves().models]
    costs = {key: envelope(key) for key in keys}
    lowest, trivial = np.min(list(costs.values()), axis=0), np.minimum(MIDDLE, 1 - MIDDLE)
    found = cost_comparisons(snapshot_of_only(*keys)).winners
    ends = [0.0, *(high for _, high, _ in found)]
    assert [low for low, _, _ in found] == ends[:-1]
    assert ends[-1] == 1.0
    for low, high, winners in found:
        inside = (low < MIDDLE) & (high > MIDDLE)
        for key in winners:
            expected = trivial if key in ("none", "all") else costs[key]
            np.testing.assert_allclose(expected[inside], lowest[inside], atol=1e-3)
    if only:  # the tree has no threshold without false alarms, and none without misses
        assert (found[0][2], found[-1][2]) == (("none",), ("all",))


@pytest.mark.parametrize("belief", [UNIFORM, BetaBelief(2, 5), TriangularBelief(0.1, 0.6, 0.9)])
def test_that_the_belief_is_drawn_1_high_in_its_own_proportions(belief) -> None:
    density = cost_comparisons(german_snapshot(belief=belief)).density
    assert density.y.max() == 1
    places = np.linspace(0.15, 0.85, 30)
    drawn, expected = np.interp(places, density.x, density.y), belief.density(places)
    np.testing.assert_allclose(drawn / drawn.max(), expected / expected.max(), atol=2e-3)


@pytest.mark.parametrize(
    "belief", [UNIFORM, BetaBelief(2, 5), TriangularBelief(0.1, 0.6, 0.9)], ids=str
)
def test_that_figures_are_means_over_the_belief(belief):
    snapshot = german_snapshot(belief=belief)
    weight = np.diff(belief.cdf(X))
    mine = envelope(NAIVE_BAYES)
    for key, figures in cost_comparisons(snapshot).figures.items():
        cost = envelope(key)
        assert figures.expected_cost == pytest.approx(weight @ cost, abs=1e-6)
        assert figures.area == pytest.approx(cost.mean(), abs=1e-6)
        if key == NAIVE_BAYES:
            assert figures.lc_index is None
        else:
            better = np.where(np.abs(mine - cost) < 1e-12, 0.0, np.sign(cost - mine))
            assert figures.lc_index == pytest.approx(weight @ better, abs=2e-3)


def test_that_the_loss_is_the_difference_in_money_at_every_prior():
    snapshot = german_snapshot(views=ViewChoices(competitor="mlp"))
    for prior in (0.02, 0.05, 0.4):
        there = german_snapshot(prior, views=ViewChoices(competitor="mlp"))
        cost = {key: there.models[key].policy.expected_cost for key in (NAIVE_BAYES, "mlp")}
        loss = cost_comparisons(snapshot).comparison.loss.value_at(prior)
        assert loss == pytest.approx(cost[NAIVE_BAYES] - cost["mlp"], abs=1e-9)


def test_that_what_hangs_on_the_curves_alone_is_kept_while_the_condition_moves():
    snapshot = german_snapshot(selected=NAIVE_BAYES, views=ViewChoices(competitor="mlp"))
    condition = replace(snapshot.settings.condition, prior=0.3)
    moved = build_snapshot(
        snapshot.curve_set, replace(snapshot.settings, condition=condition), snapshot
    )
    one, other = cost_comparisons(snapshot).comparison, cost_comparisons(moved).comparison
    assert one.difference is other.difference
    assert cost_comparisons(snapshot).comparison is one


def test_that_expected_costs_are_kept_while_the_condition_moves(monkeypatch):
    asked = []
    computed = belief_module.expected_cost
    monkeypatch.setattr(
        belief_module, "expected_cost", lambda *of: asked.append(of) or computed(*of)
    )
    snapshot = german_snapshot(belief=BetaBelief(3, 4))
    before = {key: one.expected_cost for key, one in cost_comparisons(snapshot).figures.items()}
    assert len(asked) == len(snapshot.models)
    condition = replace(snapshot.settings.condition, prior=0.3)
    moved = build_snapshot(
        snapshot.curve_set, replace(snapshot.settings, condition=condition), snapshot
    )
    after = {key: one.expected_cost for key, one in cost_comparisons(moved).figures.items()}
    assert after == before
    assert len(asked) == len(snapshot.models)


@pytest.mark.parametrize("reading", list(RegretReading))
@pytest.mark.parametrize(
    "name", ["difference", "superiority", "regret", "expected_cost", "lc_index"]
)
def test_that_every_table_has_columns_of_one_length(name, reading):
    snapshot = german_snapshot(views=ViewChoices(regret=reading))
    assert len(next(iter(columns(name, snapshot).values()))) > 0
    empty = columns(name, snapshot_of_only(views=ViewChoices(regret=reading)))
    assert [len(column) for column in empty.values()] == [0] * len(empty)


def test_that_the_tables_of_the_belief_have_the_columns_of_the_report():
    belief = TriangularBelief(0.1, 0.2, 0.9)
    snapshot = german_snapshot(belief=belief)
    costs = columns("expected_cost", snapshot)
    assert tuple(costs) == EXPECTED_COST_HEADER
    assert set(costs["belief"]) == {"triangular:0.1,0.2,0.9"}
    pairs = columns("lc_index", snapshot)
    assert list(pairs) == ["model_a", "model_b", "lo", "mode", "hi", "lc_index", "belief"]
    assert len(pairs["lo"]) == 15
    row = list(zip(pairs["model_a"], pairs["model_b"], strict=True)).index((NAIVE_BAYES, "mlp"))
    assert pairs["lc_index"][row] == cost_comparisons(snapshot).figures["mlp"].lc_index
    uniform = columns("lc_index", german_snapshot(belief=UNIFORM))
    assert set(uniform["belief"]) == {"uniform"}
    assert len(uniform["lc_index"]) == 15


def test_that_the_difference_is_written_as_in_the_report():
    table = columns("difference", german_snapshot(views=ViewChoices(competitor="mlp")))
    assert list(table)[4:7] == ["lower", "upper", "significant"]
    assert (set(table["model_a"]), set(table["model_b"])) == ({NAIVE_BAYES}, {"mlp"})
    assert table["pc_plus"].tolist() == [k / 100 for k in range(101)]
    curves = {one.info.key: one.evaluation.envelope for one in german_curves().models}
    expected = curves[NAIVE_BAYES].value_at(0.37) - curves["mlp"].value_at(0.37)
    assert table["difference"][37] == pytest.approx(expected)


def test_that_regret_is_written_on_the_axis_that_is_shown():
    views = ViewChoices(regret=RegretReading.COST_RATIO)
    table = columns("regret", german_snapshot(views=views))
    assert list(table) == ["model", "cost_ratio", "normalized_expected_cost"]
    assert (table["cost_ratio"].min(), table["cost_ratio"].max()) == pytest.approx((1e-3, 1e3))
