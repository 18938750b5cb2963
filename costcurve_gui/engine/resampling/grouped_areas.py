"""How sure an AUC, or a difference of two, is where cases belong to groups, such as customers.

DeLong's variance takes every case for independent. Obuchowski (1997) adds up the same structural
components within each group first; where every group is one case the two are equal.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.distributions.normal import require_level
from costcurve_gui.engine.resampling.auc_interval import (
    auc_interval_of,
    no_auc_interval,
    no_spread,
)
from costcurve_gui.engine.resampling.auc_score_interval import placement_spread
from costcurve_gui.engine.validation import clean_labels, require_length

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import ArrayLike, NDArray

    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.resampling.auc_interval import AucInterval
    from costcurve_gui.engine.resampling.placements import Placements

    ByClass = tuple[Floats, Floats]
    Doubled = NDArray[np.signedinteger[Any]]


GROUPS_ALIKE = "all groups add alike"


@dataclass(frozen=True, slots=True)
class GroupedVariance:
    """The variance of a figure that the groups of both classes add to.

    Attributes
    ----------
    variance : float
        Above 0; NaN where there is a `reason`.
    freedom : float
        Its degrees of freedom, for Student's t; likewise.
    reason : str
        Why there is none, to be read after "no interval:"; else empty.
    """

    variance: float
    freedom: float
    reason: str = ""


def grouped_variance(of_positives: Floats, of_negatives: Floats, groups: Groups) -> GroupedVariance:
    """Return the variance of a mean over the positives that is one over the negatives too.

    Parameters
    ----------
    of_positives, of_negatives : ndarray of float64, shape (P,), (N,)
        Structural components of the figure less the figure itself: they add up to 0.
    groups : Groups
        The group of each.

    Notes
    -----
    The freedom is Welch's, of the groups with positives alone, with negatives alone and with
    both, which are independent of each other.

    References
    ----------
    .. [1] Obuchowski (1997), Nonparametric analysis of clustered ROC curve data, Biometrics 53.
    .. [2] Welch (1947), The generalization of "Student's" problem when several different
       population variances are involved, Biometrika 34.
    """
    has = groups.has
    counts = [int(one.sum()) for one in has]
    for name, count in zip(("positive", "negative"), counts, strict=True):
        if count == 1:
            return GroupedVariance(math.nan, math.nan, f"there is only one group of {name}s")
    added = groups.added((of_positives, of_negatives))
    number = int((has[0] | has[1]).sum())
    variance = (
        _corrected(counts[0]) * float(added[0] @ added[0])
        + _corrected(counts[1]) * float(added[1] @ added[1])
        + 2 * _corrected(number) * float(added[0] @ added[1])
    )
    if not variance > 0:
        return GroupedVariance(math.nan, math.nan, GROUPS_ALIKE)
    squares = (added[0] + added[1]) ** 2
    return GroupedVariance(variance, _freedom(squares, has))


def _corrected(number: int) -> float:
    return number / (number - 1)


def _freedom(squares: Floats, has: tuple[Bools, Bools]) -> float:
    """Return Welch's degrees of freedom of what the groups add to a variance."""
    total = rest = 0.0
    for stratum in (has[0] & ~has[1], has[1] & ~has[0], has[0] & has[1]):
        number = int(stratum.sum())
        if number:
            part = float(squares[stratum].sum()) * number / max(number - 1, 1)
            total, rest = total + part, rest + part**2 / max(number - 1, 1)
    return total**2 / rest


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """The group of every positive and of every negative.

    Attributes
    ----------
    of_positives, of_negatives : ndarray of int64, shape (P,), (N,)
        Numbers of groups; the same number is the same group.
    """

    of_positives: Indices
    of_negatives: Indices

    @classmethod
    def of(cls, y_true: ArrayLike, groups: ArrayLike) -> Groups:
        """Split what says which rows belong together by class.

        Parameters
        ----------
        y_true : array_like of bool, shape (n,)
            True for positives.
        groups : array_like of int, shape (n,)
            Such as numbers of customers.

        Raises
        ------
        EngineError
            Where labels and groups are not usable.
        """
        labels, codes = clean_labels(y_true), np.asarray(groups)
        require_length("groups", codes, labels.size)
        numbers = np.unique(codes, return_inverse=True)[1]
        return cls(numbers[labels], numbers[~labels])

    @property
    def has(self) -> tuple[Bools, Bools]:
        """Which groups have positives, and which negatives."""
        number = self._number
        of_positives, of_negatives = self.of_positives, self.of_negatives
        return (
            np.bincount(of_positives, minlength=number) > 0,
            np.bincount(of_negatives, minlength=number) > 0,
        )

    def added(self, values: ByClass) -> ByClass:
        """Return what each group adds to the means over both classes."""
        of_positives, of_negatives = values
        return (
            np.bincount(self.of_positives, of_positives, self._number) / of_positives.size,
            np.bincount(self.of_negatives, of_negatives, self._number) / of_negatives.size,
        )

    @property
    def _number(self) -> int:
        return 1 + int(max(self.of_positives.max(), self.of_negatives.max()))


def centred_components(doubled: Doubled, y_true: Bools) -> ByClass:
    """Return the structural components of an AUC, or of a difference of two, less the figure.

    Parameters
    ----------
    doubled : ndarray of int, shape (n,)
        As `Placements` has them, or the difference of two.
    y_true : ndarray of bool, shape (n,)
        True for positives.
    """
    of_positives, of_negatives = doubled[y_true], doubled[~y_true]
    return (
        (of_positives.mean() - of_positives) / (2 * of_negatives.size),
        (of_negatives - of_negatives.mean()) / (2 * of_positives.size),
    )


def grouped_auc_interval(
    y_true: ArrayLike, placed: Placements, groups: ArrayLike, level: float = 0.9
) -> AucInterval:
    """Return the AUC with DeLong's interval by groups, of Student's t, clipped to [0, 1].

    Parameters
    ----------
    y_true : array_like of bool, shape (n,)
        True for positives.
    placed : Placements
        Of the same instances.
    groups : array_like of int, shape (n,)
        Which instances belong together, such as the number of a customer.
    level : float, default 0.9
        Confidence, between 0 and 1.

    Raises
    ------
    ConstraintError
        Where the level lies outside its range.
    EngineError
        Where labels and groups are not usable.

    References
    ----------
    .. [1] Obuchowski (1997), Nonparametric analysis of clustered ROC curve data, Biometrics 53.

    Examples
    --------
    Two rows of each customer who is alike in both say no more than one:

    >>> from costcurve_gui.engine.resampling.placements import placements
    >>> y_true, y_score = [1, 1, 1, 0, 0, 0] * 2, [6, 5, 2, 4, 3, 1] * 2
    >>> alone = grouped_auc_interval(y_true, placements(y_true, y_score), range(12))
    >>> of_two = grouped_auc_interval(y_true, placements(y_true, y_score), list(range(6)) * 2)
    >>> round(alone.auc, 3), round(alone.std_error, 3), round(of_two.std_error, 3)
    (0.778, 0.157, 0.248)
    """
    require_level(level)
    area, labels = placed.auc, clean_labels(y_true)
    of_class = Groups.of(labels, groups)
    reason = no_spread(placed.table, area)
    if reason:
        units = [float(one.sum()) for one in of_class.has]
        return no_auc_interval(area, level, reason, (units[0], units[1]))
    found = grouped_variance(*centred_components(placed.doubled, labels), of_class)
    if found.reason:
        return no_auc_interval(area, level, found.reason, None)
    spread = placement_spread(placed.table, area).of_groups(found.variance, found.freedom)
    return auc_interval_of(area, spread, level)
