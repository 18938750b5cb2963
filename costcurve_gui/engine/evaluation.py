"""One model under one payoff matrix: every curve that does not depend on the condition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.cost.condition import OperatingCondition
from costcurve_gui.engine.cost.cost_curve import CostCurve, lower_envelope
from costcurve_gui.engine.cost.payoff import (
    PayoffMatrix,
    constant_costs,
    error_costs,
    payoff_means,
)
from costcurve_gui.engine.counts.cost_table import cost_table, rank_order
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.roc.area import auc
from costcurve_gui.engine.roc.hull import RocHull, convex_hull
from costcurve_gui.engine.validation import clean_scores, clean_weights

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.payoff import ErrorCosts, PayoffMeans
    from costcurve_gui.engine.counts.cost_table import RankOrder
    from costcurve_gui.engine.counts.rate_source import RateSource
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable

_STEPS = 3


@dataclass(frozen=True, slots=True, eq=False)
class ModelEvaluation:
    """What a model can do, before a prior and a criterion choose one of its thresholds.

    Attributes
    ----------
    name : str
        The model.
    table : ThresholdTable
        Counts at each threshold: the points of ROC.
    rates : RateSource
        Costs at each threshold: the points of ROCIV. `table` itself where errors cost the same
        within each class.
    roc_hull, rociv_hull : RocHull
        Hulls of both; one object where both are the same.
    envelope : CostCurve
        Lower envelope in cost space, from `rociv_hull`.
    auc, auciv : float
        Areas under ROC and ROCIV, 0-1.
    means : PayoffMeans
        Mean payoffs over the rows that the model scored.
    """

    name: str
    table: ThresholdTable
    rates: RateSource
    roc_hull: RocHull
    rociv_hull: RocHull
    envelope: CostCurve
    auc: float
    auciv: float
    means: PayoffMeans

    @property
    def prevalence(self) -> float:
        """Share of positives among the scored rows, by weight where rows have weights."""
        return self.table.positive_share

    def condition(self, prior: float | None = None) -> OperatingCondition:
        """Return the condition at a prior, or at the prevalence."""
        return OperatingCondition(self.prevalence if prior is None else prior, self.means)


def evaluate(
    name: str,
    table: ThresholdTable,
    order: RankOrder | None,
    payoff_costs: ErrorCosts,
    means: PayoffMeans,
    sample_weight: Floats | None = None,
    progress: Progress = NO_PROGRESS,
    *,
    previous: ModelEvaluation | None = None,
) -> ModelEvaluation:
    """Compute the curves of one model from its cached counts.

    Nothing is sorted here: after an edit of a cost, only the sums of costs, their hull and the
    envelope are regenerated.

    Parameters
    ----------
    name : str
        The model.
    table : ThresholdTable
        Its counts.
    order : RankOrder or None
        Its rows by score. None will do where errors cost the same within each class.
    payoff_costs : ErrorCosts
        Costs of errors, row by row as the scores.
    means : PayoffMeans
        Mean payoffs over the rows that the model scored.
    sample_weight : ndarray of float64, shape (n,), optional
        The weights of `table`.
    progress : Progress, optional
        Asked between the steps whether to go on.
    previous : ModelEvaluation, optional
        The same model under other payoffs: its ROC hull and AUC are taken over.

    Returns
    -------
    ModelEvaluation

    Raises
    ------
    EngineError
        Where costs vary and `order` is None.
    ZeroErrorCostError
        Where the rows that the model scored cost nothing in one class.
    Cancelled
        Where `progress` was cancelled.

    References
    ----------
    .. [1] Fawcett (2006), ROC graphs with instance-varying costs.
    .. [2] Drummond & Holte (2006), Cost curves.

    Examples
    --------
    Six transactions, two of them fraudulent. Refusing (Y) a fraud saves its amount, refusing a
    good customer costs 20.

    >>> import numpy as np
    >>> from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs, payoff_means
    >>> from costcurve_gui.engine.counts.cost_table import rank_order
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.selection.criteria import min_cost
    >>> y_true = np.array([True, False, True, False, False, False])
    >>> y_score = np.array([0.9, 0.8, 0.6, 0.4, 0.3, 0.1])
    >>> amount = np.array([30.0, 80.0, 270.0, 10.0, 25.0, 40.0])
    >>> payoff = PayoffMatrix(tp=0.0, fp=-20.0, fn=-amount, tn=0.0)
    >>> model = evaluate(
    ...     "logistic",
    ...     threshold_table(y_true, y_score),
    ...     rank_order(y_true, y_score),
    ...     error_costs(payoff, y_true),
    ...     payoff_means(payoff, y_true),
    ... )
    >>> model.auc, model.auciv
    (0.875, 0.775)

    Where one in a hundred is fraudulent, which threshold is cheapest?

    >>> policy = min_cost(model, model.condition(prior=0.01))
    >>> policy.threshold, policy.tpr, round(policy.expected_cost, 2)
    (0.9, 0.5, 1.35)
    >>> policy.confusion(population=10_000, prior=0.01)
    ConfusionCounts(tp=50.0, fp=0.0, fn=50.0, tn=9900.0)
    """
    progress.advance(0, _STEPS, name)
    rates = _rates(table, order, payoff_costs, sample_weight)
    progress.advance(1, _STEPS, name)
    known = previous if previous is not None and previous.table is table else None
    roc_hull = convex_hull(table) if known is None else known.roc_hull
    rociv_hull = roc_hull if rates is table else convex_hull(rates)
    progress.advance(2, _STEPS, name)
    area = auc(table) if known is None else known.auc
    return ModelEvaluation(
        name=name,
        table=table,
        rates=rates,
        roc_hull=roc_hull,
        rociv_hull=rociv_hull,
        envelope=lower_envelope(rociv_hull),
        auc=area,
        auciv=area if rates is table else auc(rates),
        means=means,
    )


def evaluate_scores(
    name: str,
    y_true: ArrayLike,
    y_score: ArrayLike,
    payoff: PayoffMatrix | None = None,
    sample_weight: ArrayLike | None = None,
) -> ModelEvaluation:
    """Evaluate a model straight from labels and scores.

    For one look at one model. Who edits payoffs again and again keeps the table and the order
    and calls `evaluate`.

    Parameters
    ----------
    name : str
        The model.
    y_true : array_like of bool, shape (n,)
        True for positives.
    y_score : array_like of float, shape (n,)
        Higher means more positive. Rows with NaN are left out, from the mean payoffs too.
    payoff : PayoffMatrix, optional
        Gains positive, losses negative; None lets every error cost 1.
    sample_weight : array_like of float, shape (n,), optional
        Finite and at least 0.

    Returns
    -------
    ModelEvaluation

    Raises
    ------
    EngineError
        Where the input is not usable; see `threshold_table` and `error_costs` for the kinds.

    Examples
    --------
    >>> model = evaluate_scores("logistic", [True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> model.auc, model.envelope.operating_range
    (0.75, (0.0, 1.0))
    """
    payoff = payoff or PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)
    table = threshold_table(y_true, y_score, sample_weight=sample_weight)
    costs = error_costs(payoff, y_true, sample_weight)
    scored = ~np.isnan(clean_scores(y_score)) if table.missing else None
    return evaluate(
        name,
        table,
        rank_order(y_true, y_score, table=table) if costs.varies else None,
        costs,
        payoff_means(payoff, y_true, sample_weight, rows=scored, costs=costs),
        None if sample_weight is None else clean_weights(sample_weight, np.size(y_true)),
    )


def evaluate_table(
    name: str, table: ThresholdTable, payoff: PayoffMatrix | None = None
) -> ModelEvaluation:
    """Evaluate a model given by its counts alone: a family, or the leaves of a tree.

    Parameters
    ----------
    name : str
        The model.
    table : ThresholdTable
        See `family_table` and `tree_table`.
    payoff : PayoffMatrix, optional
        Constants, gains positive, losses negative; None lets every error cost 1.

    Returns
    -------
    ModelEvaluation

    Raises
    ------
    EngineError
        Where a payoff varies by instance: there are none to look at; or where the costs are not
        usable, see `error_costs`.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.tree_leaves import tree_table
    >>> tree = evaluate_table("tree", tree_table([True, False], [10, 10], errors=[2, 2]))
    >>> tree.auc, tree.envelope.operating_range
    (0.8, (0.2, 0.8))
    """
    costs, means = constant_costs(payoff or PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0))
    return evaluate(name, table, None, costs, means)


def _rates(
    table: ThresholdTable,
    order: RankOrder | None,
    costs: ErrorCosts,
    sample_weight: Floats | None,
) -> RateSource:
    if not costs.varies:
        return table
    if order is None:
        raise EngineError("Costs that vary by instance need the order of the rows by score.")
    return cost_table(table, order, costs.fn_costs, costs.fp_costs, sample_weight)
