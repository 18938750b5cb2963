"""Rows to keep, and the small steps that loading takes with arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.expressions import Expression, ExpressionError, compile_filter

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurve_gui.dataio.source import Source

_CHUNK = 500_000  # rows between two chances for other threads


def row_filter(source: Source, where: str) -> Expression | None:
    """Return the condition that rows must fulfil; None where all are kept."""
    if not where.strip():
        return None
    numeric = [column.name for column in source.columns if column.kind.is_numeric]
    try:
        return compile_filter(where, numeric, [column.name for column in source.columns])
    except ExpressionError as fault:
        raise DataError(f"The filter {where}: {fault.message}", file=source.name) from fault


def kept(values: NDArray[Any], keep: NDArray[np.bool_] | None) -> NDArray[Any]:
    """Return the values of the rows to keep, in steps that let other threads run."""
    if keep is None:
        return values
    result = np.empty(np.count_nonzero(keep), dtype=values.dtype)
    done = 0
    for start in range(0, values.size, _CHUNK):
        part = values[start : start + _CHUNK][keep[start : start + _CHUNK]]
        result[done : done + part.size] = part
        done += part.size
    return result


def sealed(values: NDArray[Any]) -> NDArray[Any]:
    """Make an array read-only."""
    values.setflags(write=False)
    return values


def natural_order(value: str) -> tuple[float, str]:
    """Sort numbers by value and before text: 2 before 10."""
    try:
        return (float(value), value)
    except ValueError:
        return (float("inf"), value)
