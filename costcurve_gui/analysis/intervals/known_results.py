"""What is known of the intervals that a snapshot wants."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.intervals.results import Failed, IntervalRequest, Intervals
from costcurve_gui.analysis.snapshot import condition_of

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec


def is_current(request: IntervalRequest, snapshot: Snapshot) -> bool:
    """Whether the result of a request belongs to no other condition or belief."""
    condition = request.condition
    same = condition is None or condition == condition_of(snapshot, request.models[0])
    return same and request.belief in (None, snapshot.belief)


def intervals_of(snapshot: Snapshot) -> Intervals | None:
    """Return what is known of a snapshot; None where nothing is, or under other choices."""
    found = snapshot.intervals
    chosen = snapshot.settings.bands
    same = found is not None and (found.choices is chosen or found.choices == chosen)
    return found if same else None


def spec_in_force(snapshot: Snapshot, *, compared: bool = False) -> BootstrapSpec:
    """Return what intervals of one model are found from, or those of models that are compared."""
    bands = snapshot.settings.bands
    spec = bands.comparison_spec if compared else bands.spec
    return replace(spec, groups=snapshot.curve_set.dataset.group)


def known(snapshot: Snapshot, wanted: IntervalRequest | None) -> Any:
    """Return one result; None until it is there, and where it cannot be computed."""
    found = known_or_failed(snapshot, wanted)
    return None if isinstance(found, Failed) else found


def failure(snapshot: Snapshot, wanted: IntervalRequest | None) -> str:
    """Return why something cannot be computed; nothing where it can, or until it is known."""
    found = known_or_failed(snapshot, wanted)
    return found.reason if isinstance(found, Failed) else ""


def known_or_failed(snapshot: Snapshot, wanted: IntervalRequest | None) -> Any:
    """Return one result, or why it cannot be computed; None until either is there."""
    found = intervals_of(snapshot)
    return None if found is None or wanted is None else found.results.get(wanted)
