"""Mixes two operating points that the user chooses."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.controllers.selection_controller import present_dial
from costcurve_gui.models.mixing import MixBy, MixSpec, PointSpec

if TYPE_CHECKING:
    from costcurve_gui.models.mixing import End
    from costcurve_gui.models.results import Frame, ResultsModel
    from costcurve_gui.models.session import SessionModel


class MixingController:
    """Turns what was done to the mixture into changes of the state."""

    def __init__(self, session: SessionModel, results: ResultsModel) -> None:
        self._session = session
        self._results = results

    def start(self) -> bool:
        """Mix the selected model and the next one where they work now; False without a model.

        A mixture in force stays.
        """
        frame = self._results.frame
        if frame is None or frame.selected is None:
            return False
        if frame.mix is None:
            keys = [frame.selected, *(key for key in frame.models if key != frame.selected)]
            first, second = (_present(frame, key) for key in (keys[0], keys[1 % len(keys)]))
            self._apply(MixSpec(first, second))
        return True

    def choose_model(self, end: End, key: str) -> None:
        """Take another model at one end, where it works now."""
        frame, spec = self._results.frame, self._spec
        if frame is None or spec is None:
            return
        self._apply(replace(spec, **{end: _present(frame, key)}))  # type: ignore[arg-type]

    def set_dial(self, end: End, dial: float) -> None:
        """Take a threshold, or a member of a family, at one end."""
        if self._spec is None:
            return
        point: PointSpec = getattr(self._spec, end)
        self._apply(replace(self._spec, **{end: replace(point, dial=dial)}))  # type: ignore[arg-type]

    def choose_by(self, by: MixBy) -> None:
        """Fix another figure at what it is now; the mixture stays where it is."""
        frame, spec = self._results.frame, self._spec
        if frame is None or frame.mix is None or spec is None:
            return
        share = MixSpec(spec.first, spec.second)
        now = frame.mix.wanted
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


def _present(frame: Frame, key: str) -> PointSpec:
    return PointSpec(key, present_dial(frame, key))
