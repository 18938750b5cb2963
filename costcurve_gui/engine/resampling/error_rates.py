"""Error rates of given rules, and what a sample without such an error leaves open of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.resampling.small_counts import (
    class_sizes,
    linear_interval,
    margins,
)

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
    from costcurve_gui.engine.resampling.sample import RankedModel, Sample


@dataclass(frozen=True, slots=True, eq=False)
class ErrorShares:
    """Error rates of k rules.

    Attributes
    ----------
    fnr, fpr : ndarray of float64, shape (k,)
        By count, or by cost where errors of a class cost differently.
    positives, negatives : ndarray of float64, shape (k,)
        How many instances each rate is a share of: as many alike ones as are worth the same
        where weights, costs or groups make them differ.
    trivial : ndarray of bool, shape (k,)
        Rules that decide without looking; nothing about them is uncertain.
    """

    fnr: Floats
    fpr: Floats
    positives: Floats
    negatives: Floats
    trivial: Bools

    @property
    def unseen(self) -> Bools:
        """Rules of which the sample lacks wrong or right decisions on a class, shape (k,).

        Resampling cannot show what the sample lacks, and takes the rate for certain.
        """
        extreme = np.isin(self.fnr, (0.0, 1.0)) | np.isin(self.fpr, (0.0, 1.0))
        unseen: Bools = extreme & ~self.trivial
        return unseen

    def hidden(self, level: float) -> Floats:
        """Return up to which share of each class other decisions may be hidden, shape (2, k).

        Positives first. The share is 0 where the sample has both wrong and right decisions.
        """
        rates = np.stack([self.fnr, self.fpr])
        sizes = np.stack([self.positives, self.negatives])
        lacking = np.isin(rates, (0.0, 1.0)) & ~self.trivial
        return hidden_share(sizes, (1 - level) / 2) * lacking

    def cost(self, pc_plus: Floats) -> Floats:
        """Return the normalized expected cost of each rule at a PC(+) of its own, shape (k,)."""
        return self.fnr * pc_plus + self.fpr * (1 - pc_plus)

    def margins(
        self, fn_stake: Floats | float, fp_stake: Floats | float, level: float
    ) -> tuple[Floats, Floats]:
        """Return how far the cost may lie below and above ``fn_stake * fnr + fp_stake * fpr``.

        Wilson's intervals of both rates; see `linear_interval`.
        """
        reach = margins(self.fpr, 1 - self.fnr, self, level)
        cost = linear_interval(np.zeros_like(self.fpr), fn_stake, fp_stake, reach)
        return cost.upper, -cost.lower


def error_shares(sample: Sample, model: RankedModel, rows: Indices) -> ErrorShares:
    """Return the error rates of rules of a model on the whole sample.

    Parameters
    ----------
    sample : Sample
        What is resampled.
    model : RankedModel
        The model.
    rows : ndarray of int64, shape (k,)
        Rows of its table.
    """
    source, table = model.evaluation.rates, model.table
    is_family = isinstance(table, FamilyTable)
    cases = cases_of(table, rows) if is_family else _worths(sample, model, rows)
    rates = 1 - source.tpr_at(rows), source.fpr_at(rows)
    return ErrorShares(*rates, *cases, trivial_rows(table, rows))


def cases_of(table: ThresholdTable, rows: Indices) -> tuple[Floats, Floats]:
    """Return how many cases of each class the classifier of each row was tested on."""
    positives = np.full(len(table), float(table.positives))
    negatives = np.full(len(table), float(table.negatives))
    if isinstance(table, FamilyTable):
        kept = ~table.dominated
        classifiers = [
            classifier
            for classifier, is_kept in zip(table.classifiers, kept, strict=True)
            if is_kept
        ]
        positives[1:-1] = [classifier.positives for classifier in classifiers]
        negatives[1:-1] = [classifier.negatives for classifier in classifiers]
    return positives[rows], negatives[rows]


def trivial_rows(table: ThresholdTable, rows: Indices) -> Bools:
    """Return which rows call nothing or everything positive."""
    trivial: Bools = (rows == 0) | (rows == len(table) - 1)
    return trivial


def _worths(sample: Sample, model: RankedModel, rows: Indices) -> tuple[Floats, Floats]:
    sizes = class_sizes(sample, model, by_cost=True)
    return np.full(rows.shape, sizes.positives), np.full(rows.shape, sizes.negatives)


NEUTRAL, CLOSER, AS_RULE_OF_THREE = 1 / 3, 1 / 5, 1.0
"""Instances of a class beyond either end of what was seen. With a third of one the median of a
rate is about the share that was seen (Kerman 2011); with a fifth curves hold nearer to their level;
with a whole one up to 3 of n may be hidden at a level of 90 %, 3 being -log 0.05."""
_TINY = 10.0
"""A class of fewer instances says so little that the closer bands are not for it."""


def beyond_ends(size: float) -> float:
    """Return how many instances lie beyond either end of a class of this size.

    >>> beyond_ends(100) < beyond_ends(1)
    True
    """
    return NEUTRAL if size < _TINY else CLOSER


class HiddenErrors(NamedTuple):
    """A class of which the sample shows one kind of instances only.

    Attributes
    ----------
    units : float
        How many instances, or groups, of it there are.
    stake : float
        By how much the figure in question changes where all of them are of the other kind.
    """

    units: float
    stake: float


def hidden_share(units: Floats | float, tail: Floats | float) -> Floats:
    """Return up to which share others may be hidden among instances that are all alike.

    Exactly what the rule of three is nearly: with a chance of `tail` none of them is drawn.

    Parameters
    ----------
    units : float or ndarray of float64
        How many instances, or groups, were drawn.
    tail : float or ndarray of float64
        Chance of being wrong, such as 0.05 for one end of an interval of 90 %.

    References
    ----------
    .. [1] Hanley & Lippman-Hand (1983), If nothing goes wrong, is everything all right?, JAMA 249.

    Examples
    --------
    >>> round(float(hidden_share(100, 0.05)), 4)
    0.0295
    """
    share: Floats = 1 - np.asarray(tail, np.float64) ** (1 / np.asarray(units, np.float64))
    return share


def drawn_rates(
    rates: Floats,
    size: float,
    number: int,
    rng: np.random.Generator,
    beyond: float = NEUTRAL,
) -> Floats:
    """Draw true rates of all rules of a curve by the Bayesian bootstrap.

    The shares of instances between thresholds are those of a Dirichlet distribution with their
    counts, and a part of one more beyond either end, so that no rate is 0 for certain: each rate
    has a beta distribution, as in Jeffreys' interval of a binomial share, which adds halves.

    Parameters
    ----------
    rates : ndarray of float64, shape (m,)
        From 0 to 1, on the whole sample.
    size : float
        How many instances the class is worth.
    number : int
        How often to draw.
    rng : Generator
        Random numbers.
    beyond : float, default 1/3
        Instances beyond either end.

    Returns
    -------
    ndarray of float64, shape (number, m + 2)
        Ascending, with 0 before and 1 behind those of the m rules.

    References
    ----------
    .. [1] Rubin (1981), The Bayesian bootstrap, The Annals of Statistics 9.
    .. [2] Gu, Ghosal & Roy (2008), Bayesian bootstrap estimation of ROC curve, Statistics in
       Medicine 27.
    .. [3] Brown, Cai & DasGupta (2001), Interval estimation for a binomial proportion,
       Statistical Science 16: Jeffreys' interval.
    .. [4] Kerman (2011), Neutral noninformative and informative conjugate beta and gamma prior
       distributions, Electronic Journal of Statistics 5.

    Examples
    --------
    No instance of 20 was seen above the first of two thresholds, 5 above the second:

    >>> drawn = drawn_rates(np.array([0.0, 0.25, 1.0]), 20.0, 4000, np.random.default_rng(1))
    >>> np.quantile(drawn[:, 1:3], 0.95, axis=0).round(2).tolist()
    [0.07, 0.42]
    """
    counts = np.concatenate([[beyond], np.diff(rates).clip(0.0) * size, [beyond]])
    shares = np.zeros((number, counts.size + 1))
    np.cumsum(rng.standard_gamma(counts, (number, counts.size)), axis=1, out=shares[:, 1:])
    shares /= shares[:, -1:]
    return shares
