from __future__ import annotations

import logging
import os
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from costcurve_gui.startup import logs
from costcurve_gui.startup.faults import TITLE, catch_faults

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.helpers.logfail import LogWatch


@pytest.fixture
def log_file() -> Iterator[Path]:
    logs.start_logging()
    yield logs.log_path()
    logs.stop_logging()


def raise_uncaught(error: Exception) -> None:
    try:
        raise error
    except type(error):
        sys.excepthook(*sys.exc_info())  # type: ignore[arg-type]


def test_that_a_start_with_nothing_to_tell_makes_no_file(log_file: Path) -> None:
    assert not log_file.exists()


def test_that_the_log_says_when_where_and_what(log_file: Path, log_watch: LogWatch) -> None:
    with log_watch.expecting("something"):
        logging.getLogger("costcurve_gui.jobs").warning("something %s", "odd")
    text = log_file.read_text(encoding="utf-8")
    assert "WARNING" in text
    assert "costcurve_gui.jobs: something odd" in text


def test_that_logging_starts_once(log_file: Path) -> None:
    handlers = list(logging.getLogger("costcurve_gui").handlers)
    logs.start_logging()
    assert logging.getLogger("costcurve_gui").handlers == handlers
    assert not log_file.exists()


def test_that_a_folder_that_cannot_be_made_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log_watch: LogWatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    logs.start_logging()
    with log_watch.expecting("something"):
        logging.getLogger("costcurve_gui").warning("something")
    assert "no place for a log" in logs.where_to_read()
    logs.stop_logging()
    assert not logs.log_path().exists()


def test_that_a_user_without_a_home_is_told_so_and_stops_nothing(
    monkeypatch: pytest.MonkeyPatch, log_watch: LogWatch
) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setattr(logs.Path, "home", homeless)
    logs.start_logging()
    with log_watch.expecting("something"):
        logging.getLogger("costcurve_gui").warning("something")
    said = logs.where_to_read()
    logs.stop_logging()
    assert "no place for a log" in said


def test_that_a_place_for_the_log_needs_no_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(logs.sys, "platform", "linux")
    monkeypatch.setattr(logs.Path, "home", lambda: pytest.fail("asked for a home"))
    assert logs.log_path() == tmp_path / "costcurve" / "costcurve.log"


@pytest.mark.parametrize(
    ("platform", "variable"), [("linux", "XDG_STATE_HOME"), ("win32", "LOCALAPPDATA")]
)
def test_that_the_log_lies_where_the_system_wants_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, variable: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv(variable, str(tmp_path))
    assert logs.log_path().is_relative_to(tmp_path)


def test_that_an_uncaught_exception_is_logged_and_told_once(
    log_file: Path, log_watch: LogWatch
) -> None:
    told: list[tuple[str, str]] = []
    with catch_faults(lambda *words: told.append(words)), log_watch.expecting("uncaught"):
        for _ in range(3):
            raise_uncaught(ValueError("in every mouse move"))
        raise_uncaught(KeyError("another"))
    assert [title for title, _ in told] == [TITLE, TITLE]
    assert "ValueError: in every mouse move" in told[0][1]
    assert str(log_file) in told[0][1]
    assert log_file.read_text(encoding="utf-8").count("builtins.ValueError\n") == 3


def test_that_the_log_says_where_a_fault_was_and_names_no_data(
    log_file: Path, log_watch: LogWatch
) -> None:
    try:
        try:
            {}[f"customer {7}"]
        except KeyError as error:
            raise ValueError(f"amount {8}") from error
    except ValueError:
        with log_watch.expecting("a fault"):
            logging.getLogger("costcurve_gui").exception("a fault")
    text = log_file.read_text(encoding="utf-8")
    for data in ("customer 7", "amount 8"):
        assert data not in text
    assert text.index("builtins.KeyError") < text.index("builtins.ValueError")
    assert text.count("in test_that_the_log_says_where") == 2


@pytest.mark.skipif(os.name != "posix", reason="others have no modes")
def test_that_nobody_else_reads_the_log(
    log_file: Path, log_watch: LogWatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "_BYTES", 500)
    log_file.parent.mkdir(parents=True, exist_ok=True)
    log_file.touch(0o644)
    for number in range(20):
        with log_watch.expecting("something"):
            logging.getLogger("costcurve_gui").warning("something %s", number)
    files = [path for path in log_file.parent.iterdir() if path.name.startswith(log_file.name)]
    assert len(files) > 1
    assert {path.stat().st_mode & 0o777 for path in files} == {0o600}


def test_that_a_fault_in_another_thread_is_logged_and_opens_no_dialog(
    log_watch: LogWatch,
) -> None:
    told: list[tuple[str, str]] = []

    def stumble() -> None:
        raise ValueError("off the GUI thread")

    with catch_faults(lambda *words: told.append(words)), log_watch.expecting("in a thread"):
        thread = threading.Thread(target=stumble)
        thread.start()
        thread.join()
    assert told == []


def test_that_the_hooks_are_put_back() -> None:
    before = sys.excepthook, threading.excepthook
    with catch_faults(print):
        assert sys.excepthook is not before[0]
    assert (sys.excepthook, threading.excepthook) == before
