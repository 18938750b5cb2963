"""The whole program in a process of its own, its prompts answered and its folders its own."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QSettings
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from costcurve_gui.resources import resource_path
from costcurve_gui.session.preferences import Preferences
from costcurve_gui.startup.application import make_application
from costcurve_gui.window.program import Program
from costcurve_gui.window.prompts import WindowPrompts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

PATIENCE = 60.0  # seconds
_PAUSE = 0.35  # seconds, longer than what waits for a user to go on
_SAMPLES = resource_path("sample_data")


def _scores(row: int) -> list[float]:
    return [(row * (at + 7)) % 31 / 31 for at in range(12)]


_ODD_FILES = {
    "empty.csv": "",
    "header_only.csv": "label,score\n",
    "one_class.csv": "label,score\n1,0.5\n1,0.25\n",
    "words.csv": "name,colour\nann,red\nbob,blue\n",
    "ties.csv": "label,score_a,score_b,amount\n" + "1,0.5,0.5,10\n0,0.5,0.25,-3\n" * 20,
    "tiny.csv": "label,score\n1,0.9\n0,0.1\n",
    "many.csv": "label," + ",".join(f"score_{at}" for at in range(12)) + "\n"
    + "".join(f"{row % 3 == 0:d}," + ",".join(map(str, _scores(row))) + "\n" for row in range(60)),
}  # fmt: skip


class AnsweringPrompts(WindowPrompts):
    """Prompts without file dialogs: those belong to the system, and would wait for a user."""

    def __init__(self, choose: Callable[[], Sequence[Path]], folder: Path) -> None:
        super().__init__()
        self._choose = choose
        self._folder = folder

    def choose_data_files(self, folder: Path, on_chosen: Callable[[Sequence[Path]], None]) -> None:
        """Answer at once."""
        del folder
        on_chosen(self._choose())

    def choose_save_path(self, suggestion: Path, on_chosen: Callable[[Path], None]) -> None:
        """Answer at once."""
        on_chosen(self._folder / suggestion.name)

    def choose_folder(self, suggestion: Path, on_chosen: Callable[[Path], None]) -> None:
        """Answer at once."""
        del suggestion
        on_chosen(self._folder)


class Stage:
    """An application with one window in `folder`; `choose` gives the files that are opened."""

    def __init__(
        self, folder: Path, choose: Callable[[], Sequence[Path]] = lambda: [sample_files()[0]]
    ) -> None:
        QDesktopServices.openUrl = lambda _url: True  # type: ignore[method-assign]
        self.application = make_application()
        self.application.setQuitOnLastWindowClosed(False)
        self.folder = folder
        settings = Preferences(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat))
        prompts = AnsweringPrompts(choose, folder)
        self.program = Program(settings, prompts=prompts)
        prompts.attach(self.program.window)

    def turn(self, milliseconds: int = 5) -> None:
        """Let the program work for a moment."""
        end = time.monotonic() + milliseconds / 1000
        flags = QEventLoop.ProcessEventsFlag.AllEvents
        while True:
            QApplication.processEvents(flags, 5)
            # An event loop does this by itself.
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            if time.monotonic() >= end:
                return
            time.sleep(0.001)

    def wait_for(self, done: Callable[[], bool], patience: float = PATIENCE) -> bool:
        """Let the program work until something holds; return whether it came to hold."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            self.turn()
            if done():
                return True
        return False

    def settle(self, patience: float = PATIENCE) -> bool:
        """Let every job end."""
        return self.wait_for(lambda: not self.program.runner.busy, patience)

    def rest(self) -> None:
        """Let every job end, and what is computed a moment after a change begin and end."""
        quiet = time.monotonic()
        end = quiet + PATIENCE
        while time.monotonic() < min(quiet + _PAUSE, end):
            self.turn()
            if self.program.runner.busy:
                quiet = time.monotonic()


def sample_files() -> list[Path]:
    """Return the files that ship with the program."""
    return sorted(_SAMPLES.rglob("*.csv"))


def odd_files(folder: Path) -> list[Path]:
    """Write files that are hard to read, and return them."""
    for name, text in _ODD_FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in _ODD_FILES]
