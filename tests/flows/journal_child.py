"""A whole window that changes a project and saves it at times, until it is killed.

It says each change on its standard output, with the moment at which it was made.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from PySide6.QtCore import QSettings

import costcurve_gui.startup.load_qt  # noqa: F401 - before any class is derived from one of Qt's
from costcurve_gui.session.preferences import Preferences
from costcurve_gui.startup.application import make_application
from costcurve_gui.window.program import Program
from costcurve_gui.window.project_recovery import ProjectRecovery


def main(folder: Path, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - which changes are made, not a secret
    application = make_application()
    settings = Preferences(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat))
    program = Program(settings)
    journal = ProjectRecovery(program)
    program.datasets.open_example("german_credit_half")
    while program.results.snapshot is None:
        application.processEvents()
    document = program.projects.active
    assert document is not None
    program.projects._write(document, folder / "a.ccproj", None)
    while document.path is None:
        application.processEvents()
    journal.flush()
    for number in range(1, 100_000):
        program.condition.set_prior(number / 1_000_000)
        sys.stdout.write(f"{number} {time.monotonic()}\n")
        sys.stdout.flush()
        if chance.random() < 0.1:
            program.projects.save()
        end = time.monotonic() + chance.random() / 50
        while time.monotonic() < end:
            application.processEvents()
            time.sleep(0.001)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
