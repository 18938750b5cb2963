"""The folder beside DIR that a report is first written to, and leftovers of crashed runs."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import time
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.progress import signals_held

if TYPE_CHECKING:
    from collections.abc import Iterator

_PREFIX = ".costcurve-"
_NAME = re.compile(rf"{re.escape(_PREFIX)}(?:(?P<process>\d+)-)?[a-z0-9_]{{8}}")
_START_SECONDS = 60  # by when a process surely has locked the folder that it made


@contextmanager
def staging_folder(out: Path) -> Iterator[Path]:
    """Yield an empty folder from which files can be moved into `out`; nothing of it stays.

    Raises
    ------
    OptionError
        Where it cannot be made.
    """
    folder: Path | None = None
    try:
        with signals_held():  # a signal amid this would leave the folder behind
            folder = _made_beside(out)
        with ExitStack() as held:
            with suppress(OSError):  # not every file system has locks
                held.enter_context(_locked(folder))
            yield folder
    finally:
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)


def leftovers(out: Path) -> list[Path]:
    """Return the folders that runs for this place left which are no longer alive."""
    found = []
    for place in {_place(out), out}:
        with suppress(OSError):
            found += [path for path in place.iterdir() if _NAME.fullmatch(path.name)]
    return [path for path in found if not path.is_symlink() and path.is_dir() and _is_dead(path)]


def _made_beside(out: Path) -> Path:
    prefix = f"{_PREFIX}{os.getpid()}-"
    try:
        return Path(tempfile.mkdtemp(prefix=prefix, dir=_place(out)))
    except OSError as error:
        if out.is_dir():  # only `out` itself may be written
            with suppress(OSError):
                return Path(tempfile.mkdtemp(prefix=prefix, dir=out))
        raise OptionError(f"--out {out} cannot be written: {error.strerror}") from error


def _place(out: Path) -> Path:
    """Return a folder on the file system of `out`, from which files can be moved in one step."""
    above = next(folder for folder in out.absolute().parents if folder.exists())
    if out.is_dir() and out.stat().st_dev != above.stat().st_dev:
        return out  # a mounted folder
    return above


def _is_dead(folder: Path) -> bool:
    """Tell whether no living process writes into a folder."""
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
