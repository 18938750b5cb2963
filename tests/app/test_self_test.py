"""The self-test finds what is wrong, and what it takes for right is right."""

from __future__ import annotations

import ast
import csv
import os
import subprocess
import sys
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from costcurve_gui import app
from costcurve_gui.resources import resource_path
from costcurve_gui.selftest import bundle as modules
from costcurve_gui.selftest import bundle as shipped
from costcurve_gui.selftest import report as answers
from costcurve_gui.selftest import report as reading
from costcurve_gui.selftest import run, window
from costcurve_gui.selftest.bundle import Check, CheckFailedError, expect
from costcurve_gui.selftest.report import WRITERS
from costcurve_gui.views.catalogue import VIEWS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.helpers.logfail import LogWatch

ROOT = Path(__file__).parents[2]


def imported_names(tree: ast.Module) -> Iterator[str]:
    """Yield the modules that a module imports when it runs, not those for the type checker."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "PySide6":
            yield from (f"PySide6.{name.name}" for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def test_that_every_package_that_the_program_imports_is_checked() -> None:
    package = ROOT / "costcurve_gui"
    # What notebooks alone import, and what an extra brings, is no part of the program as shipped.
    of_extra = package / "dataio" / "formats" / "statistics_files.py"
    sources = (
        path
        for path in package.rglob("*.py")
        if package / "notebook" not in path.parents and path != of_extra
    )
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in sources)
    named = {name for tree in trees for name in imported_names(tree)}
    roots = {name.partition(".")[0] for name in named} - set(sys.stdlib_module_names)
    roots.discard("pyreadstat")  # an extra, which is no part of it either
    assert roots - {"costcurve_gui"} == {name.partition(".")[0] for name in modules.OTHERS}
    assert {name for name in named if name.startswith("PySide6")} <= set(modules.OTHERS)


def test_that_every_view_is_rendered_once() -> None:
    names = [check.name for check in window.Stage().checks()]
    assert sorted(names) == sorted(f"view {view}" for view in VIEWS)


def cheapest_by_brute_force(
    cases: list[tuple[Fraction, int | None]],
) -> tuple[Fraction, Fraction, Fraction]:
    positives = [(score, amount) for score, amount in cases if amount is not None]
    negatives = [score for score, amount in cases if amount is None]

    def loss(threshold: Fraction) -> int:
        missed = sum(amount for score, amount in positives if score < threshold)
        return missed + 1000 * sum(score >= threshold for score in negatives)

    best = min({score for score, _ in cases}, key=lambda at: (loss(at), -at))
    found = sum(score >= best for score, _ in positives)
    alarms = sum(score >= best for score in negatives)
    return best, Fraction(alarms, len(negatives)), Fraction(found, len(positives))


def area_by_brute_force(cases: list[tuple[Fraction, int | None]]) -> Fraction:
    positives = [score for score, amount in cases if amount is not None]
    negatives = [score for score, amount in cases if amount is None]
    wins = sum((p > n) + Fraction(p == n, 2) for p in positives for n in negatives)
    return wins / (len(positives) * len(negatives))


@pytest.mark.parametrize("model", answers.AREAS)
def test_that_the_known_answers_are_those_of_whole_numbers(model: str) -> None:
    with resource_path("sample_data", answers.FILE).open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    cases = [
        (Fraction(row[f"score_{model}"]), int(row["amount"]) if row["label"] == "bad" else None)
        for row in rows
    ]
    assert answers.AREAS[model] == repr(float(area_by_brute_force(cases)))
    wanted = tuple(repr(float(part)) for part in cheapest_by_brute_force(cases))
    assert answers.CHEAPEST[model] == wanted


@pytest.mark.parametrize("check", reading.reading_checks(), ids=lambda check: check.name)
def test_that_every_kind_of_file_is_read_back(check: Check, tmp_path: Path) -> None:
    assert check.run(tmp_path) == "3 rows"


def test_that_a_number_read_wrong_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "SCORES", (0.1, 0.6666666666666667, 2.5e-07))
    with pytest.raises(CheckFailedError, match=r"0\.6666666666666667"):
        reading.reading_checks()[0].run(tmp_path)


@pytest.mark.parametrize("check", shipped.shipped_checks(), ids=lambda check: check.name)
def test_that_the_files_beside_the_program_are_there(check: Check, tmp_path: Path) -> None:
    assert check.run(tmp_path)


def test_that_a_module_that_cannot_be_imported_fails_its_check(tmp_path: Path) -> None:
    with pytest.raises(ModuleNotFoundError):
        modules._import_other("no_such_module", tmp_path)


def fails(_folder: Path) -> str:
    expect(1, 2, "one")
    return ""


def test_that_a_failed_check_is_a_line_and_status_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], log_watch: LogWatch
) -> None:
    fine = Check("fine", lambda folder: folder.name and "all there")
    monkeypatch.setattr(run, "_draw_in_memory", lambda: None)
    monkeypatch.setattr(run, "_all_checks", lambda: iter([Check("odd", fails), fine]))
    with log_watch.expecting("self-test: odd"):
        assert app.main(["--self-test"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("CostCurve ")
    assert lines[1:] == [
        "FAILED odd: CheckFailedError: one: 1 instead of 2",
        "ok     fine: all there",
        "FAILED: odd",
    ]


def test_that_the_whole_self_test_passes_without_a_display(tmp_path: Path) -> None:
    unwanted = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    kept = {name: value for name, value in os.environ.items() if name not in unwanted}
    ended = subprocess.run(
        [sys.executable, ROOT / "main.py", "--self-test"],
        cwd=tmp_path,
        env=kept,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout
    lines = ended.stdout.splitlines()
    assert lines[-1] == "every check passed"
    assert {f"view {view}" for view in VIEWS} <= {line[7:].partition(":")[0] for line in lines}
    assert ended.stderr == ""


def test_that_a_fault_in_a_view_fails_the_check_of_that_view_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log_watch: LogWatch
) -> None:
    from costcurve_gui.views.plots.det import DetView

    def fail(*_given: object) -> None:
        raise ModuleNotFoundError("No module named 'missing'")

    monkeypatch.setattr(DetView, "bounds", fail)
    shown = window.Stage()
    views = {check.name: check for check in shown.checks()}
    # The fault is met again while the other view is on show beside it, and as the window closes.
    with log_watch.expecting("uncaught"), closing(shown):
        with pytest.raises(CheckFailedError, match="missing"):
            views["view det"].run(tmp_path)
        assert "colours" in views["view gain"].run(tmp_path)


def test_that_every_kind_of_file_that_can_be_opened_is_read() -> None:
    from costcurve_gui.dataio.formats.registry import FORMATS

    assert {"csv", "tsv", "csv.gz", "parquet", "xlsx", "json", "jsonl", "arff"} == set(WRITERS)
    written = {f".{ending}" for ending in WRITERS}
    assert all(written.intersection(one.endings) for one in FORMATS if not one.extra)
