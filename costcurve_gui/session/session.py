"""The one place where the state changes, and the history of it."""

from __future__ import annotations

from collections import deque
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from costcurve_gui.analysis.settings import AnalysisState, DatasetSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from costcurve_gui.analysis.dataset_info import DatasetInfo


class StateWriteError(RuntimeError):
    """The state was changed from a slot while a change was being announced."""


SLICES: tuple[tuple[str, Callable[[AnalysisState], object]], ...] = (
    ("datasets_changed", lambda state: state.datasets),
    ("active_changed", lambda state: state.active),
    ("payoff_changed", lambda state: state.current.payoff),
    ("condition_changed", lambda state: state.current.condition),
    ("selection_changed", lambda state: state.current.selection),
    ("visibility_changed", lambda state: (state.current.hidden, state.current.selected)),
)


class Session(QObject):
    """Holds the state, which is all that the user chose, and its history.

    The whole new state is in place before the first signal. Slices signal in the order of
    `SLICES`, each only when it changed; then `state_changed`, then `history_changed`.
    A drag is many `preview` and one `commit`: one step to undo. After that, or after
    `cancel_preview`, `preview_ended` signals.
    """

    datasets_changed = Signal(object)  # tuple[DatasetInfo, ...]
    active_changed = Signal(object)  # dataset id | None
    payoff_changed = Signal(object)  # PayoffSpec
    condition_changed = Signal(object)  # ConditionSpec
    selection_changed = Signal(object)  # SelectionSpec
    visibility_changed = Signal(object)  # (hidden, selected)
    state_changed = Signal(object)  # AnalysisState
    history_changed = Signal()
    preview_ended = Signal()  # by a step or without one, after all else

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = AnalysisState()
        self._history = History()
        self._before_preview: AnalysisState | None = None
        self._announcing = False

    @property
    def state(self) -> AnalysisState:
        """The present state."""
        return self._state

    @property
    def previewing(self) -> bool:
        """Whether a drag is under way."""
        return self._before_preview is not None

    @property
    def undo_label(self) -> str | None:
        """Name of the step that undo takes back; None where there is none."""
        return self._history.undo_label

    @property
    def redo_label(self) -> str | None:
        """Name of the step that redo repeats; None where there is none."""
        return self._history.redo_label

    @property
    def steps(self) -> int:
        """How many steps can be undone: a step that prolongs the one before adds none."""
        return len(self._history)

    def apply(self, label: str, *, walk: bool = False, **changes: object) -> None:
        """Change settings of the dataset on screen as one named step.

        An apply in the middle of a drag ends the drag: both are one step.
        """
        self._refuse_while_announcing()
        preview, self._before_preview = self._before_preview, None
        before = preview or self._state
        self._install(self._state.with_current(**changes))
        self._record(label, before, walk=walk)
        if preview is not None:
            self.preview_ended.emit()

    def preview(self, **changes: object) -> None:
        """Change settings without a step; `commit` or `cancel_preview` ends it."""
        self._refuse_while_announcing()
        changed = self._state.with_current(**changes)
        self._before_preview = self._before_preview or self._state
        self._install(changed)

    def commit(self, label: str) -> None:
        """Make everything since the first preview one step."""
        self._refuse_while_announcing()
        before, self._before_preview = self._before_preview, None
        if before is not None:
            self._record(label, before)
            self.preview_ended.emit()

    def cancel_preview(self) -> None:
        """Go back to where the drag began."""
        self._refuse_while_announcing()
        before, self._before_preview = self._before_preview, None
        if before is not None:
            self._install(before)
            self.preview_ended.emit()

    def undo(self) -> None:
        """Take back the newest step; in the middle of a drag, the drag."""
        if self.previewing:
            self.cancel_preview()
            return
        self._refuse_while_announcing()
        step = self._history.take_undo()
        if step is not None:
            self._replay(step.active, step.before)

    def redo(self) -> None:
        """Repeat the step undone last; in the middle of a drag, nothing."""
        self._refuse_while_announcing()
        step = None if self.previewing else self._history.take_redo()
        if step is not None:
            self._replay(step.active, step.after)

    def open_dataset(self, info: DatasetInfo, settings: DatasetSettings) -> None:
        """Add a dataset and show it. Not a step: undo never closes a file."""
        self._end_drag()
        state = self._state
        self._install(
            replace(
                state,
                datasets=(*state.datasets, info),
                active=info.id,
                settings={**state.settings, info.id: settings},
            )
        )

    def read_again(self, label: str, info: DatasetInfo, settings: DatasetSettings) -> None:
        """Show an open dataset with its columns chosen otherwise, as one named step."""
        self._end_drag()
        before = self._state
        datasets = tuple(
            replace(one, readings=(*one.readings, info)) if one.id == info.id else one
            for one in before.datasets
        )
        changed = {**before.settings, info.id: replace(settings, reading=info.reading)}
        self._install(AnalysisState(datasets, info.id, changed))
        self._record(label, before)

    def close_dataset(self, dataset_id: str) -> None:
        """Remove a dataset, its settings and its steps. Its neighbour is shown next."""
        self._end_drag()
        state = self._state
        ids = [info.id for info in state.datasets]
        if dataset_id not in ids:
            raise LookupError(f"no dataset {dataset_id!r} is open")
        kept = tuple(info for info in state.datasets if info.id != dataset_id)
        active = state.active
        if active == dataset_id:
            active = kept[min(ids.index(dataset_id), len(kept) - 1)].id if kept else None
        settings = {key: value for key, value in state.settings.items() if key != dataset_id}
        self._history.forget(dataset_id)
        self._install(AnalysisState(kept, active, settings))
        self._announce_history()

    def activate(self, dataset_id: str) -> None:
        """Show another open dataset. Not a step: nothing was changed."""
        self._end_drag()
        if dataset_id not in self._state.settings:
            raise LookupError(f"no dataset {dataset_id!r} is open")
        self._install(replace(self._state, active=dataset_id))

    def _end_drag(self) -> None:
        self._refuse_while_announcing()
        self.cancel_preview()

    def _replay(self, active: str | None, settings: Mapping[str, DatasetSettings]) -> None:
        state = self._state
        shown = active if active in state.settings else state.active
        self._install(replace(state, active=shown, settings={**state.settings, **settings}))
        self._announce_history()

    def _record(self, label: str, before: AnalysisState, *, walk: bool = False) -> None:
        after = self._state
        changed = [key for key, value in after.settings.items() if before.settings[key] != value]
        if not changed:
            return
        step = Step(
            label,
            after.active,
            {key: before.settings[key] for key in changed},
            {key: after.settings[key] for key in changed},
            walk,
        )
        self._history.push(step)
        self._announce_history()

    def _announce_history(self) -> None:
        with self._announcement():
            self.history_changed.emit()

    def _install(self, state: AnalysisState) -> None:
        before, self._state = self._state, state
        if state == before:
            return
        with self._announcement():
            for signal_name, part in SLICES:
                if part(before) != part(state):
                    getattr(self, signal_name).emit(part(state))
            self.state_changed.emit(state)

    @contextmanager
    def _announcement(self) -> Iterator[None]:
        self._announcing = True
        try:
            yield
        finally:
            self._announcing = False

    def _refuse_while_announcing(self) -> None:
        if self._announcing:
            raise StateWriteError("the state may not be changed from inside a state signal")


LIMIT = 200


@dataclass(frozen=True, slots=True)
class Step:
    """One named change. `before` and `after` hold the datasets that it changed, by id.

    `walk` marks a step of the arrow keys: the next one of the same name prolongs it.
    """

    label: str
    active: str | None
    before: Mapping[str, DatasetSettings]
    after: Mapping[str, DatasetSettings]
    walk: bool = False

    def without(self, dataset_id: str) -> Step | None:
        """Return the step as it is once a dataset is closed; None where nothing is left."""
        before = {key: value for key, value in self.before.items() if key != dataset_id}
        after = {key: value for key, value in self.after.items() if key != dataset_id}
        return Step(self.label, self.active, before, after, self.walk) if before else None


class History:
    """The steps that can be undone and redone, newest last."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._undo: deque[Step] = deque(maxlen=limit)
        self._redo: deque[Step] = deque(maxlen=limit)

    @property
    def undo_label(self) -> str | None:
        """Name of the step that undo takes back."""
        return self._undo[-1].label if self._undo else None

    @property
    def redo_label(self) -> str | None:
        """Name of the step that redo repeats."""
        return self._redo[-1].label if self._redo else None

    def __len__(self) -> int:
        return len(self._undo)

    def push(self, step: Step) -> None:
        """Add a step that was just made; what could be redone is forgotten."""
        if self._prolongs(step):
            step = _joined(self._undo.pop(), step)
        self._redo.clear()
        if step.before != step.after:
            self._undo.append(step)

    def take_undo(self) -> Step | None:
        """Move the newest step over to redo and return it."""
        return _move(self._undo, self._redo)

    def take_redo(self) -> Step | None:
        """Move the step undone last back and return it."""
        return _move(self._redo, self._undo)

    def forget(self, dataset_id: str) -> None:
        """Drop what concerns a closed dataset."""
        for steps in (self._undo, self._redo):
            kept = [step.without(dataset_id) for step in steps]
            steps.clear()
            steps.extend(step for step in kept if step is not None)

    def _prolongs(self, step: Step) -> bool:
        if not (step.walk and self._undo) or self._redo:
            return False
        last = self._undo[-1]
        return last.walk and last.label == step.label and last.after == step.before


def _joined(first: Step, second: Step) -> Step:
    return Step(second.label, second.active, first.before, second.after, walk=True)


def _move(source: deque[Step], target: deque[Step]) -> Step | None:
    if not source:
        return None
    step = source.pop()
    target.append(step)
    return step
