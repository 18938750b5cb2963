"""The sums of simulations, kept beside the tests, so that the next run goes on from them.

The table of docs/coverage.md is that of these sums. Where a change of the engine moves an interval,
`forget` its blocks, which are then simulated from the first sample again:

    python -m tests.coverage.kept leads curves
"""

from __future__ import annotations

import lzma
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tests.coverage.cells import CELLS
from tests.coverage.run import BLOCKS, path_of

if TYPE_CHECKING:
    from collections.abc import Iterable

ARCHIVE = Path(__file__).resolve().parent / "sums.tar.xz"


def unpack(folder: Path) -> None:
    """Write what is kept into a folder, but for what it has."""
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(ARCHIVE, "r:xz") as archive:
        wanted = [one for one in archive if not (folder / one.name).exists()]
        archive.extractall(folder, wanted, filter="data")


def _plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Return a member that says nothing about who made it and when."""
    member.mtime = member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


def pack(folder: Path) -> None:
    """Keep the sums of a folder in place of those that are kept."""
    with tarfile.open(ARCHIVE, "w:xz", preset=9 | lzma.PRESET_EXTREME) as archive:
        for path in sorted(folder.glob("*.json")):
            archive.add(path, path.name, filter=_plain)


def forget(blocks: Iterable[str]) -> None:
    """Keep the sums of other blocks alone."""
    with TemporaryDirectory() as made:
        folder = Path(made)
        unpack(folder)
        for block in blocks:
            if block not in BLOCKS:
                raise SystemExit(f"no block {block!r}: {', '.join(BLOCKS)}")
            for cell in CELLS:
                path_of(folder, cell, block).unlink(missing_ok=True)
        pack(folder)


if __name__ == "__main__":
    forget(sys.argv[1:])
