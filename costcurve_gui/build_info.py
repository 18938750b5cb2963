"""Which build of the program this is: the packaged one carries a stamp, a checkout none."""

from __future__ import annotations

import json

from costcurve_gui.resources import resource_path

STAMP = "build.json"
FROM_SOURCE = "from source"
_SHORT = 12  # digits of a commit, enough to find it by


def build() -> str:
    """Return the commit that this program was built from, in short, or that it was not built."""
    try:
        stamp = json.loads(resource_path(STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return FROM_SOURCE
    return f"build {stamp['commit'][:_SHORT]}"
