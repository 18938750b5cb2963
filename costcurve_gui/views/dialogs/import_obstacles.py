"""What is still missing before a file can be imported, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.dataio.errors import all_of, one_of
from costcurve_gui.dataio.expressions.expression import ExpressionError, compile_filter
from costcurve_gui.dataio.roles.column_roles import Role, Roles, class_name
from costcurve_gui.dataio.roles.labels import LabelClass
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

NO_LABEL = "No column looks like a true class."
CASES = """\
{0} repeats. Is each row one case and model? Choose Long, above. Else use {0} as Group or Ignore."""


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
        return f"Both classes are called {roles.positive_name}. Choose another name for one."
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
        return f"Before the import: what {verb} {named_values(open_values)} mean?"
    given = [choices.class_of(value, counts) for value in values_asked(choices, counts)]
    if len(counts) > 1 and LabelClass.NEGATIVE not in given:
        return "No value counts as negative. Curves need both classes."
    return ""


def _no_label(problems: Sequence[Problem]) -> str:
    """Prefer the question that was asked when the file was opened: it names the candidates."""
    problem = next((problem for problem in problems if problem.part == "label"), None)
    if problem is None or problem.message.startswith(NO_LABEL):
        such = (
            f", such as {one_of(problem.candidates[:3])}" if problem and problem.candidates else ""
        )
        return f"{NO_LABEL} Choose one under True class{such}; it must have two or more values."
    return (
        f"{problem.message} Choose it under True class." if problem.candidates else problem.message
    )


def _no_score(choices: ImportChoices, source: Source) -> str:
    """Say what makes a score of a column, or why there is none to choose."""
    numeric = [column.name for column in source.columns if column.kind.is_numeric]
    free = [name for name in numeric if name != choices.label]
    if free:
        return (
            f"No column is used as a score. Use one or more as Score, such as {one_of(free[:3])}; "
            "each makes a model."
        )
    reasons = [column.note for column in source.columns if column.note]
    if reasons:
        return f"No column holds numbers. {reasons[0].rstrip('.')}."
    what = "another separator" if len(source.columns) == 1 else "separator and decimal mark"
    return f"No column holds numbers. Choose {what} under Reading options."


def _no_positive(label: str, source: Source, counts: Mapping[str, int]) -> str:
    if not counts:
        return f"{label} has no value in any row. Choose another column."
    if len(counts) == 1 and source.complete:
        value, count = next(iter(counts.items()))
        return f"All {numbers.count(count)} rows are {class_name(value)}. Curves need both classes."
    values = [f"{value} ({numbers.count(counts[value])})" for value in rarest_first(counts)]
    seen = sum(counts.values())
    sampled = not source.complete and seen < source.rows
    of_what = f" Counted in {numbers.count(seen)} rows looked at." if sampled else ""
    return f"Which value is positive: {one_of(values)}?{of_what}"


def rarest_first(counts: Mapping[str, int]) -> list[str]:
    """Return values in the order in which they are asked for: the positive class is rare."""
    return sorted(counts, key=lambda value: (counts[value], value))


def text_in_scores(column: ColumnInfo) -> str:
    """Say that a score column holds text."""
    rows = f"{numbers.count(column.text_cells)} {'row' if column.text_cells == 1 else 'rows'}"
    such = f": {all_of(column.unread)}" if column.unread else ""
    settled = "Count as missing" if column.kind.is_numeric else "Read as number, without these"
    return f"{column.name} has text in {rows}{such}. {settled}, or use another column."


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
