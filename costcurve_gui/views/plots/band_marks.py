"""Ribbons of uncertainty under the curves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

import numpy as np

from costcurve_gui.models.uncertainty import bands_of
from costcurve_gui.views.band_words import is_of_points
from costcurve_gui.views.comparisons import difference_known, significance
from costcurve_gui.views.plots.marks import Between, FootStrip, Line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.engine.resampling.band import Band, ThresholdBand
    from costcurve_gui.engine.resampling.curve_bands import RuleBand
    from costcurve_gui.models.results import Comparison, Frame
    from costcurve_gui.views.plots.marks import Mark
    from costcurve_gui.views.theme import Tokens

DIFFERENCE_ALPHA = _CROWDED_ALPHA = 36
_FAINT_ALPHA, _PAIR = 14, 2
_EDGE_ALPHA, SIGNIFICANT_ALPHA = 90, 60


def ribbons(
    frame: Frame, view: str, tokens: Tokens, ends: Mapping[str, float] | None = None
) -> list[Mark]:
    """Return the bands of a view that are known, the selected model's on top.

    `ends` says of models up to where along x they are drawn.
    """
    found, ends = bands_of(frame, view), ends or {}
    bands = {key: _up_to(band, ends.get(key)) for key, band in found.items()}
    marks: list[Mark] = []
    for key, band in bands.items():
        color = tokens.model_color(frame.models[key].info.slot)
        alpha = _alpha(tokens, len(bands), selected=key == frame.selected)
        marks += _band_marks(band, key, color, alpha, edged=len(bands) > 1)
    return marks


def _up_to(band: Band | ThresholdBand, end: float | None) -> Band | ThresholdBand:
    if end is None or is_of_points(band):
        return band
    whole = cast("Band", band)
    inside = whole.x <= end
    lower, upper = (np.where(inside, edge, np.nan) for edge in (whole.lower, whole.upper))
    return replace(whole, lower=lower, upper=upper)


def _band_marks(
    band: Band | ThresholdBand, key: str, color: str, alpha: int, *, edged: bool
) -> list[Mark]:
    if not is_of_points(band):
        return ribbon(cast("Band", band), key, color, alpha, edged=edged)
    from costcurve_gui.engine.resampling.band import ThresholdBand  # not before there are bands
    from costcurve_gui.views.plots.threshold_marks import member_marks, threshold_marks

    if isinstance(band, ThresholdBand):
        return threshold_marks(band, color, alpha)
    return member_marks(cast("RuleBand", band), color)


def _alpha(tokens: Tokens, many: int, *, selected: bool) -> int:
    """Return how dense a band is: more than two would cover the lines, were they all dense."""
    if many == 1:
        return tokens.band_alpha
    return _CROWDED_ALPHA if selected or many <= _PAIR else _FAINT_ALPHA


def ribbon(band: Band, key: str, color: str, alpha: int, *, edged: bool) -> list[Mark]:
    """Return one band, if it has an interval; where there are several, edges tell them apart."""
    known = np.isfinite(band.lower) & np.isfinite(band.upper)
    if not known.any():
        return []
    x, lower, upper = band.x[known], band.lower[known], band.upper[known]
    ground = Between((x, lower), (x, upper), color, alpha)
    if not edged:
        return [ground]
    return [
        ground,
        Line(f"{key} lower", x, lower, color, _EDGE_ALPHA),
        Line(f"{key} upper", x, upper, color, _EDGE_ALPHA),
    ]


def difference_ribbon(frame: Frame, found: Comparison, tokens: Tokens) -> list[Mark]:
    """Return the band of a difference; in the better model's colour where it is significant."""
    known = difference_known(frame)
    if known is None:
        return []
    band, colors = known.band, difference_colors(frame, found, tokens)
    marks = ribbon(band, "difference", tokens.muted, DIFFERENCE_ALPHA, edged=True)
    for low, high, better in known.stretches:
        inside = (band.x >= low) & (band.x <= high)
        x, lower, upper = band.x[inside], band.lower[inside], band.upper[inside]
        marks.append(Between((x, lower), (x, upper), colors[better], SIGNIFICANT_ALPHA))
    return marks


def difference_strip(frame: Frame, found: Comparison, tokens: Tokens) -> Mark | None:
    """Return the significant stretches as bars at the foot; None until they are known."""
    known = difference_known(frame)
    if known is None:
        return None
    colors = difference_colors(frame, found, tokens)
    parts = tuple((low, high, (colors[better],)) for low, high, better in known.stretches)
    return FootStrip(parts, significance(known), ticks=True)


def difference_colors(frame: Frame, found: Comparison, tokens: Tokens) -> dict[str, str]:
    """Return the colours of the two models."""
    keys = {"a": found.model, "b": found.rival}
    return {one: tokens.model_color(frame.models[key].info.slot) for one, key in keys.items()}
