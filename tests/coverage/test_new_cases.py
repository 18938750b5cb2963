"""The simulation of new cases judges every cell by what is true of the thresholds chosen."""

from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.engine import BootstrapSpec
from tests.coverage import new_cases
from tests.coverage.cells import CELLS, Cell

SPEC = BootstrapSpec(40)


@pytest.mark.parametrize("scores", ["continuous", "tied", "tree", "useless", "excellent"])
def test_that_the_area_of_own_thresholds_is_that_of_large_samples(scores: str) -> None:
    cell = Cell(200, 200, scores)
    rng = np.random.default_rng(4)
    evaluation = cell.draw(rng).evaluated().models[0].evaluation
    drawn = Cell(40_000, 40_000, scores).draw(rng)
    y_true, y_score, costs = drawn.y_true, drawn.scores[0], []
    for pc_plus in (np.arange(400) + 0.5) / 400:
        row = evaluation.envelope.classifier_at(pc_plus)
        acted = y_score >= evaluation.table.thresholds[row]
        missed, alarms = (~acted)[y_true].mean(), acted[~y_true].mean()
        if row == len(evaluation.table) - 1:
            missed, alarms = 0.0, 1.0
        costs.append(pc_plus * missed + (1 - pc_plus) * alarms)
    assert new_cases.true_area(cell, evaluation) == pytest.approx(np.mean(costs), abs=0.004)


def test_that_every_interval_for_new_cases_is_simulated() -> None:
    rng = np.random.default_rng(5)
    names = [name for name, _ in new_cases._held(CELLS[0], rng, SPEC)]
    assert [name.split(",")[0] for name in names] == [
        "cost",
        "normalized cost",
        "lead over trivial",
        "area of own thresholds",
    ]


def test_that_useless_scores_are_asked_for_their_lead() -> None:
    rng = np.random.default_rng(6)
    useless = next(cell for cell in CELLS if cell.scores == "useless")
    names = [name for name, _ in new_cases._alarms(useless, rng, SPEC)]
    assert names[0] == "useless better than trivial, useless, equal costs"
    assert len(names) == 4
