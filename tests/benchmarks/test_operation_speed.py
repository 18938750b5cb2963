"""Days and units of five models: places a day with their queue, and one alarm a unit.

The full size (1 million rows a model) is run by ``COSTCURVE_BENCH=full pytest
tests/benchmarks/test_operation_speed.py -s``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest

from costcurve_gui.engine.operations.daily_capacity import (
    DailyCases,
    highest_of_day,
    paired_difference,
    queue_behind_threshold,
    rows_over,
)
from costcurve_gui.engine.operations.unit_alarms import unit_curve, unit_payoffs, unit_rows
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from tests.helpers.oracles import noisy_sample
from tests.helpers.stopwatch import FULL, fastest, within_goal

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from pytest_benchmark.fixture import BenchmarkFixture

ROWS = 1_000_000 if FULL else 20_000
DAYS, ROWS_A_UNIT = 365, 200
SECOND = 18.0
"""A second, where 1 million doubles are sorted in 55 ms."""


class Rows(NamedTuple):
    """Five models on the same rows, their times in no order."""

    y_true: NDArray[np.bool_]
    scores: list[NDArray[np.float64]]
    acting: NDArray[np.float64]
    leaving: NDArray[np.float64]
    times: NDArray[np.float64]
    units: NDArray[np.int64]


@pytest.fixture(scope="module")
def rows() -> Rows:
    y_true, score = noisy_sample(ROWS)
    rng = np.random.default_rng(7)
    return Rows(
        y_true,
        [score + rng.normal(size=ROWS) for _ in range(5)],
        np.where(y_true, rng.gamma(2.0, 9.0, ROWS), -5.0),
        np.zeros(ROWS),
        rng.uniform(0, DAYS, ROWS),
        rng.integers(0, ROWS // ROWS_A_UNIT, ROWS),
    )


def test_that_days_of_five_models_take_less_than_a_second(
    benchmark: BenchmarkFixture, rows: Rows
) -> None:
    shuffled, day = np.random.default_rng(0).random(ROWS), rows.times.astype(np.int64)
    places, spec = ROWS // DAYS // 5, BootstrapSpec(2000)
    thresholds = [float(np.quantile(score, 0.8)) for score in rows.scores]

    def days() -> None:
        for score, threshold in zip(rows.scores, thresholds, strict=True):
            cases = DailyCases(
                *(day, DAYS, rows.y_true, score, rows.acting, rows.leaving, rows.leaving)
            )
            found = rows_over(cases, threshold)
            queue = queue_behind_threshold(cases, threshold, places, found)
            over = highest_of_day(cases, threshold, places, found)
            highest = highest_of_day(cases, -np.inf, places)
            for other in (over, highest):
                paired_difference(other, queue, spec)

    whole, sort = fastest(days, lambda: np.sort(shuffled))
    benchmark.pedantic(days, rounds=1)
    assert within_goal(benchmark, whole / sort, SECOND, "days of 5 models / np.sort")


def test_that_units_of_five_models_take_less_than_a_second(
    benchmark: BenchmarkFixture, rows: Rows
) -> None:
    shuffled = np.random.default_rng(0).random(ROWS)

    def units() -> None:
        found = unit_rows(rows.units, rows.times, 30.0)
        payoffs = unit_payoffs(found, rows.y_true, rows.acting, rows.leaving)
        for score in rows.scores:
            unit_curve(payoffs, score)

    whole, sort = fastest(units, lambda: np.sort(shuffled))
    benchmark.pedantic(units, rounds=1)
    assert within_goal(benchmark, whole / sort, SECOND, "units of 5 models / np.sort")
