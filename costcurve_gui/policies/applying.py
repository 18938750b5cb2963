"""Apply a policy to a file that is looked at first: who is acted on, and how it differs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.dataio.csv_writer import header_line
from costcurve_gui.dataio.roles.choice import unknown_column
from costcurve_gui.dataio.writers import atomic_path
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.policies.decide_request import DecideRequest
from costcurve_gui.policies.deciding import (
    decide_file,
    decide_scores,
    id_cell,
    read_scores,
    summary,
    write_decisions,
)
from costcurve_gui.policies.precision import in_single
from costcurve_gui.policies.rule import ACT, LEAVE, REFER, UNDECIDED
from costcurve_gui.policies.segment_rows import decide_in_segments

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from costcurve_gui.dataio.source import Source
    from costcurve_gui.policies.decide_request import Decided
    from costcurve_gui.policies.per_case import PerCaseDecisions
    from costcurve_gui.policies.saved import SavedPolicy


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """The rows of a file as a policy needs them: scores, NaN where missing, and identifiers.

    `cases` is what a rule of each case decides about them, `decided` what is decided by thresholds
    of segments.
    """

    source: Source
    column: str
    id: str | None
    scores: NDArray[np.float64]
    ids: list[str] | None
    cases: PerCaseDecisions | None = None
    decided: NDArray[np.int8] | None = None

    @property
    def missing(self) -> int:
        """Rows that cannot be decided: without a score, or what their payoffs take."""
        return int(np.count_nonzero(np.isnan(self.merits(lower=False))))

    def merits(self, *, lower: bool) -> NDArray[np.float64]:
        """Return what rows are taken by, the highest first: their scores, or expected gains.

        `lower` is whether low scores mean positive.
        """
        if self.cases is not None:
            return self.cases.gains
        return -self.scores if lower else self.scores

    @property
    def repeated(self) -> int:
        """Rows whose identifier was met before."""
        return 0 if self.ids is None else len(self.ids) - len(set(self.ids))

    def name(self, row: int) -> str:
        """Return what identifies a row: its identifier, or its number from 1."""
        return str(row + 1) if self.ids is None else self.ids[row]


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """Who is acted on.

    `order` has all scored rows, the highest first (the lowest, where low scores mean positive; by
    expected gain, where each case is decided by its own), equal ones in the order of the file; the
    first `acted` of them are acted on, unless a mixture draws: then `chosen` says so row by row.
    `tied` rows have the score or gain of the last one, of which `taken` are acted on. `referred`
    says whom a review band leaves to a person, None without one.
    """

    order: NDArray[np.int64]
    chosen: NDArray[np.bool_]
    tied: int = 0
    taken: int = 0
    referred: NDArray[np.bool_] | None = None

    @property
    def reviewed(self) -> int:
        """How many are referred to a person."""
        return 0 if self.referred is None else int(np.count_nonzero(self.referred))

    @property
    def acted(self) -> int:
        """How many are acted on."""
        return int(np.count_nonzero(self.chosen))

    @property
    def rows(self) -> NDArray[np.int64]:
        """The rows that are acted on, the highest score first."""
        found: NDArray[np.int64] = self.order[self.chosen[self.order]]
        return found


def read_rows(
    source: Source,
    column: str,
    id_column: str | None,
    progress: Progress = NO_PROGRESS,
    grades: Sequence[str] = (),
) -> Rows:
    """Read what a policy needs of a file; `grades` as of `read_scores`.

    Raises
    ------
    DataError
        Where there is no such column, or a score is not a number.
    """
    known = [one.name for one in source.columns]
    for name in (column, id_column):
        if name is not None and name not in known:
            raise unknown_column(name, known, source.name)
    scores, ids = read_scores(source, column, id_column, progress, grades)
    return Rows(source, column, id_column, scores, ids)


def with_cases(policy: SavedPolicy, rows: Rows, progress: Progress = NO_PROGRESS) -> Rows:
    """Return rows with what a policy decides about each by its payoffs or segment, if it does so.

    Raises
    ------
    DataError
        Where the file has no column that the payoffs take, or text in one; no column of the
        segments, or a value there that has no threshold.
    """
    if policy.segments is not None:
        given = _on(policy, rows), rows.scores, rows.source, progress
        return replace(rows, decided=decide_in_segments(*given))
    if policy.calibration is None:
        return rows
    from costcurve_gui.policies.per_case import decide_per_case
    from costcurve_gui.policies.per_case_files import read_payoff_columns

    columns = read_payoff_columns(rows.source, policy.calibration, progress)
    high = -rows.scores if policy.lower_is_positive else rows.scores
    return replace(rows, cases=decide_per_case(policy.calibration, high, columns))


def reaching(policy: SavedPolicy, rows: Rows) -> Cut:
    """Return who is acted on by the rule itself; rows that cannot be decided are left alone."""
    if rows.cases is not None:
        return Cut(_order(policy, rows), rows.cases.acts)
    if rows.decided is not None:
        return Cut(_order(policy, rows), rows.decided == ACT)
    request = DecideRequest(_on(policy, rows), rows.id, "leave")
    decided, _ = decide_scores(request, rows.scores, rows.ids, rows.source.name)
    referred = decided == REFER if policy.has_review else None
    return Cut(_order(policy, rows), decided == ACT, referred=referred)


def highest(policy: SavedPolicy, rows: Rows, count: int, *, all_tied: bool = False) -> Cut:
    """Return the rows of highest score, or expected gain, whatever the threshold of the policy is.

    No row is taken that acting on is expected to lose by.

    Parameters
    ----------
    count : int
        How many, at most all that have a score.
    all_tied : bool
        Whether rows that have the score of the last one are taken as well.
    """
    order = _order(policy, rows)
    merits = rows.merits(lower=policy.lower_is_positive)[order]
    gaining = order.size if rows.cases is None else int(np.count_nonzero(merits >= 0))
    count = min(count, gaining)
    chosen = np.zeros(rows.scores.size, np.bool_)
    if not count:
        return Cut(order, chosen)
    edge = merits == merits[count - 1]
    tied, taken = int(np.count_nonzero(edge)), int(np.count_nonzero(edge[:count]))
    if all_tied:
        count, taken = count + tied - taken, tied
    chosen[order[:count]] = True
    return Cut(order, chosen, tied, taken)


def _order(policy: SavedPolicy, rows: Rows) -> NDArray[np.int64]:
    merits = rows.merits(lower=policy.lower_is_positive)
    known = np.flatnonzero(~np.isnan(merits))
    found: NDArray[np.int64] = known[np.argsort(-merits[known], kind="stable")]
    return found


def as_planned(policy: SavedPolicy, rows: Rows) -> Decided:
    """Return what the rule itself decides, counted as the checks against the plan need it."""
    cut = reaching(policy, rows)
    decided = np.where(cut.chosen, ACT, LEAVE).astype(np.int8)
    return summary(policy, rows.scores, decided)


def outside(policy: SavedPolicy, rows: Rows) -> tuple[int, int]:
    """Return how many scores lie above the highest, and below the lowest, that the plan saw."""
    seen = policy.score
    if seen is None:
        return 0, 0
    scores = rows.scores
    low, high = in_single(seen.minimum), in_single(seen.maximum)
    with np.errstate(over="ignore"):
        rounded = scores.astype(np.float32)
    above = (scores > seen.maximum) & (rounded != high)
    below = (scores < seen.minimum) & (rounded != low)
    return int(np.count_nonzero(above)), int(np.count_nonzero(below))


def write_ids(rows: Rows, cut: Cut, path: Path, *, progress: Progress = NO_PROGRESS) -> str:
    """Write the identifiers of those acted on, the highest score first, and return the name.

    Without a column of identifiers these are the numbers of the rows. What a spreadsheet would
    take for a formula gets an apostrophe.
    """
    progress.advance(0, 1, path.name)
    with atomic_path(path) as part, part.open("w", encoding="utf-8", newline="") as out:
        out.write(f"{header_line((rows.id or 'row',))}\n")
        out.writelines(f"{id_cell(rows.name(row))}\n" for row in cut.rows.tolist())
    return path.name


def write_all(
    policy: SavedPolicy,
    rows: Rows,
    cut: Cut | None,
    path: Path,
    *,
    progress: Progress = NO_PROGRESS,
) -> str:
    """Write every row with its decision, as `decide` does, and return the name of the file.

    Without a `cut` the rule itself decides, in a stream; a missing score leaves the decision empty.
    """
    request = DecideRequest(_on(policy, rows), rows.id, "empty")
    if cut is None:
        decide_file(rows.source, request, path, progress)
        return path.name
    progress.advance(0, 1, path.name)
    decided = np.where(cut.chosen, ACT, LEAVE).astype(np.int8)
    decided[np.isnan(rows.merits(lower=False))] = UNDECIDED
    expected = None if rows.cases is None else rows.cases.expected(cut.chosen)
    with atomic_path(path) as part:
        write_decisions(request, rows.scores, decided, None, rows.ids, part, expected)
    return path.name


def _on(policy: SavedPolicy, rows: Rows) -> SavedPolicy:
    """Return a policy that reads its scores from the column of the file."""
    return replace(policy, score_column=rows.column)
