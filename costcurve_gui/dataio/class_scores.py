"""Which columns score which class, where a model has a column for each of several classes."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.dataio.choosing import (
    choose_label,
    choose_roles,
    matching_columns,
)
from costcurve_gui.dataio.errors import DataError, listed, plural
from costcurve_gui.dataio.labels import written_as
from costcurve_gui.dataio.proposing import label_counts
from costcurve_gui.dataio.roles import (
    FEWEST_CLASSES,
    MOST_CLASSES,
    ClassScores,
    MulticlassRoles,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from costcurve_gui.dataio.source import Source

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
    return MulticlassRoles(replace(roles, classes=classes), models)


def _columns_of(
    source: Source, label: str, counts: Mapping[str, int], pattern: str
) -> tuple[str, dict[str, str]]:
    """Return what the columns of a pattern have in common, and the column of every class."""
    columns = [name for name in matching_columns(source, [pattern]) if name != label]
    if len(columns) < FEWEST_CLASSES:
        raise DataError(
            f"{pattern} means {plural(len(columns), 'column')} ({listed(columns)}). A model of "
            "several classes is one pattern, such as proba_*, for three or more columns; two "
            "classes need a single score.",
            file=source.name,
        )
    for prefix in _prefixes(pattern, columns):
        by_class = {written_as(name.removeprefix(prefix), counts): name for name in columns}
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


def _named(found: Sequence[tuple[str, dict[str, str]]]) -> tuple[ClassScores, ...]:
    used = Counter(column for _, by_class in found for column in by_class.values())
    column, times = used.most_common(1)[0]
    if times > 1:
        raise DataError(f"{column} is a column of {times} models; each needs its own.")
    short = [prefix.rstrip("_") or "proba" for prefix, _ in found]
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
    classes = {column: written_as(column.removeprefix(prefix), counts) for column in columns}
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
