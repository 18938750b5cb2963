"""Sequences, arrays, Series and DataFrames as columns of numbers or of texts."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from decimal import Decimal
from numbers import Real
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from costcurve_gui.dataio.cells import inexact_cells

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from numpy.typing import NDArray

    from costcurve_gui.dataio.arrays import Cells


_LARGEST_INTEGER = 2**63
_LOOKED_AT = 1_000  # objects that tell whether a column is text


def require_in_memory(values: object, argument: str) -> None:
    """Raise TypeError for a table that is still to be computed, such as a LazyFrame."""
    if hasattr(type(values), "collect"):
        raise TypeError(f"{argument} is a {type(values).__name__}; hand over {argument}.collect()")


def is_frame(values: object) -> bool:
    """Whether values are a DataFrame, of pandas or polars."""
    return hasattr(values, "columns") and hasattr(values, "__getitem__")


def frame_columns(frame: Any, argument: str) -> dict[str, Any]:
    """Return the columns of a DataFrame, or of a mapping, by their names as text.

    Raises
    ------
    ValueError
        Where a name occurs twice, or is empty.
    """
    names = list(frame.columns if is_frame(frame) else frame)
    texts = [str(name) for name in names]
    if "" in texts:
        raise ValueError(f"{argument} has a column without a name")
    twice = next((text for text in texts if texts.count(text) > 1), None)
    if twice is not None:
        raise ValueError(f"{argument} has {texts.count(twice)} columns named {twice!r}")
    return {text: frame[name] for text, name in zip(texts, names, strict=True)}


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
        raise ValueError(f"{argument} is not a column of values: {error}") from error
    return array


def as_cells(values: object, argument: str) -> Cells:
    """Return one value a case: numbers, NaN where missing, or texts, empty where missing."""
    array = as_array(values, argument)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise ValueError(f"{argument} must have one value a case, not the shape {array.shape}")
    kind = array.dtype.kind
    if kind == "f" and array.dtype.itemsize > np.dtype(np.float64).itemsize:
        return _unless_changed(array, ["" if one != one else str(one) for one in array])
    if kind in "iuf":
        return array
    if kind in "OT":
        return _of_objects(array.astype(object))
    if kind in "cV":
        raise TypeError(f"{argument} must be numbers or text, not {array.dtype}")
    return _of_times(array) if kind == "M" else _without_nat(array.astype(str))


def _of_times(array: NDArray[Any]) -> list[str]:
    """Return times as pandas writes them into a CSV: without the hour where all are midnights."""
    days = array.astype("datetime64[D]")
    if np.all((days == array) | np.isnat(array)):
        return _without_nat(days.astype(str))
    whole_seconds = array.astype("datetime64[s]")
    precise = np.any((whole_seconds != array) & ~np.isnat(array))
    texts = _without_nat((array if precise else whole_seconds).astype(str))
    return [text.replace("T", " ") for text in texts]


def _without_nat(texts: NDArray[Any]) -> list[str]:
    return ["" if text == "NaT" else text for text in texts.tolist()]


def as_scores(values: object, argument: str) -> Cells:
    """Return scores; True and False are 1 and 0, as of a model that only decides."""
    array = as_array(values, argument)
    return as_cells(array.astype(np.float64) if array.dtype.kind == "b" else array, argument)


class Texts(Sequence[str]):
    """Objects as texts, empty where missing; each is made when it is looked at.

    A DataFrame may have many columns of text that no expression names.
    """

    def __init__(self, values: NDArray[Any]) -> None:
        self._values = values

    def __len__(self) -> int:
        return int(self._values.size)

    def __iter__(self) -> Iterator[str]:
        return map(_text, self._values.tolist())

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        found = self._values[place]
        return list(map(_text, found.tolist())) if isinstance(place, slice) else _text(found)


def _of_objects(array: NDArray[Any]) -> Cells:
    """Return objects as numbers where all that are there are numbers, else as texts."""
    step = max(1, array.size // _LOOKED_AT)
    if not all(map(_is_number_or_missing, array[::step].tolist())):
        return Texts(array)
    values = array.tolist()
    if all(map(_is_missing, values)) or not all(map(_is_number_or_missing, values)):
        return Texts(array)
    if all(isinstance(one, int | np.integer) for one in values):
        fits = max(map(abs, values)) < _LARGEST_INTEGER
        return np.array(values, dtype=np.int64) if fits else list(map(str, values))
    texts = ["" if _is_missing(value) else str(value) for value in values]
    return _unless_changed(np.array(values, dtype=object), texts)


def _unless_changed(array: NDArray[Any], texts: list[str]) -> Cells:
    """Return numbers as float64; as texts, which are told apart, where that would merge some."""
    numbers = [np.nan if _is_missing(value) else float(value) for value in array]
    doubles = np.array(numbers, dtype=np.float64)
    decimal = all(text[-1:].isdigit() or text == "" for text in texts)
    return texts if decimal and inexact_cells(texts, doubles).rows else doubles


def _text(value: object) -> str:
    return "" if _is_missing(value) else str(value)


def _is_number_or_missing(value: object) -> bool:
    if _is_bool(value):
        return False
    return isinstance(value, Real | Decimal) or _is_missing(value)


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
