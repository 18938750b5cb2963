"""The payoff matrix: its cells as typed, and computed over the columns of a file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from costcurve_gui.dataio.expressions.errors import UnknownNameError, unknown_name
from costcurve_gui.dataio.expressions.expression import (
    Expression,
    ExpressionError,
    compile_expression,
)
from costcurve_gui.engine.cost.payoff import (
    ErrorCosts,
    PayoffMatrix,
    PayoffMeans,
    error_costs,
    payoff_means,
)
from costcurve_gui.engine.errors import NegativeErrorCostError, NonFinitePayoffError
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from costcurve_gui.dataio.dataset import Dataset


CELLS = ("tp", "fp", "fn", "tn")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A named number of the payoff expressions, shared by the cells.

    `value` is in force wherever one number is needed. `belief` says in the words of
    `parse_uncertain_number` what else the number may be; empty says that it is known.
    """

    name: str
    value: float
    belief: str = ""

    @property
    def text(self) -> str:
        """What it is, as `--param` takes it."""
        number = repr(float(self.value)).removesuffix(".0")
        return f"{self.name}={self.belief or number}"


@dataclass(frozen=True, slots=True)
class PayoffSpec:
    """The payoff matrix as typed: gain positive, loss negative; numbers or expressions.

    The expressions are over columns and the names of `parameters`.
    `positive_action` and `negative_action` are the user's words for the decisions Y and N
    ("refuse", "grant"), `case_noun` is the word for a case ("applicant").
    """

    tp: str = "0"
    fp: str = "-1"
    fn: str = "-1"
    tn: str = "0"
    preset: str = ""
    unit: str = ""
    case_noun: str = "case"
    positive_action: str = "act"
    negative_action: str = "leave"
    typed_as_costs: bool = False
    parameters: tuple[Parameter, ...] = ()

    @property
    def typed_cells(self) -> tuple[str, str, str, str]:
        """The four cells in the order of `CELLS`, with the names of parameters in them."""
        return self.tp, self.fp, self.fn, self.tn

    @property
    def cells(self) -> tuple[str, str, str, str]:
        """The four cells with the values of parameters in force: all that curves depend on."""
        if not self.parameters:
            return self.typed_cells
        # Most matrices have no parameters, and to rewrite expressions takes a while to import.
        from costcurve_gui.dataio.expressions.rewriting import with_values

        values = tuple((one.name, one.value) for one in self.parameters)
        tp, fp, fn, tn = (with_values(text, values) for text in self.typed_cells)
        return tp, fp, fn, tn

    @property
    def parameter_names(self) -> tuple[str, ...]:
        """What the parameters are called."""
        return tuple(one.name for one in self.parameters)

    def with_cells(self, cells: Mapping[str, str]) -> PayoffSpec:
        """Return a copy with other texts in the cells named."""
        return replace(self, **cells)  # type: ignore[arg-type]


class PayoffCellError(ValueError):
    """A payoff cell whose expression cannot be computed, with the reason as its cause."""

    def __init__(self, cell: str, error: ExpressionError) -> None:
        super().__init__(str(error))
        self.cell = cell
        self.error = error


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Payoffs:
    """The payoffs of every row of a file, what errors cost there, and the means of all rows."""

    matrix: PayoffMatrix
    costs: ErrorCosts
    means: PayoffMeans


def payoffs_over(payoff: PayoffSpec, dataset: Dataset) -> Payoffs:
    """Compute the payoffs of every row; errors name rows by their number in the file.

    Raises
    ------
    PayoffCellError, EngineError
        Where a cell cannot be computed, or an error cost is negative.
    """
    matrix = payoff_matrix(payoff, dataset)
    try:
        costs = error_costs(matrix, dataset.y_true, dataset.weight)
    except (NegativeErrorCostError, NonFinitePayoffError) as error:
        rows = [dataset.row_number(row - 1) for row in error.rows]
        raise type(error)(error.cell, rows, error.values, error.count, error.total) from error
    means = payoff_means(matrix, dataset.y_true, dataset.weight, costs=costs)
    return Payoffs(matrix, costs, means)


def compile_cell(
    text: str, columns: tuple[str, ...], parameters: tuple[str, ...] = ()
) -> Expression:
    """Parse what was typed into a payoff cell, over columns and the names of parameters.

    Raises
    ------
    ExpressionError
        With the names that there are, where it has another.
    """
    try:
        return compile_expression(text, (*columns, *parameters))
    except UnknownNameError as error:
        if not parameters:
            raise
        known = (*parameters, *sorted(set(columns) - set(parameters)))
        kind = tr("column or parameter") if columns else tr("parameter")
        raise unknown_name(kind, error.name, known, error.position, error.length) from error


def check_cells(payoff: PayoffSpec, columns: tuple[str, ...]) -> None:
    """Raise `PayoffCellError` for the first cell that is none over columns and parameters."""
    for cell, text in zip(CELLS, payoff.typed_cells, strict=True):
        try:
            compile_cell(text, columns, payoff.parameter_names)
        except ExpressionError as error:
            raise PayoffCellError(cell, error) from error


def payoff_matrix(payoff: PayoffSpec, dataset: Dataset) -> PayoffMatrix:
    """Compute the cells over the columns of the file, with the values of parameters in force."""
    if payoff.parameters:
        check_cells(payoff, tuple(dataset.numeric))
    texts = zip(CELLS, payoff.cells, strict=True)
    return PayoffMatrix(**{cell: payoff_cell(cell, text, dataset) for cell, text in texts})


def payoff_cell(cell: str, text: str, dataset: Dataset) -> float | NDArray[np.float64]:
    """Compute one cell over the columns of the file; raises `PayoffCellError`."""
    try:
        expression = compile_cell(text, tuple(dataset.numeric))
        return expression.evaluate(dataset.numeric)
    except ExpressionError as error:
        raise PayoffCellError(cell, error) from error
