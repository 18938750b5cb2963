"""Runs every check in turn and says how each one ended."""

from __future__ import annotations

import logging
import os
import platform
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from costcurve_gui import __version__
from costcurve_gui.about.program import build

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from costcurve_gui.selftest.bundle import Check

EXIT_FAULT = 1

_log = logging.getLogger(__name__)


def run() -> int:
    """Check this copy of the program, a line a check; return 0 where all is well, else 1."""
    _say(f"CostCurve {__version__}, {build()}, Python {platform.python_version()}, {sys.platform}")
    _draw_in_memory()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        failed = [check.name for check in _all_checks() if not _passes(check, Path(folder))]
    _say(f"FAILED: {', '.join(failed)}" if failed else "every check passed")
    return EXIT_FAULT if failed else 0


def _draw_in_memory() -> None:
    """Need no display, and read no settings of the user."""
    from costcurve_gui.startup.display import draw_in_memory

    draw_in_memory()
    os.environ.pop("QT_STYLE_OVERRIDE", None)
    import costcurve_gui.startup.load_qt  # noqa: F401 - must load Qt first, says why itself


def _all_checks() -> Iterator[Check]:
    """Yield every check; what a later one imports is only known to be there after the first."""
    from costcurve_gui.selftest.bundle import module_checks

    yield from module_checks()
    yield from _checks_of_files()
    yield from _checks_of_views()


def _checks_of_files() -> Iterable[Check]:
    from costcurve_gui.selftest.bundle import shipped_checks
    from costcurve_gui.selftest.report import answer_checks, reading_checks

    return (*shipped_checks(), *reading_checks(), *answer_checks())


def _checks_of_views() -> Iterator[Check]:
    from costcurve_gui.selftest.window import Stage

    stage = Stage()
    try:
        yield from stage.checks()
    finally:
        stage.close()


def _passes(check: Check, folder: Path) -> bool:
    try:
        found = check.run(folder)
    except Exception as fault:  # noqa: BLE001 - whatever went wrong is what was looked for
        _log.exception("self-test: %s", check.name)
        _say(f"FAILED {check.name}: {type(fault).__name__}: {fault}")
        return False
    _say(f"ok     {check.name}: {found}" if found else f"ok     {check.name}")
    return True


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
