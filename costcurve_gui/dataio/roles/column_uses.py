"""How every column of a file is used, and why: listed with every report."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from costcurve_gui.dataio.columns import ColumnInfo, Kind
from costcurve_gui.dataio.errors import all_of, plural
from costcurve_gui.dataio.roles.column_names import (
    names_money,
    names_payoff,
    propose_payoffs,
    suspected_weight,
)
from costcurve_gui.dataio.roles.column_roles import NONE, Role, Roles
from costcurve_gui.dataio.roles.groups import suspected_groups
from costcurve_gui.dataio.roles.proposal import propose_roles
from costcurve_gui.dataio.roles.row_numbers import ROW_NUMBERS
from costcurve_gui.dataio.roles.tool_names import CONFIDENCE, DECISION, FileNames
from costcurve_gui.dataio.source import ReadOptions
from costcurve_gui.dataio.table_kind import COUNT_COLUMNS, column_called

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from costcurve_gui.dataio.roles.column_roles import Proposal
    from costcurve_gui.dataio.source import Source


class Use(StrEnum):
    """What a column is used as."""

    LABEL = "true class"
    SCORE = "score"
    COUNT = "counts"
    WEIGHT = "weight"
    FOLD = "fold"
    GROUP = "group"
    EXPRESSIONS = "for expressions"
    LEFT_OUT = "left out"


_KINDS: Final[Mapping[Kind, str]] = {
    Kind.BOOL: "yes or no",
    Kind.DATE: "date",
    Kind.TEXT: "text",
}
_NEEDS_OPTION: Final[Mapping[Role, str]] = {
    Role.FOLD: "--fold",
    Role.GROUP: "--group",
}


@dataclass(frozen=True, slots=True)
class ColumnUse:
    """One column: what it is used as, and why where that is not plain."""

    column: str
    use: Use
    reason: str = ""

    @property
    def described(self) -> str:
        """The column, with why it is so used: `id (identifier)`."""
        return f"{self.column} ({self.reason})" if self.reason else self.column


@dataclass(frozen=True, slots=True)
class FileReading:
    """What to say of a file that was read: its columns, and what a reader should know of them.

    `doubts` warn of columns that may be for something that nobody named them for. `options` are
    those the file was read by.
    """

    uses: tuple[ColumnUse, ...] = ()
    notes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    options: ReadOptions = field(default_factory=ReadOptions)

    @property
    def described(self) -> str:
        """The columns in one line: `true class label; score a, b; left out id (identifier)`."""
        parts = []
        for use in Use:
            found = [one for one in self.uses if one.use is use]
            if found:
                plain = use in (Use.EXPRESSIONS, Use.SCORE)  # many alike: the manifest has why
                names = [one.column if plain else one.described for one in found]
                parts.append(f"{use} {all_of(names)}")
        return "; ".join(parts)


def column_uses(source: Source, roles: Roles) -> tuple[ColumnUse, ...]:
    """Say of every column of a file of scored cases what it is used as."""
    proposal = propose_roles(source, positive_known=True)
    other_class = _complements(proposal, roles)
    names = FileNames(source.columns)
    dropped = (ColumnUse(name, Use.LEFT_OUT, why) for name, why in source.dropped.items())
    uses = (
        ColumnUse(column.name, Use.EXPRESSIONS, other_class[column.name])
        if column.name in other_class
        else _use(column, roles, proposal, names)
        for column in source.columns
    )
    return (*uses, *dropped)


def _complements(proposal: Proposal, roles: Roles) -> Mapping[str, str]:
    """Say of each column that holds 1 - p where p is a score why it is none."""
    pairs = (*proposal.complements, *((b, a) for a, b in proposal.complements))
    return {
        other: f"1 \u2212 {score}, the same model"
        for score, other in pairs
        if score in roles.scores and other not in _taken(roles)
    }


def count_uses(source: Source) -> tuple[ColumnUse, ...]:
    """Say of every column of a file of counts what it is used as."""
    model = column_called(source, "model")
    return tuple(
        ColumnUse(column.name, Use.COUNT)
        if column.name.lower() in COUNT_COLUMNS or column.name == model
        else ColumnUse(column.name, Use.LEFT_OUT, "no count")
        for column in source.columns
    )


def payoff_note(source: Source, roles: Roles, cells_set: Collection[str]) -> str:
    """Name the columns that look like payoffs and the options that would use them, or nothing.

    Parameters
    ----------
    cells_set : collection of str
        The cells that options set already.
    """
    free = [column for column in source.columns if column.name not in _taken(roles)]
    proposed = [one for one in propose_payoffs(free) if one.cell not in cells_set]
    if not proposed:
        return ""
    names = [f"{one.column} ({one.reason})" for one in proposed]
    options = " ".join(f"--{one.cell} {_shell(one.expression)}" for one in proposed)
    looks = "looks like a payoff and is" if len(names) == 1 else "look like payoffs and are"
    them = "it" if len(names) == 1 else "them"
    return f"{all_of(names)} {looks} not used; {options} would use {them}"


def groups_warning(source: Source, roles: Roles) -> str:
    """Warn of rows that may belong together, and name the option that says so; or nothing."""
    found = suspected_groups(source, roles)
    if found is None:
        return ""
    return (
        f"{found.reason}: intervals treat rows as independent; where rows of one value belong "
        f"together, say --group {_shell(found.column)}"
    )


def doubts_of(source: Source, roles: Roles, *, groups: bool, weights: bool) -> tuple[str, ...]:
    """Warn of columns that may group the rows, or weigh them, where that is still open."""
    found = (
        groups_warning(source, roles) if groups else "",
        weight_warning(source, roles) if weights else "",
    )
    return tuple(filter(None, found))


def weight_warning(source: Source, roles: Roles) -> str:
    """Warn of a column that may be sample weights, and name the options that settle it."""
    name = "" if roles.weight else suspected_weight(source.columns, roles.used)
    if not name or source.column(name).distinct == 1:
        return ""
    return (
        f"{name} is not used: it may be the weight of each row in the sample, or a measurement; "
        f"--weight {_shell(name)} weighs the rows by it, --weight {NONE} says that it is no such "
        "weight"
    )


def _shell(expression: str) -> str:
    """Return an expression as it is typed in a shell."""
    return f"'{expression}'" if "`" in expression or " " in expression else expression


def _taken(roles: Roles) -> Collection[str | None]:
    return roles.used


def _use(column: ColumnInfo, roles: Roles, proposal: Proposal, names: FileNames) -> ColumnUse:
    role = proposal.by_column[column.name]
    for use, taken in _named(roles):
        if column.name in taken:
            return ColumnUse(column.name, use)
    if names.is_no_score(column):
        reason = CONFIDENCE if names.is_confidence(column) else DECISION
        use = Use.EXPRESSIONS if column.kind.is_numeric else Use.LEFT_OUT
        return ColumnUse(column.name, use, reason)
    if column.name in proposal.row_numbers:
        return ColumnUse(column.name, Use.LEFT_OUT, ROW_NUMBERS)
    option = _NEEDS_OPTION.get(role, "")
    if not roles.weight and suspected_weight([column], ()):
        option = "--weight"
    if column.kind.is_numeric and role is not Role.IDENTIFIER:
        return ColumnUse(column.name, Use.EXPRESSIONS, _no_score(column, role, option))
    if role is Role.IDENTIFIER:
        return ColumnUse(column.name, Use.LEFT_OUT, "identifier")
    return ColumnUse(column.name, Use.LEFT_OUT, (option and f"needs {option}") or _text(column))


def _no_score(column: ColumnInfo, role: Role, option: str) -> str:
    if option:
        return f"{option} {column.name} would use it"
    if role is Role.SCORE:
        return "not among the scores asked for"
    if names_payoff(column.name):
        return "named like a payoff"
    if names_money(column.name):
        return "named like an amount of money"
    return "not named like a score; --scores would use it"


def _named(roles: Roles) -> Iterator[tuple[Use, Collection[str | None]]]:
    yield Use.LABEL, (roles.label,)
    yield Use.SCORE, roles.scores
    yield Use.WEIGHT, (roles.weight,)
    yield Use.FOLD, (roles.fold,)
    yield Use.GROUP, (roles.group,)


def _text(column: ColumnInfo) -> str:
    if not column.examples:
        return "empty"
    if column.kind is Kind.TEXT and column.written.reason:
        return "text, see the note"
    values = plural(column.distinct, "value").replace(" ", f"{column.more_values} ", 1)
    return f"{_KINDS[column.kind]}, {values}"
