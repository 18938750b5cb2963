"""Choose roles from what a user named; what was left open is found in the table."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from costcurve_gui.dataio.errors import DataError, UnclearError, all_of, listed, plural
from costcurve_gui.dataio.roles.column_roles import (
    FEWEST_CLASSES,
    MOST_CLASSES,
    NO_VALUES,
    ClassScores,
    MulticlassRoles,
    Role,
    Roles,
    model_name,
    of_classes,
)
from costcurve_gui.dataio.roles.complements import one_per_model
from costcurve_gui.dataio.roles.grades import grades_from, require_order, score_order
from costcurve_gui.dataio.roles.groups import group_in_force, says_none
from costcurve_gui.dataio.roles.labels import merged_counts, written_as
from costcurve_gui.dataio.roles.proposal import label_counts, propose_positive, propose_roles
from costcurve_gui.dataio.roles.tool_names import FileNames
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from costcurve_gui.dataio.roles.column_roles import Problem
    from costcurve_gui.dataio.source import Source


def choose_roles(
    source: Source,
    *,
    label: str | None = None,
    positive: str | None = None,
    positive_from: str | None = None,
    values: Mapping[str, Sequence[str]] = NO_VALUES,
    orders: Mapping[str, Sequence[str]] = NO_VALUES,
    scores: Sequence[str] = (),
    lower_is_positive: Sequence[str] = (),
    weight: str | None = None,
    fold: str | None = None,
    group: str | None = None,
    where: str = "",
    others_negative: bool = False,
) -> Roles:
    """Return complete roles: what is given is checked, the rest is found.

    Parameters
    ----------
    scores : sequence of str
        Score columns; `*` and `?` stand for any characters.
    group : str, optional
        The column of rows that belong together, `none` for no such; None takes the one found.
    weight : str, optional
        The column of weights, `none` for no weights; None takes those of the format, as of ARFF.
    positive_from : str, optional
        The first positive grade: all after it are positive too, all before it negative.
    values : mapping of str to sequence of str
        What becomes of further values: lists of them by the names in `VALUE_LISTS`.
    orders : mapping of str to sequence of str
        The grades of scores whose order is known; any other text there is missing.
    lower_is_positive : sequence of str
        Models or their columns.
    others_negative : bool
        Take every value but the positive one as negative, where there are more than two.

    Raises
    ------
    DataError
        Where a column or value does not exist or something is unclear; candidates are named.
    """
    weight = _weight(source, weight)
    proposal = propose_roles(source, positive_known=bool(label or positive or positive_from))
    grouped = group is not None and proposal.by_column.get(group) is Role.IDENTIFIER
    asked = {
        "label": label,
        "positive": positive_from or scores,
        "scores": scores,
        "cases": grouped,
        "marks": scores,
    }
    for problem in proposal.problems:
        if not asked[problem.part]:
            raise unclear(problem, source)
    class_column = existing(source, label) if label else proposal.roles.label
    asked_for = matching_columns(source, scores) if scores else ()
    if positive_from:
        grades = require_order(label_counts(source, class_column), class_column)
        positive, *also_positive = grades_from(grades, positive_from, class_column)
        negatives = grades[: grades.index(positive)]
        values = {"also_positive": also_positive, "negatives": negatives}
    positive = _positive(source, class_column, positive, asked_for or proposal.all_scores)
    graded = {**_graded(source, asked_for), **orders}
    found, _ = one_per_model(proposal.roles.scores, proposal.complements, positive)
    named = asked_for or found
    others = (class_column, weight, fold, group)
    named = tuple(name for name in named if scores or name not in others)
    if not named:
        raise DataError(tr("No column holds scores. Name some."), file=source.name)
    group = group_in_force(source, group, proposal.roles.group, (class_column, fold, *named))
    return Roles(
        label=class_column,
        positive=positive,
        scores=named,
        lower_is_positive=frozenset(_model_column(name, named) for name in lower_is_positive),
        weight=weight,
        fold=existing(source, fold) if fold else None,
        group=existing(source, group) if group else None,
        where=where,
        others_negative=others_negative,
        graded=tuple((name, tuple(order)) for name, order in graded.items()),
        text_as_missing=frozenset(orders),
        also_positive=tuple(values.get("also_positive", ())),
        negatives=tuple(values.get("negatives", ())),
        left_out=tuple(values.get("left_out", ())),
    )


def _graded(source: Source, scores: Sequence[str]) -> dict[str, Sequence[str]]:
    """Return the grades of scores that are text, in their order."""
    orders = {name: score_order(source.column(name)) for name in scores}
    return {name: order for name, order in orders.items() if order}


def _positive(source: Source, label: str, given: str | None, scores: Sequence[str]) -> str:
    """Return the positive value: given, sure by itself, or the class that the scores are for."""
    try:
        return positive_value(source, label, given)
    except UnclearError:
        named = FileNames(source.columns).class_scored(scores, tuple(label_counts(source, label)))
        if not named:
            raise
        return named


def choose_label(source: Source, label: str | None = None) -> str:
    """Return the class column: the one that is named, which must exist, or the one found."""
    if label:
        return existing(source, label)
    proposal = propose_roles(source, positive_known=True)
    for problem in proposal.problems:
        if problem.part == "label":
            raise unclear(problem, source)
    return proposal.roles.label


def with_positive(source: Source, roles: Roles) -> Roles:
    """Return the roles with the positive value as the file writes it (1 where it has 1.0)."""
    return replace(roles, positive=positive_value(source, roles.label, roles.positive))


def positive_value(source: Source, label: str, given: str | None) -> str:
    """Return the positive value of a class column: the given one as the file writes it, or found.

    Raises
    ------
    DataError
        Where it does not occur, or is unclear.
    """
    if not given:
        found, _, problems = propose_positive(source, label)
        if problems:
            raise unclear(problems[0], source)
        return found
    known = merged_counts(source.column(label).counts)
    return written_as(given, known) or _value_in_file(source, label, given)


def _value_in_file(source: Source, label: str, given: str) -> str:
    counts = label_counts(source, label)
    found = written_as(given, counts)
    if not found:
        values = [f"{value} ({count})" for value, count in counts.items()]
        raise DataError(
            tr(
                '{label} has no value "{given}". It has {known}.',
                label=label,
                given=given,
                known=all_of(values),
            ),
            file=source.name,
            column=label,
        )
    return found


def existing(source: Source, name: str) -> str:
    """Return the name of a column that must be there."""
    names = [column.name for column in source.columns]
    if name not in names:
        raise unknown_column(name, names, source.name)
    return name


def _weight(source: Source, name: str | None) -> str | None:
    """Return the column of weights: the one that is named, `none`, or what the format itself has.

    No name of a column makes it one.
    """
    if says_none(source, name):
        return None
    return existing(source, name) if name else source.weights or None


def unknown_column(name: str, known: Sequence[str], file: str) -> DataError:
    """Return the error of a column that is not there, with the nearest one that is."""
    import difflib  # only a slip of the pen needs it

    near = difflib.get_close_matches(name, known, n=1)
    hint = f"Did you mean {near[0]}?" if near else f"There are {all_of(known)}."
    return DataError(f'No column "{name}". {hint}', file=file, column=name)


def unclear(problem: Problem, source: Source) -> UnclearError:
    """Return the error of a problem that is still open."""
    return UnclearError(
        problem.message, problem.part, problem.candidates, file=source.name, advice=problem.advice
    )


def matching_columns(source: Source, patterns: Iterable[str]) -> tuple[str, ...]:
    """Return the columns that names or patterns mean, of columns or of their models.

    Each must mean one or more.
    """
    names = [column.name for column in source.columns]
    found: dict[str, None] = {}
    for pattern in patterns:
        exact = [pattern] if pattern in names else []
        matches = exact or [name for name in names if fnmatchcase(name, pattern)]
        matches = matches or [name for name in names if fnmatchcase(model_name(name), pattern)]
        if not matches:
            raise unknown_column(pattern, names, source.name)
        found |= dict.fromkeys(matches)
    return tuple(found)


def _model_column(name: str, scores: Sequence[str]) -> str:
    columns: Mapping[str, str] = {model_name(column): column for column in scores}
    if name in scores:
        return name
    if name not in columns:
        raise DataError(
            tr('No model "{name}". There are {known}.', name=name, known=all_of(list(columns))),
            column=name,
        )
    return columns[name]


_WILDCARD = re.compile(r"[*?\[]")


def choose_class_scores(
    source: Source,
    patterns: Sequence[str],
    *,
    label: str | None = None,
    reference: str | None = None,
    weight: str | None = None,
    fold: str | None = None,
    group: str | None = None,
    where: str = "",
) -> MulticlassRoles:
    """Return what the columns are for: the classes are named by the columns and the label alike.

    Parameters
    ----------
    patterns : sequence of str
        One a model, such as `proba_*`: a column a class, whose name follows what the columns
        have in common.
    label : str, optional
        The class column; None finds it.
    reference : str, optional
        The class to be positive against all others; None takes the first.

    Raises
    ------
    DataError
        Where a column or value does not exist, or columns and classes do not fit.
    """
    label = choose_label(source, label)
    counts = label_counts(source, label)
    found = [_columns_of(source, label, counts, pattern) for pattern in dict.fromkeys(patterns)]
    models = _named(found)
    classes = tuple(models[0].columns)
    roles = choose_roles(
        source,
        label=label,
        positive=reference or classes[0],
        scores=[column for model in models for column in model.columns.values()],
        weight=weight,
        fold=fold,
        group=group,
        where=where,
    )
    return MulticlassRoles(replace(roles, classes=classes, graded=()), models)


def _columns_of(
    source: Source, label: str, counts: Mapping[str, int], pattern: str
) -> tuple[str, dict[str, str]]:
    """Return what the columns of a pattern have in common, and the column of every class."""
    columns = [name for name in matching_columns(source, [pattern]) if name != label]
    if len(columns) < FEWEST_CLASSES:
        raise DataError(
            tr(
                "{pattern} means {columns} ({listed}). A model of several classes is one "
                "pattern, such as proba_*, for three or more columns; two classes need a "
                "single score.",
                pattern=pattern,
                columns=plural(len(columns), "column"),
                listed=listed(columns),
            ),
            file=source.name,
        )
    for prefix in _prefixes(pattern, columns):
        by_class = {written_as(_class_in(name, prefix), counts): name for name in columns}
        if by_class.keys() == counts.keys() and len(columns) == len(counts) <= MOST_CLASSES:
            return prefix, by_class
    raise _misfit(source, label, counts, pattern, columns)


def _prefixes(pattern: str, columns: Sequence[str]) -> Iterator[str]:
    """Yield where the class names may begin: at the wildcard, else wherever the names agree."""
    yield _before_wildcard(pattern)
    first, last = min(columns), max(columns)  # what these two share is shared by all between them
    for end in range(len(first) + 1):
        if last.startswith(first[:end]):
            yield first[:end]


def _before_wildcard(pattern: str) -> str:
    return _WILDCARD.split(pattern)[0]


def _class_in(column: str, prefix: str) -> str:
    """Return the class that a column names; a bracket that opened before it closes behind it."""
    named = column.removeprefix(prefix)
    return named.removesuffix(")") if prefix.count("(") > prefix.count(")") else named


def _named(found: Sequence[tuple[str, dict[str, str]]]) -> tuple[ClassScores, ...]:
    used = Counter(column for _, by_class in found for column in by_class.values())
    column, times = used.most_common(1)[0]
    if times > 1:
        raise DataError(
            tr(
                "{column} is a column of {times} models; each needs its own.",
                column=column,
                times=times,
            )
        )
    short = [of_classes(prefix) for prefix, _ in found]
    return tuple(
        ClassScores(name if short.count(name) == 1 else prefix, by_class)
        for name, (prefix, by_class) in zip(short, found, strict=True)
    )


def _misfit(
    source: Source, label: str, counts: Mapping[str, int], pattern: str, columns: Sequence[str]
) -> DataError:
    if len(counts) > MOST_CLASSES:
        what = f"{label} has {len(counts)} values, and at most {MOST_CLASSES} are told apart"
    else:
        what = "; ".join(_mismatches(counts, pattern, columns))
    return DataError(
        f"{pattern} and the classes of {label} do not fit: {what}. "
        "Every class needs one column, named by the class after what the columns have in common.",
        file=source.name,
        column=label,
    )


def _mismatches(counts: Mapping[str, int], pattern: str, columns: Sequence[str]) -> Iterator[str]:
    prefix = _before_wildcard(pattern)
    classes = {column: written_as(_class_in(column, prefix), counts) for column in columns}
    times = Counter(classes.values())
    lacking = [
        f"{value} ({plural(count, 'row')})" for value, count in counts.items() if value not in times
    ]
    if lacking:
        yield f"no column for {listed(lacking)}"
    strangers = [column for column, value in classes.items() if not value]
    if strangers:
        yield f"no class for {listed(strangers)}"
    for value in counts:
        if times[value] > 1:
            yield f"{times[value]} columns for {value}"
