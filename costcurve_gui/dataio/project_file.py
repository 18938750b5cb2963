"""Read and write project files (.ccproj): JSON with a version and a schema that ships with it."""

from __future__ import annotations

import base64
import binascii
import json
import os
import zlib
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from costcurve_gui import __version__
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.json_files import JsonError, strict_json
from costcurve_gui.dataio.json_schema import SchemaError, check, shipped_schema
from costcurve_gui.dataio.project_contents import (
    DataContents,
    contents_from_json,
    contents_to_json,
    without_contents,
)
from costcurve_gui.dataio.source import ReadOptions
from costcurve_gui.dataio.writers import atomic_path, cannot_write
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Content = dict[str, Any]

SUFFIX = ".ccproj"
FORMAT = "costcurve-project"
VERSION = 2
MIGRATIONS: Mapping[int, Callable[[Content], Content]] = {1: without_contents}
"""From each version to the next one: functions of the whole content."""
_LARGEST_WHOLE = 2**63 - 1
_LATER = frozenset({"thousands", "names", "missing"})
_PARTS = ("format", "version", "program", "saved", "data", "reading", "columns", "layout")


@dataclass(frozen=True, slots=True)
class DataReference:
    """The data file of a project: where it lies, seen from the project, and what it was.

    Parameters
    ----------
    name : str
        Its name, for messages.
    path : str or None
        From the folder of the project, with / between folders; None for a pasted table.
    sha256 : str
        Of its bytes.
    size, rows : int
        Its bytes, and its rows that were used.
    columns : tuple of str
        In order.
    embedded : bytes or None
        The bytes themselves.
    contents : DataContents or None
        What it held; None where that is not known.
    joined : tuple of DataReference
        The files that were joined, where there are several; without rows and columns.
    joined_by : str or None
        The column of ids that they were joined by; `none` for row by row.
    """

    name: str
    path: str | None
    sha256: str
    size: int
    rows: int
    columns: tuple[str, ...]
    embedded: bytes | None = None
    contents: DataContents | None = None
    joined: tuple[DataReference, ...] = ()
    joined_by: str | None = None


@dataclass(frozen=True, slots=True)
class Project:
    """What a project file holds.

    `columns` says what the columns are for (`project_columns`), `choices` what was chosen
    (`analysis.project_choices`), `layout` where the docks stand: as in the file, and checked.
    """

    data: DataReference
    reading: ReadOptions
    columns: Mapping[str, Any]
    choices: Mapping[str, Any]
    layout: Mapping[str, Any] | None = None


def read_project(path: Path | str) -> Project:
    """Read a project file.

    Raises
    ------
    DataError
        Where it cannot be read, is no project, or is of a later version; it says where and what
        would be accepted.
    """
    path = Path(path)
    try:
        text = path.read_bytes()
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise DataError(
            tr("Cannot read {name}: {reason}.", name=path.name, reason=reason), file=path.name
        ) from fault
    return project_from_json(text, path.name)


def project_from_json(text: bytes, name: str) -> Project:
    """Return the project that the bytes of a file hold; raises DataError."""
    content = _checked(_parsed(text, name), name)
    data = content["data"]
    _require_encoding(content["reading"]["encoding"], name)
    return Project(
        data=DataReference(
            name=data["name"],
            path=data["path"],
            sha256=data["sha256"],
            size=int(data["bytes"]),
            rows=int(data["rows"]),
            columns=tuple(data["columns"]),
            embedded=_unpacked(data, name),
            contents=contents_from_json(data["contents"]),
            joined=tuple(map(_part_from_json, data.get("joined", ()))),
            joined_by=data.get("joined_by"),
        ),
        reading=_reading(content["reading"]),
        columns=content["columns"],
        choices={key: value for key, value in content.items() if key not in _PARTS},
        layout=content["layout"],
    )


def _part_from_json(given: Content) -> DataReference:
    return DataReference(given["name"], given["path"], given["sha256"], int(given["bytes"]), 0, ())


def _joined_to_json(data: DataReference) -> Content:
    """Return which files were joined, and how; nothing of a single file."""
    if not data.joined:
        return {}
    parts = [
        {"name": one.name, "path": one.path, "sha256": one.sha256, "bytes": one.size}
        for one in data.joined
    ]
    return {"joined": parts, "joined_by": data.joined_by}


def _reading(given: Content) -> ReadOptions:
    lists = {name: given.get(name) for name in ("long", "names", "missing")}
    found = {name: None if one is None else tuple(one) for name, one in lists.items()}
    return ReadOptions(**{**given, **found})


def _reading_to_json(options: ReadOptions) -> Content:
    """Return how the data are read; later options stand there where they are set."""
    found = {name: getattr(options, name) for name in ReadOptions.__dataclass_fields__}
    known = {name: one for name, one in found.items() if one is not None or name not in _LATER}
    return {**known, "header": options.header is not False}


def write_project(path: Path | str, project: Project) -> None:
    """Write a project file whole, and onto the disk before it takes the place of an older one.

    Raises
    ------
    DataError
        Where it cannot be written; an older file then stays as it was.
    """
    path = Path(path).resolve()  # a link is kept, and what it leads to is replaced
    text = project_to_json(project, saved=datetime.now(UTC).isoformat(timespec="seconds"))
    with atomic_path(path) as temporary, temporary.open("wb") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    try:
        _sync_folder(path.parent)
    except OSError as fault:
        raise cannot_write(path, fault) from fault


def project_to_json(project: Project, saved: str = "") -> bytes:
    """Return the bytes of a project file."""
    data = project.data
    content = {
        "format": FORMAT,
        "version": VERSION,
        "program": f"CostCurve {__version__}",
        "saved": saved,
        "data": {
            "name": data.name,
            "path": data.path,
            "sha256": data.sha256,
            "bytes": data.size,
            "rows": data.rows,
            "columns": list(data.columns),
            "embedded": _packed(data.embedded),
            "contents": contents_to_json(data.contents),
            **_joined_to_json(data),
        },
        "reading": _reading_to_json(project.reading),
        "columns": dict(project.columns),
        **project.choices,
        "layout": None if project.layout is None else dict(project.layout),
    }
    text = json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False)
    # A file name that is not UTF-8 has surrogates; escaped they are JSON that reads back alike.
    return f"{text}\n".encode(errors="backslashreplace")


def without_data(project: Project) -> Project:
    """Return a project with the reference to its data alone."""
    return replace(project, data=replace(project.data, embedded=None))


def _sync_folder(folder: Path) -> None:
    """Put the name of a file that was replaced onto the disk, where a system has a way to."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _parsed(text: bytes, name: str) -> Content:
    try:
        content = strict_json(text, _LARGEST_WHOLE)
    except JsonError as fault:
        raise DataError(
            tr("{name} is not a project: {fault}.", name=name, fault=fault), file=name
        ) from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise DataError(
            tr(
                '{name} is not a CostCurve project: its "format" is not "{expected}".',
                name=name,
                expected=FORMAT,
            ),
            file=name,
        )
    return content


def _checked(content: Content, name: str) -> Content:
    """Bring a project up to this version, and check it against the schema."""
    version = content.get("version")
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise DataError(
            tr("{name}: version is missing or not a number of 1 or more.", name=name), file=name
        )
    if version > VERSION:
        raise DataError(
            tr(
                "{name} was saved by a later CostCurve, as project version {version}; this one "
                "reads versions up to {latest}. Open it there, or update this one.",
                name=name,
                version=version,
                latest=VERSION,
            ),
            file=name,
        )
    try:
        for step in range(version, VERSION):
            content = MIGRATIONS[step](content)
        check(content, schema())
    except SchemaError as fault:
        raise DataError(f"{name}: {fault}", file=name) from None
    except (LookupError, TypeError, AttributeError) as fault:  # from a step, of a damaged file
        raise DataError(
            tr(
                "{name} cannot be read as project version {version}: it lacks a part of it.",
                name=name,
                version=version,
            ),
            file=name,
        ) from fault
    return content


def schema() -> Content:
    """Return the schema of the present version."""
    return shipped_schema(f"project-{VERSION}.json")


def _require_encoding(encoding: str | None, name: str) -> None:
    try:
        b"ab".decode(encoding or "utf-8", "replace")
    except (LookupError, ValueError):
        raise DataError(
            tr(
                "{name}: reading.encoding is {encoding!r}; it takes an encoding of text, such "
                'as "utf-8", or null.',
                name=name,
                encoding=encoding,
            ),
            file=name,
        ) from None


def _packed(data: bytes | None) -> Content | None:
    if data is None:
        return None
    return {"compression": "zlib", "base64": base64.b64encode(zlib.compress(data)).decode("ascii")}


def _unpacked(data: Content, name: str) -> bytes | None:
    """Return the embedded bytes; never more than the project says there are."""
    if data["embedded"] is None:
        return None
    size = int(data["bytes"])
    try:
        packed = base64.b64decode(data["embedded"]["base64"], validate=True)
        found = zlib.decompressobj().decompress(packed, size + 1)
    except (binascii.Error, ValueError, zlib.error):
        raise DataError(
            tr("{name}: the embedded data are damaged.", name=name), file=name
        ) from None
    from hashlib import sha256  # loads OpenSSL

    if len(found) != size or sha256(found).hexdigest() != data["sha256"]:
        raise DataError(
            tr(
                "{name}: the embedded data are damaged; their SHA-256 is not that of {data}.",
                name=name,
                data=data["name"],
            ),
            file=name,
        )
    return found
