"""Writing a table of curves with the writer of large tables against the one of small ones.

The full size (600,000 rows) is run by ``COSTCURVE_BENCH=full pytest tests/benchmarks -s``; the
default is small and quick, and asserts only that both write the same bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from costcurve_gui.dataio.csv_writer import write_csv, write_table
from tests.helpers.stopwatch import FULL, fastest, within_goal

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_benchmark.fixture import BenchmarkFixture

ROWS = 200_000 if FULL else 10_000
HEADER = ("model", "threshold", "fpr", "tpr", "fp", "tp", "on_hull")


@pytest.fixture(scope="module")
def columns() -> tuple[np.ndarray, ...]:
    """The points of three models, as roc.csv has them."""
    rng = np.random.default_rng(0)
    parts = [_points(rng, name) for name in ("mlp", "naive_bayes", "random_forest")]
    return tuple(np.concatenate(column) for column in zip(*parts, strict=True))


def _points(rng: np.random.Generator, name: str) -> tuple[np.ndarray, ...]:
    scores = np.sort(rng.random(ROWS))[::-1]
    positive = rng.random(ROWS) < 0.3
    tps, fps = np.cumsum(positive).astype(np.float64), np.cumsum(~positive).astype(np.float64)
    scores[0], on_hull = np.inf, rng.random(ROWS) < 0.001
    named = np.full(ROWS, name, dtype=object)
    return named, scores, fps / fps[-1], tps / tps[-1], fps, tps, on_hull


def write_plainly(path: Path, columns: tuple[np.ndarray, ...]) -> None:
    with path.open("w", encoding="utf-8", newline="") as out:
        write_table(out, HEADER, columns)


def test_that_large_tables_are_written_five_times_faster(
    benchmark: BenchmarkFixture, columns: tuple[np.ndarray, ...], tmp_path: Path
):
    new, old = tmp_path / "new.csv", tmp_path / "old.csv"
    fast, plain = fastest(
        lambda: write_csv(new, HEADER, columns), lambda: write_plainly(old, columns)
    )
    assert new.read_bytes() == old.read_bytes()
    benchmark.pedantic(write_csv, args=(new, HEADER, columns), rounds=1)
    print(f"\nwritten in {fast:.2f} s, one number after the other in {plain:.2f} s")  # noqa: T201
    assert within_goal(benchmark, fast / plain, 0.2, "of the time one number after the other takes")
