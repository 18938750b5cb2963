"""What follows from beliefs, of five models: risk, regret, break-even and value of information.

The full size (1 million rows a model) is run by ``COSTCURVE_BENCH=full pytest
tests/benchmarks/test_belief_speed.py -s``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from costcurve_gui.analysis import uncertain_conditions
from costcurve_gui.analysis.belief_results import belief_result
from costcurve_gui.analysis.payoffs import Parameter, PayoffSpec
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from tests.helpers.samples import dataset_of, loaded
from tests.helpers.stopwatch import FULL, fastest, within_goal

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

    from costcurve_gui.analysis.snapshot import Snapshot

ROWS = 1_000_000 if FULL else 20_000
JOB = 10.0
"""Half a second, where 1 million doubles are sorted in 55 ms."""
PARAMETERS = (
    Parameter("lgd", 0.5, "triangular:0.3,0.5,0.7"),
    Parameter("fee", 2.0, "uniform:1,3"),
    Parameter("rate", 0.05),
)


@pytest.fixture(scope="module")
def snapshot() -> Snapshot:
    rng = np.random.default_rng(1)
    y_true = rng.random(ROWS) < 0.4
    amount = np.round(rng.lognormal(3, 1, ROWS), 2)
    scores = {f"score_{k}": rng.normal(y_true * (1 + 0.1 * k)) for k in range(5)}
    cells = {"fp": "-fee", "fn": "-lgd*amount - fee", "tn": "rate*amount"}
    payoff = replace(PayoffSpec().with_cells(cells), parameters=PARAMETERS)
    found = loaded(dataset_of(y_true, scores, numeric={"amount": amount}), payoff)
    condition = replace(found.settings.condition, prior=0.2, prior_belief="beta:4,16")
    curve_set = found.source.build_curves(found.curve_set.dataset, payoff, ())
    return build_snapshot(curve_set, replace(found.settings, condition=condition))


@pytest.fixture(autouse=True)
def few_draws_of_few_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    if not FULL:
        monkeypatch.setattr(uncertain_conditions, "DRAWS", 2_000)


def test_that_what_follows_from_beliefs_takes_less_than_a_second(
    benchmark: BenchmarkFixture, snapshot: Snapshot
) -> None:
    shuffled = np.random.default_rng(0).random(ROWS)
    beliefs, sort = fastest(lambda: belief_result(snapshot), lambda: np.sort(shuffled))
    benchmark.pedantic(lambda: belief_result(snapshot), rounds=1)
    assert within_goal(benchmark, beliefs / sort, JOB, "beliefs of 5 models / np.sort")
