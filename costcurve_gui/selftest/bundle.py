"""What a check of the self-test is, and those of all that is imported or shipped."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pkgutil import walk_packages
from typing import TYPE_CHECKING

import costcurve_gui
from costcurve_gui.resources import resource_path

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


# Every module of other projects that the program names; a test compares with the sources.
OTHERS = (
    "PySide6.QtCore",
    "PySide6.QtGui",
    "PySide6.QtSvg",
    "PySide6.QtWidgets",
    "docx",
    "duckdb",
    "lark",
    "numpy",
    "openpyxl",
    "pyqtgraph",
)


def module_checks() -> tuple[Check, ...]:
    """Return a check for each package, and one for the modules of the program."""
    others = (Check(f"import {name}", partial(_import_other, name)) for name in OTHERS)
    return (*others, Check("import costcurve_gui", _import_own))


def _import_other(name: str, _folder: Path) -> str:
    module = import_module(name)
    package = import_module(name.partition(".")[0])
    return str(getattr(module, "__version__", None) or getattr(package, "__version__", ""))


def _import_own(_folder: Path) -> str:
    names = [found.name for found in walk_packages(costcurve_gui.__path__, "costcurve_gui.")]
    for name in names:
        import_module(name)
    if not names:
        raise CheckFailedError("no module of the program can be listed")
    return f"{len(names)} modules"


def shipped_checks() -> tuple[Check, ...]:
    """Return a check for icons, help pages, examples and licences."""
    return (
        Check("icons", _icons),
        Check("help pages", _help_pages),
        Check("examples", _examples),
        Check("licences", _licences),
    )


def _icons(_folder: Path) -> str:
    from PySide6.QtSvg import QSvgRenderer

    paths = sorted(resource_path("icons").glob("*.svg"))
    bad = [path.name for path in paths if not QSvgRenderer(str(path)).isValid()]
    if bad or not paths:
        raise CheckFailedError(f"cannot be drawn: {', '.join(bad) or 'there are none'}")
    return f"{len(paths)} pictures"


def _help_pages(_folder: Path) -> str:
    from costcurve_gui.views.dialogs.help_pages import PAGES

    names = [f"{name}.html" for name, _ in PAGES]
    missing = [name for name in names if not resource_path("help", name).is_file()]
    if missing:
        raise CheckFailedError(f"missing: {', '.join(missing)}")
    return f"{len(names)} pages"


def _examples(_folder: Path) -> str:
    from costcurve_gui.analysis.examples import examples
    from costcurve_gui.dataio.formats.opening import open_source

    rows = sum(open_source(example.path).rows for example in examples())
    return f"{len(examples())} files, {rows} rows"


def _licences(_folder: Path) -> str:
    from costcurve_gui.about.program import shipped_notices

    notices = shipped_notices()
    wordless = [notice.name for notice in notices if not notice.texts]
    if wordless:
        raise CheckFailedError(f"without a text: {', '.join(wordless)}")
    return f"{len(notices)} components"


class CheckFailedError(Exception):
    """What was found is not what should be; the message says both."""


@dataclass(frozen=True, slots=True)
class Check:
    """A named check. `run` writes into the folder it is given and returns what it found."""

    name: str
    run: Callable[[Path], str]


def expect(found: object, wanted: object, what: str) -> None:
    """Raise where two values differ.

    Raises
    ------
    CheckFailedError
        Naming both values.
    """
    if found != wanted:
        raise CheckFailedError(f"{what}: {found!r} instead of {wanted!r}")
