"""One model under one payoff matrix: everything that does not depend on the condition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.cost.lower_envelope import lower_envelope
from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs, payoff_means
from costcurve_gui.engine.counts.cost_table import cost_table
from costcurve_gui.engine.counts.rank_order import rank_order
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.engine.roc.area import auc
from costcurve_gui.engine.roc.hull import convex_hull

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.lower_envelope import CostCurve
    from costcurve_gui.engine.cost.payoff import ErrorCosts, PayoffMeans
    from costcurve_gui.engine.counts.rank_order import RankOrder
    from costcurve_gui.engine.counts.rate_source import RateSource
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.engine.roc.hull import RocHull

_STEPS = 3


@dataclass(frozen=True, slots=True, eq=False)
class ModelEvaluation:
    """Curves and areas of one model over the rows that it scored.

    Attributes
    ----------
    name : str
    table : ThresholdTable
        Counts at each threshold.
    rates : RateSource
        Cost shares at each threshold (ROCIV); `table` itself where errors cost the same within
        each class.
    roc_hull, rociv_hull : RocHull
        Hulls of `table` and of `rates`.
    envelope : CostCurve
        Dual of `rociv_hull`.
    auc, auciv : float
    means : PayoffMeans
        Over the model's own rows.
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


def evaluate(
    name: str,
    table: ThresholdTable,
    order: RankOrder | None,
    costs: ErrorCosts,
    means: PayoffMeans,
    sample_weight: Floats | None = None,
    progress: Progress = NO_PROGRESS,
) -> ModelEvaluation:
    """Evaluate a model from its sorted counts. Nothing is sorted here.

    Parameters
    ----------
    name : str
    table : ThresholdTable
    order : RankOrder or None
        Needed only where error costs vary within a class.
    costs : ErrorCosts
    means : PayoffMeans
        Over the rows that the model scored.
    sample_weight : ndarray of float64, shape (n,), optional
    progress : Progress, optional
    """
    rates: RateSource = table
    if (costs.varies_fn or costs.varies_fp) and order is not None:
        rates = cost_table(table, order, costs.fn_costs, costs.fp_costs, sample_weight)
    progress.advance(1, _STEPS, name)
    roc_hull = convex_hull(table)
    rociv_hull = roc_hull if rates is table else convex_hull(rates)
    progress.advance(2, _STEPS, name)
    area = auc(table)
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
    sample_weight: Floats | None = None,
) -> ModelEvaluation:
    """Evaluate a model from labels and scores: the short way in a notebook.

    Parameters
    ----------
    name : str
    y_true : array_like of bool, shape (n,)
    y_score : array_like of float, shape (n,)
        Higher means more positive; NaN is missing.
    payoff : PayoffMatrix, optional
        Every error costs 1 where it is left out.
    sample_weight : ndarray of float64, shape (n,), optional

    Examples
    --------
    >>> labels = np.array([True, False, True, False])
    >>> loss = PayoffMatrix(tp=0, fp=-20, fn=np.array([-900.0, 0, -100.0, 0]), tn=0)
    >>> model = evaluate_scores("scorecard", labels, [0.9, 0.7, 0.6, 0.1], loss)
    >>> model.auc, model.auciv, model.envelope.operating_range
    (0.75, 0.95, (0.0, 1.0))
    """
    labels, payoff = (
        np.asarray(y_true, dtype=np.bool_),
        payoff or PayoffMatrix(tp=0, fp=-1, fn=-1, tn=0),
    )
    table = threshold_table(labels, y_score, sample_weight=sample_weight)
    order = rank_order(labels, y_score, table=table) if payoff.varies else None
    costs = error_costs(payoff, labels, sample_weight)
    scored = ~np.isnan(np.asarray(y_score, dtype=np.float64))
    means = payoff_means(payoff, labels, sample_weight, rows=scored)
    return evaluate(name, table, order, costs, means, sample_weight)
