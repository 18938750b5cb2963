"""From the text of an expression to its parts, by a grammar for lark.

A grammar of its own, not Python's: nothing but what is listed here can be said. To import this
module imports lark, which takes a while: do it where an expression is to be read.
"""

from __future__ import annotations

import math
from functools import cache, reduce
from itertools import islice, pairwise, takewhile
from typing import TYPE_CHECKING, Any, Final

from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedToken, VisitError
from lark.visitors import Transformer_NonRecursive

from costcurve_gui.dataio.expressions.errors import (
    ExpressionError,
    at,
    meaningless,
    plain,
    stops_at,
    unknown_column,
    unknown_function,
)
from costcurve_gui.dataio.expressions.nodes import (
    AND,
    ARITHMETIC,
    COMPARISONS,
    FUNCTIONS,
    NOT,
    OR,
    Call,
    Column,
    Constant,
    Function,
    Node,
    negate,
)
from costcurve_gui.dataio.table import Matches
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

_MOST_TOKENS: Final = 400
_MOST_BRACKETS: Final = 39
_OPERATIONS: Final = {**ARITHMETIC, "and": AND, "or": OR}
_GRAMMAR: Final = r"""
start: either
?either: both (OR both)*
?both: denied (AND denied)*
?denied: NOT* compared
?compared: sum (COMPARISON sum)*
?sum: product (SIGN product)*
?product: signed (TIMES signed)*
?signed: SIGN* power
?power: operand (POWER signed)?
?operand: NUMBER | NAME | QUOTED | TEXT | call | "(" either ")"
call: FUNCTION "(" either ("," either)* ")"

OR: "or"
AND: "and"
NOT: "not"
COMPARISON: /[<>=!]=|[<>]/
SIGN: "+" | "-"
TIMES: "*" | "/"
POWER: "**" | "^"
NUMBER: /([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?/
FUNCTION.1: /(?!(and|or|not)\b)[^\W\d]\w*(?=\s*\()/
NAME: /[^\W\d]\w*/
QUOTED: /`[^`]+`/
TEXT: /"[^"]*"|'[^']*'/
%ignore /\s+/
"""


@cache
def _grammar() -> Lark:
    return Lark(_GRAMMAR, parser="lalr", lexer="basic")


def parse(text: str, numeric: Collection[str], textual: Collection[str]) -> Node:
    """Read the whole text as one expression.

    Parameters
    ----------
    text : str
        The expression.
    numeric, textual : collection of str
        Columns to calculate with, and columns that can be compared with text.
    """
    builder = _Builder(numeric, textual)
    tokens: list[Token] = []
    try:
        tokens += islice(_grammar().lex(text), _MOST_TOKENS + 1)
        _check_size(tokens)
        return builder.transform(_grammar().parse(text))
    except UnexpectedCharacters as fault:
        position: Any = fault.pos_in_stream
        raise meaningless(text, position) from None
    except UnexpectedToken as fault:
        builder.check_names(_before(fault.token, tokens))
        raise _stop(fault, tokens[-1], len(text)) from None
    except VisitError as fault:
        raise fault.orig_exc from None


def _check_size(tokens: list[Token]) -> None:
    if not tokens:
        raise ExpressionError(tr("Empty: a number or an expression must stand here."), 0)
    if len(tokens) > _MOST_TOKENS:
        raise at(tokens[-1], tr("The expression is too long."))
    depth = 0
    for token in tokens:
        if depth > _MOST_BRACKETS:
            raise at(token, tr("Too many brackets inside each other."))
        depth += (token.type == "LPAR") - (token.type == "RPAR")


def _before(stop: Token, tokens: list[Token]) -> Iterable[Token]:
    if stop.type == "$END":
        return tokens
    return takewhile(lambda token: token.start_pos != stop.start_pos, tokens)


def _stop(fault: UnexpectedToken, last: Token, end: int) -> ExpressionError:
    token: Token = fault.token
    if "NUMBER" in fault.expected and token.type == "$END":
        return stops_at(last, "a number or a column must follow.")
    if "NUMBER" in fault.expected:
        return stops_at(token, "a number or a column must stand before it.")
    if token.type == "$END":
        message = f'Stops at the end: the bracket "{_opened(fault)}" is not closed.'
        return ExpressionError(message, end - 1, ")")
    advice = {",": "decimals are written with a point.", ")": "no bracket is open."}
    return stops_at(token, advice.get(token, "an operator such as + or * must stand before it."))


def _opened(fault: UnexpectedToken) -> str:
    stack = fault.interactive_parser.parser_state.value_stack
    place = max(place for place, part in enumerate(stack) if _is(part, "LPAR"))
    name = stack[place - 1] if place and _is(stack[place - 1], "FUNCTION") else ""
    return f"{name}("


def _is(part: Any, *kinds: str) -> bool:
    return isinstance(part, Token) and part.type in kinds


class _Builder(Transformer_NonRecursive[Token, Node]):
    """Makes nodes from the bottom up; an operand stays a token until its use is known."""

    def __init__(self, numeric: Collection[str], textual: Collection[str]) -> None:
        super().__init__(visit_tokens=False)
        self._numeric = numeric
        self._textual = textual

    def check_names(self, tokens: Iterable[Token]) -> None:
        """Refuse names that nothing has: the likely reason why a text stops soon after."""
        for token in tokens:
            if token.type == "FUNCTION":
                self._function(token)
            elif _is(token, "NUMBER", "NAME", "QUOTED") and plain(token) not in self._textual:
                self._node(token)

    def start(self, parts: list[Any]) -> Node:
        return self._node(parts[0])

    def denied(self, parts: list[Any]) -> Node:
        *denials, part = parts
        node = Call(NOT, (self._node(part),))
        return node if len(denials) % 2 else Call(NOT, (node,))

    def compared(self, parts: list[Any]) -> Node:
        if len(parts) == 3 and any(_is(part, "TEXT") for part in parts):
            return self._matched(*parts)
        nodes = self._nodes(parts[::2])
        links: list[Node] = [
            Call(COMPARISONS[sign], pair)
            for sign, pair in zip(parts[1::2], pairwise(nodes), strict=True)
        ]
        return reduce(lambda left, right: Call(AND, (left, right)), links)

    def calculated(self, parts: list[Any]) -> Node:
        node = self._node(parts[0])
        for sign, part in zip(parts[1::2], parts[2::2], strict=True):
            node = Call(_OPERATIONS[sign], (node, self._node(part)))
        return node

    either = both = sum = product = power = calculated

    def signed(self, parts: list[Any]) -> Node:
        *signs, part = parts
        node = self._node(part)
        return negate(node) if signs.count("-") % 2 else node

    def call(self, parts: list[Any]) -> Node:
        name, *arguments = parts
        function = self._function(name)
        count, most = len(arguments), function.most
        if count < function.fewest or (most is not None and count > most):
            wanted = f"{function.fewest}" if most else f"{function.fewest} or more"
            noun = "value" if wanted == "1" else "values"
            raise at(
                name,
                tr(
                    "{name} takes {wanted} {noun}, not {count}.",
                    name=name,
                    wanted=wanted,
                    noun=noun,
                    count=count,
                ),
            )
        return Call(function.calculate, tuple(self._nodes(arguments)))

    def _matched(self, left: Any, sign: Token, right: Any) -> Node:
        column, text = (right, left) if _is(left, "TEXT") else (left, right)
        if sign not in ("==", "!="):
            raise stops_at(sign, tr("text can be compared with == and != only."))
        if not _is(column, "NAME", "QUOTED"):
            wrong = column if isinstance(column, Token) else text
            raise stops_at(wrong, tr("text can be compared with a column only."))
        match = Column(Matches(self._column(column, self._textual), (plain(text).strip(),)))
        return match if sign == "==" else Call(NOT, (match,))

    def _nodes(self, parts: list[Any]) -> list[Node]:
        return [self._node(part) for part in parts]

    def _node(self, part: Node | Token) -> Node:
        if not isinstance(part, Token):
            return part
        if part.type == "NUMBER":
            return _constant(part)
        if part.type == "TEXT":
            raise stops_at(part, tr("text can only be compared, with == or !=."))
        name = plain(part)
        if name in self._textual and name not in self._numeric:
            raise at(
                part, tr('{name} holds text: compare it, as in {name} == "\u2026".', name=name)
            )
        return Column(self._column(part, self._numeric))

    def _column(self, token: Token, known: Collection[str]) -> str:
        name = plain(token)
        if name not in known:
            raise unknown_column(token, known)
        return name

    def _function(self, token: Token) -> Function:
        if token not in FUNCTIONS:
            raise unknown_function(token, FUNCTIONS)
        return FUNCTIONS[token]


def _constant(token: Token) -> Node:
    number = float(token)
    if math.isinf(number):
        raise at(token, tr("{token} is too large a number.", token=token))
    return Constant(number, str(token))
