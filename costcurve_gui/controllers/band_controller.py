"""Keeps bands and intervals in step with what is on show."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from costcurve_gui.jobs.job import JobKey, Pool
from costcurve_gui.models.catalogue import HEADS
from costcurve_gui.models.uncertainty import (
    UNCERTAINTY,
    Failed,
    Uncertainty,
    uncertainty_of,
    wanted_by,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from costcurve_gui.controllers.band_source import Resampled
    from costcurve_gui.controllers.scene_sources import SceneSource
    from costcurve_gui.jobs.job_runner import JobRunner
    from costcurve_gui.models.band_choices import BandChoices
    from costcurve_gui.models.dataset_store import DatasetStore
    from costcurve_gui.models.results import Frame, ResultsModel, Scene
    from costcurve_gui.models.uncertainty import Wanted

BANDS = JobKey("bands")
FIRST = 200  # replicates of the first picture
CANCELLED = "The work was cancelled. Show the view again to start it anew."
PAUSE_MS = 150  # a condition that stands still so long is no longer being dragged


class BandController(QObject):
    """Resamples what the newest frame lacks, in steps: few replicates first, then all.

    Nothing is started while the condition is being dragged; what belongs to another condition
    is simply not there, so no view shows an interval that is out of date.
    """

    def __init__(
        self,
        store: DatasetStore[SceneSource],
        results: ResultsModel,
        runner: JobRunner,
        report_error: Callable[[Exception], None],
    ) -> None:
        super().__init__()
        self._store = store
        self._results = results
        self._runner = runner
        self._report_error = report_error
        self._views = set(HEADS)  # those that are on show from the start
        self._source: Resampled | None = None
        self._scene: Scene | None = None  # that of the source
        self._stopped: tuple[Scene, BandChoices] | None = None  # where the user pressed Cancel
        self._under_way: tuple[Wanted, ...] = ()
        self._asked: tuple[Scene, BandChoices] | None = None  # what the job under way is about
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._start)
        results.frame_changed.connect(self._follow)

    def show(self, view: str) -> None:
        """Resample for a view that came to the front, also after a cancel."""
        self._views.add(view)
        self._stopped = None
        self._pause.start()

    def leave(self, view: str) -> None:
        """Forget a view that went behind another one."""
        self._views.discard(view)

    def _follow(self, frame: Frame | None) -> None:
        if frame is None:
            self._give_up()
            self._source = self._scene = None
            return
        missing = self._missing(frame)
        outdated = self._asked != _what_decides(frame)
        if outdated or not set(self._under_way) <= set(missing):
            self._give_up()
        if missing and not self._under_way:
            self._pause.start()

    def _missing(self, frame: Frame) -> tuple[Wanted, ...]:
        """Return what is not known of as many replicates as are asked for."""
        if self._stopped == _what_decides(frame):
            return ()
        found = uncertainty_of(frame)
        have = {} if found is None else found.replicates
        asked = frame.settings.bands.spec.replicates
        wanted = wanted_by(frame, self._views)
        return tuple(one for one in wanted if have.get(one, 0) < asked)

    def _start(self) -> None:
        frame = self._results.frame
        if frame is None or self._under_way:
            return
        missing = self._missing(frame)
        if missing:
            self._run(frame, self._source_of(frame), missing)

    def _run(self, frame: Frame, source: Resampled, wanted: tuple[Wanted, ...]) -> None:
        from costcurve_gui.controllers.band_jobs import resample

        choices, found = frame.settings.bands, uncertainty_of(frame)
        seen = {} if found is None else found.replicates
        spec = choices.spec
        if any(one not in seen for one in wanted):
            spec = replace(spec, replicates=min(FIRST, spec.replicates))
        self._under_way, self._asked = wanted, _what_decides(frame)
        self._runner.start(
            BANDS,
            "Bands",
            resample,
            source,
            wanted,
            choices,
            spec,
            on_result=lambda results: self._take(frame, results, spec.replicates),
            on_error=partial(self._fail, frame),
            on_cancelled=partial(self._stop, frame, CANCELLED),
            pool=Pool.BACKGROUND,
        )

    def _take(self, asked: Frame, results: Mapping[Wanted, Any], replicates: int) -> None:
        """Take the results of a job; who hears of them asks for what is still missing."""
        self._under_way = ()
        self._keep(asked, results, replicates)

    def _keep(self, asked: Frame, results: Mapping[Wanted, Any], replicates: int) -> None:
        """Add results to the newest frame, if it is of the same scene and choices."""
        frame, choices = self._results.frame, asked.settings.bands
        if frame is None or frame.scene is not asked.scene or frame.settings.bands != choices:
            return
        found = uncertainty_of(frame) or Uncertainty(choices)
        known = {**found.results, **results}
        counts = {**found.replicates, **dict.fromkeys(results, replicates)}
        kept = [one for one in known if one.is_of(frame)]
        self._results.add_extra(
            frame.scene,
            UNCERTAINTY,
            Uncertainty(
                choices, {one: known[one] for one in kept}, {one: counts[one] for one in kept}
            ),
        )

    def _fail(self, asked: Frame, error: Exception) -> None:
        self._stop(asked, str(error))
        self._report_error(error)

    def _stop(self, asked: Frame, reason: str) -> None:
        """Leave it at what is known: somebody cancelled, or it cannot be computed."""
        if not self._under_way:
            return
        lacking, self._under_way = self._under_way, ()
        self._stopped = _what_decides(asked)
        frame = self._results.frame
        found = None if frame is None else uncertainty_of(frame)
        have = {} if found is None else found.results
        self._keep(asked, {one: Failed(reason) for one in lacking if one not in have}, 0)

    def _give_up(self) -> None:
        if self._under_way:
            self._under_way = ()
            self._runner.cancel(BANDS)

    def _source_of(self, frame: Frame) -> Resampled:
        if self._source is None or self._scene is not frame.scene:
            from costcurve_gui.controllers.band_source import band_source

            source = self._store.get(frame.scene.dataset.id)
            self._source = band_source(frame.scene, source, frame.settings.payoff)
            self._scene = frame.scene
        return self._source


def _what_decides(frame: Frame) -> tuple[Scene, BandChoices]:
    return frame.scene, frame.settings.bands
