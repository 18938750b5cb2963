"""Keeps the days on show in step with the decision, the column, the places and the payoffs."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from costcurve_gui.analysis.day_results import DaysResult
from costcurve_gui.analysis.intervals.results import CANCELLED
from costcurve_gui.analysis.operations import days_key, find_days, known_days
from costcurve_gui.controllers.error_messages import text_of
from costcurve_gui.jobs.job_runner import JobKey

if TYPE_CHECKING:
    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.analysis.day_results import DaysKey
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.jobs.job_runner import JobRunner
    from costcurve_gui.session.results import Results

VIEW = "days"
JOB = JobKey("view", VIEW)
PAUSE_MS = 150  # as for bands: nothing starts while something is being dragged


class DayController(QObject):
    """Starts a job for the days where what is known of them belongs to other settings.

    Nothing is computed while the view is behind another one.
    """

    def __init__(self, results: Results, runner: JobRunner) -> None:
        super().__init__()
        self._results = results
        self._runner = runner
        self._shown = False
        self._under_way: DaysKey | None = None
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._start)
        results.snapshot_changed.connect(self._follow)

    def show(self, view: str) -> None:
        """Compute the days once their view is in front."""
        if view == VIEW:
            self._shown = True
            self._pause.start(0)

    def leave(self, view: str) -> None:
        """Give up what nobody waits for."""
        if view == VIEW:
            self._shown = False
            self._give_up()

    def try_again(self, view: str) -> None:
        """Compute what failed or was cancelled."""
        snapshot = self._results.snapshot
        if view != VIEW or snapshot is None or snapshot.results.days is None:
            return
        if snapshot.results.days.fault:
            self._put(snapshot.curve_set, None)
            self._pause.start(0)

    def _follow(self, snapshot: Snapshot | None) -> None:
        key = None if snapshot is None or not self._shown else days_key(snapshot)
        if self._under_way is not None and key != self._under_way:
            self._give_up()
        if snapshot is None or key is None or self._under_way is not None:
            return
        if known_days(snapshot) is None:
            self._pause.start()

    def _start(self) -> None:
        snapshot = self._results.snapshot
        if snapshot is None or not self._shown or self._under_way is not None:
            return
        key = days_key(snapshot)
        if key is None or known_days(snapshot) is not None:
            return
        self._under_way = key
        self._runner.start(
            JOB,
            "Computing Days",
            find_days,
            snapshot,
            key,
            on_result=partial(self._take, snapshot.curve_set),
            on_error=partial(self._fail, snapshot.curve_set, key),
            on_cancelled=partial(self._stop, snapshot.curve_set, key),
        )

    def _take(self, curve_set: CurveSet, found: DaysResult) -> None:
        self._under_way = None
        self._put(curve_set, found)

    def _fail(self, curve_set: CurveSet, key: DaysKey, error: Exception) -> None:
        self._take(curve_set, DaysResult(key, fault=text_of(error)))

    def _stop(self, curve_set: CurveSet, key: DaysKey) -> None:
        """Say that the user cancelled; a job that was given up says nothing."""
        if self._under_way == key:
            self._take(curve_set, DaysResult(key, fault=CANCELLED))

    def _put(self, curve_set: CurveSet, found: DaysResult | None) -> None:
        self._results.update(
            curve_set,
            lambda one: replace(one, results=replace(one.results, days=found)),
        )

    def _give_up(self) -> None:
        self._pause.stop()
        if self._under_way is not None:
            self._under_way = None
            self._runner.cancel(JOB)
