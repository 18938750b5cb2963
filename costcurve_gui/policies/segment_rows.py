"""Apply policies with a threshold for each segment: in memory, and what a stream needs for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.dataio.cells import ABSENT
from costcurve_gui.dataio.errors import DataError, listed, one_of, plural
from costcurve_gui.dataio.segments import NO_VALUE
from costcurve_gui.dataio.table import Matches
from costcurve_gui.policies.decide_request import SHOWN
from costcurve_gui.policies.rule import decide

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from costcurve_gui.dataio.source import Source
    from costcurve_gui.engine.progress import Progress
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
    rules = policy.segments
    if rules is None:
        return decide(policy, scores)
    known = SegmentCodes.of(rules)
    answer = source.table.read([known.request], progress)
    codes = answer.arrays[known.request].astype(np.int64)
    unknown = np.flatnonzero(~np.isin(codes, [*known.names]))
    if unknown.size:
        raise unknown_segments(rules, unknown.size, (unknown[:SHOWN] + 1).tolist(), source.name)
    decided = np.zeros(scores.size, np.int8)
    for code, name in known.names.items():
        rows = codes == code
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
