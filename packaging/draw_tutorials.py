"""Draw the tutorials of the help and write their pages: dev.py tutorials.

Every picture is a panel or a view of the real window after a step of the tutorial.
"""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

import screenshots
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from small_pictures import shrink_all
from tutorials import TUTORIALS, page
from tutorials.tutorial import APPLY

from costcurve_gui.session.preferences import Theme
from costcurve_gui.views.dialogs.apply_dialog import ApplyDialog

if TYPE_CHECKING:
    from tutorials import Picture, Tutorial

    from costcurve_gui.window.program import Program

HELP = screenshots.ROOT / "resources" / "help"
FOLDER = HELP / "tutorials"
SHARPNESS = 1.5  # dots of a picture for each of a plain screen, as the help shows them
WIDEST = 900  # dots of a dialog, which is shown no wider than the text
SIZE = (1560, 900)  # of the window: its views are then as wide as the text of the help


def draw(tutorial: Tutorial, folder: Path) -> None:
    """Take the pictures of a tutorial in one window, step by step."""
    with tempfile.TemporaryDirectory() as settings:
        started = screenshots.program(settings, SIZE, Theme.LIGHT)
        screenshots.open_example(started, tutorial.example)
        started.window.panel_docks["answers"].close()  # no question is asked; the decision is whole
        for number, step in enumerate(tutorial.steps):
            wanted = tutorial.settings(number)
            present = started.session.state.current
            changes = {
                one.name: getattr(wanted, one.name)
                for one in fields(wanted)
                if getattr(wanted, one.name) != getattr(present, one.name)
            }
            if changes:
                started.session.apply("Tutorial", **changes)
            if step.act is not None:
                screenshots.settle(started)
                step.act(started)
            take(started, step.picture, folder)
        started.window.close()


def take(started: Program, picture: Picture, folder: Path) -> None:
    """Write one dock as a picture; what is below its height is cut."""
    window = started.window
    if picture.dock == APPLY:
        take_apply(started, folder / f"{picture.stem}.png")
        return
    if picture.dock in window.panel_docks:
        dock = window.panel_docks[picture.dock]
    else:
        window.bring_to_front(picture.dock)
        dock = next(one for one in window.view_docks.values() if one.current == picture.dock)
    screenshots.settle(started)
    height = min(picture.height, dock.height())
    path = folder / f"{picture.stem}.png"
    if not dock.grab(QRect(0, 0, dock.width(), height)).save(str(path)):
        raise OSError(f"cannot write {path}")


def take_apply(started: Program, path: Path) -> None:
    """Write the dialog that applies the decision, with the open file in place of a new one."""
    screenshots.settle(started)
    file = started.results.snapshot.curve_set.cases.dataset.path
    started.prompts.choose_data_files = lambda _folder, take_files: take_files([file])
    started.window.commands["apply_to_file"].trigger()
    dialog = started.window.findChild(ApplyDialog)
    dialog.browse.click()
    screenshots.settle(started)
    picture = dialog.grab().toImage()
    picture = picture.scaledToWidth(WIDEST, Qt.TransformationMode.SmoothTransformation)
    if dialog.cut is None or not picture.save(str(path)):
        raise OSError(f"cannot write {path}")
    dialog.reject()


def screen(folder: str) -> str:
    """Return a platform in memory whose screen has room for the window at this scale."""
    config = Path(folder) / "screen.json"
    data = json.loads((screenshots.ROOT / "tests" / "data" / "screen.json").read_text())
    data["screens"][0] |= {"width": 3000, "height": 1800}
    config.write_text(json.dumps(data), encoding="utf-8")
    return f"offscreen:configfile={config}"


def widths(folder: Path) -> dict[str, int]:
    """Return how wide each picture is on a plain screen."""
    return {
        path.stem: round(QImage(str(path)).width() / SHARPNESS) for path in folder.glob("*.png")
    }


def main() -> None:
    """Draw them all, in place of what was there, and write the pages."""
    with tempfile.TemporaryDirectory() as folder:
        # Not where this is imported: the tests' own application would be scaled.
        os.environ |= {"QT_QPA_PLATFORM": screen(folder), "QT_SCALE_FACTOR": str(SHARPNESS)}
        application = QApplication(["costcurve"])
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for tutorial in TUTORIALS:
        draw(tutorial, FOLDER)
    shrink_all(FOLDER)
    for tutorial in TUTORIALS:
        path = HELP / f"{tutorial.key}.html"
        path.write_text(page(tutorial, widths(FOLDER)), encoding="utf-8", newline="\n")
    application.processEvents()
    print(f"pictures in {FOLDER}")


if __name__ == "__main__":
    main()
