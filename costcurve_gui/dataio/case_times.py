"""The time of every case, of which days are made, and the unit that it belongs to."""

from __future__ import annotations

import warnings
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.dataio.cells import UNMARKED
from costcurve_gui.dataio.checks import require_values
from costcurve_gui.dataio.errors import SHOWN, DataError, listed, plural
from costcurve_gui.dataio.roles.choice import unknown_column
from costcurve_gui.dataio.row_columns import in_file_order, sealed
from costcurve_gui.dataio.table import Marks, Numbers, Texts
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.dataio.source import Source

MOST_DAYS = 36_600
DAY = 86_400e6
"""Microseconds: times of dates are counted in whole ones, which float64 holds exactly."""
_FORMS = "a date such as 2026-07-15, 15.07.2026 or 2026-07-15 09:30, or a number"
_EPOCH = date(1970, 1, 1)


@dataclass(frozen=True, slots=True, eq=False)
class CaseTimes:
    """When each case came.

    Attributes
    ----------
    name : str
        The column.
    values : ndarray of float64
        Microseconds since 1970 of dates; numbers as they are.
    dates : bool
        Whether the column has dates.
    """

    name: str
    values: NDArray[np.float64]
    dates: bool

    @property
    def per_day(self) -> float:
        """How much of `values` is a day: of numbers, 1."""
        return DAY if self.dates else 1.0

    def days(self) -> tuple[NDArray[np.int64], int, int]:
        """Return the day of each case from 0, the number of the first day, and how many there are.

        Raises
        ------
        DataError
            Where there are more days than anybody plans for.
        """
        numbers = np.floor(self.values / self.per_day)
        first, last = float(numbers.min()), float(numbers.max())
        if last - first >= MOST_DAYS:
            raise DataError(
                tr(
                    "{name} goes from {first:.15g} to {last:.15g}: a column of days has at most "
                    "{most_days} of them. A day is {forms}, of which the whole part counts.",
                    name=self.name,
                    first=first,
                    last=last,
                    most_days=MOST_DAYS,
                    forms=_FORMS,
                ),
                column=self.name,
            )
        return sealed((numbers - first).astype(np.int64)), int(first), int(last - first) + 1

    def label(self, day: int) -> str:
        """Return a day, counted from 1970 or from 0, as the tables have it."""
        return (_EPOCH + timedelta(days=day)).isoformat() if self.dates else str(day)


def read_times(
    source: Source, dataset: Dataset, column: str, progress: Progress = NO_PROGRESS
) -> CaseTimes:
    """Read when each case of a dataset came, from a column of dates, date-times or numbers.

    Raises
    ------
    DataError
        Where there is no such column, or a case has no time in it.
    """
    _require_column(source, column)
    if source.column(column).kind.is_numeric:
        request = Numbers(column, text_as_missing=True)
        values = _kept(dataset, source.table.read([request], progress).arrays[request])
        missing = ~np.isfinite(values)
        dates = False
    else:
        texts = Texts(column)
        cells = _kept(dataset, source.table.read([texts], progress).arrays[texts])
        require_values(column, cells == "", dataset.row_numbers, "day")
        values, dates = times_of_texts(cells.tolist()), True
        missing = np.isnan(values)
        _refuse_other_texts(column, cells, missing, dataset)
    require_values(column, missing, dataset.row_numbers, "day")
    return CaseTimes(column, sealed(np.asarray(values, np.float64)), dates)


def read_units(
    source: Source, dataset: Dataset, column: str, progress: Progress = NO_PROGRESS
) -> NDArray[np.int64]:
    """Read which unit, a card or a machine, each case of a dataset belongs to: numbers from 0.

    Raises
    ------
    DataError
        Where there is no such column, or a case has no unit in it.
    """
    _require_column(source, column)
    marks = Marks(column)
    cells = _kept(dataset, source.table.read([marks], progress).arrays[marks])
    require_values(column, cells == UNMARKED, dataset.row_numbers, "unit")
    return in_file_order(cells)


def times_of_texts(texts: Sequence[str]) -> NDArray[np.float64]:
    """Return dates and date-times in microseconds since 1970, NaN where a text is neither.

    A time with an offset counts as it is written.

    >>> (times_of_texts(["1970-01-02", "2.1.1970", "soon"]) / DAY).tolist()
    [1.0, 1.0, nan]
    """
    with warnings.catch_warnings(), suppress(ValueError, UserWarning):
        warnings.simplefilter("error")
        found = np.array(texts, dtype="datetime64[us]")
        if not np.isnat(found).any():
            return found.astype(np.float64)
    known = {text: _time(text) for text in dict.fromkeys(texts)}
    return np.array([known[text] for text in texts], np.float64)


def _time(text: str) -> float:
    for read in (datetime.fromisoformat, lambda cell: datetime.strptime(cell, "%d.%m.%Y")):
        with suppress(ValueError):
            since = read(text).replace(tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)
            return float(since // timedelta(microseconds=1))
    return np.nan


def _refuse_other_texts(
    column: str, cells: NDArray[np.object_], missing: NDArray[np.bool_], dataset: Dataset
) -> None:
    rows = np.flatnonzero(missing)
    if not rows.size:
        return
    named: Iterator[str] = (f'{dataset.row_number(row)} "{cells[row]}"' for row in rows.tolist())
    first = [*islice(named, SHOWN)]
    shown = listed([*first, *[""] * (rows.size - len(first))])
    raise DataError(
        tr(
            "{column} has no day in {size}: {shown}. A day is {forms}.",
            column=column,
            size=plural(rows.size, "row"),
            shown=shown,
            forms=_FORMS,
        ),
        column=column,
    )


def _require_column(source: Source, column: str) -> None:
    known = [one.name for one in source.columns]
    if column not in known:
        raise unknown_column(column, known, source.name)


def _kept(dataset: Dataset, values: NDArray[Any]) -> NDArray[Any]:
    return values if dataset.row_numbers is None else values[dataset.row_numbers - 1]
