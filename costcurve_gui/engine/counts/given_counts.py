"""Counts that are given rather than counted: checked, and summed as a table holds them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.counts.class_sums import ClassSums
from costcurve_gui.engine.errors import CountError, ShapeError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurve_gui.engine.arrays import Counts, Floats

_EXACT_INTEGER = 2.0**53
"""Up to here float64 holds every whole number."""


def clean_counts(name: str, counts: ArrayLike) -> Floats:
    """Return counts as a float64 array; each must be finite and at least 0.

    Raises
    ------
    CountError, ShapeError
        Where they are not a column of such numbers.
    """
    column = np.asarray(counts, dtype=np.float64)
    if column.ndim != 1:
        raise ShapeError(name, column.ndim)
    wrong = np.flatnonzero(~(np.isfinite(column) & (column >= 0)))
    if wrong.size:
        raise CountError(
            f"{name} must be finite and at least 0; entry {wrong[0] + 1} is {column[wrong[0]]:g}."
        )
    return column


def class_sums(fps: Floats, tps: Floats) -> tuple[ClassSums, ClassSums]:
    """Return the numerators of both rates: unsigned integers where all of them are whole.

    Parameters
    ----------
    fps, tps : ndarray of float64, shape (m,)
        False and true positives, never decreasing from 0.
    """
    if all(_is_whole(sums) for sums in (fps, tps)):
        return ClassSums(_integers(fps)), ClassSums(_integers(tps))
    return ClassSums(read_only(fps)), ClassSums(read_only(tps))


def _is_whole(sums: Floats) -> bool:
    return bool(sums[-1] < _EXACT_INTEGER and np.all(sums == np.rint(sums)))


def _integers(sums: Floats) -> Counts:
    return read_only(sums.astype(np.min_scalar_type(int(sums[-1]))))
