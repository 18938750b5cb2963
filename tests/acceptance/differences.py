"""What two texts of an archive differ in: cells of a table, entries of JSON, lines.

Numbers are compared as numbers: processors add up in another order, so that one writes
0.30000000000000004 where another has 0.3.
"""

from __future__ import annotations

import csv
import io
import json
import math
from difflib import unified_diff
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

ROUNDING = 1e-9
"""By how much a number may differ, as a share of it; about 0 by a thousandth of that."""


def differences(name: str, before: str, now: str | None) -> list[str]:
    """Return what changed in the file of that name; columns of a table may be added."""
    if now is None:
        return ["it is missing"]
    if name.endswith(".csv"):
        return _of_cells(before, now)
    if name.endswith(".json"):
        return [*_of_entries(json.loads(before), json.loads(now), "")]
    lines = unified_diff(before.splitlines(), now.splitlines(), n=0, lineterm="")
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


def _same(before: str, now: str) -> bool:
    if before == now:
        return True
    try:
        return _close(float(before), float(now))
    except ValueError:
        return False


def _close(one: float, other: float) -> bool:
    close = math.isclose(one, other, rel_tol=ROUNDING, abs_tol=ROUNDING / 1000)
    return close or (math.isnan(one) and math.isnan(other))


def _of_cells(before: str, now: str) -> list[str]:
    rows, found = (list(csv.reader(io.StringIO(text, newline=""))) for text in (before, now))
    header, *rows = rows
    given, *found = found
    missing = [name for name in header if name not in given]
    if missing or len(rows) != len(found):
        return [f"columns {missing} are missing; {len(rows)} rows are {len(found)}"]
    places = [given.index(name) for name in header]
    return [
        f"row {at}, {name}: {cell} is {new[place]}"
        for at, (old, new) in enumerate(zip(rows, found, strict=True), 1)
        for name, cell, place in zip(header, old, places, strict=True)
        if not _same(cell, new[place])
    ]


def _of_entries(before: Any, now: Any, place: str) -> Iterator[str]:
    if isinstance(before, dict) and isinstance(now, dict):
        for key in [*before, *(key for key in now if key not in before)]:
            there = f"{place}.{key}" if place else key
            if key not in now:
                yield f"{there} is missing"
            elif key not in before:
                yield f"{there} is new"
            else:
                yield from _of_entries(before[key], now[key], there)
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for at, (one, other) in enumerate(zip(before, now, strict=True)):
            yield from _of_entries(one, other, f"{place}[{at}]")
    elif before != now and not (_is_number(before) and _is_number(now) and _close(before, now)):
        yield f"{place}: {_json(before)} is {_json(now)}"


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
