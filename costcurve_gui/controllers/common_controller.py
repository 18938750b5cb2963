"""Keeps comparisons over common cases in step with what is on show."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from costcurve_gui.jobs.job import JobKey
from costcurve_gui.models.common_cases import COMMON, Common, common_missing, common_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.jobs.job_runner import JobRunner
    from costcurve_gui.models.common_cases import CommonCases, CommonWanted
    from costcurve_gui.models.results import Frame, ResultsModel, Scene

COMPARE = JobKey("common cases")
CANCELLED = "The work was cancelled. Show the view again to start it anew."
PAUSE_MS = 150  # as for bands: nothing starts while something is being dragged


class CommonController(QObject):
    """Draws curves anew over the cases that several models scored, where a model has gaps.

    Other files cost nothing. The pair that is most wanted comes first, all others next.
    """

    def __init__(
        self,
        results: ResultsModel,
        runner: JobRunner,
        report_error: Callable[[Exception], None],
    ) -> None:
        super().__init__()
        self._results = results
        self._runner = runner
        self._report_error = report_error
        self._scene: Scene | None = None  # that of the newest frame
        self._stopped: Scene | None = None  # where it was cancelled or failed
        self._under_way: tuple[CommonWanted, ...] = ()
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._start)
        results.frame_changed.connect(self._follow)

    def show(self, _view: str) -> None:
        """Start anew for a view that came to the front, also after a cancel."""
        self._stopped = None
        self._pause.start()

    def _follow(self, frame: Frame | None) -> None:
        scene = None if frame is None else frame.scene
        is_new, self._scene = scene is not self._scene, scene
        if is_new or frame is None:
            self._give_up()
        if frame is None or self._under_way or not common_missing(frame):
            return
        self._pause.start(0 if is_new else PAUSE_MS)

    def _start(self) -> None:
        frame = self._results.frame
        if frame is None or self._under_way or frame.scene is self._stopped:
            return
        missing = common_missing(frame)
        if missing:
            self._run(frame, missing)

    def _run(self, frame: Frame, missing: tuple[CommonWanted, ...]) -> None:
        from costcurve_gui.controllers.common_cases import find_common

        urgent = tuple(one for one in missing if one.whole)
        self._under_way = urgent or missing
        self._runner.start(
            COMPARE,
            "Comparing models",
            find_common,
            frame,
            self._under_way,
            on_result=partial(self._take, frame.scene),
            on_error=partial(self._fail, frame.scene),
            on_cancelled=partial(self._stop, frame.scene, CANCELLED),
        )

    def _take(self, scene: Scene, found: dict[frozenset[str], CommonCases]) -> None:
        from costcurve_gui.controllers.common_cases import with_common

        self._under_way = ()
        frame = self._results.frame
        if frame is not None and frame.scene is scene:
            self._results.add_extra(scene, COMMON, with_common(frame, found))

    def _fail(self, scene: Scene, error: Exception) -> None:
        self._stop(scene, str(error))
        self._report_error(error)

    def _stop(self, scene: Scene, reason: str) -> None:
        """Leave it at what is known: somebody cancelled, or it cannot be computed."""
        if not self._under_way:
            return
        self._under_way, self._stopped = (), scene
        frame = self._results.frame
        known = None if frame is None else common_of(frame)
        found = {} if known is None else known.found
        self._results.add_extra(scene, COMMON, Common(found, reason))

    def _give_up(self) -> None:
        if self._under_way:
            self._under_way = ()
            self._runner.cancel(COMPARE)
