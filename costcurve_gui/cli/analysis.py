"""From options to evaluated models: everything that the tables of a report read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.cli.derivations import no_model
from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.payoffs import checked_error_costs, payoff_matrix
from costcurve_gui.cli.resampling import Finding, Resampling
from costcurve_gui.controllers.common_cases import evaluated, evaluated_together
from costcurve_gui.controllers.counts_cache import CountsCache
from costcurve_gui.dataio.dataset import Dataset, load_dataset
from costcurve_gui.dataio.roles.choice import choose_roles
from costcurve_gui.dataio.roles.column_roles import model_names
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.models.band_choices import Samples
from costcurve_gui.models.state import ModelInfo

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.dataio.roles.column_roles import Roles
    from costcurve_gui.dataio.source import Source
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.cost.payoff import ErrorCosts, PayoffMatrix
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.models.derived import DerivedModel

    Compared = tuple[ModelEvaluation, ModelEvaluation]

REPORT = "report"
"""What the dataset of a report is called where the window would number it."""
NO_NAMES: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=False)
class AnalysedModel:
    """One score column, evaluated over the rows that it scored, or a model given by its counts."""

    info: ModelInfo
    evaluation: ModelEvaluation
    condition: OperatingCondition

    @property
    def name(self) -> str:
        """What the files call it."""
        return self.info.name

    @property
    def column(self) -> str:
        """Name of its scores."""
        return self.info.column

    @property
    def place(self) -> str:
        """What a refusal calls it: the column of the file, if it has one."""
        return self.info.column if self.info.derived is None else self.info.name


@dataclass(frozen=True, slots=True, eq=False)
class Evaluated:
    """Models in file order, whatever they came from: what most tables need."""

    options: ReportOptions
    prior: float
    models: tuple[AnalysedModel, ...]
    resampling: Resampling | None

    @property
    def finding(self) -> Finding | None:
        """What finds how sure the models are; None where that was not asked for."""
        return self.resampling

    def compared(self, a: AnalysedModel, b: AnalysedModel) -> Compared | None:
        """Return two models over the cases they are compared on; None where these lack a class."""
        return a.evaluation, b.evaluation


@dataclass(frozen=True, slots=True, eq=False)
class Analysis(Evaluated):
    """Models that scored the cases of a file, then those made from them.

    The dataset is as in the file; that of the cache has the scores of derived models too.
    """

    roles: Roles
    dataset: Dataset
    cache: CountsCache
    payoff: PayoffMatrix
    costs: ErrorCosts
    also: Mapping[str, str]

    def compared(self, a: AnalysedModel, b: AnalysedModel) -> Compared | None:
        """Return two models over the cases that both scored; None where these lack a class.

        Models that were tested on different cases keep their own.
        """
        common = self.cache.over_common_rows([a.column, b.column])
        if self.options.samples is Samples.DIFFERENT or common is self.cache:
            return a.evaluation, b.evaluation
        found = evaluated_together((a.info, b.info), common, self.payoff, self.costs)
        return None if found is None else (found[a.info.key], found[b.info.key])

    def named(self, name: str) -> AnalysedModel:
        """Return a model by the name that an option gives it; raises `ConstraintError`."""
        from costcurve_gui.cli.derived import named_model

        return named_model(self.models, name, self.also)

    @property
    def derived(self) -> tuple[DerivedModel, ...]:
        """What was made from the models of the file, in this order."""
        found = (model.info.derived for model in self.models)
        return tuple(model for model in found if model is not None)


def analyse(options: ReportOptions, source: Source, progress: Progress = NO_PROGRESS) -> Analysis:
    """Read the scored cases and evaluate every model under the payoffs.

    Raises
    ------
    OptionError, DataError, EngineError
        Where the options, the file or the payoffs cannot be used.
    """
    roles = chosen_roles(options, source)
    _require_mixed_models(options, roles)
    dataset = load_dataset(source, roles, progress)
    return analysis_of(options, roles, dataset, progress=progress)


def analysis_of(
    options: ReportOptions,
    roles: Roles,
    dataset: Dataset,
    also: Mapping[str, str] = NO_NAMES,
    progress: Progress = NO_PROGRESS,
) -> Analysis:
    """Evaluate every model of a dataset under the payoffs, and those to be made from them.

    `also` has the columns of names that `--derive` and `--mix` may use beside those of the models.

    Raises
    ------
    OptionError, EngineError
        Where the options or the payoffs cannot be used.
    """
    cache = CountsCache(dataset)
    matrix = payoff_matrix(options, dataset)
    costs = checked_error_costs(options, matrix, dataset)
    prior = _prevalence(dataset) if options.prior is None else options.prior
    analysed = partial(_evaluated, cache, matrix, costs, prior)
    models = tuple(_analysed(info, analysed) for info in _infos(dataset))
    if options.derive:
        from costcurve_gui.cli.derived import Deriver

        deriver = Deriver(analysed, cache, (options.payoffs["tp"], options.payoffs["fn"]), also)
        models = deriver.with_derived(models, options.derive)
    drawn = None
    if options.bands is not None:
        drawn = Resampling(options.bands, cache, matrix, costs, models, progress=progress)
    return Analysis(options, prior, models, drawn, roles, dataset, cache, matrix, costs, also)


def chosen_roles(options: ReportOptions, source: Source) -> Roles:
    """Return what the columns are for, models in file order.

    Raises
    ------
    DataError
        Where a column or value does not exist, or something is unclear.
    """
    roles = choose_roles(
        source,
        label=options.label,
        positive=options.positive,
        scores=options.scores or (),
        lower_is_positive=options.lower_is_positive,
        weight=options.weight,
        fold=options.fold,
        group=options.group,
        where=options.where,
        others_negative=options.others_negative,
    )
    in_file = (column.name for column in source.columns)
    return replace(roles, scores=tuple(name for name in in_file if name in roles.scores))


def _require_mixed_models(options: ReportOptions, roles: Roles) -> None:
    """Refuse names of no model before the rows are read; those of derived models come later."""
    names = model_names(roles.scores)
    for mix in () if options.derive else options.mix:
        for part in mix.parts:
            if part.name not in {*names, *names.values()}:
                error = no_model(part.name, list(names.values()))
                raise OptionError(f"--mix {mix.text}: {error}") from error


def _prevalence(dataset: Dataset) -> float:
    return float(np.average(dataset.y_true, weights=dataset.weight))


def _infos(dataset: Dataset) -> Iterator[ModelInfo]:
    names = model_names(tuple(dataset.scores))
    for slot, (column, name) in enumerate(names.items(), start=1):
        turned = column in dataset.lower_is_positive
        yield ModelInfo(f"{REPORT}/{column}", name, column, slot, lower_is_positive=turned)


def _analysed(info: ModelInfo, evaluate: Callable[[ModelInfo], AnalysedModel]) -> AnalysedModel:
    try:
        return evaluate(info)
    except EngineError as error:
        raise OptionError(f"{info.column}: {error}") from error


def _evaluated(
    cache: CountsCache, matrix: PayoffMatrix, costs: ErrorCosts, prior: float, info: ModelInfo
) -> AnalysedModel:
    evaluation = evaluated(info, cache, matrix, costs)
    return AnalysedModel(info, evaluation, evaluation.condition(prior))
