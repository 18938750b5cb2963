"""Keeps what a view shows of days or segments in step with the snapshot, while it is in front."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer

from costcurve_gui.analysis.intervals.results import CANCELLED
from costcurve_gui.controllers.error_messages import text_of
from costcurve_gui.jobs.job_runner import JobKey

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.jobs.job_runner import JobRunner
    from costcurve_gui.session.results import Results

PAUSE_MS = 150  # as for bands: nothing starts while something is being dragged


@dataclass(frozen=True, slots=True)
class FrontJob:
    """What a job computes for a view.

    Attributes
    ----------
    view : str
        Key of the view, and the field of `ViewResults`.
    title : str
        What is said while it is under way.
    key : callable
        Returns what the result hangs on in a snapshot; None where there is nothing to compute.
    find : callable
        Computes the result of a snapshot and a key.
    result : type
        Of the result: has a `key`, and a `fault` where nothing was found.
    """

    view: str
    title: str
    key: Callable[[Snapshot], Any]
    find: Callable[..., Any]
    result: Callable[..., Any]


class FrontJobController(QObject):
    """Starts a job where what is known belongs to other settings; none while the view is behind."""

    def __init__(self, job: FrontJob, results: Results, runner: JobRunner) -> None:
        super().__init__()
        self._job = job
        self._job_key = JobKey("view", job.view)
        self._results = results
        self._runner = runner
        self._shown = False
        self._under_way: object = None
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._start)
        results.snapshot_changed.connect(self._follow)

    def show(self, view: str) -> None:
        """Compute once the view is in front."""
        if view == self._job.view:
            self._shown = True
            self._pause.start(0)

    def leave(self, view: str) -> None:
        """Give up what nobody waits for."""
        if view == self._job.view:
            self._shown = False
            self._give_up()

    def try_again(self, view: str) -> None:
        """Compute what failed or was cancelled."""
        snapshot = self._results.snapshot
        if view != self._job.view or snapshot is None:
            return
        found = self._known(snapshot)
        if found is not None and found.fault:
            self._put(snapshot.curve_set, None)
            self._pause.start(0)

    def _known(self, snapshot: Snapshot) -> Any:
        return getattr(snapshot.results, self._job.view)

    def _is_wanted(self, snapshot: Snapshot, key: object) -> bool:
        """Whether what the view shows is not known yet."""
        if key is None or self._under_way is not None:
            return False
        known = self._known(snapshot)
        return known is None or known.key != key

    def _follow(self, snapshot: Snapshot | None) -> None:
        key = None if snapshot is None or not self._shown else self._job.key(snapshot)
        if self._under_way is not None and key != self._under_way:
            self._give_up()
        if snapshot is not None and self._is_wanted(snapshot, key):
            self._pause.start()

    def _start(self) -> None:
        snapshot = self._results.snapshot
        key = None if snapshot is None or not self._shown else self._job.key(snapshot)
        if snapshot is None or not self._is_wanted(snapshot, key):
            return
        self._under_way = key
        self._runner.start(
            self._job_key,
            self._job.title,
            self._job.find,
            snapshot,
            key,
            on_result=partial(self._take, snapshot.curve_set),
            on_error=partial(self._fail, snapshot.curve_set, key),
            on_cancelled=partial(self._stop, snapshot.curve_set, key),
        )

    def _take(self, curve_set: CurveSet, found: object) -> None:
        self._under_way = None
        self._put(curve_set, found)

    def _fail(self, curve_set: CurveSet, key: object, error: Exception) -> None:
        self._take(curve_set, self._job.result(key, fault=text_of(error)))

    def _stop(self, curve_set: CurveSet, key: object) -> None:
        """Say that the user cancelled; a job that was given up says nothing."""
        if self._under_way == key:
            self._take(curve_set, self._job.result(key, fault=CANCELLED))

    def _put(self, curve_set: CurveSet, found: object) -> None:
        changed: dict[str, Any] = {self._job.view: found}
        self._results.update(
            curve_set, lambda one: replace(one, results=replace(one.results, **changed))
        )

    def _give_up(self) -> None:
        self._pause.stop()
        if self._under_way is not None:
            self._under_way = None
            self._runner.cancel(self._job_key)
