"""Fails a test that logs a warning or worse without expecting it."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator


class LogWatch(logging.Handler):
    """Collects warnings and errors; `expecting` takes those that a test provokes on purpose."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.unexpected: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.unexpected.append(f"{record.name}: {record.levelname}: {record.getMessage()}")

    @contextmanager
    def expecting(self, words: str) -> Iterator[None]:
        """Take the warnings logged inside; at least one of them must contain `words`."""
        before = len(self.unexpected)
        yield
        logged = self.unexpected[before:]
        del self.unexpected[before:]
        assert any(words in message for message in logged), f"nothing logged {words!r}: {logged}"


@pytest.fixture(autouse=True)
def log_watch() -> Iterator[LogWatch]:
    watch = LogWatch()
    root = logging.getLogger("costcurve_gui")
    root.addHandler(watch)
    yield watch
    root.removeHandler(watch)
    if watch.unexpected:
        pytest.fail("logged without being expected: " + "; ".join(watch.unexpected))
