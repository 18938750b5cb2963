"""Hidden folders to write to first, which nobody else may read, and those that dead runs left."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import time
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

OF_A_REPORT, OF_A_FILE = "", ".part"
"""What their names end in: those of reports are cleared by reports alone, which look into them."""

_PREFIX: Final = ".costcurve-"
_NAME = re.compile(rf"{re.escape(_PREFIX)}(?:(?P<process>\d+)-)?[a-z0-9_]{{8}}(?P<kind>\.part)?")
_START_SECONDS = 60  # by when a process surely has locked the folder that it made


@contextmanager
def scratch_folder(place: Path) -> Iterator[Path]:
    """Yield an empty folder for a file; those that dead runs left beside it go first.

    Raises
    ------
    OSError
        Where it cannot be made.
    """
    for folder in dead(place, OF_A_FILE):
        shutil.rmtree(folder, ignore_errors=True)
    with held(made(place, OF_A_FILE)) as folder:
        yield folder


def made(place: Path, kind: str) -> Path:
    """Return a new folder in `place`; OSError where it cannot be made."""
    prefix = f"{_PREFIX}{os.getpid()}-"
    return Path(tempfile.mkdtemp(suffix=kind, prefix=prefix, dir=place))


@contextmanager
def held(folder: Path) -> Iterator[Path]:
    """Keep a folder locked while it is in use, and remove it."""
    try:
        with ExitStack() as stack:
            with suppress(OSError):  # not every file system has locks
                stack.enter_context(_locked(folder))
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def dead(place: Path, kind: str) -> list[Path]:
    """Return the folders in `place` that no living process writes into."""
    found: list[Path] = []
    with suppress(OSError):
        found = [path for path in place.iterdir() if _kind(path.name) == kind]
    return [path for path in found if not path.is_symlink() and path.is_dir() and _is_dead(path)]


def _kind(name: str) -> str | None:
    found = _NAME.fullmatch(name)
    return None if found is None else found["kind"] or OF_A_REPORT


def _is_dead(folder: Path) -> bool:
    try:
        with _locked(folder):
            pass
    except OSError:  # locked, or nothing that this user may judge
        return False
    process = _NAME.fullmatch(folder.name)
    number = process["process"] if process else None
    return number is None or not _is_alive(int(number)) or _is_old(folder)


def _is_old(folder: Path) -> bool:
    with suppress(OSError):
        return time.time() - folder.stat().st_mtime > _START_SECONDS
    return False


def _is_alive(process: int) -> bool:
    if os.name == "nt":
        return False  # the lock alone tells: signal 0 would end the process
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


if os.name == "posix":
    import fcntl

    @contextmanager
    def _locked(folder: Path) -> Iterator[None]:
        """Hold a lock on a folder that ends with the process; OSError where another holds it."""
        handle = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield
        finally:
            os.close(handle)

else:

    @contextmanager
    def _locked(folder: Path) -> Iterator[None]:
        """Hold a file beside a folder open: Windows lets no other process remove it meanwhile."""
        lock = folder.with_name(f"{folder.name}.lock")
        lock.unlink(missing_ok=True)
        with lock.open("x"):
            yield
        lock.unlink(missing_ok=True)
