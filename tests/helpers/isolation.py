"""Nothing that a test starts may outlive it, and nothing may touch the user's own files."""

from __future__ import annotations

import gc
import itertools
import sys
import threading
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from costcurve_gui.session.preferences import Preferences
    from costcurve_gui.window.program import Program

_NUMBERS = itertools.count()
WORKER_PREFIXES = ("interactive", "background")
KEPT: list[Program] = []
"""Programs whose windows stay open for the next test, see `tests.helpers.shared_window`."""
_DELETED: list[str] = []
"""Windows that were deleted since the last of them was freed."""


@pytest.fixture
def settings(tmp_path: Path) -> Preferences:
    """Return settings in a file of this test's own."""
    # Imported here: the tests of the engine run without Qt.
    from PySide6.QtCore import QSettings

    from costcurve_gui.session.preferences import Preferences

    return Preferences(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))


@pytest.fixture(autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Point every place where Qt and the program keep files at folders of the test's own.

    They are made by whoever writes there: most tests write nothing.
    """
    own = tmp_path_factory.getbasetemp() / f"xdg_{next(_NUMBERS)}"
    for variable in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(variable, str(own / variable.lower()))


@pytest.fixture(autouse=True)
def nothing_left_behind() -> Iterator[None]:
    """Fail a test that leaves a job's thread, a running timer, an open window or a held button."""
    threads_before = set(threading.enumerate())
    yield
    left = _worker_threads() - threads_before
    if left:
        pytest.fail(f"job threads left at work: {sorted(thread.name for thread in left)}")
    _delete_closed_widgets()
    _fail_on_windows()
    _fail_on_held_buttons()


def _worker_threads() -> set[threading.Thread]:
    kept = {
        thread for one in KEPT for pool in one.runner._pools.values() for thread in pool._threads
    }
    workers = (one for one in threading.enumerate() if one.name.startswith(WORKER_PREFIXES))
    return {thread for thread in workers if thread not in kept}


def _delete_closed_widgets() -> None:
    """Delete closed windows of the program, and what `deleteLater` was called for.

    Outside of an event loop nobody else does. A change of the theme dresses every widget there
    is: windows that were left would make each later test slower.
    """
    if "PySide6.QtWidgets" not in sys.modules:
        return
    from PySide6.QtCore import QCoreApplication, QEvent
    from PySide6.QtWidgets import QApplication

    for window in QApplication.topLevelWidgets():
        if window.objectName() == "main_window" and not window.isVisible():
            window.deleteLater()
            _DELETED.append(window.objectName())
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def free_deleted_windows() -> None:
    """Free what belonged to deleted windows, once no fixture holds it any more.

    Else a job's thread might amid a later test, and Qt wants objects to go in their own thread.
    """
    if _DELETED:
        _DELETED.clear()
        gc.collect()


def _fail_on_windows() -> None:
    if "PySide6.QtWidgets" not in sys.modules:
        return
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    kept = [one.window for one in KEPT]
    tops = QApplication.topLevelWidgets()
    windows = [widget for widget in tops if widget.isVisible() and widget not in kept]
    timers = sum(timer.isActive() for window in windows for timer in window.findChildren(QTimer))
    names = [window.objectName() or type(window).__name__ for window in windows]
    for window in windows:
        window.close()
    if names:
        pytest.fail(f"windows left open: {names}, with {timers} running timers")


def _fail_on_held_buttons() -> None:
    """Fail where a press had no release: Qt counts the button as held in every later test."""
    if "PySide6.QtWidgets" not in sys.modules:
        return
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication, QWidget

    held = QApplication.mouseButtons()
    if QApplication.instance() is None or held == Qt.MouseButton.NoButton:
        return
    release_on = QWidget()
    for button in held:
        QTest.mouseRelease(release_on, button, Qt.KeyboardModifier.NoModifier, QPoint())
    pytest.fail(f"mouse buttons left held: {held}")
