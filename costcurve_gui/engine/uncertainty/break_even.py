"""The values of a parameter at which another model becomes the best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.engine.arrays import Floats, Indices

_STEPS: Final = 2_001
_HALVINGS: Final = 60


@dataclass(frozen=True, slots=True)
class BreakEven:
    """Where the best model changes, on both sides of the value in force.

    Attributes
    ----------
    below, above : float or None
        The nearest value at which another model is as good; None where there is none in reach.
    best : int
        The model that is best in between.
    best_below, best_above : int or None
        The model that is best beyond them.
    """

    below: float | None
    above: float | None
    best: int
    best_below: int | None
    best_above: int | None


def break_even(
    profits: Callable[[Floats], Floats], value: float, low: float, high: float
) -> BreakEven:
    """Return the nearest values of a parameter at which the best model changes.

    Parameters
    ----------
    profits : callable
        Takes values of the parameter, shape (v,), returns profits of fixed policies, shape
        (v, models); NaN where the value makes payoffs that cannot be used.
    value : float
        The value in force.
    low, high : float
        Where to look.

    Returns
    -------
    BreakEven
        Each value to the precision of float64, found on 2,001 even steps and halved between
        them; a model that is best between two steps only is not seen.

    Examples
    --------
    >>> found = break_even(lambda x: np.stack([x, 5 - x], axis=1), 1.0, 0.0, 10.0)
    >>> round(found.above, 9), found.best, found.best_above, found.below
    (2.5, 1, 0, None)
    """
    best = int(np.argmax(profits(np.array([value]))[0]))
    above, best_above = _next_change(profits, best, value, high)
    below, best_below = _next_change(profits, best, value, low)
    return BreakEven(below, above, best, best_below, best_above)


def _next_change(
    profits: Callable[[Floats], Floats], best: int, value: float, end: float
) -> tuple[float | None, int | None]:
    steps = np.linspace(value, end, _STEPS)
    found = profits(steps)
    usable = ~np.isnan(found).any(axis=1)
    stop = len(steps) if usable.all() else int(np.argmin(usable))
    changed = _others_lead(found[:stop], best)
    if not changed.any():
        return None, None
    at = int(np.argmax(changed))
    if at == 0:
        return None, None
    inside, outside = steps[at - 1], steps[at]
    for _ in range(_HALVINGS):
        middle = (inside + outside) / 2
        if _others_lead(profits(np.array([middle])), best)[0]:
            outside = middle
        else:
            inside = middle
    winner = int(_winners(profits(np.array([outside])))[0])
    return float(outside), winner


def _others_lead(profits: Floats, best: int) -> Floats:
    """Tell where another model earns more than the one given."""
    lead: Floats = profits.max(axis=1, initial=-np.inf) > profits[:, best]
    return lead


def _winners(profits: Floats) -> Indices:
    winners: Indices = profits.argmax(axis=1)
    return winners
