"""Which parts are in a build, and their licences: resources/licences.json of the bundle.

The parts are found from the files that were bundled, so that nothing is listed that is left out
and nothing is left out that is there.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from inner_parts import inner_notices  # noqa: E402

from costcurve_gui.about.program import (  # noqa: E402  # noqa: E402
    SHIPPED,
    Notice,
    data_notice,
    notice_of,
    notices_text,
    own_notice,
    python_notice,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.metadata import Distribution

STARTER = "pyinstaller"  # its starter is part of every build
STARTER_LICENCE = "GPL-2.0-or-later WITH Bootloader-exception"
PLACE = f"resources/{SHIPPED}"


class LicencesMissingError(Exception):
    """A part would be shipped without the text of its licence."""


def owners(sources: Iterable[str | Path]) -> list[Distribution]:
    """Return the installed packages that files come from, by name."""
    wanted = {Path(source) for source in sources}
    found = [one for one in metadata.distributions() if wanted & _files_of(one)]
    return sorted(found, key=lambda one: one.name.lower())


def bundled_notices(sources: Iterable[str | Path]) -> tuple[Notice, ...]:
    """Return the notices of program, Python, examples and every package with a bundled file.

    After the packages come the libraries of others that they bring along.

    Raises
    ------
    LicencesMissingError
        One of them has no text.
    """
    sources = tuple(sources)
    parts = owners(sources)
    if all(part.name.lower() != STARTER for part in parts):
        parts.append(metadata.distribution(STARTER))
    notices = (
        *(own_notice(), python_notice(), data_notice()),
        *map(_notice_of, parts),
        *inner_notices(sources),
    )
    wordless = [notice.name for notice in notices if not notice.texts]
    if wordless:
        raise LicencesMissingError(f"no licence text is known of {', '.join(wordless)}")
    return notices


def write_licences(folder: Path, sources: Iterable[str | Path]) -> list[tuple[str, str, str]]:
    """Write the notices of a build; return the entry of the file for PyInstaller's `datas`."""
    path = folder / SHIPPED
    path.write_text(notices_text(bundled_notices(sources)), encoding="utf-8", newline="\n")
    return [(PLACE, str(path), "DATA")]


def _notice_of(distribution: Distribution) -> Notice:
    notice = notice_of(distribution)
    is_starter = distribution.name.lower() == STARTER
    return replace(notice, licence=STARTER_LICENCE) if is_starter else notice


def _files_of(distribution: Distribution) -> set[Path]:
    """Return where the files of a package are; those of its record prove nothing."""
    files = (file for file in distribution.files or () if ".dist-info" not in file.parts[0])
    return {Path(str(distribution.locate_file(file))) for file in files}
