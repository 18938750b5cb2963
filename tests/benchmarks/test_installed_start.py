"""How long until the window of the built program is painted, against the same from source.

Both are started in turns on one virtual display, and the medians are compared. The built
program is named by COSTCURVE_BUILD; `dev.py test-package` does.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from statistics import median

import pytest

from tests.helpers.x_display import display, seconds_to_picture

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="Linux")]
ROOT = Path(__file__).parents[2]
ROUNDS = 7
MOST = 1.3
WORDS = ["--example", "german_credit"]


def test_that_the_built_program_starts_nearly_as_fast_as_the_sources(tmp_path, monkeypatch):
    built = os.environ.get("COSTCURVE_BUILD")
    assert built, "name a built program: COSTCURVE_BUILD=dist/costcurve/costcurve"
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    kinds = {"source": [sys.executable, str(ROOT / "main.py"), *WORDS], "built": [built, *WORDS]}
    environment = {**os.environ, "HOME": str(tmp_path)}
    with display(tmp_path) as screen:
        rounds = [
            {
                kind: seconds_to_picture(command, screen, environment)
                for kind, command in kinds.items()
            }
            for _ in range(ROUNDS)
        ]
    typical = {kind: median(times[kind] for times in rounds) for kind in kinds}
    print({kind: round(seconds, 3) for kind, seconds in typical.items()})  # noqa: T201 (with -s)
    assert typical["built"] <= MOST * typical["source"]
