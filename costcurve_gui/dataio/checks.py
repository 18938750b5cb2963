"""What must hold of loaded columns, in words that name column, rows and values."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.dataio.columns import CALCULATE
from costcurve_gui.dataio.errors import SHOWN, DataError, UnclearError, listed, plural
from costcurve_gui.dataio.roles.proposal import label_counts
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from costcurve_gui.dataio.cells import BadCells
    from costcurve_gui.dataio.roles.column_roles import Roles
    from costcurve_gui.dataio.source import Source

_MOST_NAMED = 20  # values of a message
_LEAST_WEIGHT, _LARGEST_WEIGHT = 1e-100, 1e100  # products of their sums are far from overflow


def check_classes(source: Source, roles: Roles, y_true: NDArray[np.bool_]) -> None:
    """Refuse a sample without positives or without negatives."""
    positives = int(np.count_nonzero(y_true))
    if 0 < positives < y_true.size:
        return
    kept = " kept by the filter" if roles.where else ""
    counts = label_counts(source, roles.label)
    named = " or ".join(roles.all_positive)
    others = [value for value in counts if value not in roles.all_positive]
    value = named if positives else others[0] if len(others) == 1 else ""
    state = value or f"not {named}"
    raise DataError(
        tr(
            "All {size} rows{kept} are {state}. Curves need both classes.",
            size=y_true.size,
            kept=kept,
            state=state,
        ),
        file=source.name,
        column=roles.label,
    )


def text_in_scores(
    column: str, bad: BadCells, keep: NDArray[np.bool_] | None, rows: int, reason: str = ""
) -> DataError | None:
    """Return the error of a column with text among its numbers, None where no kept row has any.

    `reason` says why the text is not read as numbers, where it looks like some.
    """
    cells = bad.kept(keep)
    first = list(islice(cells, SHOWN))
    if not first:
        return None
    count = len(first) + sum(1 for _ in cells)
    named = [f'{row + 1} "{text}"' for row, text in first]
    advice = ""
    shown = f"{plural(count, 'row')}: {listed([*named, *[''] * (count - len(named))])}"
    because = f": {reason}" if reason else ""
    if all(text.startswith("=") for _, text in first):
        message = f"{column} has formulas without a value in {shown}. {CALCULATE}"
    elif count == (rows if keep is None else int(np.count_nonzero(keep))):
        holds = f'{column} holds text ("{first[0][1]}"), not numbers'
        message = f"{holds}{because}. Choose another column."
    else:
        has = f"{column} has text in {shown}{because}"
        message = f"{has}. Count as missing, or choose another column."
        values = ",".join(dict.fromkeys(bad.texts[:_MOST_NAMED]))
        advice = f'Say --missing-values "{values}" to count as missing.'
    rows_named = [row + 1 for row, _ in first]
    return UnclearError(message, "text", (), column=column, rows=rows_named, advice=advice)


def changed_numbers(
    column: str, cells: BadCells, keep: NDArray[np.bool_] | None
) -> DataError | None:
    """Return the error of whole numbers that float64 cannot tell apart, None where there are none.

    Their order would be lost.
    """
    found = list(cells.kept(keep))
    if not found:
        return None
    named = [f"{row + 1} ({text})" for row, text in found]
    whole = all(text.lstrip("+-").isdigit() for _, text in found if text)
    kind = "whole numbers above 2^53" if whole else "numbers that float64 does not tell apart"
    repair = "subtract a constant or divide them" if whole else "write their logarithms or ranks"
    return DataError(
        f"{column} has {kind} in {plural(len(found), 'row')}: {listed(named)}. "
        f"They cannot be told apart exactly: {repair}, or choose another column.",
        column=column,
        rows=[row + 1 for row, _ in found[:SHOWN]],
    )


def check_weights(
    column: str,
    weight: NDArray[np.float64],
    y_true: NDArray[np.bool_],
    row_numbers: NDArray[np.int64] | None,
) -> None:
    """Refuse weights that are missing, negative or extreme, and a class without weight."""
    within = (weight >= _LEAST_WEIGHT) & (weight <= _LARGEST_WEIGHT)
    wrong = np.flatnonzero(~(within | (weight == 0)))
    if wrong.size:
        rows = wrong + 1 if row_numbers is None else row_numbers[wrong]
        named = listed(
            f"{row} ({'missing' if np.isnan(value) else f'{value:g}'})"
            for row, value in zip(rows.tolist(), weight[wrong].tolist(), strict=True)
        )
        raise DataError(
            tr(
                "{column} is not a weight in {size}: {named}. Weights are 0, or numbers from "
                "1e-100 to 1e100.",
                column=column,
                size=plural(wrong.size, "row"),
                named=named,
            ),
            column=column,
            rows=rows[:SHOWN].tolist(),
        )
    if not weight[y_true].any() or not weight[~y_true].any():
        raise DataError(
            tr("{column} is 0 for every row of one class.", column=column), column=column
        )


def require_values(
    column: str,
    absent: NDArray[np.bool_],
    row_numbers: NDArray[np.int64] | None,
    wanted: str,
) -> None:
    """Refuse a column without a value in some of the rows kept; the first of them are named."""
    missing = np.flatnonzero(absent)
    if not missing.size:
        return
    rows = (missing + 1 if row_numbers is None else row_numbers[missing]).tolist()
    raise DataError(
        tr(
            "{column} has no value in {size}: {listed}. Every row needs a {wanted}.",
            column=column,
            size=plural(missing.size, "row"),
            listed=listed(rows),
            wanted=wanted,
        ),
        column=column,
        rows=rows[:SHOWN],
    )


def check_scores(scores: Mapping[str, NDArray[np.float64]]) -> dict[str, int]:
    """Count missing scores by column; refuse a column without any score."""
    missing = {}
    for column, values in scores.items():
        missing[column] = int(np.count_nonzero(np.isnan(values)))
        if missing[column] == values.size:
            raise DataError(tr("{column} has no score in any row.", column=column), column=column)
    return missing
