"""Evaluate models over the cases that all of them scored."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from costcurve_gui.analysis.counts_cache import CountsCache
    from costcurve_gui.analysis.dataset_info import DatasetInfo, ModelInfo
    from costcurve_gui.analysis.payoffs import PayoffSpec
    from costcurve_gui.engine.cost.cost_curve import CostCurve
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.resampling.sample import RankedModel


WAY_OUT = tr("If they were tested on different cases, choose so in Analysis > Uncertainty.")
NOTHING_IN_COMMON = tr(
    "No cases of both classes were scored by all of these models. {way_out}", way_out=WAY_OUT
)


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


NOTHING_KNOWN = Common()


def evaluated_together(
    models: Collection[ModelInfo],
    cache: CountsCache,
    payoff: PayoffSpec,
    progress: Progress = NO_PROGRESS,
) -> dict[str, ModelEvaluation] | None:
    """Evaluate models, by key, over the rows that all of them scored.

    None where these lack a class.
    """
    rows, found = cache.common_rows(model.column for model in models), {}
    held = cache.payoffs(payoff)  # or the cache computes them for every model
    for done, model in enumerate(models):
        progress.advance(done, len(models), model.name)
        try:
            found[model.key] = cache.evaluation(model.column, model.name, payoff, rows)
        except EngineError:
            return None
    del held
    return found


def ranked_together(
    models: Collection[ModelInfo], cache: CountsCache, payoff: PayoffSpec
) -> list[RankedModel]:
    """Return models over the rows that all of them scored.

    Raises
    ------
    EngineError
        Where these lack a class.
    """
    from costcurve_gui.engine.resampling.sample import RankedModel  # not before there are bands

    rows = cache.common_rows(model.column for model in models)
    return [
        RankedModel(
            cache.evaluation(model.column, model.name, payoff, rows),
            cache.order(model.column, rows),
        )
        for model in models
    ]


@dataclass(frozen=True, slots=True, eq=False)
class CommonCaseEvaluator:
    """Evaluates models of a curve set over the rows that all of them scored."""

    info: DatasetInfo
    payoff: PayoffSpec
    cache: CountsCache

    def evaluate(self, keys: Collection[str], *, progress: Progress = NO_PROGRESS) -> CommonCases:
        """Return models over the rows that all of them scored."""
        models = [model for model in self.info.models if model.key in keys]
        found = evaluated_together(models, self.cache, self.payoff, progress)
        cases = self.cache.common_rows(model.column for model in models).count
        if found is None:
            return CommonCases(cases, reason=NOTHING_IN_COMMON)
        return CommonCases(cases, {key: one.envelope for key, one in found.items()}, found)
