"""Frames of the shipped files that are not scored cases of two classes."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.curves import view_input
from costcurve_gui.analysis.examples import example_of
from costcurve_gui.analysis.loading import Loaded, load_example
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.view_results import build_view_result

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot


@cache
def example(name: str) -> Loaded:
    """Return a shipped file as a loading job hands it over."""
    found = example_of(name)
    assert found is not None
    return load_example(name, found)


def snapshot_of(name: str, **changes: Any) -> Snapshot:
    """Return the snapshot of a shipped file, with other settings."""
    loaded = example(name)
    return build_snapshot(loaded.curve_set, replace(loaded.settings, **changes))


def with_result(name: str, view: str) -> Snapshot:
    """Return the snapshot of a shipped file, with what one view needs beyond it."""
    loaded, snapshot = example(name), snapshot_of(name)
    given = view_input(loaded.curve_set, loaded.source, snapshot.settings.payoff)
    return replace(snapshot, results=build_view_result(view, given))
