"""How long until the window with an example is painted, against an empty window.

Each start is a process of its own that leaves right after the paint. Both kinds take turns, so
that whatever else the machine does falls on both, and each start is compared with the one right
before it: a processor that changes its pace falsifies the fastest of each. The median of these
ratios is the result. The goal is asserted by
``COSTCURVE_BENCH=full pytest tests/benchmarks/test_start_speed.py -s``; the default starts each
once and asserts only that both paint.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.helpers.stopwatch import yardstick

ROOT = Path(__file__).parents[2]
FULL = os.environ.get("COSTCURVE_BENCH") == "full"
ROUNDS = 15 if FULL else 1
MOST = 1.4

EMPTY_WINDOW = """
import os
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
import pyqtgraph

class Leave(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            QTimer.singleShot(0, lambda: os._exit(0))
        return False

app = QApplication([])
window = QMainWindow()
plot = pyqtgraph.PlotWidget()
window.setCentralWidget(plot)
window.resize(1440, 900)
leave = Leave()
plot.viewport().installEventFilter(leave)
window.show()
app.exec()
"""

WITH_EXAMPLE = """
import os
import gc

gc.disable()  # as the program does, and in its order
import costcurve_gui.app
costcurve_gui.app.keep_to_own_threads(os.environ)
import costcurve_gui.startup.lazy_dataclasses, costcurve_gui.startup.load_qt
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication
import costcurve_gui.window.program as program

class Leave(QObject):
    def __init__(self, program):
        super().__init__()
        self.program = program
        self.plots = set()

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and self.program.results.snapshot is not None:
            self.plots.add(watched)
            if len(self.plots) == len(self.program.plots):
                QTimer.singleShot(0, lambda: os._exit(0))
        return False

make = program.Program

def watched(settings, **options):
    made = make(settings, **options)
    made.leave = Leave(made)
    for plot in made.plots.values():
        plot.viewport().installEventFilter(made.leave)
    return made

program.Program = watched
costcurve_gui.app.main(["--example", "german_credit"])
"""


def seconds(script: str, bytecode: Path) -> float:
    # An installed program has its bytecode beside it, whatever this shell says about writing it.
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONDONTWRITEBYTECODE": "",
        "PYTHONPYCACHEPREFIX": str(bytecode),
        "XDG_CONFIG_HOME": str(bytecode / "config"),  # nobody's layout has to be restored
        "XDG_STATE_HOME": tempfile.mkdtemp(dir=bytecode),  # else each would tell of the last one
    }
    start = time.perf_counter()
    run = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        timeout=120,
        check=False,
    )
    taken = time.perf_counter() - start
    assert run.returncode == 0, run.stderr.decode()
    return taken


def test_that_the_window_with_an_example_starts_like_an_empty_one(tmp_path: Path) -> None:
    for script in (EMPTY_WINDOW, WITH_EXAMPLE):
        seconds(script, tmp_path)  # fills the caches, and shows that it paints
    empty, ours = [], []
    for _ in range(ROUNDS):
        empty.append(seconds(EMPTY_WINDOW, tmp_path))
        ours.append(seconds(WITH_EXAMPLE, tmp_path))
    ratio = statistics.median(mine / other for mine, other in zip(ours, empty, strict=True))
    times = f"empty {statistics.median(empty):.2f} s, example {statistics.median(ours):.2f} s"
    sys.stdout.write(f"\nstart: {times}, ratio {ratio:.2f} (goal {MOST}; {yardstick()})\n")
    assert ratio < MOST or not FULL
