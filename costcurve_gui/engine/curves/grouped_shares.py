"""How many independent cases shares over cases in groups, such as those of customers, are worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.distributions.beta import student_t_quantile

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Bools, Floats, Indices


def effective_size(hits: Bools, groups: Indices) -> float:
    """Return how many independent cases have a share that varies as much as this one.

    Parameters
    ----------
    hits : ndarray of bool, shape (n,)
        Which cases the share counts.
    groups : ndarray of int64, shape (n,)
        The group of each case.

    Returns
    -------
    float
        At most n. Where all cases or none are hits, each group is taken for one case, and 0 where
        there is one group.

    Notes
    -----
    The cases over their design effect: the variance of the share of whole groups, as of a ratio,
    over that of independent cases (Kish 1965, sections 5.4 and 8.2).

    Examples
    --------
    Groups of two that are alike are worth one case each, but for the degree of freedom:

    >>> hits = np.array([True, True, False, False] * 50)
    >>> round(effective_size(hits, np.arange(200) // 2), 9)
    99.0
    """
    names, numbers = np.unique(groups, return_inverse=True)
    if names.size < 2:
        return 0.0
    share = float(hits.mean())
    if share in (0.0, 1.0):
        return float(names.size)
    added = np.bincount(numbers, hits - share) / hits.size
    variance = float(added @ added) * names.size / (names.size - 1)
    alone = share * (1 - share)
    return min(alone / variance, float(hits.size)) if variance > 0 else float(hits.size)


@dataclass(frozen=True, slots=True, eq=False)
class GroupedCases:
    """Scored cases that belong to groups.

    Attributes
    ----------
    y_true : ndarray of bool, shape (n,)
        True for positives.
    y_score : ndarray of float64, shape (n,)
        Without missing scores.
    groups : ndarray of int64, shape (n,)
        The group of each.
    """

    y_true: Bools
    y_score: Floats
    groups: Indices

    def sizes_between(self, tops: Floats, level: float) -> Floats:
        """Return what the cases of each bin are worth to Wilson's interval of its positives.

        Parameters
        ----------
        tops : ndarray of float64, shape (bins,)
            The highest score of each bin, ascending; NaN of an empty one.
        level : float
            Confidence, between 0 and 1, of an interval as much longer as Student's t of so many
            groups is than that of so many cases, one degree of freedom less of either.

        References
        ----------
        .. [1] Korn & Graubard (1998), Confidence intervals for proportions with small expected
           number of positive counts estimated from survey data, Survey Methodology 24.
        .. [2] Dean & Pagano (2015), Evaluating confidence interval methods for binomial
           proportions in clustered surveys, Journal of Survey Statistics and Methodology 3:
           Wilson's interval of the effective size.
        """
        filled = np.flatnonzero(np.isfinite(tops))
        bins = np.searchsorted(tops[filled], self.y_score)
        sizes = np.zeros(tops.size)
        for at, bin_number in enumerate(filled):
            inside = bins == at
            sizes[bin_number] = _of_student(self.y_true[inside], self.groups[inside], level)
        return sizes


def _of_student(hits: Bools, groups: Indices, level: float) -> float:
    units = np.unique(groups).size
    if units < 2:
        return 0.0
    alone, drawn = (student_t_quantile(size - 1, (1 + level) / 2) for size in (hits.size, units))
    return effective_size(hits, groups) * (alone / drawn) ** 2
