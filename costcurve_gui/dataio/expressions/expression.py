"""Expressions over columns: `-amount`, `max(20, 0.1*amount)`, `region == "north"`."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.dataio.expressions.errors import ExpressionError, written
from costcurve_gui.dataio.expressions.nodes import (
    ARITHMETIC,
    CONDITIONS,
    FUNCTIONS,
    Call,
    Column,
    Constant,
    Node,
    as_number,
    negate,
    truth,
)
from costcurve_gui.dataio.table import Matches
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from numpy.typing import NDArray

    from costcurve_gui.dataio.columns import ColumnInfo

__all__ = ["Expression", "ExpressionError", "compile_expression", "compile_filter", "completions"]

_CHUNK = 500_000  # rows between two chances for other threads
_NARROW_SPACE = "\u202f"
_TYPOGRAPHIC = str.maketrans({"\u2212": "-", "\u00d7": "*", "\u00f7": "/"})
_WORDS = frozenset({"and", "or", "not"})
_DIGITS = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
_NUMBER = re.compile(rf"\s*[-+]?({_DIGITS})\s*")
_SHARE = re.compile(rf"\s*(?:(-)\s*)?(?:({_DIGITS})\s*\*\s*)?([^\W\d]\w*)\s*")


@dataclass(frozen=True, slots=True)
class Expression:
    """A checked expression.

    Parameters
    ----------
    text : str
        As typed.
    columns : tuple of str
        The numeric columns that it takes.
    tests : tuple of Matches
        The comparisons of columns with text that it takes.
    """

    text: str
    columns: tuple[str, ...]
    tests: tuple[Matches, ...]
    node: Node

    def evaluate(self, columns: Mapping[str, NDArray[np.float64]]) -> float | NDArray[np.float64]:
        """Calculate it: a float where it takes no column, else a value per row.

        Division by zero and the like give inf or NaN; the caller says which rows are concerned.

        Examples
        --------
        >>> compile_expression("0.05*amount", ["amount"]).evaluate({"amount": np.array([20.0])})
        array([1.])
        """
        with np.errstate(all="ignore"):
            if not self.columns:
                return float(as_number(self.node.value({})))
            result: NDArray[np.float64] = self._by_chunks(columns, self.columns, np.float64)
            return result

    def keep(self, columns: Mapping[str | Matches, NDArray[Any]]) -> NDArray[np.bool_]:
        """Tell per row whether the condition holds; of a missing value only != is true."""
        with np.errstate(all="ignore"):
            needed = (*self.columns, *self.tests)
            result: NDArray[np.bool_] = self._by_chunks(columns, needed, np.bool_)
            return result

    def _by_chunks(self, columns: Mapping[Any, Any], needed: Collection[Any], kind: Any) -> Any:
        convert = truth if kind is np.bool_ else as_number
        rows = len(next(iter(columns[key] for key in needed)))
        result = np.empty(rows, dtype=kind)
        for start in range(0, rows, _CHUNK):
            block = slice(start, start + _CHUNK)
            part = {key: columns[key][block] for key in needed}
            result[block] = convert(self.node.value(part))
        result.setflags(write=False)
        return result


def compile_expression(text: str, columns: Iterable[str]) -> Expression:
    """Check the expression of a payoff cell.

    Parameters
    ----------
    text : str
        The expression.
    columns : iterable of str
        The numeric columns; a name with spaces is written in backticks.

    Raises
    ------
    ExpressionError
        With the place in the text and, where one is likely, what to write instead.
    """
    return _compiled(text, set(columns), set())


def compile_filter(text: str, numeric: Iterable[str], columns: Iterable[str]) -> Expression:
    """Check a row filter; every column can be compared with text.

    Raises
    ------
    ExpressionError
        Also where the expression is no condition, or takes no column.
    """
    expression = _compiled(text, set(numeric), set(columns))
    if not _is_condition(expression.node):
        raise ExpressionError(tr("A filter compares, as in amount > 500."), 0, length=len(text))
    if not expression.columns and not expression.tests:
        raise ExpressionError(tr("A filter must compare a column."), 0, length=len(text))
    return expression


class _AnyName(frozenset[str]):
    def __contains__(self, name: object) -> bool:
        return True


def read_expression(text: str) -> Node:
    """Return the tree of an expression over columns that need not exist.

    Raises
    ------
    ExpressionError
        Where the text is no expression, whatever the columns.
    """
    return _node(text, _AnyName(), frozenset())


def _node(text: str, numeric: Collection[str], textual: Collection[str]) -> Node:
    typed = text.translate(_TYPOGRAPHIC)
    return (
        _plain_number(typed) or _share_of_column(typed, numeric) or _parsed(typed, numeric, textual)
    )


def _compiled(text: str, numeric: set[str], textual: set[str]) -> Expression:
    node = _node(text, numeric, textual)
    needs = list(dict.fromkeys(node.needs()))
    return Expression(
        text=text,
        columns=tuple(need for need in needs if isinstance(need, str)),
        tests=tuple(need for need in needs if isinstance(need, Matches)),
        node=node,
    )


def _plain_number(text: str) -> Node | None:
    """Read what most payoff cells hold without the parser, which takes a while to import."""
    match = _NUMBER.fullmatch(text)
    number = float(text) if match else math.inf
    return Constant(number, match[1]) if match and math.isfinite(number) else None


def _share_of_column(text: str, numeric: Collection[str]) -> Node | None:
    """Read `-amount` and `0.05*amount` without the parser too: what examples and presets hold."""
    match = _SHARE.fullmatch(text)
    if match is None or match[3] not in numeric or match[3] in _WORDS:
        return None
    node: Node = Column(match[3])
    if match[2] is not None:
        factor = Constant(float(match[2]), match[2])
        if not math.isfinite(factor.number):
            return None
        node = Call(ARITHMETIC["*"], (factor, node))
    return negate(node) if match[1] else node


def _parsed(text: str, numeric: Collection[str], textual: Collection[str]) -> Node:
    from costcurve_gui.dataio.expressions.parser import parse

    return parse(text, numeric, textual)


def _is_condition(node: Node) -> bool:
    if isinstance(node, Column):
        return isinstance(node.key, Matches)
    return isinstance(node, Call) and node.function in CONDITIONS


def completions(columns: Iterable[ColumnInfo]) -> tuple[tuple[str, str, str], ...]:
    """Return what can be inserted: text, kind (column or function) and a hint; columns first."""
    numeric = [column for column in columns if column.kind.is_numeric]
    found = [(written(column.name), "column", _hint(column)) for column in numeric]
    found += [(entry.template, "function", entry.hint) for entry in FUNCTIONS.values()]
    return tuple(found)


def _hint(column: ColumnInfo) -> str:
    if column.minimum is None or column.maximum is None:
        return "column"
    return f"column, {_short(column.minimum)} – {_short(column.maximum)}"


def _short(number: float) -> str:
    text = f"{number:,.6g}".replace(",", _NARROW_SPACE)
    return text.replace("-", "\u2212")
