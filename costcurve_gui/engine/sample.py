"""From labels, scores and payoffs to an evaluation in one call."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.cost.payoff import error_costs, payoff_means
from costcurve_gui.engine.counts.rank_order import rank_order
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.evaluation import ModelEvaluation, evaluate
from costcurve_gui.engine.validation import clean_scores, clean_weights

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurve_gui.engine.cost.payoff import PayoffMatrix


def evaluate_sample(
    y_true: ArrayLike,
    y_score: ArrayLike,
    payoff: PayoffMatrix,
    *,
    sample_weight: ArrayLike | None = None,
    name: str = "",
) -> ModelEvaluation:
    """Evaluate a scored sample under a payoff matrix.

    For one look at one model. Who changes payoffs again and again keeps the table and the order
    and calls `evaluate`.

    Parameters
    ----------
    y_true : array_like of bool, shape (n,)
        True for positives.
    y_score : array_like of float, shape (n,)
        Higher means more positive. Rows with NaN are left out, from the mean payoffs too.
    payoff : PayoffMatrix
        Gains positive, losses negative.
    sample_weight : array_like of float, shape (n,), optional
        Finite and at least 0.
    name : str, optional
        Name of the model.

    Returns
    -------
    ModelEvaluation

    Raises
    ------
    EngineError
        Where the input is not usable; see `threshold_table` and `error_costs` for the kinds.

    Examples
    --------
    >>> from costcurve_gui.engine.cost.payoff import PayoffMatrix
    >>> payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-4.0, tn=0.0)
    >>> model = evaluate_sample([True, False, True, False], [0.9, 0.7, 0.6, 0.1], payoff)
    >>> model.auc, model.envelope.operating_range
    (0.75, (0.0, 1.0))
    """
    table = threshold_table(y_true, y_score, sample_weight=sample_weight)
    costs = error_costs(payoff, y_true, sample_weight)
    scored = ~np.isnan(clean_scores(y_score)) if table.missing else None
    return evaluate(
        name,
        table,
        rank_order(y_true, y_score, table=table) if costs.varies else None,
        costs,
        payoff_means(payoff, y_true, sample_weight, rows=scored),
        None if sample_weight is None else clean_weights(sample_weight, np.size(y_true)),
    )
