"""Sentences and cells of the import dialog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.dataio.columns import MOST_DISTINCT, Kind
from costcurve_gui.dataio.roles.column_roles import Role, cases_of
from costcurve_gui.dataio.roles.grades import grade_order
from costcurve_gui.dataio.roles.labels import LabelClass
from costcurve_gui.views.dialogs.import_obstacles import rarest_first
from costcurve_gui.views.text import numbers

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from costcurve_gui.dataio.columns import ColumnInfo
    from costcurve_gui.dataio.source import Source
    from costcurve_gui.views.dialogs.import_choices import ImportChoices

ROLE_WORDS = {
    Role.SCORE: "Score",
    Role.COST: "Cost column",
    Role.IDENTIFIER: "Identifier",
    Role.IGNORE: "Ignore",
    Role.WEIGHT: "Weight",
    Role.FOLD: "Fold",
    Role.GROUP: "Group",
    Role.LABEL: "True class",
}
_KIND_WORDS = {
    Kind.NUMBER: "number",
    Kind.WHOLE: "whole number",
    Kind.TEXT: "text",
    Kind.BOOL: "yes or no",
    Kind.DATE: "date",
}
_SHOWN_VALUES = 4
_MOST_LINES = 4
_MANY_VALUES = 3


def facts(source: Source) -> str:
    """Say size and format: 512 rows, 10 columns · comma, decimal point, UTF-8."""
    rows = _plural(source.rows, "row")
    if not source.rows_exact:
        rows = f"about {_rough(source.rows)} rows"
    return f"{rows}, {_plural(len(source.columns), 'column')}  ·  {source.format_text}"


def values_found(counts: Mapping[str, int]) -> str:
    """Name the values of the true class: 2 values: bad, good."""
    grades = grade_order(counts)
    if grades:
        ends = grades if len(grades) <= _SHOWN_VALUES else (grades[0], "\u2026", grades[-1])
        return f"{_plural(len(grades), 'value')}: {' < '.join(ends)}"
    values = rarest_first(counts)
    shown = ", ".join(values[:_SHOWN_VALUES])
    rest = "" if len(values) <= _SHOWN_VALUES else " …"
    return f"{_plural(len(values), 'value')}: {shown}{rest}"


def share_of(counts: Mapping[str, int], values: Collection[str], source: Source) -> str:
    """Say how many rows are positive: 153 of 512 rows, 29.9 %."""
    seen = sum(counts.values())
    count = sum(counts.get(value, 0) for value in values)
    if not seen:
        return ""
    share = numbers.percent(count / seen)
    if not count and not source.complete:
        return f"in none of {_plural(seen, 'row')} looked at"
    if seen < source.rows and not source.complete:
        return f"{share} of {_plural(seen, 'row')} looked at"
    return f"{numbers.count(count)} of {_plural(seen, 'row')}, {share}"


def undecided(value: str) -> str:
    """Ask what a value of the true class means."""
    return f"What does {value} mean? Left out, it stays counted."


def rows_kept(kept: int, source: Source) -> str:
    """Say how many rows a filter keeps: 418 of 512 rows."""
    keeps = numbers.count(kept) if kept else "none"
    return f"keeps {keeps} of {_plural(source.rows, 'row')}"


def classes_found(counts: Mapping[str, int], source: Source) -> str:
    """Count the classes: 153 bad, 359 good; of a large file those of the rows looked at."""
    values = rarest_first(counts)[:_SHOWN_VALUES]
    found = ", ".join(cases_of(numbers.count(counts[value]), value) for value in values)
    seen = sum(counts.values())
    if source.complete or seen >= source.rows:
        return found
    return f"{found}, in {_plural(seen, 'row')} looked at"


def grades_found(counts: Mapping[str, int], choices: ImportChoices) -> str:
    """Count the grades of each class: 124 grade E to G, 176 grade A to D."""
    by_class = (LabelClass.POSITIVE, LabelClass.NEGATIVE)
    found = {
        one: [value for value in counts if choices.class_of(value, counts) is one]
        for one in by_class
    }
    return ", ".join(
        f"{numbers.count(sum(counts[value] for value in values))} {choices.grades_called(values)}"
        for values in found.values()
        if values
    )


def said(source: Source) -> str:
    """Say what was done to the rows, a line each."""
    lines = source.said[:_MOST_LINES]
    more = len(source.said) - len(lines)
    return "\n".join(lines) + (" …" if more else "")


def places(choices: ImportChoices) -> dict[str, dict[str, str]]:
    """Say which number each grade is, by column: D = 4."""
    return {
        column: {grade: f"{grade} = {place}" for place, grade in enumerate(order, start=1)}
        for column, order in choices.orders.items()
        if column in choices.scores
    }


def type_of(column: ColumnInfo, role: Role, order: Sequence[str] = ()) -> str:
    """Describe what a column holds, how its numbers are written, its range where it is a score."""
    if order and role is Role.SCORE:
        grades = f"{len(order)} grades, {order[0]} to {order[-1]} as 1 to {len(order)}"
        return f"{_KIND_WORDS[column.kind]}, {grades}"
    written = column.written.format
    words = _KIND_WORDS[column.kind] if written is None else written.described
    if role is Role.SCORE and column.minimum is not None and column.maximum is not None:
        if written is not None and written.percent:
            low, high = (numbers.fixed(one, 3) for one in (column.minimum, column.maximum))
            return f"percent, read as {low} to {high}"
        return f"{words} {_range(column.minimum, column.maximum, column.kind)}"
    if column.kind is Kind.TEXT and role is not Role.LABEL and column.distinct >= _MANY_VALUES:
        more = " or more" if column.distinct >= MOST_DISTINCT else ""
        return f"{words}, {numbers.count(column.distinct)}{more} values"
    return words


def models_made(count: int) -> str:
    """Say how many models come of the choices."""
    return f"{_plural(count, 'model')} will be made"


def models_with_scores(count: int) -> str:
    """Say how many models have a score for each class."""
    have = "has" if count == 1 else "have"
    return f"{_plural(count, 'model')} {have} a score for each"


def import_words(count: int) -> str:
    """Name the button: Import 6 models."""
    return f"Import {_plural(count, 'model')}" if count else "Import"


def short_name(column: str) -> str:
    """Shorten a header: score_mlp becomes …mlp, because the table says what it is."""
    prefix = "score_"
    return f"…{column[len(prefix) :]}" if column.startswith(prefix) else column


def _range(low: float, high: float, kind: Kind) -> str:
    decimals = 0 if kind is Kind.WHOLE else 2 if max(abs(low), abs(high)) < 1000 else 0
    return f"{numbers.fixed(low, decimals)} \u2013 {numbers.fixed(high, decimals)}"


def _rough(count: int) -> str:
    """Write an estimate with two digits: 9 800 000."""
    return numbers.count(float(f"{count:.1e}"))


def _plural(count: int, noun: str) -> str:
    return f"{numbers.count(count)} {noun if count == 1 else noun + 's'}"
