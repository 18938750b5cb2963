"""Keeps the results in step with the state: curve sets in jobs, snapshots at once."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.curves import relabelled
from costcurve_gui.analysis.intervals.results import CANCELLED
from costcurve_gui.analysis.payoffs import CELLS
from costcurve_gui.analysis.settings import as_chosen
from costcurve_gui.analysis.snapshot import relabelled_snapshot
from costcurve_gui.analysis.snapshot_builder import build_reading, build_snapshot
from costcurve_gui.controllers.error_messages import text_of
from costcurve_gui.jobs.job_runner import JobKey
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.analysis.curves import CurveSet, CurveSource
    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.analysis.derivation import DerivedModel
    from costcurve_gui.analysis.model_edits import ModelEdits
    from costcurve_gui.analysis.payoffs import PayoffSpec
    from costcurve_gui.analysis.settings import AnalysisState, DatasetSettings
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.jobs.job_runner import JobRunner
    from costcurve_gui.session.results import DatasetStore, Results
    from costcurve_gui.session.session import Session

CATCH_UP = "curves"
TRY = "try payoffs"
TRY_MODELS = "try models"
FIND = "thresholds"
MOST_LEFT = 5  # snapshots kept of files that are open but not on screen


@dataclass(frozen=True, slots=True)
class _Inputs:
    """What a curve set depends on: payoffs, models, the positive class and groups of rows.

    Of the payoffs that is what the cells come to; `payoff` has them as typed.
    """

    cells: tuple[str, ...]
    payoff: PayoffSpec = field(compare=False)
    derived: tuple[DerivedModel, ...]
    positive_label: str
    group: str | None
    edits: ModelEdits
    reading: int

    @classmethod
    def of(cls, info: DatasetInfo, settings: DatasetSettings) -> _Inputs:
        """Pick them from a description with the class chosen, and from all settings."""
        payoff, derived = settings.payoff, settings.derived
        chosen = info.positive_label, info.group, settings.edits, info.reading
        return cls(payoff.cells, payoff, derived, *chosen)

    def count_alike(self, other: _Inputs) -> bool:
        """Whether the curves of a model are the same under both."""
        return replace(self, derived=other.derived, edits=other.edits) == other

    def put_into(self, settings: DatasetSettings) -> DatasetSettings:
        """Return the settings as they were for the curve set."""
        payoff = settings.payoff
        if payoff.cells != self.cells:
            typed = dict(zip(CELLS, self.payoff.typed_cells, strict=True))
            payoff = replace(payoff.with_cells(typed), parameters=self.payoff.parameters)
        return replace(settings, payoff=payoff, derived=self.derived, edits=self.edits)


@dataclass(frozen=True, slots=True)
class _Known:
    """The last good curve set of a dataset and what it was computed from.

    `before` is the set that it differs from in names, colours and order alone, if there is one.
    """

    inputs: _Inputs
    curve_set: CurveSet
    before: CurveSet | None = None

    def relabelled(self, inputs: _Inputs, info: DatasetInfo) -> _Known | None:
        """Return it for other inputs where nothing has to be computed for them."""
        if not self.inputs.count_alike(inputs):
            return None
        curve_set = relabelled(self.curve_set, info, inputs.derived)
        if curve_set is None:
            return None
        same_models = len(curve_set.models) == len(self.curve_set.models)
        return _Known(inputs, curve_set, self.curve_set if same_models else None)


class AnalysisController:
    """Publishes a snapshot for every new state.

    Where the state's payoffs, derived models or positive class have no curve set yet, a job
    computes one; until it is done the last good curve set stays, with its own settings. Where it
    ends early the snapshot says why, and the next state or `try_again` asks for another.
    """

    def __init__(
        self,
        session: Session,
        store: DatasetStore[CurveSource],
        results: Results,
        runner: JobRunner,
    ) -> None:
        self._session = session
        self._store = store
        self._results = results
        self._runner = runner
        self._known: dict[str, _Known] = {}
        self._other_readings: dict[tuple[str, int], _Known] = {}  # by other columns
        self._left: OrderedDict[str, Snapshot] = OrderedDict()  # the last of files not on screen
        self._wanted: dict[str, _Inputs] = {}  # what a job was started for
        self._failed: dict[str, tuple[_Inputs, str]] = {}  # what it ended early for, and why
        self._finding: set[str] = set()  # files whose thresholds a job looks for
        session.state_changed.connect(self._refresh)

    def adopt(self, settings: DatasetSettings, curve_set: CurveSet) -> None:
        """Take over what loading has computed, before the state knows the dataset."""
        info = curve_set.dataset
        self._set_aside(info.id)
        self._known[info.id] = _Known(_Inputs.of(info, settings), curve_set)

    def forget(self, dataset_id: str) -> None:
        """Release what was computed for a closed dataset."""
        self._wanted.pop(dataset_id, None)
        for kind in (CATCH_UP, TRY, TRY_MODELS, FIND):
            self._runner.cancel(JobKey(kind, dataset_id))
        del self._known[dataset_id]
        for key in [key for key in self._other_readings if key[0] == dataset_id]:
            del self._other_readings[key]
        self._failed.pop(dataset_id, None)
        self._left.pop(dataset_id, None)

    def try_again(self) -> None:
        """Compute the curves of the present state whose job failed or was cancelled."""
        active = self._session.state.active
        if active is not None and self._failed.pop(active, None) is not None:
            self._refresh(self._session.state)

    def try_payoff(
        self,
        payoff: PayoffSpec,
        on_ready: Callable[[], None],
        on_error: Callable[[Exception], None],
    ) -> None:
        """Compute the curve set of a payoff matrix that is not in the state yet."""
        self._try(TRY, {"payoff": payoff}, on_ready, on_error)

    def try_reference(
        self,
        reference: str,
        on_ready: Callable[[], None],
        on_error: Callable[[Exception], None],
    ) -> None:
        """Compute the curve set of a class against all others before the state names it."""
        self._try(TRY, {"reference": reference}, on_ready, on_error)

    def try_group(
        self,
        group: str,
        on_ready: Callable[[], None],
        on_error: Callable[[Exception], None],
    ) -> None:
        """Read which rows belong together by a column before the state names it."""
        self._try(TRY, {"group": group}, on_ready, on_error)

    def try_models(
        self,
        derived: tuple[DerivedModel, ...],
        on_ready: Callable[[], None],
        on_error: Callable[[Exception], None],
    ) -> None:
        """Compute the curve set with derived models that are not in the state yet."""
        self._try(TRY_MODELS, {"derived": derived}, on_ready, on_error)

    def stop_trying_models(self) -> None:
        """Drop what `try_models` was asked for."""
        active = self._session.state.active
        if active is not None:
            self._runner.cancel(JobKey(TRY_MODELS, active))

    def _try(
        self,
        kind: str,
        changes: dict[str, Any],
        on_ready: Callable[[], None],
        on_error: Callable[[Exception], None],
    ) -> None:
        state = self._session.state
        if state.dataset is None:
            return
        tried = replace(state.current, **changes)
        info = as_chosen(state.dataset, tried)
        inputs = _Inputs.of(info, tried)
        if self._known[info.id].inputs == inputs:
            on_ready()
            return

        def take(curve_set: CurveSet) -> None:
            self._known[info.id] = _Known(inputs, curve_set)
            if self._session.state.active == info.id:
                on_ready()

        self._start(kind, info, tried, take, on_error)

    def read(self, target: tuple[str, int] | None) -> None:
        """Announce what stands under the cursor: a model and a row of its table."""
        snapshot = self._results.snapshot
        if target is None or snapshot is None or target[0] not in snapshot.shown:
            if self._results.reading is not None:
                self._results.read(None)
            return
        self._results.read(build_reading(snapshot, *target))

    def _refresh(self, state: AnalysisState, *, anew: bool = False) -> None:
        info = state.dataset
        if info is None:
            self._results.publish(None, None)
            self.read(None)
            return
        self._catch_up(info, state.current)
        self._publish(state, self._at_level(info.id, state.current.bands.spec.level), anew=anew)

    def _at_level(self, dataset_id: str, level: float) -> _Known:
        """Return the last good curve set with its intervals at the level chosen."""
        known = self._known[dataset_id]
        if known.curve_set.at(level) is not known.curve_set:
            known = replace(known, curve_set=known.curve_set.at(level))
            self._known[dataset_id] = known
        return known

    def _catch_up(self, info: DatasetInfo, settings: DatasetSettings) -> None:
        """Compute the curve set of the state's own settings where undo or redo left it behind."""
        inputs = _Inputs.of(info, settings)
        if self._known[info.id].inputs.reading != info.reading:
            self._set_aside(info.id)
            self._known[info.id] = self._other_readings.pop((info.id, info.reading))
        known = self._known[info.id]
        renewed = known if known.inputs == inputs else known.relabelled(inputs, info)
        if renewed is not None:
            self._known[info.id] = renewed
            self._wanted.pop(info.id, None)
            self._failed.pop(info.id, None)
            self._runner.cancel(JobKey(CATCH_UP, info.id))
            return
        if self._wanted.get(info.id) == inputs:
            return  # under way: a drag meanwhile must not start it over and over
        if self._has_failed(info.id, inputs):
            return  # until it is tried again

        def take(curve_set: CurveSet) -> None:
            self._wanted.pop(info.id, None)
            self._known[info.id] = _Known(inputs, curve_set)
            self._refresh(self._session.state)

        self._failed.pop(info.id, None)
        self._wanted[info.id] = inputs
        self._start(
            CATCH_UP,
            info,
            settings,
            take,
            on_error=lambda error: self._fail(info.id, text_of(error)),
            on_cancelled=lambda: self._fail(info.id, CANCELLED),
        )

    def _set_aside(self, dataset_id: str) -> None:
        """Keep the curve set of the columns chosen before, for undo to show at once."""
        known = self._known.get(dataset_id)
        if known is not None:
            for kind in (TRY, TRY_MODELS):
                self._runner.cancel(JobKey(kind, dataset_id))
            self._other_readings[dataset_id, known.inputs.reading] = known

    def _fail(self, dataset_id: str, reason: str) -> None:
        """Say why what is wanted has no curves; not where nobody wants it any more."""
        inputs = self._wanted.pop(dataset_id, None)
        if inputs is not None and dataset_id in self._known:
            self._failed[dataset_id] = inputs, reason
            state = self._session.state
            if state.active == dataset_id:
                level = state.current.bands.spec.level
                self._publish(state, self._at_level(dataset_id, level))

    def _has_failed(self, dataset_id: str, inputs: _Inputs) -> bool:
        """Whether a job failed for these inputs; one that was cancelled may start again."""
        failed_for, reason = self._failed.get(dataset_id, (None, ""))
        return failed_for == inputs and reason != CANCELLED

    def _start(
        self,
        kind: str,
        info: DatasetInfo,
        settings: DatasetSettings,
        on_result: Callable[[CurveSet], None],
        on_error: Callable[[Exception], None],
        on_cancelled: Callable[[], None] = lambda: None,
    ) -> None:
        known = self._known[info.id]
        alike = known.inputs.count_alike(_Inputs.of(info, settings))
        self._runner.start(
            JobKey(kind, info.id),
            tr("Computing curves"),
            self._store.get(info.id, info.reading).build_curves,
            info,
            settings.payoff,
            settings.derived,
            known.curve_set.models if alike else (),
            on_result=on_result,
            on_error=on_error,
            on_cancelled=on_cancelled,
        )

    def _publish(self, state: AnalysisState, known: _Known, *, anew: bool = False) -> None:
        settings = known.inputs.put_into(state.current)
        shown = self._results.snapshot
        snapshot = self._last_of(known.curve_set.dataset.id)
        if snapshot is not None and snapshot.curve_set is known.before:
            snapshot = relabelled_snapshot(snapshot, known.curve_set)
        if (
            snapshot is None
            or snapshot.curve_set is not known.curve_set
            or snapshot.settings != settings
            or anew
        ):
            snapshot = build_snapshot(known.curve_set, settings, snapshot)
        _, fault = self._failed.get(known.curve_set.dataset.id, (None, ""))
        if snapshot.fault != fault:
            snapshot = replace(snapshot, fault=fault)
        if snapshot is shown:
            return
        self._results.publish(known.curve_set, snapshot)
        self._find_thresholds(snapshot)
        reading = self._results.reading
        if reading is not None:
            self.read((reading.model.key, reading.index))

    def _find_thresholds(self, snapshot: Snapshot) -> None:
        """Start what a criterion takes a job for; a drag meanwhile does not start it over."""
        criterion = snapshot.settings.selection.criterion
        if not criterion.found:
            return
        from costcurve_gui.analysis.found_thresholds import known_thresholds
        from costcurve_gui.analysis.threshold_finders import find_thresholds

        dataset = snapshot.curve_set.dataset.id
        if dataset in self._finding or known_thresholds(snapshot, criterion.key) is not None:
            return

        def end(found: object = None) -> None:
            self._finding.discard(dataset)
            if found is not None and self._session.state.active == dataset:
                self._refresh(self._session.state, anew=True)

        self._finding.add(dataset)
        self._runner.start(
            JobKey(FIND, dataset),
            tr("Finding thresholds: {label}", label=criterion.label),
            find_thresholds,
            snapshot,
            criterion.key,
            on_result=end,
            on_error=lambda _: end(),
            on_cancelled=end,
        )

    def _last_of(self, dataset_id: str) -> Snapshot | None:
        """Return the last snapshot of a file; keep that of the file left for it.

        Only the files left last keep theirs: a snapshot may be as large as its file.
        """
        snapshot = self._results.snapshot
        if snapshot is None or snapshot.curve_set.dataset.id == dataset_id:
            return self._left.get(dataset_id) if snapshot is None else snapshot
        self._left[snapshot.curve_set.dataset.id] = snapshot
        self._left.move_to_end(snapshot.curve_set.dataset.id)
        found = self._left.pop(dataset_id, None)
        while len(self._left) > MOST_LEFT:
            self._left.popitem(last=False)
        return found
