"""From batches of replicates to all of them, watched and cancelled between the batches."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec

    Batch = TypeVar("Batch")


def collected(
    batches: Iterable[Batch],
    value: Callable[[Batch], Floats],
    spec: BootstrapSpec,
    progress: Progress = NO_PROGRESS,
    doing: str = "resampling",
) -> Floats:
    """Return a value of every replicate, shape (replicates, ...).

    Parameters
    ----------
    batches : iterable
        What a resampler yields.
    value : callable
        From a batch of b replicates to an array of shape (b, ...).
    spec : BootstrapSpec
        What was asked for.
    progress : Progress, optional
        Advanced after each batch, in replicates.
    doing : str, default "resampling"
        What it is told of.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.
    """
    parts: list[Floats] = []
    done = 0
    progress.advance(0, spec.replicates, doing)
    for batch in batches:
        parts.append(value(batch))
        done += len(parts[-1])
        progress.advance(done, spec.replicates, doing)
    return np.concatenate(parts)
