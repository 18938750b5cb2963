"""What can be wrong with the user's files, said so that the user can act on it."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MOST_SHOWN = 600  # characters of a message
_BREAKS = re.compile("[ \t\n\v\f\r\x1c-\x1f\x85\u2028\u2029]+")
SHOWN = 3  # rows, names or values listed in one sentence


class DataError(ValueError):
    """A file, column or row that cannot be used.

    Parameters
    ----------
    message : str
        Sentences that say what is wrong, where, and what would be accepted.
    file, column : str
        Names, where the fault belongs to one.
    rows : sequence of int
        The first rows concerned; the first row below the header is row 1.
    """

    def __init__(
        self, message: str, *, file: str = "", column: str = "", rows: Sequence[int] = ()
    ) -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.column = column
        self.rows = tuple(rows)

    @property
    def located(self) -> str:
        """The message, with the file named in front where it does not name it itself."""
        if not self.file or self.file in self.message:
            return self.message
        return f"{self.file}: {self.message}"


class UnclearError(DataError):
    """What a file leaves open and no option or answer has settled.

    Parameters
    ----------
    part : str
        As in `roles.Problem`: label, positive, scores or cases.
    candidates : sequence of str
        The columns or values in question.
    advice : str
        What settles it on the command line, where part and candidates do not tell.
    """

    def __init__(
        self,
        message: str,
        part: str,
        candidates: Sequence[str],
        *,
        file: str = "",
        column: str = "",
        rows: Sequence[int] = (),
        advice: str = "",
    ) -> None:
        super().__init__(message, file=file, column=column, rows=rows)
        self.part = part
        self.advice = advice
        self.candidates = tuple(candidates)


def readable(text: str) -> str:
    r"""Return a message on one line that may go to a terminal, whatever a file put into it.

    Control characters are spelled out; of a long message the beginning and the end are left, where
    it says what is wrong and what would be accepted.

    >>> print(readable("column a" + chr(27) + "[2J:" + chr(10) + " empty"))
    column a\x1b[2J: empty
    """
    words = _BREAKS.sub(" ", text).strip()
    line = words if words.isprintable() else "".join(map(_spelled, words))
    if len(line) <= MOST_SHOWN:
        return line
    tail = MOST_SHOWN // 3
    return f"{line[: MOST_SHOWN - tail - 3]} … {line[-tail:]}"


def _spelled(character: str) -> str:
    if character.isprintable() or unicodedata.category(character) == "Zs":
        return character
    return character.encode("unicode_escape").decode()


def plural(count: int, noun: str) -> str:
    """Return the count with its noun: `1 row`, `12 rows`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def listed(items: Iterable[object], shown: int = SHOWN, mark: str = ", ") -> str:
    """Return the first items separated by `mark`, and how many more there are.

    >>> listed([3, 5, 8, 13])
    '3, 5, 8 and 1 more'
    """
    texts = [str(item) for item in items]
    rest = len(texts) - shown
    head = mark.join(texts[:shown])
    return f"{head} and {rest} more" if rest > 0 else head


def one_of(items: Sequence[str], shown: int = 8) -> str:
    """Return alternatives as a phrase: `bad, good or other`."""
    if len(items) > shown:
        return f"{', '.join(items[:shown])} or one of {len(items) - shown} more"
    return _joined(items, "or")


def all_of(items: Sequence[str], shown: int = 8) -> str:
    """Return what there is as a phrase: `bad, good and other`."""
    if len(items) > shown:
        return f"{', '.join(items[:shown])} and {len(items) - shown} more"
    return _joined(items, "and")


def _joined(items: Sequence[str], last: str) -> str:
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"
