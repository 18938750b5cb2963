"""Rewrite payoff cells: negated, scaled, or relative to a baseline decision."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal

from costcurve_gui.dataio.expressions.errors import written
from costcurve_gui.dataio.expressions.expression import (
    NUMBER_TEXT,
    SHARE_TEXT,
    TYPOGRAPHIC,
    compile_expression,
)
from costcurve_gui.dataio.expressions.nodes import ARITHMETIC, NEGATE, Call, Column, Constant

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from costcurve_gui.dataio.expressions.nodes import Node

    Terms = Mapping[str, float]
    """Factors of columns, and the constant under the empty name, in order of appearance."""


_CONSTANT = ""
_ROUNDING = 1e-12


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
        pays. Sums of columns are brought into order, anything else is a difference of brackets.

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
    '(max(amount, 5)) - (1)'
    """
    found = weighted_sum_text([(first, 1.0), (second, -1.0)], columns)
    return f"({first}) - ({second})" if found is None else found


def weighted_sum_text(
    weighted: Iterable[tuple[str, float]], columns: Collection[str]
) -> str | None:
    """Return the sum of expressions, each times a weight; None where one is no sum of columns.

    Raises
    ------
    ExpressionError
        Where one of them is not an expression over the columns.

    Examples
    --------
    >>> weighted_sum_text([("20", 0.5), ("2*amount", -1.0)], ["amount"])
    '10 - 2*amount'
    """
    total: Terms = {}
    for text, weight in weighted:
        terms = _terms(compile_expression(text, columns).node)
        if terms is None:
            return None
        total = _sum(total, terms, weight)
    return _text(total)


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


def _text(terms: Terms) -> str:
    """Write the constant first, then the columns."""
    order = sorted(terms, key=lambda name: name != _CONSTANT)
    signed = [_signed(name, terms[name]) for name in order if terms[name]]
    if not signed:
        return "0"
    (sign, size), *others = signed
    first = size if sign == "+" else f"-{size}"
    return " ".join((first, *(f"{sign} {size}" for sign, size in others)))


def _signed(name: str, factor: float) -> tuple[str, str]:
    size = f"{abs(factor):.12g}"
    if name != _CONSTANT:
        size = written(name) if size == "1" else f"{size}*{written(name)}"
    return "-" if factor < 0 else "+", size


_DIGITS: Final = 9  # of a factor: no figure on the screen shows what lies beyond
_TIGHT: Final = frozenset({"", "signed", "product", "power", "call"})
_ZERO: Final = re.compile(r"[-+]?(?:0+\.?0*|\.0+)")


def negated(text: str) -> str:
    """Return the text of the negative; twice gives the meaning back.

    Text that is no expression is wrapped, so that its fault is found where it is read.

    Examples
    --------
    >>> negated("-amount"), negated("amount - fee"), negated("2*`my col`")
    ('amount', '-(amount - fee)', '-2*`my col`')
    """
    stripped = text.strip()
    typed = stripped.translate(TYPOGRAPHIC)
    if not stripped or _ZERO.fullmatch(typed):
        return stripped
    if _unwrapped(stripped) != stripped:
        return f"-{stripped}"
    if _shape(typed) not in _TIGHT:
        return f"-({stripped})"
    rest = stripped[1:].strip()
    return {"-": _unwrapped(rest), "+": f"-{rest}"}.get(typed[0], f"-{stripped}")


def missed_cell(tp: str, fn: str, factor: float, columns: Collection[str]) -> str:
    """Return the cell of a miss that costs `factor` times as much: tp - factor * (tp - fn).

    Raises
    ------
    ExpressionError
        Where one of them is not an expression over the columns.

    Examples
    --------
    >>> missed_cell("0", "-amount", 0.5, ["amount"])
    '0.5*(-amount)'
    >>> missed_cell("20", "-amount", 0.5, ["amount"])
    '10 - 0.5*amount'
    """
    written = f"{factor:.{_DIGITS}g}"
    found = weighted_sum_text([(tp, 1 - float(written)), (fn, float(written))], columns)
    if _ZERO.fullmatch(tp.strip().translate(TYPOGRAPHIC)) and not _is_number(found):
        return f"{written}*({fn.strip()})"
    return found or f"({tp}) - {written}*(({tp}) - ({fn}))"


def _is_number(text: str | None) -> bool:
    return text is not None and NUMBER_TEXT.fullmatch(text) is not None


def _shape(text: str) -> str | None:
    """Return the rule of the grammar that the whole text follows; None where it is no expression.

    One name or number follows none. What presets hold is told without the parser, which takes a
    while to import.
    """
    if NUMBER_TEXT.fullmatch(text) or SHARE_TEXT.fullmatch(text):
        return ""
    from costcurve_gui.dataio.expressions.parser import outer_rule

    return outer_rule(text)


def _unwrapped(text: str) -> str:
    """Take away one pair of brackets that holds everything."""
    bracketed = text.startswith("(") and text.endswith(")")
    inner = text[1:-1].strip()
    return inner if bracketed and _shape(inner.translate(TYPOGRAPHIC)) is not None else text
