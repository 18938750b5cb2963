"""Libraries of other projects that packages bring along as files of their own."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from fnmatch import fnmatch
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from costcurve_gui.about.program import (  # noqa: E402
    LicenceText,
    Notice,
    terms_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

_OPENBLAS = re.compile(rb"OpenBLAS (\d+(?:\.\d+)+)")  # what it says of itself
_IN_NAME = re.compile(r"\.so\.([\d.]+)$|\.(\d[\d.]*)\.dylib$")
_GCC = "GPL-3.0-or-later WITH GCC-exception-3.1"
_GCC_HOME = "https://gcc.gnu.org/"


@dataclass(frozen=True, slots=True)
class _Part:
    """A part, the names of its files, and who brings its terms: numpy, or a file of resources."""

    name: str
    files: str
    licence: str
    homepage: str
    terms: str = "numpy"


_PARTS = (
    _Part("ICU", "libicuuc*", "Unicode-DFS-2016", "https://icu.unicode.org/", "icu.txt"),
    _Part("OpenBLAS", "*openblas*", "BSD-3-Clause", "https://www.openblas.net/"),
    _Part("libgfortran", "libgfortran*", _GCC, _GCC_HOME),
    _Part("libquadmath", "libquadmath*", "LGPL-2.1-or-later", _GCC_HOME),
    _Part("libgcc", "libgcc_s*", _GCC, _GCC_HOME),
)
NAMES = frozenset(part.name for part in _PARTS)


def inner_notices(sources: Iterable[str | Path]) -> tuple[Notice, ...]:
    """Return the notices of the parts that are among the bundled files."""
    paths = sorted({Path(source) for source in sources})
    files = {
        part: next((path for path in paths if fnmatch(path.name, part.files)), None)
        for part in _PARTS
    }
    return tuple(_notice(part, path) for part, path in files.items() if path is not None)


def _notice(part: _Part, path: Path) -> Notice:
    return Notice(part.name, _version(path), part.licence, part.homepage, _texts(part))


def _version(path: Path) -> str:
    """Return the version that a library says it has, or else that of its interface."""
    if found := _OPENBLAS.search(path.read_bytes()):
        return found[1].decode()
    in_name = _IN_NAME.search(path.name)
    return (in_name[1] or in_name[2]) if in_name else "unknown"


def _texts(part: _Part) -> tuple[LicenceText, ...]:
    if part.terms != "numpy":
        path = ROOT / "resources" / "licences" / part.terms
        return (LicenceText(path.name, path.read_text(encoding="utf-8")),)
    # The first is that of the whole wheel, and has those of these libraries.
    return tuple(terms_of(metadata.distribution("numpy")))[:1]
