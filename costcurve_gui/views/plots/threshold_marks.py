"""Intervals at single points: thresholds along a ROC curve, and members of families."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import distinct
from costcurve_gui.views.plots.fold_marks import Whisker
from costcurve_gui.views.plots.marks import Shade

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.engine.arrays import Indices
    from costcurve_gui.engine.resampling.band import ThresholdBand
    from costcurve_gui.engine.resampling.curve_bands import RuleBand
    from costcurve_gui.views.plots.marks import Mark

MOST_CROSSES = 9


def threshold_marks(band: ThresholdBand, color: str, alpha: int) -> list[Mark]:
    """Return a box of both intervals, and a cross in it, at thresholds spread evenly.

    Members of a family have no thresholds, and all are shown.
    """
    every = np.isnan(band.thresholds).any()
    places = (np.arange(band.rows.size) if every else spread_rows(band)).tolist()
    boxes: list[Mark] = [_box(band, at, color, alpha) for at in places]
    return boxes + [mark for at in places for mark in _cross(band, at, color)]


def _box(band: ThresholdBand, at: int, color: str, alpha: int) -> Mark:
    x_low, x_high, y_low, y_high = (
        float(ends[at]) for ends in (band.fpr_lower, band.fpr_upper, band.tpr_lower, band.tpr_upper)
    )
    return Shade(x_low, x_high, y_low, y_high, color, alpha)


def _cross(band: ThresholdBand, at: int, color: str) -> Iterator[Mark]:
    x, y = float(band.fpr[at]), float(band.tpr[at])
    yield Whisker(x, y, float(band.fpr_lower[at]), float(band.fpr_upper[at]), False, color)
    yield Whisker(x, y, float(band.tpr_lower[at]), float(band.tpr_upper[at]), True, color)


def member_marks(band: RuleBand, color: str) -> list[Mark]:
    """Return the interval of each member of a family; nothing lies between two of them."""
    points = list(zip(band.x, band.estimate, band.lower, band.upper, strict=True))[1:-1]
    return [
        Whisker(float(x), float(y), float(low), float(high), True, color)
        for x, y, low, high in points
    ]


def spread_rows(band: ThresholdBand) -> Indices:
    """Return the points nearest to even steps along the curve; its ends say nothing."""
    way = (band.fpr + band.tpr) / 2
    steps = np.arange(1, MOST_CROSSES + 1) / (MOST_CROSSES + 1)
    nearest = np.abs(way[:, None] - steps).argmin(axis=0)
    found = distinct(nearest)
    return found[(way[found] > 0) & (way[found] < 1)]
