"""What the import dialog says beside every column."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.dataio.cells import ABSENT
from costcurve_gui.dataio.checks import changed_numbers, text_in_scores
from costcurve_gui.dataio.errors import plural
from costcurve_gui.dataio.roles.column_roles import Role, Roles, cases_of, class_name, model_name
from costcurve_gui.dataio.roles.labels import LabelReading
from costcurve_gui.dataio.roles.proposal import label_counts
from costcurve_gui.dataio.table import Answer, Numbers, Request, Texts
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.roc.area import auc

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from costcurve_gui.dataio.source import Source

_FEW_SCORES = 50
_FEWER_THAN = 0.2  # of the rows
_ONE_IN_TWENTY = 1.6449  # standard deviations


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: `level` is good, doubt or fault; `rows` count from 1.

    `repair` is "lower_is_positive" or "text_as_missing" where that would settle it.
    """

    level: str
    text: str
    repair: str = ""
    rows: tuple[int, ...] = ()


def find(
    source: Source,
    roles: Roles,
    by_column: Mapping[str, Role],
    progress: Progress = NO_PROGRESS,
    *,
    class_of: Mapping[str, str] | None = None,
) -> dict[str, Finding]:
    """Look at every label, score and identifier column over all rows.

    Reads the columns in one pass and sorts each score: work for a job where the file is large.
    `class_of` names the class that a score column is for, where that is not the positive one.
    """
    found: dict[str, Finding] = {}
    if roles.label:
        counts = label_counts(source, roles.label)
        found[roles.label] = _label_finding(counts)
    ids = [name for name, role in by_column.items() if role is Role.IDENTIFIER]
    scores = [Numbers(name, name in roles.text_as_missing, exact=True) for name in roles.scores]
    requests: list[Request] = [*scores, *(Texts(name) for name in ids if source.complete)]
    if not roles.label or not roles.positive or not requests:
        return found
    label = LabelReading.of(source, roles)
    answer = source.table.read([label.request, *requests], progress)
    codes = label.codes(answer.arrays[label.request])
    for done, request in enumerate(requests):
        progress.advance(done, len(requests), f"Looking at {request.column}")
        wanted = (class_of or {}).get(request.column, roles.positive)
        code = label.code_of(wanted)
        finding = _finding(request, answer, codes, code, replace(roles, positive=wanted))
        if finding is not None:
            found[request.column] = finding
    return found


def _label_finding(counts: Mapping[str, int]) -> Finding:
    if len(counts) < 2:
        return Finding("fault", "one class only")
    parts = sorted(counts.items(), key=lambda item: item[1])
    if len(parts) > 6:
        return Finding("doubt", f"{len(parts)} values")
    return Finding("good", ", ".join(cases_of(str(count), value) for value, count in parts))


def _finding(
    request: Request, answer: Answer, codes: NDArray[np.uint8], code: int, roles: Roles
) -> Finding | None:
    if isinstance(request, Texts):
        return _repeated(request.column, answer.arrays[request])
    known = codes != ABSENT
    if request in answer.bad:
        fault = text_in_scores(request.column, answer.bad[request], known, answer.rows)
        if fault is not None:
            return Finding("fault", fault.message, "text_as_missing", fault.rows)
    if request in answer.inexact:
        changed = changed_numbers(request.column, answer.inexact[request], known)
        if changed is not None:
            return Finding("fault", changed.message, rows=changed.rows)
    y_true = codes[known] == code
    if not 0 < np.count_nonzero(y_true) < y_true.size:
        return None
    return score_finding(request.column, y_true, answer.arrays[request][known], roles)


def score_finding(
    column: str, y_true: NDArray[np.bool_], values: NDArray[np.float64], roles: Roles
) -> Finding:
    """Say how well a score ranks, and what is odd about it."""
    present = ~np.isnan(values)
    missing = int(values.size - np.count_nonzero(present))
    positives = int(np.count_nonzero(y_true & present))
    if not 0 < positives < values.size - missing:
        return Finding("fault", "scored rows of one class only")
    turned = -values if column in roles.lower_is_positive else values
    table = threshold_table(y_true, turned)
    area = auc(table)
    said = f"AUC {area:.3f}" + (f" for {class_name(roles.positive)}" if roles.classes else "")
    if 0.5 - _chance_margin(positives, values.size - missing - positives) <= area < 0.5:
        return Finding("doubt", f"{said}; no better than random order")
    if area < 0.5:
        word = column.split("_")[-1]
        text = f"{said}; ranks backwards. Low {word} mean {class_name(roles.positive)}?"
        return Finding("fault", text, "lower_is_positive")
    if missing:
        left_out = f"{plural(missing, 'row')} left out for {model_name(column)} alone"
        rows = tuple((np.flatnonzero(~present)[:1000] + 1).tolist())
        return Finding("doubt", f"{said}; {left_out}", rows=rows)
    distinct = len(table) - 1
    if distinct <= _FEW_SCORES and distinct < _FEWER_THAN * values.size:
        scores = plural(distinct, "distinct score")
        return Finding("doubt", f"{said}; {scores}, ties count one half")
    return Finding("good", said)


def _chance_margin(positives: int, negatives: int) -> float:
    """Return how far below one half the AUC of a random order falls in 1 of 20 samples.

    By the variance of the rank sum under the null: Mann and Whitney (1947).
    """
    variance = (positives + negatives + 1) / (12.0 * positives * negatives)
    return _ONE_IN_TWENTY * math.sqrt(variance)


def _repeated(column: str, texts: NDArray[np.object_]) -> Finding | None:
    seen: dict[str, int] = {}
    for text in texts.tolist():
        seen[text] = seen.get(text, 0) + 1
    twice = [text for text, count in seen.items() if count > 1 and text]
    if not twice:
        return None
    rows = tuple((np.flatnonzero(texts == twice[0]) + 1).tolist())
    times = "twice" if seen[twice[0]] == 2 else f"{seen[twice[0]]} times"
    others = f"; {len(twice) - 1} more repeated" if len(twice) > 1 else ""
    return Finding("doubt", f"{column} {twice[0]} occurs {times}{others}", rows=rows)
