"""Part the cases of a file: those of one value of a column, or those that are told."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.dataio.columns import Kind
from costcurve_gui.dataio.errors import DataError, all_of
from costcurve_gui.dataio.roles.choice import unknown_column
from costcurve_gui.dataio.roles.column_names import is_identifier
from costcurve_gui.dataio.row_columns import in_file_order, kept, sealed
from costcurve_gui.dataio.table import Matches, Texts
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.dataio.source import Source


def cases_with(
    source: Source, dataset: Dataset, column: str, value: str, progress: Progress = NO_PROGRESS
) -> NDArray[np.bool_]:
    """Return which cases of a dataset have a value in a column of its file.

    Parameters
    ----------
    value : str
        As it is written in the file, or a number that is equal to it: 1 stands for 1.0 too.

    Raises
    ------
    DataError
        Where there is no such column, no case has the value, or every case has it.
    """
    known = [one.name for one in source.columns]
    if column not in known:
        raise unknown_column(column, known, source.name)
    profile = source.column(column)
    counts = profile.counts if source.complete else source.table.counts(column, progress)
    spellings = tuple(text for text in counts if _same(text, value))
    if not spellings:
        raise DataError(
            tr(
                "{column} has no row with {value}. There are {values}.",
                column=column,
                value=value,
                values=all_of([*counts]),
            ),
            file=source.name,
            column=column,
        )
    request = Matches(column, spellings)
    codes = source.table.read([request], progress).arrays[request]
    matches = (codes > 0) & (codes <= len(spellings))
    rows = slice(None) if dataset.row_numbers is None else dataset.row_numbers - 1
    found: NDArray[np.bool_] = matches[rows]
    if found.all() or not found.any():
        which = "Every" if found.all() else "No"
        raise DataError(
            tr(
                "{which} case in use has {value} in {column}: none is left to choose or to "
                "validate.",
                which=which,
                value=value,
                column=column,
            ),
            file=source.name,
            column=column,
        )
    return found


def _same(text: str, value: str) -> bool:
    if text == value.strip():
        return True
    with suppress(ValueError):
        return float(text) == float(value)
    return False


def part_of(dataset: Dataset, cases: NDArray[np.bool_]) -> Dataset:
    """Return some cases of a dataset, in its order.

    Parameters
    ----------
    cases : ndarray of bool, shape (rows,)
        True for those to be kept.

    Raises
    ------
    DataError
        Where a class is missing among them.
    """
    y_true = kept(dataset.y_true, cases)
    for present, label in (
        (y_true.any(), dataset.positive_label),
        (not y_true.all(), dataset.negative_label),
    ):
        if not present:
            raise DataError(
                tr(
                    "Of {size} cases none is {label}. Both classes are needed on both sides.",
                    size=y_true.size,
                    label=label,
                ),
                file=dataset.info_name,
            )
    numbers = np.arange(1, dataset.rows + 1) if dataset.row_numbers is None else dataset.row_numbers
    scores = _kept_of(dataset.scores, cases)
    fold, names = _folds(dataset, cases)
    return replace(
        dataset,
        y_true=sealed(y_true),
        scores=scores,
        numeric=_kept_of(dataset.numeric, cases),
        weight=None if dataset.weight is None else sealed(kept(dataset.weight, cases)),
        fold=fold,
        fold_names=names,
        group=None if dataset.group is None else in_file_order(kept(dataset.group, cases)),
        row_numbers=sealed(kept(numbers, cases)),
        missing={name: int(np.count_nonzero(np.isnan(one))) for name, one in scores.items()},
    )


def _kept_of(
    columns: Mapping[str, NDArray[Any]], cases: NDArray[np.bool_]
) -> dict[str, NDArray[Any]]:
    return {name: sealed(kept(values, cases)) for name, values in columns.items()}


def _folds(
    dataset: Dataset, cases: NDArray[np.bool_]
) -> tuple[NDArray[np.int16] | None, tuple[str, ...]]:
    """Return the folds that are left; one alone is no fold."""
    if dataset.fold is None:
        return None, ()
    left, positions = np.unique(kept(dataset.fold, cases), return_inverse=True)
    if left.size < 2:
        return None, ()
    names = tuple(dataset.fold_names[position] for position in left.tolist())
    return sealed(positions.astype(np.int16)), names


def texts_of(source: Source, column: str, progress: Progress = NO_PROGRESS) -> NDArray[np.object_]:
    """Return the text of a column on every row of a file.

    Raises
    ------
    DataError
        Where there is no such column.
    """
    known = [one.name for one in source.columns]
    if column not in known:
        raise unknown_column(column, known, source.name)
    wanted = Texts(column, raw=True)
    return np.asarray(source.table.read([wanted], progress).arrays[wanted], object)


def text_identifier(source: Source) -> str | None:
    """Return the column of a file that names its cases by text; None where numbers do, or none."""
    for column in source.columns:
        if is_identifier(column) and column.kind is Kind.TEXT:
            return column.name
    return None
