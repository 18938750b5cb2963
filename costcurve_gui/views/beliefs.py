"""Beliefs over PC(+) in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.engine.cost.belief import UNIFORM, BetaBelief
from costcurve_gui.views import numbers

if TYPE_CHECKING:
    from costcurve_gui.engine.cost.belief import Belief


def belief_name(belief: Belief) -> str:
    """Name a belief: uniform belief, Beta(2, 5), triangular 0.100 to 0.600, mode 0.200."""
    if belief == UNIFORM:
        return "uniform belief"
    if isinstance(belief, BetaBelief):
        return f"Beta({numbers.plain(belief.a)}, {numbers.plain(belief.b)})"
    stretch, mode = numbers.interval(belief.lo, belief.hi), numbers.rate(belief.mode)
    return f"triangular {stretch}, mode {mode}"
