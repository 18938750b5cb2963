"""What the report and a notebook need is there on a machine without Qt."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

IMPORT_WITHOUT_QT = """
import importlib, pkgutil, sys
from importlib.abc import MetaPathFinder

class Blocked(MetaPathFinder):
    def find_spec(self, fullname, path=None, target=None):
        if fullname.partition(".")[0] in ("PySide6", "shiboken6", "pyqtgraph"):
            raise ImportError(f"{fullname} is blocked")

sys.meta_path.insert(0, Blocked())
for name in sys.argv[1:]:
    package = importlib.import_module(f"costcurve_gui.{name}")
    found = list(pkgutil.walk_packages(package.__path__, package.__name__ + "."))
    for module in found:
        importlib.import_module(module.name)
    print(len(found))
"""
LEAST_MODULES = {"engine": 40, "dataio": 30, "analysis": 40, "policies": 2, "notebook": 8}


def test_that_every_module_imports_without_qt() -> None:
    words = [sys.executable, "-c", IMPORT_WITHOUT_QT, *LEAST_MODULES]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for found, least in zip(done.stdout.split(), LEAST_MODULES.values(), strict=True):
        assert int(found) >= least


@pytest.mark.parametrize("folder", ["engine", "dataio", "analysis", "session"])
def test_that_the_fast_tests_import_nothing_of_the_window(folder: str) -> None:
    window = ("costcurve_gui.views", "costcurve_gui.window", "costcurve_gui.controllers")
    words = tuple(f"{verb} {package}" for verb in ("from", "import") for package in window)
    for path in sorted((Path(__file__).parents[1] / folder).rglob("test_*.py")):
        lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
        assert [line for line in lines if line.startswith(words)] == [], path.name
