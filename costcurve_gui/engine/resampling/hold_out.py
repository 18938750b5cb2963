"""Hold out cases that judge what others chose, and compare the two estimates."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.errors import ConstraintError

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Bools, Indices

    Ends = tuple[float, float]


def stratified_split(
    y_true: Bools, share: float, seed: int, groups: Indices | None = None
) -> Bools:
    """Return which cases are held out, the same share of each class.

    Parameters
    ----------
    y_true : ndarray of bool, shape (n,)
        True for a positive.
    share : float
        Of each class, above 0 and below 1; rounded, at least one case stays on either side.
    seed : int
        The same seed holds out the same cases.
    groups : ndarray of int, shape (n,), optional
        The group of each case, such as its customer: a group is held out whole. Then the share is
        that of the groups with a positive, and of those without.

    Returns
    -------
    ndarray of bool, shape (n,)
        True for a case that is held out.

    Raises
    ------
    ConstraintError
        Where the share is not between 0 and 1, or a class has too few cases or groups to be on
        both sides.

    Examples
    --------
    >>> held_out = stratified_split(np.arange(10) < 4, 0.5, seed=0)
    >>> held_out[:4].sum(), held_out[4:].sum()
    (np.int64(2), np.int64(3))
    """
    if not 0 < share < 1:
        raise ConstraintError(f"A share to hold out lies between 0 and 1, and {share:g} does not.")
    units = np.arange(y_true.size) if groups is None else np.unique(groups, return_inverse=True)[1]
    positive = np.bincount(units, weights=y_true) > 0
    random = np.random.default_rng(seed)
    held_out = np.zeros(positive.size, np.bool_)
    for stratum, name in ((positive, "positives"), (~positive, "negatives")):
        members = random.permutation(np.flatnonzero(stratum))
        if members.size < 2:
            what = "cases" if groups is None else "groups"
            raise ConstraintError(f"Fewer than 2 {what} of {name}: they cannot be on both sides.")
        size = min(max(round(share * members.size), 1), members.size - 1)
        held_out[members[:size]] = True
    found: Bools = held_out[units]
    return found


def difference_interval(first: float, first_ends: Ends, second: float, second_ends: Ends) -> Ends:
    """Return the interval of the difference of two independent estimates, from their own ones.

    Parameters
    ----------
    first, second : float
        The estimates; first minus second is the difference.
    first_ends, second_ends : tuple of float
        Their intervals, at the level that the result has.

    References
    ----------
    .. [1] Zou & Donner (2008), Construction of confidence limits about effect measures: a general
       approach (MOVER).

    Examples
    --------
    >>> difference_interval(5.0, (2.0, 8.0), 3.0, (-1.0, 7.0))
    (-3.0, 7.0)
    """
    # A figure may lie outside of a percentile interval; then that end says nothing about it.
    below = hypot(max(first - first_ends[0], 0), max(second_ends[1] - second, 0))
    above = hypot(max(first_ends[1] - first, 0), max(second - second_ends[0], 0))
    return first - second - below, first - second + above
