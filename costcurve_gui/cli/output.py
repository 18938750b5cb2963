"""A report appears whole or not at all: files are written aside and moved when all are done."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.progress import signals_held
from costcurve_gui.dataio.errors import listed
from costcurve_gui.dataio.scratch import OF_A_REPORT, dead, held, made

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path


_LONGEST_WORD = 50
_REPLACED = "replaced"
_NAMED = 3


@contextmanager
def staged(
    out: Path, *, overwrite: bool = False, inputs: Sequence[Path] = (), names: Collection[str] = ()
) -> Iterator[Path]:
    """Yield an empty folder whose files move into `out` at the end, unless anything fails.

    The files of an earlier report are replaced, or removed where the new one has none of that
    name. Other files are replaced only with `overwrite`, which is needed where there are any.

    Parameters
    ----------
    inputs : sequence of Path
        Files that are read, hence never written.
    names : collection of str
        Files that will be written, as far as that is known.

    Raises
    ------
    OptionError
        Where `out` is no folder and cannot become one, or has files that would be in the way.
    """
    place = _Place(out, overwrite=overwrite, inputs=inputs)
    left = _leftovers(out)
    # One with a manifest may tell which files here are of a report that ended between two of them.
    unfinished = [folder for folder in left if (folder / MANIFEST).exists()]
    _remove(folder for folder in left if folder not in unfinished)
    place.check(names, unfinished)
    with _staging_folder(out) as staging:
        yield staging
        place.fill(staging, unfinished)
    _remove(unfinished)


@contextmanager
def _staging_folder(out: Path) -> Iterator[Path]:
    """Yield an empty folder from which files can be moved into `out`; nothing of it stays."""
    with ExitStack() as stack:
        with signals_held():  # a signal amid this would leave the folder behind
            folder = stack.enter_context(held(_made_beside(out)))
        yield folder


def _leftovers(out: Path) -> list[Path]:
    """Return the folders that runs for this place left which are no longer alive."""
    return [folder for place in {_place_beside(out), out} for folder in dead(place, OF_A_REPORT)]


def _made_beside(out: Path) -> Path:
    try:
        return made(_place_beside(out), OF_A_REPORT)
    except OSError as error:
        if out.is_dir():  # only `out` itself may be written
            with suppress(OSError):
                return made(out, OF_A_REPORT)
        raise OptionError(f"--out {out} cannot be written: {error.strerror}") from error


def _place_beside(out: Path) -> Path:
    """Return a folder on the file system of `out`, from which files can be moved in one step."""
    above = next(folder for folder in out.absolute().parents if folder.exists())
    if out.is_dir() and out.stat().st_dev != above.stat().st_dev:
        return out  # a mounted folder
    return above


def file_words(names: Sequence[str]) -> list[str]:
    """Return for each name a part of a file name that every system takes, none of them twice."""
    words = [re.sub(r"[^\w-]+", "_", name)[:_LONGEST_WORD] for name in names]
    if len({word.casefold() for word in words}) == len(words):
        return words
    return [f"{word}_{position}" for position, word in enumerate(words, start=1)]


def _remove(folders: Iterable[Path]) -> None:
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


class _Place:
    """The folder that a report is for."""

    def __init__(self, out: Path, *, overwrite: bool, inputs: Sequence[Path]) -> None:
        self._out = out
        self._overwrite = overwrite
        self._inputs = inputs

    def check(self, names: Collection[str], unfinished: Sequence[Path] = ()) -> FolderFiles:
        """Return what is there; raise `OptionError` where these files may not be written."""
        out = self._out
        if out.exists() and not out.is_dir():
            raise OptionError(f"--out {out} is a file; name a folder")
        found = folder_files(out, unfinished)
        self._keep_inputs({*names, *found.own})
        if (found.others or found.changed) and not self._overwrite:
            raise OptionError(
                f"--out {out} holds {_strange(found)}; name another folder, or give --overwrite to "
                "replace files of the same names and leave others alone"
            )
        blocked = sorted(name for name in names if (out / name).is_dir())
        if blocked:
            raise OptionError(
                f"--out {out} has a folder named {blocked[0]}, which is a report's file"
            )
        return found

    def fill(self, staging: Path, unfinished: Sequence[Path] = ()) -> None:
        """Move the files of a folder here, the manifest last, all of them or none."""
        files = sorted(staging.iterdir(), key=lambda file: (file.name == MANIFEST, file.name))
        names = [file.name for file in files]
        with signals_held():
            try:
                was_there = self._out.is_dir()
                self._out.mkdir(parents=True, exist_ok=True)
                with _one_at_a_time(self._out):
                    stale = self.check(names, unfinished).own - set(names)
                    _Exchange(self._out, staging / _REPLACED).carry_out(files, sorted(stale))
            except OSError as error:
                if not was_there:
                    with suppress(OSError):
                        self._out.rmdir()
                raise OptionError(
                    f"--out {self._out} cannot be written: {error.strerror or error}"
                ) from error

    def _keep_inputs(self, names: Collection[str]) -> None:
        for path in self._inputs:
            taken = [name for name in names if _is_same(path, self._out / name)]
            if taken:
                raise OptionError(
                    f"{path.name} is read, and in --out {self._out} it would be replaced by the "
                    "report's file of that name; name another folder"
                )


def _strange(found: FolderFiles) -> str:
    parts = []
    if found.others:
        named = listed(sorted(found.others), _NAMED)
        parts.append(f"files that are not an earlier report's: {named}")
    if found.changed:
        named = listed(sorted(found.changed), _NAMED)
        parts.append(f"files of an earlier report that were changed since: {named}")
    return ", and ".join(parts)


class _Exchange:
    """Replaces files so that all of it can be taken back."""

    def __init__(self, out: Path, kept: Path) -> None:
        self._out = out
        self._kept = kept
        self._changed: list[str] = []

    def carry_out(self, files: Sequence[Path], stale: Sequence[str]) -> None:
        """Move files in and remove stale ones; raises OSError with everything as it was."""
        self._kept.mkdir()
        for name in [*(file.name for file in files), *stale]:
            if os.path.lexists(self._out / name):
                _copy_cheaply(self._out / name, self._kept / name)
        try:
            for file in files:
                file.replace(self._out / file.name)
                self._changed.append(file.name)
            for name in stale:
                (self._out / name).unlink()
                self._changed.append(name)
        except OSError:
            self._take_back()
            raise

    def _take_back(self) -> None:
        for name in self._changed:
            with suppress(OSError):
                if os.path.lexists(self._kept / name):
                    (self._kept / name).replace(self._out / name)
                else:
                    (self._out / name).unlink()


def _copy_cheaply(source: Path, target: Path) -> None:
    try:
        os.link(source, target, follow_symlinks=False)
    except (OSError, NotImplementedError):
        shutil.copy2(source, target, follow_symlinks=False)


def _is_same(path: Path, target: Path) -> bool:
    """Tell whether writing `target` would replace `path`, or the link of that name."""
    if not os.path.lexists(target):
        return False
    beside = path.absolute().parent.resolve() == target.absolute().parent.resolve()
    with suppress(OSError):
        return (beside and path.name == target.name) or path.samefile(target)
    return False


@contextmanager
def _one_at_a_time(folder: Path) -> Iterator[None]:
    """Wait until no other report moves its files into this folder."""
    if os.name != "posix":
        yield
        return
    import fcntl

    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # not every file system has locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


MANIFEST = "manifest.json"
_PROGRAM = "CostCurve"
_LITTER = frozenset({".DS_Store", "Thumbs.db", "desktop.ini", ".directory"})  # of file managers


@dataclass(frozen=True, slots=True)
class FolderFiles:
    """The files of a folder, without those in folders below.

    Parameters
    ----------
    own : frozenset of str
        An earlier report wrote them and they are unchanged since.
    changed : frozenset of str
        An earlier report names them, but with another content.
    others : frozenset of str
        Everything else.
    """

    own: frozenset[str]
    changed: frozenset[str]
    others: frozenset[str]


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def folder_files(folder: Path, unfinished: Iterable[Path] = ()) -> FolderFiles:
    """Tell the files of an earlier report from all others.

    Parameters
    ----------
    folder : Path
        There may be none.
    unfinished : iterable of Path
        Folders of reports that ended while their files were put in place; these may be here.
    """
    if not folder.is_dir():
        return FolderFiles(frozenset(), frozenset(), frozenset())
    listed = [hashes for place in (folder, *unfinished) if (hashes := _manifest_of(place))]
    names = {path.name for path in folder.iterdir() if not path.is_dir()} - _LITTER
    known = {name for name in names if any(name in hashes for hashes in listed)}
    own = {name for name in known if _is_unchanged(folder / name, listed)}
    if listed and MANIFEST in names:
        known, own = known | {MANIFEST}, own | {MANIFEST}
    return FolderFiles(frozenset(own), frozenset(known - own), frozenset(names - known))


def _is_unchanged(path: Path, listed: Iterable[Mapping[str, Any]]) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    found = file_hash(path)
    return any(hashes.get(path.name) == found for hashes in listed)


def _manifest_of(folder: Path) -> Mapping[str, Any]:
    """Return the hash of each file that the manifest in a folder names; none without one."""
    try:
        content = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        is_ours = content["program"]["name"] == _PROGRAM
        files = content["files"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return {}
    if isinstance(files, list):  # of a version that noted no hashes
        files = dict.fromkeys(map(str, files))
    return files if is_ours and isinstance(files, dict) else {}
