"""DuckDB at work in a thread of its own, and what stops it."""

import signal

import duckdb
import pytest

from costcurve_gui.dataio.formats.duckdb_connection import run_interruptibly
from costcurve_gui.engine.progress import Cancelled, Progress

ENDLESS = "SELECT count(*) FROM range(10_000_000_000_000) t(a) WHERE sin(a) = 2"


@pytest.fixture
def connection():
    with duckdb.connect() as opened:
        yield opened


def test_that_what_the_work_returns_or_raises_comes_back(connection):
    def fail():
        raise KeyError("x")

    assert run_interruptibly(connection, lambda: 7) == 7
    with pytest.raises(KeyError):
        run_interruptibly(connection, fail)


def test_that_a_cancelled_query_ends(connection):
    progress = Progress(lambda *_: progress.cancel())
    with pytest.raises(Cancelled):
        run_interruptibly(connection, lambda: connection.execute(ENDLESS), progress)
    assert connection.execute("SELECT 1").fetchone() == (1,)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="timers as POSIX has them")
def test_that_a_query_has_ended_when_a_signal_ends_the_wait(connection):
    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            run_interruptibly(connection, lambda: connection.execute(ENDLESS))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert connection.execute("SELECT 1").fetchone() == (1,)


def test_that_too_little_memory_is_a_memory_error(connection):
    connection.execute("SET memory_limit='20MB'")
    with pytest.raises(MemoryError):
        run_interruptibly(
            connection,
            lambda: connection.execute("SELECT list(a) FROM range(10_000_000) t(a)").fetchall(),
        )
