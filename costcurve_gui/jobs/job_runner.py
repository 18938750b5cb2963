"""Jobs in thread pools, which bring what they say to the GUI thread.

Workers never touch Qt: signals sent straight from worker threads crash on several PySide6
releases. They put their outcome on a queue and wake the GUI thread, which empties it; a GUI timer
does so too, where there is nothing to wake it with, and looks how far the jobs are.
"""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import StrEnum
from queue import Empty, SimpleQueue
from threading import Event
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from costcurve_gui.engine.progress import Cancelled, Progress
from costcurve_gui.jobs.wake_up import WakeUp

if TYPE_CHECKING:
    from collections.abc import Callable


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


DRAIN_INTERVAL_MS = 15
WORKERS = {Pool.INTERACTIVE: 2, Pool.BACKGROUND: 1, Pool.HOUSEKEEPING: 1}
_log = logging.getLogger(__name__)


def _nothing() -> None:
    """Ignore that a job was cancelled."""


@dataclass(eq=False, slots=True)
class _Job:
    key: JobKey
    label: str
    pool: Pool
    fn: Callable[..., Any]
    args: tuple[object, ...]
    on_result: Callable[[Any], None]
    on_error: Callable[[Exception], None]
    on_cancelled: Callable[[], None]
    progress: JobProgress = field(default_factory=JobProgress)
    told: tuple[int, int, str] = (0, 0, "")

    def status(self) -> JobStatus:
        return JobStatus(self.key, self.label, *self.progress.latest)


class JobRunner(QObject):
    """The runner of the program. Emits `job_started`, `job_progressed`, `job_finished`.

    Each signal carries a `JobStatus`. A job that was replaced or cancelled finishes at once for
    everyone who listens; its thread ends at the next point where it reports progress.
    """

    job_started = Signal(object)
    job_progressed = Signal(object)
    job_finished = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs: dict[JobKey, _Job] = {}
        self._outcomes: SimpleQueue[tuple[_Job, object, Exception | None]] = SimpleQueue()
        self._pools = {
            pool: ThreadPoolExecutor(workers, thread_name_prefix=pool.value)
            for pool, workers in WORKERS.items()
        }
        self._background_turn = Event()
        self._background_turn.set()
        self._background_held = False
        self._timer = QTimer(self)
        self._timer.setInterval(DRAIN_INTERVAL_MS)
        self._timer.timeout.connect(self._drain)
        self._wake_up = WakeUp(self._drain)
        self._closed = False

    @property
    def busy(self) -> bool:
        """Whether an outcome is awaited."""
        return bool(self._jobs)

    def start(
        self,
        key: JobKey,
        label: str,
        fn: Callable[..., Any],
        *args: object,
        on_result: Callable[[Any], None],
        on_error: Callable[[Exception], None],
        on_cancelled: Callable[[], None] = _nothing,
        pool: Pool = Pool.INTERACTIVE,
    ) -> None:
        """Run `fn(*args, progress=...)` off the GUI thread, instead of any job with this key.

        One of `on_result` and `on_error` is called in the GUI thread, or `on_cancelled` where
        the job was cancelled; none where a newer job replaced it or the runner was shut down.
        """
        if self._closed:
            return
        self._give_up(key)
        job = _Job(key, label, pool, fn, args, on_result, on_error, on_cancelled)
        self._jobs[key] = job
        self._pass_turn()
        self._timer.start()
        self.job_started.emit(job.status())
        self._submit(job)

    def cancel(self, key: JobKey) -> None:
        """Give up a job; a key that is not at work is fine."""
        job = self._give_up(key)
        if job is not None:
            job.on_cancelled()

    def hold_background(self, held: bool) -> None:
        """Let the background pause while the GUI thread needs the processor, or go on."""
        self._background_held = held
        self._pass_turn()

    def cancel_all(self) -> None:
        """Give up every job."""
        for key in tuple(self._jobs):
            self.cancel(key)

    def shutdown(self) -> None:
        """Give up every job and wait until the threads have noticed.

        No caller is told: it would tell a window that closes, or is gone when a pause is over.
        """
        self._closed = True
        for key in tuple(self._jobs):
            self._give_up(key)
        self._pass_turn()
        for pool in self._pools.values():
            pool.shutdown(wait=True, cancel_futures=True)
        self._timer.stop()
        self._wake_up.close()

    def _submit(self, job: _Job) -> None:
        if job.pool is Pool.BACKGROUND:
            job.progress.turn = self._background_turn
        self._wake_up.open()
        self._pools[job.pool].submit(self._work, job)

    def _pass_turn(self) -> None:
        """Let the background work while the user waits for nothing."""
        waited_for = any(job.pool is Pool.INTERACTIVE for job in self._jobs.values())
        if not self._closed and (waited_for or self._background_held):
            self._background_turn.clear()
        else:
            self._background_turn.set()

    def _give_up(self, key: JobKey) -> _Job | None:
        job = self._jobs.pop(key, None)
        if job is not None:
            job.progress.cancel()
            self._finish(job)
        return job

    def _work(self, job: _Job) -> None:
        """Run in a worker thread. An unwanted outcome is released here, with its arrays."""
        result: object = None
        failure: Exception | None = None
        try:
            job.progress.await_turn()
            result = job.fn(*job.args, progress=job.progress)
        except Cancelled:
            return
        except Exception as error:  # noqa: BLE001 - whatever went wrong is the GUI thread's to tell
            failure = error
        if not job.progress.cancelled:
            self._outcomes.put((job, result, failure))
            self._wake_up.ask()

    def _drain(self) -> None:
        self._report_progress()
        while True:
            try:
                outcome = self._outcomes.get_nowait()
            except Empty:
                break
            self._deliver(*outcome)

    def _report_progress(self) -> None:
        for job in tuple(self._jobs.values()):
            if job.progress.latest != job.told:
                job.told = job.progress.latest
                self.job_progressed.emit(job.status())

    def _deliver(self, job: _Job, result: object, error: Exception | None) -> None:
        if self._jobs.get(job.key) is not job:
            return  # replaced or given up while its outcome was under way
        del self._jobs[job.key]
        self._finish(job)
        if error is None:
            job.on_result(result)
        else:
            _log.info("a job ended with an error", exc_info=error)
            job.on_error(error)

    def _finish(self, job: _Job) -> None:
        self._pass_turn()
        if not self._jobs:
            self._timer.stop()
        self.job_finished.emit(job.status())
