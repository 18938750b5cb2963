"""Decide about every row of a file: in one stream where DuckDB can read it, else in memory."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.dataio.checks import changed_numbers, text_in_scores
from costcurve_gui.dataio.csv_writer import cell_texts, header_line
from costcurve_gui.dataio.roles.choice import unknown_column
from costcurve_gui.dataio.roles.confidences import by_decision
from costcurve_gui.dataio.table import Numbers, Texts
from costcurve_gui.dataio.writers import atomic_path, text_cell
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.policies.decide_request import INSTEAD, SHOWN, Decided, without_score
from costcurve_gui.policies.grades import table_of_scores, texts_of
from costcurve_gui.policies.per_case_stream import decided_by_case_in_stream
from costcurve_gui.policies.precision import fitted
from costcurve_gui.policies.rule import ACT, REFER, UNDECIDED, decide, draws
from costcurve_gui.policies.segment_rows import decide_in_segments
from costcurve_gui.policies.streaming import decided_in_stream

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from costcurve_gui.dataio.csv_writer import Column
    from costcurve_gui.dataio.source import Source
    from costcurve_gui.dataio.table import Request
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.policies.decide_request import DecideRequest
    from costcurve_gui.policies.per_case import SavedCalibration
    from costcurve_gui.policies.saved import SavedPolicy


def decide_file(
    source: Source, request: DecideRequest, out: Path, progress: Progress = NO_PROGRESS
) -> Decided:
    """Decide about the rows of a file, in its order, and write what was decided as CSV.

    Raises
    ------
    DataError
        Where a column is missing, or a score is not a number, or there is none and `missing` says
        stop; then nothing is written.
    """
    policy = request.policy
    known = [column.name for column in source.columns]
    for name in request.columns:
        if name not in known:
            raise unknown_column(name, known, source.name)
    source = by_decision(source, policy.confidences)
    with atomic_path(out) as temporary:
        if policy.calibration is not None:
            given = source, request, policy.calibration, temporary, progress
            found = None if policy.grades else decided_by_case_in_stream(*given)
            return found or _case_by_case(*given)
        found = None  # DuckDB knows no order of grades
        if not policy.grades:
            found = decided_in_stream(source, request, temporary, progress)
        return found or _in_memory(source, request, temporary, progress)


def id_cell(text: str) -> str:
    """Return the text of an identifier as a cell; one that is a number stays one, signs too."""
    if text.startswith(("+", "-")):
        with suppress(ValueError):
            float(text)
            return text
    return text_cell(text)


def _case_by_case(
    source: Source,
    request: DecideRequest,
    calibration: SavedCalibration,
    target: Path,
    progress: Progress,
) -> Decided:
    """Decide with what each row pays where only memory will do."""
    from costcurve_gui.policies.per_case_files import decided_per_case, read_payoff_columns

    policy = request.policy
    scores, ids = read_scores(source, policy.column, request.id, progress, policy.grades)
    columns = read_payoff_columns(source, calibration, progress)
    stops = request.missing == "stop"
    instead = None if stops else INSTEAD.get(request.missing, UNDECIDED)
    decided, expected = decided_per_case(policy, scores, columns, instead, source.name)
    write_decisions(request, scores, decided, None, ids, target, expected)
    return summary(policy, scores, decided)


def _in_memory(source: Source, request: DecideRequest, target: Path, progress: Progress) -> Decided:
    policy = request.policy
    scores, ids = read_scores(source, policy.column, request.id, progress, policy.grades)
    if policy.segments is None:
        decided, drawn = decide_scores(request, scores, ids, source.name)
    else:
        decided, drawn = _in_segments(source, request, scores, progress), None
    write_decisions(request, scores, decided, drawn, ids, target)
    return summary(request.policy, scores, decided)


def _in_segments(
    source: Source, request: DecideRequest, scores: NDArray[np.float64], progress: Progress
) -> NDArray[np.int8]:
    absent = _refused_or_absent(request, scores, source.name)
    decided = decide_in_segments(request.policy, scores, source, progress)
    decided[absent] = INSTEAD.get(request.missing, UNDECIDED)
    return decided


def read_scores(
    source: Source,
    column: str,
    id_column: str | None,
    progress: Progress = NO_PROGRESS,
    grades: Sequence[str] = (),
) -> tuple[NDArray[np.float64], list[str] | None]:
    """Return the scores of all rows, NaN where one is missing, and their identifiers.

    Where scores are `grades` they are the places in this order; any other text is missing.

    Raises
    ------
    DataError
        Where a score is not a number, or one that a float64 changes.
    """
    source.require_answers([column])
    numbers = Numbers(column, text_as_missing=bool(grades), exact=True)
    keys = None if id_column is None else Texts(id_column, raw=True)
    wanted: list[Request] = [numbers] if keys is None else [numbers, keys]
    answer = table_of_scores(source, column, grades).read(wanted, progress)
    if numbers in answer.bad:
        reason = source.column(column).written.reason
        raise (
            text_in_scores(column, answer.bad[numbers], None, answer.rows, reason) or AssertionError
        )
    if numbers in answer.inexact:
        changed = changed_numbers(column, answer.inexact[numbers], None)
        if changed is not None:
            raise changed
    scores = np.asarray(answer.arrays[numbers], np.float64)
    return scores, None if keys is None else answer.arrays[keys].tolist()


def decide_scores(
    request: DecideRequest,
    scores: NDArray[np.float64],
    ids: Sequence[str] | None = None,
    file: str = "",
) -> tuple[NDArray[np.int8], NDArray[np.float64] | None]:
    """Return the decision about each score, -1 where it is left open, and the draws of a mixture.

    Raises
    ------
    DataError
        Where a score is missing and `missing` says stop.
    """
    policy = fitted(request.policy, scores)
    absent = _refused_or_absent(request, scores, file)
    keys = map(str, range(1, scores.size + 1)) if ids is None else ids
    drawn = draws(policy.seed, keys) if policy.is_mixture else None
    decided = decide(policy, scores, drawn)
    decided[absent] = INSTEAD.get(request.missing, UNDECIDED)
    return decided, drawn


def _refused_or_absent(
    request: DecideRequest, scores: NDArray[np.float64], file: str
) -> NDArray[np.bool_]:
    """Return the rows without a score; raise `DataError` where there is to be none."""
    absent: NDArray[np.bool_] = np.isnan(scores)
    if request.missing == "stop" and absent.any():
        rows = (np.flatnonzero(absent)[:SHOWN] + 1).tolist()
        many, policy = int(np.count_nonzero(absent)), request.policy
        raise without_score(policy.column, many, rows, file, policy.grades)
    return absent


def write_decisions(
    request: DecideRequest,
    scores: NDArray[np.float64],
    decided: NDArray[np.int8],
    drawn: NDArray[np.float64] | None,
    ids: Sequence[str] | None,
    target: Path,
    expected: NDArray[np.float64] | None = None,
) -> None:
    """Write every row with its decision as CSV, to a path that may be written.

    `expected` is the expected payoff of each decision, where it is known.
    """
    every, policy = slice(0, scores.size), request.policy
    columns: list[Column] = [
        np.arange(1, scores.size + 1),
        policy.model,
        texts_of(policy.grades, scores) if policy.grades else scores,
        np.where(decided == UNDECIDED, np.nan, decided),
        "" if drawn is None else drawn,
        "" if expected is None else expected,
    ]
    cells = [cell_texts(one, every) for one in columns]
    if ids is not None:
        cells.insert(1, map(id_cell, ids))
    with target.open("w", encoding="utf-8", newline="") as out:
        out.write(f"{header_line(request.header)}\n")
        out.writelines(f"{line}\n" for line in map(",".join, zip(*cells, strict=True)))


def summary(policy: SavedPolicy, scores: NDArray[np.float64], decided: NDArray[np.int8]) -> Decided:
    """Return what was decided about scores, as `decide_file` counts it."""
    present = scores[~np.isnan(scores)]
    seen = fitted(policy, scores).score
    bins: tuple[int, ...] = ()
    if seen is not None and seen.edges:
        places = np.searchsorted(seen.edges, present, side="right")
        bins = tuple(np.bincount(places, minlength=len(seen.edges) + 1).tolist())
    return Decided(
        rows=scores.size,
        missing=scores.size - present.size,
        acted=int(np.count_nonzero(decided == ACT)),
        referred=int(np.count_nonzero(decided == REFER)),
        low=float(present.min()) if present.size else np.nan,
        high=float(present.max()) if present.size else np.nan,
        bins=bins,
    )
