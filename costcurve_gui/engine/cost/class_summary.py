"""Mean and range of a column over one class, in one pass."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import chunks

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Bools, Floats


@dataclass(frozen=True, slots=True)
class ClassSummary:
    """Weighted mean, smallest and largest value; each is NaN where a value is NaN."""

    mean: float
    smallest: float
    largest: float


def class_summary(
    values: Floats | float, members: Bools, weights: Floats | None = None
) -> ClassSummary:
    """Summarise `values` over the rows where `members` is True.

    Parameters
    ----------
    values : float or ndarray of float64, shape (n,)
        Rows outside the class are not looked at.
    members : ndarray of bool, shape (n,)
        The class, at least one row of weight above 0.
    weights : ndarray of float64, shape (n,), optional
        Sample weights, which count for the mean alone.

    Examples
    --------
    >>> import numpy as np
    >>> class_summary(np.array([1.0, np.nan, 5.0]), np.array([True, False, True]))
    ClassSummary(mean=3.0, smallest=1.0, largest=5.0)
    """
    if not isinstance(values, np.ndarray):
        return ClassSummary(float(values), float(values), float(values))
    total, weight = 0.0, 0.0
    smallest, largest = math.inf, -math.inf
    for start, stop in chunks(0, members.size):
        inside = members[start:stop]
        part = values[start:stop][inside]
        smallest = float(np.minimum(smallest, part.min(initial=math.inf)))
        largest = float(np.maximum(largest, part.max(initial=-math.inf)))
        part_weights = None if weights is None else weights[start:stop][inside]
        with np.errstate(over="ignore", invalid="ignore"):  # the caller refuses such payoffs
            total += float(part.sum() if part_weights is None else part @ part_weights)
        weight += part.size if part_weights is None else float(part_weights.sum())
    return ClassSummary(total / weight, smallest, largest)
