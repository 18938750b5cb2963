"""From options to evaluated models: everything that the tables of a report read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.payoffs import checked_error_costs, payoff_matrix
from costcurve_gui.controllers.counts_cache import CountsCache
from costcurve_gui.dataio.choosing import choose_roles
from costcurve_gui.dataio.dataset import Dataset, load_dataset
from costcurve_gui.dataio.roles import model_names
from costcurve_gui.engine.cost.condition import OperatingCondition
from costcurve_gui.engine.cost.payoff import payoff_means
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.evaluation import ModelEvaluation, evaluate

if TYPE_CHECKING:
    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.dataio.roles import Roles
    from costcurve_gui.dataio.source import Source
    from costcurve_gui.engine.cost.payoff import ErrorCosts, PayoffMatrix


@dataclass(frozen=True, slots=True, eq=False)
class AnalysedModel:
    """One score column, evaluated over the rows that it scored, or a model given by its counts."""

    name: str
    column: str
    evaluation: ModelEvaluation
    condition: OperatingCondition


@dataclass(frozen=True, slots=True, eq=False)
class Evaluated:
    """Models in file order, whatever they came from: what most tables need."""

    options: ReportOptions
    prior: float
    models: tuple[AnalysedModel, ...]

    @property
    def turned(self) -> frozenset[str]:
        """Columns whose low scores mean positive."""
        return frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Analysis(Evaluated):
    """Models that scored the cases of a file."""

    roles: Roles
    dataset: Dataset
    cache: CountsCache
    costs: ErrorCosts

    @property
    def turned(self) -> frozenset[str]:
        """Columns whose low scores mean positive."""
        return self.dataset.lower_is_positive


def analyse(options: ReportOptions, source: Source) -> Analysis:
    """Read the scored cases and evaluate every model under the payoffs.

    Raises
    ------
    OptionError, DataError, EngineError
        Where the options, the file or the payoffs cannot be used.
    """
    roles = chosen_roles(options, source)
    return analysis_of(options, roles, load_dataset(source, roles))


def analysis_of(options: ReportOptions, roles: Roles, dataset: Dataset) -> Analysis:
    """Evaluate every model of a dataset under the payoffs.

    Raises
    ------
    OptionError, EngineError
        Where the options or the payoffs cannot be used.
    """
    cache = CountsCache(dataset)
    matrix = payoff_matrix(options, dataset)
    costs = checked_error_costs(options, matrix, dataset)
    prior = _prevalence(dataset) if options.prior is None else options.prior
    models = tuple(
        _analysed(name, column, cache, dataset, matrix, costs, prior)
        for column, name in model_names(tuple(dataset.scores)).items()
    )
    return Analysis(options, prior, models, roles, dataset, cache, costs)


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
        where=options.where,
    )
    in_file = (column.name for column in source.columns)
    return replace(roles, scores=tuple(name for name in in_file if name in roles.scores))


def _prevalence(dataset: Dataset) -> float:
    return float(np.average(dataset.y_true, weights=dataset.weight))


def _analysed(
    name: str,
    column: str,
    cache: CountsCache,
    dataset: Dataset,
    matrix: PayoffMatrix,
    costs: ErrorCosts,
    prior: float,
) -> AnalysedModel:
    try:
        rows = cache.scored_rows(column)
        means = payoff_means(matrix, dataset.y_true, dataset.weight, rows, costs=costs)
        order = cache.order(column) if costs.varies else None
        evaluation = evaluate(name, cache.table(column), order, costs, means, dataset.weight)
        return AnalysedModel(name, column, evaluation, OperatingCondition(prior, means))
    except EngineError as error:
        raise OptionError(f"{column}: {error}") from error
