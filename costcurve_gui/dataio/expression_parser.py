"""From tokens to the parts of an expression.

A grammar of its own, not Python's: nothing but what is listed here can be said, and every
error can name its place. From loose to tight: or, and, not, comparison, + -, * /, sign, power.
"""

from __future__ import annotations

import difflib
import math
from typing import TYPE_CHECKING, Final

from costcurve_gui.dataio.expression_nodes import (
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
    Function,
    Node,
    as_number,
)
from costcurve_gui.dataio.expression_tokens import ExpressionError, Token, tokens
from costcurve_gui.dataio.table import Matches

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

_DEEPEST: Final = 40
_WORDS: Final = ("and", "or", "not")


class Parser:
    """Reads one expression.

    Parameters
    ----------
    text : str
        The expression.
    numeric, textual : collection of str
        Columns to calculate with, and columns that can be compared with text.
    """

    def __init__(self, text: str, numeric: Collection[str], textual: Collection[str]) -> None:
        self._tokens = tokens(text)
        self._next = 0
        self._depth = 0
        self._numeric = numeric
        self._textual = textual

    def parse(self) -> Node:
        """Read the whole text as one expression."""
        if self._token.kind == "end":
            raise ExpressionError("Empty: a number or an expression must stand here.", 0)
        node = self._either()
        if self._token.kind != "end":
            raise self._leftover()
        return node

    @property
    def _token(self) -> Token:
        return self._tokens[self._next]

    def _take(self) -> Token:
        token = self._token
        self._next += 1
        return token

    def _taken(self, *texts: str) -> Token | None:
        token = self._token
        if token.kind in ("sign", "name") and token.text in texts:
            return self._take()
        return None

    def _leftover(self) -> ExpressionError:
        token = self._token
        if token.text == ",":
            message = 'Stops at ",": decimals are written with a point.'
        elif token.text == ")":
            message = 'Stops at ")": no bracket is open.'
        else:
            message = f'Stops at "{token.text}": an operator such as + or * must stand before it.'
        return ExpressionError(message, token.position, length=token.length)

    def _either(self) -> Node:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise ExpressionError("Too many brackets inside each other.", self._token.position)
        node = self._both()
        while self._taken("or"):
            node = Call(OR, (node, self._both()))
        self._depth -= 1
        return node

    def _both(self) -> Node:
        node = self._denied()
        while self._taken("and"):
            node = Call(AND, (node, self._denied()))
        return node

    def _denied(self) -> Node:
        denials = 0
        while self._taken("not"):
            denials += 1
        node = self._compared()
        if denials:
            node = Call(NOT, (node,))
        return Call(NOT, (node,)) if denials and denials % 2 == 0 else node

    def _compared(self) -> Node:
        if self._is_text_comparison():
            return self._text_comparison()
        left = self._sum()
        links: list[Node] = []
        while sign := self._taken(*COMPARISONS):
            right = self._sum()
            links.append(Call(COMPARISONS[sign.text], (_number(left), _number(right))))
            left = right
        if not links:
            return left
        node = links[0]
        for link in links[1:]:
            node = Call(AND, (node, link))
        return node

    def _is_text_comparison(self) -> bool:
        ahead = self._tokens[self._next : self._next + 3]
        kinds = [token.kind for token in ahead]
        return "text" in (kinds[0], *kinds[2:]) and len(ahead) == 3 and kinds[1] == "sign"

    def _text_comparison(self) -> Node:
        left, sign, right = self._take(), self._take(), self._take()
        column, text = (right, left) if left.kind == "text" else (left, right)
        if sign.text not in ("==", "!="):
            raise ExpressionError(
                f'Stops at "{sign.text}": text can be compared with == and != only.',
                sign.position,
                length=sign.length,
            )
        if column.kind not in ("name", "column"):
            raise ExpressionError(
                f'Stops at "{column.text}": text can be compared with a column only.',
                column.position,
                length=max(column.length, 1),
            )
        if column.text not in self._textual:
            raise self._unknown(column, self._textual)
        match = Column(Matches(column.text, (text.text.strip(),)))
        return match if sign.text == "==" else Call(NOT, (match,))

    def _sum(self) -> Node:
        node = self._product()
        while sign := self._taken("+", "-"):
            node = Call(ARITHMETIC[sign.text], (node, self._product()))
        return node

    def _product(self) -> Node:
        node = self._signed()
        while sign := self._taken("*", "/"):
            node = Call(ARITHMETIC[sign.text], (node, self._signed()))
        return node

    def _signed(self) -> Node:
        negations = 0
        while sign := self._taken("+", "-"):
            negations += sign.text == "-"
        node = self._power()
        return Call(NEGATE, (node,)) if negations % 2 else node

    def _power(self) -> Node:
        base = self._operand()
        sign = self._taken("**", "^")
        if sign is None:
            return base
        self._depth += 1
        if self._depth > _DEEPEST:
            raise ExpressionError("Too many powers of powers.", sign.position)
        node = Call(ARITHMETIC[sign.text], (base, self._signed()))
        self._depth -= 1
        return node

    def _operand(self) -> Node:
        token = self._token
        if token.kind == "number":
            return self._constant(self._take())
        if self._taken("("):
            node = self._either()
            self._close("(")
            return node
        if token.kind in ("name", "column") and token.text not in _WORDS:
            return self._named(self._take())
        raise self._no_operand()

    def _constant(self, token: Token) -> Node:
        number = float(token.text)
        if math.isinf(number):
            raise ExpressionError(
                f"{token.text} is too large a number.", token.position, length=token.length
            )
        return Constant(number)

    def _no_operand(self) -> ExpressionError:
        token = self._token
        if token.kind == "text":
            message = f'Stops at "{token.text}": text can only be compared, with == or !=.'
            return ExpressionError(message, token.position, length=token.length)
        before = self._tokens[self._next - 1] if self._next else None
        shown = before if before is not None and token.kind == "end" else token
        message = f'Stops at "{shown.text}": a number or a column must follow.'
        if shown is token:
            message = f'Stops at "{shown.text}": a number or a column must stand before it.'
        return ExpressionError(message, shown.position, length=shown.length)

    def _close(self, opened: str) -> None:
        if self._taken(")") is not None:
            return
        token = self._token
        if token.kind != "end":
            raise self._leftover()
        message = f'Stops at the end: the bracket "{opened}" is not closed.'
        raise ExpressionError(message, max(token.position - 1, 0), ")")

    def _named(self, token: Token) -> Node:
        if token.kind == "name" and self._token.text == "(" and self._token.kind == "sign":
            return self._called(token)
        if token.text in self._numeric:
            return Column(token.text)
        if token.text in self._textual:
            message = f'{token.text} holds text: compare it, as in {token.text} == "…".'
            raise ExpressionError(message, token.position, length=token.length)
        raise self._unknown(token, self._numeric)

    def _unknown(self, token: Token, known: Collection[str]) -> ExpressionError:
        near = _nearest(token.text, known)
        message = f'No column "{token.text}".'
        if near is not None:
            message += f" Did you mean {near}?"
        elif known:
            message += f" There are {', '.join(sorted(known)[:5])}."
        suggestion = written(near) if near is not None else None
        return ExpressionError(message, token.position, suggestion, token.length)

    def _called(self, name: Token) -> Node:
        function = FUNCTIONS.get(name.text)
        if function is None:
            near = _nearest(name.text, FUNCTIONS)
            message = f'No function "{name.text}".'
            message += f" Did you mean {near}?" if near else f" There are {', '.join(FUNCTIONS)}."
            raise ExpressionError(message, name.position, near, name.length)
        self._take()
        arguments = [self._either()]
        while self._taken(","):
            arguments.append(self._either())
        self._close(f"{name.text}(")
        _check_count(name, function, len(arguments))
        return Call(function.calculate, _arguments(name.text, arguments))


def _arguments(name: str, arguments: list[Node]) -> tuple[Node, ...]:
    first = arguments[0] if name == "where" else _number(arguments[0])
    return (first, *map(_number, arguments[1:]))


def _number(node: Node) -> Node:
    number: Callable[..., object] = as_number
    return Call(number, (node,))


def _check_count(name: Token, function: Function, count: int) -> None:
    if count < function.fewest or (function.most is not None and count > function.most):
        wanted = f"{function.fewest}" if function.most else f"{function.fewest} or more"
        noun = "value" if wanted == "1" else "values"
        raise ExpressionError(
            f"{name.text} takes {wanted} {noun}, not {count}.", name.position, length=name.length
        )


def _nearest(name: str, known: Collection[str]) -> str | None:
    by_lower = {other.lower(): other for other in known}
    near = difflib.get_close_matches(name.lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[near[0]] if near else None


def written(column: str) -> str:
    """Return a column name as it is written in an expression.

    >>> written("credit amount")
    '`credit amount`'
    """
    plain = column.isidentifier() and column not in _WORDS
    return column if plain else f"`{column}`"
