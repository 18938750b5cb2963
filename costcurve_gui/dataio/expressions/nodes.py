"""What an expression is made of, and how each part is calculated."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from costcurve_gui.dataio.table import Matches

Value = np.float64 | np.bool_ | NDArray[Any]
Columns = Mapping[str | Matches, Any]


class Node(Protocol):
    """A part of an expression."""

    def value(self, columns: Columns) -> Value:
        """Calculate it for a block of rows."""
        ...

    def needs(self) -> Iterator[str | Matches]:
        """Yield the columns and text comparisons that it takes."""
        ...


@dataclass(frozen=True, slots=True)
class Constant:
    """A number, and its digits as typed (without a sign) where it was typed."""

    number: float
    digits: str = field(default="", compare=False)

    def value(self, columns: Columns) -> Value:  # noqa: ARG002  # the protocol's signature
        """Return the number."""
        return np.float64(self.number)

    def needs(self) -> Iterator[str | Matches]:
        """Need nothing."""
        return iter(())


@dataclass(frozen=True, slots=True)
class Column:
    """A numeric column, or the comparison of a column with texts."""

    key: str | Matches

    def value(self, columns: Columns) -> Value:
        """Return the block of the column."""
        block: Value = columns[self.key]
        return block

    def needs(self) -> Iterator[str | Matches]:
        """Need the column."""
        yield self.key


@dataclass(frozen=True, slots=True)
class Call:
    """A function of other parts."""

    function: Callable[..., Any]
    arguments: tuple[Node, ...]

    def value(self, columns: Columns) -> Value:
        """Calculate the arguments, then the function."""
        result: Value = self.function(*(part.value(columns) for part in self.arguments))
        return result

    def needs(self) -> Iterator[str | Matches]:
        """Need what the arguments need."""
        for part in self.arguments:
            yield from part.needs()


class Function(NamedTuple):
    """A function that may be used: how many arguments (None: any number), and what it gives."""

    calculate: Callable[..., Any]
    fewest: int
    most: int | None
    template: str
    hint: str


def _smallest(*values: Value) -> Any:
    return _reduced(np.minimum, values)


def _largest(*values: Value) -> Any:
    return _reduced(np.maximum, values)


def _reduced(operation: Callable[[Any, Any], Any], values: Sequence[Value]) -> Any:
    result = values[0]
    for value in values[1:]:
        result = operation(result, value)
    return result


def _clip(value: Value, low: Value, high: Value) -> Any:
    return np.minimum(np.maximum(value, low), high)


def _where(condition: Value, then: Value, otherwise: Value) -> Any:
    return np.where(truth(condition), as_number(then), as_number(otherwise))


def truth(value: Any) -> Any:
    """Return numbers as conditions: everything but 0 and missing holds."""
    return value if value.dtype == np.bool_ else (value != 0) & ~np.isnan(value)


def as_number(value: Any) -> Any:
    """Return conditions as 0 and 1, so that they can be calculated with."""
    return value.astype(np.float64) if value.dtype == np.bool_ else value


def _numeric(operation: Callable[..., Any]) -> Callable[..., Any]:
    def calculate(*values: Any) -> Any:
        return operation(*(as_number(value) for value in values))

    return calculate


FUNCTIONS: Final[Mapping[str, Function]] = {
    "abs": Function(_numeric(np.abs), 1, 1, "abs()", "absolute value"),
    "max": Function(_numeric(_largest), 2, None, "max(, )", "the larger of two"),
    "min": Function(_numeric(_smallest), 2, None, "min(, )", "the smaller of two"),
    "clip": Function(_numeric(_clip), 3, 3, "clip(, , )", "value, kept between low and high"),
    "where": Function(_where, 3, 3, "where(, , )", "condition, value if so, value if not"),
    "sqrt": Function(_numeric(np.sqrt), 1, 1, "sqrt()", "square root"),
    "log": Function(_numeric(np.log), 1, 1, "log()", "natural logarithm"),
    "exp": Function(_numeric(np.exp), 1, 1, "exp()", "e to the power"),
}


def _logical(operation: Callable[..., Any]) -> Callable[..., Any]:
    def calculate(*values: Any) -> Any:
        return operation(*(truth(value) for value in values))

    return calculate


NEGATE: Final = _numeric(np.negative)
NOT: Final = _logical(np.logical_not)
AND: Final = _logical(np.logical_and)
OR: Final = _logical(np.logical_or)
ARITHMETIC: Final = {
    "+": _numeric(np.add),
    "-": _numeric(np.subtract),
    "*": _numeric(np.multiply),
    "/": _numeric(np.divide),
    "**": _numeric(np.power),
    "^": _numeric(np.power),
}
COMPARISONS: Final = {
    "<": _numeric(np.less),
    "<=": _numeric(np.less_equal),
    ">": _numeric(np.greater),
    ">=": _numeric(np.greater_equal),
    "==": _numeric(np.equal),
    "!=": _numeric(np.not_equal),
}
CONDITIONS: Final = frozenset({NOT, AND, OR, *COMPARISONS.values()})
PRODUCTS: Final = frozenset({ARITHMETIC["*"], ARITHMETIC["/"]})


def negate(node: Node) -> Node:
    """Return the negative of an expression; its value is exactly the negated one.

    A product carries the sign at its first factor, and two signs cancel.
    """
    if isinstance(node, Constant):
        return replace(node, number=-node.number)
    if isinstance(node, Call) and node.function is NEGATE:
        return node.arguments[0]
    if isinstance(node, Call) and node.function in PRODUCTS:
        first, second = node.arguments
        return Call(node.function, (negate(first), second))
    return Call(NEGATE, (node,))


def is_negative(node: Node) -> bool:
    """Tell whether an expression is written with a sign in front."""
    if isinstance(node, Constant):
        return math.copysign(1, node.number) < 0
    if isinstance(node, Call) and node.function in PRODUCTS:
        return is_negative(node.arguments[0])
    return isinstance(node, Call) and node.function is NEGATE
