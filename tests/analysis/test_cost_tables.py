"""Tables of instance costs, profit build-up, superiority and regret against brute force."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from costcurve_gui.analysis.tables.options import TableOptions, models_of
from costcurve_gui.analysis.tables.registry import TABLES
from tests.helpers.other_inputs import example, snapshot_of

SPECS = {spec.name: spec for spec in TABLES}
OPTIONS = TableOptions()
PRIORS = np.linspace(0.01, 0.99, 41)


@pytest.fixture(scope="module")
def credit():
    return snapshot_of("german_credit_half")


@pytest.fixture(scope="module")
def cases(credit):
    loaded = example("german_credit_half")
    return loaded.source.cases(loaded.info).dataset


def frame(name, snapshot):
    table = SPECS[name].make(snapshot, OPTIONS)
    return pd.DataFrame(dict(zip(table.header, table.columns, strict=True)))


def lowest(fpr, tpr, pc_plus):
    """Return the least normalized cost of any threshold at each PC(+)."""
    return np.array([((1 - tpr) * pc + fpr * (1 - pc)).min() for pc in pc_plus])


def pc_plus(prior, means):
    return prior * means.fn_cost / (prior * means.fn_cost + (1 - prior) * means.fp_cost)


def test_that_the_report_has_what_only_the_window_had() -> None:
    names = ("build_up", "instance_costs", "superiority", "regret", "error_rate", "cost_ratio")
    assert all(SPECS[name].in_report for name in (*names, "loss_difference"))


def test_that_instance_costs_are_those_of_the_cases_in_order_of_score(credit, cases) -> None:
    found = frame("instance_costs", credit)
    amount, labels = cases.numeric["amount"], cases.y_true
    costs = credit.condition.means
    assert labels.mean() * costs.fn_cost == pytest.approx((amount * labels).mean())
    for model in models_of(credit, OPTIONS):
        part = found[found["model"] == model.name]
        order = np.lexsort((~labels, -cases.scores[model.info.column]))
        assert part["start"].tolist() == list(range(1, labels.size + 1))
        right, mine = amount[order], labels[order]
        by_rank = part["benefit"].to_numpy(float)
        assert (np.isnan(by_rank) == ~mine).all()
        # Among equal scores any order of one class will do.
        for score in np.unique(cases.scores[model.info.column]):
            tied = (cases.scores[model.info.column][order] == score) & mine
            np.testing.assert_allclose(np.sort(by_rank[tied]), np.sort(right[tied]))
        alarms = part["cost"].to_numpy(float)
        assert np.nanmean(alarms) == pytest.approx(-costs.fp_cost)


def test_that_the_four_products_add_up_to_the_expected_profit(credit) -> None:
    found = frame("build_up", credit)
    for key, model in credit.models.items():
        part = found[found["model"] == credit.models[key].info.name]
        products = part["rate"] * part["prior"] * part["payoff"]
        np.testing.assert_allclose(part["profit"], products)
        assert part["profit"].sum() == pytest.approx(model.policy.expected_profit)


def test_that_the_model_said_to_be_superior_has_the_lowest_cost_there(credit) -> None:
    found, grid = frame("superiority", credit), np.linspace(0.0005, 0.9995, 999)
    costs = {"none": grid, "all": 1 - grid}
    for model in models_of(credit, OPTIONS):
        costs[model.name] = lowest(model.evaluation.rates.fpr, model.evaluation.rates.tpr, grid)
    least = np.min(list(costs.values()), axis=0)
    covered = np.zeros(grid.size, dtype=bool)
    for row in found.itertuples():
        inside = (grid > row.pc_low) & (grid < row.pc_high)
        covered |= inside
        np.testing.assert_allclose(costs[row.model][inside], least[inside], atol=1e-12)
    assert covered.sum() >= grid.size - len(found)


def test_that_regret_is_the_least_cost_in_money_at_each_prior(credit) -> None:
    found, means = frame("regret", credit), credit.condition.means
    for model in models_of(credit, OPTIONS):
        part, rates = found[found["model"] == model.name], model.evaluation.rates
        drawn = np.interp(
            PRIORS, part["prior"].to_numpy(float), part["expected_cost"].to_numpy(float)
        )
        worst = PRIORS * means.fn_cost + (1 - PRIORS) * means.fp_cost
        wanted = lowest(rates.fpr, rates.tpr, pc_plus(PRIORS, means)) * worst
        np.testing.assert_allclose(drawn, wanted, rtol=1e-9)


def test_that_error_rates_count_errors_whatever_they_cost(credit) -> None:
    found = frame("error_rate", credit)
    for model in models_of(credit, OPTIONS):
        part = found[found["model"] == model.name]
        drawn = np.interp(PRIORS, part["prior"].to_numpy(float), part["error_rate"].to_numpy(float))
        np.testing.assert_allclose(
            drawn, lowest(model.table.fpr, model.table.tpr, PRIORS), rtol=1e-9
        )


def test_that_the_cost_ratio_leads_to_the_pc_plus_of_the_prior_in_force(credit) -> None:
    found, prior = frame("cost_ratio", credit), credit.condition.prior
    for model in models_of(credit, OPTIONS):
        part, rates = found[found["model"] == model.name], model.evaluation.rates
        at_stake = prior * part["cost_ratio"].to_numpy(float)
        wanted = lowest(rates.fpr, rates.tpr, at_stake / (at_stake + 1 - prior))
        np.testing.assert_allclose(part["normalized_expected_cost"], wanted, atol=1e-9)


def test_that_losses_differ_by_the_difference_of_the_regrets_of_every_pair(credit) -> None:
    regret, found = frame("regret", credit), frame("loss_difference", credit)
    names = [model.name for model in models_of(credit, OPTIONS)]
    pairs = found[["model_a", "model_b"]].drop_duplicates()
    assert list(pairs.itertuples(index=False, name=None)) == list(combinations(names, 2))

    def at(part, y):
        return np.interp(PRIORS, part["prior"].to_numpy(float), part[y].to_numpy(float))

    lost = {name: at(regret[regret["model"] == name], "expected_cost") for name in names}
    for (a, b), part in found.groupby(["model_a", "model_b"]):
        np.testing.assert_allclose(at(part, "loss_difference"), lost[a] - lost[b], atol=1e-6)
