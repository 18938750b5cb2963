"""Sequences, arrays, Series and DataFrames as columns of numbers or of texts."""

from __future__ import annotations

import sys
from decimal import Decimal
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from costcurve_gui.dataio.arrays import Cells


def is_frame(values: object) -> bool:
    """Whether values are a DataFrame, of pandas or polars."""
    return hasattr(values, "columns") and hasattr(values, "__getitem__")


def frame_columns(frame: Any) -> dict[str, Any]:
    """Return the columns of a DataFrame, or of a mapping, by their names as text."""
    names = frame.columns if is_frame(frame) else frame
    return {str(name): frame[name] for name in names}


def is_column(values: Any) -> bool:
    """Whether something is a column of values, and neither a number nor text."""
    return not isinstance(values, str | bytes) and np.ndim(values) > 0


def as_array(values: Any, argument: str) -> NDArray[Any]:
    """Return values as an array, with the argument named where that is impossible.

    Raises
    ------
    TypeError, ValueError
    """
    if not is_column(values):
        raise TypeError(f"{argument} must be a column of values, not {type(values).__name__}")
    try:
        if isinstance(values, np.ma.MaskedArray):
            values = np.ma.filled(values.astype(object), None)
        array: NDArray[Any] = np.asarray(
            values.to_numpy() if hasattr(values, "to_numpy") else values
        )
    except ValueError as error:
        raise ValueError(f"{argument} is no column of values: {error}") from error
    return array


def as_cells(values: object, argument: str) -> Cells:
    """Return one value a case: numbers, NaN where missing, or texts, empty where missing."""
    array = as_array(values, argument)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise ValueError(f"{argument} must have one value a case, not the shape {array.shape}")
    kind = array.dtype.kind
    if kind in "iuf":
        return array
    if kind in "OT":
        return _of_objects(array.astype(object))
    if kind in "cV":
        raise TypeError(f"{argument} must be numbers or text, not {array.dtype}")
    return ["" if text == "NaT" else text for text in array.astype(str).tolist()]


def as_scores(values: object, argument: str) -> Cells:
    """Return scores; True and False are 1 and 0, as of a model that only decides."""
    array = as_array(values, argument)
    return as_cells(array.astype(np.float64) if array.dtype.kind == "b" else array, argument)


def _of_objects(array: NDArray[Any]) -> Cells:
    values = array.tolist()
    missing = [_is_missing(value) for value in values]
    present = [value for value, gone in zip(values, missing, strict=True) if not gone]
    if present and all(isinstance(one, Real | Decimal) and not _is_bool(one) for one in present):
        if not any(missing) and all(isinstance(one, int | np.integer) for one in present):
            return np.array(values, dtype=np.int64)
        pairs = zip(values, missing, strict=True)
        return np.array([np.nan if gone else float(value) for value, gone in pairs])
    return ["" if gone else str(value) for value, gone in zip(values, missing, strict=True)]


def _is_bool(value: object) -> bool:
    return isinstance(value, bool | np.bool_)


def _is_missing(value: object) -> bool:
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, float | np.floating | Decimal) and value != value


def require_one_length(columns: Mapping[str, Cells], rows: int, first: str) -> None:
    """Raise ValueError where a column is longer or shorter than the first argument."""
    for argument, cells in columns.items():
        if len(cells) != rows:
            raise ValueError(f"{argument} has {len(cells)} values, and {first} has {rows}")


def require_one_order(given: Iterable[tuple[str, object]]) -> None:
    """Raise ValueError where two pandas indexes hold the same labels in different orders.

    Columns align by position: that would pair the values of different rows.
    """
    pandas = sys.modules.get("pandas")
    if pandas is None:
        return
    indexed = [
        (argument, values.index)
        for argument, values in given
        if isinstance(values, pandas.Series | pandas.DataFrame)
    ]
    for argument, index in indexed[1:]:
        first, known = indexed[0]
        same_labels = len(index) == len(known) and not index.equals(known)
        if same_labels and index.sort_values().equals(known.sort_values()):
            raise ValueError(
                f"{argument} has the index labels of {first} in another order, and columns align "
                f"by position; reindex it, or hand over {argument}.to_numpy()"
            )
