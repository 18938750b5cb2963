"""Which files of a folder an earlier report wrote, by its manifest and their hashes."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

MANIFEST = "manifest.json"
_PROGRAM = "CostCurve"
_LITTER = frozenset({".DS_Store", "Thumbs.db", "desktop.ini", ".directory"})  # of file managers


@dataclass(frozen=True, slots=True)
class FolderFiles:
    """The files of a folder, without those in folders below.

    Parameters
    ----------
    own : frozenset of str
        An earlier report wrote them and nobody changed them since.
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
