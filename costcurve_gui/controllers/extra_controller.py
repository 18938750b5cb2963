"""Keeps the extras of the views on show in step with the scene."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from costcurve_gui.controllers.view_extras import BUILDERS, build_extra, has_extra, view_input
from costcurve_gui.jobs.job import JobKey
from costcurve_gui.models.catalogue import VIEWS
from costcurve_gui.models.results import HYBRID
from costcurve_gui.models.state import Rule

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.controllers.scene_sources import SceneSource
    from costcurve_gui.jobs.job_runner import JobRunner
    from costcurve_gui.models.dataset_store import DatasetStore
    from costcurve_gui.models.results import ResultsModel, Scene
    from costcurve_gui.models.state import SelectionSpec

EXTRA = "view"  # kind of the jobs; their subject is the view


class ExtraController:
    """Starts a job for what a view needs when it comes to the front or the scene changes.

    An extra belongs to one scene: it is computed anew after an edit of the payoffs, and kept while
    only the condition moves.
    """

    def __init__(
        self,
        store: DatasetStore[SceneSource],
        results: ResultsModel,
        runner: JobRunner,
        report_error: Callable[[Exception], None],
    ) -> None:
        self._store = store
        self._results = results
        self._runner = runner
        self._report_error = report_error
        self._shown: set[str] = set()
        results.scene_changed.connect(self._start_all)

    def show(self, view: str) -> None:
        """Compute what a view lacks that came to the front."""
        if view in BUILDERS and view not in self._shown:
            self._shown.add(view)
            self._start(view)

    def follow(self, selection: SelectionSpec) -> None:
        """Compute what a rule draws in several views while it is the chosen one."""
        wanted = selection.rule is Rule.PERFORMANCE_INDEPENDENT
        if wanted and HYBRID not in self._shown:
            self.show(HYBRID)
        elif not wanted and HYBRID in self._shown:
            self.leave(HYBRID)

    def leave(self, view: str) -> None:
        """Give up what a view that went behind another one waits for."""
        self._shown.discard(view)
        self._runner.cancel(JobKey(EXTRA, view))

    def _start_all(self, scene: Scene | None) -> None:
        for view in self._shown:
            if scene is None:
                self._runner.cancel(JobKey(EXTRA, view))
            else:
                self._start(view)

    def _start(self, view: str) -> None:
        frame = self._results.frame
        if frame is None or view in frame.extras:
            return
        scene = frame.scene
        if not has_extra(view, scene.dataset.kind):
            return
        source = self._store.get(scene.dataset.id)
        self._runner.start(
            JobKey(EXTRA, view),
            f"Computing {_title(view)}",
            build_extra,
            view,
            view_input(scene, source, frame.settings.payoff),
            on_result=partial(self._results.add_extra, scene, view),
            on_error=self._report_error,
        )


_OTHERS = {HYBRID: "hybrid curves"}


def _title(view: str) -> str:
    return VIEWS[view].title if view in VIEWS else _OTHERS.get(view, view)
