"""What holds for every test: no screen, own settings, nothing left behind, quiet logs."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from tests.helpers.examples import USUAL
from tests.helpers.isolation import (
    free_deleted_windows,
    nothing_left_behind,
    own_folders,
    settings,
)
from tests.helpers.logfail import log_watch

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["log_watch", "nothing_left_behind", "own_folders", "settings"]

# As the program does, and before anything imports numpy: threads of BLAS that wait spin.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

if os.environ.setdefault("QT_QPA_PLATFORM", "offscreen") == "offscreen":
    # Windows fit the screen, and Qt's own has 800 by 800 pixels. A drive letter would be split.
    screen = Path(__file__).resolve().parent / "data" / "screen.json"
    config = os.path.relpath(screen) if screen.drive else str(screen)
    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={config}"

# How much is filtered depends on which modules are loaded, hence on which tests run together.
SUPPRESSED = [HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much]
hypothesis_settings.register_profile(
    "ci", max_examples=USUAL, derandomize=True, deadline=None, suppress_health_check=SUPPRESSED
)
hypothesis_settings.register_profile(
    "fast", hypothesis_settings.get_profile("ci"), max_examples=USUAL // 10
)
hypothesis_settings.register_profile("explore", max_examples=1000, deadline=None)
hypothesis_settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# Who runs the tests in the background may ignore signals (`&`, nohup), and programs started here
# would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
if sys.platform != "win32":
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

QT_SETTINGS = ("qt_api", "qt_log_level_fail", "qt_log_ignore")


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    """Know the settings of pytest-qt where it is left out: a setting nobody knows is an error."""
    if not pluginmanager.hasplugin("pytest-qt"):
        for name in QT_SETTINGS:
            parser.addini(name, "a setting of pytest-qt")


def pytest_configure(config: pytest.Config) -> None:
    if config.pluginmanager.hasplugin("pytest-qt"):
        _wait_patiently()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Iterator[None]:
    with _run_ended_by_signals():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    with _run_ended_by_signals():
        return (yield)


@contextmanager
def _run_ended_by_signals() -> Iterator[None]:
    """End the run by a signal that a report under way took for its own: no test has failed."""
    try:
        yield
    except SystemExit as leaving:
        names = {128 + number: number.name for number in signal.Signals}
        if not isinstance(leaving.code, int) or leaving.code not in names:
            raise
        pytest.exit(f"ended by {names[leaving.code]}", leaving.code)


def pytest_runtest_logfinish() -> None:
    free_deleted_windows()


def _wait_patiently() -> None:
    """Make a wait end when what it waits for comes; the limit only ends a test that hangs.

    A busy machine, where the usual five seconds are short, is no fault of the program.
    """
    # Imported here: it loads Qt, which slows every import of a test that needs none.
    from pytestqt.qtbot import QtBot

    for waiting in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitSignals):
        defaults = waiting.__kwdefaults__ or {}
        assert "timeout" in defaults
        defaults["timeout"] = 60_000
