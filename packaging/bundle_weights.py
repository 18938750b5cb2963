"""Say what each package weighs in a build: python3 packaging/bundle_weights.py [dist/costcurve].

Prints the table of packaging/README.md and what was weighed. Packed is what a file takes in an
archive, where modules of Python are packed already; so the sum is that of the .tar.gz without its
headers.
"""

from __future__ import annotations

import marshal
import sys
import zlib
from collections import defaultdict
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from bundle_contents import EXCLUDED_MODULES, is_of_the_program
from dev_environment import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

REQUIREMENTS = ROOT / "requirements.in"
OPTIMISED = 2  # as in costcurve.spec
MODULES = "PYZ"  # the archive of modules in the program file
OWN = "CostCurve"
# What the first part of a path, or the name of a module, belongs to; the first that fits counts.
OWNERS = (
    ("DuckDB", ("_duckdb", "duckdb")),
    ("Qt and PySide6", ("PySide6", "shiboken6", "libQt6", "libicu", "libpyside6", "libshiboken6")),
    ("numpy, with OpenBLAS", ("numpy", "libscipy_openblas", "libgfortran", "libquadmath")),
    ("python-docx, with lxml", ("docx", "lxml")),
    ("pyqtgraph", ("pyqtgraph",)),
    ("openpyxl", ("openpyxl", "et_xmlfile")),
    ("lark", ("lark",)),
    (OWN, ("costcurve_gui", "resources", "main")),
)
PYTHON = "Python"  # whatever else there is


class Weight(NamedTuple):
    """Bytes on the disk, and in an archive."""

    unpacked: int
    packed: int


def owner(name: str) -> str:
    """Return what a file or module belongs to.

    >>> owner("PySide6/Qt/lib/libQt6Core.so.6"), owner("docx.shared"), owner("asyncio.events")
    ('Qt and PySide6', 'python-docx, with lxml', 'Python')
    """
    first = PurePosixPath(name).parts[0]
    found = (title for title, starts in OWNERS if first.startswith(starts))
    return next(found, PYTHON)


def weights(files: Iterable[tuple[str, Weight]]) -> dict[str, Weight]:
    """Return what each package weighs, the heaviest first."""
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for name, weight in files:
        sums[owner(name)][0] += weight.unpacked
        sums[owner(name)][1] += weight.packed
    found = {title: Weight(*both) for title, both in sums.items()}
    return dict(sorted(found.items(), key=lambda one: -one[1].unpacked))


def files_of(bundle: Path) -> Iterator[tuple[str, Weight]]:
    """Yield the files of a build by their paths, and the modules in its program by their names."""
    program, inner = bundle / bundle.name, bundle / "_internal"
    modules = list(modules_of(program))
    yield from modules
    inside = sum(weight.packed for _, weight in modules)
    yield "python", Weight(program.stat().st_size - inside, _packed(program) - inside)
    for path in sorted(inner.rglob("*")):
        if path.is_file() and not path.is_symlink():
            name = path.relative_to(inner).as_posix()
            yield name, Weight(path.stat().st_size, _packed(path))


def modules_of(program: Path) -> Iterator[tuple[str, Weight]]:
    """Yield the modules in the program file, which are packed on the disk too."""
    from PyInstaller.archive.readers import CArchiveReader

    archive = CArchiveReader(str(program))
    [name] = [one for one in archive.toc if one.startswith(MODULES)]
    for module, (_kind, _place, length) in archive.open_embedded_archive(name).toc.items():
        yield module, Weight(length, length)


def own() -> Weight:
    """Return what our modules and resources will weigh in a build, without building."""
    files = [path for path in (ROOT / "resources").rglob("*") if path.is_file()]
    places = (ROOT / "costcurve_gui").rglob("*.py")
    modules = [_module(path) for path in places if is_of_the_program(_name(path))]
    packed = sum(map(_packed, files))
    unpacked = sum(path.stat().st_size for path in files)
    return Weight(unpacked + sum(modules), packed + sum(modules))


def _name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def _module(path: Path) -> int:
    code = compile(path.read_bytes(), path.name, "exec", optimize=OPTIMISED, dont_inherit=True)
    return len(zlib.compress(marshal.dumps(code)))


def pins() -> tuple[str, ...]:
    """Return the packages that are bundled, with their versions."""
    lines = REQUIREMENTS.read_text(encoding="utf-8").splitlines()
    named = (line for line in lines if "==" in line)
    return tuple(line for line in named if line.partition("==")[0] not in EXCLUDED_MODULES)


def _packed(path: Path) -> int:
    return len(zlib.compress(path.read_bytes(), 9))


def table(found: dict[str, Weight]) -> str:
    """Return the table in Markdown, in megabytes of 1,000,000 bytes."""
    whole = Weight(*(sum(column) for column in zip(*found.values(), strict=True)))
    rows = [*found.items(), ("**together**", whole)]
    lines = [
        f"| {name} | {weight.unpacked / 1e6:.1f} | {weight.packed / 1e6:.1f} |"
        for name, weight in rows
    ]
    return "\n".join(["| part | unpacked, MB | packed, MB |", "|---|---|---|", *lines])


if __name__ == "__main__":
    print(table(weights(files_of(Path(sys.argv[1]) if sys.argv[1:] else ROOT / "dist/costcurve"))))
    print(f"\nWeighed with {', '.join(pins())}.")
