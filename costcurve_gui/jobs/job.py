"""What a job is about, where it runs and how far it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.engine.progress import Cancelled, Progress

if TYPE_CHECKING:
    from threading import Event


class JobKey(NamedTuple):
    """What a job is about: a newer job with the same key replaces the older one."""

    kind: str
    subject: str = ""


class Pool(StrEnum):
    """Where a job waits for its turn.

    What the user waits for is `INTERACTIVE`. Resampling in the `BACKGROUND` pauses meanwhile:
    both would share processor and memory. `HOUSEKEEPING` is what nobody waits for.
    """

    INTERACTIVE = "interactive"
    BACKGROUND = "background"
    HOUSEKEEPING = "housekeeping"


@dataclass(frozen=True, slots=True)
class JobStatus:
    """How far a job is. `total` 0 means unknown."""

    key: JobKey
    label: str
    done: int = 0
    total: int = 0
    message: str = ""


class JobProgress(Progress):
    """Progress of one job: the worker writes `latest`, the GUI thread reads it.

    The worker of a job that has a `turn` pauses at each step until that is set.
    """

    def __init__(self) -> None:
        super().__init__(self._note)
        self.latest: tuple[int, int, str] = (0, 0, "")
        self.turn: Event | None = None

    def await_turn(self) -> None:
        """Pause the worker until it is the job's turn.

        Raises
        ------
        Cancelled
            Where the job was cancelled meanwhile.
        """
        if self.turn is not None:
            self.turn.wait()
        if self.cancelled:
            raise Cancelled

    def _note(self, done: int, total: int, message: str) -> None:
        self.latest = (done, total, message)
        self.await_turn()
