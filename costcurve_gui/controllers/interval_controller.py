"""Keeps bands and intervals in step with what is on show."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, TypeAlias
from weakref import ref

from PySide6.QtCore import QObject, QTimer

from costcurve_gui.analysis.intervals.known_results import intervals_of, is_current
from costcurve_gui.analysis.intervals.results import CANCELLED, Failed, Intervals
from costcurve_gui.analysis.questions import requests_with_answers
from costcurve_gui.controllers.error_messages import text_of
from costcurve_gui.jobs.job_runner import JobKey, Pool
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Any

    from costcurve_gui.analysis.curves import CurveSet, CurveSource
    from costcurve_gui.analysis.interval_settings import BandChoices
    from costcurve_gui.analysis.intervals.results import IntervalRequest
    from costcurve_gui.analysis.intervals.task import ResamplingInput
    from costcurve_gui.analysis.payoffs import PayoffSpec
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.jobs.job_runner import JobRunner
    from costcurve_gui.session.results import DatasetStore, Results

    # A curve set has every case of its file, which may be closed meanwhile.
    _Decisive: TypeAlias = tuple[ref[CurveSet], BandChoices]

BANDS = JobKey("bands")
FIRST = 200  # replicates of the first picture
PAUSE_MS = 150  # a condition that stands still so long is no longer being dragged


class IntervalController(QObject):
    """Resamples what the newest snapshot lacks, in steps: few replicates first, then all.

    Nothing is started while the condition is being dragged; what belongs to another condition
    is simply not there, so no view shows an interval that is out of date.
    """

    def __init__(
        self,
        store: DatasetStore[CurveSource],
        results: Results,
        runner: JobRunner,
        views: Collection[str],
        intervals: Mapping[str, str],
    ) -> None:
        """Follow the views that are on show from the start; `intervals` has what each shows."""
        super().__init__()
        self._store = store
        self._results = results
        self._runner = runner
        self._views = set(views)
        self._intervals = intervals
        self._source: _Source | None = None
        self._stopped: _Decisive | None = None  # where it was cancelled or failed
        self._reason = ""  # why
        self._under_way: tuple[IntervalRequest, ...] = ()
        self._asked: _Decisive | None = None  # what the job under way is about
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._start)
        results.snapshot_changed.connect(self._follow)

    def show(self, view: str) -> None:
        """Resample for a view that came to the front, also after a cancel or a failure."""
        self._views.add(view)
        self._stopped = None
        self._pause.start()
        snapshot = self._results.snapshot
        found = None if snapshot is None else intervals_of(snapshot)
        if snapshot is not None and found is not None and found.failed_jobs:
            left = found.without_failed_jobs()
            self._results.update(snapshot.curve_set, lambda one: replace(one, intervals=left))

    def leave(self, view: str) -> None:
        """Forget a view that went behind another one."""
        self._views.discard(view)

    def _follow(self, snapshot: Snapshot | None) -> None:
        if snapshot is None:
            self._give_up()
            self._source = None
            return
        outdated = self._asked != _what_decides(snapshot)
        if self._under_way and (outdated or not self._all_missing(snapshot)):
            self._give_up()
        if not self._under_way:
            self._pause.start()  # what is missing is asked for then: no frame of a drag waits

    def _all_missing(self, snapshot: Snapshot) -> bool:
        """Whether all that is under way is still asked for."""
        return set(self._under_way) <= set(self._missing(snapshot))

    def _missing(self, snapshot: Snapshot) -> tuple[IntervalRequest, ...]:
        """Return what is not known of as many replicates as are asked for."""
        if self._stopped == _what_decides(snapshot):
            return ()
        found = intervals_of(snapshot)
        have = {} if found is None else found.replicates
        asked = snapshot.settings.bands.spec.replicates
        return tuple(one for one in self._wanted(snapshot) if have.get(one, 0) < asked)

    def _wanted(self, snapshot: Snapshot) -> tuple[IntervalRequest, ...]:
        return requests_with_answers(snapshot, {self._intervals[view] for view in self._views})

    def _start(self) -> None:
        snapshot = self._results.snapshot
        if snapshot is None or self._under_way:
            return
        if self._stopped == _what_decides(snapshot):
            self._mark_failed(snapshot, self._wanted(snapshot))
            return
        missing = self._missing(snapshot)
        if missing:
            self._run(snapshot, self._source_of(snapshot), missing)

    def _run(
        self, snapshot: Snapshot, source: _Source, wanted: tuple[IntervalRequest, ...]
    ) -> None:
        choices, found = snapshot.settings.bands, intervals_of(snapshot)
        seen = {} if found is None else found.replicates
        spec = choices.spec
        if any(one not in seen for one in wanted):
            spec = replace(spec, replicates=min(FIRST, spec.replicates))
        self._under_way, self._asked = wanted, _what_decides(snapshot)
        self._runner.start(
            BANDS,
            tr("Bands"),
            _resample,
            source,
            wanted,
            choices,
            spec,
            on_result=lambda results: self._take(snapshot, results, spec.replicates),
            on_error=partial(self._fail, snapshot),
            on_cancelled=partial(self._stop, snapshot, CANCELLED),
            pool=Pool.BACKGROUND,
        )

    def _take(
        self, asked: Snapshot, results: Mapping[IntervalRequest, Any], replicates: int
    ) -> None:
        """Take the results of a job; their receiver requests what is still missing."""
        self._under_way = ()
        self._keep(asked, results, replicates)

    def _keep(
        self, asked: Snapshot, results: Mapping[IntervalRequest, Any], replicates: int
    ) -> None:
        """Add results to the newest snapshot, if it is of the same curve set and choices."""
        snapshot, choices = self._results.snapshot, asked.settings.bands
        if (
            snapshot is None
            or snapshot.curve_set is not asked.curve_set
            or snapshot.settings.bands != choices
        ):
            return
        found = intervals_of(snapshot) or Intervals(choices)
        known = {**found.results, **results}
        counts = {**found.replicates, **dict.fromkeys(results, replicates)}
        wanted = set(self._wanted(snapshot))  # an answer asks for another condition too
        kept = [one for one in known if one in wanted or is_current(one, snapshot)]
        intervals = Intervals(
            choices, {one: known[one] for one in kept}, {one: counts[one] for one in kept}
        )
        self._results.update(snapshot.curve_set, lambda one: replace(one, intervals=intervals))

    def _fail(self, asked: Snapshot, error: Exception) -> None:
        self._stop(asked, text_of(error))

    def _stop(self, asked: Snapshot, reason: str) -> None:
        """Keep what is known: the job was cancelled, or cannot be computed."""
        if not self._under_way:
            return
        lacking, self._under_way = self._under_way, ()
        self._stopped, self._reason = _what_decides(asked), reason
        self._mark_failed(asked, lacking)

    def _mark_failed(self, asked: Snapshot, wanted: tuple[IntervalRequest, ...]) -> None:
        """Say of what is not known why the job that would find it ended."""
        snapshot = self._results.snapshot
        found = None if snapshot is None else intervals_of(snapshot)
        have = {} if found is None else found.results
        failed = Failed(self._reason, of_job=True)
        lacking = {one: failed for one in wanted if one not in have}
        if lacking:
            self._keep(asked, lacking, 0)

    def _give_up(self) -> None:
        if self._under_way:
            self._under_way = ()
            self._runner.cancel(BANDS)

    def _source_of(self, snapshot: Snapshot) -> _Source:
        if self._source is None or self._source.curve_set is not snapshot.curve_set:
            info = snapshot.curve_set.dataset
            store = self._store.get(info.id, info.reading)
            self._source = _Source(snapshot.curve_set, store, snapshot.settings.payoff)
        return self._source


@dataclass(eq=False)
class _Source:
    """What the intervals of a curve set are resampled from, made by the first job."""

    curve_set: CurveSet
    store: CurveSource
    payoff: PayoffSpec

    @cached_property
    def drawn_from(self) -> ResamplingInput:
        from costcurve_gui.analysis.intervals.cases import resampling_input

        return resampling_input(self.curve_set, self.store, self.payoff)


def _resample(
    source: _Source,
    wanted: tuple[IntervalRequest, ...],
    choices: BandChoices,
    spec: BootstrapSpec,
    *,
    progress: Progress,
) -> dict[IntervalRequest, Any]:
    """Resample in a worker, which imports what for: the window would not answer for 50 ms."""
    from costcurve_gui.analysis.intervals.jobs import resample

    return resample(source.drawn_from, wanted, choices, spec, progress=progress)


def _what_decides(snapshot: Snapshot) -> _Decisive:
    return ref(snapshot.curve_set), snapshot.settings.bands
