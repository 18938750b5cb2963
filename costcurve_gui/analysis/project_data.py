"""The data file of a project: where it is found, and what is different about it."""

from __future__ import annotations

import os
from pathlib import Path, PurePath, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.dataio.errors import DataError, all_of, plural
from costcurve_gui.dataio.source import file_sha256
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from costcurve_gui.dataio.project_file import DataReference, Project

UNKNOWN_HASH = "0" * 64  # of a file that was not hashed yet
MOST_LOOKED_AT = 500  # files of a folder, where a data file is looked for by its bytes


class DataMissingError(DataError):
    """The data file of a project is not where it was, nor nearby, and the project has no copy."""


class FoundData(NamedTuple):
    """The data of a project: where they are, whether elsewhere than they were, or others.

    `joined` are the files of several that were joined; none where the copy of these is taken.
    """

    path: Path | None
    moved: bool = False
    changed: bool = False
    joined: tuple[Path, ...] = ()


def find_data(
    path: Path, project: Project, data: Path | None = None, progress: Progress = NO_PROGRESS
) -> FoundData:
    """Find the data of a project: where they were, else near the project by name and by bytes.

    Raises
    ------
    DataMissingError
        Where they are nowhere.
    """
    reference = project.data
    if reference.joined:
        return _find_joined(path, reference, data)
    if reference.path is None:
        return FoundData(None)
    was = _whole(path.parent / Path(PurePosixPath(reference.path)))
    if data is not None:
        return FoundData(data, moved=data != was, changed=not _is_same(data, reference))
    if file_size(was) >= 0:
        return FoundData(was, changed=not _is_same(was, reference))
    for candidate in _nearby(path.parent, was, reference):
        progress.advance(0, 0)
        if _is_same(candidate, reference):
            return FoundData(candidate, moved=True)
    if reference.embedded is not None:
        return copy_of(project)
    raise DataMissingError(
        tr(
            "{name} is not at {was}, and no file near {project} has its contents.",
            name=reference.name,
            was=was,
            project=path.name,
        ),
        file=reference.name,
    )


def _find_joined(path: Path, reference: DataReference, data: Path | None) -> FoundData:
    """Find each of the files that were joined; where one is nowhere, the copy of the table."""
    found: list[Path] = []
    moved = changed = False
    for part in reference.joined:
        was = _whole(path.parent / Path(PurePosixPath(part.path or part.name)))
        named = [was] if data is None else [was, data.parent / part.name, data]
        there = [place for place in named if file_size(place) >= 0]
        near = _nearby(path.parent, was, part)  # of another name: only with the same bytes
        same = [place for place in dict.fromkeys((*there, *near)) if _is_same(place, part)]
        if not (same or there) and reference.embedded is not None:
            return FoundData(None)
        if not (same or there):
            raise DataMissingError(
                tr(
                    "{name} is not at {was}, and no file near {project} has its contents.",
                    name=part.name,
                    was=was,
                    project=path.name,
                ),
                file=part.name,
            )
        found.append((same or there)[0])
        moved |= found[-1] != was
        changed |= not same
    return FoundData(None, moved, changed, tuple(found))


def _is_same(path: Path, reference: DataReference) -> bool:
    try:
        if path.stat().st_size != reference.size or reference.sha256 == UNKNOWN_HASH:
            return path.stat().st_size == reference.size
        return file_sha256(path) == reference.sha256
    except OSError as fault:
        raise DataError(
            tr("Cannot read {name}: {reason}.", name=path.name, reason=fault.strerror or fault),
            file=path.name,
        ) from fault


def _nearby(folder: Path, was: Path, reference: DataReference) -> Iterator[Path]:
    """Yield files of the same size: first those of the same name, then others of these folders."""
    name = PurePath(reference.name).name
    folders = dict.fromkeys((folder, was.parent, folder.parent, folder / "data"))
    files = [file for place in folders for file in _files_in(place)]
    same_size = [file for file in files if file_size(file) == reference.size]
    yield from sorted(same_size, key=lambda file: file.name != name)


def _files_in(folder: Path) -> Iterable[Path]:
    try:
        with os.scandir(folder) as entries:
            found = [Path(entry.path) for entry in entries if entry.is_file()]
    except (OSError, ValueError):
        return []
    return sorted(found)[:MOST_LOOKED_AT]


def file_size(path: Path) -> int:
    """Return the bytes of a file; -1 where there is none."""
    try:
        return path.stat().st_size if path.is_file() else -1
    except (OSError, ValueError):  # the second of a path that no system has
        return -1


_COPIES: set[Path] = set()


def is_copy(path: Path | None) -> bool:
    """Whether a file was written from a copy in a project, and goes when the program ends."""
    return path in _COPIES


def copy_of(project: Project) -> FoundData:
    """Write the embedded data into a folder of their own, which goes when the program ends."""
    import atexit
    import shutil
    import tempfile

    if project.data.path is None:
        return FoundData(None)
    folder = Path(tempfile.mkdtemp(prefix="costcurve-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    copy = folder / (PurePath(project.data.name).name or "data")
    copy.write_bytes(project.data.embedded or b"")
    _COPIES.add(copy)
    return FoundData(copy)


def differences_of(before: DataReference, rows: int, columns: Sequence[str]) -> str:
    """Say how many rows there are more or fewer, and which columns are gone or new."""
    if rows == before.rows and set(columns) == set(before.columns):
        return tr("as many rows and the same columns, with other contents")
    more = rows - before.rows
    gone = [name for name in before.columns if name not in columns]
    new = [name for name in columns if name not in before.columns]
    counted = plural(abs(more), "row") + (" more" if more > 0 else " fewer")
    said = [counted if more else tr("as many rows")]
    said += [tr("{names} gone", names=all_of(gone, 4))] if gone else [tr("no column gone")]
    said += [tr("{names} new", names=all_of(new, 4))] if new else []
    return ", ".join(said)


def relative_path(path: Path, folder: Path) -> str:
    """Return a path as seen from a folder, with / between folders; whole on another drive.

    >>> relative_path(Path("/work/data/march.csv"), Path("/work/projects"))
    '../data/march.csv'
    """
    whole = _whole(path)
    try:
        return Path(os.path.relpath(whole, _whole(folder))).as_posix()
    except ValueError:
        return whole.as_posix()


def _whole(path: Path) -> Path:
    """Return a path from the root, by its words alone: links that the user made are kept."""
    return Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow links
