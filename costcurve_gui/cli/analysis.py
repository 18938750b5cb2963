"""Evaluate the models that the options of a report ask for, derived ones included."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.common_cases import evaluated_together
from costcurve_gui.analysis.conditions import AnalysedModel
from costcurve_gui.analysis.counts_cache import CountsCache
from costcurve_gui.analysis.dataset_info import ModelInfo
from costcurve_gui.analysis.derived_models import (
    ModelDraft,
    derived_info,
    model_of,
    proposed_name,
)
from costcurve_gui.analysis.interval_settings import Samples
from costcurve_gui.analysis.intervals.estimators import CaseEstimator, Estimator
from costcurve_gui.cli.derivations import no_model
from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.payoffs import checked_payoffs, payoff_spec
from costcurve_gui.dataio.dataset import Dataset, load_dataset
from costcurve_gui.dataio.roles.choice import choose_roles
from costcurve_gui.dataio.roles.column_roles import model_names
from costcurve_gui.engine.errors import ConstraintError, EngineError
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.selection.criteria import min_cost

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from costcurve_gui.analysis.derivations import Derivation
    from costcurve_gui.analysis.derived_models import DerivedModel
    from costcurve_gui.analysis.payoffs import Payoffs
    from costcurve_gui.analysis.settings import PayoffSpec
    from costcurve_gui.cli.derivations import Derive, Part
    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.dataio.roles.column_roles import Roles
    from costcurve_gui.dataio.source import Source
    from costcurve_gui.engine.evaluation import ModelEvaluation

    Compared = tuple[ModelEvaluation, ModelEvaluation]
    Evaluate = Callable[[ModelInfo], AnalysedModel]


REPORT = "report"
"""What the dataset of a report is called where the window would number it."""
NO_NAMES: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=False)
class Evaluated:
    """Models in file order, whatever they came from: what most tables need."""

    options: ReportOptions
    prior: float
    models: tuple[AnalysedModel, ...]
    resampling: CaseEstimator | None

    @property
    def finding(self) -> Estimator | None:
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
    payoff: PayoffSpec
    payoffs: Payoffs
    also: Mapping[str, str]

    def compared(self, a: AnalysedModel, b: AnalysedModel) -> Compared | None:
        """Return two models over the cases that both scored; None where these lack a class.

        Models that were tested on different cases keep their own.
        """
        if self.options.samples is Samples.DIFFERENT:
            return a.evaluation, b.evaluation
        found = evaluated_together((a.info, b.info), self.cache, self.payoff)
        return None if found is None else (found[a.info.key], found[b.info.key])

    def named(self, name: str) -> AnalysedModel:
        """Return a model by the name that an option gives it; raises `ConstraintError`."""
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
    payoff, payoffs = payoff_spec(options), checked_payoffs(options, cache)
    prior = _prevalence(dataset) if options.prior is None else options.prior
    analysed = partial(_evaluated, cache, payoff, prior)
    models = tuple(_analysed(info, analysed) for info in _infos(dataset))
    if options.derive:
        deriver = Deriver(analysed, cache, (options.payoffs["tp"], options.payoffs["fn"]), also)
        models = deriver.with_derived(models, options.derive)
    drawn = None
    if options.bands is not None:
        drawn = CaseEstimator(options.bands, cache, payoff, models, progress=progress)
    return Analysis(options, prior, models, drawn, roles, dataset, cache, payoff, payoffs, also)


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
    cache: CountsCache, payoff: PayoffSpec, prior: float, info: ModelInfo
) -> AnalysedModel:
    evaluation = cache.evaluation(info, payoff)
    return AnalysedModel(info, evaluation, evaluation.condition(prior))


@dataclass(frozen=True, slots=True)
class Deriver:
    """Makes models from others.

    Parameters
    ----------
    evaluate : callable
        Evaluates a model whose scores the cache has.
    cache : CountsCache
        Scores and counts; those of derived models are added to it.
    payoffs : tuple of str
        What a positive found and one missed pay, as typed.
    also : mapping of name to column
        Names that models go by beside their own.
    """

    evaluate: Evaluate
    cache: CountsCache
    payoffs: tuple[str, str]
    also: Mapping[str, str]

    def with_derived(
        self, models: Sequence[AnalysedModel], wanted: Sequence[Derive]
    ) -> tuple[AnalysedModel, ...]:
        """Return the models and after them those made from them.

        Raises
        ------
        OptionError
            Where one cannot be made.
        """
        found = list(models)
        for derive in wanted:
            try:
                found.append(self._derived(found, derive))
            except EngineError as error:
                raise OptionError(f"--derive {derive.text}: {error}") from error
        return tuple(found)

    def _derived(self, models: Sequence[AnalysedModel], derive: Derive) -> AnalysedModel:
        sources = [named_model(models, part.name, self.also) for part in derive.parts]
        columns = tuple(source.column for source in sources)
        by_column = dict(zip(columns, zip(sources, derive.parts, strict=True), strict=True))
        infos = {model.column: model.info for model in models}
        draft = ModelDraft(derive.kind, columns, _name(derive.kind, sources, models))
        for source in sources:
            derive.kind.require(source.evaluation.table)
        model = model_of(draft, infos, self.payoffs, lambda key: _threshold(*by_column[key]))
        return self.evaluate(derived_info(REPORT, model, sources[0].info, self.cache))


def named_model(
    models: Sequence[AnalysedModel], name: str, also: Mapping[str, str]
) -> AnalysedModel:
    """Return the model of a name, or the one that is read from the column of that name.

    `also` has the columns of further names.

    Raises
    ------
    ConstraintError
        Where there is none.
    """
    column = also.get(name, name)
    named = [model for model in models if name == model.name]
    found = named or [model for model in models if column == model.column]
    if not found:
        raise no_model(name, [*also, *(model.name for model in models)])
    return found[0]


def _name(
    kind: Derivation, sources: Sequence[AnalysedModel], models: Sequence[AnalysedModel]
) -> str:
    """Return the name that the window proposes."""
    names = [source.name for source in sources]
    return proposed_name(kind, names, {model.name for model in models})


def _threshold(model: AnalysedModel, part: Part) -> float:
    """Return the threshold that was given, or the one of least expected cost."""
    if part.threshold is not None:
        return part.threshold
    cheapest = min_cost(model.evaluation, model.condition).threshold
    if math.isinf(cheapest):
        raise ConstraintError(
            f"{model.name} acts on no case at least expected cost. "
            f"Give it a threshold: {part.name}@T."
        )
    return cheapest
