"""Ratios of the ranking and calibration views to scikit-learn's functions, measured in one run.

Both sides begin with labels and scores, so the sort that all views of a model share is counted
here for each that needs it; reliability does without. The full size (5 models of 1 million rows)
is run by ``COSTCURVE_BENCH=full pytest tests/benchmarks/test_view_speed.py -s``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sklearn import calibration, metrics

from costcurve_gui.engine import (
    calibration_curve,
    det_curve,
    precision_recall_curve,
    score_histogram,
    threshold_table,
)
from tests.helpers.oracles import probability_sample
from tests.helpers.stopwatch import FULL, fastest, within_goal

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from pytest_benchmark.fixture import BenchmarkFixture

    Sample = tuple[np.ndarray, np.ndarray]

ROWS = 1_000_000 if FULL else 50_000
MODELS = 5
GOALS = {"reliability": 0.3}
GOAL = 0.5  # of the others
STRATEGIES = ("uniform", "quantile")


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    return [probability_sample(ROWS, seed) for seed in range(MODELS)]


def our_precision_recall(y_true: np.ndarray, y_score: np.ndarray) -> None:
    precision_recall_curve(threshold_table(y_true, y_score), 0.3)


def our_det(y_true: np.ndarray, y_score: np.ndarray) -> None:
    det_curve(threshold_table(y_true, y_score))


def our_reliability(y_true: np.ndarray, y_score: np.ndarray) -> None:
    histogram = score_histogram(y_true, y_score)
    for strategy in STRATEGIES:
        calibration_curve(histogram, strategy)


def their_reliability(y_true: np.ndarray, y_score: np.ndarray) -> None:
    for strategy in STRATEGIES:
        calibration.calibration_curve(y_true, y_score, n_bins=10, strategy=strategy)


@pytest.mark.parametrize(
    ("view", "ours", "theirs"),
    [
        ("precision-recall", our_precision_recall, metrics.precision_recall_curve),
        ("DET", our_det, metrics.det_curve),
        ("reliability", our_reliability, their_reliability),
    ],
)
def test_that_a_view_takes_a_part_of_the_time_of_scikit_learn(
    benchmark: BenchmarkFixture,
    samples: list[Sample],
    view: str,
    ours: Callable[..., object],
    theirs: Callable[..., object],
) -> None:
    def of_all(compute: Callable[..., object]) -> Callable[[], None]:
        return lambda: [compute(*sample) for sample in samples]

    own, peer = fastest(of_all(ours), of_all(theirs))
    benchmark.pedantic(of_all(ours), rounds=1)
    assert within_goal(benchmark, own / peer, GOALS.get(view, GOAL), f"{view} / scikit-learn")
