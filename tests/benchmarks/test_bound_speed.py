"""Bounds while they are dragged: the best threshold of five models, and the best mixture.

The full size (1 million rows a model, costs that vary) is run by ``COSTCURVE_BENCH=full pytest
tests/benchmarks/test_bound_speed.py -s``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from costcurve_gui.engine import PayoffMatrix, evaluate_scores
from costcurve_gui.engine.selection.bounds import Bound, BoundKind, Objective
from costcurve_gui.engine.selection.constrained import constrained_single
from costcurve_gui.engine.selection.several_bounds import constrained_mixture
from tests.helpers.oracles import noisy_sample
from tests.helpers.stopwatch import FULL, fastest, within_goal

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

    from costcurve_gui.engine.evaluation import ModelEvaluation

ROWS = 1_000_000 if FULL else 20_000
FRAME = 0.3
"""A sixtieth of a second, where 1 million doubles are sorted in 55 ms."""
BOUNDS = {
    "false positive rate": (Bound(BoundKind.FPR, 0.1),),
    "true positive rate": (Bound(BoundKind.TPR, 0.7),),
    "cases": (Bound.on_cases(1_000, 10_000),),
    "several": (Bound(BoundKind.FPR, 0.2), Bound(BoundKind.TPR, 0.3), Bound.on_cases(2, 10)),
}


@pytest.fixture(scope="module")
def models() -> list[ModelEvaluation]:
    y_true, y_score = noisy_sample(ROWS)
    rng = np.random.default_rng(5)
    payoff = PayoffMatrix(
        tp=0.0, fp=-rng.gamma(2.0, 5.0, ROWS), fn=-rng.gamma(2.0, 9.0, ROWS), tn=0.0
    )
    return [evaluate_scores("m", y_true, y_score + rng.normal(size=ROWS), payoff) for _ in range(5)]


@pytest.mark.parametrize("bounds", BOUNDS.values(), ids=list(BOUNDS))
def test_that_a_bound_is_kept_within_a_frame(
    benchmark: BenchmarkFixture, models: list[ModelEvaluation], bounds: tuple[Bound, ...]
) -> None:
    shuffled = np.random.default_rng(0).random(ROWS)

    def kept() -> None:
        for model in models:
            constrained_single(model, model.condition(), bounds, Objective.PROFIT)

    def mixed() -> None:
        for model in models:
            constrained_mixture(model, model.condition(), bounds, Objective.PROFIT)

    single, mixture, sort = fastest(kept, mixed, lambda: np.sort(shuffled))
    benchmark.pedantic(kept, rounds=1)
    assert within_goal(benchmark, single / sort, FRAME, "5 models within a bound / np.sort")
    assert within_goal(benchmark, mixture / sort, FRAME, "the same mixed / np.sort")
