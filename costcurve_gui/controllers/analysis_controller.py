"""Keeps the results in step with the state: scenes in jobs, frames at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from costcurve_gui.controllers.frames import build_frame, build_reading
from costcurve_gui.jobs.job import JobKey
from costcurve_gui.models.state import CELLS

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.controllers.scene_sources import SceneSource
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

    def answers(self, info: DatasetInfo, payoff: PayoffSpec) -> bool:
        """Whether its curves are of these payoffs and of this positive class."""
        of_class = self.scene.dataset.positive_label == info.positive_label
        return of_class and self.cells == payoff.cells


class AnalysisController:
    """Publishes a frame for every new state.

    Where the state's payoffs have no scene yet, a job computes one; until it is done the last
    good scene stays, with the payoffs that belong to it.
    """

    def __init__(
        self,
        session: SessionModel,
        store: DatasetStore[SceneSource],
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
        self._wanted: dict[str, tuple[str, ...]] = {}  # cells and class a job was started for
        session.state_changed.connect(self._refresh)

    def adopt(self, payoff: PayoffSpec, scene: Scene) -> None:
        """Take over what loading has computed, before the state knows the dataset."""
        self._known[scene.dataset.id] = _Known(payoff.cells, scene)

    def redescribe(self, info: DatasetInfo) -> None:
        """Take what was found out about a file since it was opened."""
        known = self._known[info.id]
        described = info.against_all(known.scene.dataset.positive_label)
        self._known[info.id] = replace(known, scene=replace(known.scene, dataset=described))

    def forget(self, dataset_id: str) -> None:
        """Let go what was computed for a closed dataset."""
        for kind in (CATCH_UP, TRY):
            self._runner.cancel(JobKey(kind, dataset_id))
        del self._known[dataset_id]

    def try_payoff(
        self,
        payoff: PayoffSpec,
        on_ready: Callable[[], None],
        on_error: Callable[[Exception], None],
    ) -> None:
        """Compute the scene of a payoff matrix that is not in the state yet."""
        info = self._session.state.dataset
        if info is not None:
            self._try(info, payoff, on_ready, on_error)

    def try_reference(
        self,
        reference: str,
        on_ready: Callable[[], None],
        on_error: Callable[[Exception], None],
    ) -> None:
        """Compute the scene of a class against all others before the state names it."""
        state = self._session.state
        if state.dataset is not None:
            info = state.dataset.against_all(reference)
            self._try(info, state.current.payoff, on_ready, on_error)

    def _try(
        self,
        info: DatasetInfo,
        payoff: PayoffSpec,
        on_ready: Callable[[], None],
        on_error: Callable[[Exception], None],
    ) -> None:
        if self._known[info.id].answers(info, payoff):
            on_ready()
            return

        def take(scene: Scene) -> None:
            self._known[info.id] = _Known(payoff.cells, scene)
            if self._session.state.active == info.id:
                on_ready()

        self._start(TRY, info, payoff, take, on_error)

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
        self._catch_up(info, state.current.payoff)
        self._publish(state, self._known[info.id])

    def _catch_up(self, info: DatasetInfo, payoff: PayoffSpec) -> None:
        """Compute the scene of the state's own payoffs where undo or redo left it behind."""
        if self._known[info.id].answers(info, payoff):
            self._runner.cancel(JobKey(CATCH_UP, info.id))
            return
        wanted = (*payoff.cells, info.positive_label)
        if self._wanted.get(info.id) == wanted:
            return  # under way: a drag meanwhile must not start it over and over

        def take(scene: Scene) -> None:
            self._wanted.pop(info.id, None)
            self._known[info.id] = _Known(payoff.cells, scene)
            self._refresh(self._session.state)

        self._wanted[info.id] = wanted
        self._start(CATCH_UP, info, payoff, take, self._report_error)

    def _start(
        self,
        kind: str,
        info: DatasetInfo,
        payoff: PayoffSpec,
        on_result: Callable[[Scene], None],
        on_error: Callable[[Exception], None],
    ) -> None:
        self._runner.start(
            JobKey(kind, info.id),
            "Computing curves",
            self._store.get(info.id).build_scene,
            info,
            payoff,
            on_result=on_result,
            on_error=on_error,
            on_cancelled=lambda: self._stop_wanting(info.id),
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
