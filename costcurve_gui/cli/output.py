"""A report appears whole or not at all: files are written aside and moved when all are done."""

from __future__ import annotations

import re
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from costcurve_gui.cli.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MANIFEST = "manifest.json"
_LONGEST_WORD = 50


@contextmanager
def staged(out: Path) -> Iterator[Path]:
    """Yield an empty folder whose files move into `out` at the end, unless anything fails.

    Files of an earlier report are replaced, other files in `out` stay.

    Raises
    ------
    OptionError
        Where `out` is no folder and cannot become one.
    """
    staging = _staging_folder(out)
    try:
        yield staging
        _move_files(staging, out)
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def file_words(names: Sequence[str]) -> list[str]:
    """Return for each name a part of a file name that every system takes, none of them twice."""
    words = [re.sub(r"[^\w-]+", "_", name)[:_LONGEST_WORD] for name in names]
    if len({word.casefold() for word in words}) == len(words):
        return words
    return [f"{word}_{position}" for position, word in enumerate(words, start=1)]


def _staging_folder(out: Path) -> Path:
    if out.exists() and not out.is_dir():
        raise OptionError(f"--out {out} is a file; name a folder")
    try:
        return Path(tempfile.mkdtemp(prefix=".costcurve-", dir=_place(out)))
    except OSError as error:
        raise OptionError(f"--out {out} cannot be written: {error.strerror}") from error


def _place(out: Path) -> Path:
    """Return a folder on the file system of `out`, from which files can be moved in one step."""
    above = next(folder for folder in out.absolute().parents if folder.exists())
    if out.is_dir() and out.stat().st_dev != above.stat().st_dev:
        return out  # a mounted folder
    return above


def _move_files(staging: Path, out: Path) -> None:
    files = sorted(staging.iterdir(), key=lambda file: (file.name == MANIFEST, file.name))
    blocked = [file.name for file in files if (out / file.name).is_dir()]
    if blocked:
        raise OptionError(f"--out {out} has a folder named {blocked[0]}, which is a report's file")
    try:
        out.mkdir(parents=True, exist_ok=True)
        for file in files:
            file.replace(out / file.name)
    except OSError as error:
        raise OptionError(f"--out {out} cannot be written: {error.strerror}") from error
