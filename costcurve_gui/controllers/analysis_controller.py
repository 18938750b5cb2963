"""Keeps the results in step with the state: scenes in jobs, frames at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from costcurve_gui.controllers.frames import build_frame, build_reading
from costcurve_gui.controllers.scenes import build_scene
from costcurve_gui.jobs.job import JobKey
from costcurve_gui.models.state import CELLS

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.controllers.counts_cache import CountsCache
    from costcurve_gui.jobs.job_runner import JobRunner
    from costcurve_gui.models.dataset_store import DatasetStore
    from costcurve_gui.models.results import Frame, ResultsModel, Scene
    from costcurve_gui.models.session import SessionModel
    from costcurve_gui.models.state import AnalysisState, DatasetInfo, PayoffSpec

CATCH_UP = "curves"
TRY = "try payoffs"


@dataclass(frozen=True, slots=True)
class _Known:
    """The last good scene of a dataset and the payoff cells it was computed from."""

    cells: tuple[str, ...]
    scene: Scene
    cache: CountsCache


class AnalysisController:
    """Publishes a frame for every new state.

    Where the state's payoffs have no scene yet, a job computes one; until it is done the last
    good scene stays, with the payoffs that belong to it.
    """

    def __init__(
        self,
        session: SessionModel,
        store: DatasetStore,
        results: ResultsModel,
        runner: JobRunner,
        report_error: Callable[[Exception], None],
    ) -> None:
        self._session = session
        self._store = store
        self._results = results
        self._runner = runner
        self._report_error = report_error
        self._known: dict[str, _Known] = {}
        self._wanted: dict[str, tuple[str, ...]] = {}  # cells that a job was started for
        session.state_changed.connect(self._refresh)

    def adopt(self, payoff: PayoffSpec, scene: Scene, cache: CountsCache) -> None:
        """Take over what loading has computed, before the state knows the dataset."""
        self._known[scene.dataset.id] = _Known(payoff.cells, scene, cache)

    def redescribe(self, info: DatasetInfo) -> None:
        """Take what was found out about a file since it was opened."""
        known = self._known[info.id]
        self._known[info.id] = replace(known, scene=replace(known.scene, dataset=info))

    def forget(self, dataset_id: str) -> None:
        """Let go what was computed for a closed dataset."""
        for kind in (CATCH_UP, TRY):
            self._runner.cancel(JobKey(kind, dataset_id))
        del self._known[dataset_id]

    def cache_of(self, dataset_id: str) -> CountsCache:
        """Return the sorted counts of an open dataset."""
        return self._known[dataset_id].cache

    def try_payoff(
        self,
        payoff: PayoffSpec,
        on_ready: Callable[[], None],
        on_error: Callable[[Exception], None],
    ) -> None:
        """Compute the scene of a payoff matrix that is not in the state yet."""
        info = self._session.state.dataset
        if info is None:
            return
        known = self._known[info.id]
        if known.cells == payoff.cells:
            on_ready()
            return

        def take(scene: Scene) -> None:
            self._known[info.id] = replace(known, cells=payoff.cells, scene=scene)
            if self._session.state.active == info.id:
                on_ready()

        self._start(TRY, info.id, payoff, take, on_error)

    def read(self, target: tuple[str, int] | None) -> None:
        """Announce what stands under the cursor: a model and a row of its table."""
        frame = self._results.frame
        if target is None or frame is None or target[0] not in frame.models:
            if self._results.reading is not None:
                self._results.read(None)
            return
        self._results.read(build_reading(frame, *target))

    def _refresh(self, state: AnalysisState) -> None:
        info = state.dataset
        if info is None:
            self._results.publish(None, None)
            self.read(None)
            return
        self._catch_up(info.id, state.current.payoff)
        self._publish(state, self._known[info.id])

    def _catch_up(self, dataset_id: str, payoff: PayoffSpec) -> None:
        """Compute the scene of the state's own payoffs where undo or redo left it behind."""
        cells, known = payoff.cells, self._known[dataset_id]
        if cells == known.cells:
            self._runner.cancel(JobKey(CATCH_UP, dataset_id))
            return
        if self._wanted.get(dataset_id) == cells:
            return  # under way: a drag meanwhile must not start it over and over

        def take(scene: Scene) -> None:
            self._wanted.pop(dataset_id, None)
            self._known[dataset_id] = replace(known, cells=cells, scene=scene)
            self._refresh(self._session.state)

        self._wanted[dataset_id] = cells
        self._start(CATCH_UP, dataset_id, payoff, take, self._report_error)

    def _start(
        self,
        kind: str,
        dataset_id: str,
        payoff: PayoffSpec,
        on_result: Callable[[Scene], None],
        on_error: Callable[[Exception], None],
    ) -> None:
        known = self._known[dataset_id]
        self._runner.start(
            JobKey(kind, dataset_id),
            "Computing curves",
            build_scene,
            known.scene.dataset,
            self._store.get(dataset_id),
            payoff,
            known.cache,
            on_result=on_result,
            on_error=on_error,
            on_cancelled=lambda: self._stop_wanting(dataset_id),
        )

    def _stop_wanting(self, dataset_id: str) -> None:
        self._wanted.pop(dataset_id, None)

    def _publish(self, state: AnalysisState, known: _Known) -> None:
        payoff = state.current.payoff.with_cells(dict(zip(CELLS, known.cells, strict=True)))
        settings = replace(state.current, payoff=payoff)
        frame = self._results.frame
        if _shows(frame, known.scene) and frame is not None and frame.settings == settings:
            return
        self._results.publish(known.scene, build_frame(known.scene, settings, frame))
        reading = self._results.reading
        if reading is not None:
            self.read((reading.model.key, reading.index))


def _shows(frame: Frame | None, scene: Scene) -> bool:
    return frame is not None and frame.scene is scene
