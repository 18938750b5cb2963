"""Whether the files beside the program are there and can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.resources import resource_path
from costcurve_gui.selftest.check import Check, CheckFailedError

if TYPE_CHECKING:
    from pathlib import Path


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
    from costcurve_gui.views.dialogs.help_viewer import PAGES

    names = [f"{name}.html" for name, _ in PAGES]
    missing = [name for name in names if not resource_path("help", name).is_file()]
    if missing:
        raise CheckFailedError(f"missing: {', '.join(missing)}")
    return f"{len(names)} pages"


def _examples(_folder: Path) -> str:
    from costcurve_gui.controllers.examples import examples
    from costcurve_gui.dataio.source import open_source

    rows = sum(open_source(example.path).rows for example in examples())
    return f"{len(examples())} files, {rows} rows"


def _licences(_folder: Path) -> str:
    from costcurve_gui.licences import shipped_notices

    notices = shipped_notices()
    wordless = [notice.name for notice in notices if not notice.texts]
    if wordless:
        raise CheckFailedError(f"without a text: {', '.join(wordless)}")
    return f"{len(notices)} components"
