"""Publish the newest curve set, snapshot and reading to the views; hold the open files."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.analysis.snapshot import Reading, Snapshot


class Results(QObject):
    """Holds the newest curve set and snapshot and tells the views."""

    curves_changed = Signal(object)  # CurveSet | None
    snapshot_changed = Signal(object)  # Snapshot | None
    reading_changed = Signal(object)  # Reading | None

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.curve_set: CurveSet | None = None
        self.snapshot: Snapshot | None = None
        self.reading: Reading | None = None

    def publish(self, curve_set: CurveSet | None, snapshot: Snapshot | None) -> None:
        """Replace both; the curve set is announced only when it is another one.

        A receiver of the first signal may update the snapshot: the newest is announced.
        """
        curves_are_new = curve_set is not self.curve_set
        self.curve_set, self.snapshot = curve_set, snapshot
        if curves_are_new:
            self.curves_changed.emit(curve_set)
        self.snapshot_changed.emit(self.snapshot)

    def update(self, curve_set: CurveSet, change: Callable[[Snapshot], Snapshot]) -> None:
        """Add what was computed to the newest snapshot, unless its curve set is another by now."""
        if self.snapshot is None or curve_set is not self.curve_set:
            return
        self.snapshot = change(self.snapshot)
        self.snapshot_changed.emit(self.snapshot)

    def announce_again(self) -> None:
        """Let everything be written once more, since numbers are written otherwise."""
        if self.snapshot is not None and self.curve_set is not None:
            self.curves_changed.emit(self.curve_set)
            self.update(self.curve_set, replace)

    def read(self, reading: Reading | None) -> None:
        """Announce what is under the cursor."""
        self.reading = reading
        self.reading_changed.emit(reading)


Source = TypeVar("Source")


class DatasetStore(Generic[Source]):
    """Sources by id. Ids are never used twice, so a late result cannot meet the wrong arrays.

    A file whose columns were chosen again has a source for each of its readings.
    """

    def __init__(self) -> None:
        self._sources: dict[str, dict[int, Source]] = {}
        self._numbers = count(1)

    def new_id(self) -> str:
        """Return an id for a dataset that is about to be read."""
        return f"dataset{next(self._numbers)}"

    def put(self, dataset_id: str, source: Source, reading: int = 0) -> None:
        """Keep what a dataset just read is computed from."""
        self._sources.setdefault(dataset_id, {})[reading] = source

    def get(self, dataset_id: str, reading: int = 0) -> Source:
        """Return what an open dataset is computed from."""
        return self._sources[dataset_id][reading]

    def remove(self, dataset_id: str) -> None:
        """Let the arrays of a closed dataset go."""
        del self._sources[dataset_id]

    def __contains__(self, dataset_id: str) -> bool:
        return dataset_id in self._sources

    def __len__(self) -> int:
        return len(self._sources)
