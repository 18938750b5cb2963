"""folds.csv: the averages of the curves of every fold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.tables.table import Table
from costcurve_gui.controllers.extra_tables import EXTRA_HEADERS
from costcurve_gui.controllers.fold_columns import FoldSample, fold_columns, fold_sample
from costcurve_gui.engine.averaging.folds import Folds, split_folds
from costcurve_gui.engine.errors import EngineError

if TYPE_CHECKING:
    from costcurve_gui.cli.analysis import AnalysedModel, Analysis


def folds_table(analysis: Analysis) -> Table:
    """Return the pooled, vertical, threshold and cost-space average of every model."""
    dataset, level = analysis.dataset, analysis.options.confidence
    if dataset.fold is None:
        return Table.of_rows(EXTRA_HEADERS["folds"], ())
    folds = split_folds(dataset.fold, dataset.fold_names)
    parts = (
        (model.name, columns)
        for model in analysis.models
        for columns in fold_columns(model.evaluation.table, _sample(analysis, model, folds), level)
    )
    return Table.of_parts(EXTRA_HEADERS["folds"], parts)


def _sample(analysis: Analysis, model: AnalysedModel, folds: Folds) -> FoldSample:
    try:
        return fold_sample(analysis.cache.dataset, model.column, folds, analysis.costs)
    except EngineError as error:
        raise OptionError(f"--fold {analysis.roles.fold}: {model.place}: {error}") from error
