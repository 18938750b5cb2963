"""Mixes two operating points that the user chooses."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.settings import MixBy, MixSpec, PointSpec
from costcurve_gui.controllers.selection_controller import present_position

if TYPE_CHECKING:
    from costcurve_gui.analysis.settings import End
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.session.results import Results
    from costcurve_gui.session.session import Session


class MixingController:
    """Turns what was done to the mixture into changes of the state."""

    def __init__(self, session: Session, results: Results) -> None:
        self._session = session
        self._results = results

    def start(self) -> bool:
        """Mix the selected model and the next one where they work now; False without a model.

        A mixture in force stays.
        """
        snapshot = self._results.snapshot
        if snapshot is None or snapshot.selected is None:
            return False
        if snapshot.mix is None:
            keys = [
                snapshot.selected,
                *(key for key in snapshot.models if key != snapshot.selected),
            ]
            first, second = (_present(snapshot, key) for key in (keys[0], keys[1 % len(keys)]))
            self._apply(MixSpec(first, second))
        return True

    def choose_model(self, end: End, key: str) -> None:
        """Take another model at one end, where it works now."""
        snapshot, spec = self._results.snapshot, self._spec
        if snapshot is None or spec is None:
            return
        self._apply(replace(spec, **{end: _present(snapshot, key)}))  # type: ignore[arg-type]

    def set_manual_position(self, end: End, manual_position: float) -> None:
        """Take a threshold, or a classifier of a family, at one end."""
        if self._spec is None:
            return
        point: PointSpec = getattr(self._spec, end)
        self._apply(replace(self._spec, **{end: replace(point, manual_position=manual_position)}))  # type: ignore[arg-type]

    def choose_by(self, by: MixBy) -> None:
        """Fix another figure at what it is now; the mixture stays where it is."""
        snapshot, spec = self._results.snapshot, self._spec
        if snapshot is None or snapshot.mix is None or spec is None:
            return
        share = MixSpec(spec.first, spec.second)
        now = snapshot.mix.wanted
        by = MixBy(by)  # Qt hands over a plain text
        self._apply(replace(spec, by=by, wanted=now[by]) if now else share)

    def set_wanted(self, wanted: float) -> None:
        """Take a typed share, rate or number of cases."""
        if self._spec is not None:
            self._apply(replace(self._spec, wanted=wanted))

    def remove(self) -> None:
        """Mix nothing any more."""
        self._session.apply("remove the mixture", mix=None)

    @property
    def _spec(self) -> MixSpec | None:
        return self._session.state.current.mix

    def _apply(self, spec: MixSpec) -> None:
        self._session.apply("mix two points", mix=spec)


def _present(snapshot: Snapshot, key: str) -> PointSpec:
    return PointSpec(key, present_position(snapshot, key))
