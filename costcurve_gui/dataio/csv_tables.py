"""Write several CSV tables that share columns: each column becomes text once, block by block.

The bytes are those of `csv_writer.write_csv`, whatever the size of the blocks.
"""

from __future__ import annotations

import os
from collections import deque
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from itertools import repeat
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Final

from costcurve_gui.dataio.csv_writer import (
    COPIED_ROWS,
    cell_texts,
    column_parts,
    header_line,
)
from costcurve_gui.dataio.formats.duckdb_connection import SETTINGS, identifier, quoted
from costcurve_gui.dataio.writers import atomic_path, cannot_write, text_cell
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
    from concurrent.futures import Future
    from pathlib import Path
    from typing import BinaryIO

    import duckdb
    from numpy.typing import NDArray

    Blocks = Iterable[Callable[[], "Block"]]
    Lines = tuple[int, list[str]]  # rows, and a text a table


@dataclass(frozen=True, slots=True)
class SharedTable:
    """A file, and which of the shared columns stand behind the text of each block in it."""

    path: Path
    header: Sequence[str]
    columns: Sequence[str]


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Rows that begin with the same text, such as some of those of a model."""

    text: str
    columns: Mapping[str, NDArray[Any]]

    @property
    def rows(self) -> int:
        """How many there are."""
        return len(next(iter(self.columns.values())))


_MOST_WORKERS: Final = 4


def write_tables(
    tables: Sequence[SharedTable],
    blocks: Blocks,
    rows: int,
    progress: Progress = NO_PROGRESS,
) -> None:
    """Write every table of the rows of all blocks.

    Parameters
    ----------
    tables : sequence of SharedTable
        The files; their columns are those of the blocks.
    blocks : iterable of callable
        Return the rows, in their order. They are called by several threads at once, a few
        blocks ahead of the one that is written, so that only these are in memory.
    rows : int
        How many there are about, for the choice of the fastest way and for `progress`.

    Raises
    ------
    DataError
        Where a file cannot be written; none of them stays.
    """
    lines_of = _parallel if rows >= COPIED_ROWS else _one_by_one
    with ExitStack() as stack:
        files = [stack.enter_context(_opened(table)) for table in tables]
        done = 0
        for size, texts in stack.enter_context(closing(lines_of(tables, blocks))):
            for table, file, text in zip(tables, files, texts, strict=True):
                _append(file, text, table.path)
            done += size
            progress.advance(min(done, rows), rows, "")


@contextmanager
def _opened(table: SharedTable) -> Iterator[BinaryIO]:
    with atomic_path(table.path) as temporary, temporary.open("wb") as file:
        file.write(f"{header_line(table.header)}\n".encode())
        yield file


def _append(file: BinaryIO, text: str, path: Path) -> None:
    try:
        file.write(text.encode())
    except OSError as fault:
        raise cannot_write(path, fault) from fault


def _one_by_one(tables: Sequence[SharedTable], blocks: Blocks) -> Generator[Lines, None, None]:
    for make in blocks:
        block = make()
        yield block.rows, plain_lines(tables, block)


def _parallel(tables: Sequence[SharedTable], blocks: Blocks) -> Generator[Lines, None, None]:
    """Yield the lines of each block in their order, made by several threads a few blocks ahead."""
    from concurrent.futures import ThreadPoolExecutor

    import duckdb

    workers = min(_MOST_WORKERS, os.cpu_count() or 1)
    idle: SimpleQueue[duckdb.DuckDBPyConnection] = SimpleQueue()

    def work(make: Callable[[], Block]) -> Lines:
        connection = idle.get()
        try:
            block = make()
            return block.rows, copied_lines(connection, tables, block)
        except duckdb.OutOfMemoryException as fault:
            raise MemoryError(str(fault)) from fault
        finally:
            idle.put(connection)

    with ExitStack() as stack:
        for _ in range(workers):
            idle.put(stack.enter_context(_connection()))
        pool = stack.enter_context(ThreadPoolExecutor(workers, "csv"))
        pending: deque[Future[Lines]] = deque()
        stack.callback(lambda: [future.cancel() for future in pending])
        for make in blocks:
            pending.append(pool.submit(work, make))
            if len(pending) > workers:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()


def _connection() -> duckdb.DuckDBPyConnection:
    import duckdb

    # One thread keeps the rows of a block in their order.
    connection = duckdb.connect(":memory:", config={**SETTINGS, "threads": "1"})
    connection.execute("PRAGMA disable_optimizer")  # for each block it costs more than it saves
    return connection


def plain_lines(tables: Sequence[SharedTable], block: Block) -> list[str]:
    """Return the lines of a block in each table, one number after the other."""
    every = slice(0, block.rows)
    cells = {name: list(cell_texts(column, every)) for name, column in block.columns.items()}
    text = repeat(text_cell(block.text))
    return [
        "".join(
            f"{','.join(line)}\n"
            for line in zip(text, *(cells[name] for name in table.columns), strict=False)
        )
        for table in tables
    ]


def copied_lines(
    connection: duckdb.DuckDBPyConnection, tables: Sequence[SharedTable], block: Block
) -> list[str]:
    """Return the same as `plain_lines`, by DuckDB."""
    if "\0" in block.text:
        return plain_lines(tables, block)
    parts, arrays = column_parts(tuple(block.columns.values()), block.rows)
    shared = ", ".join(
        f"{part} AS {identifier(name)}" for part, name in zip(parts, block.columns, strict=True)
    )
    begin = quoted(text_cell(block.text))
    lines = ", ".join(
        f"string_agg(concat({begin}, {_cells(table)}, chr(10)), '') AS t{number}"
        for number, table in enumerate(tables)
    )
    connection.register("cells", arrays)
    query = f"SELECT {lines} FROM (SELECT {shared} FROM cells)"  # noqa: S608  # quoted
    # A relation hands its text over in one copy, which execute().fetchall() does not.
    found = connection.sql(query).fetchnumpy()
    return [found[f"t{number}"][0] for number in range(len(tables))]


def _cells(table: SharedTable) -> str:
    return ", ".join(f"',', {identifier(name)}" for name in table.columns)
