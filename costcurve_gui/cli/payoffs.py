"""The payoff matrix of a report, from expressions over the file's columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.cli.errors import OptionError, name_cell
from costcurve_gui.dataio.expressions.expression import ExpressionError, compile_expression
from costcurve_gui.engine.cost.payoff import (
    ErrorCosts,
    PayoffMatrix,
    PayoffMeans,
    constant_costs,
    error_costs,
)
from costcurve_gui.engine.errors import EngineError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.dataio.dataset import Dataset

_LONGEST_SHOWN = 80


def payoff_matrix(options: ReportOptions, dataset: Dataset) -> PayoffMatrix:
    """Compute the four cells.

    Raises
    ------
    OptionError
        Where a cell is no expression over the numeric columns.
    """
    return PayoffMatrix(**{cell: _values(options, cell, dataset) for cell in options.payoffs})


def constant_payoffs(options: ReportOptions) -> tuple[ErrorCosts, PayoffMeans]:
    """Compute costs and mean payoffs where there are no columns to compute them from.

    Raises
    ------
    OptionError, EngineError
        Where a cell is no number, or the cost of an error is negative.
    """
    matrix = PayoffMatrix(**{cell: _constant(options, cell) for cell in options.payoffs})
    try:
        return constant_costs(matrix)
    except EngineError as error:
        raise name_cell(error, _source(options), None) from error


def checked_error_costs(
    options: ReportOptions, matrix: PayoffMatrix, dataset: Dataset
) -> ErrorCosts:
    """Compute the costs of errors; an error names the option and the rows of the file."""
    try:
        return error_costs(matrix, dataset.y_true, dataset.weight)
    except EngineError as error:
        raise name_cell(error, _source(options), dataset.row_numbers) from error


def _values(options: ReportOptions, cell: str, dataset: Dataset) -> float | NDArray[np.float64]:
    text = options.payoffs[cell]
    try:
        return compile_expression(text, tuple(dataset.numeric)).evaluate(dataset.numeric)
    except ExpressionError as error:
        raise OptionError(
            f"{_source(options)}{cell} {_shown(text)!r}: {error} (character {error.position + 1})"
        ) from error


def _constant(options: ReportOptions, cell: str) -> float:
    text = options.payoffs[cell]
    try:
        return float(compile_expression(text, ()).evaluate({}))
    except ExpressionError as error:
        raise OptionError(
            f"{_source(options)}{cell} {_shown(text)!r}: {error} "
            "A file of counts has no cases whose costs could differ; give a number"
        ) from error


def _shown(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


def _source(options: ReportOptions) -> str:
    return "--" if options.payoff_file is None else f"{options.payoff_file}: "
