"""Pivot a file in long format, so that every case has one row."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.dataio.cells import ABSENT, UNMARKED
from costcurve_gui.dataio.checks import require_values, text_in_scores
from costcurve_gui.dataio.columns import ColumnInfo, check_names, describe_column
from costcurve_gui.dataio.errors import DataError, all_of, listed, plural
from costcurve_gui.dataio.long_table import NO_ROW, LongTable, Plan
from costcurve_gui.dataio.roles.choice import existing
from costcurve_gui.dataio.roles.labels import MOST_CODED, label_key
from costcurve_gui.dataio.roles.long_format import LongFormat, found_long
from costcurve_gui.dataio.roles.proposal import propose_roles
from costcurve_gui.dataio.table import (
    Marks,
    Matches,
    Numbers,
    Texts,
)
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from costcurve_gui.dataio.source import Source

    Rows = NDArray[np.int64]


def as_cases(
    source: Source,
    asked: LongFormat | None = None,
    label: str | None = None,
    progress: Progress = NO_PROGRESS,
) -> Source:
    """Return a file with a row a case: pivoted where that is asked for or unmistakable.

    Its reading options may ask for it, or say that each row is a case.

    Parameters
    ----------
    asked : LongFormat, optional
        The columns of model, id and score; None finds them.
    label : str, optional
        The class column; None finds it.

    Raises
    ------
    DataError
        Where the rows cannot be pivoted; rows are named.
    """
    if asked is None and source.options.long is not None:
        if not source.options.long:
            return replace(source, rows_are_cases=True)
        asked = LongFormat(*source.options.long)
    if asked is not None:
        for name in asked.columns:
            existing(source, name)
    long = asked or found_long(source, progress)
    return source if long is None else pivoted(source, long, label, progress)


def pivoted(
    source: Source, long: LongFormat, label: str | None = None, progress: Progress = NO_PROGRESS
) -> Source:
    """Return the file with a row for every id and a score column `score_MODEL` for every model.

    Parameters
    ----------
    label : str, optional
        The class column, which must agree in all rows of an id; None finds it.

    Raises
    ------
    DataError
        Where a model or id is missing, a model has two rows of one id, or labels do not agree.
    """
    label = label or propose_roles(source, positive_known=True).roles.label
    plan, models = _plan(source, long, progress)
    others = [column for column in source.columns if column.name not in (long.model, long.score)]
    dropped = _varying(source, long, [column.name for column in others], plan, label, progress)
    kept = [column for column in others if column.name not in dropped]
    scores = {f"score_{model}": position for position, model in enumerate(models)}
    check_names([*(column.name for column in kept), *scores], source.name)
    table = LongTable(source.table, long.score, plan, scores)
    missing = _missing_scores(source, long, plan, progress)
    columns = _columns(source, long, kept, table, missing)
    return replace(
        source,
        columns=columns,
        preview=_preview(source, long, columns, table, plan),
        rows=int(plan.first.size),
        rows_exact=True,
        table=table,
        options=replace(source.options, long=long.columns),
        unpivoted=source,
        format_text=f"{source.format_text}, long format",
        said=(*_said(source, long, plan), *dropped.values()),
        dropped={
            long.model: "its values name the models",
            long.score: "its values are the scores of the models",
            **dict.fromkeys(dropped, f"differs between rows of one {long.id}"),
        },
    )


def _plan(source: Source, long: LongFormat, progress: Progress) -> tuple[Plan, tuple[str, ...]]:
    """Find the rows of every case and model; refuse rows that belong to none or to one taken."""
    models = tuple(source.table.counts(long.model, progress))
    if len(models) > MOST_CODED:
        raise DataError(
            tr(
                "{model} names {models} models; {most_coded} is the most. Name the column of "
                "the models with --long MODEL,ID,SCORE.",
                model=long.model,
                models=len(models),
                most_coded=MOST_CODED,
            ),
            file=source.name,
            column=long.model,
        )
    which = Matches(long.model, models)
    answer = source.table.read([which, Marks(long.id)], progress)
    codes, marks = answer.arrays[which], answer.arrays[Marks(long.id)]
    require_values(long.model, codes == ABSENT, None, "model in long format")
    require_values(long.id, marks == UNMARKED, None, "case in long format")
    order = list(dict.fromkeys((codes - 1).tolist()))  # models in the order of the file
    models = tuple(models[code] for code in order)
    position = np.argsort(np.array(order))[codes - 1]
    _, first, inverse = np.unique(marks, return_index=True, return_inverse=True)
    by_first = np.argsort(first, kind="stable")
    case_of_row = np.argsort(by_first)[inverse].astype(np.int64)
    rows = np.full((len(models), first.size), NO_ROW, np.int64)
    rows[position, case_of_row] = np.arange(codes.size)
    plan = Plan(models, case_of_row, first[by_first].astype(np.int64), rows)
    _refuse_doubles(source, long, plan, position)
    return plan, models


def _refuse_doubles(source: Source, long: LongFormat, plan: Plan, position: Rows) -> None:
    """Refuse a second row of one model and case; both rows are named."""
    last = plan.rows[position, plan.case_of_row]
    doubled = np.flatnonzero(last != np.arange(last.size))
    if not doubled.size:
        return
    row = int(doubled[0])
    case, model = int(plan.case_of_row[row]), int(position[row])
    same = np.flatnonzero((plan.case_of_row == case) & (position == model)) + 1
    raise DataError(
        tr(
            "{models} has {size} rows with the same {id} ({listed}), {too_many} too many in "
            "all. In long format each {model} needs one row for each {id}.",
            models=plan.models[model],
            size=same.size,
            id=long.id,
            listed=listed(same.tolist()),
            too_many=plural(doubled.size, "row"),
            model=long.model,
        ),
        file=source.name,
        column=long.id,
        rows=same[:3].tolist(),
    )


def _varying(
    source: Source,
    long: LongFormat,
    names: Sequence[str],
    plan: Plan,
    label: str,
    progress: Progress,
) -> dict[str, str]:
    """Return what to say of the columns that differ within an id; refuse such a label."""
    if label in names:
        _check_labels(source, long, label, plan, progress)
    requests = [Marks(name) for name in names if name not in (long.id, label)]
    found: dict[str, str] = {}
    if not requests:
        return found
    answer = source.table.read(requests, progress)
    for request in requests:
        pair = _first_difference(answer.arrays[request], plan)
        if pair is not None:
            found[request.column] = (
                f"{request.column} is left out: it differs between rows of one {long.id} "
                f"(rows {pair[0]} and {pair[1]})"
            )
    return found


def _check_labels(
    source: Source, long: LongFormat, label: str, plan: Plan, progress: Progress
) -> None:
    values = _label_values(source, label, progress)
    pair = _first_difference(values, plan)
    if pair is None:
        return
    differing = np.unique(plan.case_of_row[values != values[plan.first][plan.case_of_row]]).size
    raise DataError(
        tr(
            "{label} differs between rows of one {id}, first in rows {first} and {second}, "
            "and so for {differing} of {size} values of {id}. In long format the rows of "
            "one {id} are one case, which has one true class.",
            label=label,
            id=long.id,
            first=pair[0],
            second=pair[1],
            differing=differing,
            size=plan.first.size,
        ),
        file=source.name,
        column=label,
        rows=pair,
    )


def _label_values(source: Source, label: str, progress: Progress) -> NDArray[np.int64]:
    """Return a number for every row, the same for spellings of one value."""
    spellings = tuple(source.table.counts(label, progress))
    if len(spellings) > MOST_CODED:
        raise DataError(
            tr(
                "{label} has {spellings} values. Name the true class with --label.",
                label=label,
                spellings=len(spellings),
            ),
            file=source.name,
            column=label,
        )
    request = Matches(label, spellings)
    codes = source.table.read([request], progress).arrays[request]
    keys = list(map(label_key, spellings))
    values = np.full(ABSENT + 1, NO_ROW)
    values[1 : len(keys) + 1] = [keys.index(key) for key in keys]
    of_rows: NDArray[np.int64] = values[codes]
    return of_rows


def _first_difference(values: NDArray[Any], plan: Plan) -> tuple[int, int] | None:
    """Return the first two rows, from 1, of one case with different values."""
    differing = np.flatnonzero(values != values[plan.first][plan.case_of_row])
    if not differing.size:
        return None
    row = int(differing[0])
    return int(plan.first[plan.case_of_row[row]]) + 1, row + 1


def _missing_scores(source: Source, long: LongFormat, plan: Plan, progress: Progress) -> list[int]:
    """Count the cases without a score, by model; refuse scores that are no numbers."""
    request = Numbers(long.score)
    answer = source.table.read([request], progress)
    if request in answer.bad:
        reason = source.column(long.score).written.reason
        fault = text_in_scores(long.score, answer.bad[request], None, answer.rows, reason)
        if fault is not None:
            raise fault
    absent = np.isnan(answer.arrays[request])
    return [int(np.count_nonzero((rows == NO_ROW) | absent[rows])) for rows in plan.rows]


def _columns(
    source: Source,
    long: LongFormat,
    kept: Sequence[ColumnInfo],
    table: LongTable,
    missing: Sequence[int],
) -> tuple[ColumnInfo, ...]:
    """Describe the columns by their cases; those of a sampled file by what its rows show."""
    score = source.column(long.score)
    scores = [
        replace(score, name=name, missing=count, consecutive=False, sampled=False)
        for name, count in zip(table.scores, missing, strict=True)
    ]
    if not source.complete:
        return (*kept, *scores)
    requests = [Texts(column.name) for column in kept]
    cells = table.read(requests).arrays
    decimal = source.options.decimal or "."
    described = (
        describe_column(one.name, cells[request].tolist(), one.marks(decimal))
        for one, request in zip(kept, requests, strict=True)
    )
    return (*described, *scores)


def _preview(
    source: Source, long: LongFormat, columns: Sequence[ColumnInfo], table: LongTable, plan: Plan
) -> tuple[tuple[str, ...], ...]:
    """Return the first cases; of a sampled file those whose rows are at hand."""
    if source.complete:
        decimal = source.options.decimal or "."
        return _whole_preview(columns, table, len(source.preview), decimal)
    position = {column.name: i for i, column in enumerate(source.columns)}
    at_hand = len(source.preview)

    def cell(case: int, column: str) -> str:
        model = table.scores.get(column)
        row = int(plan.first[case] if model is None else plan.rows[model, case])
        name = column if model is None else long.score
        return source.preview[row][position[name]] if 0 <= row < at_hand else ""

    cases = [case for case, row in enumerate(plan.first.tolist()) if row < at_hand]
    return tuple(tuple(cell(case, column.name) for column in columns) for case in cases)


def _whole_preview(
    columns: Sequence[ColumnInfo], table: LongTable, most: int, decimal: str
) -> tuple[tuple[str, ...], ...]:
    requests = [Texts(column.name) for column in columns]
    cells = table.read(requests).arrays
    read = [
        [column.as_read(cell, decimal) for cell in cells[request][:most].tolist()]
        for column, request in zip(columns, requests, strict=True)
    ]
    return tuple(zip(*read, strict=True))


def _said(source: Source, long: LongFormat, plan: Plan) -> list[str]:
    rows, cases = plan.case_of_row.size, plan.first.size
    said = [
        (
            f"Long format: {rows} rows of {plural(len(plan.models), 'model')} ({long.model}) were "
            f"pivoted by {long.id} into {cases} cases with one score a model"
        )
    ]
    absent = {
        model: int(np.count_nonzero(of_model == NO_ROW))
        for model, of_model in zip(plan.models, plan.rows, strict=True)
    }
    lacking = [f"{model} {count}" for model, count in absent.items() if count]
    if lacking:
        said.append(f"Cases without a row of a model, whose score is missing: {all_of(lacking)}")
    note = source.column(long.score).note
    return [*said, note] if note else said
