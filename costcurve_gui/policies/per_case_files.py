"""Decide case by case about the rows of a file: its score column, and what its payoffs take."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.dataio.errors import DataError, listed, plural
from costcurve_gui.dataio.roles.choice import unknown_column
from costcurve_gui.dataio.table import Numbers, Texts
from costcurve_gui.policies.decide_request import SHOWN
from costcurve_gui.policies.per_case import decide_per_case
from costcurve_gui.policies.rule import ACT, LEAVE, UNDECIDED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from costcurve_gui.dataio.source import Source
    from costcurve_gui.dataio.table import Request
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.policies.per_case import SavedCalibration
    from costcurve_gui.policies.saved import SavedPolicy

    Floats = NDArray[np.float64]


def read_payoff_columns(
    source: Source, calibration: SavedCalibration, progress: Progress
) -> dict[str, Floats]:
    """Return the columns that the payoffs of a rule take, NaN where a value is missing.

    Raises
    ------
    DataError
        Where a column is missing, or holds text.
    """
    require_columns(source, calibration)
    wanted: list[Request] = [Numbers(name) for name in calibration.columns]
    answer = source.table.read(wanted, progress)
    for request in answer.bad:
        raise DataError(
            f"{request.column} holds text, and the payoffs of the rule compute with it.",
            file=source.name,
            column=request.column,
        )
    return {
        request.column: np.asarray(answer.arrays[request], np.float64)
        for request in wanted
        if not isinstance(request, Texts)
    }


def require_columns(source: Source, calibration: SavedCalibration) -> None:
    """Raise `DataError` where a file lacks a column that the payoffs of a rule take."""
    known = [column.name for column in source.columns]
    for name in calibration.columns:
        if name not in known:
            raise unknown_column(name, known, source.name)


def decided_per_case(
    policy: SavedPolicy,
    scores: Floats,
    columns: Mapping[str, Floats],
    instead: int | None,
    file: str = "",
) -> tuple[NDArray[np.int8], Floats]:
    """Return the decision about each row, -1 where it is left open, and its expected payoff.

    `instead` is what is decided where score or payoffs are missing; None stops there.

    Raises
    ------
    DataError
        Where something is missing and nothing is to be decided instead.
    """
    if policy.calibration is None:
        raise ValueError("the policy does not decide case by case")
    high = -scores if policy.lower_is_positive else scores
    found = decide_per_case(policy.calibration, high, columns)
    if instead is None and not found.known.all():
        rows = (np.flatnonzero(~found.known)[:SHOWN] + 1).tolist()
        raise not_known(policy, int(np.count_nonzero(~found.known)), rows, file)
    decided = np.where(found.acts, ACT, LEAVE).astype(np.int8)
    decided[~found.known] = UNDECIDED if instead is None else instead
    return decided, found.expected(found.acts)


def not_known(policy: SavedPolicy, count: int, rows: Sequence[int], file: str) -> DataError:
    """Return the error of rows that lack a value, `rows` being the first of them."""
    columns = () if policy.calibration is None else policy.calibration.columns
    verb = "lacks" if count == 1 else "lack"
    more = ", \u2026" if count > len(rows) else ""
    return DataError(
        f"{plural(count, 'row')} {verb} a value in {listed((policy.column, *columns))} (row "
        f"{', '.join(map(str, rows))}{more}). Say what is decided there: --missing empty, act or "
        "leave.",
        file=file,
        column=policy.column,
        rows=rows,
    )
