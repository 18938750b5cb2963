"""The interval of an expected cost against instances resampled one by one."""

from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.engine.cost.belief import UNIFORM, expected_cost
from costcurve_gui.engine.distributions.uncertain_numbers import TriangularBelief
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.resampling.count_resampling import CountResampler
from costcurve_gui.engine.resampling.figure_interval import expected_cost_interval
from costcurve_gui.engine.resampling.row_resampling import RowResampler
from tests.helpers.paired import (
    EVERY_ERROR_1,
    by_amount,
    costs_by_definition,
    noisy_models,
    paired,
    written_out,
)

FEW = BootstrapSpec(replicates=40, seed=3)
BELIEFS = [UNIFORM, TriangularBelief(0.1, 0.3, 0.8)]


@pytest.mark.parametrize("belief", BELIEFS)
@pytest.mark.parametrize("payoff", [EVERY_ERROR_1, by_amount(60)], ids=["constant", "by amount"])
def test_that_the_interval_is_that_of_each_resampled_set(payoff, belief) -> None:
    data = paired(*noisy_models(60, 1.5, 0.8), payoff=payoff)
    found = expected_cost_interval(RowResampler(data.sample, FEW), data.models[0], belief=belief)
    pcs = (np.arange(400) + 0.5) / 400
    weights = belief.density(pcs) / belief.density(pcs).sum()
    naive = [costs_by_definition(data, 0, rows, pcs) @ weights for rows in written_out(data, FEW)]
    assert found.low == pytest.approx(np.quantile(naive, 0.05), abs=3e-4)
    assert found.high == pytest.approx(np.quantile(naive, 0.95), abs=3e-4)


@pytest.mark.parametrize("belief", BELIEFS)
def test_that_counts_and_instances_agree(belief) -> None:
    data, spec = paired(*noisy_models(400, 1.5, 0.8)), BootstrapSpec(seed=1)
    by_row, by_count = (
        expected_cost_interval(kind(data.sample, spec), data.models[0], belief=belief)
        for kind in (RowResampler, CountResampler)
    )
    assert (by_row.low, by_row.high) == pytest.approx((by_count.low, by_count.high), abs=0.004)
    assert by_row.low < expected_cost(data.models[0].evaluation.envelope, belief) < by_row.high


def test_that_perfect_separation_has_no_interval() -> None:
    y_true = np.arange(20) % 2 == 0
    data = paired(y_true, y_true.astype(float), y_true.astype(float))
    found = expected_cost_interval(RowResampler(data.sample, FEW), data.models[0])
    assert (found.low, found.high) == (None, None)
    assert found.reason == "every resampled set has the same cost"


def test_that_one_instance_of_a_class_allows_no_interval() -> None:
    rng = np.random.default_rng(0)
    data = paired(np.arange(50) == 7, rng.random(50))
    for source in (RowResampler, CountResampler):
        found = expected_cost_interval(source(data.sample, BootstrapSpec(40)), data.models[0])
        assert (found.low, found.high) == (None, None)
        assert found.reason == "there is only one positive"
