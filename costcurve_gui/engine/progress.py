"""Progress and cancellation of long computations, without any toolkit."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable


class Cancelled(Exception):  # noqa: N818  # an answer to a request, not an error
    """Raised inside a computation that was asked to stop."""


class Progress:
    """Carries progress out of a computation and a request to stop into it.

    Parameters
    ----------
    report : callable, optional
        Called with (done, total, message) in the thread of the computation.

    Examples
    --------
    >>> progress = Progress(print)
    >>> progress.advance(1, 4, "sorting")
    1 4 sorting
    >>> progress.cancel()
    >>> progress.advance(2, 4, "sorting")
    Traceback (most recent call last):
    costcurve_gui.engine.progress.Cancelled
    """

    def __init__(self, report: Callable[[int, int, str], object] | None = None) -> None:
        self._report = report
        self._cancelled = Event()

    @property
    def cancelled(self) -> bool:
        """Whether a stop was asked for."""
        return self._cancelled.is_set()

    def cancel(self) -> None:
        """Ask the computation to stop at its next `advance`; safe from any thread."""
        self._cancelled.set()

    def advance(self, done: int, total: int, message: str = "") -> None:
        """Report that `done` of `total` steps are finished.

        Raises
        ------
        Cancelled
            Where `cancel` was called before.
        """
        if self.cancelled:
            raise Cancelled
        if self._report is not None:
            self._report(done, total, message)

    def part(self, turn: int, turns: int) -> Progress:
        """Return the progress of one of several parts of equal length, counted from 0.

        Examples
        --------
        >>> Progress(print).part(1, 2).advance(3, 4, "drawing")
        7 8 drawing
        """
        return Progress(
            lambda done, total, message: self.advance(turn * total + done, turns * total, message)
        )


class _NoProgress(Progress):
    """Shared by all callers that watch no progress, so it cannot be cancelled."""

    def cancel(self) -> None:
        raise RuntimeError(
            "NO_PROGRESS is shared and cannot be cancelled; pass a Progress of your own"
        )


NO_PROGRESS: Final[Progress] = _NoProgress()
