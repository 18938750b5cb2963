"""Intervals of single figures: areas, thresholds, and what a threshold given beforehand costs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine import (
    auc_interval,
    auciv_interval,
    lead_interval,
    manual,
    min_cost,
    optimism_estimate,
    policy_intervals,
    resampler,
)
from costcurve_gui.engine.cost.belief import UNIFORM
from costcurve_gui.engine.resampling.chosen_thresholds import chosen_thresholds
from costcurve_gui.engine.resampling.figure_interval import expected_cost_interval
from costcurve_gui.engine.resampling.grouped_areas import grouped_auc_interval
from costcurve_gui.engine.resampling.placements import placements
from tests.coverage.cells import PRIOR
from tests.coverage.check import AREA, BELIEFS, EXPECTED, Check, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.engine import ModelEvaluation, RankedModel
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.engine.resampling.auc_interval import AucInterval
    from tests.coverage.cells import Cell, Drawn
    from tests.coverage.check import Case

UNGROUPED = "cost and profit, threshold given, groups taken for rows"
HELD_FIXED = "of thresholds held fixed that were chosen here"
_PC = np.linspace(0.0, 1.0, 401)


def given_threshold(cell: Cell) -> float:
    """Return a threshold that no sample chose, near the best one."""
    return 0.6 if cell.scores == "useless" else cell.best_threshold


def other_threshold(cell: Cell) -> float:
    """Return the threshold of a competitor."""
    return given_threshold(cell) - (1 / 7 if cell.scores == "tree" else 0.4)


def auc(case: Case) -> Iterator[Check]:
    """Check the intervals of the AUC, which costs do not change."""
    if not case.varies:
        found, truth = auc_of(case.drawn, case.a), case.cell.area()
        yield from shown("AUC, DeLong", found, truth)
        yield from shown("AUC, score", found.of_score, truth)
        yield from shown("AUC, logit", found.of_logit, truth)


def auc_of(drawn: Drawn, model: RankedModel) -> AucInterval:
    """Return the AUC of the first model of a sample, by groups where there are any."""
    if drawn.groups is None:
        return auc_interval(model.table)
    placed = placements(drawn.y_true, drawn.scores[0])
    return grouped_auc_interval(drawn.y_true, placed, drawn.groups)


def ungrouped(case: Case) -> Iterator[Check]:
    """Check what comes of groups whose rows are taken for independent."""
    if not case.cell.groups:
        return
    plain = replace(case.drawn, groups=None).evaluated().sample
    given = manual(case.a.evaluation, case.condition, given_threshold(case.cell))
    found = policy_intervals(resampler(plain, case.spec), case.a, given, case.condition)
    truth = case.cost(given_threshold(case.cell))
    yield from shown(UNGROUPED, found.expected_cost, truth)


def areas(case: Case) -> Iterator[Check]:
    """Check the areas over ROCIV and those under cost curves."""
    cell, a = case.cell, case.a
    yield from shown("AUCIV", auciv_interval(case.source, a), cell.area(by_cost=True))
    yield from _mean_cost(case, AREA)


def beliefs(case: Case) -> Iterator[Check]:
    """Check what the thresholds chosen here cost under a belief over PC(+), held fixed."""
    yield from _mean_cost(case, EXPECTED)


def _mean_cost(case: Case, name: str) -> Iterator[Check]:
    belief = BELIEFS[name]
    found = expected_cost_interval(case.source, case.a, belief=belief)
    truth = own_cost(case.cell, case.a.evaluation, belief)
    yield from shown(f"{name}, {HELD_FIXED}", found, truth)


def own_cost(cell: Cell, evaluation: ModelEvaluation, belief: Belief = UNIFORM) -> float:
    """Return what the thresholds of a cost curve cost in truth under a belief over PC(+)."""
    costs, density = own_costs(cell, evaluation, _PC), belief.density(_PC)
    return float(np.trapezoid(costs * density, _PC) / np.trapezoid(density, _PC))


def own_costs(cell: Cell, evaluation: ModelEvaluation, pc_plus: np.ndarray) -> np.ndarray:
    """Return what the thresholds of a cost curve cost in truth at each PC(+)."""
    envelope = evaluation.envelope
    rows = envelope.indices[envelope.segment_at(pc_plus)]
    return true_costs(cell, evaluation, rows, pc_plus)


def true_costs(
    cell: Cell, evaluation: ModelEvaluation, rows: np.ndarray, pc_plus: np.ndarray
) -> np.ndarray:
    """Return what rows of a table, one a PC(+), cost in truth; the last one calls all positive."""
    costs = cell.cost(evaluation.table.thresholds[rows], pc_plus)
    return np.where(rows == len(evaluation.table) - 1, 1 - pc_plus, costs)


def decision(case: Case) -> Iterator[Check]:
    """Check the figures of a threshold that was given, and of one that was chosen here."""
    cell, condition = case.cell, case.condition
    given = manual(case.a.evaluation, condition, given_threshold(cell))
    other = manual(case.b.evaluation, condition, other_threshold(cell))
    found = policy_intervals(case.source, case.a, given, condition)
    cost, at = case.cost(given_threshold(cell)), np.array([given_threshold(cell)])
    share = float(cell.cost(at, condition.probability_cost)[0])
    yield from shown("cost and profit, threshold given", found.expected_cost, cost)
    yield from shown("normalized cost, threshold given", found.normalized_expected_cost, share)
    yield from shown("normalized cost, two binomials", found.exact_cost, share)
    none = PRIOR * cell.mean_cost
    yield from shown("lead over none, threshold given", found.lead_over_none, none - cost)
    every = (1 - PRIOR) * cell.mean_cost
    yield from shown("lead over all, threshold given", found.lead_over_all, every - cost)
    lead = lead_interval(case.source, case.a, given, case.b, other, condition)
    truth = case.cost(other_threshold(cell)) - cost
    yield from shown("lead over another model, thresholds given", lead, truth)
    chosen = min_cost(case.a.evaluation, condition)
    fixed = policy_intervals(case.source, case.a, chosen, condition)
    truth = case.cost(chosen.threshold)
    yield from shown(f"cost and profit, {HELD_FIXED}", fixed.expected_cost, truth)
    if not case.varies:
        yield from _rates(cell, at, found)


def _rates(cell: Cell, at: np.ndarray, found: object) -> Iterator[Check]:
    fpr, tpr = (float(rate[0]) for rate in cell.rates(at, by_cost=False))
    acted = PRIOR * tpr + (1 - PRIOR) * fpr
    right = PRIOR * tpr + (1 - PRIOR) * (1 - fpr)
    truths = {
        "fpr": fpr,
        "tpr": tpr,
        "fraction_targeted": acted,
        "precision": PRIOR * tpr / acted,
        "npv": (1 - PRIOR) * (1 - fpr) / (1 - acted),
        "accuracy": right,
        "net_benefit": PRIOR * tpr - (1 - PRIOR) * fpr,
    }
    for name, truth in truths.items():
        yield from shown(f"{name.replace('_', ' ')} of a threshold", getattr(found, name), truth)


def thresholds(case: Case) -> Iterator[Check]:
    """Check the intervals of the thresholds that replicates choose again."""
    if case.cell.scores == "useless":  # no threshold is better than another
        return
    found = optimism_estimate(case.source, case.a, case.condition)
    yield from shown("threshold of least cost", found, case.cell.best_threshold)
    if not case.varies:
        inner = case.cell.thresholds[1:-1]
        fpr, tpr = case.cell.rates(inner)
        youden = chosen_thresholds(case.source, case.a, "youden")
        yield from shown("threshold of Youden's index", youden, float(inner[(tpr - fpr).argmax()]))
