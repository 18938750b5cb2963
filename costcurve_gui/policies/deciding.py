"""Decide about every row of a file: in one stream through DuckDB, or in memory where it is odd."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from costcurve_gui.dataio.cells import LARGEST_EXACT
from costcurve_gui.dataio.checks import changed_numbers, text_in_scores
from costcurve_gui.dataio.csv_writer import cell_texts, header_line
from costcurve_gui.dataio.errors import DataError, listed, plural
from costcurve_gui.dataio.formats.duckdb_columns import QueriedTable, SqlRows
from costcurve_gui.dataio.formats.duckdb_connection import identifier, quoted, select
from costcurve_gui.dataio.roles.choice import unknown_column
from costcurve_gui.dataio.table import Numbers, Texts
from costcurve_gui.dataio.writers import atomic_path, text_cell
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.policies.rule import ACT, LEAVE, REFER, UNDECIDED, decide, draws
from costcurve_gui.policies.sql import (
    case_expression,
    cell_in_sql,
    draw_expression,
    number_in_sql,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from costcurve_gui.dataio.csv_writer import Column
    from costcurve_gui.dataio.source import Source
    from costcurve_gui.dataio.table import Request
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.policies.per_case import SavedCalibration
    from costcurve_gui.policies.saved import SavedPolicy

Missing = Literal["stop", "empty", "act", "leave"]
MISSING: Final[tuple[Missing, ...]] = ("stop", "empty", "act", "leave")
_SHOWN = 4
_INSTEAD: Mapping[str, int] = {"act": ACT, "leave": LEAVE}


@dataclass(frozen=True, slots=True)
class Decided:
    """What was decided about the rows of a file.

    `low` and `high` are the range of their scores, NaN where none has one. `bins` are the scored
    rows in each bin of the policy's score summary; empty where it has none.
    """

    rows: int
    missing: int
    acted: int
    referred: int
    low: float
    high: float
    bins: tuple[int, ...] = ()

    @property
    def scored(self) -> int:
        """The rows with a score."""
        return self.rows - self.missing


@dataclass(frozen=True, slots=True)
class DecideRequest:
    """A policy and how to apply it to the rows of a file.

    `id` is the column whose text is the key of a row's draw; None takes the number of the row.
    """

    policy: SavedPolicy
    id: str | None = None
    missing: Missing = "stop"

    @property
    def header(self) -> tuple[str, ...]:
        """The columns that are written."""
        named = () if self.id is None else ("id",)
        return ("row", *named, "model", "score", "decision", "draw", "expected_payoff")


def decide_file(
    source: Source, request: DecideRequest, out: Path, progress: Progress = NO_PROGRESS
) -> Decided:
    """Decide about the rows of a file, in its order, and write what was decided as CSV.

    Raises
    ------
    DataError
        Where a column is missing, or a score is no number, or there is none and `missing` says
        stop; then nothing is written.
    """
    policy = request.policy
    known = [column.name for column in source.columns]
    for name in (policy.column, *(() if request.id is None else (request.id,))):
        if name not in known:
            raise unknown_column(name, known, source.name)
    with atomic_path(out) as temporary:
        if policy.calibration is not None:
            return _case_by_case(source, request, policy.calibration, temporary, progress)
        found = None
        if policy.segments is None:
            found = _in_stream(source, request, temporary, progress)
        return found or _in_memory(source, request, temporary, progress)


def _in_stream(
    source: Source, request: DecideRequest, target: Path, progress: Progress
) -> Decided | None:
    """Decide by DuckDB; None where only reading row by row tells what the file holds."""
    from duckdb import ConversionException, InvalidInputException, IOException

    if not isinstance(source.table, QueriedTable) or not str(target).isprintable():
        return None
    column = request.policy.column
    for reading in source.table.sql_readings(column, request.id, target, progress):
        with suppress(InvalidInputException, ConversionException, IOException), reading as rows:
            stream = _Stream(rows, request, source.name, progress)
            found = stream.counted()
            if found is None:
                return None
            stream.write(target)
            return found
    return None


class _Stream:
    """The rows of a file, decided by DuckDB."""

    def __init__(
        self, rows: SqlRows, request: DecideRequest, file: str, progress: Progress
    ) -> None:
        policy = request.policy
        self._rows = rows
        self._request = request
        self._file = file
        self._progress = progress
        self._draw = None
        if policy.is_mixture:
            key = "n" if request.id is None else "i"
            self._draw = draw_expression(policy.seed, key, "duckdb")

    def counted(self) -> Decided | None:
        """Count what will be decided; None where a cell needs a closer look."""
        policy, seen = self._request.policy, self._request.policy.score
        edges = seen.edges if seen is not None else ()
        present = "NOT isnan(s)"
        # Drawing takes longest, and counting needs no draw but between the two thresholds.
        rule = case_expression(policy, "s", self._draw)
        read = select(["*", f"{rule} AS r"], f"({self._read(numbered=self._draw is not None)})")
        parts = [
            "count(*)",
            f"count_if({present})",
            f"count_if(r = {ACT})",
            f"count_if(r = {REFER})",
            f"coalesce(min(s) FILTER ({present}), 'nan'::DOUBLE)",
            f"coalesce(max(s) FILTER ({present}), 'nan'::DOUBLE)",
            # Whole numbers so large may not be those of the file, whose text has to be looked at.
            f"coalesce(count_if(b OR (abs(s) >= {LARGEST_EXACT} AND NOT isinf(s))), 0)",
            *(f"count_if({present} AND s >= {edge!r}::DOUBLE)" for edge in edges),
        ]
        found = self._rows.duck.arrays(
            select([f"{part} AS v{i}" for i, part in enumerate(parts)], f"({read})"),
            self._progress,
            "Deciding",
        )
        values = [found[f"v{i}"][0] for i in range(len(parts))]
        rows, scored, acted, referred = map(int, values[:4])
        if int(values[6]):
            return None
        low, high = float(values[4]), float(values[5])
        missing = rows - scored
        if missing and self._request.missing == "stop":
            raise _without_score(policy.column, missing, self._missing_rows(), self._file)
        reached = [scored, *map(int, values[7:]), 0]
        bins = tuple(-np.diff(reached)) if edges else ()
        acted += missing if self._request.missing == "act" else 0
        return Decided(rows, missing, acted, referred, low, high, tuple(map(int, bins)))

    def write(self, target: Path) -> None:
        """Write every row to a path that may be written."""
        request = self._request
        instead = _INSTEAD.get(request.missing)
        decision = "r" if instead is None else f"coalesce(r, {instead})"
        named = [] if request.id is None else [cell_in_sql("i"), "','"]
        cells = [
            *("n", "','", *named, quoted(f"{text_cell(request.policy.model)},")),
            *(number_in_sql("s"), "','", decision, "','"),
            *([number_in_sql("d")] if self._draw else []),
            "','",
        ]
        line = f"concat({', '.join(cells)}) AS {identifier(header_line(request.header))}"
        self._rows.duck.execute(
            f"COPY ({select([line], f'({self._decided()})')}) TO {quoted(str(target.absolute()))} "
            "(FORMAT csv, HEADER true, DELIMITER ',', QUOTE '', ESCAPE '', USE_TMP_FILE false)",
            self._progress,
            "Writing",
        )

    def _decided(self) -> str:
        """Return the rows as `_read` does, with the draw d of a mixture and the decision r."""
        read = self._read()
        if self._draw is not None:
            read = select(["*", f"{self._draw} AS d"], f"({read})")
        rule = case_expression(self._request.policy, "s", "d" if self._draw else None)
        return select(["*", f"{rule} AS r"], f"({read})")

    def _read(self, *, numbered: bool = True) -> str:
        """Return the rows with number n, score s, whether that is no number b, and id i."""
        rows, column, key = self._rows, self._request.policy.column, self._request.id
        text = "NULL" if key is None else rows.text(key)
        cells = [
            *(["row_number() OVER () AS n"] if numbered else []),
            f"{rows.number(column)} AS s",
            f"{rows.is_bad(column)} AS b",
            f"{text} AS i",
        ]
        return select(cells, rows.origin)

    def _missing_rows(self) -> list[int]:
        query = select(["n"], f"({self._read()})", f"WHERE isnan(s) LIMIT {_SHOWN}")
        return [int(row[0]) for row in self._rows.duck.rows(query)]


def id_cell(text: str) -> str:
    """Return the text of an identifier as a cell; one that is a number stays one, signs too."""
    if text.startswith(("+", "-")):
        with suppress(ValueError):
            float(text)
            return text
    return text_cell(text)


def _case_by_case(
    source: Source,
    request: DecideRequest,
    calibration: SavedCalibration,
    target: Path,
    progress: Progress,
) -> Decided:
    """Decide with what each row pays; its columns are read into memory."""
    from costcurve_gui.policies.per_case_files import decided_per_case, read_payoff_columns

    policy = request.policy
    scores, ids = read_scores(source, policy.column, request.id, progress)
    columns = read_payoff_columns(source, calibration, progress)
    stops = request.missing == "stop"
    instead = None if stops else _INSTEAD.get(request.missing, UNDECIDED)
    decided, expected = decided_per_case(policy, scores, columns, instead, source.name)
    write_decisions(request, scores, decided, None, ids, target, expected)
    return summary(policy, scores, decided)


def _in_memory(source: Source, request: DecideRequest, target: Path, progress: Progress) -> Decided:
    scores, ids = read_scores(source, request.policy.column, request.id, progress)
    if request.policy.segments is None:
        decided, drawn = decide_scores(request, scores, ids, source.name)
    else:
        decided, drawn = _in_segments(source, request, scores, progress), None
    write_decisions(request, scores, decided, drawn, ids, target)
    return summary(request.policy, scores, decided)


def _in_segments(
    source: Source, request: DecideRequest, scores: NDArray[np.float64], progress: Progress
) -> NDArray[np.int8]:
    from costcurve_gui.policies.segments import decide_in_segments

    absent = _refused_or_absent(request, scores, source.name)
    decided = decide_in_segments(request.policy, scores, source, progress)
    decided[absent] = _INSTEAD.get(request.missing, UNDECIDED)
    return decided


def read_scores(
    source: Source, column: str, id_column: str | None, progress: Progress = NO_PROGRESS
) -> tuple[NDArray[np.float64], list[str] | None]:
    """Return the scores of all rows, NaN where one is missing, and their identifiers.

    Raises
    ------
    DataError
        Where a score is no number, or one that a float64 changes.
    """
    numbers = Numbers(column, exact=True)
    keys = None if id_column is None else Texts(id_column, raw=True)
    wanted: list[Request] = [numbers] if keys is None else [numbers, keys]
    answer = source.table.read(wanted, progress)
    if numbers in answer.bad:
        reason = source.column(column).written.reason
        raise (
            text_in_scores(column, answer.bad[numbers], None, answer.rows, reason) or AssertionError
        )
    if numbers in answer.inexact:
        changed = changed_numbers(column, answer.inexact[numbers], None)
        if changed is not None:
            raise changed
    scores = np.asarray(answer.arrays[numbers], np.float64)
    return scores, None if keys is None else answer.arrays[keys].tolist()


def decide_scores(
    request: DecideRequest,
    scores: NDArray[np.float64],
    ids: Sequence[str] | None = None,
    file: str = "",
) -> tuple[NDArray[np.int8], NDArray[np.float64] | None]:
    """Return the decision about each score, -1 where it is left open, and the draws of a mixture.

    Raises
    ------
    DataError
        Where a score is missing and `missing` says stop.
    """
    policy = request.policy
    absent = _refused_or_absent(request, scores, file)
    keys = map(str, range(1, scores.size + 1)) if ids is None else ids
    drawn = draws(policy.seed, keys) if policy.is_mixture else None
    decided = decide(policy, scores, drawn)
    decided[absent] = _INSTEAD.get(request.missing, UNDECIDED)
    return decided, drawn


def _refused_or_absent(
    request: DecideRequest, scores: NDArray[np.float64], file: str
) -> NDArray[np.bool_]:
    """Return the rows without a score; raise `DataError` where there is to be none."""
    absent: NDArray[np.bool_] = np.isnan(scores)
    if request.missing == "stop" and absent.any():
        rows = (np.flatnonzero(absent)[:_SHOWN] + 1).tolist()
        raise _without_score(request.policy.column, int(np.count_nonzero(absent)), rows, file)
    return absent


def write_decisions(
    request: DecideRequest,
    scores: NDArray[np.float64],
    decided: NDArray[np.int8],
    drawn: NDArray[np.float64] | None,
    ids: Sequence[str] | None,
    target: Path,
    expected: NDArray[np.float64] | None = None,
) -> None:
    """Write every row with its decision as CSV, to a path that may be written.

    `expected` is the expected payoff of each decision, where it is known.
    """
    every = slice(0, scores.size)
    columns: list[Column] = [
        np.arange(1, scores.size + 1),
        request.policy.model,
        scores,
        np.where(decided == UNDECIDED, np.nan, decided),
        "" if drawn is None else drawn,
        "" if expected is None else expected,
    ]
    cells = [cell_texts(one, every) for one in columns]
    if ids is not None:
        cells.insert(1, map(id_cell, ids))
    with target.open("w", encoding="utf-8", newline="") as out:
        out.write(f"{header_line(request.header)}\n")
        out.writelines(f"{line}\n" for line in map(",".join, zip(*cells, strict=True)))


def summary(policy: SavedPolicy, scores: NDArray[np.float64], decided: NDArray[np.int8]) -> Decided:
    """Return what was decided about scores, as `decide_file` counts it."""
    present = scores[~np.isnan(scores)]
    seen = policy.score
    bins: tuple[int, ...] = ()
    if seen is not None and seen.edges:
        places = np.searchsorted(seen.edges, present, side="right")
        bins = tuple(np.bincount(places, minlength=len(seen.edges) + 1).tolist())
    return Decided(
        rows=scores.size,
        missing=scores.size - present.size,
        acted=int(np.count_nonzero(decided == ACT)),
        referred=int(np.count_nonzero(decided == REFER)),
        low=float(present.min()) if present.size else np.nan,
        high=float(present.max()) if present.size else np.nan,
        bins=bins,
    )


def _without_score(column: str, count: int, rows: Sequence[int], file: str) -> DataError:
    named = listed(rows) if count <= len(rows) else f"{', '.join(map(str, rows[:3]))}, …"
    verb = "has" if count == 1 else "have"
    return DataError(
        f"{plural(count, 'row')} {verb} no value in {column} (row {named}). Say what is decided "
        "there: --missing empty, act or leave.",
        file=file,
        column=column,
        rows=rows,
    )
