"""A decision rule that can be carried out, with what it is expected to do."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ConfusionCounts:
    """Expected cases of each kind; not rounded."""

    tp: float
    fp: float
    fn: float
    tn: float


@dataclass(frozen=True, slots=True)
class Policy:
    """A threshold, or two of them mixed at random, and its figures at a condition.

    Attributes
    ----------
    criterion : str
        What chose it: min_cost, neyman_pearson, workforce, manual, youden ...; the best single
        threshold of a bound bears the suffix _single.
    model : str
    threshold : float
        Decide positive where score >= threshold. +inf decides nobody positive.
    threshold_2 : float or None
        The laxer threshold that is used with probability `mixing` instead; None where one
        threshold does.
    mixing : float
        Within 0-1; 0 where one threshold does.
    fpr, tpr : float
        Expected rates.
    fp_cost_rate, tp_benefit_rate : float
        Expected shares of the cost and benefit (ROCIV); the plain rates where costs are equal.
    fraction_targeted : float
        Share of cases decided positive at the deployment prior.
    normalized_expected_cost : float
        Share of the cost of always deciding wrongly, within 0-1.
    expected_cost, expected_profit : float
        Money per case; the cost is above perfect decisions.
    index, index_2 : int, int or None
        Rows of the thresholds in the model's table.
    """

    criterion: str
    model: str
    threshold: float
    threshold_2: float | None
    mixing: float
    fpr: float
    tpr: float
    fp_cost_rate: float
    tp_benefit_rate: float
    fraction_targeted: float
    normalized_expected_cost: float
    expected_cost: float
    expected_profit: float
    index: int
    index_2: int | None = None

    def confusion(self, population: float, prior: float) -> ConfusionCounts:
        """Return the expected confusion matrix of `population` cases.

        Examples
        --------
        >>> from costcurve_gui.engine.cost.condition import OperatingCondition
        >>> from costcurve_gui.engine.cost.payoff import PayoffMeans
        >>> from costcurve_gui.engine.selection.criteria import trivial
        >>> nobody = trivial(OperatingCondition(0.2, PayoffMeans(0, 0, 1, 1)))["none"]
        >>> nobody.confusion(100, 0.2)
        ConfusionCounts(tp=0.0, fp=0.0, fn=20.0, tn=80.0)
        """
        positives, negatives = population * prior, population * (1 - prior)
        return ConfusionCounts(
            tp=positives * self.tpr,
            fp=negatives * self.fpr,
            fn=positives * (1 - self.tpr),
            tn=negatives * (1 - self.fpr),
        )
