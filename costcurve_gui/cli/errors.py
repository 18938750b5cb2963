"""What the command line refuses, and how that is said on one line."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from costcurve_gui.analysis.payoffs import PayoffCellError
from costcurve_gui.dataio.errors import DataError, UnclearError, one_of, readable
from costcurve_gui.dataio.expressions.expression import ExpressionError
from costcurve_gui.engine.errors import (
    EngineError,
    NegativeErrorCostError,
    NonFinitePayoffError,
    ZeroErrorCostError,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

NO_CASES = "A file of counts has no cases whose costs could differ; give a number"
_LONGEST_SHOWN = 80
OUT_OF_MEMORY = (
    "there is not enough memory for this; fewer models (--scores A,B), fewer rows (--where EXPR) "
    "or fewer replicates (a smaller --bootstrap) need less"
)


class OptionError(ValueError):
    """An option that cannot be followed; the message says what would be accepted."""


REFUSED = (OptionError, DataError, ExpressionError, EngineError, OSError, MemoryError)
"""What the user can fix; anything else is a fault of the program."""


def one_line(error: Exception) -> str:
    """Return the message of a refusal on one line that may go to a terminal."""
    if isinstance(error, MemoryError):
        text = OUT_OF_MEMORY
    elif isinstance(error, UnclearError):
        text = f"{error.located} {_advice(error)}"
    elif isinstance(error, DataError):
        text = error.located
    elif isinstance(error, OSError):
        place = error.filename or "a file of the report"  # Python names those that are read
        text = f"{place}: {error.strerror or error}"
    else:
        text = str(error)
    return readable(text)


def _advice(error: UnclearError) -> str:
    """Say which option settles what a file leaves open."""
    if error.advice:
        return error.advice
    first = error.candidates[0] if error.candidates else ""
    if error.part == "cases":
        grouped = f", or --group {first} where the rows of one {first} belong together"
        return (
            "If they are, say --long MODEL,ID,SCORE with the columns of model, id and score; if "
            f"each row is a case of its own, say --long none{grouped if _repeats(error) else ''}."
        )
    if error.part == "scores":
        return f"Name it with --scores: {one_of(error.candidates)}." if first else ""
    if not first:
        return "Name it with --label." if error.message.startswith("No column") else ""
    named = f": {one_of(error.candidates)}" if error.message.startswith("No") else ""
    return f"Name it with --{error.part}{named}."


def _repeats(error: UnclearError) -> bool:
    return f"{error.candidates[0]} repeats" in error.message


def name_cell(error: EngineError, source: str) -> EngineError:
    """Return a payoff error that names the option it came from.

    `source` is what stands before the cell's name, such as `--`.
    """
    if isinstance(error, ZeroErrorCostError):
        wrong = "fn" if error.class_name == "positive" else "fp"
        return EngineError(f"{source}{wrong}: {error}")
    if not isinstance(error, NegativeErrorCostError | NonFinitePayoffError):
        return error
    cell = f"{source}{error.cell}"
    return type(error)(cell, error.rows, error.values, error.count, error.total)


@contextmanager
def payoffs_named(cells: Mapping[str, str], source: str, advice: str = "") -> Iterator[None]:
    """Name the option, or the file, of a payoff that cannot be used.

    `source` is what stands before a cell's name, as in `name_cell`. `advice` follows where a cell
    cannot be computed, else the place in its text.
    """
    try:
        yield
    except PayoffCellError as error:
        raise _unusable(cells[error.cell], source, error, advice) from error
    except EngineError as error:
        raise name_cell(error, source) from error


@contextmanager
def model_named(column: str) -> Iterator[None]:
    """Name the column of a model that cannot be evaluated."""
    try:
        yield
    except EngineError as error:
        raise OptionError(f"{column}: {error}") from error


def _unusable(text: str, source: str, error: PayoffCellError, advice: str) -> OptionError:
    said = advice or f"(character {error.error.position + 1})"
    return OptionError(f"{source}{error.cell} {_shown(text)!r}: {error} {said}")


def _shown(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
