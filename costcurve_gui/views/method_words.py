"""What the status bar says of how bands and intervals on show were found."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.models.uncertainty import (
    BAND_VIEWS,
    belief_tests_wanted,
    decision_intervals,
    known,
    tests_wanted,
    verdicts_wanted,
    winners_wanted,
)
from costcurve_gui.views.band_words import bands_summary, drawn, drawn_spec, level
from costcurve_gui.views.figure_intervals import is_resampled

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.models.results import Frame
    from costcurve_gui.models.uncertainty import Wanted

_BANDED = ("cost", "difference")
_OVER_ALL: Mapping[str, Callable[[Frame], Wanted | None]] = {
    "winners": winners_wanted,
    "verdicts": verdicts_wanted,
}
_FIXED = "fixed policy"  # the only one under which models are compared


def method_summary(frame: Frame, views: Mapping[str, str]) -> str:
    """Say how what is in front was found, of what stands there in the dock of cost space.

    `views` holds the view in front of each family. Where that in front of cost space was not
    resampled, the rest of the window may have been: then level, replicates and seed are named.
    """
    front = views.get("cost", "")
    said = bands_summary(frame, front) if front in _BANDED else _over_all(frame, front)
    if said:
        return said
    spec = _resampled(frame, views.values())
    return "" if spec is None else f"{level(spec)} intervals: {drawn(_of_file(frame, spec))}"


def _over_all(frame: Frame, view: str) -> str:
    """Say how all models were compared; shares of wins have no level."""
    wanted = _OVER_ALL.get(view)
    if wanted is None or known(frame, wanted(frame)) is None:
        return ""
    spec = frame.settings.bands.spec
    sure = f"{level(spec)} verdicts" if view == "verdicts" else "who wins"
    return f"{sure}: {_FIXED}, {drawn(_of_file(frame, spec))}"


def _resampled(frame: Frame, views: Collection[str]) -> BootstrapSpec | None:
    """Return what the decision or some view on show was drawn by."""
    if is_resampled(decision := decision_intervals(frame)):
        return decision.spec
    specs = (drawn_spec(frame, view) for view in BAND_VIEWS if view in views)
    found = next((spec for spec in specs if spec is not None), None)
    if found is None and "tests" in views and _has_tests(frame):
        return frame.settings.bands.spec
    return found


def _has_tests(frame: Frame) -> bool:
    wanted = (tests_wanted(frame), belief_tests_wanted(frame))
    return any(known(frame, one) is not None for one in wanted)


def _of_file(frame: Frame, spec: BootstrapSpec) -> BootstrapSpec:
    """Return what was drawn with the groups of the file, and how its models were tested."""
    apart = frame.settings.bands.apart and len(frame.models) > 1
    return replace(spec, grouped=frame.scene.dataset.grouped, independent=apart)
