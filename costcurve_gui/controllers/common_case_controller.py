"""Keeps comparisons over common cases in step with what is on show."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from costcurve_gui.analysis.common_case_requests import missing_common_cases
from costcurve_gui.analysis.common_cases import Common
from costcurve_gui.analysis.intervals.results import CANCELLED
from costcurve_gui.controllers.error_messages import text_of
from costcurve_gui.jobs.job_runner import JobKey
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from costcurve_gui.analysis.common_cases import CommonCases, CommonCasesRequest
    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.jobs.job_runner import JobRunner
    from costcurve_gui.session.results import Results

COMPARE = JobKey("common cases")
PAUSE_MS = 150  # as for bands: nothing starts while something is being dragged


class CommonCaseController(QObject):
    """Redraws curves over the cases that several models scored, where a model has gaps.

    Other files cost nothing. The pair that is most wanted comes first, all others next.
    """

    def __init__(self, results: Results, runner: JobRunner) -> None:
        super().__init__()
        self._results = results
        self._runner = runner
        self._curve_set: CurveSet | None = None  # that of the newest snapshot
        self._stopped: CurveSet | None = None  # where it was cancelled or failed
        self._under_way: tuple[CommonCasesRequest, ...] = ()
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._start)
        results.snapshot_changed.connect(self._follow)

    def show(self, _view: str) -> None:
        """Start again for a view that came to the front, also after a cancel or a failure."""
        self._stopped = None
        self._pause.start()
        snapshot = self._results.snapshot
        if snapshot is not None and snapshot.common.fault:
            known = Common(snapshot.common.found)
            self._results.update(snapshot.curve_set, lambda one: replace(one, common=known))

    def _follow(self, snapshot: Snapshot | None) -> None:
        curve_set = None if snapshot is None else snapshot.curve_set
        is_new, self._curve_set = curve_set is not self._curve_set, curve_set
        if is_new or snapshot is None:
            self._give_up()
        if snapshot is None:
            self._stopped = None  # a curve set has every case of its file, which is closed
        if snapshot is None or self._under_way or not missing_common_cases(snapshot):
            return
        self._pause.start(0 if is_new else PAUSE_MS)

    def _start(self) -> None:
        snapshot = self._results.snapshot
        if snapshot is None or self._under_way or snapshot.curve_set is self._stopped:
            return
        missing = missing_common_cases(snapshot)
        if missing:
            self._run(snapshot, missing)

    def _run(self, snapshot: Snapshot, missing: tuple[CommonCasesRequest, ...]) -> None:
        from costcurve_gui.analysis.common_case_requests import find_common

        urgent = tuple(one for one in missing if one.whole)
        self._under_way = urgent or missing
        self._runner.start(
            COMPARE,
            tr("Comparing models"),
            find_common,
            snapshot,
            self._under_way,
            on_result=partial(self._take, snapshot.curve_set),
            on_error=partial(self._fail, snapshot.curve_set),
            on_cancelled=partial(self._stop, snapshot.curve_set, CANCELLED),
        )

    def _take(self, curve_set: CurveSet, found: dict[frozenset[str], CommonCases]) -> None:
        from costcurve_gui.analysis.common_case_requests import with_common

        self._under_way = ()
        self._results.update(
            curve_set,
            lambda snapshot: replace(snapshot, common=with_common(snapshot, found)),
        )

    def _fail(self, curve_set: CurveSet, error: Exception) -> None:
        self._stop(curve_set, text_of(error))

    def _stop(self, curve_set: CurveSet, reason: str) -> None:
        """Keep what is known: the job was cancelled, or cannot be computed."""
        if not self._under_way:
            return
        self._under_way, self._stopped = (), curve_set
        self._results.update(
            curve_set,
            lambda snapshot: replace(snapshot, common=Common(snapshot.common.found, reason)),
        )

    def _give_up(self) -> None:
        if self._under_way:
            self._under_way = ()
            self._runner.cancel(COMPARE)
