"""A job runner without threads, for tests that are about something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.jobs.job_runner import JobRunner

if TYPE_CHECKING:
    from costcurve_gui.jobs.job_runner import _Job


class InlineRunner(JobRunner):
    """Runs a job as soon as it is started, or, while `holding`, when `run_held` is called."""

    def __init__(self) -> None:
        super().__init__()
        self.holding = False
        self.labels: list[str] = []
        self._held: list[_Job] = []

    @property
    def held(self) -> int:
        """How many jobs are held back."""
        return len(self._held)

    def holds(self, label: str) -> bool:
        """Whether a job of this label is held back."""
        return any(job.label == label for job in self._held)

    def run_held(self) -> None:
        """Run what was held back, in the order in which it was started."""
        held, self._held = self._held, []
        for job in held:
            self._run(job)

    def _submit(self, job: _Job) -> None:
        self.labels.append(job.label)
        if self.holding:
            self._held.append(job)
        else:
            self._run(job)

    def _run(self, job: _Job) -> None:
        self._work(job)
        self._drain()
