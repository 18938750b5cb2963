"""What a bootstrap is asked for, its random numbers, its batches, and the percentile interval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from costcurve_gui.engine.arrays import chunks
from costcurve_gui.engine.distributions.normal import require_level
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from costcurve_gui.engine.arrays import Floats

    Batch = TypeVar("Batch")


BATCH = 100
"""Replicates that share a random generator, and are in memory together."""


@dataclass(frozen=True, slots=True)
class BootstrapSpec:
    """How often to resample, how sure to be, and where the random numbers start.

    Attributes
    ----------
    replicates : int
        At least 1.
    level : float
        Confidence of the percentile intervals, between 0 and 1.
    seed : int
        At least 0. The same seed gives the same replicates, and the first hundred of a thousand
        are those of a hundred.
    groups : str or None
        What the groups are called that are drawn whole, such as "customer", or "" where they have
        no name; None where instances are drawn. Known of a sample, so set by its resampler.
    independent : bool
        Whether models that are compared are drawn from cases of their own each: likewise.

    Raises
    ------
    ConstraintError
        Where a value lies outside its range.
    """

    replicates: int = 2000
    level: float = 0.90
    seed: int = 0
    groups: str | None = None
    independent: bool = False

    def __post_init__(self) -> None:
        require_level(self.level)
        if self.replicates < 1:
            raise ConstraintError(f"At least 1 replicate is needed, not {self.replicates}.")
        if self.seed < 0:
            raise ConstraintError(f"The seed must be at least 0; it is {self.seed}.")

    @property
    def grouped(self) -> bool:
        """Whether whole groups are drawn."""
        return self.groups is not None

    @property
    def by_groups(self) -> str:
        """What is drawn in words, where that is groups: by groups of customer."""
        return by_groups(self.groups)


def by_groups(name: str | None) -> str:
    """Say that groups of a name are taken whole; nothing where there are none.

    >>> by_groups("customer"), by_groups(""), by_groups(None)
    ('by groups of customer', 'by groups', '')
    """
    if name is None:
        return ""
    return f"by groups of {name}" if name else "by groups"


def generators(spec: BootstrapSpec, stream: int = 0) -> Iterator[tuple[int, np.random.Generator]]:
    """Yield the size of each batch and its own generator.

    A batch depends on the seed, the stream and its number alone, so it does not matter which
    thread works on it, nor how many batches follow.

    Parameters
    ----------
    spec : BootstrapSpec
        What was asked for.
    stream : int, default 0
        Numbers of one stream are independent of those of another.

    Examples
    --------
    >>> [size for size, _ in generators(BootstrapSpec(replicates=250))]
    [100, 100, 50]
    """
    for number, (start, stop) in enumerate(chunks(0, spec.replicates, BATCH)):
        sequence = np.random.SeedSequence(spec.seed, spawn_key=(stream, number))
        yield stop - start, np.random.Generator(np.random.PCG64(sequence))


def percentile_interval(replicates: Floats, level: float) -> tuple[Floats, Floats]:
    """Return the percentile interval over the first axis, with linear interpolation.

    Parameters
    ----------
    replicates : ndarray of float64, shape (b, ...)
        A value per replicate. Columns that hold a NaN have no interval: NaN.
    level : float
        Confidence, such as 0.9: then the 5 % and the 95 % quantile.

    Returns
    -------
    lower, upper : ndarray of float64, shape (...)

    References
    ----------
    .. [1] Drummond & Holte (2006), section 4.6.

    Examples
    --------
    >>> percentile_interval(np.arange(101.0), 0.9)
    (np.float64(5.0), np.float64(95.0))
    """
    require_level(level)
    # Sorting each column in one piece of memory is quicker than numpy.percentile.
    ordered = np.sort(np.ascontiguousarray(np.moveaxis(replicates, 0, -1)), axis=-1)
    last = ordered.shape[-1] - 1
    high = (1 + level) / 2 * last
    return _quantile(ordered, last - high), _quantile(ordered, high)


def _quantile(ordered: Floats, position: float) -> Floats:
    last = ordered.shape[-1] - 1
    below = min(int(position), max(last - 1, 0))
    low, high = ordered[..., below], ordered[..., min(below + 1, last)]
    unknown = np.isnan(ordered[..., -1])  # NaN is sorted to the end
    value: Floats = np.where(unknown, np.nan, low + (position - below) * (high - low))
    return value[()]


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
        Receives the number of replicates done.

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
