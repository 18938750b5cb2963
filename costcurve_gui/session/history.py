"""Undo and redo as plain data: what the settings of each dataset were before and after a step.

A step holds settings only, never of the list of datasets, so that undoing can neither
bring back a closed file nor close an open one.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.settings import DatasetSettings

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
