"""Tell long format, a row for every model and case, from names and repeated identifiers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from costcurve_gui.dataio.cells import UNMARKED
from costcurve_gui.dataio.columns import MOST_DISTINCT, ColumnInfo, Kind
from costcurve_gui.dataio.roles.column_names import is_identifier, names_score
from costcurve_gui.dataio.roles.column_roles import (
    Problem,
    Role,
    columns_with,
)
from costcurve_gui.dataio.table import Marks
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurve_gui.dataio.source import Source

    Rows = NDArray[np.int64]


_MOST_ROWS = 0.5  # share their identifier with another one: fewer are slips
_MOST_MODELS = 250
_MODEL_COLUMNS: Final = {"model", "models", "model_name", "modelname", "classifier", "learner"}
_REPEATS: Final = """\
{} repeats: {} values in {} rows. Are these rows one model and case each (long format)?"""
_NO_CASES: Final = """\
{} has {} values in {} rows and no column tells the cases apart. Are these rows one model and case \
each (long format)?"""


def repeats(
    source: Source, column: str, progress: Progress = NO_PROGRESS
) -> tuple[int, int] | None:
    """Return how many values a column has in how many rows, where most rows share theirs."""
    marks = source.table.read([Marks(column)], progress).arrays[Marks(column)]
    marks = marks[marks != UNMARKED]
    _, counts = np.unique(marks, return_counts=True)
    shared = int(counts[counts > 1].sum())
    return (int(counts.size), int(marks.size)) if shared > _MOST_ROWS * marks.size else None


def repeated_ids(source: Source, by_column: dict[str, Role]) -> list[Problem]:
    """Return the question what a row is, where most share their identifier: maybe long format."""
    for column in source.columns:
        if by_column[column.name] is not Role.IDENTIFIER or not _may_repeat(source, column):
            continue
        found = repeats(source, column.name)
        if found is not None:
            return [Problem("cases", _REPEATS.format(column.name, *found), (column.name,))]
    return _pooled_models(source, by_column)


def _pooled_models(source: Source, by_column: dict[str, Role]) -> list[Problem]:
    """Return the question where no name tells an identifier: every case has a row of each model.

    Also where cases have no identifier at all, but one column names models and one holds scores.
    """
    if not source.complete:
        return []
    free = [column for column in source.columns if by_column[column.name] is Role.IGNORE]
    texts = {one.name: one for one in free if one.kind is Kind.TEXT}
    shares = {one.distinct for one in texts.values() if _share_rows(one, source.rows)}
    for column in free:
        if column.kind is Kind.NUMBER or column.distinct <= min(shares, default=source.rows):
            continue
        found = repeats(source, column.name)
        if found is not None and found[1] == source.rows and _times_each(source, column) in shares:
            by_column[column.name] = Role.IDENTIFIER
            return [Problem("cases", _REPEATS.format(column.name, *found), (column.name,))]
    named = [one for one in texts.values() if one.name.lower() in _MODEL_COLUMNS]
    if len(named) == 1 and not columns_with(by_column, Role.IDENTIFIER):
        return _models_without_cases(source, named[0], by_column)
    return []


def _share_rows(column: ColumnInfo, rows: int) -> bool:
    """Whether a column has few values, all of them equally often."""
    return (
        2 <= column.distinct <= _MOST_MODELS
        and set(column.counts.values()) == {rows // column.distinct}
        and rows % column.distinct == 0
    )


def _times_each(source: Source, column: ColumnInfo) -> int:
    """Return how often every value of a column occurs; 0 where that differs."""
    marks = source.table.read([Marks(column.name)]).arrays[Marks(column.name)]
    counts = np.unique(np.unique(marks, return_counts=True)[1])
    return int(counts[0]) if counts.size == 1 else 0


def _models_without_cases(
    source: Source, models: ColumnInfo, by_column: dict[str, Role]
) -> list[Problem]:
    scores = [one.name for one in source.columns if names_score(one.name) and one.kind.is_numeric]
    if len(scores) != 1 or not 2 <= models.distinct <= _MOST_MODELS:
        return []
    if models.distinct > _MOST_ROWS * source.rows:
        return []
    by_column[models.name] = Role.IDENTIFIER
    message = _NO_CASES.format(models.name, models.distinct, source.rows)
    return [Problem("cases", message, (models.name,))]


def _may_repeat(source: Source, column: ColumnInfo) -> bool:
    """Whether it is worth a pass: what was looked at of a large file may be of one model alone."""
    if source.complete:
        return column.distinct == MOST_DISTINCT or any(n > 1 for n in column.counts.values())
    names_models = (
        other.kind is Kind.TEXT and 2 <= other.distinct <= _MOST_MODELS for other in source.columns
    )
    return any(n > 1 for n in column.counts.values()) or any(names_models)


_MODEL_NAMES: Final = {
    "model", "models", "model_name", "modelname", "classifier", "algorithm", "learner",
    "estimator", "method", "clf", "scorer",
}  # fmt: skip
_SCORE_NAMES: Final = {"prediction", "predicted", "pred", "y_score", "y_prob", "output"}


@dataclass(frozen=True, slots=True)
class LongFormat:
    """The columns of a file in long format: whose score, of which case, and the score."""

    model: str
    id: str
    score: str

    @property
    def columns(self) -> tuple[str, str, str]:
        """All three."""
        return self.model, self.id, self.score


def found_long(source: Source, progress: Progress = NO_PROGRESS) -> LongFormat | None:
    """Return the columns of a file that is unmistakably in long format.

    One column is called after models, one is an identifier, one holds scores by its name, and
    most rows share their identifier with others.
    """
    models = [column.name for column in source.columns if _names_models(column)]
    ids = [column.name for column in source.columns if is_identifier(column)]
    scores = [column.name for column in source.columns if _names_scores(column)]
    if not len(models) == len(ids) == len(scores) == 1:
        return None
    if repeats(source, ids[0], progress) is None:
        return None
    return LongFormat(models[0], ids[0], scores[0])


def _names_models(column: ColumnInfo) -> bool:
    return column.name.lower() in _MODEL_NAMES and column.kind is not Kind.NUMBER


def _names_scores(column: ColumnInfo) -> bool:
    named = names_score(column.name) or column.name.lower() in _SCORE_NAMES
    return named and column.kind.is_numeric
