"""Resamples what the views on show want to know, in a job."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.models.band_choices import BandPolicy, RocBand

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from costcurve_gui.controllers.band_source import BandSource
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.models.band_choices import BandChoices
    from costcurve_gui.models.uncertainty import Wanted

    Build = Callable[[BandSource, Resampler, Wanted, BandChoices, Progress], object]


def resample(
    source: BandSource,
    wanted: Sequence[Wanted],
    choices: BandChoices,
    spec: BootstrapSpec,
    *,
    progress: Progress = NO_PROGRESS,
) -> dict[Wanted, Any]:
    """Compute everything that is wanted from `spec.replicates` replicates."""
    drawing = source.resampler(spec)
    found: dict[Wanted, Any] = {}
    for number, one in enumerate(wanted):
        if one.kind not in BUILDERS:
            found[one] = None
            continue
        part = _part(progress, number, len(wanted), spec.replicates)
        found[one] = BUILDERS[one.kind](source, drawing, one, choices, part)
    return found


def _part(whole: Progress, number: int, parts: int, replicates: int) -> Progress:
    """Return the progress of one part; told is the number of replicates, over all parts."""

    def report(done: int, total: int, _message: str) -> None:
        share = (number + done / max(total, 1)) / parts
        whole.advance(round(replicates * share), replicates)

    return Progress(report)


def _cost(
    source: BandSource, drawing: Resampler, wanted: Wanted, choices: BandChoices, progress: Progress
) -> object:
    from costcurve_gui.engine.resampling.cost_bands import cost_band

    model = source.model(wanted.models[0])
    reoptimised = choices.policy is BandPolicy.REOPTIMISED
    return cost_band(drawing, model, reoptimised=reoptimised, progress=progress)


BUILDERS: dict[str, Build] = {"cost": _cost}
