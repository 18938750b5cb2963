"""How large the program may be: what is downloaded over a slow line, and what is kept on a disk."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

MOST_UNPACKED = 200_000_000  # bytes
MOST_PACKED = 75_000_000


def size_of(path: Path) -> int:
    """Return the bytes of a file, or of all files in a folder, links not counted."""
    if path.is_file():
        return path.stat().st_size
    files = (one for one in path.rglob("*") if one.is_file() and not one.is_symlink())
    return sum(one.stat().st_size for one in files)


def report(paths: Iterable[Path], most: int) -> int:
    """Print the size of each; return 1 where one is larger than it may be."""
    status = 0
    for path in paths:
        size = size_of(path)
        print(f"{path}: {size / 1e6:.1f} MB")
        if size > most:
            status = 1
            complaint = f"error: {path.name} has {size:,} bytes, more than the {most:,} it may have"
            print(complaint, file=sys.stderr)
    return status
