"""Which build of the program this is, and where releases are published."""

from __future__ import annotations

import json
import sys

from costcurve_gui.resources import resource_path

# A stand-in until the project has a public address; packaging/release.py asks for the real one.
RELEASES_PAGE = "https://costcurve.example/releases"
STAMP = "build.json"
FROM_SOURCE = "from source"
UNKNOWN = "build of uncommitted sources"
_SHORT = 12  # digits of a commit, enough to find it by


def build() -> str:
    """Return the commit that this program was built from, in short, or why there is none."""
    try:
        stamp = json.loads(resource_path(STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return UNKNOWN if hasattr(sys, "_MEIPASS") else FROM_SOURCE  # set by PyInstaller
    return f"build {stamp['commit'][:_SHORT]}"
