"""Intervals for new cases of rules that take more than a curve: beliefs, regret and units."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.counts.cost_table import rank_order
from costcurve_gui.engine.operations.unit_alarms import unit_curve, unit_payoffs, unit_rows
from costcurve_gui.engine.resampling.figure_interval import CERTAIN
from costcurve_gui.engine.resampling.new_cases import OF_NORMALIZED, new_cases_estimates
from costcurve_gui.engine.resampling.replicate_rules import ChosenPolicy
from costcurve_gui.engine.resampling.uncertain_rules import (
    BestAtCosts,
    CheapestThere,
    LeastWorstRegret,
)
from costcurve_gui.engine.selection.policy_evaluation import row_policy
from costcurve_gui.engine.uncertainty.payoff_draws import (
    PayoffFactors,
    PayoffTerms,
    RuleFeatures,
    best_profits,
)
from costcurve_gui.engine.uncertainty.threshold_risk import (
    class_gains,
    highest_mean_profit,
    least_worst_regret,
    worst_draws,
)
from tests.coverage.cells import PRIOR
from tests.coverage.check import Check, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from costcurve_gui.engine.resampling.replicate_rules import ReplicateRule
    from tests.coverage.check import Case

    Found = tuple[int, ReplicateRule]
    """The row that a criterion chose, and how replicates choose."""

_DRAWS, _STREAM = 100, 11
_IN_A_UNIT = 3
"""Rows of a unit, all of one class."""


def found_rules(case: Case) -> Iterator[Check]:
    """Check what rules by beliefs, regret and units cost on new cases, at the prior in force."""
    a, condition = case.a, case.condition
    rng = case.rng(_STREAM)
    rules = {**_under_beliefs(case, rng), "profit per unit": _by_units(case, rng)}
    choices = [
        ChosenPolicy(row_policy("other", a.evaluation, condition, row), rule)
        for row, rule in rules.values()
    ]
    estimates = new_cases_estimates(case.few, a, condition, choices)
    for name, choice, found in zip(rules, choices, estimates, strict=True):
        if choice.policy is not None and found.method != CERTAIN:
            said = "" if OF_NORMALIZED in found.caution else found.caution
            truth = case.cost(choice.policy.threshold)
            yield from shown(f"new cases: cost and profit, {name}", found.cost, truth, said)


def _under_beliefs(case: Case, rng: np.random.Generator) -> Mapping[str, Found]:
    """Return what is chosen where the prior is believed, and what misses cost.

    A miss costs a factor times its amount and half of a mean one: where amounts differ no two
    numbers say what errors cost, and another rule stands in.
    """
    drawn, (model, means) = case.drawn, (case.a, case.condition.means)
    amount = drawn.amount if case.varies else 1.0
    terms = PayoffTerms(tp=(), fp=(amount,), fn=(amount, 1.0), tn=())
    none, half = np.zeros((_DRAWS, 0)), np.full(_DRAWS, -case.cell.mean_cost / 2)
    factors = PayoffFactors(
        tp=none,
        fp=-np.ones((_DRAWS, 1)),
        fn=np.stack([-rng.uniform(0.3, 1.0, _DRAWS), half], axis=1),
        tn=none,
        prior=rng.uniform(0.2, 0.7, _DRAWS),
    )
    order = rank_order(drawn.y_true, drawn.scores[0])
    features, weights = RuleFeatures(terms, model.table, order), factors.weights
    reference = best_profits(weights, features)
    draws = worst_draws(weights, reference, features)

    def scaled(of: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        gain, loss = class_gains(of, features, len(terms.fn))
        return gain / means.fn_cost, loss / means.fp_cost

    row = highest_mean_profit(weights, features).row
    misses, alarms = (float(one[0]) for one in scaled(weights.mean(axis=0)[None]))
    least: ReplicateRule = BestAtCosts(misses, alarms)
    if case.varies:
        least = CheapestThere.of(model.evaluation, case.condition, row)
    others = np.full(draws.size, np.inf)
    each = (tuple(one.tolist()) for one in (*scaled(weights[draws]), others))
    regret = least_worst_regret(weights, reference, features)
    return {
        "least expected cost": (row, least),
        "least worst regret": (regret.row, LeastWorstRegret(*each)),
    }


def _by_units(case: Case, rng: np.random.Generator) -> Found:
    drawn, model = case.drawn, case.a
    y_true, amount = drawn.y_true, drawn.amount
    ranks = rng.permutation(y_true.size)
    units = np.empty(y_true.size, np.int64)
    for at, of_class in enumerate((y_true, ~y_true)):
        places = np.flatnonzero(of_class)[ranks[of_class].argsort()]
        units[places] = 2 * (np.arange(places.size) // _IN_A_UNIT) + at
    _, numbered = np.unique(units, return_inverse=True)
    acting, leaving = np.where(y_true, 0.0, -amount), np.where(y_true, -amount, 0.0)
    payoffs = unit_payoffs(unit_rows(numbered), y_true, acting, leaving)
    curve = unit_curve(payoffs, drawn.scores[0], row_prior=PRIOR)
    row = int(model.table.rows_at_thresholds(curve.thresholds[[curve.best]])[0])
    return row, CheapestThere.of(model.evaluation, case.condition, row)
