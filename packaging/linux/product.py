"""How the program is called on a Linux system."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from dev_environment import ROOT

APP_ID = "org.costcurve.CostCurve"
NAME = "costcurve"
MAINTAINER = "The CostCurve authors <maintainers@costcurve.invalid>"


def version() -> str:
    """Return the program's version, from the one place that has it."""
    text = (ROOT / "costcurve_gui" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    if found is None:
        raise ValueError("costcurve_gui/__init__.py has no __version__")
    return found[1]


def day(seconds: int) -> str:
    """Return the date of a time as ISO writes it, in UTC."""
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()
