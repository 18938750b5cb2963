"""Decision curve: the net benefit of a model at each threshold probability."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.cost.condition import require_rate
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.validation import require_probabilities

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.counts.rate_source import RateSource

THRESHOLDS = read_only(np.arange(1, 100) / 100)
"""Threshold probabilities 0.01, 0.02 ... 0.99."""


@dataclass(frozen=True, slots=True, eq=False)
class NetBenefitCurve:
    """Net benefit at each threshold probability.

    Attributes
    ----------
    threshold_probabilities : ndarray of float64, shape (k,)
        w, 0-1.
    net_benefit : ndarray of float64, shape (k,)
        True positives per instance, less the false positives at their exchange rate w / (1 - w).
    """

    threshold_probabilities: Floats
    net_benefit: Floats


def net_benefit_curve(
    table: RateSource, prior: float, threshold_probabilities: ArrayLike = THRESHOLDS
) -> NetBenefitCurve:
    """Return the net benefit of acting where score >= threshold probability.

    Parameters
    ----------
    table : RateSource
        Counts of scores that are probabilities.
    prior : float
        p(+) where the model will work, 0-1. It weighs the rates; the scores are taken as they
        are.
    threshold_probabilities : array_like of float, shape (k,)
        From 0 to below 1.

    Raises
    ------
    NotProbabilityError
        Where scores lie outside 0-1.
    ConstraintError
        Where the prior or a threshold probability lies outside its range.

    References
    ----------
    .. [1] Vickers & Elkin (2006), Decision curve analysis: a novel method for evaluating
       prediction models.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> table = threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> net_benefit_curve(table, 0.5, [0.05, 0.5, 0.8]).net_benefit.round(4).tolist()
    [0.4737, 0.25, 0.25]
    """
    require_probabilities(table)
    stakes = np.asarray(threshold_probabilities, dtype=np.float64)
    rows = table.rows_at_thresholds(stakes)
    return _curve(table.fpr_at(rows), table.tpr_at(rows), prior, stakes)


def treat_all(prior: float, threshold_probabilities: ArrayLike = THRESHOLDS) -> NetBenefitCurve:
    """Return the net benefit of acting on every instance; see `net_benefit_curve`.

    Examples
    --------
    >>> treat_all(0.25, [0.2, 0.25]).net_benefit.tolist()
    [0.0625, 0.0]
    """
    stakes = np.asarray(threshold_probabilities, dtype=np.float64)
    return _curve(np.ones(stakes.size), np.ones(stakes.size), prior, stakes)


def treat_none(threshold_probabilities: ArrayLike = THRESHOLDS) -> NetBenefitCurve:
    """Return the net benefit of never acting, which is 0 everywhere."""
    stakes = np.asarray(threshold_probabilities, dtype=np.float64)
    return _curve(np.zeros(stakes.size), np.zeros(stakes.size), 0.0, stakes)


def net_benefit(fpr: Floats, tpr: Floats, prior: float, stakes: Floats) -> Floats:
    """Return the net benefit of rules, each at its threshold probability.

    Parameters
    ----------
    fpr, tpr : ndarray of float64, shape (..., k)
        Rates of the rules.
    prior : float
        p(+) where they will work, 0-1.
    stakes : ndarray of float64, shape (k,)
        Threshold probabilities, from 0 to below 1.

    Raises
    ------
    ConstraintError
        Where the prior or a threshold probability lies outside its range.
    """
    require_rate("The prior", prior)
    if not ((stakes >= 0) & (stakes < 1)).all():
        raise ConstraintError("Threshold probabilities must lie from 0 to below 1.")
    return prior * tpr - (1 - prior) * fpr * (stakes / (1 - stakes))


def treat_all_reaches(prior: float, benefit: float) -> float:
    """Return the threshold probability at which acting on every instance has a net benefit.

    Parameters
    ----------
    prior : float
        p(+), from 0 to below 1.
    benefit : float
        At most the prior, which acting on all has at the threshold probability 0.

    Examples
    --------
    >>> treat_all_reaches(0.25, 0.0625), treat_all_reaches(0.25, 0.0)
    (0.2, 0.25)
    """
    odds = (prior - benefit) / (1 - prior)
    return odds / (1 + odds)


def _curve(fpr: Floats, tpr: Floats, prior: float, stakes: Floats) -> NetBenefitCurve:
    benefit = net_benefit(fpr, tpr, prior, stakes)
    return NetBenefitCurve(read_only(stakes.copy()), read_only(benefit))
