"""Requests as SQL, with the meanings of `dataio.cells`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from costcurve_gui.dataio.cells import (
    ABSENT,
    KEPT_TEXTS,
    MISSING,
    NO_NUMBER,
    OTHER,
    UNMARKED,
    BadCells,
    has_large,
    merged_numbers,
)
from costcurve_gui.dataio.formats.duckdb_connection import quoted, select
from costcurve_gui.dataio.table import NO_FORMATS, Answer, Marks, Matches, Numbers, Request, Texts
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from costcurve_gui.dataio.formats.duckdb_connection import DuckFile
    from costcurve_gui.dataio.number_formats import NumberFormat

_NAN = "'nan'::DOUBLE"
_TOKENS = ", ".join(sorted(quoted(token) for token in MISSING))
_NO_NUMBER = ", ".join(sorted(quoted(token) for token in NO_NUMBER))
NULL_TEXTS = ("", "NA", "na", "NaN", "nan", "NULL", "null", "?")  # others are found later
_SPACES = "".join(chr(code) for code in range(0x3001) if chr(code).isspace())
_ODD_MARKS = ("_", "(", "+-")  # DuckDB alone takes numbers with these: 1_000, nan(1), +-1
_INTEGER = "[+-]?[0-9]+([.]0*)?"
_FEWEST_MERGED = 16  # characters of numbers that may be merged in a float64
_SUBNORMAL = "2.2250738585072014e-308"


@runtime_checkable
class QueriedTable(Protocol):
    """A table whose rows DuckDB can query without holding them in memory."""

    def sql_readings(
        self, requests: Sequence[Request], targets: Sequence[Path], progress: Progress = NO_PROGRESS
    ) -> Iterable[AbstractContextManager[SqlRows]]:
        """Return the ways to do so, the quick one first; none where the file is odd.

        Each may refuse the file with an error of DuckDB.

        Parameters
        ----------
        requests : sequence of Request
            What will be asked for.
        targets : sequence of Path
            Files that may be written.
        """
        ...


def sql_rows(
    duck: DuckFile,
    origin: str,
    names: Mapping[str, str],
    numeric: frozenset[str],
    formats: Mapping[str, NumberFormat] = NO_FORMATS,
    decimal: str = ".",
) -> SqlRows:
    """Return the rows of `origin`, with the parameters of `read_columns`."""
    return SqlRows(duck, origin, _Sql(names, numeric, formats, decimal))


def read_columns(
    duck: DuckFile,
    origin: str,
    requests: Sequence[Request],
    names: Mapping[str, str],
    numeric: frozenset[str],
    progress: Progress,
    formats: Mapping[str, NumberFormat] = NO_FORMATS,
    decimal: str = ".",
) -> Answer:
    """Read the columns asked for from `origin`, a table function call.

    Parameters
    ----------
    names : mapping
        The SQL name of every column.
    numeric : frozenset of str
        Columns that reach SQL as numbers; the others are parsed from their text.
    formats : mapping
        How the numbers of some of these others are written.
    decimal : str
        The decimal mark of those that are parsed from text.
    """
    sql = _Sql(names, numeric, formats, decimal)
    parts = [f"{sql.expression(request)} AS r{i}" for i, request in enumerate(requests)]
    parsed = [
        (i, r)
        for i, r in enumerate(requests)
        if isinstance(r, Numbers) and r.column not in numeric and not r.text_as_missing
    ]
    parts += [f"{sql.is_bad(request.column)} AS b{i}" for i, request in parsed]
    result = duck.arrays(select(parts, origin), progress, "Reading")
    rows = len(result["r0"])
    answer = Answer(rows, {r: np.asarray(result[f"r{i}"]) for i, r in enumerate(requests)})
    for i, request in parsed:
        bad_rows = np.flatnonzero(result[f"b{i}"])
        if bad_rows.size:
            texts = _texts_where(duck, origin, names[request.column], sql.is_bad(request.column))
            answer.bad[request] = BadCells(bad_rows.tolist(), texts)
    for numbers in requests:
        if isinstance(numbers, Numbers) and numbers.exact:
            is_text = numbers.column not in numeric
            conditions = [_is_inexact(names[numbers.column])]
            conditions = conditions if has_large(answer.arrays[numbers]) else []
            conditions += _are_merged(duck, origin, numbers.column, sql) if is_text else []
            cells = _inexact_cells(duck, origin, names[numbers.column], conditions, progress)
            if cells.rows:
                answer.inexact[numbers] = cells
    return answer


def _are_merged(duck: DuckFile, origin: str, column: str, sql: _Sql) -> list[str]:
    """Return the condition of cells that write different numbers and become the same one."""
    text, number = _text(sql.names[column]), sql.number(column)
    rows = f"({select([f'{text} AS t', f'{number} AS v'], origin)})"
    several = select(["v"], rows, "WHERE v IS NOT NULL GROUP BY v HAVING count(DISTINCT t) > 1")
    odd = f"(length(t) >= {_FEWEST_MERGED} OR abs(v) < {_SUBNORMAL}) AND isfinite(v)"
    tail = f"WHERE {odd} AND v IN ({several}) LIMIT {KEPT_TEXTS}"
    plain = sql.formats[column].plain if column in sql.formats else str
    merged: list[str] = []
    for (value,) in duck.rows(select(["DISTINCT v"], rows, tail)):
        cells = duck.rows(select(["DISTINCT t"], rows, f"WHERE v = {value!r}::DOUBLE"))
        plain_of = {cell: plain(cell).replace(",", ".") for (cell,) in cells}
        found = merged_numbers(set(plain_of.values()), value)
        merged += [quoted(cell) for cell, number in plain_of.items() if number in found]
    return [f"({text} IN ({', '.join(merged)}))"] if merged else []


def _inexact_cells(
    duck: DuckFile, origin: str, name: str, conditions: Sequence[str], progress: Progress
) -> BadCells:
    if not conditions:
        return BadCells()
    is_inexact = f"({' OR '.join(conditions)})"
    found = duck.arrays(select([f"{is_inexact} AS b"], origin), progress, "Reading")["b"]
    rows = np.flatnonzero(np.ma.filled(found, fill_value=False)).tolist()
    return BadCells(rows, _texts_where(duck, origin, name, is_inexact) if rows else [])


def value_counts(duck: DuckFile, origin: str, name: str) -> dict[str, int]:
    """Count every value of a column, most frequent first, missing cells left out."""
    text = _text(name)
    tail = f"WHERE NOT {_is_absent(name)} GROUP BY v ORDER BY k DESC, v"
    query = select([f"{text} AS v", "count(*) AS k"], origin, tail)
    return {str(value): int(count) for value, count in duck.rows(query)}


@dataclass(frozen=True, slots=True)
class SqlRows:
    """The rows of a file, to be queried without being held in memory.

    Parameters
    ----------
    duck : DuckFile
        Where queries are carried out.
    origin : str
        What stands after FROM.
    """

    duck: DuckFile
    origin: str
    columns: _Sql

    def number(self, column: str) -> str:
        """Return a column as DOUBLE, NaN where missing."""
        return self.columns.expression(Numbers(column))

    def text(self, column: str) -> str:
        """Return a column as text, as it stands."""
        return self.columns.expression(Texts(column, raw=True))

    def value(self, request: Request) -> str:
        """Return the answer to a request."""
        return self.columns.expression(request)

    def is_bad(self, column: str) -> str:
        """Return what tells whether a cell is neither missing nor a number."""
        return "false" if column in self.columns.numeric else self.columns.is_bad(column)


@dataclass(frozen=True, slots=True)
class _Sql:
    """Requests as expressions over the columns of one file."""

    names: Mapping[str, str]
    numeric: frozenset[str]
    formats: Mapping[str, NumberFormat]
    decimal: str

    def expression(self, request: Request) -> str:
        """Return what gives the answer to a request."""
        name = self.names[request.column]
        match request:
            case Numbers(column=column) if column in self.numeric:
                return f"coalesce(CAST({name} AS DOUBLE), {_NAN})"
            case Numbers(column=column):
                return f"coalesce({self.number(column)}, {_NAN})"
            case Matches(values=values):
                return _codes(name, values)
            case Marks():
                mark = f"greatest(hash({_text(name)}), 1)"
                return f"CASE WHEN {_is_absent(name)} THEN {UNMARKED}::UBIGINT ELSE {mark} END"
            case Texts(raw=True):  # reading row by row skips a space before a cell as well
                text = f"coalesce({_raw(name)}, '')"
                return f"CASE WHEN starts_with({text}, ' ') THEN ltrim({text}) ELSE {text} END"
            case Texts():
                return f"CASE WHEN {_is_absent(name)} THEN '' ELSE {_text(name)} END"

    def is_bad(self, column: str) -> str:
        """Return what tells whether a cell is neither missing nor a number."""
        absent = _is_absent(self.names[column], _NO_NUMBER)
        return f"(NOT {absent} AND {self.number(column)} IS NULL)"

    def number(self, column: str) -> str:
        """Return the number of a cell of text, NULL where it has none."""
        written = self.formats.get(column)
        if written is not None:
            return _number_in_format(_text(self.names[column]), written)
        raw, text = _raw(self.names[column]), _text(self.names[column])
        odd = [f"contains({raw}, {quoted(mark)})" for mark in _ODD_MARKS]
        if self.decimal == ",":
            odd.append(f"contains({raw}, '.')")
            raw, text = (f"replace({part}, ',', '.')" for part in (raw, text))
        number = f"coalesce(TRY_CAST({raw} AS DOUBLE), TRY_CAST({text} AS DOUBLE))"
        return f"CASE WHEN {' OR '.join(odd)} THEN NULL ELSE {number} END"


def _codes(name: str, values: Sequence[str]) -> str:
    # Most cells are a value as it stands; trimming is left to the few that are not.
    exact = _cases(_raw(name), values)
    trimmed = _cases(_text(name), values)
    return (
        f"CAST(CASE {exact} WHEN {name} IS NULL THEN {ABSENT} {trimmed} "
        f"WHEN {_is_absent(name)} THEN {ABSENT} ELSE {OTHER} END AS UTINYINT)"
    )


def _cases(text: str, values: Sequence[str]) -> str:
    return " ".join(
        f"WHEN {text} = {quoted(value)} THEN {position}"
        for position, value in enumerate(values, start=1)
    )


def _raw(name: str) -> str:
    return f"CAST({name} AS VARCHAR)"


def _text(name: str) -> str:
    # trim() takes long with many characters, and is called for rows that a CASE has dealt with.
    raw = _raw(name)
    needs_trim = f"regexp_matches({raw}, {quoted(f'^[{_SPACES}]|[{_SPACES}]$')})"
    return f"(CASE WHEN {needs_trim} THEN trim({raw}, {quoted(_SPACES)}) ELSE {raw} END)"


def _is_absent(name: str, tokens: str = _TOKENS) -> str:
    return f"({name} IS NULL OR lower({_text(name)}) IN ({tokens}))"


def _is_inexact(name: str) -> str:
    """Return what tells whether a cell is a whole number that float64 changes."""
    text = _text(name)
    whole = f"TRY_CAST(regexp_replace({text}, '[.]0*$', '') AS HUGEINT)"
    changed = f"{whole} IS NULL OR {whole} <> TRY_CAST(TRY_CAST({text} AS DOUBLE) AS HUGEINT)"
    infinite = f"(isinf(TRY_CAST({text} AS DOUBLE)) AND regexp_matches({text}, '[0-9]$'))"
    return f"((regexp_full_match({text}, '{_INTEGER}') AND ({changed})) OR {infinite})"


def _number_in_format(text: str, written: NumberFormat) -> str:
    plain = text
    for mark in written.dropped:
        plain = f"replace({plain}, {quoted(mark)}, '')"
    plain = f"replace({plain}, {quoted(written.decimal)}, '.')"
    if written.percent:
        plain = f"({plain} || 'e-2')"
    fits = f"regexp_full_match({text}, {quoted(written.pattern)})"
    return f"CASE WHEN {fits} THEN TRY_CAST({plain} AS DOUBLE) END"


def _texts_where(duck: DuckFile, origin: str, name: str, condition: str) -> list[str]:
    query = select([_text(name)], origin, f"WHERE {condition} LIMIT {KEPT_TEXTS}")
    return [str(row[0]) for row in duck.rows(query)]
