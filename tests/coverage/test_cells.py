"""The samples of the grid come from the distributions whose truth they tell."""

from __future__ import annotations

import numpy as np
import pytest

from tests.coverage.cells import CELLS, COSTS, GROUPS, PRIOR, SCORES, Cell

LARGE = 200_000


@pytest.mark.parametrize("costs", COSTS)
@pytest.mark.parametrize("scores", SCORES)
def test_that_the_true_rates_are_those_of_a_large_sample(scores: str, costs: str) -> None:
    cell = Cell(LARGE, LARGE, scores, costs)
    drawn = cell.draw(np.random.default_rng(1), models=2)
    for y_score in drawn.scores:
        thresholds = np.array([-np.inf, *np.quantile(y_score, [0.1, 0.5, 0.9]), np.inf])
        called = y_score[:, None] >= thresholds
        of = (~drawn.y_true, drawn.y_true)
        rates = [np.average(called[rows], axis=0, weights=drawn.amount[rows]) for rows in of]
        np.testing.assert_allclose(rates, cell.rates(thresholds), atol=0.012)
    assert drawn.amount.mean() == pytest.approx(cell.mean_cost, rel=0.02)


def test_that_no_threshold_costs_less_than_the_true_envelope() -> None:
    for scores in SCORES:
        cell = Cell(50, 50, scores)
        y_score = cell.draw(np.random.default_rng(2)).scores[0]
        pc_plus = np.array([0.2, PRIOR, 0.7])
        least = cell.cost(y_score[:, None], pc_plus).min(axis=0)
        assert (cell.least_cost(pc_plus) <= least + 1e-6).all()


def test_that_groups_leave_the_distribution_of_a_row_as_it_is() -> None:
    drawn = [Cell(60, 60, groups=GROUPS).draw(np.random.default_rng(seed)) for seed in range(400)]
    values = np.array([one.scores[0] for one in drawn])
    negatives, groups = values[:, 60:], drawn[0].groups[60:]
    assert np.std(negatives) == pytest.approx(1.0, abs=0.03)
    of_one_group = np.corrcoef(negatives[:, groups == 3].T)
    assert of_one_group[0, 1] == pytest.approx(0.25, abs=0.15)


def test_that_the_grid_has_every_size_with_every_score_and_cost() -> None:
    assert len(CELLS) == len(set(CELLS)) == 44
    data = CELLS[-1].draw(np.random.default_rng(0), models=2).evaluated()
    assert data.sample.units == (GROUPS, GROUPS)
    assert len(data.models) == 2
