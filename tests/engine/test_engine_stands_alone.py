from __future__ import annotations

import subprocess
import sys

IMPORT_ALONE = """
import sys
for name in ("PySide6", "pyqtgraph", "pandas", "duckdb", "openpyxl"):
    sys.modules[name] = None  # any import of it now fails
import importlib, pkgutil
import costcurve_gui.engine as engine
for module in pkgutil.walk_packages(engine.__path__, engine.__name__ + "."):
    importlib.import_module(module.name)
print(engine.auc(engine.threshold_table([True, False], [0.9, 0.1])))
"""
SLOW_TO_IMPORT = "import sys, costcurve_gui.engine; print('scipy' in sys.modules)"


def output_of(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_that_the_engine_needs_no_toolkit_and_no_table_library() -> None:
    assert output_of(IMPORT_ALONE) == "1.0"


def test_that_importing_the_engine_loads_no_slow_library() -> None:
    assert output_of(SLOW_TO_IMPORT) == "False"
