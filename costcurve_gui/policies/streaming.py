"""Decide about the rows of a file in one stream through DuckDB, however large it is."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.dataio.cells import LARGEST_EXACT
from costcurve_gui.dataio.csv_writer import header_line
from costcurve_gui.dataio.formats.duckdb_columns import QueriedTable, SqlRows
from costcurve_gui.dataio.formats.duckdb_connection import identifier, quoted, select
from costcurve_gui.dataio.table import Numbers, Texts
from costcurve_gui.dataio.writers import text_cell
from costcurve_gui.policies.decide_request import INSTEAD, SHOWN, Decided, without_score
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
    from pathlib import Path

    from costcurve_gui.dataio.source import Source
    from costcurve_gui.dataio.table import Request
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.policies.decide_request import DecideRequest


def decided_in_stream(
    source: Source, request: DecideRequest, target: Path, progress: Progress
) -> Decided | None:
    """Decide by DuckDB; None where only reading row by row tells what the file holds."""
    from duckdb import ConversionException, InvalidInputException, IOException

    if not isinstance(source.table, QueriedTable) or not str(target).isprintable():
        return None
    for reading in source.table.sql_readings(_requests(request), target, progress):
        with suppress(InvalidInputException, ConversionException, IOException), reading as rows:
            stream = _Stream(rows, request, source.name, progress)
            found = stream.counted()
            if found is None:
                return None
            stream.write(target)
            return found
    return None


def _requests(request: DecideRequest) -> list[Request]:
    rules = request.policy.segments
    return [
        Numbers(request.policy.column),
        *([] if request.id is None else [Texts(request.id, raw=True)]),
        *([] if rules is None else [SegmentCodes.of(rules).request]),
    ]


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
        self._segments = None if policy.segments is None else SegmentCodes.of(policy.segments)
        if policy.is_mixture:
            key = "n" if request.id is None else "i"
            self._draw = draw_expression(policy.seed, key, "duckdb")

    def counted(self) -> Decided | None:
        """Count what will be decided; None where a cell needs a closer look."""
        policy, seen = self._request.policy, self._request.policy.score
        edges = seen.edges if seen is not None else ()
        present = "NOT isnan(s)"
        # Whole numbers so large may not be those of the file, whose text has to be looked at.
        is_large = f"{present} AND NOT isinf(s) AND abs(s) >= {LARGEST_EXACT}"
        # Drawing takes longest, and counting needs no draw but between the two thresholds.
        rule = self._rule(self._draw)
        read = select(["*", f"{rule} AS r"], f"({self._read(numbered=self._draw is not None)})")
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
            rows_without = self._first_rows("isnan(s)")
            raise without_score(policy.column, missing, rows_without, self._file)
        unknown = int(values[7])
        if policy.segments is not None and unknown:
            first = self._first_rows(self._is_unknown)
            raise unknown_segments(policy.segments, unknown, first, self._file)
        reached = [scored, *map(int, values[8:]), 0]
        bins = tuple(-np.diff(reached)) if edges else ()
        acted += missing if self._request.missing == "act" else 0
        return Decided(rows, missing, acted, referred, low, high, tuple(map(int, bins)))

    def write(self, target: Path) -> None:
        """Write every row to a path that may be written."""
        request = self._request
        instead = INSTEAD.get(request.missing)
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
        rule = self._rule("d" if self._draw else None)
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
            *([] if self._segments is None else [f"{rows.value(self._segments.request)} AS g"]),
        ]
        return select(cells, rows.origin)

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
        query = select(["n"], f"({self._read()})", f"WHERE {condition} LIMIT {SHOWN}")
        return [int(row[0]) for row in self._rows.duck.rows(query)]
