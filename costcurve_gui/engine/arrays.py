"""Array types of the engine, and what is done with any array: read-only, in chunks, summarised."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Iterator


Floats: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]
Indices: TypeAlias = NDArray[np.int64]
Counts: TypeAlias = NDArray[Any]
"""Cumulative sums of one class: unsigned integers, or float64 where rows have weights or costs."""
Rows: TypeAlias = slice | NDArray[np.integer[Any]]
"""Which rows of a table are asked for."""
_Array = TypeVar("_Array", bound=NDArray[Any])
CHUNK = 1 << 15
"""Rows per step of an elementwise pass: a handful of float64 temporaries stays in the L2 cache."""
GATHER_CHUNK = 500_000
"""Elements that one call may gather while other threads wait for the interpreter."""


def gather(values: NDArray[Any], rows: NDArray[np.integer[Any]], out: NDArray[Any]) -> None:
    """Write ``values[rows]`` into `out`, so that other threads get their turn in between."""
    for start, stop in chunks(0, rows.size, GATHER_CHUNK):
        # mode "clip" gathers straight into `out`; all rows are valid.
        np.take(values, rows[start:stop], out=out[start:stop], mode="clip")


def read_only(array: _Array) -> _Array:
    """Return `array` itself after forbidding writes to it."""
    array.setflags(write=False)
    return array


def wide(sums: Counts) -> Counts:
    """Return counts as numbers that can be subtracted and multiplied without wrapping around.

    >>> wide(np.array([2, 3], dtype=np.uint8)).dtype
    dtype('int64')
    """
    return sums if sums.dtype.kind == "f" else sums.astype(np.int64)


def distinct(*arrays: _Array) -> _Array:
    """Return the values of all arrays together, ascending and each once.

    As `numpy.unique`, which brings all of `numpy.ma` along when it is first called.

    >>> distinct(np.array([3, 1]), np.array([1, 2])).tolist()
    [1, 2, 3]
    """
    values = np.concatenate(arrays)
    values.sort()
    first = np.ones(values.size, dtype=np.bool_)
    first[1:] = values[1:] != values[:-1]
    return values[first]  # type: ignore[return-value]


def sum_of_products(a: NDArray[Any], b: Floats) -> float:
    """Return the inner product without the threads of a BLAS, which cost more than they save.

    >>> sum_of_products(np.array([1, 2]), np.array([0.5, 0.25]))
    1.0
    """
    return float((a * b).sum())


def effective_number(weights: Floats) -> float:
    """Return how many equal weights vary as much as these: ``(sum w)**2 / sum w**2``.

    Parameters
    ----------
    weights : ndarray of float64, shape (n,)
        At least 0.

    Returns
    -------
    float
        At most n; 0 where no weight is above 0.

    References
    ----------
    .. [1] Kish (1965), Survey Sampling.

    Examples
    --------
    >>> effective_number(np.array([2.0, 2.0, 0.0])), effective_number(np.array([3.0, 1.0]))
    (2.0, 1.6)
    """
    squares = sum_of_products(weights, weights)
    return float(weights.sum()) ** 2 / squares if squares else 0.0


def chunks(start: int, stop: int, size: int = CHUNK) -> Iterator[tuple[int, int]]:
    """Yield the (start, stop) of consecutive chunks.

    >>> list(chunks(1, 6, 2))
    [(1, 3), (3, 5), (5, 6)]
    """
    for low in range(start, stop, size):
        yield low, min(low + size, stop)


@dataclass(frozen=True, slots=True)
class ClassSummary:
    """Weighted mean, smallest and largest value; each is NaN where a value is NaN."""

    mean: float
    smallest: float
    largest: float


def class_summary(
    values: Floats | float, members: Bools, weights: Floats | None = None
) -> ClassSummary:
    """Summarise `values` over the rows where `members` is True.

    Parameters
    ----------
    values : float or ndarray of float64, shape (n,)
        Rows outside the class are not looked at.
    members : ndarray of bool, shape (n,)
        The class, at least one row of weight above 0.
    weights : ndarray of float64, shape (n,), optional
        Sample weights, which count for the mean alone.

    Examples
    --------
    >>> import numpy as np
    >>> class_summary(np.array([1.0, np.nan, 5.0]), np.array([True, False, True]))
    ClassSummary(mean=3.0, smallest=1.0, largest=5.0)
    """
    if not isinstance(values, np.ndarray):
        return ClassSummary(float(values), float(values), float(values))
    total, weight = 0.0, 0.0
    smallest, largest = math.inf, -math.inf
    for start, stop in chunks(0, members.size):
        inside = members[start:stop]
        part = values[start:stop][inside]
        smallest = float(np.minimum(smallest, part.min(initial=math.inf)))
        largest = float(np.maximum(largest, part.max(initial=-math.inf)))
        part_weights = None if weights is None else weights[start:stop][inside]
        with np.errstate(over="ignore", invalid="ignore"):  # the caller refuses such payoffs
            total += float(part.sum() if part_weights is None else part @ part_weights)
        weight += part.size if part_weights is None else float(part_weights.sum())
    return ClassSummary(total / weight, smallest, largest)
