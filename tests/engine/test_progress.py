from __future__ import annotations

import pytest

from costcurve_gui.engine import NO_PROGRESS, Cancelled, Progress


def test_that_progress_is_reported_as_it_happens() -> None:
    seen: list[tuple[int, int, str]] = []
    progress = Progress(lambda *step: seen.append(step))
    progress.advance(1, 2, "reading")
    progress.advance(2, 2)
    assert seen == [(1, 2, "reading"), (2, 2, "")]


def test_that_a_cancelled_computation_stops_at_its_next_step_without_a_report() -> None:
    seen: list[tuple[int, int, str]] = []
    progress = Progress(lambda *step: seen.append(step))
    progress.cancel()
    assert progress.cancelled
    with pytest.raises(Cancelled):
        progress.advance(1, 2)
    assert seen == []


def test_that_nobody_can_cancel_the_shared_progress() -> None:
    with pytest.raises(RuntimeError, match="shared"):
        NO_PROGRESS.cancel()
    NO_PROGRESS.advance(1, 1)
