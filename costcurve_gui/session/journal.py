"""The journal: every change since the last save, on disk as soon as it is made.

A document has a file of its own with JSON lines. The first says whose it is; each other one holds
the whole project as it was after a change, without embedded data, so that the last line that is
whole is all that is needed. The process keeps its files locked: a file that can be locked was left
by a process that is gone, however soon its id came again. Lines are written and synced by a thread,
for a disk may take longer than a hand.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.project_file import Project, project_from_json, project_to_json
from costcurve_gui.startup.crash_files import locked, remove_locked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_PATTERN = "journal-*.jsonl"
_FORMAT = "costcurve-journal"
LARGEST = 4_000_000  # bytes of a file before a new one is begun


@dataclass(frozen=True, slots=True)
class Record:
    """A document after a change.

    Parameters
    ----------
    name : str
        Of the project, else of the data file.
    path : Path or None
        The project file, where there is one.
    folder : Path
        From which the data are looked for.
    project : Project
        What would be saved, without embedded data.
    labels : tuple of str
        The changes since the last save, in order.
    at : datetime
        When the last of them was made.
    """

    name: str
    path: Path | None
    folder: Path
    project: Project
    labels: tuple[str, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class LeftJournal:
    """The journal of a process that is gone: its last record, and its locked file."""

    record: Record
    file: Path
    lock: int

    def remove(self) -> None:
        """Forget it: it was restored, or is not wanted."""
        remove_locked(self.lock, self.file)

    def release(self) -> None:
        """Leave it for a later start."""
        with suppress(OSError):
            os.close(self.lock)


@dataclass(slots=True)
class _Own:
    """A file of this process."""

    path: Path
    handle: int
    size: int = 0


class Journal:
    """The journal of this process. Nothing is written before the first change."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._own: dict[str, _Own] = {}
        self._numbers = count()
        self._work: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._newest: dict[str, Record] = {}
        self.failed = False

    def record(self, document: str, record: Record) -> None:
        """Write a document after a change; of several in a row the newest is enough."""
        self._newest[document] = record
        self._later(lambda: self._write(document))

    def forget(self, document: str) -> None:
        """Remove the file of a document that has nothing left to lose."""
        self._newest.pop(document, None)
        self._later(lambda: self._remove(document))

    def flush(self) -> None:
        """Wait until everything is on the disk."""
        done = Event()
        self._later(done.set)
        done.wait()

    def close(self, *, keep: bool = False) -> None:
        """End the thread; remove the files, or `keep` them for the next start."""
        if self._thread is not None:
            self._work.put(None)
            self._thread.join()
            self._thread = None
        for own in self._own.values():
            if keep:
                os.close(own.handle)
            else:
                remove_locked(own.handle, own.path)
        self._own.clear()

    def _later(self, work: Callable[[], None]) -> None:
        if self._thread is None:
            # A daemon: a process that ends without `close` must not wait for it.
            self._thread = Thread(target=self._run, name="journal", daemon=True)
            self._thread.start()
        self._work.put(work)

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            try:
                work()
            except OSError:  # no room, or no folder for it
                self.failed = True

    def _write(self, document: str) -> None:
        record = self._newest.pop(document, None)
        if record is None:
            return
        own = self._own.get(document)
        before = own if own is not None and own.size > LARGEST else None
        if own is None or before is not None:
            own = self._own[document] = self._new_file()
        line = _line(record)
        os.write(own.handle, line)
        os.fsync(own.handle)
        own.size += len(line)
        self.failed = False
        if before is not None:
            remove_locked(before.handle, before.path)

    def _remove(self, document: str) -> None:
        own = self._own.pop(document, None)
        if own is not None:
            remove_locked(own.handle, own.path)

    def _new_file(self) -> _Own:
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"journal-{os.getpid()}-{next(self._numbers)}.jsonl"
        while path.exists():  # of an earlier process with this id
            path = self._folder / f"journal-{os.getpid()}-{next(self._numbers)}.jsonl"
        own = _Own(path, locked(path, os.O_RDWR | os.O_CREAT | os.O_APPEND))
        header = {"format": _FORMAT, "version": 1, "pid": os.getpid(), "started": _started()}
        line = f"{json.dumps(header)}\n".encode()
        os.write(own.handle, line)
        own.size = len(line)
        return own


def left_journals(folder: Path) -> list[LeftJournal]:
    """Return the journals of processes that are gone, the newest first; they are locked.

    A file without a record that can be read is removed. Of two files of one document, which a
    crash may leave where the second was begun, the newer is returned.
    """
    found: dict[tuple[str, str], LeftJournal] = {}
    for file in sorted(folder.glob(_PATTERN)) if folder.is_dir() else ():
        with suppress(OSError):  # it belongs to a living process, or has just been removed
            lock = locked(file, os.O_RDWR)
            records = list(_records(file))
            if not records or _is_saved(records[-1]):
                remove_locked(lock, file)
                continue
            left = LeftJournal(records[-1], file, lock)
            key = (file.name.split("-")[1], str(left.record.path or left.record.name))
            older = found.get(key)
            if older is not None and older.record.at > left.record.at:
                older, left = left, older
            if older is not None:
                older.remove()
            found[key] = left
    return sorted(found.values(), key=lambda one: one.record.at, reverse=True)


def _is_saved(record: Record) -> bool:
    """Whether the project on disk has it all: the crash came after the save."""
    from costcurve_gui.dataio.project_file import read_project

    if record.path is None:
        return False
    try:
        saved = read_project(record.path)
    except DataError:
        return False
    same_data = saved.data.sha256 == record.project.data.sha256
    return same_data and saved.choices == record.project.choices


def _line(record: Record) -> bytes:
    content: dict[str, Any] = {
        "name": record.name,
        "path": None if record.path is None else str(record.path),
        "folder": str(record.folder),
        "labels": list(record.labels),
        "at": record.at.isoformat(),
        "project": json.loads(project_to_json(record.project)),
    }
    return f"{json.dumps(content)}\n".encode()


def _records(file: Path) -> Iterator[Record]:
    """Yield the records of a file; lines that are torn or damaged are passed over."""
    for line in file.read_bytes().splitlines():
        with suppress(ValueError, KeyError, TypeError, RecursionError):
            content = json.loads(line)
            if isinstance(content, dict) and "project" in content:
                yield _record(content)


def _record(content: dict[str, Any]) -> Record:
    path = content["path"]
    return Record(
        name=str(content["name"]),
        path=None if path is None else Path(path),
        folder=Path(content["folder"]),
        project=project_from_json(json.dumps(content["project"]).encode(), "the journal"),
        labels=tuple(map(str, content["labels"])),
        at=datetime.fromisoformat(content["at"]),
    )


def _started() -> str:
    """Return when this process started, as the system counts it; empty where it does not say."""
    with suppress(OSError, IndexError):
        return Path("/proc/self/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[19]
    return ""
