"""Deciding about the rows of a file against DuckDB copying it.

The full size (3 million rows) is run by ``COSTCURVE_BENCH=full pytest tests/benchmarks -s``; the
default is small and quick, and asserts only that every row is decided.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import duckdb
import pytest

from costcurve_gui.dataio.formats import text_reader
from costcurve_gui.dataio.formats.duckdb_connection import select
from costcurve_gui.dataio.formats.opening import open_source
from costcurve_gui.policies.decide_request import DecideRequest
from costcurve_gui.policies.deciding import decide_file
from costcurve_gui.policies.saved import policies_of
from tests.helpers.stopwatch import FULL, fastest, within_goal
from tests.policies.test_deciding import policy

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_benchmark.fixture import BenchmarkFixture

ROWS = 3_000_000 if FULL else 20_000
OTHERS = [
    "i % 2 AS label",
    "round(random() * 20000, 2) AS amount",
    "random() AS a",
    "random() AS b",
]
PAID = {"tp": "0", "fp": "-1", "fn": "-amount", "tn": "0.05*amount"}
CALIBRATION = {
    "kind": "logistic",
    "intercept": -1.2,
    "slope": 1.3,
    "of_logit": True,
    "odds_shift": 0.8,
    "columns": ["amount"],
    "payoff": PAID,
}
RULES = {
    "a threshold": {},
    "a mixture": {"threshold_2": 0.3, "mixing": 0.4},
    "each case": {"criterion": "per_case", "threshold": None, "calibration": CALIBRATION},
}
# SHA-256 of every row alone takes as long as the copy of a file that has nothing but id and score.
GOALS = {
    ("six columns", "a threshold"): 2.0,
    ("six columns", "a mixture"): 2.0,
    ("six columns", "each case"): 2.0,
    ("two columns", "a threshold"): 2.0,
    ("two columns", "a mixture"): 4.0,
}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("decide")
    made = {}
    for name, more in (("six columns", OTHERS), ("two columns", [])):
        made[name] = folder / f"{len(more)}.csv"
        parts = ["concat('c', i) AS id", *more, "random() AS s"]
        duckdb.sql(select(parts, f"range({ROWS}) rows(i)")).write_csv(str(made[name]))
    return made


@pytest.mark.parametrize(("columns", "rule"), GOALS)
def test_that_deciding_takes_at_most_twice_as_long_as_copying(
    benchmark: BenchmarkFixture,
    files: dict[str, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    columns: str,
    rule: str,
) -> None:
    monkeypatch.setattr(text_reader, "SMALL_FILE_BYTES", 0)
    (saved,) = policies_of(policy(**RULES[rule])).policies
    rows, request = files[columns], DecideRequest(saved, "id")

    def decide() -> int:
        return decide_file(open_source(rows), request, tmp_path / "decisions.csv").rows

    def copy() -> None:
        with duckdb.connect() as connection:
            connection.sql(select(["*"], f"read_csv('{rows}')")).write_csv(str(tmp_path / "copy"))

    ours, theirs = fastest(decide, copy)
    assert benchmark.pedantic(decide, rounds=1) == ROWS
    what = f"decide by {rule}, {columns}, against DuckDB's copy"
    assert within_goal(benchmark, ours / theirs, GOALS[columns, rule], what)
