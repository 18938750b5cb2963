"""Evaluate models over the cases that all of them scored."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from costcurve_gui.analysis.counts_cache import evaluated
from costcurve_gui.analysis.payoffs import payoff_matrix
from costcurve_gui.engine.cost.payoff import error_costs
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from costcurve_gui.analysis.counts_cache import CountsCache
    from costcurve_gui.analysis.dataset_info import DatasetInfo, ModelInfo
    from costcurve_gui.analysis.settings import PayoffSpec
    from costcurve_gui.engine.cost.cost_curve import CostCurve
    from costcurve_gui.engine.cost.payoff import ErrorCosts, PayoffMatrix
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.resampling.sample import RankedModel


WAY_OUT = "If they were tested on different cases, choose so in Analysis > Uncertainty."
NOTHING_IN_COMMON = f"No cases of both classes were scored by all of these models. {WAY_OUT}"


@dataclass(frozen=True, slots=True, eq=False)
class CommonCases:
    """Some models, by key, over the cases that all of them scored.

    `cases` is the number of these, None where no model has gaps. `evaluations` are there where the
    whole was asked for. Where there are no `curves` nothing can be compared: `reason` is a
    sentence that says why, empty while they are being computed.
    """

    cases: int | None = None
    curves: Mapping[str, CostCurve] = field(default_factory=dict)
    evaluations: Mapping[str, ModelEvaluation] = field(default_factory=dict)
    reason: str = ""

    def without_evaluations(self) -> CommonCases:
        """Return the curves alone, which take little memory."""
        return CommonCases(self.cases, self.curves, {}, self.reason)


class CommonCasesRequest(NamedTuple):
    """Models to be compared; `whole` where more than their cost curves is needed."""

    keys: frozenset[str]
    whole: bool


@dataclass(frozen=True, slots=True, eq=False)
class Common:
    """What was found of one curve set; `fault` is a sentence that says why the rest is not."""

    found: Mapping[frozenset[str], CommonCases] = field(default_factory=dict)
    fault: str = ""

    def has(self, wanted: CommonCasesRequest) -> bool:
        """Whether enough is known of some models."""
        known = self.found.get(wanted.keys)
        if known is None:
            return False
        return bool(known.evaluations or known.reason) or not wanted.whole


class CommonSource(Protocol):
    """What draws curves anew over common cases."""

    def find(self, keys: Collection[str], *, progress: Progress = NO_PROGRESS) -> CommonCases:
        """Return models over the cases that all of them scored."""
        ...


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
    """The models of a curve set with the rows behind them."""

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
