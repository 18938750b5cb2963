"""How views shade a condition that is not known exactly: stretches, wedges of slopes, bands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from costcurve_gui.analysis.uncertain_conditions import condition_ends
from costcurve_gui.views.plotting.marks import Between, Line, Shade

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.analysis.curves import DrawnCurve
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.plotting.canvas import Bounds
    from costcurve_gui.views.plotting.marks import Mark
    from costcurve_gui.views.shell.theme import Tokens

_DASH: Final = (5.0, 3.0)
_BEYOND: Final = 3.0
"""So far along either line of a wedge, which the plot cuts off."""


def pc_plus(snapshot: Snapshot) -> float:
    """Return where the condition lies on an axis of PC(+)."""
    return snapshot.condition.probability_cost


def condition_stretch(
    snapshot: Snapshot,
    tokens: Tokens,
    bounds: Bounds,
    place: Callable[[Snapshot], float] = pc_plus,
) -> list[Mark]:
    """Return the shaded stretch of an axis on which the condition may lie, its ends dashed.

    Parameters
    ----------
    place : callable
        Returns where the condition of a snapshot lies on the axis.
    """
    ends = condition_ends(snapshot)
    if ends is None:
        return []
    low, high = sorted(map(place, ends))
    up = bounds.y_low, bounds.y_high
    lines = [Line("uncertain", (x, x), up, tokens.ink, dash=_DASH) for x in (low, high)]
    return [Shade(low, high, *up, tokens.ink, tokens.uncertain_alpha), *lines]


def slope_wedge(snapshot: Snapshot, tokens: Tokens, x: float, y: float) -> list[Mark]:
    """Return the ground between the iso-performance lines of both ends through a point."""
    ends = condition_ends(snapshot)
    if ends is None:
        return []
    reach = np.array([-_BEYOND, 0.0, _BEYOND])
    first, second = ((x + reach * pc, y + reach * (1 - pc)) for pc in map(pc_plus, ends))
    return [Between(first, second, tokens.ink, tokens.uncertain_alpha)]


def curve_band(
    snapshot: Snapshot, tokens: Tokens, curve_of: Callable[[Snapshot], DrawnCurve | None]
) -> list[Mark]:
    """Return the ground that the selected model's curve sweeps from one end to the other.

    Parameters
    ----------
    curve_of : callable
        Returns the curve of the selected model of a snapshot; None where it has none.
    """
    ends = condition_ends(snapshot)
    if ends is None or snapshot.selected is None:
        return []
    first, second = map(curve_of, ends)
    if first is None or second is None or np.array_equal(first.y, second.y):
        return []
    lines = (first.x, first.y), (second.x, second.y)
    return [Between(*lines, tokens.ink, tokens.uncertain_alpha)]
