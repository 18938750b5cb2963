"""Tables in JSON that are no rows of objects: as pandas writes them by columns, index or split.

Pandas would take a text such as "007" for a number, so it does not read the files itself.
"""

from __future__ import annotations

import gzip
import json
import math
import re
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from costcurve_gui.dataio.arrays import look_at_arrays
from costcurve_gui.dataio.cells import LARGEST_EXACT
from costcurve_gui.dataio.columns import check_names
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.budget import Budget
from costcurve_gui.dataio.json_files import each_once, refuse_halves
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from costcurve_gui.dataio.arrays import Cells
    from costcurve_gui.dataio.formats.registry import Looked

    Columns = Mapping[str, Sequence[Any]]

_HEAD: Final = 4_000
_STEP: Final = 1 << 20
_OBJECT_BYTES: Final = 8  # of memory, for a byte of text
_SHAPES: Final = re.compile(rb'\s*(?:\[\s*\[|\{\s*"(?:[^"\\]|\\.)*"\s*:\s*[\[{])')
_FINE: Final = re.compile(rb"[0-9]{16}[.]|[0-9]{18}|\.[0-9]{17}|[0-9.][eE][-+]?[0-9]{3}")
_DIGITS: Final = 17  # that a float64 can tell apart
_LARGEST_INTEGER: Final = 2**63
_SPLIT: Final = ({"columns", "data"}, {"columns", "index", "data"})


class _Digits(str):
    """A number that a float64 would change, as it is written."""

    __slots__ = ()


def look_at_shape(path: Path) -> Looked | None:
    """Look into a table that is no rows of objects; None where it is one, or no table.

    Rows of objects with numbers of so many digits that a float64 changes them are read here too.

    Raises
    ------
    DataError
        Where rows and columns cannot be told apart.
    """
    opened = gzip.open if path.suffix.lower() == ".gz" else open
    budget = Budget(path)
    try:
        with opened(path, "rb") as stream:
            head = stream.read(_HEAD)
            shaped = _SHAPES.match(head)
            content = [head]
            while (shaped or len(content) < 4) and (part := stream.read(_STEP)):
                budget.take(len(part) * _OBJECT_BYTES)
                content.append(part)
            whole = b"".join(content)
            rest = stream.read(1)
    except OSError:
        return None  # the reader of all other JSON says what is wrong
    if rest or not (shaped or _FINE.search(whole)):
        return None
    columns = _columns(whole, path.name)
    if not columns:
        return None
    check_names(list(columns), path.name)
    cells = {name: _cells(values) for name, values in columns.items()}
    return look_at_arrays(cells, tr("JSON"))


def _columns(content: bytes, file: str) -> Columns | None:
    """Return the columns of a table of any of these shapes."""
    try:
        found = _parsed(content)
    except (ValueError, RecursionError):
        return None
    match found:
        case {"schema": dict(), "data": list(rows)}:
            return _of_objects(rows)
        case {"columns": list(names), "data": list(rows)} if found.keys() in _SPLIT:
            return _of_rows(list(map(_text, names)), rows)
        case dict() if found and all(isinstance(one, dict) for one in found.values()):
            return _of_labels(found, file)
        case dict() if found and all(isinstance(one, list) for one in found.values()):
            same = len({len(one) for one in found.values()}) == 1
            return found if same else None
        case [list() as first, *_]:
            return _of_rows([f"column_{place}" for place in range(1, len(first) + 1)], found)
        case [dict(), *_]:
            return _of_objects(found)
    return None


def _parsed(content: bytes) -> Any:
    def number(text: str) -> float | _Digits:
        value = float(text)
        digits = re.sub(r"[eE].*|[^0-9]", "", text).strip("0")
        same = len(digits) <= _DIGITS and not math.isinf(value) and (value or not digits)
        large = abs(value) >= LARGEST_EXACT
        return value if same and not large else _Digits(text)

    read = partial(json.loads, parse_float=number, object_pairs_hook=each_once)
    try:
        found = read(content)
    except json.JSONDecodeError:  # an object a line
        found = [read(line) for line in content.splitlines() if line.strip()]
    refuse_halves(found)
    return found


def _of_rows(names: list[str], rows: Sequence[Any]) -> Columns | None:
    if not names or not all(isinstance(row, list) and len(row) == len(names) for row in rows):
        return None
    columns = list(zip(*rows, strict=True)) or [()] * len(names)
    return dict(zip(names, columns, strict=True))


def _of_objects(rows: Sequence[Any]) -> Columns | None:
    if not all(isinstance(row, dict) for row in rows):
        return None
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def _of_labels(found: Mapping[str, Mapping[str, Any]], file: str) -> Columns:
    """Return the columns of objects in an object: a column each, or a row each.

    Whichever of the names count from 0 on, or are whole numbers alone, are those of rows.
    """
    inner = dict.fromkeys(name for one in found.values() for name in one)
    by_column, by_row = _numbers(inner), _numbers(found)
    if by_column == by_row:
        by_column, by_row = _one_kind(found.values()), _one_kind(_turned(found, inner).values())
    if by_column == by_row:
        raise DataError(
            tr(
                '{file} holds objects in an object, and which of "{outer}" and "{inner}" names a '
                'column is unclear. Write it with orient="records".',
                file=file,
                outer=next(iter(found)),
                inner=next(iter(inner), ""),
            ),
            file=file,
        )
    columns = found if by_column else _turned(found, inner)
    rows = inner if by_column else found
    return {name: [one.get(row) for row in rows] for name, one in columns.items()}


def _numbers(names: Mapping[str, Any]) -> bool:
    return all(name.isdigit() for name in names)


def _turned(
    found: Mapping[str, Mapping[str, Any]], inner: Mapping[str, Any]
) -> dict[str, dict[str, Any]]:
    return {name: {row: one.get(name) for row, one in found.items()} for name in inner}


def _one_kind(columns: Any) -> bool:
    """Whether the values of each column are of one kind: numbers, or others."""
    kinds = [{isinstance(one, int | float) for one in column.values()} for column in columns]
    return all(len(kind) == 1 for kind in kinds) and len(set(map(frozenset, kinds))) > 1


def _cells(values: Sequence[Any]) -> Cells:
    """Return a column: numbers, else texts, as which whole numbers of any size are exact."""
    present = [value for value in values if value is not None]
    kinds = set(map(type, present))
    largest = max((abs(value) for value in present if type(value) is int), default=0)
    if kinds == {int} and len(present) == len(values) and largest < _LARGEST_INTEGER:
        return np.array(values, dtype=np.int64)
    if kinds and kinds <= {int, float} and largest < LARGEST_EXACT:
        return np.array([np.nan if value is None else value for value in values], dtype=np.float64)
    return [_text(value) for value in values]


def _text(value: object) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False)
