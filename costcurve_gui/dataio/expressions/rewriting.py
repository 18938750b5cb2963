"""Rewrite payoff cells: negated, scaled, or relative to a baseline decision; write them as text."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache, reduce
from typing import TYPE_CHECKING, Final, Literal

from costcurve_gui.dataio.expressions.errors import written
from costcurve_gui.dataio.expressions.expression import (
    ExpressionError,
    compile_expression,
    read_expression,
)
from costcurve_gui.dataio.expressions.nodes import (
    AND,
    ARITHMETIC,
    COMPARISONS,
    FUNCTIONS,
    NEGATE,
    NOT,
    OR,
    PRODUCTS,
    Call,
    Column,
    Constant,
    is_negative,
    negate,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from costcurve_gui.dataio.expressions.nodes import Node

    Terms = Mapping[str, float]
    """Factors of columns, and the constant under the empty name, in order of appearance."""


_CONSTANT = ""
_ROUNDING = 1e-12
_DIGITS = 9  # of a factor: no figure on the screen shows what lies beyond


def negated(text: str) -> str:
    """Return the text of the negative.

    Text that is no expression is wrapped, so that its fault is found where it is read.

    Examples
    --------
    >>> negated("-amount"), negated("amount - fee"), negated("2*`my col`")
    ('amount', '-(amount - fee)', '-2*`my col`')
    """
    typed = text.strip()
    try:
        return write(negate(read_expression(typed)))
    except ExpressionError:
        return typed and f"-({typed})"


def missed_cell(tp: str, fn: str, factor: float, columns: Collection[str]) -> str:
    """Return the cell of a miss that costs `factor` times as much: tp - factor * (tp - fn).

    Raises
    ------
    ExpressionError
        Where one of them is not an expression over the columns.

    Examples
    --------
    >>> missed_cell("0", "-amount", 0.5, ["amount"])
    '-0.5*amount'
    >>> missed_cell("20", "-amount", 0.5, ["amount"])
    '10 - 0.5*amount'
    """
    found, missed = (compile_expression(text, columns).node for text in (tp, fn))
    rounded = float(f"{factor:.{_DIGITS}g}")
    ordered = _weighted_sum((found, 1 - rounded), (missed, rounded))
    return write(ordered or _difference(found, _scaled(_difference(found, missed), rounded)))


@lru_cache(maxsize=256)
def with_values(text: str, values: tuple[tuple[str, float], ...]) -> str:
    """Return the text of an expression with numbers in the place of names.

    Text that is no expression is returned as it is, so that its fault is found where it is read.

    Parameters
    ----------
    text : str
        The expression.
    values : tuple of (str, float)
        The names, and the number that each stands for.

    Examples
    --------
    >>> with_values("-lgd*amount - fee", (("lgd", 0.45), ("fee", -2.0)))
    '-0.45*amount - -2'
    """
    try:
        return write(_with_constants(read_expression(text), dict(values)))
    except ExpressionError:
        return text


def renamed(text: str, old: str, new: str) -> str:
    """Return the text of an expression with another name for a column or parameter.

    Examples
    --------
    >>> renamed("-lgd*amount", "lgd", "loss")
    '-loss*amount'
    """
    try:
        node = read_expression(text)
    except ExpressionError:
        return text
    return write(_replaced(node, {old: Column(new)})) if old in node.needs() else text


def _with_constants(node: Node, values: Mapping[str, float]) -> Node:
    constants = {
        name: Constant(one, repr(abs(float(one))).removesuffix(".0"))
        for name, one in values.items()
    }
    return _replaced(node, constants)


def _replaced(node: Node, by_name: Mapping[str, Node]) -> Node:
    if isinstance(node, Call):
        return Call(node.function, tuple(_replaced(one, by_name) for one in node.arguments))
    if isinstance(node, Column) and isinstance(node.key, str):
        return by_name.get(node.key, node)
    return node


def relative_cells(
    cells: tuple[str, str, str, str],
    columns: Collection[str],
    baseline: Literal["Y", "N"] = "N",
) -> tuple[str, str, str, str]:
    """Subtract the baseline's row from a payoff matrix of expressions.

    Parameters
    ----------
    cells : tuple of str
        tp, fp, fn and tn as typed: gain positive.
    columns : collection of str
        The numeric columns.
    baseline : {"Y", "N"}
        The decision whose row becomes 0.

    Returns
    -------
    tuple of str
        tp, fp, fn and tn; each pays what the same expression of the engine's `relative_payoffs`
        pays. Sums of columns are brought into order, anything else is written as a difference.

    Raises
    ------
    ExpressionError
        Where a cell is not an expression over the columns.

    References
    ----------
    .. [1] Fawcett (2006), section 4.

    Examples
    --------
    Figure 2: refusing (N) is the baseline, a legitimate transaction is positive.

    >>> relative_cells(("0.02*x", "-x", "-20", "20"), ["x"])
    ('20 + 0.02*x', '-20 - x', '0', '0')
    """
    tp, fp, fn, tn = cells
    if baseline == "N":
        return difference_text(tp, fn, columns), difference_text(fp, tn, columns), "0", "0"
    return "0", "0", difference_text(fn, tp, columns), difference_text(tn, fp, columns)


def difference_text(first: str, second: str, columns: Collection[str]) -> str:
    """Return the expression for the first minus the second one.

    Raises
    ------
    ExpressionError
        Where one of them is not an expression over the columns.

    Examples
    --------
    >>> difference_text("20", "-amount", ["amount"])
    '20 + amount'
    >>> difference_text("max(amount, 5)", "1", ["amount"])
    'max(amount, 5) - 1'
    """
    nodes = [compile_expression(text, columns).node for text in (first, second)]
    ordered = _weighted_sum((nodes[0], 1.0), (nodes[1], -1.0))
    return write(ordered or _difference(*nodes))


def _difference(first: Node, second: Node) -> Node:
    if second == Constant(0.0):
        return first
    if first == Constant(0.0):
        return negate(second)
    if is_negative(second):
        return Call(ARITHMETIC["+"], (first, negate(second)))
    return Call(ARITHMETIC["-"], (first, second))


def _scaled(node: Node, factor: float) -> Node:
    """Return a multiple; a product takes the factor into its first factor."""
    if isinstance(node, Constant):
        return Constant(factor * node.number)
    if isinstance(node, Call) and node.function is NEGATE:
        return negate(_scaled(node.arguments[0], factor))
    if isinstance(node, Call) and node.function in PRODUCTS:
        first, second = node.arguments
        return Call(node.function, (_scaled(first, factor), second))
    return Call(ARITHMETIC["*"], (Constant(factor), node))


def _weighted_sum(*weighted: tuple[Node, float]) -> Node | None:
    """Return the sum of expressions times weights, in order; None where one is no sum of columns.

    The constant comes first, then the columns.
    """
    total: Terms = {}
    for node, weight in weighted:
        terms = _terms(node)
        if terms is None:
            return None
        total = _sum(total, terms, weight)
    names = sorted((name for name in total if total[name]), key=lambda name: name != _CONSTANT)
    zero: Node = Constant(0.0)
    return reduce(_plus, (_multiple(name, total[name]) for name in names), zero)


def _plus(total: Node, part: Node) -> Node:
    if is_negative(part):
        return _difference(total, negate(part))
    return part if total == Constant(0.0) else Call(ARITHMETIC["+"], (total, part))


def _multiple(name: str, factor: float) -> Node:
    if name == _CONSTANT:
        return Constant(factor)
    if abs(factor) != 1:
        return Call(ARITHMETIC["*"], (Constant(factor), Column(name)))
    return Column(name) if factor > 0 else negate(Column(name))


def _terms(node: Node) -> Terms | None:
    """Return a sum of multiples of columns as its factors; None for anything else."""
    if isinstance(node, Constant):
        return {_CONSTANT: node.number}
    if isinstance(node, Column):
        return {node.key: 1.0} if isinstance(node.key, str) else None
    if not isinstance(node, Call):
        return None
    parts = [_terms(part) for part in node.arguments]
    known = [part for part in parts if part is not None]
    return _combined(node, known) if len(known) == len(parts) else None


def _combined(node: Call, parts: list[Terms]) -> Terms | None:
    if node.function is NEGATE:
        return _sum({}, parts[0], -1.0)
    if node.function is ARITHMETIC["+"]:
        return _sum(parts[0], parts[1], 1.0)
    if node.function is ARITHMETIC["-"]:
        return _sum(parts[0], parts[1], -1.0)
    if node.function is ARITHMETIC["*"]:
        left, right = parts if _number(parts[0]) is not None else parts[::-1]
        factor = _number(left)
        return None if factor is None else _sum({}, right, factor)
    if node.function is ARITHMETIC["/"]:
        divisor = _number(parts[1])
        return _sum({}, parts[0], 1 / divisor) if divisor else None
    return None


def _number(terms: Terms) -> float | None:
    return terms[_CONSTANT] if set(terms) == {_CONSTANT} else None


def _sum(left: Terms, right: Terms, factor: float) -> Terms:
    names = dict.fromkeys((*left, *right))
    return {name: _added(left.get(name, 0.0), factor * right.get(name, 0.0)) for name in names}


def _added(a: float, b: float) -> float:
    """Add decimals so that those that cancel leave no rounding of binary behind."""
    return 0.0 if abs(a + b) <= _ROUNDING * max(abs(a), abs(b)) else a + b


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
