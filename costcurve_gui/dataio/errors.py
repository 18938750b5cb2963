"""What can be wrong with the user's files, said so that the user can act on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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


def plural(count: int, noun: str) -> str:
    """Return the count with its noun: `1 row`, `12 rows`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def listed(items: Iterable[object], shown: int = SHOWN, mark: str = ", ") -> str:
    """Return the first items parted by `mark`, and how many more there are.

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
