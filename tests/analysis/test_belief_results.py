"""Uncertain conditions of a snapshot against loops over draws and rows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from costcurve_gui.analysis import uncertain_conditions
from costcurve_gui.analysis.belief_results import (
    FIXED,
    REOPTIMISED,
    belief_result,
    pairs_cases_needed,
)
from costcurve_gui.analysis.case_lists import acting_shares
from costcurve_gui.analysis.criteria import CRITERIA, MANUAL
from costcurve_gui.analysis.parameters import unused_parameters, with_name
from costcurve_gui.analysis.payoffs import Parameter, PayoffSpec
from costcurve_gui.analysis.selection_settings import ReviewSpec
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.tables.options import TableOptions
from costcurve_gui.analysis.tables.registry import TABLES
from costcurve_gui.analysis.uncertain_conditions import (
    conditions_of,
    is_uncertain,
    uncertain_of,
)
from costcurve_gui.analysis.uncertain_profits import model_profits
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.selection.policy import Reviewer
from costcurve_gui.engine.uncertainty.information import value_of_information
from tests.helpers.samples import dataset, loaded

PARAMETERS = (
    Parameter("lgd", 0.5, "triangular:0.3,0.5,0.7"),
    Parameter("fee", 2.0, "uniform:1,3"),
    Parameter("rate", 0.05),
)
CELLS = {"tp": "0", "fp": "-fee", "fn": "-lgd*amount - fee", "tn": "rate*amount"}
PAYOFF = replace(PayoffSpec().with_cells(CELLS), parameters=PARAMETERS)


@pytest.fixture(autouse=True)
def few_draws(monkeypatch):
    monkeypatch.setattr(uncertain_conditions, "DRAWS", 300)


def snapshot_of(payoff=PAYOFF, *, belief="beta:4,16", **selection):
    """A small file under a payoff matrix, its prior believed."""
    source = loaded(dataset()).source
    info = loaded(dataset()).curve_set.dataset
    settings = loaded(dataset()).settings
    chosen = replace(settings.selection, **selection)
    condition = replace(settings.condition, prior=0.2, prior_belief=belief)
    curve_set = source.build_curves(info, payoff, ())
    return build_snapshot(
        curve_set, replace(settings, payoff=payoff, condition=condition, selection=chosen)
    )


def brute(snapshot, draws):
    """Profits of every model's rule, by draw: computed row by row."""
    data = snapshot.curve_set.cases.cache.dataset
    amount, y = data.numeric["amount"], data.y_true
    found = []
    for lgd, fee, prior in draws:
        acting = np.where(y, 0.0, -fee)
        leaving = np.where(y, -lgd * amount - fee, 0.05 * amount)
        row = []
        for model in snapshot.curve_set.models:
            share = acting_shares(snapshot.models[model.info.key].policy, model, data)
            known = ~np.isnan(share)
            each = share * acting + (1 - share) * leaving
            row.append(prior * each[y & known].mean() + (1 - prior) * each[~y & known].mean())
        found.append(row)
    return np.array(found)


def test_that_profits_of_draws_are_those_of_every_row():
    snapshot = snapshot_of()
    conditions = conditions_of(snapshot, 0)
    assert conditions.uncertain.names == ("lgd", "fee", "prior")
    found = model_profits(snapshot, conditions)
    expected = brute(snapshot, conditions.draws)[conditions.sound]
    assert found.fixed == pytest.approx(expected)
    assert (found.best >= found.fixed - 1e-12).all()
    assert (found.perfect >= found.best - 1e-12).all()


def test_that_a_function_of_parameter_and_column_is_computed_draw_by_draw():
    mixed = PAYOFF.with_cells({"fn": "-max(lgd*amount, 0) - fee"})
    plain, by_draw = snapshot_of(), snapshot_of(mixed)
    apart, together = conditions_of(plain, 0), conditions_of(by_draw, 0)
    assert together.nodes is None
    size = len(together.draws)
    assert size == 200
    assert together.draws.tolist() == apart.draws[:size].tolist()
    fixed = model_profits(plain, apart).fixed
    assert model_profits(by_draw, together).fixed == pytest.approx(fixed[:size])
    result = belief_result(by_draw)
    assert {one.value for one in result.knowing.values()} == {None}
    with pytest.raises(ConstraintError, match="parameter and a column stand in one function"):
        together.factors(together.draws)


def test_that_the_result_has_risk_information_and_break_even_of_the_draws():
    snapshot = snapshot_of()
    result = belief_result(snapshot)
    conditions = conditions_of(snapshot, 0)
    profits = brute(snapshot, conditions.draws)[conditions.sound]
    risk = result.risks[FIXED]
    means = brute(snapshot, [(0.5, 2.0, 0.2)])[0]
    assert risk.expected_profit == pytest.approx(means)
    assert profits.mean(axis=0) == pytest.approx(means, abs=2)
    assert (result.risks[REOPTIMISED].expected_cost <= risk.expected_cost + 1e-9).all()
    worth = value_of_information(profits, means)
    assert result.together.value == pytest.approx(worth.value, abs=1e-5)
    assert result.together.error == pytest.approx(worth.error)
    assert set(result.knowing) == {"lgd", "fee", "rate", "prior"}
    assert result.knowing["rate"].value is None
    for name in ("lgd", "fee", "prior"):
        value = result.knowing[name].value
        assert value is not None
        assert value.error is None
        assert 0 <= value.value <= result.together.value
    assert result.sample is not None
    assert result.sample.value >= 0
    assert result.draws + result.left_out == 300


def fixed_rules(belief="beta:4,16", **changes):
    """A snapshot whose rules differ enough that what is believed changes the best of them."""
    return snapshot_of(
        replace(PAYOFF, parameters=tuple(replace(one, belief="") for one in PARAMETERS), **changes),
        belief=belief,
        criterion=MANUAL,
        thresholds={
            f"dataset1/score_{name}": at for name, at in zip("abc", (0.2, 0.9, 2.0), strict=True)
        },
    )


def test_that_one_number_has_one_figure_which_is_the_exact_one():
    snapshot = fixed_rules()
    result = belief_result(snapshot)
    values = stats.beta(4, 16).ppf((np.arange(20_000) + 0.5) / 20_000)
    profits = brute(snapshot, [(0.5, 2.0, 0.0), (0.5, 2.0, 1.0)])
    earned = profits[0] + values[:, None] * (profits[1] - profits[0])
    expected = profits[0] + 0.2 * (profits[1] - profits[0])
    worth = (earned.max(axis=1) - earned[:, expected.argmax()]).mean()
    assert worth > 0.001
    assert result.together == result.knowing["prior"].value
    assert result.together.error is None
    assert result.together.value == pytest.approx(worth, rel=1e-4)
    risk = result.risks[FIXED]
    assert risk.expected_profit == pytest.approx(expected)
    assert risk.expected_regret.min() == pytest.approx(worth, rel=1e-4)


def test_that_reviews_are_paid_for_in_what_knowing_is_worth():
    payoff = replace(PAYOFF, parameters=tuple(replace(one, belief="") for one in PARAMETERS))
    snapshot = snapshot_of(
        payoff, criterion=CRITERIA["review_band"], review=ReviewSpec(Reviewer(0.4, 0.9, 0.1))
    )
    result, conditions = belief_result(snapshot), conditions_of(snapshot, 0)
    found = model_profits(snapshot, conditions)
    assert found.reviews.max() > 0
    assert found.at(conditions.drawn.weights) == pytest.approx(found.fixed)
    expected = [snapshot.models[key].policy.expected_profit for key in result.keys]
    assert result.risks[FIXED].expected_profit == pytest.approx(np.array(expected))


def test_that_what_no_closed_form_has_is_simulated_with_its_error():
    curved = PAYOFF.with_cells({"fn": "-lgd*lgd*amount - fee"})
    result = belief_result(snapshot_of(curved))
    assert not conditions_of(snapshot_of(curved), 0).is_linear
    for one in (result.together, *(result.knowing[name].value for name in ("lgd", "prior"))):
        assert one.error is not None


def test_that_endless_cases_are_worth_the_normal_loss_where_two_models_have_many():
    data = dataset(rows=30_000, models=2)
    given = loaded(data)
    curve_set = given.source.build_curves(given.info, given.settings.payoff, ())
    snapshot = build_snapshot(curve_set, given.settings)
    amount, y = data.numeric["amount"], data.y_true
    paid = []
    for model in snapshot.curve_set.models:
        share = acting_shares(snapshot.models[model.info.key].policy, model, data)
        paid.append(np.where(y, (share - 1) * amount, (1 - share) * 0.05 * amount))
    gap, prior = paid[0] - paid[1], y.mean()
    classes = ((prior, gap[y]), (1 - prior, gap[~y]))
    mean = sum(share * one.mean() for share, one in classes)
    spread = sum(share**2 * one.var() / one.size for share, one in classes) ** 0.5
    away = abs(mean) / spread
    found = belief_result(snapshot).sample
    assert found.error is None
    loss = spread * (stats.norm.pdf(away) - away * stats.norm.cdf(-away))
    assert found.value == pytest.approx(loss, rel=1e-6)


def test_that_the_best_model_changes_at_a_break_even_value():
    snapshot = snapshot_of(belief="")
    result = belief_result(snapshot)
    changes = 0
    for name, knowing in result.knowing.items():
        found = knowing.break_even
        assert found is not None
        for edge, winner, way in (
            (found.below, found.best_below, -1),
            (found.above, found.best_above, 1),
        ):
            if edge is None:
                continue
            changes += 1
            values = {"lgd": 0.5, "fee": 2.0, "rate": 0.05}
            for step, best in ((-way, found.best), (way, winner)):
                values[name] = edge + step * 1e-6 * abs(edge)
                assert best == int(np.argmax(_profits_at(snapshot, values)))
    assert changes


def _profits_at(snapshot, values):
    payoff = snapshot.settings.payoff
    data = snapshot.curve_set.cases.cache.dataset
    amount, y = data.numeric["amount"], data.y_true
    acting = np.where(y, 0.0, -values["fee"])
    leaving = np.where(y, -values["lgd"] * amount - values["fee"], values["rate"] * amount)
    del payoff
    found = []
    for model in snapshot.curve_set.models:
        share = acting_shares(snapshot.models[model.info.key].policy, model, data)
        known = ~np.isnan(share)
        each = share * acting + (1 - share) * leaving
        found.append(0.2 * each[y & known].mean() + 0.8 * each[~y & known].mean())
    return found


def test_that_draws_with_negative_error_costs_are_left_out_and_counted():
    wild = replace(PAYOFF, parameters=(Parameter("lgd", 0.5, "normal:0.5,0.5"), *PARAMETERS[1:]))
    snapshot = snapshot_of(wild)
    result, conditions = belief_result(snapshot), conditions_of(snapshot, 0)
    amount = snapshot.curve_set.cases.dataset.numeric["amount"]
    of_positives = amount[snapshot.curve_set.cases.dataset.y_true]
    lgd, fee = conditions.draws[:, 0], conditions.draws[:, 1]
    sound = (lgd[:, None] * of_positives + fee[:, None] >= 0).all(axis=1)
    assert result.left_out == np.count_nonzero(~sound) > 0
    assert result.knowing["lgd"].value is not None


def test_that_a_typed_cost_ratio_scales_misses_in_every_draw():
    plain = snapshot_of()
    settings = replace(plain.settings, condition=replace(plain.settings.condition, cost_ratio=2.0))
    scaled = build_snapshot(plain.curve_set, settings)
    factor = scaled.miss_factor
    assert factor != 1
    written = PAYOFF.with_cells({"fn": f"{factor!r}*(-lgd*amount - fee)"})
    same = build_snapshot(snapshot_of(written).curve_set, replace(plain.settings, payoff=written))
    found = belief_result(scaled).risks[REOPTIMISED]
    assert found.expected_cost == pytest.approx(
        belief_result(same).risks[REOPTIMISED].expected_cost
    )


@pytest.mark.parametrize("key", ["review_band", "per_case"])
def test_that_other_rules_earn_in_the_draws_what_they_are_expected_to(key):
    review = ReviewSpec(Reviewer(cost=0.1, tpr=0.9, fpr=0.1))
    known = replace(PAYOFF, parameters=tuple(Parameter(p.name, p.value) for p in PARAMETERS))
    choices = {"criterion": CRITERIA[key], "review": review, "known_when_deciding": ("amount",)}
    snapshot = snapshot_of(known, belief="", **choices)
    policies = [one.policy for one in snapshot.models.values()]
    assert {one.criterion for one in policies} == {key}
    found = model_profits(snapshot, conditions_of(snapshot, 0))
    expected = [one.expected_profit for one in policies]
    assert found.fixed[0] == pytest.approx(expected)
    for a, b, one in pairs_cases_needed(snapshot, tuple(snapshot.models)):
        costs = [snapshot.models[name].policy.expected_profit for name in (b, a)]
        assert one.difference == pytest.approx(costs[0] - costs[1])


def test_that_pairs_need_the_cases_of_their_differences_in_expected_cost():
    snapshot = snapshot_of(belief="")
    keys = tuple(snapshot.models)
    pairs = list(pairs_cases_needed(snapshot, keys))
    assert [(a, b) for a, b, _ in pairs] == [
        (a, b) for at, a in enumerate(keys) for b in keys[at + 1 :]
    ]
    for a, b, one in pairs:
        costs = [snapshot.models[key].policy.expected_cost for key in (a, b)]
        assert one.difference == pytest.approx(costs[0] - costs[1])
        assert one.low <= one.difference <= one.high


def test_that_beliefs_of_parameters_that_no_cell_uses_do_not_count():
    spare = replace(PAYOFF, parameters=(*PARAMETERS, Parameter("spare", 1.0, "uniform:0,2")))
    assert unused_parameters(spare) == ("spare",)
    snapshot = snapshot_of(spare, belief="")
    settings = snapshot.settings
    assert uncertain_of(snapshot).names == ("lgd", "fee")
    known = replace(settings, payoff=PayoffSpec())
    assert not is_uncertain(known)
    assert is_uncertain(settings)


def test_that_a_new_name_stands_in_the_cells_too():
    found = with_name(PAYOFF, "lgd", "loss")
    assert found.fn == "-loss*amount - fee"
    assert found.cells == PAYOFF.cells
    assert found.parameter_names == ("loss", "fee", "rate")
    with pytest.raises(ConstraintError):
        with_name(PAYOFF, "lgd", "max")


def test_that_tables_name_the_models_that_each_criterion_picks():
    snapshot = snapshot_of()
    tables = {spec.name: spec for spec in TABLES}
    options = TableOptions()
    assert tables["belief_costs"].applies(snapshot, options)
    table = tables["belief_costs"].make(snapshot, options)
    columns = dict(zip(table.header, table.columns, strict=True))
    picked = [word for word in columns["picked_by"].tolist() if "least expected cost" in word]
    assert len(picked) == 2  # one with thresholds fixed, one with the best of each draw
    worth = tables["information"].make(snapshot, options)
    names = worth.columns[0].tolist()
    assert names == ["lgd", "fee", "rate", "prior", "all parameters", "endless test cases"]
    needed = tables["cases_needed"].make(snapshot, options)
    assert len(needed.columns[0]) == len(list(pairs_cases_needed(snapshot, tuple(snapshot.models))))
    assert not tables["belief_costs"].applies(snapshot_of(PayoffSpec(), belief=""), options)


def test_that_models_left_out_of_the_decision_are_no_rivals_under_a_belief():
    whole = snapshot_of()
    first, *others = whole.models
    settings = replace(whole.settings, left_out=frozenset({first}))
    found = belief_result(build_snapshot(whole.curve_set, settings))
    kept = tuple(one for one in whole.curve_set.models if one.info.key != first)
    lacking = build_snapshot(replace(whole.curve_set, models=kept), whole.settings)
    assert found.keys == tuple(others)
    assert found.together == belief_result(lacking).together
    assert list(found.risks[FIXED].probability_best) == list(
        belief_result(lacking).risks[FIXED].probability_best
    )


def test_that_the_page_lists_parameters_with_what_is_believed_of_them():
    from costcurve_gui.page.details import _payoffs

    lines = _payoffs(snapshot_of()).lines
    assert "lgd = 0.5, believed triangular:0.3,0.5,0.7" in lines
    assert "rate = 0.05" in lines
    assert "prior = 0.2, believed beta:4,16" in lines
    assert (
        "prior = 0.2, anything from 0.1 to 0.3"
        in _payoffs(snapshot_of(belief="range:0.1,0.3")).lines
    )


RANGES = (
    Parameter("lgd", 0.5, "range:0.3,0.7"),
    Parameter("fee", 2.0, "range:1,3"),
    Parameter("rate", 0.05),
)


def _regrets(profits):
    return (profits.max(axis=1, keepdims=True) - profits).max(axis=0)


def test_that_the_worst_over_ranges_is_that_of_all_their_ends_and_has_no_probabilities():
    snapshot = snapshot_of(replace(PAYOFF, parameters=RANGES), belief="range:0.1,0.3")
    result = belief_result(snapshot)
    ends = np.array([(lgd, fee, p) for lgd in (0.3, 0.7) for fee in (1, 3) for p in (0.1, 0.3)])
    profits, risk = brute(snapshot, ends), result.risks[FIXED]
    assert risk.worst_profit == pytest.approx(profits.min(axis=0))
    assert risk.worst_regret == pytest.approx(_regrets(profits))
    assert np.isnan(risk.expected_cost).all()
    assert np.isnan(risk.probability_best).all()
    assert risk.least_expected_cost is None
    assert result.together is None
    assert {one.value for one in result.knowing.values()} == {None}
    assert all(one.break_even is not None for one in result.knowing.values())
    change = result.knowing["prior"].break_even
    assert all(end is None or 0 <= end <= 1 for end in (change.below, change.above))


def test_that_means_hold_ranges_at_the_number_in_force_and_the_worst_goes_over_them():
    parameters = (PARAMETERS[0], RANGES[1], PARAMETERS[2])
    snapshot = snapshot_of(replace(PAYOFF, parameters=parameters))
    result, conditions = belief_result(snapshot), conditions_of(snapshot, 0)
    assert conditions.draws.shape == (600, 3)
    assert set(conditions.draws[300:, 1]) == {2.0}
    risk, likely = result.risks[FIXED], brute(snapshot, conditions.draws[300:])
    means = brute(snapshot, [(0.5, 2.0, 0.2)])[0]
    assert risk.expected_profit == pytest.approx(means)
    both = brute(snapshot, conditions.draws[:300])
    assert risk.worst_profit == pytest.approx(both.min(axis=0))
    assert result.knowing["fee"].value is None
    assert result.together.value == pytest.approx(
        value_of_information(likely, means).value, abs=1e-5
    )
    assert result.draws + result.left_out == 300


def test_that_an_uncertain_ratio_scales_the_misses_of_each_draw_to_it():
    plain = snapshot_of(belief="")
    spec = replace(plain.settings.condition, cost_ratio=4.0, ratio_belief="uniform:2,6")
    snapshot = build_snapshot(plain.curve_set, replace(plain.settings, condition=spec))
    conditions, result = conditions_of(snapshot, 0), belief_result(snapshot)
    assert conditions.uncertain.names == ("lgd", "fee", "cost ratio")
    assert conditions.sound.all()
    data = snapshot.curve_set.cases.cache.dataset
    amount, y = data.numeric["amount"], data.y_true
    expected = []
    for lgd, fee, ratio in conditions.draws[:40]:
        missed, alarmed = -lgd * amount - fee, 0.05 * amount + fee
        factor = ratio * alarmed[~y].mean() / -missed[y].mean()
        row = []
        for model in snapshot.curve_set.models:
            share = acting_shares(snapshot.models[model.info.key].policy, model, data)
            known = ~np.isnan(share)
            each = np.where(y, (1 - share) * factor * missed, 0.05 * amount - share * alarmed)
            row.append(0.2 * each[y & known].mean() + 0.8 * each[~y & known].mean())
        expected.append(row)
    found = model_profits(snapshot, conditions)
    assert found.fixed[:40] == pytest.approx(np.array(expected))
    assert result.knowing["cost ratio"].value is not None
    assert result.knowing["cost ratio"].break_even is not None
