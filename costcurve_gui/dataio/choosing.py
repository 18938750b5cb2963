"""Roles from what a user named, with what was left open found in the table."""

from __future__ import annotations

from dataclasses import replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from costcurve_gui.dataio.errors import DataError, UnclearError, all_of
from costcurve_gui.dataio.labels import merged_counts, written_as
from costcurve_gui.dataio.proposing import label_counts, propose_positive, propose_roles
from costcurve_gui.dataio.roles import Role, Roles, model_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from costcurve_gui.dataio.roles import Problem
    from costcurve_gui.dataio.source import Source


def choose_roles(
    source: Source,
    *,
    label: str | None = None,
    positive: str | None = None,
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
    lower_is_positive : sequence of str
        Models or their columns.
    others_negative : bool
        Take every value but the positive one as negative, where there are more than two.

    Raises
    ------
    DataError
        Where a column or value does not exist or something is unclear; candidates are named.
    """
    proposal = propose_roles(source, positive_known=bool(label or positive))
    grouped = group is not None and proposal.by_column.get(group) is Role.IDENTIFIER
    asked = {"label": label, "positive": False, "scores": scores, "cases": grouped}
    for problem in proposal.problems:
        if not asked[problem.part]:
            raise unclear(problem, source)
    class_column = existing(source, label) if label else proposal.roles.label
    named = matching_columns(source, scores) if scores else proposal.roles.scores
    others = (class_column, weight, fold, group)
    named = tuple(name for name in named if scores or name not in others)
    if not named:
        raise DataError("No column holds scores. Name some.", file=source.name)
    return Roles(
        label=class_column,
        positive=positive_value(source, class_column, positive),
        scores=named,
        lower_is_positive=frozenset(_model_column(name, named) for name in lower_is_positive),
        weight=existing(source, weight) if weight else None,
        fold=existing(source, fold) if fold else None,
        group=existing(source, group) if group else None,
        where=where,
        others_negative=others_negative,
    )


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
            f'{label} has no value "{given}". It has {all_of(values)}.',
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


def unknown_column(name: str, known: Sequence[str], file: str) -> DataError:
    """Return the error of a column that is not there, with the nearest one that is."""
    import difflib  # only a slip of the pen needs it

    near = difflib.get_close_matches(name, known, n=1)
    hint = f"Did you mean {near[0]}?" if near else f"There are {all_of(known)}."
    return DataError(f'No column "{name}". {hint}', file=file, column=name)


def unclear(problem: Problem, source: Source) -> UnclearError:
    """Return the error of what nobody settled."""
    return UnclearError(problem.message, problem.part, problem.candidates, file=source.name)


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
        raise DataError(f'No model "{name}". There are {all_of(list(columns))}.', column=name)
    return columns[name]
