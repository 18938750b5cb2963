"""From data and payoffs to curves: everything that does not depend on the condition.

Pure functions, used in a job by the window and directly by the command line.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.dataio.expressions import Expression, ExpressionError, compile_expression
from costcurve_gui.engine.cost.payoff import (
    ErrorCosts,
    PayoffMatrix,
    PayoffMeans,
    error_costs,
    payoff_means,
)
from costcurve_gui.engine.decimate import decimate
from costcurve_gui.engine.evaluation import ModelEvaluation, evaluate
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.views.profit import PerfectRanking, perfect_ranking
from costcurve_gui.models.results import DrawnCurve, ModelScene, Scene
from costcurve_gui.models.state import CELLS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from costcurve_gui.controllers.counts_cache import CountsCache
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.engine.counts.rate_source import RateSource
    from costcurve_gui.engine.roc.hull import RocHull
    from costcurve_gui.models.state import DatasetInfo, ModelInfo, PayoffSpec

FEW_SCORES = 30
MOST_RANKED = 200_000
POINTS = 1_000


class PayoffCellError(ValueError):
    """A payoff cell whose expression cannot be computed, with the reason as its cause."""

    def __init__(self, cell: str, error: ExpressionError) -> None:
        super().__init__(str(error))
        self.cell = cell
        self.error = error


def compile_cell(text: str, columns: tuple[str, ...]) -> Expression:
    """Parse what was typed into a payoff cell; raises `ExpressionError`."""
    return compile_expression(text, columns)


def payoff_matrix(payoff: PayoffSpec, dataset: Dataset) -> PayoffMatrix:
    """Compute the cells over the columns of the file."""
    return PayoffMatrix(**{cell: _cell_values(cell, payoff, dataset) for cell in CELLS})


def build_scene(
    info: DatasetInfo,
    dataset: Dataset,
    payoff: PayoffSpec,
    cache: CountsCache,
    *,
    progress: Progress = NO_PROGRESS,
) -> Scene:
    """Compute the curves of every model of a dataset.

    Raises
    ------
    PayoffCellError, EngineError
        Where the payoffs cannot be computed, or an error cost is negative.
    """
    matrix = payoff_matrix(payoff, dataset)
    costs = error_costs(matrix, dataset.y_true, dataset.weight)
    means = payoff_means(matrix, dataset.y_true, dataset.weight, costs=costs)
    models = []
    for done, model in enumerate(info.models):
        progress.advance(done, len(info.models), model.name)
        part = _part(progress, done, len(info.models), model.name)
        models.append(_model_scene(model, dataset, matrix, costs, means, cache, part))
    return Scene(info, tuple(models), cell_means(means), thinned_perfect(costs, dataset))


def thinned_perfect(costs: ErrorCosts, dataset: Dataset) -> PerfectRanking | None:
    """Return the best order there is, in few points and from at most `MOST_RANKED` rows.

    It is a reference to look at; sorting ten million costs for it would make every edit wait.
    """
    if not (costs.varies_fn or costs.varies_fp):
        return None
    step = slice(None, None, -(-dataset.y_true.size // MOST_RANKED))
    sampled = replace(
        costs, fn_costs=_every(costs.fn_costs, step), fp_costs=_every(costs.fp_costs, step)
    )
    weight = None if dataset.weight is None else dataset.weight[step]
    ranking = perfect_ranking(sampled, dataset.y_true[step], weight)
    corner = int(np.searchsorted(ranking.tpr, 1.0))
    rows = np.unique(
        np.append(np.linspace(0, ranking.tpr.size - 1, POINTS).astype(np.int64), corner)
    )
    return PerfectRanking(
        ranking.fpr[rows],
        ranking.tpr[rows],
        ranking.fp_cost_rate[rows],
        ranking.tp_benefit_rate[rows],
    )


def _every(costs: float | NDArray[np.float64], step: slice) -> float | NDArray[np.float64]:
    return costs[step] if isinstance(costs, np.ndarray) else costs


def cell_means(means: PayoffMeans) -> dict[str, float]:
    """Return the mean of each cell over its class."""
    return {
        "tp": means.tp_payoff,
        "fp": means.tn_payoff - means.fp_cost,
        "fn": means.tp_payoff - means.fn_cost,
        "tn": means.tn_payoff,
    }


def _cell_values(cell: str, payoff: PayoffSpec, dataset: Dataset) -> float | NDArray[np.float64]:
    try:
        expression = compile_cell(getattr(payoff, cell), tuple(dataset.numeric))
        return expression.evaluate(dataset.numeric)
    except ExpressionError as error:
        raise PayoffCellError(cell, error) from error


def _part(whole: Progress, done: int, total: int, name: str) -> Progress:
    """Return the progress of one model, which ends where the whole is cancelled."""
    return Progress(lambda *_: whole.advance(done, total, name))


def _model_scene(
    model: ModelInfo,
    dataset: Dataset,
    matrix: PayoffMatrix,
    costs: ErrorCosts,
    means: PayoffMeans,
    cache: CountsCache,
    progress: Progress,
) -> ModelScene:
    rows = cache.scored_rows(model.column)
    if rows is not None:
        means = payoff_means(matrix, dataset.y_true, dataset.weight, rows=rows, costs=costs)
    table = cache.table(model.column)
    varies = costs.varies_fn or costs.varies_fp
    order = cache.order(model.column) if varies else None
    evaluation = evaluate(model.name, table, order, costs, means, dataset.weight, progress)
    roc = _drawn(table, evaluation.roc_hull, keep=evaluation.rociv_hull.indices)
    rociv = roc if evaluation.rates is table else _drawn(evaluation.rates, evaluation.rociv_hull)
    return ModelScene(
        info=model,
        evaluation=evaluation,
        auc=cache.auc_interval(model.column),
        roc=roc,
        rociv=rociv,
        warning=_warning(model, evaluation),
    )


def _drawn(rates: RateSource, hull: RocHull, keep: Iterable[int] = ()) -> DrawnCurve:
    indices = decimate(rates, keep=keep, hull=hull).indices
    return DrawnCurve(rates.fpr_at(indices), rates.tpr_at(indices), indices)


def _warning(model: ModelInfo, evaluation: ModelEvaluation) -> str:
    """Say what the user should know before trusting a curve, or nothing."""
    found = []
    if evaluation.auc < 0.5:
        found.append(f"{model.name} ranks backwards (AUC {evaluation.auc:.3f})")
    if model.missing:
        rows = "1 row" if model.missing == 1 else f"{model.missing} rows"
        found.append(f"{rows} without a score left out for {model.name} alone")
    distinct = len(evaluation.table) - 1
    if distinct < FEW_SCORES:
        found.append(f"{model.name} has {distinct} distinct scores")
    return ". ".join(found)
