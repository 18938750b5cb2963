"""Finds the files that ship with the program, from a checkout and inside a packaged build."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path


@cache
def resources_root() -> Path:
    """Return the folder that holds icons, themes, help pages and sample data."""
    bundle = getattr(sys, "_MEIPASS", None)  # set by PyInstaller
    base = Path(bundle) if bundle else Path(__file__).resolve().parent.parent
    return base / "resources"


def resource_path(*parts: str) -> Path:
    """Return the path of one shipped file, named by its folders."""
    return resources_root().joinpath(*parts)
