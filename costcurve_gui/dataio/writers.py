"""Write files whole or not at all, and texts that no spreadsheet takes for a formula."""

from __future__ import annotations

import errno
import json
import os
import shutil
import stat
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.scratch import scratch_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


_OPEN_FILES: Final = "/proc"  # on Linux, where /dev/fd and /dev/stdout lead
_MOST_LINKS: Final = 40


@contextmanager
def atomic_path(path: Path | str) -> Iterator[Path]:
    """Give a temporary path whose file replaces `path` where the block ends well.

    A link is followed; what is written to a pipe or a device is copied into it at the end.

    Raises
    ------
    DataError
        Where it cannot be written; nothing half-written stays.
    """
    path = Path(path)
    try:
        place = _followed(path)
        pours = _takes_a_stream(place)
        with scratch_folder(Path(tempfile.gettempdir()) if pours else place.parent) as folder:
            temporary = folder / f"part{path.suffix}"
            temporary.touch(0o600)  # of cases, and not whole yet: nobody else's to read
            yield temporary
            if pours:
                with temporary.open("rb") as source, place.open("wb") as target:
                    shutil.copyfileobj(source, target)
            else:
                temporary.chmod(0o666 & ~_umask())
                temporary.replace(place)
    except OSError as fault:
        raise cannot_write(path, fault) from fault


def _followed(path: Path) -> Path:
    """Return what a link leads to, there or not; a file that is open in a process is no link."""
    for _ in range(_MOST_LINKS):
        if not path.is_symlink():
            return path
        path = Path(os.path.realpath(path.parent), path.name)
        if path.is_relative_to(_OPEN_FILES):
            return path
        path = path.parent / path.readlink()
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))


def _takes_a_stream(path: Path) -> bool:
    """Whether a path is a pipe or a device; raise OSError where it is neither that nor a file."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return False
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if stat.S_ISSOCK(mode):
        raise OSError(errno.EINVAL, "it is a socket")
    return path.is_relative_to(_OPEN_FILES) or not stat.S_ISREG(mode)


_OF_THE_NAME = (errno.ENAMETOOLONG, errno.EINVAL, errno.EISDIR, errno.EILSEQ, errno.ELOOP)
_SHOWN = 60  # letters of a name


def _shortened(name: str) -> str:
    return name if len(name) <= _SHOWN else f"{name[: _SHOWN - 1]}\u2026"


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def cannot_write(path: Path, fault: OSError) -> DataError:
    """Return what to raise where a file cannot be written."""
    if fault.errno in _OF_THE_NAME:
        reason = fault.strerror or str(fault)
        return DataError(f"Cannot write {_shortened(path.name)}: {reason}. Choose another name.")
    if not path.parent.is_dir():
        reason = f"there is no folder {path.parent}"
    elif isinstance(fault, PermissionError):
        reason = "the folder is read-only"
    else:
        reason = fault.strerror or str(fault)
    return DataError(f"Cannot write {path.name}: {reason}. Choose another folder.", file=path.name)


def write_json(path: Path | str, content: Mapping[str, Any] | Sequence[Any]) -> None:
    """Write JSON, indented, UTF-8; infinity becomes the text `inf` and NaN null."""
    text = json.dumps(plain(content), indent=2, ensure_ascii=False, allow_nan=False)
    with atomic_path(path) as temporary:
        # A file name that is not UTF-8 has surrogates; escaped they are JSON that reads back alike.
        temporary.write_bytes(f"{text}\n".encode(errors="backslashreplace"))


def plain(value: Any) -> Any:
    """Return a value as JSON can hold it."""
    match value:
        case dict():
            return {str(key): plain(item) for key, item in value.items()}
        case list() | tuple() | set() | frozenset() | np.ndarray():
            return [
                plain(item)
                for item in (sorted(value) if isinstance(value, set | frozenset) else value)
            ]
        case bool() | np.bool_():
            return bool(value)
        case float() | np.floating():
            number = float(value)
            return number if np.isfinite(number) else None if np.isnan(number) else str(number)
        case np.integer():
            return int(value)
        case _:
            return value if isinstance(value, str | int | None) else str(value)


_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")
_QUOTED: Final = ('"', "\n", "\r")


def text_cell(text: str, separator: str = ",") -> str:
    """Return a text as a cell between separators: no formula, quoted where it has to be."""
    if text.startswith(_FORMULA_STARTS):
        text = f"'{text}"
    if separator in text or any(mark in text for mark in _QUOTED):
        doubled = text.replace('"', '""')
        return f'"{doubled}"'
    return text
