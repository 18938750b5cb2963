"""Apply policies with a threshold for each segment: in memory, and what a stream needs for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.dataio.cells import ABSENT
from costcurve_gui.dataio.errors import DataError, listed, one_of, plural
from costcurve_gui.dataio.roles.choice import unknown_column
from costcurve_gui.dataio.segments import NO_VALUE, SegmentColumn
from costcurve_gui.dataio.table import Matches
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.policies.decide_request import SHOWN
from costcurve_gui.policies.precision import fitted
from costcurve_gui.policies.rule import decide

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from costcurve_gui.dataio.source import Source
    from costcurve_gui.policies.saved import SavedPolicy, SegmentThresholds


@dataclass(frozen=True, slots=True)
class SegmentCodes:
    """Which number stands for each segment of a policy in the answer to `request`."""

    request: Matches
    names: Mapping[int, str]

    @classmethod
    def of(cls, rules: SegmentThresholds) -> SegmentCodes:
        """Return the numbers of the segments that have a threshold."""
        present = tuple(name for name in rules.thresholds if name != NO_VALUE)
        names = dict(enumerate(present, start=1))
        if NO_VALUE in rules.thresholds:
            names[ABSENT] = NO_VALUE
        return cls(Matches(rules.column, present), names)


def column_of_rules(
    rules: SegmentThresholds,
    source: Source,
    rows: NDArray[np.int64] | None = None,
    progress: Progress = NO_PROGRESS,
) -> SegmentColumn:
    """Return the segment of each row, of the segments that have a threshold.

    Parameters
    ----------
    rows : ndarray of int64, optional
        Numbers of the rows that count, from 1 on; all without.

    Raises
    ------
    DataError
        Where the column is missing, or one of these rows has a value without a threshold.
    """
    columns = [column.name for column in source.columns]
    if rules.column not in columns:
        raise unknown_column(rules.column, columns, source.name)
    known = SegmentCodes.of(rules)
    codes = source.table.read([known.request], progress).arrays[known.request].astype(np.int64)
    numbers = np.arange(1, codes.size + 1) if rows is None else rows
    codes = codes[numbers - 1]
    unknown = numbers[~np.isin(codes, [*known.names])]
    if unknown.size:
        raise unknown_segments(rules, unknown.size, unknown[:SHOWN].tolist(), source.name)
    place = np.zeros(ABSENT + 1, np.int64)
    place[[*known.names]] = np.arange(len(known.names))
    return SegmentColumn(rules.column, tuple(known.names.values()), place[codes])


def decide_in_segments(
    policy: SavedPolicy,
    scores: NDArray[np.float64],
    source: Source,
    progress: Progress,
) -> NDArray[np.int8]:
    """Return what a policy decides about the rows of a file; as `rule.decide`.

    Raises
    ------
    DataError
        Where a row has a value that the policy has no threshold for.
    """
    policy = fitted(policy, scores)
    rules = policy.segments
    if rules is None:
        return decide(policy, scores)
    column = column_of_rules(rules, source, progress=progress)
    decided = np.zeros(scores.size, np.int8)
    for code, name in enumerate(column.values):
        rows = column.codes == code
        one = replace(policy, threshold=rules.thresholds[name], segments=None)
        decided[rows] = decide(one, scores[rows])
    return decided


def unknown_segments(
    rules: SegmentThresholds, count: int, rows: Sequence[int], file: str
) -> DataError:
    """Return the error of rows whose segment has no threshold, `rows` being the first of them."""
    return DataError(
        f"{plural(count, 'row')} of {rules.column} {'has' if count == 1 else 'have'} a value "
        f"without a threshold (row {listed(rows)}); the policy has one for "
        f"{one_of([*rules.thresholds], shown=50)}. Leave such rows out, or plan again with them.",
        file=file,
        column=rules.column,
        rows=rows,
    )
