"""Guess from names and values which column is what; never guess where it is unclear."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Final

import numpy as np

from costcurve_gui.dataio.cells import UNMARKED
from costcurve_gui.dataio.columns import CALCULATE, MOST_DISTINCT, ColumnInfo, Kind
from costcurve_gui.dataio.errors import SHOWN, one_of
from costcurve_gui.dataio.labels import label_key, merged_counts
from costcurve_gui.dataio.payoff_columns import name_words, names_payoff
from costcurve_gui.dataio.roles import (
    FEWEST_CLASSES,
    MOST_CLASSES,
    ClassScores,
    Problem,
    Proposal,
    Role,
    Roles,
    class_name,
)
from costcurve_gui.dataio.table import Marks
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.dataio.source import Source

_LABEL_NAMES: Final = {
    "label", "labels", "target", "class", "y", "y_true", "true_class", "truth", "actual",
    "outcome", "true_label", "ground_truth",
}  # fmt: skip
_MOST_FRACTIONS: Final = 20  # distinct numbers that are not all whole and may still be classes
_FOLD_NAMES: Final = {"fold", "folds", "cv_fold", "fold_id"}
_WEIGHT_NAMES: Final = {"weight", "weights", "sample_weight", "case_weight"}
_ID_NAMES: Final = {
    "id", "index", "row", "row_number", "case", "case_id", "key", "uuid", "instance", "example",
    "observation", "record",
}  # fmt: skip
_ID_WORDS: Final = {"id", "ids", "uuid", "guid", "key", "iban"}
_NUMBER_WORDS: Final = {"no", "nr", "num", "number", "index", "idx", "row", "ref", "reference"}
_MOSTLY = 0.9  # of the rows have a number of their own: it is no count, such as a house number
_GROUP_NAMES: Final = {
    "customer", "client", "patient", "account", "subject", "person", "user", "household",
    "member", "borrower", "cluster", "group",
}  # fmt: skip
_GROUP_ENDS: Final = ("_id", "_no", "_nr", "_number", "_key")
_MOST_ROWS = 0.5  # share their identifier with another one: fewer are slips
_MOST_MODELS = 250
_MODEL_COLUMNS: Final = {"model", "models", "model_name", "modelname", "classifier", "learner"}
_REPEATS: Final = """\
{} repeats: {} values in {} rows. Are these rows one model and case each (long format)?"""
_NO_CASES: Final = """\
{} has {} values in {} rows and no column tells the cases apart. Are these rows one model and case \
each (long format)?"""
_FEWEST_GROUPS = 20  # else a category: whether there is an account, not whose it is
_REPEATED = 0.1  # of the values: fewer are slips
_MONEY_NAMES: Final = {
    "amount", "cost", "costs", "value", "price", "loss", "revenue", "profit", "balance",
    "exposure", "limit", "premium", "donation", "margin",
}  # fmt: skip
_SURE_MONEY: Final = {"amount", "cost", "costs", "price", "revenue", "payoff", "payoffs"}
_SCORE_STARTS: Final = ("score", "prob", "p_")
_POSITIVE: Final = {
    "true", "yes", "y", "t", "positive", "pos", "p", "+", "fraud", "churn", "churned",
    "default", "defaulted", "event", "sick", "disease", "spam",
}  # fmt: skip
_OPPOSITES: Final = ({Decimal(1), Decimal(0)}, {Decimal(1), Decimal(-1)})


def propose_roles(source: Source, *, positive_known: bool = False) -> Proposal:
    """Propose a part for every column; what is unclear becomes a problem to be settled.

    Only where the positive value is unclear are the classes of a large file counted, in a pass
    over the whole file; `positive_known` says that nobody will ask.
    """
    by_column = {column.name: _by_name(column) for column in source.columns}
    _keep_one_group(by_column)
    label, problems = _find_label(source.columns, by_column)
    counts: Mapping[str, int] = {}
    positive = ""
    if label:
        by_column[label] = Role.LABEL
        if not positive_known:
            positive, counts, unclear = propose_positive(source, label)
            problems += unclear
    if not source.rows_are_cases:
        problems = [*_repeated_ids(source, by_column), *problems]
    _find_scores(source.columns, by_column)
    _drop_row_numbers(source.columns[0], by_column)
    scores = _all_with(by_column, Role.SCORE)
    if not scores:
        problems.append(_no_scores(source.columns, label))
    roles = Roles(
        label=label,
        positive=positive,
        scores=scores,
        weight=next(iter(_all_with(by_column, Role.WEIGHT)), None),
        fold=next(iter(_all_with(by_column, Role.FOLD)), None),
        group=next(iter(_all_with(by_column, Role.GROUP)), None),
    )
    models = propose_class_scores(source.columns, tuple(counts))
    return Proposal(roles, by_column, tuple(problems), counts, models)


def repeats(
    source: Source, column: str, progress: Progress = NO_PROGRESS
) -> tuple[int, int] | None:
    """Return how many values a column has in how many rows, where most rows share theirs."""
    marks = source.table.read([Marks(column)], progress).arrays[Marks(column)]
    marks = marks[marks != UNMARKED]
    _, counts = np.unique(marks, return_counts=True)
    shared = int(counts[counts > 1].sum())
    return (int(counts.size), int(marks.size)) if shared > _MOST_ROWS * marks.size else None


def _repeated_ids(source: Source, by_column: dict[str, Role]) -> list[Problem]:
    """Ask what the rows are where most of them share their identifier: long format, perhaps."""
    for column in source.columns:
        if by_column[column.name] is not Role.IDENTIFIER or not _may_repeat(source, column):
            continue
        found = repeats(source, column.name)
        if found is not None:
            return [Problem("cases", _REPEATS.format(column.name, *found), (column.name,))]
    return _pooled_models(source, by_column)


def _pooled_models(source: Source, by_column: dict[str, Role]) -> list[Problem]:
    """Ask the same where no name tells an identifier: every case has one row of each model.

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
    if len(named) == 1 and not _all_with(by_column, Role.IDENTIFIER):
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


def propose_class_scores(
    columns: Sequence[ColumnInfo], classes: Sequence[str]
) -> tuple[ClassScores, ...]:
    """Find the models with a column for every class, named by the class after a common start.

    Classes stand in the order of the first model's columns.
    """
    if not FEWEST_CLASSES <= len(classes) <= MOST_CLASSES:
        return ()
    found: dict[str, dict[str, str]] = {}
    for column in columns:
        for name in classes:
            if column.kind.is_numeric and column.name.endswith(name):
                found.setdefault(column.name.removesuffix(name), {})[name] = column.name
    whole = {start: named for start, named in found.items() if len(named) == len(classes)}
    return tuple(ClassScores(start.rstrip("_") or "proba", named) for start, named in whole.items())


def label_counts(source: Source, label: str) -> Mapping[str, int]:
    """Count the values of the class column over all rows, each by its most frequent spelling."""
    column = source.column(label)
    if source.complete and column.distinct < MOST_DISTINCT:
        return merged_counts(column.counts)
    return merged_counts(source.table.counts(label))


def propose_positive(source: Source, label: str) -> tuple[str, Mapping[str, int], list[Problem]]:
    """Find the positive value: the value, all counts, and what is unclear."""
    counts: Mapping[str, int] = merged_counts(source.column(label).counts)
    positive = _surely_positive(tuple(counts))
    if positive:
        return positive, counts, []
    counts = label_counts(source, label)
    positive = _surely_positive(tuple(counts))
    return positive, counts, [] if positive else [_unclear(label, counts)]


def _unclear(label: str, counts: Mapping[str, int]) -> Problem:
    if not counts:
        return Problem("label", f"{label} has no value in any row. Choose another column.")
    if len(counts) == 1:
        (value, count) = next(iter(counts.items()))
        only = class_name(value)
        return Problem("label", f"All {count} rows are {only}. Curves need both classes.")
    ordered = sorted(counts, key=lambda value: (counts[value], value))
    if all(value.startswith("=") for value in ordered):
        shown = f'such as "{ordered[0]}"'
        return Problem("label", f"{label} has formulas without a value, {shown}. {CALCULATE}")
    named = [f"{value} ({counts[value]})" for value in ordered]
    return Problem("positive", f"Which value is positive: {one_of(named)}?", tuple(ordered))


def _surely_positive(values: Sequence[str]) -> str:
    if len(values) != 2:
        return ""
    if {label_key(value) for value in values} in _OPPOSITES:
        return next(value for value in values if label_key(value) == 1)
    sure = [value for value in values if value.lower() in _POSITIVE]
    return sure[0] if len(sure) == 1 else ""


def _by_name(column: ColumnInfo) -> Role:
    name = column.name.lower()
    if name in _FOLD_NAMES:
        return Role.FOLD
    if _is_group(column):
        return Role.GROUP
    if is_identifier(column):
        return Role.IDENTIFIER
    if name in _WEIGHT_NAMES and column.kind.is_numeric:
        return Role.WEIGHT
    if column.kind.is_numeric and names_money(column.name):
        return Role.SCORE if name.startswith(_SCORE_STARTS) else Role.COST
    return Role.IGNORE


def names_money(name: str) -> bool:
    """Tell whether a column's name says that it holds money."""
    words = name_words(name)
    last = words[-1] if words else ""
    return last in _MONEY_NAMES or not _SURE_MONEY.isdisjoint(words) or names_payoff(name)


def is_identifier(column: ColumnInfo) -> bool:
    """Whether a column is called an identifier, or numbers cases: customerId, case_no."""
    name = column.name.lower()
    if name in _ID_NAMES:
        return True
    words = name_words(column.name)
    if len(words) < 2 or name.startswith(_SCORE_STARTS) or column.kind is Kind.NUMBER:
        return False
    if words[-1] in _ID_WORDS or words[0] == "id":
        return True
    seen = sum(column.counts.values())
    return words[-1] in _NUMBER_WORDS and _MOSTLY * seen <= column.distinct


def _is_group(column: ColumnInfo) -> bool:
    """Whether a column is called after a person or the like, of whom there are several rows."""
    name = column.name.lower()
    stem = next((name.removesuffix(end) for end in _GROUP_ENDS if name.endswith(end)), name)
    if stem not in _GROUP_NAMES or column.kind not in (Kind.TEXT, Kind.WHOLE):
        return False
    counts = column.counts.values()
    repeated = sum(count > 1 for count in counts)
    return len(counts) >= _FEWEST_GROUPS and repeated >= _REPEATED * len(counts)


def _keep_one_group(by_column: dict[str, Role]) -> None:
    for name in _all_with(by_column, Role.GROUP)[1:]:
        by_column[name] = Role.IDENTIFIER


def _find_label(
    columns: Sequence[ColumnInfo], by_column: Mapping[str, Role]
) -> tuple[str, list[Problem]]:
    named = [column.name for column in columns if _named_label(column)]
    free = [column for column in columns if by_column[column.name] is Role.IGNORE]
    found = named or [column.name for column in free if _could_be_label(column)]
    if len(found) == 1:
        return found[0], []
    if not found:
        message = "No column looks like a true class. Choose one; it must have two or more values."
        few = [one.name for one in columns if 2 <= one.distinct <= _MOST_FRACTIONS]
        return "", [Problem("label", message, tuple(few))]
    return "", [Problem("label", f"Which column is the true class: {one_of(found)}?", tuple(found))]


def _named_label(column: ColumnInfo) -> bool:
    """Whether a column is called a label and is no measurement, such as the y of a regression."""
    measured = column.kind is Kind.NUMBER and column.distinct > _MOST_FRACTIONS
    return column.name.lower() in _LABEL_NAMES and not measured


def _could_be_label(column: ColumnInfo) -> bool:
    keys = {label_key(value) for value in column.counts}
    if len(keys) != 2 or column.name.lower().startswith(_SCORE_STARTS):
        return False
    return column.kind in (Kind.TEXT, Kind.BOOL) or keys in _OPPOSITES


def names_score(name: str) -> bool:
    """Tell whether a column is called a score."""
    return name.lower().startswith(_SCORE_STARTS)


def _find_scores(columns: Sequence[ColumnInfo], by_column: dict[str, Role]) -> None:
    free = [column for column in columns if by_column[column.name] is Role.IGNORE]
    numeric = [column.name for column in free if column.kind.is_numeric]
    # Without numbers a column of text that is called a score tells better what is wrong.
    candidates = numeric or [column.name for column in free]
    named = [name for name in candidates if name.lower().startswith(_SCORE_STARTS)]
    for name in numeric or named:
        by_column[name] = Role.SCORE if name in named or not named else Role.COST


def _no_scores(columns: Sequence[ColumnInfo], label: str) -> Problem:
    """Say what is missing, why text that looks like numbers is none, and which columns would do."""
    numeric = tuple(one.name for one in columns if one.kind.is_numeric and one.name != label)
    reasons = [column.note for column in columns if column.note and not column.kind.is_numeric]
    words = ["No column holds scores.", "A model needs a column of numbers."]
    words += [f"{reason.rstrip('.')}." for reason in reasons[:SHOWN]]
    if len(columns) == 1:
        words.append("The file was read as a single column: is its separator another one?")
    return Problem("scores", " ".join(words), numeric)


def _drop_row_numbers(first: ColumnInfo, by_column: dict[str, Role]) -> None:
    """Take a first column that counts the rows for an identifier, if there are other scores."""
    counts_rows = first.consecutive and "rank" not in first.name.lower()
    only = _all_with(by_column, Role.SCORE) == (first.name,)
    if counts_rows and not only and by_column[first.name] in (Role.SCORE, Role.COST):
        by_column[first.name] = Role.IDENTIFIER


def _all_with(by_column: Mapping[str, Role], role: Role) -> tuple[str, ...]:
    return tuple(name for name, part in by_column.items() if part is role)
