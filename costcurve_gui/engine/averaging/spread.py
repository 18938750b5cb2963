"""Mean and scatter of several curves where they are compared."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.distributions.beta import student_t_quantile
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.intervals import require_level

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Floats

GRID = read_only(np.arange(101) / 100)
"""0, 0.01 .. 1, each the float64 nearest to its decimal."""


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """Mean, standard deviation and interval of the mean at m places.

    Attributes
    ----------
    mean : ndarray of float64, shape (m,)
    std : ndarray of float64, shape (m,)
        Of the sample of curves, with k - 1; NaN for a single curve.
    curves : int
        Number k of curves.
    level : float
        Confidence of the interval, such as 0.9.

    Notes
    -----
    The interval is Student's with k - 1 degrees of freedom. It takes the curves for independent.
    Folds of one cross-validation are not: any two of ten training sets share eight ninths of
    their rows, so their true scatter is understated [1]_. The interval is not clipped to 0-1.

    References
    ----------
    .. [1] Bengio & Grandvalet (2004), No unbiased estimator of the variance of k-fold
       cross-validation, Journal of Machine Learning Research 5.
    """

    mean: Floats
    std: Floats
    curves: int
    level: float

    def __post_init__(self) -> None:
        require_level(self.level)

    @property
    def lower(self) -> Floats:
        """Lower end of the interval of the mean, shape (m,); NaN for a single curve."""
        return read_only(self.mean - self._margin())

    @property
    def upper(self) -> Floats:
        """Upper end of the interval of the mean, shape (m,); NaN for a single curve."""
        return read_only(self.mean + self._margin())

    def _margin(self) -> Floats:
        quantile = student_t_quantile(self.curves - 1, (1 + self.level) / 2)
        margin: Floats = self.std * (quantile / math.sqrt(self.curves))
        return margin


@dataclass(frozen=True, slots=True, eq=False)
class AverageCurve:
    """The average of several curves at fixed places of one axis.

    Attributes
    ----------
    grid : ndarray of float64, shape (m,)
        Where the curves are compared.
    values : Spread
        What they have there.
    """

    grid: Floats
    values: Spread


def average_curve(grid: Floats, values: Sequence[Floats], level: float) -> AverageCurve:
    """Average the values of each curve at `grid`, row by row.

    Raises
    ------
    ConstraintError
        Where there is no curve, or the level lies outside 0-1.
    """
    require_curves(values)
    mean, std = moments(np.stack(values))
    return AverageCurve(grid, Spread(read_only(mean), read_only(std), len(values), level))


def require_curves(curves: Sequence[object]) -> None:
    """Raise `ConstraintError` where there is nothing to average."""
    if not curves:
        raise ConstraintError("An average needs at least one curve.")


def moments(values: Floats) -> tuple[Floats, Floats]:
    """Return the mean and the standard deviation over the first axis.

    Deviations are taken from the first curve. So curves that agree have the deviation 0 exactly,
    and the difference of squares costs no more than a factor k of the precision.

    Parameters
    ----------
    values : ndarray of float64, shape (k, m)
        A row per curve.

    Examples
    --------
    >>> mean, std = moments(np.array([[0.1, 0.0], [0.1, 2.0], [0.1, 4.0]]))
    >>> mean.tolist(), std.tolist()
    ([0.1, 2.0], [0.0, 2.0])
    """
    curves = len(values)
    moved = values - values[0]
    total = moved.sum(axis=0)
    mean = values[0] + total / curves
    if curves == 1:
        return mean, np.full_like(mean, np.nan)
    squares = np.einsum("ij,ij->j", moved, moved) - total**2 / curves
    return mean, np.sqrt(squares.clip(min=0.0) / (curves - 1))
