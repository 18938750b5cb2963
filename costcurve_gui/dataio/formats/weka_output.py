"""The predictions that Weka prints as CSV, as columns of numbers and classes.

A class is written with its number, `2:good`; the probability of the class that was decided is
marked, `*0.7`, or is the only one; the columns of the others have no name.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.registry import look_at_rows
from costcurve_gui.dataio.table import Texts
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from costcurve_gui.dataio.formats.registry import Looked

START: Final = ("inst#", "actual", "predicted", "error")
_ONE, _ALL = "prediction", "distribution"


def with_class_columns(looked: Looked, file: str) -> Looked:
    """Return predictions of Weka with a column `distribution_CLASS` for every class.

    Raises
    ------
    DataError
        Where only the probability of one of more than two classes is there, or a cell is no class.
    """
    names = list(looked.names)
    kind = names[len(START)] if len(names) > len(START) else ""
    if kind not in (_ONE, _ALL):
        return looked  # of a numeric class
    cells = looked.table.read([Texts(name) for name in names]).arrays
    columns = [cells[Texts(name)].tolist() for name in names]
    actual, predicted = (_classes(column, file) for column in columns[1:3])
    known = dict(sorted({*actual, *predicted} - {(0, "")}))
    count = _width(names) if kind == _ALL else 2
    if max(known, default=0) > count:
        raise DataError(
            tr(
                "{file} has {count} classes and the probability of one. Let Weka write those of "
                "all: tick outputDistribution of its CSV output.",
                file=file,
                count=max(known),
            ),
            file=file,
        )
    classes = [known.get(number, str(number)) for number in range(1, count + 1)]
    first = len(START)
    scores = columns[first : first + (count if kind == _ALL else 1)]
    spread = _of_all(scores) if kind == _ALL else _of_both(scores[0], predicted)
    header = [*START, *(f"{_ALL}_{name}" for name in classes), *names[first + len(scores) :]]
    parts = [columns[0], _names(actual), _names(predicted), columns[3], *spread]
    rows = zip(*parts, *columns[first + len(scores) :], strict=True)
    described = f"{looked.described}, predictions of Weka"
    rows_of_text = [header, *(list(row) for row in rows)]
    return look_at_rows(rows_of_text, looked.options, file, described, looked.table.comments)


def _width(names: Sequence[str]) -> int:
    """Return how many columns the distribution has: those behind the first have no name."""
    start = len(START) + 1
    nameless = takewhile(
        lambda pair: pair[1] == f"column_{pair[0]}", enumerate(names[start:], start=start + 1)
    )
    return 1 + sum(1 for _ in nameless)


def _classes(cells: Iterable[str], file: str) -> list[tuple[int, str]]:
    """Return the number and name of every class; `1:?` is missing."""
    found = []
    for row, cell in enumerate(cells, start=1):
        number, mark, name = cell.partition(":")
        if cell and not (mark and number.isascii() and number.isdigit()):
            raise DataError(
                tr(
                    '{file}: row {row} has "{cell}", and Weka writes a class as 1:bad.',
                    file=file,
                    row=row,
                    cell=cell,
                ),
                file=file,
                rows=[row],
            )
        found.append((int(number), name) if cell and name != "?" else (0, ""))
    return found


def _names(classes: Iterable[tuple[int, str]]) -> list[str]:
    return [name for _, name in classes]


def _of_all(scores: Sequence[Sequence[str]]) -> list[list[str]]:
    return [[cell.removeprefix("*") for cell in column] for column in scores]


def _of_both(scores: Sequence[str], predicted: Sequence[tuple[int, str]]) -> list[list[str]]:
    """Return the probabilities of two classes from that of the class that was decided."""
    pairs = [_both(cell, number) for cell, (number, _) in zip(scores, predicted, strict=True)]
    return [[pair[0] for pair in pairs], [pair[1] for pair in pairs]]


def _both(cell: str, number: int) -> tuple[str, str]:
    try:
        other = str(1 - Decimal(cell))  # 0.1 where binary fractions would give 0.09999999999999998
    except InvalidOperation:
        return cell, cell  # said where numbers are read
    return (cell, other) if number == 1 else (other, cell)
