"""Bands of classifiers that are given by counts: the errors of each are two binomials."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.curves.profit import profit_curve
from costcurve_gui.engine.distributions.normal import wilson_interval
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.resampling.band import PC_GRID, Band, ThresholdBand, policy_rows
from costcurve_gui.engine.resampling.cost_bands import widened
from costcurve_gui.engine.resampling.curve_bands import RuleBand
from costcurve_gui.engine.resampling.error_rates import ErrorShares, cases_of, trivial_rows
from costcurve_gui.engine.resampling.two_binomials import CostDistribution

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec

TWO_BINOMIALS = "two binomials, observed rates"


def classifier_band(evaluation: ModelEvaluation, row: int, spec: BootstrapSpec) -> Band:
    """Return the cost line of one fixed classifier with the interval of its two binomials.

    Parameters
    ----------
    evaluation : ModelEvaluation
        The model, with errors that cost the same within each class, and without weights.
    row : int
        Row of its table.
    spec : BootstrapSpec
        Its level is used; nothing is drawn.

    Returns
    -------
    Band
        Normalized expected cost over `PC_GRID`.

    Raises
    ------
    EngineError
        Where errors do not count alike.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 4.6.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.family import ConfusionMatrix, family_table
    >>> from costcurve_gui.engine.evaluation import evaluate_table
    >>> from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    >>> table = family_table([ConfusionMatrix("1", tp=16, fn=4, fp=4, tn=6)])
    >>> band = classifier_band(evaluate_table("one", table), 1, BootstrapSpec())
    >>> [round(float(cost[50]), 3) for cost in (band.lower, band.estimate, band.upper)]
    [0.15, 0.3, 0.45]
    """
    return _band(evaluation, np.full(PC_GRID.size, row), spec)


def family_band(evaluation: ModelEvaluation, spec: BootstrapSpec) -> Band:
    """Return the lower envelope of a family, or of the leaves of a tree, with its interval.

    At every PC(+) it is the interval of the classifier that is cheapest there, on as many
    test cases as this classifier had.

    Parameters
    ----------
    evaluation, spec : ModelEvaluation, BootstrapSpec
        As in `classifier_band`.

    Returns
    -------
    Band
        Normalized expected cost over `PC_GRID`.

    Raises
    ------
    EngineError
        Where errors do not count alike.

    References
    ----------
    .. [1] Drummond & Holte (2006), sections 4.6 and 5.2.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.tree_leaves import tree_table
    >>> from costcurve_gui.engine.evaluation import evaluate_table
    >>> from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    >>> table = tree_table([True, False], matched=[100, 100], errors=[20, 20])
    >>> band = family_band(evaluate_table("tree", table), BootstrapSpec())
    >>> [round(float(cost[50]), 3) for cost in (band.lower, band.estimate, band.upper)]
    [0.155, 0.2, 0.245]
    """
    return _band(evaluation, policy_rows(evaluation), spec)


def classifier_intervals(evaluation: ModelEvaluation, spec: BootstrapSpec) -> ThresholdBand:
    """Return Wilson's intervals of both rates of each classifier of a family.

    Parameters
    ----------
    evaluation, spec : ModelEvaluation, BootstrapSpec
        As in `classifier_band`.

    Returns
    -------
    ThresholdBand
        A point for each row of the table but the trivial ones; classifiers have no thresholds.

    Raises
    ------
    EngineError
        Where errors do not count alike.

    References
    ----------
    .. [1] Wilson (1927), Probable inference, the law of succession, and statistical inference.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.family import ConfusionMatrix, family_table
    >>> from costcurve_gui.engine.evaluation import evaluate_table
    >>> from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    >>> table = family_table([ConfusionMatrix("1", tp=20, fn=0, fp=4, tn=6)])
    >>> band = classifier_intervals(evaluate_table("one", table), BootstrapSpec())
    >>> band.tpr_lower.round(3).tolist(), band.tpr_upper.tolist()
    ([0.881], [1.0])
    """
    table = _checked(evaluation)
    rows = np.arange(1, len(table) - 1)
    shares = _shares(table, rows)
    tpr = 1 - shares.fnr
    return ThresholdBand(
        rows,
        table.thresholds[rows],
        shares.fpr,
        tpr,
        *wilson_interval(shares.fpr, shares.negatives, spec.level),
        *wilson_interval(tpr, shares.positives, spec.level),
        "Wilson",
        spec,
        resampled=False,
    )


def classifier_profit_band(
    evaluation: ModelEvaluation, condition: OperatingCondition, spec: BootstrapSpec
) -> RuleBand:
    """Return the expected profit of each classifier of a family with its interval.

    Parameters
    ----------
    evaluation, spec : ModelEvaluation, BootstrapSpec
        As in `classifier_band`.
    condition : OperatingCondition
        Prior and mean payoffs.

    Returns
    -------
    RuleBand
        x is the fraction targeted, y the payoff per instance, for each row of the table.

    Raises
    ------
    EngineError
        Where errors do not count alike.
    """
    table = _checked(evaluation)
    rows = np.arange(len(table))
    costs = row_costs(table, rows, np.full(rows.size, condition.probability_cost), spec)
    curve = profit_curve(table, table, condition, rows)
    perfect = float(condition.expected_profit(0.0, 1.0))
    low, high = (perfect - condition.worst_cost * cost for cost in (costs.upper, costs.lower))
    x, profit = curve.fraction_targeted, curve.expected_profit
    return RuleBand(
        x, profit, low, high, costs.method, spec, rows, curve.thresholds, resampled=False
    )


def _checked(evaluation: ModelEvaluation) -> ThresholdTable:
    table = evaluation.table
    if evaluation.rates is not table or not counts_are_whole(table):
        raise EngineError("Errors are binomial only where all of a class count alike.")
    return table


def _band(evaluation: ModelEvaluation, rows: Indices, spec: BootstrapSpec) -> Band:
    return row_costs(_checked(evaluation), rows, PC_GRID, spec)


def row_costs(table: ThresholdTable, rows: Indices, pc_plus: Floats, spec: BootstrapSpec) -> Band:
    """Return the normalized expected cost of rules, each at a PC(+), with intervals.

    Parameters
    ----------
    table : ThresholdTable
        Whole counts.
    rows : ndarray of int64, shape (k,)
        Rows of it.
    pc_plus : ndarray of float64, shape (k,)
        Where, 0-1, in any order.
    spec : BootstrapSpec
        Its level is used; nothing is drawn.
    """
    shares = _shares(table, rows)
    costs = [_distribution(shares, at) for at in range(pc_plus.size)]
    tail = (1 - spec.level) / 2
    lower, upper = (
        np.array([cost.quantile(pc, share) for cost, pc in zip(costs, pc_plus, strict=True)])
        for share in (tail, 1 - tail)
    )
    estimate = shares.cost(pc_plus)
    certain = shares.trivial
    lower, upper = (np.where(certain, estimate, end) for end in (lower, upper))
    band = Band(pc_plus, estimate, lower, upper, TWO_BINOMIALS, spec, resampled=False)
    return widened(band, shares)


def counts_are_whole(table: ThresholdTable) -> bool:
    """Tell whether errors are numbers of cases that all count alike."""
    if isinstance(table, FamilyTable):
        return all(
            float(count).is_integer()
            for classifier in table.classifiers
            for count in (classifier.tp, classifier.fn, classifier.fp, classifier.tn)
        )
    return not table.weighted


def _distribution(shares: ErrorShares, at: int) -> CostDistribution:
    positives, negatives = int(shares.positives[at]), int(shares.negatives[at])
    fn, fp = round(shares.fnr[at] * positives), round(shares.fpr[at] * negatives)
    return CostDistribution.of(fn, positives, fp, negatives)


def _shares(table: ThresholdTable, rows: Indices) -> ErrorShares:
    trivial = trivial_rows(table, rows)
    positives, negatives = cases_of(table, rows)
    return ErrorShares(1 - table.tpr_at(rows), table.fpr_at(rows), positives, negatives, trivial)
