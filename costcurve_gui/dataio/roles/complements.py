"""Score columns that hold p and 1 - p: one model, scored by the column of the positive class."""

from __future__ import annotations

import math
from itertools import combinations, takewhile
from typing import TYPE_CHECKING

from costcurve_gui.dataio.roles.labels import label_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from costcurve_gui.dataio.source import Source

    Pair = tuple[str, str]
    """Two columns in file order."""

_FEWEST_ROWS = 5  # of fewer the sums may be 1 by chance
_ROUNDING = 1e-6


def complementary_pairs(source: Source, names: Sequence[str]) -> tuple[Pair, ...]:
    """Return the pairs of columns whose values add up to 1 in the first rows.

    A column is in one pair at most.
    """
    within = [
        column
        for column in source.columns
        if column.name in names
        and column.minimum is not None
        and column.maximum is not None
        and 0 <= column.minimum < column.maximum <= 1
    ]
    if len(within) < 2:
        return ()
    places = {column.name: at for at, column in enumerate(source.columns)}
    values = {
        column.name: [_number(row[places[column.name]]) for row in source.preview]
        for column in within
    }
    pairs: dict[str, str] = {}
    for a, b in combinations(values, 2):
        if not {a, b} & {*pairs, *pairs.values()} and _add_up(values[a], values[b]):
            pairs[a] = b
    return tuple(pairs.items())


def of_positive(pair: Pair, positive: str) -> str:
    """Return the column of a pair that is named for the positive class.

    Where the names do not tell, that is the one of class 1, else the first one.

    >>> of_positive((".pred_bad", ".pred_good"), "good"), of_positive(("p0", "p1"), "yes")
    ('.pred_good', 'p1')
    """
    shared = _common_start(*pair)
    classes = [name[shared:].rstrip(")]") for name in pair]
    ended = _common_start(*(name[::-1] for name in classes))  # P (class=1) (forest)
    inner = [name[: len(name) - ended].rstrip(")] (") for name in classes]
    for value in filter(None, (positive, "1")):
        exact = [name for name, own in zip(pair, classes, strict=True) if _same(own, value)]
        ends = [name for name in pair if name.rstrip(")]").casefold().endswith(value.casefold())]
        within = [name for name, own in zip(pair, inner, strict=True) if _same(own, value)]
        for named in (exact, ends, within):
            if len(named) == 1:
                return named[0]
    return pair[0]


def one_per_model(
    scores: Iterable[str], pairs: Sequence[Pair], positive: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the score columns with one of each pair, and the columns of pairs that are left.

    `scores` may have both columns of a pair or either.
    """
    kept = {pair: of_positive(pair, positive) for pair in pairs}
    by_column = {name: kept[pair] for pair in pairs for name in pair}
    chosen = dict.fromkeys(by_column.get(name, name) for name in scores)
    return tuple(chosen), tuple(name for name in by_column if name not in chosen)


def _common_start(one: str, other: str) -> int:
    """Return how many letters two texts begin with alike."""
    return sum(1 for _ in takewhile(_equal, zip(one, other, strict=False)))


def _equal(letters: tuple[str, str]) -> bool:
    return letters[0] == letters[1]


def _same(one: str, other: str) -> bool:
    return label_key(one) == label_key(other)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def _add_up(one: Sequence[float], other: Sequence[float]) -> bool:
    sums = [a + b for a, b in zip(one, other, strict=True) if not math.isnan(a + b)]
    return len(sums) >= _FEWEST_ROWS and all(abs(total - 1) <= _ROUNDING for total in sums)
