"""Ratios of averages over ten folds to sorting their scores, measured in one run.

The full size (ten folds of 100,000 rows) is run by ``COSTCURVE_BENCH=full pytest tests/benchmarks
-s``. The averages are drawn from the folds' tables, which every curve of a fold needs; the last
two ratios say what these cost, and what the file with a row for every distinct score costs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from costcurve_gui.engine import (
    ThresholdTable,
    convex_hull,
    cost_space_average,
    fold_tables,
    lower_envelope,
    split_folds,
    threshold_average,
    vertical_average,
)
from tests.helpers.oracles import noisy_sample
from tests.helpers.stopwatch import FULL, fastest, within_goal

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_benchmark.fixture import BenchmarkFixture

FOLDS = 10
ROWS = FOLDS * (100_000 if FULL else 5_000)
DRAWN = 1_000
"""Thresholds of a drawn average: more than a plot has columns of pixels."""


@pytest.fixture(scope="module")
def sample() -> tuple[np.ndarray, ...]:
    return *noisy_sample(ROWS), np.arange(ROWS) % FOLDS


@pytest.fixture(scope="module")
def tables(sample: tuple[np.ndarray, ...]) -> tuple[ThresholdTable, ...]:
    labels, scores, fold = sample
    return fold_tables(labels, scores, split_folds(fold))


def over_sort(benchmark: BenchmarkFixture, run: Callable[[], object], scores: np.ndarray) -> float:
    ours, sort = fastest(run, lambda: np.sort(scores))
    benchmark.pedantic(run, rounds=1)
    return ours / sort


def test_that_roc_averages_cost_less_than_a_sort(
    benchmark: BenchmarkFixture,
    sample: tuple[np.ndarray, ...],
    tables: tuple[ThresholdTable, ...],
) -> None:
    _, scores, _ = sample
    drawn = np.quantile(scores, np.linspace(1, 0, DRAWN))

    def average() -> None:
        vertical_average(tables)
        threshold_average(tables, drawn)

    ratio = over_sort(benchmark, average, scores)
    assert within_goal(benchmark, ratio, 2.0, "vertical and drawn threshold average / np.sort")


def test_that_the_cost_space_average_costs_about_a_sort(
    benchmark: BenchmarkFixture,
    sample: tuple[np.ndarray, ...],
    tables: tuple[ThresholdTable, ...],
) -> None:
    def average() -> None:
        cost_space_average([lower_envelope(convex_hull(table)) for table in tables])

    ratio = over_sort(benchmark, average, sample[1])
    assert within_goal(benchmark, ratio, 2.0, "hulls and cost-space average / np.sort")


def test_that_the_tables_of_folds_cost_little_more_than_one_table(
    benchmark: BenchmarkFixture, sample: tuple[np.ndarray, ...]
) -> None:
    labels, scores, fold = sample
    ratio = over_sort(benchmark, lambda: fold_tables(labels, scores, split_folds(fold)), scores)
    assert within_goal(benchmark, ratio, 8.0, "split and tables of all folds / np.sort")


def test_that_a_row_for_every_distinct_score_stays_within_bounds(
    benchmark: BenchmarkFixture,
    sample: tuple[np.ndarray, ...],
    tables: tuple[ThresholdTable, ...],
) -> None:
    ratio = over_sort(benchmark, lambda: threshold_average(tables), sample[1])
    assert within_goal(benchmark, ratio, 25.0, "threshold average at every score / np.sort")
