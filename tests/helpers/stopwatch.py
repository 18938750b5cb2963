"""Ratios of competitors that take turns in one run."""

from __future__ import annotations

import os
import time
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_benchmark.fixture import BenchmarkFixture

FULL = os.environ.get("COSTCURVE_BENCH") == "full"
ROUNDS = 5 if FULL else 1
REPLICATES = 2000 if FULL else 50
"""On small data no speed is asserted: it shows that what is measured can be done."""


def fastest(*competitors: Callable[[], object]) -> list[float]:
    """Seconds of the fastest round of each; the rounds take turns, so noise meets all alike."""
    seconds = [[] for _ in competitors]
    for _ in range(ROUNDS):
        for run, times in zip(competitors, seconds, strict=True):
            start = time.perf_counter()
            run()
            times.append(time.perf_counter() - start)
    return [min(times) for times in seconds]


@cache
def yardstick() -> str:
    """Say how fast the machine is at the moment: no absolute time means much without it."""
    values = np.random.default_rng(0).normal(size=1_000_000)
    (seconds,) = fastest(lambda: np.sort(values))
    return f"machine: np.sort of 1 million doubles {1000 * seconds:.0f} ms"


def within_goal(benchmark: BenchmarkFixture, ratio: float, goal: float, what: str) -> bool:
    """Note the ratio beside the timing; the goals are those of the full size."""
    benchmark.extra_info[what] = round(ratio, 3)
    print(f"\n{what}: {ratio:.2f} (goal {goal}; {yardstick()})")  # noqa: T201  # the point of the run
    return ratio <= goal or not FULL
