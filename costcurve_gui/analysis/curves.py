"""Curves of every model under one payoff matrix: all that does not depend on the condition."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

import numpy as np

from costcurve_gui.analysis.common_cases import CommonCaseEvaluator
from costcurve_gui.analysis.interval_settings import DEFAULT_BANDS
from costcurve_gui.analysis.model_edits import in_order
from costcurve_gui.analysis.model_remarks import NAME, remark_on
from costcurve_gui.engine.arrays import distinct
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.curves.confusion_rates import absolute_rates
from costcurve_gui.engine.curves.profit import PerfectRanking, perfect_ranking
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.roc.curve import decimate
from costcurve_gui.engine.validation import are_probabilities

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from costcurve_gui.analysis.counts_cache import CountsCache
    from costcurve_gui.analysis.dataset_info import DatasetInfo, ModelInfo
    from costcurve_gui.analysis.derivation import DerivedModel
    from costcurve_gui.analysis.derived_models import Combination
    from costcurve_gui.analysis.payoffs import PayoffSpec
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.dataio.multiclass_dataset import MulticlassDataset
    from costcurve_gui.dataio.source import Fingerprint
    from costcurve_gui.engine.cost.payoff import ErrorCosts, PayoffMeans
    from costcurve_gui.engine.counts.rate_source import RateSource
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.resampling.auc_interval import AucInterval
    from costcurve_gui.engine.roc.hull import RocHull

    Stretches = tuple[tuple[float, float], ...]
    Winners = tuple[float, float, tuple[str, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class DrawnCurve:
    """A decimated curve. `indices[k]` is the row of (x[k], y[k]) in the model's threshold table."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    indices: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class ModelCurves:
    """One model's curves, independent of the condition.

    `absolute` is (fpr, tpr) at threshold 0.5; None where scores are no probabilities.
    `combination` is known of models that join the decisions of others. `remark` is the warning
    with `NAME` where the name of the model stands.
    """

    info: ModelInfo
    evaluation: ModelEvaluation
    auc: AucInterval
    roc: DrawnCurve
    rociv: DrawnCurve
    remark: str = ""
    absolute: tuple[float, float] | None = None
    combination: Combination | None = None

    @property
    def warning(self) -> str:
        """What the user should know before trusting the curve, or nothing."""
        return self.remark.replace(NAME, self.info.name)

    @property
    def expected_only(self) -> bool:
        """Whether its rates were computed from those of others, and no case has confirmed them."""
        return self.combination is not None and self.combination.measured is None

    def manual_position(self, row: int) -> float:
        """Return what stands for a row where it is chosen by hand: its threshold, if it has one.

        Classifiers of a family have none; the row itself stands for them, or beyond the rows
        the place of one that is dominated: `FamilyTable.place_of`.
        """
        table = self.evaluation.table
        return float(row) if isinstance(table, FamilyTable) else float(table.thresholds[row])


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class CurveSet:
    """The curves of one dataset under one payoff matrix. `models` in file order, hidden too."""

    dataset: DatasetInfo
    models: tuple[ModelCurves, ...]
    payoff_means: Mapping[str, float]  # mean of each cell over its class: tp, fp, fn, tn
    perfect: PerfectRanking | None = None  # thinned; None where all errors of a class cost alike
    common_cases: CommonCaseEvaluator | None = None  # None where every model has every case
    source: CurveSource | None = None  # what the curves were computed from

    @property
    def cases(self) -> Cases | None:
        """The scored cases behind the curves; None where there are counts only."""
        return None if self.source is None else self.source.cases(self.dataset)

    @property
    def costs_vary(self) -> bool:
        """Whether errors of one class cost differently: then ROC and ROCIV are two spaces."""
        return any(one.evaluation.rates is not one.evaluation.table for one in self.models)

    @property
    def level(self) -> float:
        """Confidence of the intervals that are computed with the curve set."""
        return self.models[0].auc.level if self.models else DEFAULT_BANDS.spec.level

    def model(self, key: str) -> ModelCurves:
        """Return the curves of a model."""
        return next(model for model in self.models if model.info.key == key)

    def at(self, level: float) -> CurveSet:
        """Return the curve set with its intervals at another level; itself where it is this one."""
        if all(model.auc.level == level for model in self.models):
            return self
        models = tuple(replace(model, auc=model.auc.at(level)) for model in self.models)
        return replace(self, models=models)


def relabelled(
    curve_set: CurveSet, info: DatasetInfo, derived: Iterable[DerivedModel]
) -> CurveSet | None:
    """Return a curve set with the models that are wanted, as they are called, coloured and ordered.

    `info` describes the models of the file, `derived` are the others. None where one of them has
    no curves in the set; nothing is computed here.
    """
    known = {model.info.column: model for model in curve_set.models}
    wanted = {model.column: model for model in info.models}
    for made in derived:
        if made.column not in known:
            return None
        described = known[made.column].info
        wanted[made.column] = replace(described, name=made.name, slot=made.slot, derived=made)
    if not wanted.keys() <= known.keys():
        return None
    info = replace(info, models=in_order(wanted.values(), info.order))
    common = curve_set.common_cases
    return replace(
        curve_set,
        dataset=info,
        models=tuple(_relabelled_model(known[one.column], one) for one in info.models),
        common_cases=common if common is None else replace(common, info=info),
    )


def _relabelled_model(model: ModelCurves, info: ModelInfo) -> ModelCurves:
    if model.info == info:
        return model
    return replace(model, info=info, evaluation=replace(model.evaluation, name=info.name))


@dataclass(frozen=True, slots=True, eq=False)
class Cases:
    """Scored cases of two classes as in the file, and what sorting them has yielded.

    The dataset of the cache has the scores of derived models too.
    """

    dataset: Dataset
    cache: CountsCache


class CurveSource(Protocol):
    """What an open file holds, whatever its rows are.

    Jobs in different threads may ask at the same time.
    """

    @property
    def fingerprint(self) -> Fingerprint:
        """Hash of the file's bytes, which may take long."""
        ...

    @property
    def multiclass(self) -> MulticlassDataset | None:
        """The cases of several classes, where the file has them."""
        ...

    def cases(self, info: DatasetInfo) -> Cases | None:
        """Return the cases with the positive class of `info`; None where there are counts only."""
        ...

    def build_curves(
        self,
        info: DatasetInfo,
        payoff: PayoffSpec,
        derived: tuple[DerivedModel, ...] = (),
        known: tuple[ModelCurves, ...] = (),
        *,
        progress: Progress = NO_PROGRESS,
    ) -> CurveSet:
        """Compute the curves of every model; see `build_derived_curve_set`."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class CurveInput:
    """What a result of any file is computed from: the curve set on show and its payoffs."""

    curve_set: CurveSet
    payoff: PayoffSpec


@dataclass(frozen=True, slots=True, eq=False)
class CaseInput:
    """What a result of scored cases is computed from: the curve set, and what it was computed from.

    `multiclass` has the cases of several classes, in a file of such.
    """

    curve_set: CurveSet
    dataset: Dataset
    payoff: PayoffSpec
    cache: CountsCache
    multiclass: MulticlassDataset | None = None


def view_input(
    curve_set: CurveSet, source: CurveSource, payoff: PayoffSpec
) -> CurveInput | CaseInput:
    """Return what the results that views need are computed from."""
    cases = source.cases(curve_set.dataset)
    if cases is None:
        return CurveInput(curve_set, payoff)
    return CaseInput(curve_set, cases.cache.dataset, payoff, cases.cache, source.multiclass)


MOST_RANKED = 100_000
POINTS = 1_000


def build_curve_set(
    info: DatasetInfo,
    dataset: Dataset,
    payoff: PayoffSpec,
    cache: CountsCache,
    known: Iterable[ModelCurves] = (),
    *,
    progress: Progress = NO_PROGRESS,
) -> CurveSet:
    """Compute the curves of every model of a dataset but those `known` under these payoffs.

    Raises
    ------
    PayoffCellError, EngineError
        Where the payoffs cannot be computed, or an error cost is negative.
    """
    payoffs = cache.payoffs(payoff)
    known_by_info = {model.info: model for model in known}
    models = []
    for done, model in enumerate(info.models):
        progress.advance(done, len(info.models), model.name)
        if model in known_by_info:
            models.append(known_by_info[model])
            continue
        part = _part(progress, done, len(info.models), model.name)
        evaluation = cache.evaluation(model.column, model.name, payoff, progress=part)
        models.append(drawn_model(model, evaluation, cache.auc_interval(model.column)))
    gaps = any(model.missing for model in info.models)
    return CurveSet(
        info,
        tuple(models),
        cell_means(payoffs.means),
        thinned_perfect(payoffs.costs, dataset),
        CommonCaseEvaluator(info, payoff, cache) if gaps else None,
    )


def thinned_perfect(costs: ErrorCosts, dataset: Dataset) -> PerfectRanking | None:
    """Return the best order there is, in few points and from at most `MOST_RANKED` rows a class.

    It is a reference to look at; sorting ten million costs for it would make every edit wait.
    """
    if not (costs.varies_fn or costs.varies_fp):
        return None
    kept = np.sort(np.concatenate([_thinned(dataset.y_true), _thinned(~dataset.y_true)]))
    fn_costs, fp_costs = _at(costs.fn_costs, kept), _at(costs.fp_costs, kept)
    y_true = dataset.y_true[kept]
    if not (_any(fn_costs, y_true) and _any(fp_costs, ~y_true)):
        return None  # the few costly rows of a large file were not among those kept
    weight = None if dataset.weight is None else dataset.weight[kept]
    sampled = replace(costs, fn_costs=fn_costs, fp_costs=fp_costs)
    return _in_few_points(perfect_ranking(sampled, y_true, weight))


def _thinned(members: NDArray[np.bool_]) -> NDArray[np.int64]:
    rows = np.flatnonzero(members)
    return rows[:: -(-rows.size // MOST_RANKED)]


def _at(costs: float | NDArray[np.float64], rows: NDArray[np.int64]) -> float | NDArray[np.float64]:
    return costs[rows] if isinstance(costs, np.ndarray) else costs


def _any(costs: float | NDArray[np.float64], members: NDArray[np.bool_]) -> bool:
    return bool(np.any(costs[members] > 0)) if isinstance(costs, np.ndarray) else costs > 0


def _in_few_points(ranking: PerfectRanking) -> PerfectRanking:
    corner = np.searchsorted(ranking.tpr, 1.0)
    spread = np.linspace(0, ranking.tpr.size - 1, POINTS).astype(np.int64)
    rows = distinct(spread, np.array([corner]))
    return PerfectRanking(
        ranking.fpr[rows],
        ranking.tpr[rows],
        ranking.fp_cost_rate[rows],
        ranking.tp_benefit_rate[rows],
    )


def cell_means(means: PayoffMeans) -> dict[str, float]:
    """Return the mean of each cell over its class."""
    return {
        "tp": means.tp_payoff,
        "fp": means.tn_payoff - means.fp_cost,
        "fn": means.tp_payoff - means.fn_cost,
        "tn": means.tn_payoff,
    }


def _part(whole: Progress, done: int, total: int, name: str) -> Progress:
    """Return the progress of one model, which ends where the whole is cancelled."""
    return Progress(lambda *_: whole.advance(done, total, name))


def drawn_model(model: ModelInfo, evaluation: ModelEvaluation, auc: AucInterval) -> ModelCurves:
    """Return the curves of an evaluated model as they are drawn."""
    table = evaluation.table
    roc = _drawn(table, evaluation.roc_hull, keep=evaluation.rociv_hull.indices)
    rociv = roc if evaluation.rates is table else _drawn(evaluation.rates, evaluation.rociv_hull)
    return ModelCurves(
        info=model,
        evaluation=evaluation,
        auc=auc,
        roc=roc,
        rociv=rociv,
        remark=remark_on(model, evaluation),
        absolute=_absolute(evaluation),
    )


def _absolute(evaluation: ModelEvaluation) -> tuple[float, float] | None:
    """Return the rates of scores >= 1/2, where they are probabilities."""
    table = evaluation.table
    if isinstance(table, FamilyTable) or not are_probabilities(table):
        return None
    rates = absolute_rates(table, prior=0.5)  # these two are the same at any prior
    return float(rates.fpr), float(rates.tpr)


def _drawn(rates: RateSource, hull: RocHull, keep: Iterable[int] = ()) -> DrawnCurve:
    indices = decimate(rates, keep=keep, hull=hull).indices
    return DrawnCurve(rates.fpr_at(indices), rates.tpr_at(indices), indices)
