"""A restricted DuckDB: it reads one file, reaches nothing else and leaves nothing behind."""

from __future__ import annotations

import atexit
import hashlib
import os
import re
import shutil
import tempfile
from functools import cache
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from duckdb import DuckDBPyConnection
    from numpy.typing import NDArray

_T = TypeVar("_T")
_POLL_SECONDS = 0.03
_START_SECONDS = 1.0
_STREAM_MEMORY = "1GB"
SETTINGS = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "allow_persistent_secrets": "false",
    "temp_directory": "",
}


def quoted(text: str) -> str:
    """Return the text as an SQL string."""
    escaped = text.replace("'", "''")
    return f"'{escaped}'"


def identifier(name: str) -> str:
    """Return the name as an SQL identifier."""
    escaped = name.replace('"', '""')
    return f'"{escaped}"'


def literal_path(path: Path) -> str:
    """Return the path so that DuckDB takes no character of it for a pattern."""
    return re.sub(r"([*?\[])", r"[\1]", str(_utf8_path(path)))


def _utf8_path(path: Path) -> Path:
    """Return the path, or a link to it where its name is not UTF-8, which DuckDB does not take."""
    whole = path.absolute()
    try:
        str(whole).encode()
    except UnicodeEncodeError:
        link = _folder_of_links() / f"{hashlib.sha256(os.fsencode(whole)).hexdigest()}{path.suffix}"
        if not link.is_symlink():
            link.symlink_to(whole)
        return link
    return whole


@cache
def _folder_of_links() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="costcurve-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def select(parts: Sequence[str], origin: str, tail: str = "") -> str:
    """Return a query of parts that were made by `quoted` and `identifier`."""
    return f"SELECT {', '.join(parts)} FROM {origin} {tail}"  # noqa: S608  # quoted by the callers


class DuckFile:
    """A DuckDB that may read one file and nothing else.

    Parameters
    ----------
    path : Path
        The file.
    targets : sequence of Path, optional
        Files that may be written; their names have to be UTF-8.
    """

    def __init__(self, path: Path, targets: Sequence[Path] = ()) -> None:
        import duckdb

        self._connection = duckdb.connect(":memory:", config=SETTINGS)
        allowed = [quoted(str(_utf8_path(path))), quoted(literal_path(path))]
        if targets:
            allowed += (quoted(str(target.absolute())) for target in targets)
            # Of rows that are read faster than written DuckDB keeps up to a share of this.
            self._connection.execute(f"SET memory_limit='{_STREAM_MEMORY}'")
        self._connection.execute(f"SET allowed_paths=[{', '.join(allowed)}]")
        # It makes a join of a long IN list, and what a relation fetches from a join has its rows
        # in an order that changes from one reading to the next.
        self._connection.execute("SET disabled_optimizers='in_clause'")
        # Without a progress bar query_progress() stays at -1.
        self._connection.execute("SET enable_progress_bar=true")
        self._connection.execute("SET enable_progress_bar_print=false")
        self._connection.execute("SET enable_external_access=false")
        self._connection.execute("SET lock_configuration=true")

    def __enter__(self) -> DuckFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Return the rows of a small result."""
        return list(self._connection.execute(query).fetchall())

    def arrays(
        self, query: str, progress: Progress = NO_PROGRESS, message: str = ""
    ) -> dict[str, NDArray[Any]]:
        """Return the columns of a result; stops soon after `progress` was cancelled."""
        # A relation converts its result in parallel, without the interpreter lock;
        # execute().fetchnumpy() holds the lock for up to a second.
        connection = self._connection
        return run_interruptibly(
            connection, lambda: dict(connection.sql(query).fetchnumpy()), progress, message
        )

    def register(self, name: str, columns: Mapping[str, NDArray[Any]]) -> None:
        """Let queries read arrays as a table, instead of an earlier one of that name."""
        self._connection.register(name, dict(columns))

    def execute(self, query: str, progress: Progress = NO_PROGRESS, message: str = "") -> None:
        """Carry out a statement; stops soon after `progress` was cancelled."""
        connection = self._connection
        run_interruptibly(connection, lambda: connection.execute(query), progress, message)


def run_interruptibly(
    connection: DuckDBPyConnection,
    work: Callable[[], _T],
    progress: Progress = NO_PROGRESS,
    message: str = "",
) -> _T:
    """Return what `work` on a connection returns; stop soon after `progress` was cancelled."""
    progress.advance(0, 100, message)
    worker = _Worker(work)
    try:
        worker.start()
        # Not join: Python 3.11 takes a thread for ended where a signal interrupts that.
        while not worker.ended.wait(_POLL_SECONDS):
            percent = max(0, min(100, int(connection.query_progress())))
            progress.advance(percent, 100, message)
    except BaseException:  # Ctrl+C too: the connection may not be closed while it is busy
        if worker.begun.wait(_START_SECONDS):  # a signal may come while it is being started
            while not worker.ended.wait(_POLL_SECONDS):
                connection.interrupt()  # without effect before the query has begun
        raise
    from duckdb import OutOfMemoryException

    try:
        return worker.result()
    except OutOfMemoryException as fault:
        raise MemoryError(str(fault)) from fault


class _Worker(Thread, Generic[_T]):
    """Keeps what its work returned or raised."""

    def __init__(self, work: Callable[[], _T]) -> None:
        super().__init__(name="duckdb", daemon=True)
        self._work = work
        self.begun, self.ended = Event(), Event()
        self._done: list[_T] = []
        self._fault: BaseException | None = None

    def run(self) -> None:
        """Do the work."""
        self.begun.set()
        try:
            self._done.append(self._work())
        except BaseException as fault:  # noqa: BLE001  # handed to the thread that waits
            self._fault = fault
        finally:
            self.ended.set()

    def result(self) -> _T:
        """Return what the work returned, or raise what it raised."""
        if self._fault is not None:
            raise self._fault
        return self._done[0]


def fault_text(fault: Exception) -> str:
    """Return the first line of a DuckDB message, without the name of its kind."""
    first: Sequence[str] = str(fault).splitlines() or ["unknown fault"]
    return re.sub(r"^[A-Z][\w ]* Error: ", "", first[0]).rstrip(".")
