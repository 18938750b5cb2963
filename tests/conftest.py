"""What holds for every test: no screen, own settings, nothing left behind, quiet logs."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from pytestqt.qtbot import QtBot

from tests.helpers.isolation import nothing_left_behind, own_folders, settings
from tests.helpers.logfail import log_watch

__all__ = ["log_watch", "nothing_left_behind", "own_folders", "settings"]

if os.environ.setdefault("QT_QPA_PLATFORM", "offscreen") == "offscreen":
    # Windows fit the screen, and Qt's own has 800 by 800 pixels. A drive letter would be split.
    screen = Path(__file__).resolve().parent / "data" / "screen.json"
    config = os.path.relpath(screen) if screen.drive else str(screen)
    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={config}"

# How much is filtered depends on which modules are loaded, hence on which tests run together.
SUPPRESSED = [HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much]
hypothesis_settings.register_profile(
    "ci", derandomize=True, deadline=None, suppress_health_check=SUPPRESSED
)
hypothesis_settings.register_profile("fast", hypothesis_settings.get_profile("ci"), max_examples=20)
hypothesis_settings.register_profile("explore", max_examples=1000, deadline=None)
hypothesis_settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# A wait ends when what it waits for comes. The limit only ends a test that hangs: a busy machine,
# where the usual five seconds are short, is no fault of the program.
for waiting in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitSignals):
    defaults = waiting.__kwdefaults__ or {}
    assert "timeout" in defaults
    defaults["timeout"] = 60_000

# Who runs the tests in the background may ignore signals (`&`, nohup), and programs started here
# would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
if sys.platform != "win32":
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
