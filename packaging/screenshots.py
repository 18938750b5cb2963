"""Draw the README's screenshots: python3 packaging/dev.py screenshots.

Starts the real window in memory, opens shipped examples, acts on them and saves what is seen.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
# Windows fit the screen, and that of Qt's offscreen platform has 800 by 800 pixels unless told.
PLATFORM = f"offscreen:configfile={ROOT / 'tests' / 'data' / 'screen.json'}"
sys.path.insert(0, str(ROOT))

from PySide6.QtCore import QEventLoop, QSettings, QTimer  # noqa: E402 (after the path)
from PySide6.QtWidgets import QApplication  # noqa: E402

from costcurve_gui.analysis.selection_settings import Start  # noqa: E402
from costcurve_gui.engine.selection.bounds import BoundKind  # noqa: E402
from costcurve_gui.session.preferences import (  # noqa: E402
    Preferences,
    Theme,
    ViewOptions,
)
from costcurve_gui.views.catalogue import VIEWS  # noqa: E402
from costcurve_gui.window.program import Program  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = ROOT / "docs" / "screenshots"
LARGE, SMALL = (1440, 900), (1366, 768)
PATIENCE_S, QUIET_S = 20.0, 1.0


def program(folder: str, size: tuple[int, int], theme: Theme) -> Program:
    """Return a program with settings of its own, its window shown at `size`."""
    settings = Preferences(QSettings(f"{folder}/{theme}.ini", QSettings.Format.IniFormat))
    settings.view = ViewOptions(theme=theme)
    started = Program(settings)
    started.show()
    started.window.resize(*size)
    return started


def pause() -> None:
    """Run the window for a moment; unlike `QTest.qWait` an event loop lets the jobs work."""
    loop = QEventLoop()
    QTimer.singleShot(50, loop.quit)
    loop.exec()


def open_example(started: Program, name: str) -> None:
    """Open a shipped example and wait until it is on screen."""
    started.datasets.open_example(name)
    end = time.monotonic() + PATIENCE_S
    while started.results.snapshot is None:
        if time.monotonic() > end:
            raise TimeoutError(f"the example {name} did not open")
        pause()


def neyman_pearson(started: Program) -> None:
    """Choose by a bound on the false positive rate."""
    started.selection.start_from(Start.NEYMAN_PEARSON)
    started.selection.set_bound(BoundKind.FPR, 0.2)


def views(screenshot: str) -> Callable[[Program], None]:
    """Return an act that brings the views of a screenshot to the front of their docks."""
    shown = [view.key for view in VIEWS.values() if view.screenshot == screenshot]

    def bring_to_front(started: Program) -> None:
        for key in shown:
            started.window.bring_to_front(key)

    return bring_to_front


def settle(started: Program) -> None:
    """Wait until nothing is being computed any more."""
    quiet_since, end = time.monotonic(), time.monotonic() + PATIENCE_S
    while time.monotonic() < min(quiet_since + QUIET_S, end):
        pause()
        if started.runner.busy:
            quiet_since = time.monotonic()


def save(started: Program, name: str) -> None:
    """Write what the window shows then."""
    settle(started)
    if not started.window.grab().save(str(FOLDER / f"{name}.png")):
        raise OSError(f"cannot write {name}.png to {FOLDER}")
    started.window.close()


def shoot(
    name: str,
    size: tuple[int, int],
    theme: Theme,
    example: str = "",
    act: Callable[[Program], None] | None = None,
) -> None:
    """Take one screenshot in a program of its own."""
    with tempfile.TemporaryDirectory() as folder:
        started = program(folder, size, theme)
        if example:
            open_example(started, example)
        if act is not None:
            act(started)
        save(started, name)


def main() -> None:
    """Draw them all."""
    os.environ["QT_QPA_PLATFORM"] = PLATFORM
    application = QApplication(["costcurve"])
    FOLDER.mkdir(parents=True, exist_ok=True)
    shoot("start", SMALL, Theme.LIGHT)
    shoot("light", LARGE, Theme.LIGHT, "german_credit")
    shoot("dark", LARGE, Theme.DARK, "german_credit")
    shoot("small", SMALL, Theme.LIGHT, "german_credit")
    shoot("neyman_pearson", LARGE, Theme.LIGHT, "german_credit", neyman_pearson)
    shoot("ranking", LARGE, Theme.LIGHT, "german_credit_cv10", views("ranking"))
    shoot("money", LARGE, Theme.DARK, "german_credit", views("money"))
    application.processEvents()
    print(f"screenshots in {FOLDER}")


if __name__ == "__main__":
    main()
