"""A report of four models of which each policy is another kind: shared by the tests."""

from __future__ import annotations

import json

import numpy as np
import pytest

from costcurve_gui.cli.report import run

ROWS = 400
WORDS = (
    *("--positive", "bad", "--scores", "up,down,few", "--lower-is-positive", "down"),
    *("--derive", "calibrated:up", "--fn", "-amount", "--fp", "-2", "--prior", "0.2"),
    *("--max-fpr", "0.13", "--bootstrap", "50", "--format", "csv"),
    *("--review-cost", "0.3", "--review-tpr", "0.9", "--review-fpr", "0.1"),
)


def write_cases(path, seed=0, rows=ROWS, shift=0.0):
    """Write cases of a known population; `shift` moves the scores of all."""
    random = np.random.default_rng(seed)
    bad = random.random(rows) < 0.4
    up = random.normal(bad + shift).round(3)
    down = (-random.normal(bad * 0.5)).round(3)
    few = np.clip(np.round(random.normal(bad) * 2), -3, 3)
    amount = random.integers(1, 9, rows)
    lines = [
        f"c{row},{'bad' if bad[row] else 'good'},{up[row]},{down[row]},{few[row]:g},{amount[row]}"
        for row in range(rows)
    ]
    path.write_text("id,class,up,down,few,amount\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def plan(tmp_path_factory):
    """Return the folder of the report; the cases stand beside it."""
    folder = tmp_path_factory.mktemp("plan")
    write_cases(folder / "cases.csv")
    assert run([str(folder / "cases.csv"), *WORDS, "--out", str(folder / "report")]) == 0
    return folder / "report"


@pytest.fixture(scope="session")
def content(plan):
    return json.loads((plan / "policy.json").read_text(encoding="utf-8"))
