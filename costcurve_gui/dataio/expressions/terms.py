"""An expression as a sum of products: what hangs on parameters times what hangs on columns.

So a change of a parameter needs no row: the sums over rows stay, their factors change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from costcurve_gui.dataio.expressions.expression import Expression, read_expression
from costcurve_gui.dataio.expressions.nodes import (
    ARITHMETIC,
    NEGATE,
    Call,
    Constant,
    as_number,
    negate,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from costcurve_gui.dataio.expressions.nodes import Node

    Terms = Mapping[Node, Node]
    """Parts over columns, and the factor over parameters that each is multiplied by."""

_ONE: Final = Constant(1.0, "1")
_PLUS, _MINUS, _TIMES, _OVER = (ARITHMETIC[sign] for sign in "+-*/")


def separated(text: str, parameters: frozenset[str]) -> Terms | None:
    """Return the parts over columns of an expression with their factors over parameters.

    Parameters
    ----------
    text : str
        The expression.
    parameters : frozenset of str
        The names that stand for parameters; all others are columns.

    Returns
    -------
    mapping of Node to Node, or None
        None where a function mixes both, as `max(fee, 0.1*amount)` does.

    Raises
    ------
    ExpressionError
        Where the text is no expression.

    Examples
    --------
    >>> from costcurve_gui.dataio.expressions.rewriting import write
    >>> parts = separated("-lgd*(amount - paid) - fee", frozenset({"lgd", "fee"}))
    >>> [(write(factor), write(part)) for part, factor in parts.items()]
    [('-lgd', 'amount - paid'), ('-fee', '1')]
    """
    return _terms(read_expression(text), parameters)


def _terms(node: Node, parameters: frozenset[str]) -> dict[Node, Node] | None:
    needs = set(node.needs())
    if not needs & parameters:
        return {node: _ONE}
    if needs <= parameters:
        return {_ONE: node}
    if not isinstance(node, Call):
        return None
    parts = [_terms(one, parameters) for one in node.arguments]
    known = [one for one in parts if one is not None]
    if len(known) < len(parts):
        return None
    if node.function is NEGATE:
        return _negated(known[0])
    if node.function in (_PLUS, _MINUS):
        first, second = known
        return _added(first, second if node.function is _PLUS else _negated(second))
    if node.function is _TIMES:
        return _multiplied(*known)
    if node.function is _OVER and len(known[1]) == 1:
        return _divided(*known)
    return None


def _negated(terms: Terms) -> dict[Node, Node]:
    return {part: negate(factor) for part, factor in terms.items()}


def _added(first: Terms, second: Terms) -> dict[Node, Node]:
    found = dict(first)
    for part, factor in second.items():
        found[part] = Call(_PLUS, (found[part], factor)) if part in found else factor
    return found


def _multiplied(first: Terms, second: Terms) -> dict[Node, Node]:
    found: dict[Node, Node] = {}
    for part, factor in first.items():
        for other, by in second.items():
            found = _added(found, {_product(part, other): _product(factor, by)})
    return found


def _divided(first: Terms, second: Terms) -> dict[Node, Node]:
    ((divisor, by),) = second.items()
    return {
        Call(_OVER, (part, divisor)) if divisor != _ONE else part: Call(_OVER, (factor, by))
        for part, factor in first.items()
    }


def _product(first: Node, second: Node) -> Node:
    if first == _ONE:
        return second
    return first if second == _ONE else Call(_TIMES, (first, second))


def factor_values(factor: Node, values: Mapping[str, NDArray[np.float64]]) -> NDArray[np.float64]:
    """Calculate a factor for every draw of the parameters, shape (draws,)."""
    size = len(next(iter(values.values())))
    known: dict[Any, Any] = {**values}
    with np.errstate(all="ignore"):
        found = as_number(factor.value(known))
    return np.broadcast_to(np.asarray(found, np.float64), (size,))


def part_values(
    part: Node, columns: Mapping[str, NDArray[np.float64]]
) -> float | NDArray[np.float64]:
    """Calculate a part over the columns: a float where it takes none."""
    names = tuple(dict.fromkeys(name for name in part.needs() if isinstance(name, str)))
    return Expression("", names, (), part).evaluate(columns)
