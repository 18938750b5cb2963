"""One file for every running window: what is open in it and, should it crash, where it was.

The file lies beside the log. The process that it belongs to keeps it locked and removes it when it
ends, so a file that can be locked was left by a crash. It begins with a JSON line for every
change of the open files; a traceback of `faulthandler` follows.
"""

from __future__ import annotations

import faulthandler
import json
import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Self

from costcurve_gui.startup.logs import state_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_PATTERN = "session-*.txt"
_LOCKED_BYTE = (
    2**30
)  # far behind what is written: on Windows no other process can read a locked byte


@dataclass(frozen=True)
class Crash:
    """A process that crashed: the files that were open, its last moment, and what is known."""

    path: Path
    files: tuple[str, ...]
    ended: datetime
    trace: str


class CrashFiles:
    """The file of this process, and those of crashed processes, locked until they are handled."""

    def __init__(self) -> None:
        self._left: dict[int, Path] = {}
        self._own: int | None = None
        self._own_path = Path()
        self._recorded: tuple[str, ...] = ()

    def __enter__(self) -> Self:
        """Look for files of crashed processes and create one, where files can be written."""
        with suppress(OSError, RuntimeError):  # the second without a home folder
            self._begin(state_folder())
        return self

    def __exit__(self, *_: object) -> None:
        """Leave nothing behind: this process ends normally."""
        if self._own is not None:
            faulthandler.disable()
            remove_locked(self._own, self._own_path)
            self._own = None
        self.forget_crashes()

    def crashes(self) -> tuple[Crash, ...]:
        """Return the files of crashed processes that are of interest, the newest last."""
        found = [_read(path) for path in self._left.values()]
        worth = [crash for crash in found if crash.files or crash.trace]
        return tuple(sorted(worth, key=lambda crash: crash.ended))

    def record(self, files: Iterable[str]) -> None:
        """Note the files that are open now."""
        now = tuple(files)
        if self._own is not None and now != self._recorded:
            self._recorded = now
            with suppress(OSError):
                os.write(self._own, f"{json.dumps(now)}\n".encode())

    def forget_crashes(self) -> None:
        """Remove the files of crashed processes."""
        for lock, path in self._left.items():
            remove_locked(lock, path)
        self._left.clear()

    def _begin(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for path in sorted(folder.glob(_PATTERN)):
            with suppress(OSError):  # it belongs to a living process, or has just been removed
                self._left[locked(path, os.O_RDWR)] = path
        self._own_path, self._own = _new_file(folder)
        faulthandler.enable(self._own)


def _new_file(folder: Path) -> tuple[Path, int]:
    """Create a file and return it locked.

    It gets its name when it is locked: so it is never taken for one that was left. Process ids come
    again, hence the number.
    """
    for number in count():
        path = folder / f"session-{os.getpid()}-{number}.txt"
        if not path.exists():
            break
    flags = os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
    if sys.platform == "win32":  # an open file cannot be renamed there
        return path, locked(path, flags)
    hidden = path.with_suffix(".new")
    lock = locked(hidden, flags)
    hidden.rename(path)
    return path, lock


def locked(path: Path, flags: int) -> int:
    """Open a file and lock it; OSError where another process has."""
    handle = os.open(path, flags, 0o600)
    try:
        _lock(handle)
    except OSError:
        os.close(handle)
        raise
    return handle


def _lock(handle: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        os.lseek(handle, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def remove_locked(lock: int, path: Path) -> None:
    """Remove a file that this process has locked."""
    with suppress(OSError):
        if sys.platform == "win32":  # an open file cannot be removed there
            os.close(lock)
            path.unlink()
        else:  # while it is locked it is not taken for one that was left
            path.unlink()
            os.close(lock)


def _read(path: Path) -> Crash:
    files: Sequence[str] = ()
    trace: list[str] = []
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True):
        if line.startswith("[") and not trace:
            with suppress(ValueError):
                files = json.loads(line)
                continue
        trace.append(line)
    ended = datetime.fromtimestamp(path.stat().st_mtime, UTC).astimezone()
    return Crash(path, tuple(files), ended, "".join(trace).strip())
