"""What a job is about, where it runs and how far it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from costcurve_gui.engine.progress import Progress


class JobKey(NamedTuple):
    """What a job is about: a newer job with the same key replaces the older one."""

    kind: str
    subject: str = ""


class Pool(StrEnum):
    """Where a job waits for its turn: what the user waits for goes before resampling."""

    INTERACTIVE = "interactive"
    BACKGROUND = "background"


@dataclass(frozen=True, slots=True)
class JobStatus:
    """How far a job is. `total` 0 means unknown."""

    key: JobKey
    label: str
    done: int = 0
    total: int = 0
    message: str = ""


class JobProgress(Progress):
    """Progress of one job: the worker writes `latest`, the GUI thread reads it."""

    def __init__(self) -> None:
        super().__init__(self._note)
        self.latest: tuple[int, int, str] = (0, 0, "")

    def _note(self, done: int, total: int, message: str) -> None:
        self.latest = (done, total, message)
