"""The line on a terminal that says how far a report is."""

import io
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from costcurve_gui.cli import progress
from costcurve_gui.cli.progress import Steps, ended_by_signals
from costcurve_gui.dataio.errors import MOST_SHOWN, readable

ROOT = Path(__file__).resolve().parents[2]


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def time():
    """The seconds of a clock that the test moves."""
    return [0.0]


@pytest.fixture
def steps(time, monkeypatch):
    monkeypatch.setattr(progress.shutil, "get_terminal_size", lambda: os.terminal_size((40, 24)))
    return Steps(Terminal(), clock=lambda: time[0])


def lines(steps):
    return [line.rstrip() for line in steps._stream.getvalue().split("\r") if line]


def test_that_what_and_how_many_and_the_time_left_are_told(steps, time):
    steps.expect(2)
    steps.expect(1, weight=2.0)
    steps.begin("Reading a.csv")
    time[0] = 10
    steps.begin("Writing roc.csv")
    time[0] = 15
    steps.advance(1, 2)
    assert lines(steps) == [
        "Reading a.csv: 1 of 3",
        "Writing roc.csv: 2 of 3, about 30 s lef",
        "Writing roc.csv: 2 of 3, about 25 s lef",
    ]


def test_that_a_step_never_goes_back_and_is_not_told_too_often(steps, time):
    steps.expect(2)
    steps.begin("Reading")
    time[0] = 10
    steps.advance(1, 2)
    before = steps.text
    time[0] = 10.05
    steps.advance(1, 100)
    assert steps.text == before == "Reading: 1 of 2, about 30 s left"
    assert len(lines(steps)) == 2


def test_that_a_line_fits_and_is_taken_away(steps):
    steps.begin("Writing \x1b[31m" + 60 * "x")
    steps.clear()
    assert all(len(line) <= 39 for line in lines(steps))
    assert "\x1b" not in steps._stream.getvalue()
    assert steps._stream.getvalue().endswith("\r" + 39 * " " + "\r")


def test_that_a_file_or_a_pipe_gets_nothing():
    stream = io.StringIO()
    steps = Steps(stream)
    steps.begin("Reading")
    steps.advance(1, 2)
    steps.clear()
    assert stream.getvalue() == ""


@pytest.mark.parametrize("mark", ["\x1b", "\x07", "\x9b", "\u202e", "\ufeff", "\udcfc", "\x7f"])
def test_that_control_characters_are_spelled_out(mark):
    spelled = readable(f"column a{mark}[2J")
    assert spelled == f"column a{mark.encode('unicode_escape').decode()}[2J"
    assert spelled.isprintable()


def test_that_a_message_is_one_line_and_keeps_the_marks_of_thousands():
    assert readable("a\r\nb\u2028c\td  e") == "a b c d e"
    assert readable("1\u202f234\u00a0rows") == "1\u202f234\u00a0rows"


def test_that_a_long_message_keeps_its_beginning_and_its_end():
    text = readable("No column " + 10_000 * "x" + "; name one of these")
    assert len(text) == MOST_SHOWN
    assert text.startswith("No column xxx")
    assert text.endswith("xxx; name one of these")


def test_that_a_signal_that_python_had_to_ignore_ends_the_next_step(steps):
    with ended_by_signals():
        with suppress(SystemExit):  # as in the callback of a weak reference
            signal.raise_signal(signal.SIGTERM)
        with pytest.raises(SystemExit) as ended:
            steps.begin("next")
    assert ended.value.code == 128 + signal.SIGTERM
    with ended_by_signals():
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            steps.begin("next")
    with ended_by_signals():
        steps.begin("of the next report")


TESTS = """
import signal
from costcurve_gui.cli.progress import ended_by_signals

def test_that_is_under_way():
    with ended_by_signals():
        signal.raise_signal(signal.SIGTERM)

def test_that_would_come_next():
    pass
"""


@pytest.mark.skipif(os.name == "nt", reason="signals as POSIX has them")
def test_that_a_signal_ends_a_run_of_tests_and_fails_none_of_them(tmp_path):
    (tmp_path / "test_signal.py").write_text(TESTS, encoding="utf-8")
    words = ["-p", "tests.conftest", "-p", "no:cacheprovider", "-c", ROOT / "pyproject.toml"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words, tmp_path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 128 + signal.SIGTERM
    assert "ended by SIGTERM" in done.stdout
    assert "failed" not in done.stdout
