"""Intervals of both rates at thresholds along a ROC curve."""

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
    from costcurve_gui.views.plots.marks import Mark

MOST_CROSSES = 9


def threshold_marks(band: ThresholdBand, color: str, alpha: int) -> list[Mark]:
    """Return a box of both intervals, and a cross in it, at thresholds spread evenly."""
    places = spread_rows(band).tolist()
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


def spread_rows(band: ThresholdBand) -> Indices:
    """Return the points nearest to even steps along the curve; its ends say nothing."""
    way = (band.fpr + band.tpr) / 2
    steps = np.arange(1, MOST_CROSSES + 1) / (MOST_CROSSES + 1)
    nearest = np.abs(way[:, None] - steps).argmin(axis=0)
    found = distinct(nearest)
    return found[(way[found] > 0) & (way[found] < 1)]
