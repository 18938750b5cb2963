"""Every rate of a confusion matrix, at any prior, from the two that no prior moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.cost.condition import fraction_targeted
from costcurve_gui.engine.validation import require_probabilities

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.counts.rate_source import RateSource


@dataclass(frozen=True, slots=True, eq=False)
class ConfusionRates:
    """Rates of one classifier or of many; each is NaN where it is a share of nothing.

    Attributes
    ----------
    fpr, tpr : ndarray of float64, one shape
        False-positive and true-positive rate, 0-1; the latter is also called recall, hit rate
        and sensitivity.
    prior : float
        p(+) where the classifier will work, 0-1.
    """

    fpr: Floats
    tpr: Floats
    prior: float

    @property
    def fnr(self) -> Floats:
        """False-negative rate: positives that are missed."""
        return 1 - self.tpr

    @property
    def tnr(self) -> Floats:
        """True-negative rate or specificity: negatives that are left alone."""
        return 1 - self.fpr

    @property
    def fraction_targeted(self) -> Floats:
        """Share of positive decisions."""
        return fraction_targeted(self.prior, self.fpr, self.tpr)

    @property
    def precision(self) -> Floats:
        """Positives among the positive decisions, the positive predictive value."""
        return _ratio(self.prior * self.tpr, self.fraction_targeted)

    @property
    def npv(self) -> Floats:
        """Negatives among the negative decisions, the negative predictive value."""
        return _ratio((1 - self.prior) * self.tnr, self._fraction_left)

    @property
    def false_discovery_rate(self) -> Floats:
        """Negatives among the positive decisions."""
        return 1 - self.precision

    @property
    def false_omission_rate(self) -> Floats:
        """Positives among the negative decisions."""
        return 1 - self.npv

    @property
    def accuracy(self) -> Floats:
        """Share of right decisions."""
        return 1 - self.error_rate

    @property
    def error_rate(self) -> Floats:
        """Share of wrong decisions."""
        return self.prior * self.fnr + (1 - self.prior) * self.fpr

    @property
    def balanced_accuracy(self) -> Floats:
        """Accuracy where both classes are equally common."""
        return (self.tpr + self.tnr) / 2

    @property
    def f1(self) -> Floats:
        """Harmonic mean of precision and recall."""
        return _ratio(2 * self.prior * self.tpr, self.prior + self.fraction_targeted)

    @property
    def lift(self) -> Floats:
        """Precision as a multiple of the prior."""
        return _ratio(self.tpr, self.fraction_targeted)

    @property
    def informedness(self) -> Floats:
        """Youden's J, tpr - fpr: 0 for decisions at random."""
        return self.tpr - self.fpr

    @property
    def markedness(self) -> Floats:
        """Precision + npv - 1: informedness of the classes about the decisions."""
        return self.precision - self.false_omission_rate

    @property
    def mcc(self) -> Floats:
        """Matthews' correlation of decisions and classes, -1 to 1."""
        spread = self.fraction_targeted * self._fraction_left
        return _ratio(np.sqrt(self.prior * (1 - self.prior)) * self.informedness, np.sqrt(spread))

    @property
    def _fraction_left(self) -> Floats:
        return fraction_targeted(self.prior, self.tnr, self.fnr)


def confusion_rates(fpr: ArrayLike, tpr: ArrayLike, prior: float) -> ConfusionRates:
    """Return the rates at points of ROC space.

    The point stands still when the prior moves; precision, accuracy, lift and F move.

    Parameters
    ----------
    fpr, tpr : float or array_like of float, one shape
        Rates by count, 0-1.
    prior : float
        p(+) where the classifier will work, 0-1.

    Raises
    ------
    ConstraintError
        Where the prior lies outside its range, when a rate that depends on it is read.

    References
    ----------
    .. [1] Fawcett (2004), figure 1 and section 3.2.

    Examples
    --------
    >>> rates = confusion_rates(fpr=0.125, tpr=0.75, prior=0.5)
    >>> float(rates.accuracy), round(float(rates.precision), 4)
    (0.8125, 0.8571)
    >>> rare = confusion_rates(rates.fpr, rates.tpr, prior=0.01)
    >>> float(rare.tpr), round(float(rare.precision), 4)
    (0.75, 0.0571)
    """
    x, y = (read_only(np.array(rate, dtype=np.float64)) for rate in (fpr, tpr))
    return ConfusionRates(x, y, prior)


def absolute_rates(table: RateSource, prior: float, threshold: float = 0.5) -> ConfusionRates:
    """Return the rates of scores read as probabilities: positive where score >= 1/2.

    A ROC curve needs scores that rank well; this point needs scores that are probabilities.
    Far from the best point of a good curve it shows that they are not.

    Parameters
    ----------
    table : RateSource
        Counts at each score.
    prior : float
        p(+) where the classifier will work, 0-1.
    threshold : float, default 0.5
        Probability from which on the decision is positive.

    Raises
    ------
    NotProbabilityError
        Where scores lie outside 0-1.

    References
    ----------
    .. [1] Fawcett (2004), section 3.1 and figure 4.

    Examples
    --------
    Figure 4: ten instances, ranked without a fault, of which two are wrong at 1/2.

    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> scores = [0.99999, 0.99999, 0.99993, 0.99986, 0.99964, 0.99955]
    >>> scores += [0.68139, 0.50961, 0.48880, 0.44951]
    >>> rates = absolute_rates(threshold_table([1] * 6 + [0] * 4, scores), prior=0.6)
    >>> float(rates.fpr), float(rates.tpr), float(rates.accuracy)
    (0.5, 1.0, 0.8)
    """
    require_probabilities(table)
    rows = table.rows_at_thresholds(np.array([threshold]))
    return confusion_rates(table.fpr_at(rows)[0], table.tpr_at(rows)[0], prior)


def _ratio(share: Floats, whole: Floats) -> Floats:
    """Return ``share / whole``, NaN where the whole is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(whole == 0, np.nan, share / whole)
