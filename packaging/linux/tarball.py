"""The archive for systems without dpkg: the same files, and scripts that put them into a home."""

from __future__ import annotations

import gzip
import platform
import shutil
import tarfile
from typing import TYPE_CHECKING

from linux import tree
from linux.product import NAME, version

if TYPE_CHECKING:
    from pathlib import Path

SCRIPTS = ("install.sh", "uninstall.sh", "README")


def stage(folder: Path, bundle: Path, python: str, time: int) -> None:
    """Lay out the archive in a folder."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(bundle, folder / "lib" / NAME, symlinks=True)
    tree.add_shared(folder / "share", python, time)
    tree.add_documents(folder / "share" / "doc" / NAME)
    for name in SCRIPTS:
        shutil.copy(tree.FILES / name, folder / name)
        (folder / name).chmod(0o755 if name.endswith(".sh") else 0o644)
    tree.settle(folder, time)


def _anonymous(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    return entry


def pack(folder: Path, path: Path, time: int) -> None:
    """Write a .tar.gz with the files in order of name, owned by nobody in particular."""
    with (
        path.open("wb") as file,
        gzip.GzipFile("", "wb", compresslevel=9, fileobj=file, mtime=time) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive,
    ):
        for entry in [folder, *sorted(folder.rglob("*"))]:
            name = entry.relative_to(folder.parent)
            archive.add(entry, str(name), recursive=False, filter=_anonymous)


def build(bundle: Path, python: str, time: int, dist: Path, work: Path) -> Path:
    """Write the archive to `dist` and return its path."""
    folder = work / "tar" / f"{NAME}-{version()}"
    stage(folder, bundle, python, time)
    path = dist / f"{NAME}-{version()}-linux-{platform.machine()}.tar.gz"
    pack(folder, path, time)
    return path
