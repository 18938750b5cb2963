"""Tell whether the first row of a table names its columns, or is a case."""

from __future__ import annotations

import re
from enum import Enum
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from costcurve_gui.dataio.cells import is_missing
from costcurve_gui.dataio.errors import plural
from costcurve_gui.dataio.source import Answer, Question, ReadOptions
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

_LOOKED_AT: Final = 200
_MOST_CLASSES: Final = 20
_NUMBER: Final = re.compile(
    r"[+-]?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?(?: ?%)?"
)
_DATE: Final = re.compile(r"[0-9]{1,4}[-./][0-9]{1,2}[-./][0-9]{1,4}\b.*")
_LETTER: Final = re.compile(r"[^\W\d_]")
_SHOWN: Final = 4
_ORANGE_TYPES: Final = frozenset(
    {"continuous", "c", "numeric", "n", "discrete", "d", "categorical", "string", "s", "text"}
    | {"time", "t", "datetime", ""}
)
_ORANGE_ROLES: Final = frozenset({"class", "c", "meta", "m", "ignore", "i", "weight", "w", ""})


class Header(NamedTuple):
    """Whether there is one; `is_open` where both readings remain."""

    present: bool
    is_open: bool = False


class _Sign(Enum):
    """What a cell of the first row tells, by the column below it."""

    NAME = 1  # a word above numbers
    NEW_WORD = 2  # a word that is none of a few below it
    CASE = 3
    FAR = 4  # a whole number far from those below, such as a year
    NONE = 5


def find_header(rows: Sequence[Sequence[str]]) -> Header:
    """Tell from the first rows of a table whether the first one names the columns.

    >>> find_header([["y", "2024"], ["1", "0.9"], ["0", "0.4"]])
    Header(present=True, is_open=False)
    >>> find_header([["1", "0.9"], ["0", "0.4"], ["1", "0.3"]])
    Header(present=False, is_open=False)
    """
    if len(rows) < 2:
        return Header(present=True)
    first = [cell.strip() for cell in rows[0]]
    body = [row for row in rows[1 : _LOOKED_AT + 1] if len(row) == len(first)]
    if not body:
        return Header(present=True)  # such as that of R, which does not name its row names
    signs = [_sign(*pair) for pair in zip(first, zip(*body, strict=True), strict=True)]
    present = [cell for cell in first if not is_missing(cell)]
    if _Sign.NAME in signs:
        return Header(present=True)
    if _Sign.CASE in signs or len(set(present)) < len(present):
        return Header(present=False, is_open=_Sign.NEW_WORD in signs or _counts(present))
    words = any(_NUMBER.fullmatch(cell) is None for cell in present)
    far = _Sign.FAR in signs and not _counts(present)
    return Header(present=True, is_open=bool(present) and not words and not far)


def _sign(cell: str, below: Sequence[str]) -> _Sign:
    values = [one.strip() for one in below if not is_missing(one)]
    if not values or is_missing(cell):
        return _Sign.NONE
    numbers = [one for one in values if _NUMBER.fullmatch(one)]
    if 2 * len(numbers) > len(values):
        if _NUMBER.fullmatch(cell) is None:
            return _Sign.NAME if _LETTER.search(cell) else _Sign.NONE
        return _among_numbers(cell, numbers)
    few = len(set(values)) <= _MOST_CLASSES and len(set(values)) < len(values)
    if cell in values or (_DATE.fullmatch(cell) and all(map(_DATE.fullmatch, values))):
        return _Sign.CASE if few or _DATE.fullmatch(cell) else _Sign.NONE
    return _Sign.NEW_WORD if few and len(set(values)) > 1 else _Sign.NONE


def _among_numbers(cell: str, below: Sequence[str]) -> _Sign:
    if not cell.isdigit():
        return _Sign.CASE  # hardly a name: 0.9, -3, 1e-5
    if len(set(below)) <= 2 and cell in below:
        return _Sign.CASE
    if all(map(str.isdigit, below)):
        numbers = [int(cell), *map(int, below)]
        steps = {after - before for before, after in pairwise(numbers)}
        return _Sign.CASE if len(steps) == 1 and len(numbers) > 2 else _Sign.NONE
    size = max(abs(float(one.replace(",", ".").rstrip("% "))) for one in below)
    return _Sign.FAR if int(cell) > 10 * max(size, 1.0) else _Sign.NONE


def _counts(cells: Sequence[str]) -> bool:
    """Whether the row counts its cells, as a table without names is written by pandas."""
    places = [str(place) for place in range(len(cells) + 1)]
    return len(cells) > 1 and list(cells) in (places[:-1], places[1:])


def header_question(first: Sequence[str], header: Header) -> Question:
    """Ask whether the first row is a case, or say that it was taken for one."""
    shown = ", ".join(first[:_SHOWN]) + (", \N{HORIZONTAL ELLIPSIS}" if len(first) > _SHOWN else "")
    text = (
        tr("The first row ({shown}) may be a case or the names of the columns.", shown=shown)
        if header.is_open
        else tr("The first row ({shown}) is a case: the file has no header.", shown=shown)
    )
    case = Answer(tr("It is a case"), "--no-header", ReadOptions(header=False))
    names = Answer(tr("It holds the names"), "--header", ReadOptions(header=True))
    return Question("header", text, (case, names), is_open=header.is_open)


def skip_question(count: int) -> Question:
    """Say how many lines above the header were left out."""
    text = tr("{size} above the header left out.", size=plural(count, "line"))
    left_out = Answer(tr("Leave out"), f"--skip {count}", ReadOptions(skip=count))
    every = Answer(tr("Read from the start"), "--skip 0", ReadOptions(skip=0))
    return Question("skip", text, (left_out, every))


def orange_names(rows: Sequence[Sequence[str]]) -> tuple[str, ...] | None:
    """Return the names of a file of Orange, whose second and third row tell types and roles.

    >>> orange_names([["y", "rf"], ["bad good", "continuous"], ["class", "meta"], ["bad", "0.9"]])
    ('y', 'rf')
    """
    if len(rows) < 4 or len({len(row) for row in rows[:4]}) > 1:
        return None
    types, roles = ([cell.strip().lower() for cell in row] for row in rows[1:3])
    by_words = any(types) and all(one in _ORANGE_TYPES or len(one.split()) > 1 for one in types)
    declared = any(one in _ORANGE_TYPES - {""} for one in types)
    of_roles = all(one in _ORANGE_ROLES or "=" in one for one in roles)
    return tuple(rows[0]) if by_words and declared and of_roles else None
