"""What the program does on Windows and macOS only, acted out here."""

from __future__ import annotations

import ctypes
import io
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from costcurve_gui import app
from costcurve_gui.startup import console, logs
from costcurve_gui.startup.display import has_display
from costcurve_gui.window.program import open_what_is_sent

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]


class Kernel:
    """The part of Windows that joins a terminal."""

    def __init__(self, joins: bool) -> None:
        self.joins = joins
        self.asked: list[int] = []

    def AttachConsole(self, process: int) -> int:  # noqa: N802 (the name in Windows)
        self.asked.append(process)
        return int(self.joins)


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[bool], Kernel]:
    """Act Windows for a program with a window: no streams, and a terminal to join or none."""

    def act(joins: bool) -> Kernel:
        kernel = Kernel(joins)
        monkeypatch.setattr(sys, "platform", "win32")
        monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
        monkeypatch.chdir(tmp_path)  # CONOUT$ is a file's name here
        for stream in ("stdout", "stderr"):
            monkeypatch.setattr(sys, stream, None)
        return kernel

    return act


def close_streams() -> None:
    for stream in {sys.stdout, sys.stderr}:
        stream.close()


def test_that_words_go_to_the_terminal_the_program_was_started_in(
    windows: Callable[[bool], Kernel], tmp_path: Path
) -> None:
    kernel = windows(True)
    status = app.main(["--version"])
    close_streams()
    assert status == 0
    assert kernel.asked == [-1]
    assert (tmp_path / "CONOUT$").read_text(encoding="utf-8").startswith("CostCurve ")


def test_that_words_go_nowhere_where_there_is_no_terminal(
    windows: Callable[[bool], Kernel], tmp_path: Path
) -> None:
    windows(False)
    status = app.main(["--colour", "red"])
    close_streams()
    assert status == 2
    assert list(tmp_path.glob("CON*")) == []


def test_that_a_stream_that_was_redirected_is_kept(
    windows: Callable[[bool], Kernel], monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = windows(True)
    kept = io.StringIO()
    for stream in ("stdout", "stderr"):
        monkeypatch.setattr(sys, stream, kept)
    assert app.main(["--version"]) == 0
    assert kept.getvalue().startswith("CostCurve ")
    assert kernel.asked == []


def test_that_a_terminal_that_cannot_be_opened_counts_as_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "CONOUT$").mkdir()
    monkeypatch.chdir(tmp_path)
    with console._terminal() as stream:
        stream.write("lost")


def test_that_a_name_the_terminal_has_no_letters_for_does_not_end_a_report(tmp_path: Path) -> None:
    sample = ROOT / "resources" / "sample_data" / "breast_cancer_family.csv"
    out = tmp_path / "\u5831\u544a"
    words = ["report", str(sample), "--bootstrap", "0", "--format", "csv", "--out", str(out)]
    ended = subprocess.run(
        [sys.executable, "-c", f"from costcurve_gui.app import main; exit(main({words!r}))"],
        cwd=ROOT,
        env={"PYTHONIOENCODING": "cp1252", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert "\\u5831" in ended.stdout


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_that_other_systems_always_have_a_screen(platform: str) -> None:
    assert has_display({}, platform)


@pytest.mark.parametrize(
    ("platform", "variables", "place"),
    [
        ("win32", {"LOCALAPPDATA": "local"}, "local/CostCurve/costcurve.log"),
        ("win32", {}, "home/AppData/Local/CostCurve/costcurve.log"),
        ("darwin", {}, "home/Library/Logs/CostCurve/costcurve.log"),
    ],
)
def test_that_the_log_lies_where_the_readme_says(
    monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str], place: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: Path("home"))
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert logs.log_path().as_posix() == place


def test_that_a_file_sent_by_the_finder_is_opened(tmp_path: Path) -> None:
    """In a process of its own: an application is made once."""
    code = (
        "from types import SimpleNamespace\n"
        "from PySide6.QtCore import QEvent\n"
        "from PySide6.QtGui import QFileOpenEvent\n"
        "from costcurve_gui.window.program import make_application, open_what_is_sent\n"
        "import sys; sys.platform = 'darwin'\n"
        "application = make_application(); opened = []\n"
        "open_what_is_sent(application, SimpleNamespace(open_paths=opened.extend))\n"
        "application.sendEvent(application, QFileOpenEvent('/data/march.csv'))\n"
        "application.sendEvent(application, QEvent(QEvent.Type.User))\n"
        "sys.exit(opened != ['/data/march.csv'])\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr


def test_that_elsewhere_no_file_is_sent() -> None:
    open_what_is_sent(SimpleNamespace(), None)  # type: ignore[arg-type]
