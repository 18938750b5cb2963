"""Which condition a dragged iso-performance line stands for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_TOUCHES = 1e-3


@dataclass(frozen=True, slots=True, eq=False)
class Pivots:
    """Points (x, y) through which the line runs while PC(+) is between `low` and `high`."""

    x: Floats
    y: Floats
    low: Floats
    high: Floats

    @classmethod
    def fixed(cls, x: float, y: float) -> Pivots:
        """Return the one point of a line that only turns."""
        return cls(np.array([x]), np.array([y]), np.zeros(1), np.ones(1))


def condition_through(x: float, y: float, pivots: Pivots, present: float) -> float:
    """Return the PC(+) whose line runs through (x, y), or passes it as closely as it can.

    Of two such lines, the tangents to either side of a hull, the one nearer to the present
    condition is meant.
    """
    across, up = pivots.x - x, pivots.y - y
    through = np.where(
        across * up >= 0,
        np.abs(across) / np.maximum(np.abs(across) + np.abs(up), 1e-300),
        np.abs(up) < np.abs(across),
    )
    at_pivot = (across == 0) & (up == 0)
    through = np.where(at_pivot, present, through)
    through = np.clip(through, pivots.low, pivots.high)
    missed = np.abs((1 - through) * across - through * up) / np.hypot(through, 1 - through)
    touching = missed <= max(_TOUCHES, float(missed.min()))
    turned = np.where(touching, np.abs(through - present), np.inf)
    return float(through[int(turned.argmin())])
