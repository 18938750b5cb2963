"""The CSVs of the cases, as an earlier commit wrote them.

Make the archive again from a checkout of the commit that is to be the measure:

    python -m tests.acceptance.archive CHECKOUT

Make it again only where a change of the report's figures is meant, after a look at what changed;
say in the commit which figures those are.
"""

from __future__ import annotations

import lzma
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.acceptance.cases import CASES

ARCHIVE = Path(__file__).resolve().parent / "reports.tar.xz"


def tables() -> dict[str, dict[str, str]]:
    """Return the text of each CSV by case and file name."""
    found: dict[str, dict[str, str]] = {case: {} for case in CASES}
    with tarfile.open(ARCHIVE, "r:xz") as archive:
        for member in archive:
            case, name = member.name.split("/")
            content = archive.extractfile(member)
            assert content is not None
            found[case][name] = content.read().decode()
    return found


def _write_reports(checkout: Path, folder: Path) -> None:
    for case, words in CASES.items():
        command = [sys.executable, "main.py", "report", *words, "--format", "csv"]
        subprocess.run([*command, "--out", str(folder / case)], cwd=checkout, check=True)


def plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Return a member that says nothing about who made it and when."""
    member.mtime = member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


def make(checkout: Path) -> None:
    """Write the archive from the reports of a checkout."""
    with TemporaryDirectory() as made:
        _write_reports(checkout, Path(made))
        with tarfile.open(ARCHIVE, "w:xz", preset=9 | lzma.PRESET_EXTREME) as archive:
            for path in sorted(Path(made).glob("*/*.csv"), key=lambda one: (one.name, one.parent)):
                archive.add(path, f"{path.parent.name}/{path.name}", filter=plain)


if __name__ == "__main__":
    make(Path(sys.argv[1]))
