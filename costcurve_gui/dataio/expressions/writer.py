"""From the tree of an expression to its text, with no more brackets than the grammar asks for."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Final

from costcurve_gui.dataio.expressions.errors import written
from costcurve_gui.dataio.expressions.nodes import (
    AND,
    ARITHMETIC,
    COMPARISONS,
    FUNCTIONS,
    NEGATE,
    NOT,
    OR,
    Call,
    Column,
    Constant,
    is_negative,
)

if TYPE_CHECKING:
    from costcurve_gui.dataio.expressions.nodes import Node


class _Level(IntEnum):
    """The rules of the grammar, from the one that binds least."""

    EITHER = 0
    BOTH = 1
    DENIED = 2
    COMPARED = 3
    SUM = 4
    PRODUCT = 5
    SIGNED = 6
    POWER = 7
    OPERAND = 8


# Per operation: its sign, its rule, and the rules that its left and right side may follow.
_OPERATIONS: Final = {
    OR: (" or ", _Level.EITHER, _Level.EITHER, _Level.BOTH),
    AND: (" and ", _Level.BOTH, _Level.BOTH, _Level.DENIED),
    **{
        operation: (f" {sign} ", _Level.COMPARED, _Level.SUM, _Level.SUM)
        for sign, operation in COMPARISONS.items()
    },
    ARITHMETIC["+"]: (" + ", _Level.SUM, _Level.SUM, _Level.PRODUCT),
    ARITHMETIC["-"]: (" - ", _Level.SUM, _Level.SUM, _Level.PRODUCT),
    ARITHMETIC["*"]: ("*", _Level.PRODUCT, _Level.PRODUCT, _Level.SIGNED),
    ARITHMETIC["/"]: ("/", _Level.PRODUCT, _Level.PRODUCT, _Level.SIGNED),
    ARITHMETIC["**"]: ("**", _Level.POWER, _Level.OPERAND, _Level.SIGNED),
    ARITHMETIC["^"]: ("^", _Level.POWER, _Level.OPERAND, _Level.SIGNED),
}
_PREFIXES: Final = {
    NEGATE: ("-", _Level.SIGNED, _Level.POWER),
    NOT: ("not ", _Level.DENIED, _Level.DENIED),
}
_NAMES: Final = {function.calculate: name for name, function in FUNCTIONS.items()}


def write(node: Node) -> str:
    """Return the text of an expression of numbers; to read it gives the same value.

    Numbers stand as they were typed.

    Examples
    --------
    >>> from costcurve_gui.dataio.expressions.expression import read_expression
    >>> write(read_expression("((2)*(`my col`)) - (fee + 0.50)"))
    '2*`my col` - (fee + 0.50)'
    """
    return "0" if node == Constant(0.0) else _text(node)[0]


def _text(node: Node) -> tuple[str, _Level]:
    if isinstance(node, Constant):
        digits = node.digits or f"{abs(node.number):.12g}"
        return (f"-{digits}", _Level.SIGNED) if is_negative(node) else (digits, _Level.OPERAND)
    if isinstance(node, Column) and isinstance(node.key, str):
        return written(node.key), _Level.OPERAND
    if not isinstance(node, Call):
        raise TypeError(f"no text for {node!r}")
    if node.function in _OPERATIONS:
        sign, level, *sides = _OPERATIONS[node.function]
        parts = map(_within, node.arguments, sides)
        return sign.join(parts), level
    if node.function in _PREFIXES:
        sign, level, side = _PREFIXES[node.function]
        return f"{sign}{_within(node.arguments[0], side)}", level
    arguments = ", ".join(_text(part)[0] for part in node.arguments)
    return f"{_NAMES[node.function]}({arguments})", _Level.OPERAND


def _within(node: Node, least: _Level) -> str:
    """Return the text, in brackets where the rule it follows binds less than `least`."""
    text, level = _text(node)
    return text if level >= least else f"({text})"
