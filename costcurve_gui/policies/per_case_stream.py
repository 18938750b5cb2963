"""Decide case by case about a file of any size: block by block, with the arithmetic of memory.

DuckDB reads what decisions need into a Parquet file beside the result, and writes the lines; what a
row pays is computed by numpy, so that every digit is that of `decide_per_case`.
"""

from __future__ import annotations

import shutil
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import numpy as np

from costcurve_gui.dataio.cells import LARGEST_EXACT
from costcurve_gui.dataio.csv_writer import header_line
from costcurve_gui.dataio.formats.duckdb_columns import QueriedTable, SqlRows
from costcurve_gui.dataio.formats.duckdb_connection import identifier, quoted, select
from costcurve_gui.dataio.table import Numbers, Texts
from costcurve_gui.dataio.writers import text_cell
from costcurve_gui.policies.decide_request import INSTEAD, SHOWN, Decided
from costcurve_gui.policies.per_case_files import (
    decided_per_case,
    not_known,
    require_columns,
)
from costcurve_gui.policies.rule import ACT, UNDECIDED
from costcurve_gui.policies.sql import cell_in_sql, number_in_sql
from costcurve_gui.policies.streaming import CSV, PARQUET, ROW_NUMBER, rows_of, scratch_file

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from costcurve_gui.dataio.source import Source
    from costcurve_gui.dataio.table import Request
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.policies.decide_request import DecideRequest
    from costcurve_gui.policies.per_case import SavedCalibration

BLOCK: Final = 500_000
"""Rows that are in memory at once."""


def decided_by_case_in_stream(
    source: Source,
    request: DecideRequest,
    calibration: SavedCalibration,
    target: Path,
    progress: Progress,
) -> Decided | None:
    """Decide about all rows; None where only reading row by row tells what the file holds.

    Raises
    ------
    DataError
        Where a column is missing; where a row lacks a value and nothing is to be decided instead.
    """
    from duckdb import ConversionException, InvalidInputException, IOException

    require_columns(source, calibration)
    if not isinstance(source.table, QueriedTable) or not str(target).isprintable():
        return None
    names = request.policy.column, *calibration.columns
    wanted: list[Request] = [Numbers(name) for name in dict.fromkeys(names)]
    wanted += [] if request.id is None else [Texts(request.id, raw=True)]
    with scratch_file(target) as scratch, scratch_file(target) as part:
        for reading in source.table.sql_readings(wanted, (scratch, part), progress):
            refusals = InvalidInputException, ConversionException, IOException
            with suppress(*refusals), reading as rows:
                blocks = _Blocks(rows, request, calibration, scratch, progress)
                if blocks.need_a_closer_look():
                    return None
                return blocks.decided(part, target, source.name)
    return None


class _Blocks:
    """The rows of a file: score s, identifier i, columns c0, c1 and so on, whether one is bad b."""

    def __init__(
        self,
        rows: SqlRows,
        request: DecideRequest,
        calibration: SavedCalibration,
        scratch: Path,
        progress: Progress,
    ) -> None:
        self._duck, self._request, self._progress = rows.duck, request, progress
        self._columns = {name: f"c{at}" for at, name in enumerate(calibration.columns)}
        score, key = request.policy.column, request.id
        bad = [rows.is_bad(name) for name in (score, *self._columns)]
        cells = [
            f"{rows.number(score)} AS s",
            *(f"{rows.number(name)} AS {short}" for name, short in self._columns.items()),
            f"({' OR '.join(bad)}) AS b",
            *([] if key is None else [f"{rows.text(key)} AS i"]),
        ]
        self._rows = rows_of(scratch)
        self._copy(select(cells, rows.origin), scratch, PARQUET, "Reading")
        self._size = int(self._duck.rows(select(["count(*)"], self._rows))[0][0])

    def need_a_closer_look(self) -> bool:
        """Whether a cell is not a number, or one so large that its text has to be looked at."""
        is_large = f"NOT isnan(s) AND NOT isinf(s) AND abs(s) >= {LARGEST_EXACT}"
        found = self._duck.rows(
            select([f"coalesce(bool_or(b OR ({is_large})), false)"], self._rows)
        )
        return bool(found[0][0])

    def decided(self, part: Path, target: Path, file: str) -> Decided:
        """Decide about block after block, and write what was decided to `target`, by way of `part`.

        Where a row lacks a value and that stops, the rest is looked through for more of them.
        """
        policy, tally = self._request.policy, _Tally(self._request)
        stops = self._request.missing == "stop"
        with target.open("wb") as out:
            out.write(f"{header_line(self._request.header)}\n".encode())
            for start in range(0, self._size, BLOCK):
                found = self._arrays(start)
                columns = {name: found[short] for name, short in self._columns.items()}
                decisions, expected = decided_per_case(policy, found["s"], columns, UNDECIDED)
                tally.add(start, found["s"], decisions)
                if stops and tally.open:
                    continue
                instead = INSTEAD.get(self._request.missing, UNDECIDED)
                decisions[decisions == UNDECIDED] = instead
                self._write(start, decisions, expected, part)
                with part.open("rb") as lines:
                    shutil.copyfileobj(lines, out)
        if stops and tally.open:
            raise not_known(policy, tally.open, tally.first_open, file)
        return tally.decided()

    def _arrays(self, start: int) -> dict[str, NDArray[np.float64]]:
        names = ["s", *self._columns.values()]
        found = self._duck.arrays(select(names, self._block(start)), self._progress, "Deciding")
        return {name: np.asarray(found[name], np.float64) for name in names}

    def _block(self, start: int) -> str:
        where = f"WHERE file_row_number >= {start} AND file_row_number < {start + BLOCK}"
        return f"({select(['*', 'file_row_number'], self._rows, where)})"

    def _write(
        self,
        start: int,
        decisions: NDArray[np.int8],
        expected: NDArray[np.float64],
        part: Path,
    ) -> None:
        """Write the lines of a block, without a header."""
        self._duck.register("decided", {"r": decisions, "e": expected})
        named = [] if self._request.id is None else [cell_in_sql("i"), "','"]
        cells = [
            *(ROW_NUMBER, "','", *named, quoted(f"{text_cell(self._request.policy.model)},")),
            *(number_in_sql("s"), "','", f"CASE WHEN r = {UNDECIDED} THEN '' ELSE r::VARCHAR END"),
            *("',,'", number_in_sql("e")),
        ]
        line = f"concat({', '.join(cells)}) AS {identifier('line')}"
        joined = f"{self._block(start)} POSITIONAL JOIN decided"
        how = CSV.replace("HEADER true", "HEADER false")
        self._copy(select([line], joined), part, how, "Writing")

    def _copy(self, query: str, target: Path, how: str, message: str) -> None:
        path = quoted(str(target.absolute()))
        self._duck.execute(f"COPY ({query}) TO {path} {how}", self._progress, message)


class _Tally:
    """What `decide` counts, block after block."""

    def __init__(self, request: DecideRequest) -> None:
        seen = request.policy.score
        self._edges = () if seen is None else seen.edges
        self._instead = INSTEAD.get(request.missing)
        self._bins = np.zeros(len(self._edges) + 1, np.int64)
        self._rows = self._scored = self._acted = 0
        self._low, self._high = np.inf, -np.inf
        self.open = 0
        self.first_open: list[int] = []

    def add(self, start: int, scores: NDArray[np.float64], decisions: NDArray[np.int8]) -> None:
        """Count a block whose rows begin at `start`, before anything is decided instead."""
        present = scores[~np.isnan(scores)]
        self._rows += scores.size
        self._scored += present.size
        undecided = np.flatnonzero(decisions == UNDECIDED)
        self.open += undecided.size
        self._acted += int(np.count_nonzero(decisions == ACT))
        if self._instead == ACT:
            self._acted += undecided.size
        room = SHOWN - len(self.first_open)
        self.first_open += (undecided[:room] + start + 1).tolist()
        if present.size:
            self._low = min(self._low, float(present.min()))
            self._high = max(self._high, float(present.max()))
        if self._edges:
            places = np.searchsorted(self._edges, present, side="right")
            self._bins += np.bincount(places, minlength=self._bins.size)

    def decided(self) -> Decided:
        """Return what was counted."""
        return Decided(
            rows=self._rows,
            missing=self._rows - self._scored,
            acted=self._acted,
            referred=0,
            low=self._low if self._scored else np.nan,
            high=self._high if self._scored else np.nan,
            bins=tuple(self._bins.tolist()) if self._edges else (),
        )
