"""How long the real window takes to draw a view, and one frame of a drag to the last repaint.

A frame is compared with a bare repaint of the same curves in four plots of pyqtgraph. The two take
turns, step by step, so that a machine that changes its pace slows both.

The full size (5 models of 1 million rows) is run by ``COSTCURVE_BENCH=full pytest
tests/benchmarks/test_drag_speed.py -s``; the default is small and asserts only that every step
of the mouse repaints the views on show.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import duckdb
import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from scipy.special import expit

from costcurve_gui.analysis.common_case_requests import missing_common_cases
from costcurve_gui.analysis.view_results import VIEW_RESULTS
from costcurve_gui.jobs.job_runner import Pool
from costcurve_gui.session.preferences import Defaults
from costcurve_gui.views.catalogue import VIEWS
from costcurve_gui.window.program import Program
from tests.helpers.bare_plots import BarePlots, now
from tests.helpers.choices import Choice, choose
from tests.helpers.fake_prompts import FakePrompts
from tests.helpers.inline_runner import InlineRunner
from tests.helpers.plot_mouse import LEFT, NONE, grip, handle
from tests.helpers.stopwatch import REPLICATES, yardstick

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from costcurve_gui.jobs.job_runner import _Job
    from costcurve_gui.session.preferences import Preferences
    from costcurve_gui.views.plotting.curve_plot import CurvePlot

FULL = os.environ.get("COSTCURVE_BENCH") == "full"
ROWS = 1_000_000 if FULL else 3_000
MODELS = 5
STEPS = 300 if FULL else 20
MOST = 2.0  # bare repaints, both at their 95th percentile
MOST_TO_DRAW_MS = 100.0
COMPUTED_MS = 60_000  # patience for what is resampled before anything is measured
RESAMPLED = ("winners", "verdicts", "tests")

# View, handle, and how far the mouse goes.
DRAGS = [
    ("cost", "condition", QPoint(-120, 0)),
    ("roc", "condition", QPoint(30, -50)),
    ("rociv", "condition", QPoint(30, -50)),
    ("roc", "threshold", QPoint(60, -30)),
    ("profit", "threshold", QPoint(90, 0)),
]


def beside(view: str) -> tuple[str, str, QPoint]:
    """Return a drag in a plot that stays in sight beside a view."""
    if VIEWS[view].family == "cost":
        return "roc", "condition", QPoint(30, -50)
    return "cost", "condition", QPoint(-120, 0)


EVERY = 1 if FULL else 4
"""Of the views behind another one: on small data no speed is asserted, and all are in the flows."""
WITHOUT_COLUMN = frozenset({"days", "units", "segments", "validation"})
"""Empty here: the cases have no day, no unit and no region, and nothing was validated."""
BEHIND = [
    key
    for key, spec in VIEWS.items()
    if not spec.is_head and not spec.of_classes and key not in WITHOUT_COLUMN
]

# View in front of its family, the plot that is dragged, handle, and how far the mouse goes.
FRONT_DRAGS = [
    *((view, *beside(view)) for view in BEHIND),
    ("pr", "pr", "threshold", QPoint(60, 30)),
    ("det", "det", "threshold", QPoint(60, 60)),
    ("gain", "gain", "threshold", QPoint(90, 0)),
    ("net_benefit", "net_benefit", "cost_ratio", QPoint(90, 0)),
    ("calibration", "calibration", "threshold", QPoint(90, 0)),
    ("difference", "difference", "condition", QPoint(-120, 0)),
    ("superiority", "superiority", "belief_mode", QPoint(-100, 0)),
    ("regret", "regret", "condition", QPoint(90, 0)),
]


class DragRunner(InlineRunner):
    """Holds resampling back during a drag: the program does it in a thread, after a pause."""

    dragging = False

    def _submit(self, job: _Job) -> None:
        self.holding = self.dragging and job.pool is Pool.BACKGROUND
        super()._submit(job)


class PaintCount(QObject):
    """Counts the repaints of each watched widget."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: Counter[QObject] = Counter()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.counts[watched] += 1
        return False


@pytest.fixture(scope="module")
def scored_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_up(tmp_path_factory.mktemp("bench") / "scored.parquet", missing=0.0)


@pytest.fixture(scope="module")
def file_with_gaps(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_up(tmp_path_factory.mktemp("bench") / "gaps.parquet", missing=0.1)


def made_up(path: Path, missing: float) -> Path:
    """Write a file whose models lack a share of their scores, each of other rows."""
    rng = np.random.default_rng(0)
    bad = rng.random(ROWS) < 0.1
    columns = {"label": np.where(bad, "bad", "good"), "amount": rng.exponential(2000, ROWS).round()}
    columns["fold"] = np.arange(ROWS) % 10
    for model in range(MODELS):
        score = expit(rng.normal(size=ROWS) + bad * (0.8 + 0.2 * model))
        score[rng.permutation(ROWS)[: int(missing * ROWS)]] = np.nan
        columns[f"score_m{model}"] = score
    names = ", ".join(columns)
    with duckdb.connect() as connection:
        connection.register("arrays", columns)
        connection.execute(f"COPY (SELECT {names} FROM arrays) TO '{path}' (FORMAT parquet)")  # noqa: S608 (our own names)
    return path


@pytest.fixture
def program(scored_file: Path, settings: Preferences, qtbot) -> Iterator[Program]:
    yield from opened(scored_file, settings, qtbot)


@pytest.fixture
def program_with_gaps(file_with_gaps: Path, settings: Preferences, qtbot) -> Iterator[Program]:
    yield from opened(file_with_gaps, settings, qtbot)


def opened(file: Path, settings: Preferences, qtbot) -> Iterator[Program]:
    prompts = FakePrompts()
    settings.defaults = Defaults(replicates=REPLICATES)
    program = Program(settings, DragRunner(), prompts)
    program.window.resize(1440, 900)
    program.show([str(file)])
    qtbot.waitExposed(program.window)
    for dialog in prompts.imports:
        dialog.accept()
    qtbot.waitUntil(lambda: not program.window.reveal.under_way)
    program.payoffs.edit_cell("fn", "-amount")
    program.payoffs.edit_cell("tn", "0.05*amount")
    program.condition.set_prior(0.05)
    QApplication.processEvents()
    yield program
    program.window.close()
    QApplication.processEvents()


def to_and_fro(path: QPoint) -> Iterator[QPoint]:
    """Go along a path and back again, pixel by pixel, for `STEPS` steps."""
    pixels = max(abs(path.x()), abs(path.y()))
    for step in range(1, STEPS + 1):
        turn, along = divmod(step, pixels)
        yield path * ((pixels - along if turn % 2 else along) / pixels)


class Times(NamedTuple):
    """Milliseconds on the wall and of the processor, shape (n, 2): of frames and bare repaints."""

    frames: np.ndarray
    bare: np.ndarray


def drag(program: Program, plot: CurvePlot, name: str, path: QPoint) -> Times:
    """Time every step that dragged to another value than the last, and a bare repaint after it.

    The processor's time, unlike that on the wall, does not count other programs.
    """
    viewport, start, values = plot.viewport(), grip(plot, name), []
    getattr(plot, f"{handle(plot, name).intent}_dragged").connect(values.append)
    bare, runner = BarePlots(program.plots), program.runner
    assert isinstance(runner, DragRunner)
    runner.dragging = True
    QTest.mousePress(viewport, LEFT, NONE, start)
    QApplication.processEvents()
    frames, repaints = [], []
    for away in to_and_fro(path):
        before, begun = values[-1:], now()
        QTest.mouseMove(viewport, start + away)
        QApplication.processEvents()
        taken = now() - begun
        if values[-1:] != before:
            frames.append(taken)
            repaints.append(bare.repaint())
    QTest.mouseRelease(viewport, LEFT, NONE, start + path)
    runner.dragging = False
    bare.close()
    QApplication.processEvents()
    return Times(np.array(frames), np.array(repaints))


@pytest.mark.parametrize(
    ("view", "handle", "path", "criterion"),
    [
        *((*each, Choice.MIN_COST) for each in DRAGS),
        (*DRAGS[0], Choice.PERFORMANCE_INDEPENDENT),
    ],
)
def test_that_a_drag_repaints_all_views_within_goal(program, view, handle, path, criterion) -> None:
    choose(program.selection, criterion)
    QApplication.processEvents()
    plots = program.plots
    assert program.results.snapshot is not None
    assert len(program.results.snapshot.models) == MODELS
    watch = PaintCount()
    for plot in plots.values():
        plot.viewport().installEventFilter(watch)
    taken = drag(program, plots[view], handle, path)
    assert len(taken.frames) > STEPS / 2
    for plot in plots.values():
        assert watch.counts[plot.viewport()] >= len(taken.frames)
    assert within_goal(f"{view} {handle}", taken)


def within_goal(what: str, taken: Times) -> bool:
    """Say how long a frame is in bare repaints; the goal is that of the full size."""
    frames, bare = (np.percentile(times, [50, 95], axis=0) for times in taken)
    (_, middle), (wall, most) = frames / bare
    print(  # noqa: T201 (the point of the run)
        f"\n{what}, {ROWS} rows: {most:.2f} bare repaints at 95 % (goal {MOST}), median "
        f"{middle:.2f}, on the wall {wall:.2f}; frame {frames[1, 1]:.1f} ms, bare repaint "
        f"{bare[1, 1]:.1f} ms, {yardstick()}"
    )
    return most <= MOST or not FULL


@pytest.mark.parametrize(("front", "dragged", "handle", "path"), FRONT_DRAGS[::EVERY])
def test_that_a_drag_keeps_up_with_a_view_in_front(
    qtbot, program, front, dragged, handle, path
) -> None:
    bring_to_front(program, front)
    qtbot.waitUntil(lambda: has_its_result(program, front), timeout=COMPUTED_MS)
    watch, shown = PaintCount(), program.views[front]
    shown.viewport().installEventFilter(watch)
    taken = drag(program, program.plots[dragged], handle, path)
    assert len(taken.frames) > STEPS / 2
    # A table is left alone while its numbers are the same.
    assert watch.counts[shown.viewport()] >= len(taken.frames) or front in program.tables
    assert within_goal(f"{dragged} {handle} before {front}", taken)


@pytest.mark.parametrize("front", ["cost", "difference", "superiority"])
def test_that_a_drag_keeps_up_where_models_have_gaps(qtbot, program_with_gaps, front) -> None:
    program = program_with_gaps
    bring_to_front(program, front)
    qtbot.waitUntil(lambda: compares_all(program), timeout=COMPUTED_MS)
    taken = drag(program, program.plots["roc"], "condition", QPoint(30, -50))
    assert len(taken.frames) > STEPS / 2
    assert within_goal(f"roc condition before {front}, with gaps", taken)


def compares_all(program: Program) -> bool:
    snapshot = program.results.snapshot
    return snapshot is not None and not missing_common_cases(snapshot)


@pytest.mark.parametrize("view", BEHIND[::EVERY])
def test_that_a_view_is_drawn_at_once_when_its_result_is_ready(qtbot, program, view) -> None:
    if view in RESAMPLED:
        bring_to_front(program, view)
        qtbot.waitUntil(lambda: has_its_result(program, view), timeout=COMPUTED_MS)
        bring_to_front(program, VIEWS[view].family)
    elif view in VIEW_RESULTS:
        bring_to_front(program, view)  # its job is done when it is seen again
        bring_to_front(program, VIEWS[view].family)
        program.condition.set_prior(0.06)
    begun = time.perf_counter()
    bring_to_front(program, view)
    taken = 1000 * (time.perf_counter() - begun)
    assert program.views[view].isVisible()
    print(f"\n{view}, {ROWS} rows: drawn in {taken:.1f} ms")  # noqa: T201 (the point of the run)
    assert taken < MOST_TO_DRAW_MS or not FULL


def bring_to_front(program: Program, view: str) -> None:
    """Show a view and let it be painted."""
    program.window.bring_to_front(view)
    QApplication.processEvents()


def has_its_result(program: Program, view: str) -> bool:
    """Whether a view shows its result, not that it is being computed."""
    return not program.window.frames[view].is_empty
