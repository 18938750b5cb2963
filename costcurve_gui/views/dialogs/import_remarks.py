"""What is said beside the columns, and which of it the user should settle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.dataio.roles.column_names import (
    propose_payoffs,
    suspected_weight,
)
from costcurve_gui.dataio.roles.column_roles import Role
from costcurve_gui.dataio.roles.findings import (
    HIGH_POSITIVE,
    LOW_POSITIVE,
    MISSING_VALUES,
    TEXT_MISSING,
)
from costcurve_gui.dataio.roles.groups import known_groups, suspected_column
from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs import import_words
from costcurve_gui.views.dialogs.import_choices import REST, named_values, undecided_values
from costcurve_gui.views.dialogs.import_columns import Remark
from costcurve_gui.views.dialogs.import_obstacles import text_in_scores
from costcurve_gui.views.text import numbers

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.dataio.columns import ColumnInfo
    from costcurve_gui.dataio.roles.column_names import PayoffColumn
    from costcurve_gui.dataio.roles.findings import Finding
    from costcurve_gui.dataio.source import Source
    from costcurve_gui.views.dialogs.import_choices import ImportChoices

SHOW_ROWS, USE_GROUP, GO_THERE, ORDER = "rows", "group", "undecided", "order"
USE_WEIGHT = "weight"

_TONES = {"good": "success", "doubt": "warning", "fault": "danger"}
_OF_CELL = {
    "tp": tr("a true positive"),
    "fp": tr("a false positive"),
    "fn": tr("a false negative"),
    "tn": tr("a true negative"),
}
_MOST_NAMED = 6  # classes; of more, their number says more
_SPOKEN_FOR = frozenset({Role.SCORE, Role.IDENTIFIER})
_NO_SCORE = frozenset({Role.IDENTIFIER, Role.COST})
_NO_GROUP = frozenset({Role.LABEL, Role.SCORE, Role.WEIGHT, Role.FOLD})


def remarks_of(
    source: Source,
    choices: ImportChoices,
    label_counts: Mapping[str, int],
    findings: Mapping[str, Finding],
) -> dict[str, Remark]:
    """Return a remark for every column there is something to say about."""
    costs = [one for one in source.columns if choices.by_column.get(one.name) is Role.COST]
    payoffs = {proposed.column: proposed for proposed in propose_payoffs(costs)}
    remarks: dict[str, Remark] = {}
    for column in source.columns:
        role = choices.by_column.get(column.name, Role.IGNORE)
        remark = None
        if column.name in choices.row_numbers and role in _NO_SCORE:
            remark = Remark(tr("numbers the rows: no score"))
        elif role is Role.WEIGHT and column.name == source.weights:
            remark = Remark(tr("the weights that the file itself gives to its rows"))
        elif role is Role.LABEL:
            remark = _label_remark(label_counts, source, choices)
        elif role in _SPOKEN_FOR:
            remark = _remark(column, role, choices, findings.get(column.name))
        else:
            remark = _other_remark(column, payoffs.get(column.name))
        if remark is not None:
            remarks[column.name] = remark
    return remarks | _of_groups(source, choices) | _of_weight(source, choices)


def _of_weight(source: Source, choices: ImportChoices) -> dict[str, Remark]:
    """Ask whether a column weighs the rows; whoever ignores it has answered."""
    if choices.first(Role.WEIGHT) is not None:
        return {}
    used = [name for name, role in choices.by_column.items() if role is not Role.COST]
    name = suspected_weight(source.columns, used)
    if not name:
        return {}
    text = tr("Weights of the rows, or a measurement? Not used")
    return {name: Remark(text, "warning", USE_WEIGHT, tr("Use as weight"))}


def _of_groups(source: Source, choices: ImportChoices) -> dict[str, Remark]:
    """Ask whether rows with the same value of a column belong together, or say that they do."""
    group = choices.first(Role.GROUP)
    if group is not None:
        return {group: Remark(_repeating(source, group, tr("Resampled as a whole")))}
    if choices.class_models:
        return {}
    used = [name for name, role in choices.by_column.items() if role in _NO_GROUP]
    column = suspected_column(source, used)
    if not column:
        return {}
    text = _repeating(source, column, tr("Do rows of one {column} belong together?", column=column))
    return {column: Remark(text, "warning", USE_GROUP, tr("Use as group"))}


def _repeating(source: Source, column: str, then: str) -> str:
    """Say how often values repeat, where that is known of all rows, and what follows."""
    found = known_groups(source, column)
    if found is None:
        return then
    values, rows = numbers.count(found.values), numbers.count(found.rows)
    return tr("{values} values in {rows} rows. {then}", values=values, rows=rows, then=then)


def unsettled(remarks: Mapping[str, Remark]) -> str:
    """Name the columns with a question that only the user can answer."""
    names = [column for column, remark in remarks.items() if remark.tone == "danger"]
    if not names:
        return ""
    count = tr("One finding") if len(names) == 1 else tr("{names} findings", names=len(names))
    return tr("{count} to settle: {names}", count=count, names=", ".join(names))


def _label_remark(counts: Mapping[str, int], source: Source, choices: ImportChoices) -> Remark:
    if len(counts) == 1:
        return Remark(tr("one class only"), "danger")
    undecided = undecided_values(choices, counts)
    if choices.positive and undecided and not choices.class_models:
        are = "are" if len(undecided) > 1 or REST in undecided else "is"
        text = tr(
            "{named_values} {are} still to be decided, above",
            named_values=named_values(undecided),
            are=are,
        )
        return Remark(text, "warning", GO_THERE, tr("Go there"))
    if choices.also_positive:
        return Remark(import_words.grades_found(counts, choices))
    if len(counts) > _MOST_NAMED:
        return Remark(tr("{counts} values", counts=numbers.count(len(counts))), "warning")
    return Remark(import_words.classes_found(counts, source))


def _other_remark(column: ColumnInfo, payoff: PayoffColumn | None) -> Remark | None:
    """Say how the cells of a column were read, and which payoff it seems to hold."""
    parts = (
        [
            tr(
                "proposed payoff of {of_cell}: {expression}",
                of_cell=_OF_CELL[payoff.cell],
                expression=payoff.expression,
            )
        ]
        if payoff
        else []
    )
    if column.note:
        parts.append(column.note.removeprefix(f"{column.name}: ").removeprefix(f"{column.name} "))
    plain = payoff is not None or column.kind.is_numeric
    return Remark("; ".join(parts), "success" if plain else "warning") if parts else None


def _remark(
    column: ColumnInfo, role: Role, choices: ImportChoices, finding: Finding | None
) -> Remark | None:
    if role is Role.SCORE and finding is None and _unsettled_text(column, choices):
        words = tr("Count as missing") if column.kind.is_numeric else tr("Read as number")
        return Remark(text_in_scores(column), "danger", TEXT_MISSING, words)
    if finding is None:
        return None
    order = choices.orders.get(column.name, ()) if role is Role.SCORE else ()
    if order:
        by_name = list(order) == sorted(order, key=str.casefold)
        area, *_ = finding.text.partition(";")  # that a few grades have ties needs no word
        text = tr("{area}, order by the alphabet", area=area) if by_name else area
        tone = "warning" if by_name else _TONES[finding.level]
        return Remark(numbers.in_sentence(text), tone, ORDER, tr("Order\N{HORIZONTAL ELLIPSIS}"))
    repair, words = _repair(column.name, choices, finding)
    return Remark(numbers.in_sentence(finding.text), _TONES[finding.level], repair, words)


def _unsettled_text(column: ColumnInfo, choices: ImportChoices) -> bool:
    return bool(column.text_cells) and column.name not in choices.text_as_missing


def _repair(column: str, choices: ImportChoices, finding: Finding) -> tuple[str, str]:
    """Return the key of what would settle a finding, and its words."""
    if finding.repair == HIGH_POSITIVE or column in choices.lower_is_positive:
        return HIGH_POSITIVE, tr("Turn back")
    if finding.repair == LOW_POSITIVE and not choices.class_models:
        return LOW_POSITIVE, tr("Turn")
    if finding.repair in (TEXT_MISSING, MISSING_VALUES):
        return finding.repair, tr("Count as missing")
    return (SHOW_ROWS, tr("Show rows")) if finding.rows else ("", "")
