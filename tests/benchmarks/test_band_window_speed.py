"""Bands in the real window: how soon they are there after the curves, and who waits for them.

The full size (5 models of a million rows) is run by ``COSTCURVE_BENCH=full pytest
tests/benchmarks/test_band_window_speed.py -s``; the default is small and asserts only that bands
come, and that Cancel ends them.
"""

from __future__ import annotations

import os
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import duckdb
import numpy as np
import pytest
from PySide6.QtCore import QTimer

from costcurve_gui.analysis.interval_settings import BandsOf
from costcurve_gui.analysis.intervals.known_results import intervals_of
from costcurve_gui.analysis.intervals.requests import bands_of
from costcurve_gui.controllers.interval_controller import BANDS, FIRST
from costcurve_gui.dataio.formats.duckdb_connection import select
from costcurve_gui.session.preferences import Defaults
from costcurve_gui.window.program import Program
from tests.helpers.event_loop import longest_wait_until, time_passed
from tests.helpers.fake_prompts import FakePrompts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from costcurve_gui.session.preferences import Preferences

FULL = os.environ.get("COSTCURVE_BENCH") == "full"
ROWS = 1_000_000 if FULL else 2_000
TIMES = 3 if FULL else 1
ALL = 2000 if FULL else 2 * FIRST
MODELS = 5
LONGEST_WAIT, SOON = 0.05, 1.0


@pytest.fixture(scope="module", params=["constant", "varying"])
def scored_file(request, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    rng = np.random.default_rng(0)
    bad = rng.random(ROWS) < 0.1
    shared = rng.normal(size=ROWS) + bad
    columns = {
        "label": np.where(bad, "bad", "good"),
        "amount": rng.exponential(2000, ROWS),
        **{f"score_m{k}": shared + 0.4 * rng.normal(size=ROWS) for k in range(MODELS)},
    }
    path = tmp_path_factory.mktemp("bands") / "scored.parquet"
    with duckdb.connect() as connection:
        connection.register("arrays", columns)
        query = select([*columns], "arrays")
        connection.execute(f"COPY ({query}) TO '{path}' (FORMAT parquet)")
    return path, "-5" if request.param == "constant" else "-amount"


@pytest.fixture
def program(settings: Preferences, qtbot, scored_file: tuple[Path, str]) -> Iterator[Program]:
    settings.defaults = Defaults(replicates=ALL)
    program = Program(settings, prompts=FakePrompts())
    program.window.resize(1440, 900)
    program.show()
    qtbot.waitExposed(program.window)
    path, cost = scored_file
    program.datasets.open_paths([path])
    longest_wait_until(lambda: bool(program.prompts.imports))
    program.prompts.imports[0].accept()
    longest_wait_until(lambda: program.results.snapshot is not None)
    program.payoffs.edit_cell("fn", cost)
    longest_wait_until(lambda: at_rest(program) and has_bands(program))
    yield program
    program.window.close()


def at_rest(program: Program) -> bool:
    """Whether no job is at work and none begins after a pause."""
    pauses = program.bands.findChildren(QTimer)
    return not program.runner.busy and not any(pause.isActive() for pause in pauses)


def has_bands(program: Program) -> bool:
    snapshot = program.results.snapshot
    found = None if snapshot is None else intervals_of(snapshot)
    return found is not None and len(bands_of(snapshot, "cost")) > 0


def ask_again(program: Program, seed: int) -> None:
    """Choose bands of all models and another seed, so that everything is drawn again."""
    bands = program.session.state.current.bands
    spec = replace(bands.spec, seed=seed)
    program.choices.set_bands(replace(bands, of=BandsOf.ALL, spec=spec))


def all_there(program: Program, replicates: int) -> bool:
    snapshot = program.results.snapshot
    found = intervals_of(snapshot)
    there = found is not None and min(found.replicates.values(), default=0) >= replicates
    return there and len(bands_of(snapshot, "cost")) == MODELS


def test_that_bands_come_soon_and_nobody_waits_for_them(program: Program) -> None:
    waits, times = [], {FIRST: [], ALL: []}
    for seed in range(1, 1 + TIMES):
        begun = time.perf_counter()
        ask_again(program, seed)
        for replicates, taken in times.items():
            waits.append(longest_wait_until(lambda asked=replicates: all_there(program, asked)))
            taken.append(time.perf_counter() - begun)
    first, whole = (min(taken) for taken in times.values())
    print(  # noqa: T201 (the point of the run)
        f"\nbands of {MODELS} models x {ROWS} rows in every view: first {first:.2f} s, "
        f"all {whole:.2f} s; longest wait {1000 * max(waits):.0f} ms"
    )
    assert first < SOON or not FULL
    assert max(waits) < LONGEST_WAIT or not FULL


def test_that_cancel_ends_bands_at_once(program: Program) -> None:
    begun, ended = [], []
    for signal, seen in ((program.runner.job_started, begun), (program.runner.job_finished, ended)):
        signal.connect(lambda status, seen=seen: status.key == BANDS and seen.append(status.key))
    # At once: with few rows the first bands are there before anybody could look.
    program.runner.job_started.connect(lambda status: program.runner.cancel(status.key))
    ask_again(program, 9)
    longest_wait_until(lambda: BANDS in begun)
    assert ended == begun == [BANDS]
    longest_wait_until(time_passed(0.5))
    assert begun == [BANDS]  # nothing is begun again
    assert not has_bands(program)
