"""What is still missing before a file can be imported, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.dataio.errors import all_of, one_of
from costcurve_gui.dataio.expressions.expression import ExpressionError, compile_filter
from costcurve_gui.dataio.roles.column_roles import Role, Roles, class_name
from costcurve_gui.dataio.roles.labels import LabelClass
from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.import_choices import (
    REST,
    named_values,
    undecided_values,
    values_asked,
)
from costcurve_gui.views.text import numbers

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.dataio.columns import ColumnInfo
    from costcurve_gui.dataio.roles.column_roles import Problem
    from costcurve_gui.dataio.source import Source
    from costcurve_gui.views.dialogs.import_choices import ImportChoices

NO_LABEL = tr("No column looks like a true class.")
CASES = tr(
    "{0} repeats. Is each row one case and model? Choose Long, above. Else use {0} "
    "as Group or Ignore."
)


def obstacle(
    choices: ImportChoices,
    source: Source,
    label_counts: Mapping[str, int],
    problems: Sequence[Problem] = (),
) -> str:
    """Say why the file cannot be imported like this, or nothing."""
    if not choices.label:
        return _no_label(problems)
    for problem in problems:
        (column, *_) = problem.candidates or ("",)
        if problem.part == "cases" and choices.by_column.get(column) is Role.IDENTIFIER:
            return CASES.format(column)
    if not choices.scores:
        return _no_score(choices, source)
    if not choices.positive:
        return _no_positive(choices.label, source, label_counts)
    waiting = undecided(choices, label_counts)
    if waiting:
        return waiting
    roles = choices.roles()
    if isinstance(roles, Roles) and roles.positive_name == roles.negative_name != "":
        return tr(
            "Both classes are called {positive_name}. Choose another name for one.",
            positive_name=roles.positive_name,
        )
    columns = {column.name: column for column in source.columns}
    for name in choices.scores:
        if columns[name].text_cells and name not in choices.text_as_missing:
            return text_in_scores(columns[name])
    return where_fault(choices.where, source)


def undecided(choices: ImportChoices, counts: Mapping[str, int]) -> str:
    """Say which values have no class yet, or that none is negative."""
    if choices.class_models:
        return ""
    open_values = undecided_values(choices, counts)
    if open_values:
        verb = "does" if open_values != [REST] and len(open_values) == 1 else "do"
        return tr(
            "Before the import: what {verb} {named_values} mean?",
            verb=verb,
            named_values=named_values(open_values),
        )
    given = [choices.class_of(value, counts) for value in values_asked(choices, counts)]
    if len(counts) > 1 and LabelClass.NEGATIVE not in given:
        return tr("No value counts as negative. Curves need both classes.")
    return ""


def _no_label(problems: Sequence[Problem]) -> str:
    """Prefer the question that was asked when the file was opened: it names the candidates."""
    problem = next((problem for problem in problems if problem.part == "label"), None)
    if problem is None or problem.message.startswith(NO_LABEL):
        such = (
            tr(", such as {one_of}", one_of=one_of(problem.candidates[:3]))
            if problem and problem.candidates
            else ""
        )
        return tr(
            "{no_label} Choose one under True class{such}; it must have two or more values.",
            no_label=NO_LABEL,
            such=such,
        )
    return (
        tr("{message} Choose it under True class.", message=problem.message)
        if problem.candidates
        else problem.message
    )


def _no_score(choices: ImportChoices, source: Source) -> str:
    """Say what makes a score of a column, or why there is none to choose."""
    numeric = [column.name for column in source.columns if column.kind.is_numeric]
    free = [name for name in numeric if name != choices.label]
    if free:
        return tr(
            "No column is used as a score. Use one or more as Score, such as {one_of}; "
            "each makes a model.",
            one_of=one_of(free[:3]),
        )
    reasons = [column.note for column in source.columns if column.note]
    if reasons:
        return tr("No column holds numbers. {reasons}.", reasons=reasons[0].rstrip("."))
    what = tr("another separator") if len(source.columns) == 1 else tr("separator and decimal mark")
    return tr("No column holds numbers. Choose {what} under Reading options.", what=what)


def _no_positive(label: str, source: Source, counts: Mapping[str, int]) -> str:
    if not counts:
        return tr("{label} has no value in any row. Choose another column.", label=label)
    if len(counts) == 1 and source.complete:
        value, count = next(iter(counts.items()))
        return tr(
            "All {count} rows are {class_name}. Curves need both classes.",
            count=numbers.count(count),
            class_name=class_name(value),
        )
    values = [f"{value} ({numbers.count(counts[value])})" for value in rarest_first(counts)]
    seen = sum(counts.values())
    sampled = not source.complete and seen < source.rows
    of_what = tr(" Counted in {seen} rows looked at.", seen=numbers.count(seen)) if sampled else ""
    return tr("Which value is positive: {one_of}?{of_what}", one_of=one_of(values), of_what=of_what)


def rarest_first(counts: Mapping[str, int]) -> list[str]:
    """Return values in the order in which they are asked for: the positive class is rare."""
    return sorted(counts, key=lambda value: (counts[value], value))


def text_in_scores(column: ColumnInfo) -> str:
    """Say that a score column holds text."""
    rows = f"{numbers.count(column.text_cells)} {'row' if column.text_cells == 1 else 'rows'}"
    rows += tr(" or more") if column.sampled else ""
    such = f": {all_of(column.unread)}" if column.unread else ""
    settled = (
        tr("Count as missing") if column.kind.is_numeric else tr("Read as number, without these")
    )
    return tr(
        "{name} has text in {rows}{such}. {settled}, or use another column.",
        name=column.name,
        rows=rows,
        such=such,
        settled=settled,
    )


def where_fault(text: str, source: Source) -> str:
    """Say what is wrong with the row filter, or nothing."""
    if not text.strip():
        return ""
    numeric = [column.name for column in source.columns if column.kind.is_numeric]
    try:
        compile_filter(text, numeric, [column.name for column in source.columns])
    except ExpressionError as error:
        return error.message
    return ""
