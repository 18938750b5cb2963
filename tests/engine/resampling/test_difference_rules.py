"""Pairs of rules of two models: those that call as many positive, and the band."""

from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.engine.resampling.band import PC_GRID
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.resampling.count_resampling import CountResampler
from costcurve_gui.engine.resampling.difference_band import difference_band
from costcurve_gui.engine.resampling.difference_rules import RulePairs
from costcurve_gui.engine.resampling.independent_samples import IndependentResampler
from costcurve_gui.engine.resampling.row_resampling import RowResampler
from tests.coverage.cells import CELLS, Cell
from tests.coverage.check import Case
from tests.helpers.paired import by_amount, noisy_models, paired

SPEC = BootstrapSpec(replicates=100, seed=3)


def test_that_a_matched_rule_calls_as_many_positive_as_that_of_the_other_model() -> None:
    for seed in range(4):
        data = paired(*noisy_models(200, 1.6, 0.7, seed=seed), payoff=by_amount(200))
        rules = RulePairs.cheapest(RowResampler(data.sample, SPEC), data.models, PC_GRID)
        called = [model.table.fpr + model.table.tpr for model in data.models]
        for at, pair in enumerate(rules.matched()):
            other = 1 - at
            np.testing.assert_array_equal(pair.rows[other], rules.rows[other])
            wanted = called[other][rules.rows[other]]
            nearest = np.abs(called[at][:, None] - wanted).min(axis=0)
            found = np.abs(called[at][pair.rows[at]] - wanted)
            np.testing.assert_allclose(found, nearest, atol=1e-12)
            assert (pair.rows[at] != rules.rows[at]).any()


def test_that_a_matched_rule_is_no_cheaper_on_the_sample() -> None:
    data = paired(*noisy_models(300, 1.2, 1.2, seed=2))
    rules = RulePairs.cheapest(CountResampler(data.sample, SPEC), data.models, PC_GRID)
    of_a, of_b = rules.matched()
    assert (of_a.estimate >= rules.estimate - 1e-12).all()
    assert (of_b.estimate <= rules.estimate + 1e-12).all()


@pytest.mark.parametrize("apart", [False, True], ids=["same cases", "different cases"])
def test_that_the_band_holds_the_matched_difference(apart) -> None:
    data = paired(*noisy_models(200, 1.6, 0.9), payoff=by_amount(200))
    source = RowResampler(data.sample, SPEC)
    if apart:
        source = IndependentResampler(data.models, [source, RowResampler(data.sample, SPEC)])
    band = difference_band(source, *data.models).simultaneous.band
    of_a, of_b = RulePairs.cheapest(source, data.models, PC_GRID).matched()
    assert (band.lower <= of_a.estimate + 1e-12).all()
    assert (band.upper >= of_b.estimate - 1e-12).all()


def test_that_trees_are_not_called_different_for_leaves_that_either_may_use() -> None:
    """At small PC(+) one tree acts on its first leaf, and the other, as good a one, on none."""
    cell = CELLS[CELLS.index(Cell(1000, 1000, "tree", "lognormal"))]
    case = Case(cell, 198, 100)
    rules = RulePairs.cheapest(case.source, (case.a, case.b), np.array([0.13]))
    assert [rows.item() for rows in rules.rows] == [0, 1]
    deviate = rules.estimate / rules.reach(1.0)
    assert deviate > 4
    of_a, _ = rules.matched()
    assert of_a.estimate / of_a.reach(1.0) < 2.5
    assert not difference_band(case.source, case.a, case.b).simultaneous.significant[4:20].any()
