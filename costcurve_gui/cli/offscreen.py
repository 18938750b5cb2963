"""Settings that Qt reads when it is loaded: to be called before anything imports it."""

from __future__ import annotations

import os
import sys


def draw_in_memory() -> None:
    """Make Qt draw without a display, and the same picture every time."""
    already = os.environ.get("QT_QPA_PLATFORM", "").startswith("offscreen")  # with a screen, maybe
    if sys.platform == "linux" and not already:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    # Qt orders the fonts of a PDF by hash; a fixed seed makes its bytes depend on the input alone.
    os.environ["QT_HASH_SEED"] = "0"
