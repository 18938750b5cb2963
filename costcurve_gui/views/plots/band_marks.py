"""Ribbons of uncertainty under the curves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.models.uncertainty import bands_of
from costcurve_gui.views.plots.marks import Between, Line

if TYPE_CHECKING:
    from costcurve_gui.engine.resampling.band import Band
    from costcurve_gui.models.results import Frame
    from costcurve_gui.views.plots.marks import Mark
    from costcurve_gui.views.theme import Tokens

_CROWDED_ALPHA, _EDGE_ALPHA = 36, 90


def ribbons(frame: Frame, view: str, tokens: Tokens) -> list[Mark]:
    """Return the bands of a view that are known, the selected model's on top."""
    bands = bands_of(frame, view)
    marks: list[Mark] = []
    for key, band in bands.items():
        color = tokens.model_color(frame.models[key].info.slot)
        marks += ribbon(band, key, color, tokens, crowded=len(bands) > 1)
    return marks


def ribbon(band: Band, key: str, color: str, tokens: Tokens, *, crowded: bool) -> list[Mark]:
    """Return one band; where there are several, edges tell them apart."""
    known = np.isfinite(band.lower) & np.isfinite(band.upper)
    x, lower, upper = band.x[known], band.lower[known], band.upper[known]
    if not crowded:
        return [Between((x, lower), (x, upper), color, tokens.band_alpha)]
    return [
        Between((x, lower), (x, upper), color, _CROWDED_ALPHA),
        Line(f"{key} lower", x, lower, color, _EDGE_ALPHA),
        Line(f"{key} upper", x, upper, color, _EDGE_ALPHA),
    ]
