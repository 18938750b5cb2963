"""Frames of the credit file with bands and intervals, as the job of the window finds them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.interval_settings import BandsOf
from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.intervals.jobs import resample
from costcurve_gui.analysis.intervals.requests import interval_requests
from costcurve_gui.analysis.intervals.results import Intervals
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from tests.helpers.snapshots import german_credit, german_credit_snapshot

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.intervals.results import IntervalRequest
    from costcurve_gui.analysis.snapshot import Snapshot

SPEC = BootstrapSpec(replicates=400)


def banded(snapshot: Snapshot, **changes: Any) -> Snapshot:
    """Return a snapshot with other choices about bands."""
    bands = replace(snapshot.settings.bands, **changes)
    return replace(snapshot, settings=replace(snapshot.settings, bands=bands))


def knowing(snapshot: Snapshot, results: Mapping[IntervalRequest | None, Any]) -> Snapshot:
    """Return a snapshot in which these results are there."""
    counts = dict.fromkeys(results, snapshot.settings.bands.spec.replicates)
    found = Intervals(snapshot.settings.bands, results, counts)  # type: ignore[arg-type]
    return replace(snapshot, intervals=found)


def resampled(*views: str, snapshot: Snapshot | None = None, **changes: Any) -> Snapshot:
    """Return a snapshot in which all that the decision and some views want is there.

    The band of the competitor too, which is drawn on request.
    """
    plain = german_credit_snapshot() if snapshot is None else snapshot
    asked = banded(plain, **{"spec": SPEC, "of": BandsOf.PAIR, **changes})
    loaded, bands = german_credit(), asked.settings.bands
    source = resampling_input(loaded.curve_set, loaded.source, loaded.settings.payoff)
    assert source is not None
    return knowing(asked, resample(source, interval_requests(asked, views), bands, bands.spec))
