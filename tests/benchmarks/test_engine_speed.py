"""Ratios of the engine's speed to plain numpy and scikit-learn, measured in one run.

The full size (10 million rows) is run by ``COSTCURVE_BENCH=full pytest tests/benchmarks -s``; the
default is small and quick, and asserts only that the comparison itself holds together.
"""

from __future__ import annotations

import tracemalloc
from typing import TYPE_CHECKING

import numpy as np
import pytest
from sklearn import metrics

from costcurve_gui.engine import (
    auc,
    convex_hull,
    cost_table,
    decimate,
    rank_order,
    threshold_table,
)
from tests.helpers.oracles import noisy_sample
from tests.helpers.stopwatch import FULL, fastest, within_goal

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

ROWS = 10_000_000 if FULL else 100_000


@pytest.fixture(scope="module")
def sample() -> tuple[np.ndarray, ...]:
    return noisy_sample(ROWS)


def points_area_and_hull(y_true: np.ndarray, y_score: np.ndarray) -> tuple[object, ...]:
    table = threshold_table(y_true, y_score)
    return table, auc(table), convex_hull(table)


def test_that_points_area_and_hull_cost_little_more_than_a_sort(
    benchmark: BenchmarkFixture, sample: tuple[np.ndarray, ...]
) -> None:
    _, y_score = sample
    ours, sort = fastest(lambda: points_area_and_hull(*sample), lambda: np.sort(y_score))
    benchmark.pedantic(points_area_and_hull, sample, rounds=1)
    assert within_goal(benchmark, ours / sort, 3.5, "points + AUC + hull / np.sort")


def test_that_points_area_and_hull_take_a_fraction_of_scikit_learn(
    benchmark: BenchmarkFixture, sample: tuple[np.ndarray, ...]
) -> None:
    def scikit_learn() -> None:
        metrics.roc_curve(*sample, drop_intermediate=False)
        metrics.roc_auc_score(*sample)

    ours, theirs = fastest(lambda: points_area_and_hull(*sample), scikit_learn)
    benchmark.pedantic(points_area_and_hull, sample, rounds=1)
    assert within_goal(benchmark, ours / theirs, 0.15, "points + AUC + hull / scikit-learn")


def test_that_memory_stays_within_three_times_the_scores(
    benchmark: BenchmarkFixture, sample: tuple[np.ndarray, ...]
) -> None:
    y_true, y_score = sample
    tracemalloc.start()
    benchmark.pedantic(points_area_and_hull, sample, rounds=1)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    ratio = (peak + y_score.nbytes + y_true.nbytes) / y_score.nbytes
    assert within_goal(benchmark, ratio, 3.0, "peak memory, input included / the scores")


def test_that_a_new_cost_is_drawn_in_little_more_than_a_gather_and_two_sums(
    benchmark: BenchmarkFixture, sample: tuple[np.ndarray, ...]
) -> None:
    y_true, y_score = sample
    rng = np.random.default_rng(2)
    fn_costs, fp_costs = rng.gamma(2.0, 50.0, ROWS), rng.lognormal(3.0, 1.0, ROWS)
    table = threshold_table(y_true, y_score)
    order = rank_order(y_true, y_score, table=table)
    by_score = np.argsort(y_score)[::-1]
    drawn_roc = convex_hull(table).indices

    def gather_and_two_sums() -> None:
        gathered = fn_costs[by_score]
        np.cumsum(gathered)
        np.cumsum(fp_costs)

    def edit() -> tuple[np.ndarray, np.ndarray]:
        rates = cost_table(table, order, fn_costs, fp_costs)
        rows = decimate(rates, keep=drawn_roc, hull=convex_hull(rates)).indices
        return rates.fpr_at(rows), rates.tpr_at(rows)

    def edit_with_area() -> None:
        rates = cost_table(table, order, fn_costs, fp_costs)
        decimate(rates, keep=drawn_roc, hull=convex_hull(rates))
        auc(rates)

    drawn, measured, plain = fastest(edit, edit_with_area, gather_and_two_sums)
    benchmark.pedantic(edit, rounds=1)
    assert within_goal(benchmark, drawn / plain, 1.5, "drawn ROCIV / gather + 2 cumsums")
    assert within_goal(benchmark, measured / plain, 1.5, "drawn ROCIV and AUCIV / the same")
