"""What an earlier commit wrote and said: the tables and JSON files of the cases, the words of their
pages, the sentences of their decisions, the marks of their pictures, and the help.

    python3 packaging/dev.py golden             compare all of it; differences are listed by name
    python3 packaging/dev.py golden --renew     keep what this checkout writes instead
    python3 packaging/dev.py golden CASE ...    of these cases alone

Renew only where a change is meant, after a look at what changed; say in the commit what it is.
"""

from __future__ import annotations

import argparse
import io
import lzma
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tests.acceptance import nets
from tests.acceptance.cases import CASES, WITH_MARKS
from tests.acceptance.differences import differences

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    Kept = dict[str, dict[str, str]]

ARCHIVE = Path(__file__).resolve().parent / "golden.tar.xz"
HELP = "help"
_SHOWN = 3  # differences of one file


def archived() -> Kept:
    """Return each archived text by case and file name."""
    found: Kept = {}
    with tarfile.open(ARCHIVE, "r:xz") as archive:
        for member in archive:
            case, name = member.name.split("/")
            content = archive.extractfile(member)
            assert content is not None
            found.setdefault(case, {})[name] = content.read().decode()
    return found


def written(case: str) -> dict[str, str]:
    """Return what this checkout writes and says of a case, but for the marks of its pictures."""
    if case == HELP:
        return nets.of_help()
    with TemporaryDirectory() as folder:
        return nets.of_report(CASES[case], Path(folder))


def drawn(case: str) -> dict[str, str]:
    """Return the marks of the pictures of a case, where they are kept."""
    from tests.acceptance import marks  # needs Qt

    return marks.of_pictures(CASES[case]) if case in WITH_MARKS else {}


def changed(before: Mapping[str, str], now: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the differences of the texts that have any, by name; texts may be added."""
    found = {name: differences(name, text, now.get(name)) for name, text in before.items()}
    return {name: some for name, some in found.items() if some}


def _compare(cases: Collection[str]) -> int:
    kept, faults = archived(), 0
    for case in cases:
        for name, found in changed(kept.get(case, {}), written(case) | drawn(case)).items():
            faults += 1
            _say(f"{case}/{name}: {len(found)} differences")
            for one in found[:_SHOWN]:
                _say(f"    {one}")
    _say(f"{faults} of {sum(len(kept.get(case, {})) for case in cases)} texts differ")
    return 1 if faults else 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _renew(cases: Collection[str]) -> int:
    kept = archived() if ARCHIVE.exists() else {}
    kept |= {case: written(case) | drawn(case) for case in cases}
    texts = [(name, case, text) for case, files in kept.items() for name, text in files.items()]
    with tarfile.open(ARCHIVE, "w:xz", preset=9 | lzma.PRESET_EXTREME) as archive:
        for name, case, text in sorted(texts):  # like beside like, so that it packs well
            _add(archive, f"{case}/{name}", text.encode())
    return 0


def _add(archive: tarfile.TarFile, name: str, data: bytes) -> None:
    member = tarfile.TarInfo(name)  # says nothing about who made it and when
    member.size = len(data)
    archive.addfile(member, io.BytesIO(data))


def main(argv: list[str]) -> int:
    """Compare or renew; 1 where anything differs."""
    parser = argparse.ArgumentParser(prog="golden", description=__doc__)
    parser.add_argument("cases", nargs="*", default=[*CASES, HELP], metavar="CASE")
    parser.add_argument("--renew", action="store_true")
    given = parser.parse_args(argv)
    return (_renew if given.renew else _compare)(given.cases)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
