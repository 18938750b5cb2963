"""Decide about the rows of a file by DuckDB, however many they are.

What decisions need is read once, into a Parquet file beside the result. What reads that knows the
number of each row without counting, so that all processors decide and write: numbers that DuckDB
counts itself keep a query on one of them.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from costcurve_gui.dataio.cells import LARGEST_EXACT
from costcurve_gui.dataio.csv_writer import header_line
from costcurve_gui.dataio.formats.duckdb_columns import QueriedTable, SqlRows
from costcurve_gui.dataio.formats.duckdb_connection import identifier, quoted, select
from costcurve_gui.dataio.table import Numbers, Texts
from costcurve_gui.dataio.writers import cannot_write, text_cell
from costcurve_gui.policies.decide_request import INSTEAD, SHOWN, Decided, without_score
from costcurve_gui.policies.precision import in_single_precision
from costcurve_gui.policies.rule import ACT, REFER
from costcurve_gui.policies.segment_rows import SegmentCodes, unknown_segments
from costcurve_gui.policies.sql import (
    case_expression,
    cell_in_sql,
    draw_expression,
    expression_by_segment,
    number_in_sql,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.dataio.source import Source
    from costcurve_gui.dataio.table import Request
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.policies.decide_request import DecideRequest

# Scores and identifiers hardly repeat, and the file is read again at once.
PARQUET: Final = (
    "(FORMAT parquet, COMPRESSION uncompressed, DICTIONARY_SIZE_LIMIT 1, USE_TMP_FILE false)"
)
CSV: Final = "(FORMAT csv, HEADER true, DELIMITER ',', QUOTE '', ESCAPE '', USE_TMP_FILE false)"
ROW_NUMBER: Final = "(file_row_number + 1)"


def decided_in_stream(
    source: Source, request: DecideRequest, target: Path, progress: Progress
) -> Decided | None:
    """Decide by DuckDB; None where only reading row by row tells what the file holds."""
    from duckdb import ConversionException, InvalidInputException, IOException

    if not isinstance(source.table, QueriedTable) or not str(target).isprintable():
        return None
    refusals = InvalidInputException, ConversionException, IOException
    with scratch_file(target) as scratch:
        targets = (target, scratch)
        for reading in source.table.sql_readings(_requests(request), targets, progress):
            with suppress(*refusals), reading as rows:
                stream = _Stream(rows, request, scratch, progress)
                found = stream.counted(source.name)
                if found is not None:
                    stream.write(target)
                return found
    return None


@contextmanager
def scratch_file(target: Path) -> Iterator[Path]:
    """Give a file beside `target`, where there has to be room anyway; it is removed afterwards."""
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".", suffix=".parquet")
    except OSError as fault:
        raise cannot_write(target, fault) from fault
    os.close(handle)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def rows_of(scratch: Path) -> str:
    """Return what reads the rows of a Parquet file, which know their numbers from 0."""
    path = quoted(str(scratch.absolute()))
    return f"read_parquet({path}, file_row_number=true, hive_partitioning=false)"


def _requests(request: DecideRequest) -> list[Request]:
    rules = request.policy.segments
    return [
        Numbers(request.policy.column),
        *([] if request.id is None else [Texts(request.id, raw=True)]),
        *([] if rules is None else [SegmentCodes.of(rules).request]),
    ]


class _Stream:
    """The rows of a file: score s, whether that is not a number b, identifier i, code of segment g.

    Of a mixture they have the draw d as well where identifiers are the keys of it.
    """

    def __init__(
        self, rows: SqlRows, request: DecideRequest, scratch: Path, progress: Progress
    ) -> None:
        policy = request.policy
        self._duck = rows.duck
        self._request = request
        self._progress = progress
        self._segments = None if policy.segments is None else SegmentCodes.of(policy.segments)
        self._rows = rows_of(scratch)
        self._draw = None
        read = self._read(rows)
        if policy.is_mixture:
            key = ROW_NUMBER if request.id is None else "i"
            self._draw = draw_expression(policy.seed, key, "duckdb")
        if self._draw is not None and request.id is not None:
            read, self._draw = select(["*", f"{self._draw} AS d"], f"({read})"), "d"
        self._copy(read, scratch, PARQUET, "Reading")
        if self._is_single():
            self._request = replace(request, policy=in_single_precision(policy))

    def counted(self, file: str) -> Decided | None:
        """Count what will be decided; None where a cell needs a closer look."""
        policy, seen = self._request.policy, self._request.policy.score
        edges = seen.edges if seen is not None else ()
        present = "NOT isnan(s)"
        # Whole numbers so large may not be those of the file, whose text has to be looked at.
        is_large = f"{present} AND NOT isinf(s) AND abs(s) >= {LARGEST_EXACT}"
        read = select(["*", f"{self._rule(self._draw)} AS r"], self._rows)
        parts = [
            "count(*)",
            f"count_if({present})",
            f"count_if(r = {ACT})",
            f"count_if(r = {REFER})",
            f"coalesce(min(s) FILTER ({present}), 'nan'::DOUBLE)",
            f"coalesce(max(s) FILTER ({present}), 'nan'::DOUBLE)",
            f"coalesce(count_if(b OR ({is_large})), 0)",
            f"count_if({self._is_unknown})",
            *(f"count_if({present} AND s >= {edge!r}::DOUBLE)" for edge in edges),
        ]
        found = self._duck.arrays(
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
            rows_without = self._first_rows("isnan(s)")
            raise without_score(policy.column, missing, rows_without, file)
        unknown = int(values[7])
        if policy.segments is not None and unknown:
            first = self._first_rows(self._is_unknown)
            raise unknown_segments(policy.segments, unknown, first, file)
        reached = [scored, *map(int, values[8:]), 0]
        bins = tuple(-np.diff(reached)) if edges else ()
        acted += missing if self._request.missing == "act" else 0
        return Decided(rows, missing, acted, referred, low, high, tuple(map(int, bins)))

    def write(self, target: Path) -> None:
        """Write every row to a path that may be written."""
        request = self._request
        rows, draw = self._rows, self._draw
        if draw is not None and draw != "d":
            rows, draw = f"({select(['*', f'{draw} AS d'], rows)})", "d"
        instead = INSTEAD.get(request.missing)
        rule = self._rule(draw)
        named = [] if request.id is None else [cell_in_sql("i"), "','"]
        cells = [
            *(ROW_NUMBER, "','", *named, quoted(f"{text_cell(request.policy.model)},")),
            *(number_in_sql("s"), "','"),
            *(rule if instead is None else f"coalesce({rule}, {instead})", "','"),
            *([] if draw is None else [number_in_sql(draw)]),
            "','",
        ]
        line = f"concat({', '.join(cells)}) AS {identifier(header_line(request.header))}"
        self._copy(select([line], rows), target, CSV, "Writing")

    def _read(self, rows: SqlRows) -> str:
        """Return what reads of the file what decisions need."""
        column, key = self._request.policy.column, self._request.id
        cells = [
            f"{rows.number(column)} AS s",
            f"{rows.is_bad(column)} AS b",
            *([] if key is None else [f"{rows.text(key)} AS i"]),
            *([] if self._segments is None else [f"{rows.value(self._segments.request)} AS g"]),
        ]
        return select(cells, rows.origin)

    def _is_single(self) -> bool:
        """Whether all scores are numbers of single precision."""
        single = "coalesce(CAST(TRY_CAST(s AS FLOAT) AS DOUBLE) = s, isinf(s))"
        query = select([f"coalesce(bool_and({single} OR isnan(s)), true)"], self._rows)
        return bool(self._duck.rows(query)[0][0])

    def _copy(self, query: str, target: Path, how: str, message: str) -> None:
        """Write the result of a query in its order."""
        path = quoted(str(target.absolute()))
        self._duck.execute(f"COPY ({query}) TO {path} {how}", self._progress, message)

    def _rule(self, draw: str | None) -> str:
        """Return the decision about score s, in segment g where there are any."""
        policy = self._request.policy
        if self._segments is None:
            return case_expression(policy, "s", draw)
        conditions = {name: f"g = {code}" for code, name in self._segments.names.items()}
        return expression_by_segment(policy, "s", conditions)

    @property
    def _is_unknown(self) -> str:
        """What tells whether a row has a segment without a threshold."""
        if self._segments is None:
            return "false"
        return f"g NOT IN ({', '.join(map(str, self._segments.names))})"

    def _first_rows(self, condition: str) -> list[int]:
        tail = f"WHERE {condition} ORDER BY file_row_number LIMIT {SHOWN}"
        return [int(row[0]) for row in self._duck.rows(select([ROW_NUMBER], self._rows, tail))]
