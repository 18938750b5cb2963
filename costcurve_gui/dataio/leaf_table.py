"""Read the leaves of decision trees: the class that each concludes, its cases and its errors."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.dataio.choosing import positive_value
from costcurve_gui.dataio.count_columns import CountColumns, refuse_rows
from costcurve_gui.dataio.errors import DataError, all_of, plural
from costcurve_gui.dataio.labels import one_spelling
from costcurve_gui.dataio.table_kind import LEAF_COLUMNS, column_called
from costcurve_gui.engine.counts.tree_leaves import tree_table
from costcurve_gui.engine.errors import SingleClassError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from costcurve_gui.dataio.source import Source
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
    from costcurve_gui.engine.progress import Progress


def read_trees(
    source: Source, positive: str | None, progress: Progress
) -> tuple[dict[str, ThresholdTable], int, list[str], tuple[str, str]]:
    """Return the trees in file order, the rows, what to be warned of, and both classes' names."""
    columns = CountColumns(source, LEAF_COLUMNS[:3], LEAF_COLUMNS[3:], progress)
    concluded = one_spelling(columns.names("class"))
    labels = _classes(source, concluded, positive)
    rows_of = _rows_of_trees(columns.names("model"), columns.names("leaf"))
    matched, errors = columns.counts("matched"), columns.counts("errors")
    _check_errors(matched, errors)
    is_positive = np.array([value == labels[0] for value in concluded])
    trees = {}
    for model, rows in rows_of.items():
        try:
            trees[model] = tree_table(is_positive[rows], matched[rows], errors[rows])
        except SingleClassError as fault:
            raise _single_class(model, fault, labels) from fault
    return trees, columns.rows, _warnings(matched), labels


def _classes(source: Source, concluded: Sequence[str], positive: str | None) -> tuple[str, str]:
    """Return the positive and the negative class."""
    values = list(dict.fromkeys(concluded))
    if len(values) > 2:
        raise DataError(
            f"class has {len(values)} values: {all_of(values)}. A leaf concludes one of two.",
            column="class",
        )
    if len(values) == 1 and positive:
        return positive, values[0] if values[0] != positive else f"not {positive}"
    if len(values) == 1:
        raise DataError(
            f"Every leaf concludes {values[0]}. Name the class that is positive.", column="class"
        )
    chosen = positive_value(source, column_called(source, "class"), positive)
    return chosen, next(value for value in values if value != chosen)


def _rows_of_trees(models: Sequence[str], leaves: Sequence[str]) -> dict[str, list[int]]:
    """Return the rows of each tree; no leaf may stand in two of them."""
    rows: dict[str, list[int]] = defaultdict(list)
    seen: dict[tuple[str, str], int] = {}
    for row, (model, leaf) in enumerate(zip(models, leaves, strict=True)):
        first = seen.setdefault((model, leaf), row)
        if first != row:
            raise DataError(
                f"leaf {leaf} of {model} stands in rows {first + 1} and {row + 1}. "
                "Each leaf of a tree needs one row.",
                column="leaf",
                rows=(first + 1, row + 1),
            )
        rows[model].append(row)
    return rows


def _check_errors(matched: NDArray[np.float64], errors: NDArray[np.float64]) -> None:
    refuse_rows(
        "errors",
        "exceeds matched",
        np.flatnonzero(errors > matched),
        errors,
        "errors are those of the matched cases that are of the other class.",
    )


def _single_class(model: str, fault: SingleClassError, labels: tuple[str, str]) -> DataError:
    missing = labels[0] if fault.missing_class == "positive" else labels[1]
    return DataError(
        f"The leaves of {model} hold no case of {missing}. A curve needs both classes.",
        column="class",
    )


def _warnings(matched: NDArray[np.float64]) -> list[str]:
    empty = int(np.count_nonzero(matched == 0))
    if not empty:
        return []
    return [f"{plural(empty, 'row')} of leaves that match no case; they add nothing"]
