"""Finds the files that ship with the program: in a checkout, a wheel or a packaged build."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path


@cache
def resources_root() -> Path:
    """Return the folder that holds icons, themes, help pages and sample data."""
    package = Path(__file__).resolve().parent
    in_wheel = package / "shipped"  # where setup.py puts them
    if in_wheel.is_dir():
        return in_wheel
    bundle = getattr(sys, "_MEIPASS", None)  # set by PyInstaller
    base = Path(bundle) if bundle else package.parent
    return base / "resources"


def resource_path(*parts: str) -> Path:
    """Return the path of one shipped file, named by its folders."""
    return resources_root().joinpath(*parts)
