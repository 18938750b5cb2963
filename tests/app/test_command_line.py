from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from costcurve_gui import __version__, app
from costcurve_gui.startup.logs import log_path

if TYPE_CHECKING:
    import pytest

    from tests.helpers.logfail import LogWatch

MAIN = Path(__file__).parents[2] / "main.py"


def only_line(text: str) -> str:
    [line] = text.splitlines()
    return line


def test_that_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert app.main(["--version"]) == 0
    assert capsys.readouterr().out == f"CostCurve {__version__}\n"


def test_that_the_help_names_files_commands_and_examples(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert app.main(["--help"]) == 0
    text = capsys.readouterr().out
    assert all(
        word in text
        for word in (
            "FILE",
            "report",
            "decide",
            "rule",
            "verify",
            "--example",
            "--self-test",
            "--version",
        )
    )


def test_that_an_unknown_option_is_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert app.main(["--colour", "red"]) == 2
    line = only_line(capsys.readouterr().err)
    assert line.startswith("error: ")
    assert "--colour" in line


def test_that_an_unknown_example_is_refused_with_the_known_ones(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert app.main(["--example", "titanic"]) == 2
    line = only_line(capsys.readouterr().err)
    assert "titanic" in line
    assert "german_credit" in line


def test_that_without_a_display_report_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert app.main([]) == 2
    line = only_line(capsys.readouterr().err)
    assert line.startswith("error: there is no display")
    assert "report" in line


def test_that_a_fault_of_the_program_is_status_1_and_names_the_log(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, log_watch: LogWatch
) -> None:
    def stumble(_words: list[str]) -> int:
        raise ZeroDivisionError("by accident")

    monkeypatch.setattr(app, "_run", stumble)
    with log_watch.expecting("fault of the program"):
        assert app.main([]) == 1
    assert str(log_path()) in only_line(capsys.readouterr().err)
    assert "in stumble" in log_path().read_text()


def test_that_an_interrupt_is_status_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_words: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(app, "_run", interrupt)
    assert app.main([]) == 130


def test_that_asking_for_the_version_imports_no_qt_and_no_numpy() -> None:
    code = (
        "import sys; sys.argv = ['main.py', '--version']\n"
        "from costcurve_gui.app import main\n"
        "status = main()\n"
        "heavy = {'PySide6', 'numpy', 'scipy', 'pandas', 'duckdb'} & set(sys.modules)\n"
        "sys.exit(str(heavy) if heavy else status)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=MAIN.parent, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr


def test_that_blas_starts_no_threads_unless_the_user_wants_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    for wanted, threads in ((None, "1"), ("3", "3")):
        if wanted is not None:
            monkeypatch.setenv("OPENBLAS_NUM_THREADS", wanted)
        app.main(["--version"])
        assert os.environ["OPENBLAS_NUM_THREADS"] == threads
