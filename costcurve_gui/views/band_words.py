"""What views say about bands and intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.models.uncertainty import bands_of, difference_wanted, known, winners_wanted
from costcurve_gui.views import numbers

if TYPE_CHECKING:
    from costcurve_gui.engine.resampling.band import Band, ThresholdBand
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.models.results import Frame

_NOT_DRAWN = ("two binomials", "Wilson")  # methods that need no replicates


def level(spec: BootstrapSpec) -> str:
    """Write the level: 90 %."""
    return share(spec.level)


def share(value: float) -> str:
    """Write a share that somebody chose: 1 %."""
    return f"{numbers.plain(round(100 * value, 6))} %"


def band_note(frame: Frame, view: str) -> str:
    """Say in a title that a view has bands: 90 % bands; nothing where none is there yet.

    Single points have intervals.
    """
    bands = tuple(bands_of(frame, view).values())
    if not bands:
        return ""
    several = "bands" if len(bands) > 1 else "band"
    noun = "intervals" if is_of_points(bands[0]) else several
    return f"{level(bands[0].spec)} {noun}"


def is_of_points(band: Band | ThresholdBand) -> bool:
    """Whether single thresholds or members of a family have intervals, and nothing between."""
    from costcurve_gui.engine.resampling.band import ThresholdBand  # not before there are bands
    from costcurve_gui.engine.resampling.value_bands import RuleBand

    if isinstance(band, RuleBand):
        return bool(np.isnan(band.thresholds).any())  # members have none
    return isinstance(band, ThresholdBand)


def band_method(frame: Frame, view: str) -> str:
    """Say how the bands of a view were found: fixed policy, 2 000 replicates, seed 0."""
    bands = tuple(bands_of(frame, view).values())
    if not bands:
        return ""
    method = bands[0].method
    return method if method.startswith(_NOT_DRAWN) else f"{method}, {drawn(bands[0].spec)}"


def sureness(frame: Frame, view: str) -> str:
    """Say how sure a view is: 90 % bands: fixed policy, 2 000 replicates, seed 0."""
    if view == "winners":
        won = known(frame, winners_wanted(frame))
        return (
            "" if won is None else f"bootstrap{paired(won.spec)}: {won.method}, {drawn(won.spec)}"
        )
    if view == "difference":
        return _of_difference(frame)
    note = band_note(frame, view)
    return f"{note}: {band_method(frame, view)}" if note else ""


def _of_difference(frame: Frame) -> str:
    found = known(frame, difference_wanted(frame)) if frame.settings.bands.shown else None
    if found is None:
        return ""
    return f"{level(found.band.spec)} band: {found.band.method}, {drawn(found.band.spec)}"


def paired(spec: BootstrapSpec) -> str:
    """Say that models were drawn together; nothing where each was drawn by itself."""
    return "" if spec.independent else ", paired"


def drawn(spec: BootstrapSpec) -> str:
    """Say what was drawn: groups resampled, 2 000 replicates, seed 0."""
    groups = "groups resampled, " if spec.grouped else ""
    apart = "independent samples, " if spec.independent else ""
    return f"{apart}{groups}{numbers.count(spec.replicates)} replicates, seed {spec.seed}"
