"""Frames of the credit file with bands and intervals, as the job of the window finds them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from costcurve_gui.controllers.band_jobs import resample
from costcurve_gui.controllers.band_source import band_source
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.models.uncertainty import UNCERTAINTY, Uncertainty, wanted_by
from tests.helpers.frames import german_credit, german_credit_frame

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.models.results import Frame
    from costcurve_gui.models.uncertainty import Wanted

SPEC = BootstrapSpec(replicates=400)


def banded(frame: Frame, **changes: Any) -> Frame:
    """Return a frame with other choices about bands."""
    bands = replace(frame.settings.bands, **changes)
    return replace(frame, settings=replace(frame.settings, bands=bands))


def knowing(frame: Frame, results: Mapping[Wanted | None, Any]) -> Frame:
    """Return a frame in which these results are there."""
    counts = dict.fromkeys(results, frame.settings.bands.spec.replicates)
    found = Uncertainty(frame.settings.bands, results, counts)  # type: ignore[arg-type]
    return replace(frame, extras={**frame.extras, UNCERTAINTY: found})


def resampled(*views: str, frame: Frame | None = None, **changes: Any) -> Frame:
    """Return a frame in which all that the decision and some views want is there."""
    asked = banded(german_credit_frame() if frame is None else frame, spec=SPEC, **changes)
    loaded, bands = german_credit(), asked.settings.bands
    source = band_source(loaded.scene, loaded.source, loaded.settings.payoff)
    assert source is not None
    return knowing(asked, resample(source, wanted_by(asked, views), bands, bands.spec))
