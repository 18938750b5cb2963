"""What a first look into a file gives, whatever its format."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from costcurve_gui.dataio.columns import column_names
from costcurve_gui.dataio.source import ReadOptions
from costcurve_gui.dataio.table import MemoryTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.dataio.table import Table

SAMPLE_ROWS = 2_000


@dataclass(frozen=True, slots=True)
class Looked:
    """A table and the rows that were looked at.

    Parameters
    ----------
    table : Table
        What reads the columns that are chosen later.
    names : sequence of str
        Columns.
    sample : sequence of sequence of str
        First rows, or rows from all over a large file, as text.
    rows : int
        Of the whole file; an estimate where `rows_exact` is false.
    complete : bool
        Whether the sample is all rows.
    described : str
        The format in words for the import dialog.
    options : ReadOptions
        How the file is read, with what was found out.
    """

    table: Table
    names: Sequence[str]
    sample: Sequence[Sequence[str]]
    rows: int
    complete: bool
    described: str
    options: ReadOptions = field(default_factory=ReadOptions)
    rows_exact: bool = True


def look_at_rows(
    rows: Sequence[Sequence[str]], options: ReadOptions, file: str, described: str, comments: int
) -> Looked:
    """Return a table of rows that are in memory."""
    names = column_names(rows[0] if rows else [], has_header=options.header, file=file)
    rows = rows[1:] if options.header else rows
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(names)
    table = MemoryTable(names, columns, options.decimal or ".", comments)
    return Looked(table, names, rows, len(rows), True, described, options)
