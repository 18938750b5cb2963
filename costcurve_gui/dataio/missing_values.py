"""A table in which further values stand for none, such as -999."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from costcurve_gui.dataio.cells import ABSENT, UNMARKED, BadCells
from costcurve_gui.dataio.errors import plural
from costcurve_gui.dataio.expressions.errors import written
from costcurve_gui.dataio.table import Answer, Marks, Matches, Numbers, Texts
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from costcurve_gui.dataio.number_formats import NumberFormat
    from costcurve_gui.dataio.table import Request, Table


@dataclass(frozen=True, slots=True)
class MissingValues:
    """Values that stand for none: as text without case and outer spaces, or as the same number."""

    texts: frozenset[str]
    numbers: tuple[float, ...] = ()

    @classmethod
    def named(cls, values: Sequence[str]) -> MissingValues:
        """Return those that a user named."""
        numbers = [_number(value) for value in values]
        texts = frozenset(value.strip().casefold() for value in values)
        return cls(texts, tuple(one for one in numbers if one is not None))

    def __contains__(self, cell: object) -> bool:
        text = str(cell).strip()
        return text.casefold() in self.texts or _number(text) in self.numbers


_SENTINELS: Final = (
    -1.0,
    *(sign * (10.0**digits - 1) for digits in range(1, 8) for sign in (-1, 1)),
)
_FAR: Final = 10  # times the largest other value


def sentinels(values: NDArray[np.float64]) -> dict[str, int]:
    """Return values that may stand for none, such as -999 among probabilities, and their counts.

    >>> sentinels(np.array([0.9, -999.0, 0.4, -999.0]))
    {'-999': 2}
    """
    rest, found = values[np.isfinite(values)], {}
    for _ in range(len(_SENTINELS)):
        ends = (float(rest.min()), float(rest.max())) if rest.size else ()
        value = next((end for end in ends if end in _SENTINELS), None)
        others = rest[rest != value]
        if value is None or not others.size or not _is_far(value, others):
            break
        found[f"{value:.0f}"] = int(rest.size - others.size)
        rest = others
    return found


def _is_far(value: float, others: NDArray[np.float64]) -> bool:
    low, high = float(others.min()), float(others.max())
    if low >= 0 and high <= 1:
        return value != 1 and bool(np.any(others != np.rint(others)))
    size = max(abs(low), abs(high))
    return abs(value) > _FAR * size or (value < -_FAR and low >= 0)


def doubt_of_sentinels(column: str, values: NDArray[np.float64], *, as_payoff: bool = False) -> str:
    """Say which values may stand for none, and what would leave them out; mostly nothing.

    A payoff cannot be missing, so that its rows are to be left out.
    """
    found = sentinels(values)
    if not found:
        return ""
    rows = " and ".join(f"{value} in {plural(count, 'row')}" for value, count in found.items())
    kept = " and ".join(f"{written(column)} != {value}" for value in found)
    option = f"--where '{kept}'" if as_payoff else f"--missing-values {','.join(found)}"
    return (
        f"{column} has {rows}, far from its other values; if that stands for none, "
        f"{option} leaves it out."
    )


def doubt_of_rounding(column: str, values: NDArray[np.float64]) -> str:
    """Say that scores are few and of two decimals at most, so that many are tied."""
    known = values[~np.isnan(values)]
    if known.size < _FEWEST_ROWS or np.any((known < 0) | (known > 1)):
        return ""
    for decimals in (1, 2):
        if np.array_equal(np.round(known, decimals), known):
            distinct = np.unique(known).size
            few = distinct > 2 and _EACH_SHARED * distinct < known.size
            return (
                f"{column} has {distinct} different values in {plural(known.size, 'row')}, of "
                f"{plural(decimals, 'decimal')}: rounded scores hide thresholds, and ties count "
                "one half."
                if few
                else ""
            )
    return ""


def doubts_of_scores(column: str, values: NDArray[np.float64]) -> list[str]:
    """Return what is odd about scores, a sentence each; mostly nothing."""
    doubts = (doubt_of_sentinels(column, values), doubt_of_rounding(column, values))
    return [doubt for doubt in doubts if doubt]


_FEWEST_ROWS: Final = 100
_EACH_SHARED: Final = 5  # rows by each value on average
_NOTHING: Final[dict[type[Any], Any]] = {
    Numbers: np.nan,
    Marks: np.uint64(UNMARKED),
    Matches: np.uint8(ABSENT),
    Texts: "",
}


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class TableWithMissing:
    """Another table whose further missing values are none in its answers.

    Identifiers that are asked for as they stand are left alone.
    """

    table: Table
    missing: MissingValues
    formats: Mapping[str, NumberFormat] = field(default_factory=dict)

    @property
    def comments(self) -> int:
        """Comment lines of the table."""
        return self.table.comments

    def with_formats(self, formats: Mapping[str, NumberFormat]) -> TableWithMissing:
        """Return the same table with columns whose numbers are written in a way of their own."""
        return TableWithMissing(self.table.with_formats(formats), self.missing, formats)

    def counts(self, column: str, progress: Progress = NO_PROGRESS) -> dict[str, int]:
        """Count every value that is none of the missing ones."""
        counts = self.table.counts(column, progress)
        return {value: count for value, count in counts.items() if value not in self.missing}

    def read(self, requests: Sequence[Request], progress: Progress = NO_PROGRESS) -> Answer:
        """Read the columns asked for."""
        texts = [Texts(one.column) for one in requests]
        found = self.table.read(list(dict.fromkeys((*requests, *texts))), progress)
        answer = Answer(found.rows, {})
        for request in requests:
            values = found.arrays[request]
            if isinstance(request, Texts) and request.raw:
                answer.arrays[request] = values
                continue
            absent = self._absent(found.arrays[Texts(request.column)])
            answer.arrays[request] = np.where(absent, _NOTHING[type(request)], values)
            _keep_bad(answer, found, request, absent)
        return answer

    def _absent(self, texts: NDArray[Any]) -> NDArray[np.bool_]:
        known: dict[str, bool] = {}
        for text in set(texts.tolist()):
            known[text] = text in self.missing
        return np.fromiter((known[text] for text in texts.tolist()), np.bool_, texts.size)


def _keep_bad(answer: Answer, found: Answer, request: Request, absent: NDArray[np.bool_]) -> None:
    for kept, known in ((answer.bad, found.bad), (answer.inexact, found.inexact)):
        if request in known:
            cells = BadCells()
            for row, text in known[request].kept(~absent):
                cells.add(row, text)
            if cells.rows:
                kept[request] = cells


def without_missing(rows: Sequence[Sequence[str]], missing: MissingValues) -> list[list[str]]:
    """Return rows in which missing cells are empty."""
    return [["" if cell in missing else cell for cell in row] for row in rows]
