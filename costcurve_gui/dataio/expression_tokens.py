"""Split the text of an expression into tokens, each with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

MOST_TOKENS: Final = 400


class ExpressionError(ValueError):
    """An expression that cannot be used.

    Parameters
    ----------
    message : str
        A sentence for the user.
    position, length : int
        The characters of the text that it speaks of.
    suggestion : str or None
        What could stand there instead.
    """

    def __init__(
        self, message: str, position: int, suggestion: str | None = None, length: int = 1
    ) -> None:
        super().__init__(message)
        self.message = message
        self.position = position
        self.suggestion = suggestion
        self.length = length


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the text. `kind`: number, name, column, text, sign or end."""

    kind: str
    text: str
    position: int
    length: int


_TOKEN: Final = re.compile(
    r"""(?P<space>\s+)
    |(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
    |(?P<name>[^\W\d]\w*)
    |(?P<quoted>`[^`]+`)
    |(?P<text>"[^"]*"|'[^']*')
    |(?P<sign>\*\*|[<>=!]=|[-+*/^<>(),])
    """,
    re.VERBOSE,
)
_ADVICE: Final = {
    "=": 'Stops at "=": write == to compare.',
    "&": 'Stops at "&": write and.',
    "|": 'Stops at "|": write or.',
    "!": 'Stops at "!": write not, or != to compare.',
    "`": "Stops at `: a column name must be closed by another `.",
    '"': 'Stops at the quote: text must be closed by another ".',
    "'": "Stops at the quote: text must be closed by another '.",
}
_TYPOGRAPHIC: Final = str.maketrans({"\u2212": "-", "\u00d7": "*", "\u00f7": "/"})


def tokens(text: str) -> list[Token]:
    """Return the tokens of a text, the last one of kind `end`."""
    found: list[Token] = []
    position = 0
    text = text.translate(_TYPOGRAPHIC)
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            mark = text[position]
            message = _ADVICE.get(mark, f'Stops at "{mark}": that sign has no meaning here.')
            raise ExpressionError(message, position)
        if match.lastgroup != "space":
            found.append(_token(match, position))
        position = match.end()
        if len(found) > MOST_TOKENS:
            raise ExpressionError("The expression is too long.", position - 1)
    return [*found, Token("end", "", len(text), 0)]


def _token(match: re.Match[str], position: int) -> Token:
    kind, text = match.lastgroup or "", match[0]
    if kind in ("quoted", "text"):
        text = text[1:-1]
    return Token("column" if kind == "quoted" else kind, text, position, len(match[0]))
