"""What thresholds that were chosen on a sample cost in truth, and the true areas."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom
from sklearn.metrics import roc_auc_score

from costcurve_gui.engine.distributions.normal import wilson_interval
from tests.coverage.cells import COSTS, LOGNORMAL, SCORES, Cell
from tests.coverage.figures import given_threshold, own_cost

LARGE = 40_000


@pytest.mark.parametrize("scores", SCORES)
def test_that_the_area_of_own_thresholds_is_that_of_large_samples(scores: str) -> None:
    cell = Cell(200, 200, scores)
    rng = np.random.default_rng(4)
    evaluation = cell.draw(rng).evaluated().models[0].evaluation
    drawn = Cell(LARGE, LARGE, scores).draw(rng)
    y_true, y_score, costs = drawn.y_true, drawn.scores[0], []
    for pc_plus in (np.arange(400) + 0.5) / 400:
        row = evaluation.envelope.classifier_at(pc_plus)
        acted = y_score >= evaluation.table.thresholds[row]
        missed, alarms = (~acted)[y_true].mean(), acted[~y_true].mean()
        if row == len(evaluation.table) - 1:
            missed, alarms = 0.0, 1.0
        costs.append(pc_plus * missed + (1 - pc_plus) * alarms)
    assert own_cost(cell, evaluation) == pytest.approx(np.mean(costs), abs=0.004)


@pytest.mark.parametrize("costs", COSTS)
@pytest.mark.parametrize("scores", SCORES)
def test_that_the_true_areas_are_those_of_a_large_sample(scores: str, costs: str) -> None:
    cell = Cell(LARGE, LARGE, scores, costs)
    drawn = cell.draw(np.random.default_rng(5))
    y_true, y_score, amount = drawn.y_true, drawn.scores[0], drawn.amount
    assert cell.area() == pytest.approx(roc_auc_score(y_true, y_score), abs=0.01)
    by_cost = roc_auc_score(y_true, y_score, sample_weight=amount)
    assert cell.area(by_cost=costs == LOGNORMAL) == pytest.approx(by_cost, abs=0.01)


def test_that_the_fpr_of_thirty_negatives_of_a_tree_is_held_as_its_lattice_has_it() -> None:
    cell = Cell(30, 30, "tree")
    seen, level = np.arange(31), 0.9
    lower, upper = wilson_interval(seen / 30, np.full(31, 30.0), level)

    def held(fpr: float) -> float:
        return float(binom.pmf(seen, 30, fpr)[(lower <= fpr) & (fpr <= upper)].sum())

    (fpr,), _ = cell.rates(np.array([given_threshold(cell)]))
    assert held(float(fpr)) == pytest.approx(0.945, abs=0.001)
    assert np.mean([held(near) for near in np.linspace(0.1, 0.17, 201)]) == pytest.approx(
        level, abs=0.01
    )
