"""At 200 % no control is lost: every stop of Tab at full size can be brought into sight."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COUNTED = """
import json, sys
from PySide6.QtCore import QEventLoop, QSettings, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
application = QApplication(["costcurve"])
from costcurve_gui.session.preferences import Preferences
from costcurve_gui.window.program import Program
from tests.flows.test_tab_order import dock_of, place, stops
from tests.helpers.clipped_text import clipped_texts

program = Program(Preferences(QSettings(sys.argv[1], QSettings.Format.IniFormat)))
program.wiring.restore_layout()
program.show()
program.datasets.open_example("german_credit")
def rest():
    loop = QEventLoop()
    QTimer.singleShot(50, loop.quit)
    loop.exec()


while program.results.snapshot is None or program.window.reveal.under_way or program.runner.busy:
    rest()
rest()
window = program.window
window.activateWindow()
application.processEvents()
lost = []
found = stops(window)
for _ in found:
    QTest.keyClick(application.focusWidget(), Qt.Key.Key_Tab)
    application.processEvents()
    stop = application.focusWidget()
    inner = stop.viewport() if hasattr(stop, "viewport") else stop  # covers a plot wholly
    seen = not stop.visibleRegion().isEmpty() or not inner.visibleRegion().isEmpty()
    if not seen or not window.rect().intersects(place(stop)):
        lost.append(stop.objectName())
room = window.screen().availableGeometry()
print(json.dumps({
    "ratio": window.devicePixelRatio(),
    "room": [room.width(), room.height()],
    "size": [window.width(), window.height()],
    "docks": sorted({dock_of(stop) for stop in found} - {""}),
    "stops": sorted(stop.objectName() for stop in found),
    "lost": lost,
    "clipped": [str(clip) for clip in clipped_texts(window)],
}))
window.close()
"""


# In a low window a menu has what stands below the ratio.
FOLDED = {"drag_mode", "range_of_prior", "range_of_cost_ratio"}


def counted(folder: Path, scale: str) -> dict[str, object]:
    environment = {**os.environ, "QT_SCALE_FACTOR": scale, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", COUNTED, str(folder / f"scale_{scale}.ini")],
        capture_output=True,
        text=True,
        env=environment,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_that_no_control_is_lost_at_twice_the_size(tmp_path: Path) -> None:
    plain, large = counted(tmp_path, "1"), counted(tmp_path, "2")
    assert (plain["ratio"], large["ratio"]) == (1.0, 2.0)
    assert large["room"] == [960, 600]  # of a screen of 1920 by 1200
    for side in (0, 1):
        assert large["size"][side] <= large["room"][side]
    assert large["lost"] == []
    assert large["clipped"] == []
    assert large["docks"] == [
        "answers",
        "cost",
        "data",
        "decision",
        "payoffs",
        "profit",
        "roc",
        "rociv",
    ]
    assert "add_bound" in large["stops"]
    assert set(plain["stops"]) - set(large["stops"]) <= FOLDED
