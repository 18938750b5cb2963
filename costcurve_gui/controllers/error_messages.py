"""The one place where errors become sentences for the window."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from costcurve_gui.analysis.payoffs import PayoffCellError
from costcurve_gui.dataio.errors import DataError, readable
from costcurve_gui.dataio.expressions.errors import UnknownNameError
from costcurve_gui.dataio.expressions.expression import ExpressionError
from costcurve_gui.dataio.roles.column_roles import class_name
from costcurve_gui.engine.errors import (
    EngineError,
    NegativeErrorCostError,
    NonFinitePayoffError,
    ZeroErrorCostError,
)
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.analysis.payoffs import PayoffSpec

MINUS = "\u2212"
THOUSANDS = "\u202f"
ROWS_NAMED = 3

_log = logging.getLogger(__name__)


class CellError(ValueError):
    """Why a payoff cell cannot be taken. `position` and `suggestion` serve to fix it.

    `of_rows` where rows of the file violate it, which can be listed. `unknown` is a name in it that
    could be that of a parameter.
    """

    def __init__(
        self,
        cell: str,
        message: str,
        position: int | None = None,
        suggestion: str | None = None,
        *,
        of_rows: bool = False,
        unknown: str = "",
    ) -> None:
        super().__init__(message)
        self.unknown = unknown
        self.cell = cell
        self.message = message
        self.position = position
        self.suggestion = suggestion
        self.of_rows = of_rows


def cell_error(cell: str, error: Exception, info: DatasetInfo, payoff: PayoffSpec) -> CellError:
    """Say what is wrong with a payoff cell."""
    if isinstance(error, PayoffCellError):
        return cell_error(error.cell, error.error, info, payoff)
    if isinstance(error, ExpressionError):
        unknown = error.name if isinstance(error, UnknownNameError) else ""
        named = unknown if unknown.isidentifier() else ""
        return CellError(cell, str(error), error.position, error.suggestion, unknown=named)
    of_rows = isinstance(error, NegativeErrorCostError | NonFinitePayoffError)
    return CellError(cell, payoff_text(error, info, payoff), of_rows=of_rows)


def payoff_text(error: Exception, info: DatasetInfo, payoff: PayoffSpec) -> str:
    """Say what is wrong with a payoff matrix, in the words of the file."""
    if isinstance(error, NegativeErrorCostError):
        return _negative_cost(error, payoff)
    if isinstance(error, NonFinitePayoffError):
        return _not_finite(error)
    if isinstance(error, ZeroErrorCostError):
        return _free_error(error, info)
    return text_of(error)


def text_of(error: Exception) -> str:
    """Say what is wrong with a file or an analysis. Anything unforeseen is logged as a fault."""
    if isinstance(error, DataError):
        return readable(error.located)
    if isinstance(error, EngineError | ExpressionError | PayoffCellError):
        return readable(str(error))
    if isinstance(error, OSError):
        return readable(f"{error.filename or 'The file'}: {error.strerror or error}.")
    if isinstance(error, MemoryError):
        return tr("There is not enough memory for this. Open fewer rows or fewer score columns.")
    _log.error("unexpected error", exc_info=error)
    return tr("A fault of the program: {name}. The log has the details.", name=type(error).__name__)


def _negative_cost(error: NegativeErrorCostError, payoff: PayoffSpec) -> str:
    what = tr("a miss") if error.cell == "fn" else tr("a false alarm")
    if error.count == error.total:
        return tr(
            "The cost of {what} is negative in every row: {values}. The right decision "
            "must pay at least as much as the wrong one.",
            what=what,
            values=_money(error.values[0], payoff.unit),
        )
    first = tr(
        "The cost of {what} is negative in {count} of {total} rows.",
        what=what,
        count=_count(error.count),
        total=_count(error.total),
    )
    values = ", ".join(_amount(value) for value in error.values[:ROWS_NAMED])
    return f"{first} {_rows(error.rows)}: {values}{_suffix(payoff.unit)}."


def _not_finite(error: NonFinitePayoffError) -> str:
    rows = tr("{count} of {total} rows", count=_count(error.count), total=_count(error.total))
    return tr(
        "The payoff is {fault} in {share}. {listed}.",
        fault=error.fault,
        share=rows,
        listed=_rows(error.rows),
    )


def _free_error(error: ZeroErrorCostError, info: DatasetInfo) -> str:
    label = {"positive": info.positive_called, "negative": info.negative_called}
    name = class_name(label.get(error.class_name, error.class_name))
    return tr("No error costs anything (actual: {name}). At least one must.", name=name)


def _rows(rows: Sequence[int]) -> str:
    named = ", ".join(_count(row) for row in rows[:ROWS_NAMED])
    return f"{'Row' if len(rows) == 1 else 'Rows'} {named}"


def _money(value: float, unit: str) -> str:
    return _amount(value) + _suffix(unit)


def _suffix(unit: str) -> str:
    return f" {unit}" if unit else ""


def _amount(value: float) -> str:
    return f"{value:,.2f}".replace("-", MINUS).replace(",", THOUSANDS)


def _count(number: float) -> str:
    return f"{number:,.0f}".replace(",", THOUSANDS)
