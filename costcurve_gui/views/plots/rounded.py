"""Ends of an axis that take a step now and then instead of creeping through a drag."""

from __future__ import annotations

import math

from costcurve_gui.views.plots.ticks import step_between

_GRAINS = 40


def rounded(low: float, high: float) -> tuple[float, float]:
    """Return round ends that hold `low` and `high`."""
    grain = step_between(low, high, _GRAINS)
    return math.floor(low / grain) * grain, math.ceil(high / grain) * grain
