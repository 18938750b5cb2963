"""Propose a role for every column from names and values; what is unclear becomes a question."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Final

from costcurve_gui.dataio.columns import CALCULATE, MOST_DISTINCT, ColumnInfo, Kind
from costcurve_gui.dataio.errors import SHOWN, one_of
from costcurve_gui.dataio.roles.column_names import names_score, role_by_name
from costcurve_gui.dataio.roles.column_roles import (
    FEWEST_CLASSES,
    MOST_CLASSES,
    ClassScores,
    Problem,
    Proposal,
    Role,
    Roles,
    class_name,
    columns_with,
    of_classes,
)
from costcurve_gui.dataio.roles.complements import complementary_pairs, one_per_model
from costcurve_gui.dataio.roles.confidences import has_decisions
from costcurve_gui.dataio.roles.groups import keep_one_group
from costcurve_gui.dataio.roles.labels import label_key, merged_counts
from costcurve_gui.dataio.roles.long_format import repeated_ids
from costcurve_gui.dataio.roles.row_numbers import is_distinct, row_numbers
from costcurve_gui.dataio.roles.tool_names import CONFIDENCE, FileNames, named_by_class

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from costcurve_gui.dataio.source import Source


_LABEL_NAMES: Final = {
    "label", "labels", "target", "class", "y", "y_true", "true_class", "truth", "actual",
    "outcome", "true_label", "ground_truth",
}  # fmt: skip
_MAY_NUMBER: Final = (Role.IGNORE, Role.COST)  # rows; what tells cases apart has its name
_MOST_FRACTIONS: Final = 20  # distinct numbers that are not all whole and may still be classes
_POSITIVE: Final = {
    "true", "yes", "y", "t", "positive", "pos", "p", "+", "fraud", "churn", "churned",
    "default", "defaulted", "event", "sick", "disease", "spam",
}  # fmt: skip
_OPPOSITES: Final = ({Decimal(1), Decimal(0)}, {Decimal(1), Decimal(-1)})


def propose_roles(source: Source, *, positive_known: bool = False) -> Proposal:
    """Propose a part for every column; what is unclear becomes a problem to be settled.

    Only where the positive value is unclear are the classes of a large file counted, in a pass
    over the whole file; `positive_known` says that it is not needed.
    """
    names = FileNames(source.columns)
    by_column = {column.name: role_by_name(column) for column in source.columns} | names.roles()
    numbering = {
        name: sure for name, sure in row_numbers(source).items() if by_column[name] in _MAY_NUMBER
    }
    by_column |= {name: _role_of_rows(source, name) for name, sure in numbering.items() if sure}
    by_column |= dict.fromkeys(filter(None, [source.weights]), Role.WEIGHT)
    keep_one_group(source, by_column)
    label, problems = _find_label(source.columns, by_column, names)
    counts: Mapping[str, int] = {}
    positive = ""
    if label:
        by_column[label] = Role.LABEL
        if not positive_known:
            positive, counts, unclear = propose_positive(source, label)
            problems += unclear
    if not source.rows_are_cases:
        problems = [*repeated_ids(source, by_column), *problems]
    guessed = _find_scores(source, by_column, names, label)
    _drop_row_numbers([name for name, sure in numbering.items() if not sure], by_column)
    pairs = complementary_pairs(source, columns_with(by_column, Role.SCORE))
    scores, other_class = one_per_model(columns_with(by_column, Role.SCORE), pairs, positive)
    by_column |= dict.fromkeys(other_class, Role.COST)
    if any(problem.part == "positive" for problem in problems):
        positive = names.class_scored((*scores, *other_class), tuple(counts))
        problems = [one for one in problems if one.part != "positive" or not positive]
    open_columns = _open_scores(source, by_column, guessed)
    problems += open_columns
    if not scores and not open_columns:
        problems.append(_no_scores(source, label, names, numbering))
    roles = Roles(
        label=label,
        positive=positive,
        scores=scores,
        weight=source.weights or None,
        fold=next(iter(columns_with(by_column, Role.FOLD)), None),
        group=next(iter(columns_with(by_column, Role.GROUP)), None),
    )
    models = propose_class_scores(source.columns, tuple(counts))
    return Proposal(
        roles, by_column, tuple(problems), counts, models, pairs, guessed, frozenset(numbering)
    )


def propose_class_scores(
    columns: Sequence[ColumnInfo], classes: Sequence[str]
) -> tuple[ClassScores, ...]:
    """Find the models with a column for every class, named by the class after a common start.

    A bracket may close behind it: P (class=bad). Classes stand in the order of the first model's
    columns.
    """
    if not FEWEST_CLASSES <= len(classes) <= MOST_CLASSES:
        return ()
    found: dict[str, dict[str, str]] = {}
    for column in columns:
        for name in classes:
            for said in (column.name, column.name.removesuffix(")")):
                if column.kind.is_numeric and said.endswith(name):
                    found.setdefault(said.removesuffix(name), {})[name] = column.name
    whole = {start: named for start, named in found.items() if len(named) == len(classes)}
    return tuple(ClassScores(of_classes(start), named) for start, named in whole.items())


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


def _find_label(
    columns: Sequence[ColumnInfo], by_column: Mapping[str, Role], names: FileNames
) -> tuple[str, list[Problem]]:
    named = [column.name for column in columns if _named_label(column)]
    free = [
        column
        for column in columns
        if by_column[column.name] is Role.IGNORE and not names.is_decision(column)
    ]
    found = named or [column.name for column in free if _could_be_label(column)]
    if len(found) > 1:
        by_tool = [name for name in found if name in names.labels()]
        found = by_tool if len(by_tool) == 1 else found
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
    if len(keys) != 2 or names_score(column.name):
        return False
    return column.kind in (Kind.TEXT, Kind.BOOL) or keys in _OPPOSITES


def _find_scores(source: Source, by_column: dict[str, Role], names: FileNames, label: str) -> bool:
    """Give the scores their role; return whether no name tells that they are scores."""
    free = [column for column in source.columns if by_column[column.name] is Role.IGNORE]
    numeric = [column.name for column in free if column.kind.is_numeric]
    confident = [column.name for column in free if names.is_confidence(column)]
    confident = [name for name in confident if has_decisions(source, name, label)]
    no_scores = [
        column.name for column in free if names.is_no_score(column) and column.name not in confident
    ]
    # Without numbers a column of text that is called a score tells better what is wrong.
    candidates = numeric or [column.name for column in free]
    found = [name for name in candidates if names_score(name) and name not in no_scores]
    found = found or [column.name for column in free if names.is_score(column)]
    found = found or _scores_by_class(source, numeric, label) or confident
    guessed = not found and not any(names.is_confidence(column) for column in free)
    if guessed:
        found = [name for name in numeric if name not in no_scores] or numeric
    for name in numeric or found:
        by_column[name] = Role.SCORE if name in found else Role.COST
    return guessed


def _open_scores(source: Source, by_column: Mapping[str, Role], guessed: bool) -> list[Problem]:
    """Return what is open of columns that would be scores if their numbers were known."""
    return [
        Problem("marks", one.text, (one.column,), one.advice)
        for one in source.questions
        if one.column
        and by_column.get(one.column) is Role.IGNORE
        and (guessed or names_score(one.column))
    ]


def _scores_by_class(source: Source, names: Sequence[str], label: str) -> list[str]:
    """Return the columns of p and 1 - p that are named by the two classes."""
    if not label:
        return []
    classes = tuple(merged_counts(source.column(label).counts))
    if len(classes) != 2:
        return []
    pairs = complementary_pairs(source, names)
    return [name for pair in pairs if named_by_class(pair, classes) for name in pair]


def _no_scores(source: Source, label: str, names: FileNames, numbering: Iterable[str]) -> Problem:
    """Say what is missing, why text that looks like numbers is none, and which columns would do."""
    columns = source.columns
    numeric = tuple(one.name for one in columns if one.kind.is_numeric and one.name != label)
    reasons = [column.note for column in columns if column.note and not column.kind.is_numeric]
    reasons += [
        f"{column.name} is {CONFIDENCE}; write out that of one class"
        for column in columns
        if names.is_confidence(column)
    ]
    reasons += [f"{column} numbers the rows" for column in numbering]
    words = ["No column holds scores.", "A model needs a column of numbers."]
    words += [f"{reason.rstrip('.')}." for reason in reasons[:SHOWN]]
    if len(columns) == 1:
        words.append("The file was read as a single column: is its separator another one?")
    return Problem("scores", " ".join(words), numeric)


def _role_of_rows(source: Source, name: str) -> Role:
    """Return the role of a column of row names; those of several tables may repeat."""
    return Role.IDENTIFIER if is_distinct(source.column(name)) else Role.COST


def _drop_row_numbers(numbering: Sequence[str], by_column: dict[str, Role]) -> None:
    """Take columns that may number the rows for identifiers, if there are other scores."""
    others = set(columns_with(by_column, Role.SCORE)).difference(numbering)
    for name in numbering if others else ():
        if by_column[name] in (Role.SCORE, Role.COST):
            by_column[name] = Role.IDENTIFIER
