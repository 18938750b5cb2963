"""Write SHA256SUMS over the files of a folder that are to be published: checksums.py FOLDER."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PUBLISHED = (".deb", ".tar.gz", ".exe", ".dmg", ".cdx.json")
SUMS = "SHA256SUMS"


def write_sums(folder: Path, wanted: Callable[[str], bool] = lambda _name: True) -> Path:
    """Write the hash of every file to publish, in the form that `sha256sum -c` reads."""
    published = (path for path in folder.iterdir() if path.name.endswith(PUBLISHED))
    files = sorted(path for path in published if wanted(path.name))
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    sums = folder / SUMS
    sums.write_text("".join(lines), encoding="utf-8", newline="\n")
    return sums


def main(arguments: Sequence[str]) -> int:
    """Write the sums of one folder and print them."""
    if len(arguments) != 1:
        print(__doc__)
        return 2
    print(write_sums(Path(arguments[0])).read_text(encoding="utf-8"), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
