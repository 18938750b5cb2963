"""What is wrong with an expression, told with its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection

    from lark import Token

_WORDS: Final = ("and", "or", "not")
_ADVICE: Final = {
    "=": 'Stops at "=": write == to compare.',
    "&": 'Stops at "&": write and.',
    "|": 'Stops at "|": write or.',
    "!": 'Stops at "!": write not, or != to compare.',
    "`": "Stops at `: a column name must be closed by another `.",
    '"': 'Stops at the quote: text must be closed by another ".',
    "'": "Stops at the quote: text must be closed by another '.",
}


class ExpressionError(ValueError):
    """An expression that cannot be used.

    Parameters
    ----------
    message : str
        A sentence for the user.
    position, length : int
        The characters of the text that it is about.
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


class UnknownNameError(ExpressionError):
    """A name that no column has; `name` is as typed."""

    name = ""


def meaningless(text: str, position: int) -> ExpressionError:
    """Return the error of a character that begins nothing."""
    mark = text[position]
    message = _ADVICE.get(mark, f'Stops at "{mark}": that sign has no meaning here.')
    return ExpressionError(message, position)


def stops_at(token: Token, fault: str) -> ExpressionError:
    """Return the error of a token that cannot stand where it does."""
    return at(token, f'Stops at "{plain(token)}": {fault}')


def at(token: Token, message: str, suggestion: str | None = None) -> ExpressionError:
    """Return an error about a token."""
    return ExpressionError(message, token.start_pos or 0, suggestion, len(token))


def plain(token: Token) -> str:
    """Return what a token says, without the marks around it."""
    return token[1:-1] if token.type in ("QUOTED", "TEXT") else str(token)


def unknown_function(token: Token, known: Collection[str]) -> ExpressionError:
    """Return the error of a function that there is not."""
    near = _nearest(token, known)
    repair = f"Did you mean {near}?" if near else f"There are {', '.join(known)}."
    return at(token, f'No function "{token}". {repair}', near)


def unknown_column(token: Token, known: Collection[str]) -> ExpressionError:
    """Return the error of a column that there is not."""
    return unknown_name("column", plain(token), known, token.start_pos or 0, len(token))


def unknown_name(
    kind: str, name: str, known: Collection[str], position: int, length: int
) -> UnknownNameError:
    """Return the error of a name that there is not, with a near one or the first that there are.

    `kind` is what it would be the name of, as in "column" or "column or parameter".
    """
    message, near = f'No {kind} "{name}".', _nearest(name, known)
    if near is not None:
        message = f"{message} Did you mean {near}?"
    elif known:
        first = list(known)[:5] if isinstance(known, tuple) else sorted(known)[:5]
        message = f"{message} There are {', '.join(first)}."
    suggestion = None if near is None else written(near)
    error = UnknownNameError(message, position, suggestion, length)
    error.name = name
    return error


def _nearest(name: str, known: Collection[str]) -> str | None:
    import difflib  # only a slip of the pen needs it

    by_lower = {other.lower(): other for other in known}
    near = difflib.get_close_matches(name.lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[near[0]] if near else None


def written(column: str) -> str:
    """Return a column name as it is written in an expression.

    >>> written("credit amount")
    '`credit amount`'
    """
    bare = column.isidentifier() and column not in _WORDS
    return column if bare else f"`{column}`"
