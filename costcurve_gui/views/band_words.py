"""What views say about bands and intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.models.uncertainty import bands_of
from costcurve_gui.views import numbers

if TYPE_CHECKING:
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.models.results import Frame


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
    from costcurve_gui.engine.resampling.band import ThresholdBand  # not before there are bands

    several = "bands" if len(bands) > 1 else "band"
    noun = "intervals" if isinstance(bands[0], ThresholdBand) else several
    return f"{level(bands[0].spec)} {noun}"


def band_method(frame: Frame, view: str) -> str:
    """Say how the bands of a view were found: fixed policy, 2 000 replicates, seed 0."""
    bands = tuple(bands_of(frame, view).values())
    return f"{bands[0].method}, {drawn(bands[0].spec)}" if bands else ""


def drawn(spec: BootstrapSpec) -> str:
    """Say what was drawn: groups resampled, 2 000 replicates, seed 0."""
    groups = "groups resampled, " if spec.grouped else ""
    return f"{groups}{numbers.count(spec.replicates)} replicates, seed {spec.seed}"
