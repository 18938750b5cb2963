"""Requests as SQL, with the meanings of `dataio.cells`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.dataio.cells import ABSENT, KEPT_TEXTS, MISSING, OTHER, UNMARKED, BadCells
from costcurve_gui.dataio.duck import quoted, select
from costcurve_gui.dataio.table import NO_FORMATS, Answer, Marks, Matches, Numbers, Request, Texts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.dataio.duck import DuckFile
    from costcurve_gui.dataio.number_formats import NumberFormat
    from costcurve_gui.engine.progress import Progress

_NAN = "'nan'::DOUBLE"
_TOKENS = ", ".join(sorted(quoted(token) for token in MISSING))
NULL_TEXTS = ("", "NA", "na", "Na", "nA", "NaN", "nan", "NAN")


def read_columns(
    duck: DuckFile,
    origin: str,
    requests: Sequence[Request],
    names: Mapping[str, str],
    numeric: frozenset[str],
    progress: Progress,
    formats: Mapping[str, NumberFormat] = NO_FORMATS,
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
    """
    parts = [f"{_expression(r, names, numeric, formats)} AS r{i}" for i, r in enumerate(requests)]
    parsed = [
        (i, r)
        for i, r in enumerate(requests)
        if isinstance(r, Numbers) and r.column not in numeric and not r.text_as_missing
    ]
    parts += [f"{_is_bad(names[r.column], formats.get(r.column))} AS b{i}" for i, r in parsed]
    result = duck.arrays(select(parts, origin), progress, "Reading")
    rows = len(result["r0"])
    answer = Answer(rows, {r: np.asarray(result[f"r{i}"]) for i, r in enumerate(requests)})
    for i, request in parsed:
        bad_rows = np.flatnonzero(result[f"b{i}"])
        if bad_rows.size:
            is_bad = _is_bad(names[request.column], formats.get(request.column))
            texts = _bad_texts(duck, origin, names[request.column], is_bad)
            answer.bad[request] = BadCells(bad_rows.tolist(), texts)
    return answer


def value_counts(duck: DuckFile, origin: str, name: str) -> dict[str, int]:
    """Count every value of a column, most frequent first, missing cells left out."""
    text = _text(name)
    tail = f"WHERE NOT {_is_absent(name)} GROUP BY v ORDER BY k DESC, v"
    query = select([f"{text} AS v", "count(*) AS k"], origin, tail)
    return {str(value): int(count) for value, count in duck.rows(query)}


def _expression(
    request: Request,
    names: Mapping[str, str],
    numeric: frozenset[str],
    formats: Mapping[str, NumberFormat],
) -> str:
    name = names[request.column]
    match request:
        case Numbers(column=column) if column in numeric:
            return f"coalesce(CAST({name} AS DOUBLE), {_NAN})"
        case Numbers(column=column):
            return f"coalesce({_number(name, formats.get(column))}, {_NAN})"
        case Matches(values=values):
            return _codes(name, values)
        case Marks():
            mark = f"greatest(hash({_text(name)}), 1)"
            return f"CASE WHEN {_is_absent(name)} THEN {UNMARKED}::UBIGINT ELSE {mark} END"
        case Texts():
            return f"CASE WHEN {_is_absent(name)} THEN '' ELSE {_text(name)} END"


def _codes(name: str, values: Sequence[str]) -> str:
    # Most cells are a value as it stands; trimming is left to the few that are not.
    raw = f"CAST({name} AS VARCHAR)"
    exact = _cases(raw, values)
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


def _text(name: str) -> str:
    return f"trim(CAST({name} AS VARCHAR), E' \\t\\r\\n')"


def _is_absent(name: str) -> str:
    return f"({name} IS NULL OR lower({_text(name)}) IN ({_TOKENS}))"


def _is_bad(name: str, written: NumberFormat | None) -> str:
    return f"(NOT {_is_absent(name)} AND {_number(name, written)} IS NULL)"


def _number(name: str, written: NumberFormat | None) -> str:
    """Return the number of a cell of text, NULL where it has none."""
    text = _text(name)
    if written is None:
        return f"TRY_CAST({text} AS DOUBLE)"
    plain = text
    for mark in written.dropped:
        plain = f"replace({plain}, {quoted(mark)}, '')"
    plain = f"replace({plain}, {quoted(written.decimal)}, '.')"
    if written.percent:
        plain = f"({plain} || 'e-2')"
    fits = f"regexp_full_match({text}, {quoted(written.pattern)})"
    return f"CASE WHEN {fits} THEN TRY_CAST({plain} AS DOUBLE) END"


def _bad_texts(duck: DuckFile, origin: str, name: str, is_bad: str) -> list[str]:
    query = select([_text(name)], origin, f"WHERE {is_bad} LIMIT {KEPT_TEXTS}")
    return [str(row[0]) for row in duck.rows(query)]
