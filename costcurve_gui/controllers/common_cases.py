"""Draws curves anew over the cases that several models scored. For the window and for reports."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.controllers.payoff_cells import payoff_matrix
from costcurve_gui.engine.cost.payoff import error_costs, payoff_means
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.evaluation import ModelEvaluation, evaluate
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.models.common_cases import (
    COMMON,
    NOTHING_IN_COMMON,
    Common,
    CommonCases,
    common_missing,
    common_of,
    common_wanted,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from costcurve_gui.controllers.counts_cache import CountsCache
    from costcurve_gui.engine.cost.payoff import ErrorCosts, PayoffMatrix, PayoffMeans
    from costcurve_gui.engine.resampling.sample import RankedModel
    from costcurve_gui.models.common_cases import CommonWanted
    from costcurve_gui.models.results import Frame
    from costcurve_gui.models.state import DatasetInfo, ModelInfo, PayoffSpec


def evaluated(
    model: ModelInfo,
    cache: CountsCache,
    matrix: PayoffMatrix,
    costs: ErrorCosts,
    *,
    means: PayoffMeans | None = None,
    progress: Progress = NO_PROGRESS,
) -> ModelEvaluation:
    """Evaluate a model over the rows that it scored.

    `means` are those of all rows, where they are known already.

    Raises
    ------
    EngineError
        Where it scored no row of a class.
    """
    data, rows = cache.dataset, cache.scored_rows(model.column)
    if means is None or rows is not None:
        means = payoff_means(matrix, data.y_true, data.weight, rows=rows, costs=costs)
    table = cache.table(model.column)
    order = cache.order(model.column) if costs.varies else None
    return evaluate(model.name, table, order, costs, means, data.weight, progress)


def evaluated_together(
    models: Collection[ModelInfo],
    cache: CountsCache,
    matrix: PayoffMatrix,
    costs: ErrorCosts,
    progress: Progress = NO_PROGRESS,
) -> dict[str, ModelEvaluation] | None:
    """Evaluate models, by key, over the rows that all of them scored.

    None where these lack a class.
    """
    common = cache.over_common_rows([model.column for model in models])
    found = {}
    for done, model in enumerate(models):
        progress.advance(done, len(models), model.name)
        try:
            found[model.key] = evaluated(model, common, matrix, costs)
        except EngineError:
            return None
    return found


def ranked_together(
    models: Collection[ModelInfo], common: CountsCache, matrix: PayoffMatrix, costs: ErrorCosts
) -> list[RankedModel]:
    """Return models over their common rows, as `over_common_rows` keeps them.

    Raises
    ------
    EngineError
        Where these lack a class.
    """
    from costcurve_gui.engine.resampling.sample import RankedModel  # not before there are bands

    return [
        RankedModel(evaluated(model, common, matrix, costs), common.order(model.column))
        for model in models
    ]


@dataclass(frozen=True, slots=True, eq=False)
class CommonRows:
    """The models of a scene with the rows behind them."""

    info: DatasetInfo
    payoff: PayoffSpec
    cache: CountsCache

    def find(self, keys: Collection[str], *, progress: Progress = NO_PROGRESS) -> CommonCases:
        """Return models over the rows that all of them scored."""
        data = self.cache.dataset
        models = [model for model in self.info.models if model.key in keys]
        matrix = payoff_matrix(self.payoff, data)
        costs = error_costs(matrix, data.y_true, data.weight)
        found = evaluated_together(models, self.cache, matrix, costs, progress)
        rows = self._rows(model.column for model in models)
        if found is None:
            return CommonCases(rows, reason=NOTHING_IN_COMMON)
        return CommonCases(rows, {key: one.envelope for key, one in found.items()}, found)

    def _rows(self, columns: Iterable[str]) -> int:
        scores = self.cache.dataset.scores
        lacking = np.logical_or.reduce([np.isnan(scores[column]) for column in columns])
        return int(lacking.size - np.count_nonzero(lacking))


def find_common(
    frame: Frame, wanted: Collection[CommonWanted], *, progress: Progress = NO_PROGRESS
) -> dict[frozenset[str], CommonCases]:
    """Return what is wanted of a frame, in a job of the window."""
    source, found = frame.scene.common, {}
    if source is None:
        return {}
    for one in wanted:
        cases = source.find(one.keys, progress=progress)
        found[one.keys] = cases if one.whole else cases.without_evaluations()
    return found


def with_common(frame: Frame, found: dict[frozenset[str], CommonCases]) -> Common:
    """Return what is known of a frame with more found, without what it has no use for."""
    known = common_of(frame) or Common()
    wanted = {one.keys for one in common_wanted(frame)}
    both = {**known.found, **found}
    return Common({keys: cases for keys, cases in both.items() if keys in wanted})


def settled(frame: Frame, progress: Progress = NO_PROGRESS) -> Frame:
    """Return a frame that knows all it wants of common cases: for reports and exports."""
    missing = common_missing(frame)
    if not missing:
        return frame
    found = find_common(frame, missing, progress=progress)
    return replace(frame, extras={**frame.extras, COMMON: with_common(frame, found)})
