"""The real window at work on a large file: does it answer while reading, and how fast is an edit?

The full size (10 million rows) is run by ``COSTCURVE_BENCH=full pytest
tests/benchmarks/test_window_speed.py -s``; the default is small and asserts only that the window
shows what was asked for. An event loop runs beside real worker threads, as in the program.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import duckdb
import numpy as np
import pytest

from costcurve_gui.dataio.formats.duckdb_connection import select
from costcurve_gui.window.program import Program
from tests.helpers.event_loop import longest_wait_until, time_passed
from tests.helpers.fake_prompts import FakePrompts
from tests.helpers.stopwatch import yardstick

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from costcurve_gui.session.preferences import Preferences

FULL = os.environ.get("COSTCURVE_BENCH") == "full"
ROWS = 10_000_000 if FULL else 50_000
ROUNDS = 7 if FULL else 2
LONGEST_WAIT = 0.05
MOST = 1.3


@pytest.fixture(scope="module")
def scored_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("window") / "scored.csv"
    parts = [
        "CASE WHEN random() < 0.1 THEN 'bad' ELSE 'good' END AS label",
        "round(random() * 20000, 2) AS amount",
        *(f"random() AS score_{name}" for name in "abc"),
    ]
    duckdb.sql(select(parts, f"range({ROWS})")).write_csv(str(path))
    return path


@pytest.fixture
def program(settings: Preferences, qtbot) -> Iterator[Program]:
    program = Program(settings, prompts=FakePrompts())
    program.window.resize(1440, 900)
    program.show()
    qtbot.waitExposed(program.window)
    longest_wait_until(time_passed(0.5))
    yield program
    program.window.close()


def test_that_the_window_answers_while_a_file_is_opened(program: Program, scored_file) -> None:
    program.datasets.open_paths([scored_file])
    looking = longest_wait_until(lambda: bool(program.prompts.imports))
    checking = longest_wait_until(lambda: bool(program.prompts.imports[0].findings))
    program.prompts.imports[0].accept()
    reading = longest_wait_until(lambda: program.results.snapshot is not None)
    showing = longest_wait_until(time_passed(0.5))
    assert not program.window.dock_layout.page_shown
    waits = {"looking": looking, "checking": checking, "reading": reading, "showing": showing}
    said = ", ".join(f"{what} {1000 * wait:.0f} ms" for what, wait in waits.items())
    print(f"\nlongest wait, {ROWS} rows: {said}; {yardstick()}")  # noqa: T201 (the point of the run)
    assert max(waits.values()) < LONGEST_WAIT or not FULL


def test_that_an_edited_cost_is_soon_drawn(program: Program, tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    bad = rng.random(ROWS) < 0.1
    columns = {
        "label": np.where(bad, "bad", "good"),
        "amount": rng.exponential(2000, ROWS),
        "score": rng.normal(size=ROWS) + bad,
    }
    path = tmp_path / "scored.parquet"
    with duckdb.connect() as connection:
        connection.register("arrays", columns)
        query = select([*columns], "arrays")
        connection.execute(f"COPY ({query}) TO '{path}' (FORMAT parquet)")
    program.datasets.open_paths([path])
    longest_wait_until(lambda: bool(program.prompts.imports))
    program.prompts.imports[0].accept()
    longest_wait_until(lambda: program.results.snapshot is not None)
    edit(program, "-amount")
    by_score = np.argsort(columns["score"])[::-1]
    edits, sums = [], []
    for turn in range(ROUNDS):
        edits.append(edit(program, f"-{turn + 2}*amount"))
        sums.append(gather_and_two_sums(columns["amount"], by_score))
    ratio = min(edits) / min(sums)
    print(f"\nedit of a cost cell, {ROWS} rows / gather + 2 cumsums: {ratio:.2f}; {yardstick()}")  # noqa: T201
    assert ratio < MOST or not FULL


def edit(program: Program, text: str) -> float:
    """Type a cost and return the seconds until the new ROCIV is painted."""
    before, begun = program.results.curve_set, time.perf_counter()
    program.payoffs.edit_cell("fn", text)
    longest_wait_until(lambda: program.results.curve_set is not before)
    program.plots["rociv"].viewport().repaint()
    return time.perf_counter() - begun


def gather_and_two_sums(costs: np.ndarray, by_score: np.ndarray) -> float:
    begun = time.perf_counter()
    gathered = costs[by_score]
    np.cumsum(gathered)
    np.cumsum(costs)
    return time.perf_counter() - begun
