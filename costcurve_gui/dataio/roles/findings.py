"""What the import dialog says beside every column."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.dataio.cells import ABSENT
from costcurve_gui.dataio.checks import changed_numbers, text_in_scores
from costcurve_gui.dataio.errors import DataError, plural
from costcurve_gui.dataio.missing_values import sentinels
from costcurve_gui.dataio.roles.column_roles import (
    MulticlassRoles,
    Roles,
    cases_of,
    class_name,
    model_name,
)
from costcurve_gui.dataio.roles.confidences import confidences_in, converted
from costcurve_gui.dataio.roles.grades import graded_table
from costcurve_gui.dataio.roles.labels import LabelReading
from costcurve_gui.dataio.roles.proposal import label_counts
from costcurve_gui.dataio.roles.row_numbers import leads, row_doubt
from costcurve_gui.dataio.row_columns import fulfilled, row_filter, weight_request, weights_of
from costcurve_gui.dataio.table import Answer, Marks, Numbers, Request, Texts
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.roc.area import auc

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from costcurve_gui.dataio.source import Source
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable

_FEW_SCORES = 50
_FEWER_THAN = 0.2  # of the rows
_ONE_IN_TWENTY = 1.6449  # standard deviations
_MOST_ROWS = 1_000  # of a finding
_MOST_CELLS = 2_000_000  # in which rows that are the same are looked for

LOW_POSITIVE, HIGH_POSITIVE = "lower_is_positive", "higher_is_positive"
TEXT_MISSING, MISSING_VALUES = "text_as_missing", "missing_values"


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: `level` is good, doubt or fault; `rows` count from 1.

    `repair` is `LOW_POSITIVE`, `HIGH_POSITIVE`, `TEXT_MISSING` or, for `values` that may stand for
    none, `MISSING_VALUES` where that would settle it.
    `turned` says that low scores were taken for positive because all else is out of the question.
    """

    level: str
    text: str
    repair: str = ""
    rows: tuple[int, ...] = ()
    turned: bool = False
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Inquiry:
    """What a file is looked at for.

    Parameters
    ----------
    chosen : Roles or MulticlassRoles
        What its columns are for.
    identifiers : tuple of str
        Columns that tell the cases apart.
    settled : frozenset of str
        Scores whose direction was chosen: they are not turned.
    copies : bool
        Whether rows that are the same are looked for.
    """

    chosen: Roles | MulticlassRoles
    identifiers: tuple[str, ...] = ()
    settled: frozenset[str] = frozenset()
    copies: bool = False

    @property
    def roles(self) -> Roles:
        """The columns, whether the classes are told apart or not."""
        return self.chosen.roles if isinstance(self.chosen, MulticlassRoles) else self.chosen

    @property
    def class_of(self) -> Mapping[str, str]:
        """The class that a score is for, where that is not the positive one."""
        return self.chosen.class_of if isinstance(self.chosen, MulticlassRoles) else {}


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found: beside the columns, and in the rows.

    `kept` is how many rows the filter keeps; None without one. `copies` tells of rows that are the
    same; None where there are none or nobody looked.
    """

    columns: Mapping[str, Finding]
    kept: int | None = None
    copies: Finding | None = None


def find(source: Source, inquiry: Inquiry, progress: Progress = NO_PROGRESS) -> Findings:
    """Look at every label, score and identifier column over all rows that the filter keeps.

    Reads the columns in one pass and sorts each score: work for a job where the file is large.
    """
    roles, found = inquiry.roles, _label_findings(source, inquiry.roles)
    ids = [Texts(name) for name in inquiry.identifiers if source.complete]
    scores = [Numbers(name, name in roles.text_as_missing, exact=True) for name in roles.scores]
    copies = _copies(source) if inquiry.copies else None
    if not roles.label or not roles.positive:
        return Findings(found, copies=copies)
    label, condition = LabelReading.of(source, roles), row_filter(source, roles.where)
    try:
        confidences = {} if roles.classes else confidences_in(source, roles)
    except DataError as fault:
        found[fault.column or roles.label] = Finding("fault", fault.message)
        return Findings(found, copies=copies)
    decisions = [one.request for one in confidences.values()]
    weight = None
    if roles.weight:
        weight = weight_request(source, Numbers(roles.weight, text_as_missing=True))
    weights = [] if weight is None else [weight]
    requests: list[Request] = [label.request, *scores, *decisions, *weights, *ids]
    if condition is not None:
        requests += [*map(Numbers, condition.columns), *condition.tests]
    table = graded_table(source, roles.orders)
    answer = table.read(list(dict.fromkeys(requests)), progress)
    keep = None if condition is None else fulfilled(condition, answer, Numbers)
    codes = label.codes(answer.arrays[label.request])
    known = (codes != ABSENT) if keep is None else (codes != ABSENT) & keep
    for name, request in zip(roles.scores, scores, strict=True):
        answer.arrays[request] = converted(confidences, name, answer.arrays[request], answer.arrays)
    by_row = None if weight is None else weights_of(weight, answer.arrays[weight])
    for done, request in enumerate(scores):
        progress.advance(done, len(scores), f"Looking at {request.column}")
        wanted = inquiry.class_of.get(request.column, roles.positive)
        y_true = codes == label.code_of(wanted)
        told = replace(roles, positive=wanted)
        leading = leads(source, request.column, roles.scores)
        finding = _finding(request, answer, (known, y_true, by_row), told, inquiry, leading)
        if finding is not None and request.column in confidences:
            said = confidences[request.column].in_short(request.column)
            level = "doubt" if finding.level == "good" else finding.level
            finding = replace(finding, text=f"{finding.text}; {said}", level=level)
        if finding is not None:
            found[request.column] = finding
    found |= {one.column: _repeated(one.column, answer.arrays[one]) for one in ids}
    return Findings(found, None if keep is None else int(np.count_nonzero(keep)), copies)


def _label_findings(source: Source, roles: Roles) -> dict[str, Finding]:
    return {roles.label: _label_finding(label_counts(source, roles.label))} if roles.label else {}


def _label_finding(counts: Mapping[str, int]) -> Finding:
    if len(counts) < 2:
        return Finding("fault", "one class only")
    parts = sorted(counts.items(), key=lambda item: item[1])
    if len(parts) > 6:
        return Finding("doubt", f"{len(parts)} values")
    return Finding("good", ", ".join(cases_of(str(count), value) for value, count in parts))


def _finding(
    request: Numbers,
    answer: Answer,
    cases: tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.float64] | None],
    roles: Roles,
    inquiry: Inquiry,
    leading: bool,
) -> Finding | None:
    known, y_true, weight = cases
    if request in answer.bad:
        fault = text_in_scores(request.column, answer.bad[request], known, answer.rows)
        if fault is not None:
            return Finding("fault", fault.message, TEXT_MISSING, fault.rows)
    if request in answer.inexact:
        changed = changed_numbers(request.column, answer.inexact[request], known)
        if changed is not None:
            return Finding("fault", changed.message, rows=changed.rows)
    if not 0 < np.count_nonzero(y_true & known) < np.count_nonzero(known):
        return None
    settled = request.column in inquiry.settled or bool(roles.classes)
    values = answer.arrays[request]
    if weight is not None and _can_weigh(weight[known], y_true[known], values[known]):
        weight = weight[known]
    else:
        weight = None  # what is wrong with it is said when the file is read
    found = score_finding(
        *(request.column, y_true[known], values[known], roles),
        settled=settled,
        weight=weight,
        leading=leading,
    )
    at = np.flatnonzero(known)  # rows of the file
    return replace(found, rows=tuple(int(at[row - 1]) + 1 for row in found.rows))


def _can_weigh(
    weight: NDArray[np.float64], y_true: NDArray[np.bool_], values: NDArray[np.float64]
) -> bool:
    """Whether weights are finite and at least 0, and leave scored rows of both classes."""
    used = ~np.isnan(values) & (weight > 0)
    both = bool((used & y_true).any() and (used & ~y_true).any())
    return both and bool(np.all(np.isfinite(weight) & (weight >= 0)))


def score_finding(
    column: str,
    y_true: NDArray[np.bool_],
    values: NDArray[np.float64],
    roles: Roles,
    *,
    settled: bool = True,
    weight: NDArray[np.float64] | None = None,
    leading: bool = False,
) -> Finding:
    """Say how well a score ranks, and what is odd about it.

    One that surely ranks backwards is turned, unless its direction is `settled`. `leading` is as of
    `row_doubt`.
    """
    present = ~np.isnan(values)
    missing = int(values.size - np.count_nonzero(present))
    positives = int(np.count_nonzero(y_true & present))
    if not 0 < positives < values.size - missing:
        return Finding("fault", "scored rows of one class only")
    low = column in roles.lower_is_positive
    table = threshold_table(y_true, -values if low else values, sample_weight=weight)
    area = auc(table)
    odd = sentinels(values)
    turns = not low and not settled and not odd and area < 0.5 and _surely_backwards(table)
    area = 1 - area if turns else area
    said = f"AUC {area:.3f}" + (f" for {class_name(roles.positive)}" if roles.classes else "")
    if odd:
        places = np.flatnonzero(np.isin(values, [*map(float, odd)]))[:_MOST_ROWS] + 1
        shown = ", ".join(f"{value} in {plural(count, 'row')}" for value, count in odd.items())
        text = f"{said}; {shown}: missing?"
        return Finding("doubt", text, MISSING_VALUES, tuple(places.tolist()), values=tuple(odd))
    by_chance = 0.5 - _chance_margin(positives, values.size - missing - positives)
    backwards = f"{said}; ranks backwards"
    if low or turns:
        if area >= 0.5:
            found = Finding("doubt", f"{said}, turned from {1 - area:.3f}", HIGH_POSITIVE)
        else:
            found = Finding("fault", backwards, HIGH_POSITIVE)
    elif area < by_chance:
        word = column.split("_")[-1]
        text = f"{backwards}. Low {word} mean {class_name(roles.positive)}?"
        found = Finding("fault", text, LOW_POSITIVE)
    elif area < 0.5:
        found = Finding("doubt", f"{said}; no better than random order")
    else:
        found = Finding("good", said)
    _, doubt = row_doubt(y_true, values, leading=leading)
    if doubt and found.level == "good":
        found = Finding("doubt", f"{said}, {doubt}")
    found = replace(found, turned=turns)
    if missing and found.level != "fault" and not found.repair:
        left_out = f"{plural(missing, 'row')} left out for {model_name(column)} alone"
        rows = tuple((np.flatnonzero(~present)[:_MOST_ROWS] + 1).tolist())
        return replace(found, level="doubt", text=f"{found.text}; {left_out}", rows=rows)
    distinct = len(table) - 1
    few = distinct <= _FEW_SCORES and distinct < _FEWER_THAN * values.size
    if found.level == "good" and few:
        scores = plural(distinct, "distinct score")
        return Finding("doubt", f"{said}; {scores}, ties count one half")
    return found


def _surely_backwards(table: ThresholdTable) -> bool:
    """Whether the whole interval of an AUC, 90 %, lies below one half."""
    from costcurve_gui.engine.resampling.auc_interval import auc_interval

    found = auc_interval(table)
    high = found.of_score.high if found.high is None else found.high
    return high is not None and high < 0.5


def _chance_margin(positives: int, negatives: int) -> float:
    """Return how far below one half the AUC of a random order falls in 1 of 20 samples.

    By the variance of the rank sum under the null: Mann and Whitney (1947).
    """
    variance = (positives + negatives + 1) / (12.0 * positives * negatives)
    return _ONE_IN_TWENTY * math.sqrt(variance)


def _repeated(column: str, texts: NDArray[np.object_]) -> Finding:
    counts = Counter(texts.tolist())
    del counts[""]
    twice = [text for text, count in counts.items() if count > 1]
    if not twice:
        return Finding("good", f"no {column} twice")
    places = np.flatnonzero(np.isin(texts.astype(str), twice))[:_MOST_ROWS]
    rows = tuple((places + 1).tolist())
    times = "twice" if counts[twice[0]] == 2 else f"{counts[twice[0]]} times"
    others = f"; {len(twice) - 1} more repeated" if len(twice) > 1 else ""
    return Finding(
        "doubt", f"{column} {twice[0]} occurs {times}{others}; all rows count", rows=rows
    )


def _copies(source: Source) -> Finding | None:
    """Tell of rows that are the same in every column, in a file that is in memory."""
    columns = [Marks(column.name) for column in source.columns]
    if not source.complete or source.rows * len(columns) > _MOST_CELLS:
        return None
    answer = source.table.read(columns)
    together = np.zeros(answer.rows, np.uint64)
    for request in columns:  # a polynomial of the marks, which are hashes
        together = together * np.uint64(0x9E3779B97F4A7C15) + answer.arrays[request]
    _, group, sizes = np.unique(together, return_inverse=True, return_counts=True)
    same = sizes[group] > 1
    copies = int(np.sum(sizes[sizes > 1] - 1))
    if not copies:
        return None
    row = (
        "1 row is the same as another one" if copies == 1 else f"{copies} rows are copies of others"
    )
    rows = tuple((np.flatnonzero(same)[:_MOST_ROWS] + 1).tolist())
    return Finding("doubt", f"{row}; every row counts", rows=rows)
