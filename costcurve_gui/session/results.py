"""Publish the newest curve set, snapshot and reading to the views."""

from __future__ import annotations

from typing import TYPE_CHECKING

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

    def read(self, reading: Reading | None) -> None:
        """Announce what is under the cursor."""
        self.reading = reading
        self.reading_changed.emit(reading)
