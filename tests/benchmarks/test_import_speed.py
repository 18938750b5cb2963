"""What the front door costs to import, against an empty interpreter and against pandas.

Processes take turns, each compared with the one right before it; the median of these ratios is the
result. ``COSTCURVE_BENCH=full pytest tests/benchmarks/test_import_speed.py -s`` asserts the goals.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.helpers.stopwatch import FULL, yardstick

ROOT = Path(__file__).parents[2]
ROUNDS = 25 if FULL else 1


@pytest.mark.parametrize(
    ("base", "program", "goal"),
    [
        ("pass", "import costcurve_gui", 1.2),
        ("import numpy, pandas", "from costcurve_gui import compare", 1.5),
    ],
)
def test_that_an_import_costs_little_beside_another(base: str, program: str, goal: float) -> None:
    ratio = statistics.median(seconds(program) / seconds(base) for _ in range(ROUNDS))
    print(f"\n{program}: {ratio:.2f} times {base!r} (goal {goal}; {yardstick()})")  # noqa: T201
    assert ratio <= goal or not FULL


def seconds(program: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)
    return time.perf_counter() - start
