"""A report of tables against pandas reading and writing the same file, and ten times the rows.

The full size (1 and 10 million rows, 3 models) is run by ``COSTCURVE_BENCH=full pytest
tests/benchmarks -s`` and needs 6 GB of disk; the default is small and quick, and asserts only that
the comparison itself holds together.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import pandas as pd
import pytest

from costcurve_gui.dataio.formats.duckdb_connection import select
from tests.helpers.stopwatch import FULL, within_goal

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_benchmark.fixture import BenchmarkFixture

pytestmark = pytest.mark.skipif(not hasattr(os, "wait4"), reason="children are measured by wait4")
ROOT = Path(__file__).parents[2]
ROWS = 1_000_000 if FULL else 12_000
ROUNDS = 3 if FULL else 1
MODELS = ("score_a", "score_b", "score_c")
BYTES_OF_A_ROW = 1 + 8 * (1 + len(MODELS))  # label, amount and scores in memory
WORDS = ("--label", "label", "--positive", "bad", "--fn", "-amount", "--fp", "-500")


@dataclass(frozen=True)
class Cost:
    """What a run took: seconds by the clock, seconds of processors, bytes at its peak."""

    wall: float
    processor: float
    peak: float = 0.0


def write_scored_cases(path: Path, rows: int) -> Path:
    positive = "CASE WHEN y THEN 1.0 ELSE 0 END"
    noise = "sqrt(-2 * ln(1 - random())) * cos(6.283185307179586 * random())"
    parts = [
        "CASE WHEN y THEN 'bad' ELSE 'good' END AS label",
        "round(1 + random() * 20000, 2) AS amount",
        *(f"1 / (1 + exp(-{positive} - {noise})) AS {name}" for name in MODELS),
    ]
    cases = f"(SELECT random() < 0.1 AS y FROM range({rows}))"  # noqa: S608  # a number
    duckdb.sql(select(parts, cases)).write_csv(str(path))
    return path


@pytest.fixture(scope="module")
def cases(tmp_path_factory) -> Path:
    return write_scored_cases(tmp_path_factory.mktemp("report") / "cases.csv", ROWS)


def report(path: Path, *words: str) -> Cost:
    out = path.parent / "report"
    bare = ("--format", "csv", "--bootstrap", "0", "--out", str(out), "--overwrite")
    command = [sys.executable, str(ROOT / "main.py"), "report", str(path), *WORDS, *bare, *words]
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    # The peak is at least that of this process when it made the other.
    return Cost(wall, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024)


def read_and_write_with_pandas(path: Path) -> Cost:
    start, used = time.perf_counter(), time.process_time()
    pd.read_csv(path).to_csv(path.with_name("copy.csv"), index=False)
    return Cost(time.perf_counter() - start, time.process_time() - used)


def least(*competitors: Callable[[], Cost]) -> list[Cost]:
    """The least of each figure over rounds that take turns."""
    rounds = [[run() for run in competitors] for _ in range(ROUNDS)]
    return [
        Cost(
            *(min(getattr(cost, name) for cost in costs) for name in ("wall", "processor", "peak"))
        )
        for costs in zip(*rounds, strict=True)
    ]


@pytest.mark.parametrize(("words", "goal"), [((), 1.0), (("--points", "all"), 4.0)])
def test_that_a_report_takes_little_more_than_reading_and_writing_its_file(
    benchmark: BenchmarkFixture, cases: Path, words: tuple[str, ...], goal: float
):
    ours, theirs = least(partial(report, cases, *words), partial(read_and_write_with_pandas, cases))
    say(f"report {' '.join(words)}", ours)
    say("pandas", theirs)
    benchmark.pedantic(report, args=(cases, *words), rounds=1)
    what = f"of pandas' time to read and write the file, report {' '.join(words)}"
    assert within_goal(benchmark, ours.wall / theirs.wall, goal, what)


def test_that_ten_times_the_rows_take_at_most_twelve_times_the_time(
    benchmark: BenchmarkFixture, cases: Path, tmp_path: Path
):
    large = write_scored_cases(tmp_path / "cases.csv", 10 * ROWS)
    few, many = least(partial(report, cases), partial(report, large))
    say(f"{ROWS} rows", few)
    say(f"{10 * ROWS} rows", many)
    memory = many.peak / (10 * ROWS * BYTES_OF_A_ROW)
    benchmark.pedantic(report, args=(large,), rounds=1)
    assert within_goal(benchmark, many.wall / few.wall, 12, "of the time of a tenth of the rows")
    assert within_goal(benchmark, memory, 6, "of the bytes of the columns, at the peak")


def say(what: str, cost: Cost) -> None:
    print(  # noqa: T201  # the point of the run
        f"\n{what}: {cost.wall:.2f} s, {cost.processor:.2f} s of processors, "
        f"peak {cost.peak / 1e6:.0f} MB"
    )
