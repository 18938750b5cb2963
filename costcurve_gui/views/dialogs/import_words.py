"""Sentences and cells of the import dialog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.dataio.columns import Kind
from costcurve_gui.dataio.roles.column_roles import Role, cases_of
from costcurve_gui.dataio.roles.grades import grade_order
from costcurve_gui.dataio.roles.labels import LabelClass
from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.import_obstacles import rarest_first
from costcurve_gui.views.text import numbers

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from costcurve_gui.dataio.columns import ColumnInfo
    from costcurve_gui.dataio.source import Source
    from costcurve_gui.views.dialogs.import_choices import ImportChoices

ROLE_WORDS = {
    Role.SCORE: tr("Score"),
    Role.COST: tr("Cost column"),
    Role.IDENTIFIER: tr("Identifier"),
    Role.IGNORE: tr("Ignore"),
    Role.WEIGHT: tr("Weight"),
    Role.FOLD: tr("Fold"),
    Role.GROUP: tr("Group"),
    Role.LABEL: tr("True class"),
}
_KIND_WORDS = {
    Kind.NUMBER: "number",
    Kind.WHOLE: tr("whole number"),
    Kind.TEXT: "text",
    Kind.BOOL: tr("yes or no"),
    Kind.DATE: "date",
}
_SHOWN_VALUES = 4
_MOST_LINES = 4
_MANY_VALUES = 3


def facts(source: Source) -> str:
    """Say size and format: 512 rows, 10 columns · comma, decimal point, UTF-8."""
    rows = _plural(source.rows, "row")
    if not source.rows_exact:
        rows = tr("about {rough} rows", rough=_rough(source.rows))
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
        return tr("in none of {seen} looked at", seen=_plural(seen, "row"))
    if seen < source.rows and not source.complete:
        return tr("{share} of {seen} looked at", share=share, seen=_plural(seen, "row"))
    return tr(
        "{count} of {seen}, {share}",
        count=numbers.count(count),
        seen=_plural(seen, "row"),
        share=share,
    )


def undecided(value: str) -> str:
    """Ask what a value of the true class means."""
    return tr("What does {value} mean? Left out, it stays counted.", value=value)


def rows_kept(kept: int, source: Source) -> str:
    """Say how many rows a filter keeps: 418 of 512 rows."""
    keeps = numbers.count(kept) if kept else tr("none")
    return tr("keeps {keeps} of {rows}", keeps=keeps, rows=_plural(source.rows, "row"))


def classes_found(counts: Mapping[str, int], source: Source) -> str:
    """Count the classes: 153 bad, 359 good; of a large file those of the rows looked at."""
    values = rarest_first(counts)[:_SHOWN_VALUES]
    found = ", ".join(cases_of(numbers.count(counts[value]), value) for value in values)
    seen = sum(counts.values())
    if source.complete or seen >= source.rows:
        return found
    return tr("{found}, in {seen} looked at", found=found, seen=_plural(seen, "row"))


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
    more = len(source.said) > _MOST_LINES
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
        grades = tr(
            "{count} grades, {lowest} to {highest} as 1 to {count}",
            count=len(order),
            lowest=order[0],
            highest=order[-1],
        )
        return f"{_KIND_WORDS[column.kind]}, {grades}"
    written = column.written.format
    words = _KIND_WORDS[column.kind] if written is None else written.described
    if role is Role.SCORE and column.minimum is not None and column.maximum is not None:
        if written is not None and written.percent:
            low, high = (numbers.fixed(one, 3) for one in (column.minimum, column.maximum))
            return tr("percent, read as {low} to {high}", low=low, high=high)
        return f"{words} {_range(column.minimum, column.maximum, column.kind)}"
    if column.kind is Kind.TEXT and role is not Role.LABEL and column.distinct >= _MANY_VALUES:
        return tr(
            "{words}, {distinct}{more} values",
            words=words,
            distinct=numbers.count(column.distinct),
            more=column.more_values,
        )
    return words


def models_made(count: int) -> str:
    """Say how many models come of the choices."""
    return tr("{count} will be made", count=_plural(count, "model"))


def models_with_scores(count: int) -> str:
    """Say how many models have a score for each class."""
    have = "has" if count == 1 else "have"
    return tr("{count} {have} a score for each", count=_plural(count, "model"), have=have)


def import_words(count: int) -> str:
    """Name the button: Import 6 models."""
    return tr("Import {count}", count=_plural(count, "model")) if count else tr("Import")


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
