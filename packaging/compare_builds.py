"""Build everything twice, in different folders, and say whether every file came out alike."""

from __future__ import annotations

import hashlib
import shutil
from typing import TYPE_CHECKING

import build

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path


def hashes(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of every file by its path below the folder; links by where they lead."""
    return {
        str(path.relative_to(folder)): _digest(path)
        for path in sorted(folder.rglob("*"))
        if path.is_symlink() or path.is_file()
    }


def _digest(path: Path) -> str:
    content = str(path.readlink()).encode() if path.is_symlink() else path.read_bytes()
    return hashlib.sha256(content).hexdigest()


def differing(first: Mapping[str, str], second: Mapping[str, str]) -> list[str]:
    """Return the files that are not in both, or not the same."""
    return sorted(
        name for name in first.keys() | second.keys() if first.get(name) != second.get(name)
    )


def build_twice(work: Path) -> list[dict[str, str]]:
    """Build into two folders and return the hashes of each."""
    from linux import package

    found = []
    for name in ("first", "second"):
        folder = work / name
        shutil.rmtree(folder, ignore_errors=True)
        package.packages(folder / "dist", folder / "work")
        found.append(hashes(folder / "dist"))
    return found


def report(names: Iterable[str]) -> int:
    """Print the verdict; 1 where files differ."""
    different = list(names)
    for name in different:
        print(f"differs: {name}")
    print(f"{len(different)} files differ" if different else "both builds are the same")
    return 1 if different else 0


def main() -> int:
    """Build twice and compare."""
    first, second = build_twice(build.BUILD / "twice")
    return report(differing(first, second))
