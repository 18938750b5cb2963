"""What a window leaves behind when it dies, and only then."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from costcurve_gui.startup import crash_files
from costcurve_gui.startup.crash_files import CrashFiles
from costcurve_gui.startup.logs import state_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
PATIENCE = 60  # seconds
ENDING = """
import faulthandler, os, signal, sys
from costcurve_gui.startup.crash_files import CrashFiles
with CrashFiles() as files:
    files.record(["/data/march.csv"])
    files.record(["/data/march.csv", "/data/april.csv"])
    print("ready", flush=True)
    {end}
"""
DIES = ENDING.format(end="faulthandler._sigsegv()")
WAITS = ENDING.format(end="sys.stdin.read()")


@pytest.fixture(autouse=True)
def pytest_keeps_its_own_handler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crash_files.faulthandler, "enable", lambda _file: None)
    monkeypatch.setattr(crash_files.faulthandler, "disable", lambda: None)


def left() -> list[str]:
    return sorted(path.name for path in state_folder().glob("session-*"))


def run(script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", script], check=False, cwd=ROOT, capture_output=True, text=True
    )


@pytest.fixture
def living() -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-c", WAITS],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    yield process
    process.kill()
    process.communicate()


def test_that_a_crash_leaves_its_files_and_where_it_was() -> None:
    assert run(DIES).returncode == -signal.SIGSEGV
    with CrashFiles() as files:
        (crash,) = files.crashes()
        assert crash.files == ("/data/march.csv", "/data/april.csv")
        assert crash.trace.startswith("Fatal Python error: Segmentation fault")
        assert 'File "<string>", line 8' in crash.trace
        assert time.time() - crash.ended.timestamp() < PATIENCE


def test_that_a_process_that_ends_leaves_nothing() -> None:
    assert run(ENDING.format(end="pass")).returncode == 0
    assert run(ENDING.format(end="raise SystemExit(3)")).returncode == 3
    assert left() == []


def test_that_the_file_of_a_living_process_is_left_alone(living: subprocess.Popen[str]) -> None:
    with CrashFiles() as files:
        assert files.crashes() == ()
        assert len(left()) == 2
    assert left() == [f"session-{living.pid}-0.txt"]


def test_that_a_killed_process_had_files_open_but_no_trace(living: subprocess.Popen[str]) -> None:
    living.kill()
    living.wait()
    with CrashFiles() as files:
        (crash,) = files.crashes()
    assert crash.files
    assert crash.trace == ""


def test_that_a_process_killed_with_nothing_open_is_nothing_to_tell() -> None:
    run("import os\nfrom costcurve_gui.startup.crash_files import CrashFiles\n"
        "CrashFiles().__enter__()\nos._exit(1)")  # fmt: skip
    assert len(left()) == 1
    with CrashFiles() as files:
        assert files.crashes() == ()
    assert left() == []


def test_that_a_crash_is_told_until_somebody_has_dealt_with_it() -> None:
    run(DIES)
    again = "from costcurve_gui.startup.crash_files import CrashFiles\n"
    again += "import os\nfiles = CrashFiles().__enter__()\nprint(len(files.crashes()))\nos._exit(1)"
    assert run(again).stdout.split() == ["1"]
    with CrashFiles() as files:
        assert len(files.crashes()) == 1
        files.forget_crashes()
        assert files.crashes() == ()
    assert left() == []


def test_that_one_crash_is_told_by_one_window(living: subprocess.Popen[str]) -> None:
    run(DIES)
    with CrashFiles() as first, CrashFiles() as second:
        assert len(first.crashes()) == 1
        assert second.crashes() == ()


def test_that_an_id_that_comes_again_is_another_file() -> None:
    state_folder().mkdir(parents=True)
    old = state_folder() / f"session-{os.getpid()}-0.txt"
    old.write_text('["/data/march.csv"]\n', encoding="utf-8")
    with CrashFiles() as files:
        assert [crash.path for crash in files.crashes()] == [old]
        assert f"session-{os.getpid()}-1.txt" in left()


def test_that_a_damaged_file_is_no_obstacle() -> None:
    state_folder().mkdir(parents=True)
    (state_folder() / "session-1-0.txt").write_bytes(b'["/a.csv"]\n[broken\n\xff\xfe')
    with CrashFiles() as files:
        (crash,) = files.crashes()
    assert crash.files == ("/a.csv",)


def test_that_a_window_starts_where_there_is_no_room_for_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    with CrashFiles() as files:
        files.record(["/data/march.csv"])
        assert files.crashes() == ()


# --- the whole program --------------------------------------------------------------------------


def end_window(number: int) -> int:
    """Start the window with a file, end it by a signal once the file is open, return the status."""
    window = subprocess.Popen(
        [sys.executable, "main.py", "--example", "german_credit_half"],
        cwd=ROOT,
        stderr=subprocess.DEVNULL,
    )
    own = state_folder() / f"session-{window.pid}-0.txt"
    end = time.monotonic() + PATIENCE
    while not (own.exists() and own.stat().st_size) and time.monotonic() < end:
        time.sleep(0.05)
    window.send_signal(number)
    return window.wait(PATIENCE)


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_that_a_window_that_is_asked_to_end_leaves_no_mark(name: str) -> None:
    number = getattr(signal, name)
    assert end_window(number) == 128 + number
    assert left() == []
    assert Path(os.environ["XDG_CONFIG_HOME"], "CostCurve", "CostCurve.ini").exists()


def test_that_a_window_that_dies_leaves_its_open_file() -> None:
    assert end_window(signal.SIGSEGV) == -signal.SIGSEGV
    with CrashFiles() as files:
        (crash,) = files.crashes()
    assert [Path(path).name for path in crash.files] == ["german_credit_half.csv"]
    assert "Segmentation fault" in crash.trace
