"""What the report and a notebook need is there on a machine without Qt."""

from __future__ import annotations

import subprocess
import sys

import pytest

IMPORT_WITHOUT_QT = """
import importlib, pkgutil, sys
from importlib.abc import MetaPathFinder

class Blocked(MetaPathFinder):
    def find_spec(self, fullname, path=None, target=None):
        if fullname.partition(".")[0] in ("PySide6", "shiboken6", "pyqtgraph"):
            raise ImportError(f"{fullname} is blocked")

sys.meta_path.insert(0, Blocked())
package = importlib.import_module(sys.argv[1])
found = list(pkgutil.walk_packages(package.__path__, package.__name__ + "."))
for module in found:
    importlib.import_module(module.name)
print(len(found))
"""


@pytest.mark.parametrize(("package", "modules"), [("engine", 40), ("dataio", 30), ("analysis", 40)])
def test_that_every_module_imports_without_qt(package: str, modules: int) -> None:
    words = [sys.executable, "-c", IMPORT_WITHOUT_QT, f"costcurve_gui.{package}"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= modules
