import subprocess
import sys
import threading
from pathlib import Path

import dev
import dev_checks
import pytest

from costcurve_gui.app import _COMMANDS

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    "words", [*([name, "a.csv"] for name in _COMMANDS), ["--self-test"], ["-h"]]
)
def test_that_the_command_line_needs_no_window(words):
    assert not dev.needs_window(words)


@pytest.mark.parametrize("words", [[], ["a.csv"], ["a.csv", "report"]])
def test_that_anything_else_opens_the_window(words):
    assert dev.needs_window(words)


def test_that_only_linux_misses_a_display_and_only_without_any_setting():
    assert dev.display_is_missing("linux", {})
    assert dev.display_is_missing("linux", {"DISPLAY": ""})
    assert not dev.display_is_missing("win32", {})
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        assert not dev.display_is_missing("linux", {name: "x"})


def start(*words, **environment):
    kept = {"PATH": "/usr/bin:/bin", **environment}
    command = [sys.executable, ROOT / "packaging" / "dev.py", *words]
    return subprocess.run(command, capture_output=True, text=True, env=kept, check=False)


@pytest.mark.skipif(sys.platform != "linux", reason="displays are optional on Linux only")
def test_that_run_without_a_display_names_report_and_ends_with_2():
    ended = start("run")
    assert ended.returncode == 2
    assert ended.stderr.startswith("error: no display found")
    assert "run report FILE --out DIR" in ended.stderr


def test_that_help_names_every_command_and_every_check():
    ended = start("--help")
    assert ended.returncode == 0
    for word in (*dev.COMMANDS, *dev_checks.CHECKS):
        assert word in ended.stdout


def test_that_help_names_no_command_that_there_is_not():
    lines = dev.__doc__.splitlines()
    named = [line.split()[2] for line in lines if line.startswith("python3 packaging/dev.py ")]
    assert set(named) == set(dev.COMMANDS)


def test_that_unknown_words_end_with_2():
    assert start("fly").returncode == 2
    assert start().returncode == 2


def test_that_an_unknown_check_is_answered_with_the_known_ones(monkeypatch, capsys):
    monkeypatch.setattr(dev, "_set_up_for_checks", lambda: "python")
    assert dev.main(["check", "spelling"]) == 2
    assert "lint, format, types" in capsys.readouterr().err


def started_by(run, **statuses):
    """Return what `run` starts, and its status, where the tools named end with a status."""
    started = []

    def execute(command_line):
        started.append(tuple(command_line[1:]))
        return next(
            (status for word, status in statuses.items() if word in command_line), 0
        ), "said"

    return started, run(execute)


def test_that_every_check_and_folder_runs_although_one_fails_and_the_end_is_1(capsys):
    started, status = started_by(lambda ran: dev_checks.run_all("python", ran), mypy=3)
    assert status == 1
    assert set(started) >= set(dev_checks.STATIC.values())
    said = [word for words in started for word in words]
    folders = {path.parent for path in ROOT.glob("tests/*/test_*.py")}
    assert {f"tests/{folder.name}" for folder in folders} <= set(said)
    assert {"costcurve_gui/engine", "costcurve_gui/dataio"} <= set(said)
    assert dev_checks.CHECKS["benchmarks"] in started
    printed = capsys.readouterr().out
    assert "FAILED: types" in printed
    assert "FAILED (3)" in printed


def test_that_all_checks_passing_ends_with_0(capsys):
    _, status = started_by(lambda ran: dev_checks.run_all("python", ran))
    assert status == 0
    assert capsys.readouterr().out.endswith("every check passed\n")


def test_that_the_fast_check_is_the_tests_that_need_no_window():
    started, status = started_by(lambda ran: dev_checks.run_fast("python", (), ran))
    tested = {word for words in started for word in words if word.startswith("tests/")}
    parts = dev_checks.PARTS.values()
    assert tested == {f"tests/{name}" for name in (*dev_checks.FAST, *parts)}
    assert status == 0


def test_that_a_part_of_a_folder_runs_once_and_counts_branches_like_the_folder():
    for folder, part in dev_checks.PARTS.items():
        assert (ROOT / "tests" / part).is_dir()
        assert f"--ignore=tests/{part}" in dev_checks.folder_command(folder)
        assert f"--ignore=tests/{part}" not in dev_checks.folder_command(part)
        assert dev_checks.counting_branches(part)[:3] == ("-m", "coverage", "run")


def test_that_only_tests_without_qt_leave_out_what_loads_it():
    for folder in ("engine", "engine/resampling", "dataio", "analysis", "acceptance"):
        assert "-pno:pytest-qt" in dev_checks.folder_command(folder)
    for folder in ("session", "views", "flows"):
        assert "-pno:pytest-qt" not in dev_checks.folder_command(folder)


def test_that_too_few_branches_fail_the_checks(capsys):
    floor = f"--fail-under={dev_checks.BRANCHES['engine']}"
    started, status = started_by(lambda ran: dev_checks.run_all("python", ran), **{floor: 2})
    assert status == 1
    assert "FAILED: branches of engine" in capsys.readouterr().out
    counted = {words[-1] for words in started if words[:3] == ("-m", "coverage", "run")}
    assert {"tests/analysis", "costcurve_gui/engine"} <= counted
    assert not any("tests/views" in words for words in started if "coverage" in words)


def test_that_a_folder_without_a_test_to_run_is_no_failure():
    _, status = started_by(lambda ran: dev_checks.run_fast("python", ["-k", "x"], ran), x=5)
    assert status == 0


def test_that_checks_run_side_by_side_and_are_printed_whole(monkeypatch, capfd):
    monkeypatch.setattr(dev_checks, "lanes", lambda: 2)
    meet = threading.Barrier(2, timeout=60)

    def execute(command_line):
        meet.wait()  # raises where the other one is not at work
        return 0, f"{command_line[1]} begins\n{command_line[1]} ends"

    outcomes = dev_checks.side_by_side("python", {"a": ["a"], "b": ["b"]}, execute)
    assert [outcome.name for outcome in outcomes] == ["a", "b"]
    said = capfd.readouterr().out
    assert "a begins\na ends" in said
    assert "b begins\nb ends" in said


def test_that_tools_draw_into_memory_unless_told_otherwise():
    assert dev_checks.environment({})["OPENBLAS_NUM_THREADS"] == "1"
    assert dev_checks.environment({})["QT_QPA_PLATFORM"] == "offscreen"
    assert dev_checks.environment({"QT_QPA_PLATFORM": "xcb"})["QT_QPA_PLATFORM"] == "xcb"


def test_that_what_one_process_compiled_is_kept_for_the_next():
    assert dev_checks.environment({"PYTHONDONTWRITEBYTECODE": "1"})["PYTHONDONTWRITEBYTECODE"] == ""


@pytest.mark.skipif(sys.platform == "win32", reason="the CI script is for a Unix shell")
def test_that_the_ci_script_is_executable_and_runs_the_tests_of_the_readme():
    script = ROOT / ".ci" / "run"
    assert script.stat().st_mode & 0o111
    assert "python3 packaging/dev.py test" in script.read_text(encoding="utf-8")


def test_that_measuring_runs_the_benchmarks_at_full_size(monkeypatch):
    seen = []
    monkeypatch.setenv("COSTCURVE_BENCH", "")
    monkeypatch.setattr(dev, "_set_up_for_checks", lambda: "python")
    monkeypatch.setattr(dev_checks, "call", seen.append)
    dev.main(["measure", "-k", "drag"])
    assert dev.os.environ["COSTCURVE_BENCH"] == "full"
    (words,) = seen
    assert words[:5] == ["python", "-m", "pytest", "-q", "tests/benchmarks"]
    assert words[-2:] == ["-k", "drag"]
