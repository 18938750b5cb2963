"""From the start page to docks that are filled: unseen until complete, and painted once."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import QEvent, QObject, QTimer

from costcurve_gui.jobs.job_runner import JobRunner, Pool
from costcurve_gui.startup.faults import catch_faults
from costcurve_gui.window.program import Program
from tests.helpers.event_loop import longest_wait_until, time_passed
from tests.helpers.fake_prompts import FakePrompts
from tests.helpers.inline_runner import InlineRunner

FRONTS = ("roc", "cost", "rociv", "profit")


class NoBands(JobRunner):
    """Leaves resampling alone, which paints each plot again when it is done."""

    def _submit(self, job):
        if job.pool is not Pool.BACKGROUND:
            super()._submit(job)


class Paints(QObject):
    """Counts how often each plot is painted."""

    def __init__(self, program: Program) -> None:
        super().__init__()
        self.counts: Counter[str] = Counter()
        self._names = {program.plots[key].viewport(): key for key in FRONTS}
        for viewport in self._names:
            viewport.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.counts[self._names[watched]] += 1
        return False


@pytest.fixture
def program(settings, qtbot, monkeypatch):
    monkeypatch.setattr("costcurve_gui.window.program.LATER_MS", 60_000)  # docks drawn ahead count
    program = Program(settings, runner=NoBands(), prompts=FakePrompts())
    program.window.resize(1440, 900)
    program.show()
    qtbot.waitExposed(program.window)
    yield program
    program.window.close()


def open_example(program):
    program.datasets.open_example("german_credit")
    longest_wait_until(lambda: program.results.snapshot is not None)


def test_that_each_plot_is_painted_once_when_a_file_is_first_shown(program, qtbot):
    paints = Paints(program)
    ahead = []
    program.window.reveal.ended.connect(lambda: ahead.append(dict(paints.counts)))
    open_example(program)
    qtbot.waitUntil(lambda: bool(ahead))
    longest_wait_until(time_passed(0.1))
    once = dict.fromkeys(FRONTS, 1)
    assert ahead == [once]
    assert paints.counts == dict.fromkeys(FRONTS, 2)  # the other one copies the picture
    assert {key: program.plots[key].static_layer.paintings for key in FRONTS} == once


def test_that_the_window_keeps_its_picture_until_the_docks_are_filled(program, qtbot):
    shown = []
    program.window.reveal.began.connect(lambda: shown.append(program.window.updatesEnabled()))
    program.window.reveal.ended.connect(lambda: shown.append(program.window.updatesEnabled()))
    open_example(program)
    qtbot.waitUntil(lambda: len(shown) == 2)
    assert shown == [False, True]
    assert not program.window.dock_layout.page_shown


def test_that_a_file_closed_while_the_docks_are_filled_leaves_the_start_page(program, qtbot):
    program.window.reveal.began.connect(lambda: QTimer.singleShot(0, close))
    closed = []

    def close():
        program.datasets.close_active()
        closed.append(program.window.updatesEnabled())

    open_example(program)
    qtbot.waitUntil(lambda: bool(closed))
    longest_wait_until(time_passed(0.05))
    assert closed == [True]
    assert program.window.start_page.isVisible()


@pytest.fixture
def quick_program(settings, qtbot):
    """Return a program that reads a file at once, before its window was painted anew."""
    program = Program(settings, runner=InlineRunner(), prompts=FakePrompts())
    program.show()
    qtbot.waitExposed(program.window)
    yield program
    program.window.close()


def test_that_plots_follow_after_a_repaint_was_asked_for_while_docks_were_filled(
    quick_program, qtbot
):
    open_example(quick_program)
    qtbot.waitUntil(lambda: not quick_program.window.reveal.under_way)
    longest_wait_until(time_passed(0.05))
    paints = Paints(quick_program)
    quick_program.plots["roc"].viewport().update()
    qtbot.waitUntil(lambda: paints.counts["roc"] > 0, timeout=1000)


def test_that_a_fault_while_docks_are_laid_out_leaves_no_frozen_window(
    program, qtbot, monkeypatch, log_watch
):
    def fail(_shown):
        raise RuntimeError("no layout")

    told = []
    with log_watch.expecting("uncaught"), catch_faults(lambda *words: told.append(words)):
        monkeypatch.setattr(program.window.dock_layout, "show_page", fail)
        open_example(program)
        qtbot.waitUntil(lambda: not program.window.reveal.under_way, timeout=2000)
    assert len(told) == 1
    assert program.window.updatesEnabled()
