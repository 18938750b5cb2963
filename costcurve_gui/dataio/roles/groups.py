"""Which rows belong together, by the name of a column and by how often its values repeat."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.dataio.cells import UNMARKED
from costcurve_gui.dataio.columns import MOST_DISTINCT
from costcurve_gui.dataio.roles.column_names import (
    REPEATED,
    is_identifier,
    may_repeat,
    names_group,
)
from costcurve_gui.dataio.roles.column_roles import NONE, Role, columns_with
from costcurve_gui.dataio.table import Marks
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costcurve_gui.dataio.roles.column_roles import Roles
    from costcurve_gui.dataio.source import Source

_FEWEST_SUSPECTED = 10


@dataclass(frozen=True, slots=True)
class RowGroups:
    """A column that may say which rows belong together.

    Attributes
    ----------
    column : str
    values, rows : int
        Different values, and rows that have one, of the whole file.
    repeated : int
        Values that several rows have.
    missing : int
        Rows without a value.
    """

    column: str
    values: int
    rows: int
    repeated: int
    missing: int

    @property
    def reason(self) -> str:
        """Why, as the beginning of a sentence."""
        return f"{self.column} has {self.values} values in {self.rows} rows"


def known_groups(source: Source, column: str) -> RowGroups | None:
    """Return what is known of a column without reading the file; None where that is a part."""
    info = source.column(column)
    if not source.complete or info.distinct >= MOST_DISTINCT:
        return None
    counts = info.counts.values()
    repeated = sum(count > 1 for count in counts)
    return RowGroups(column, len(counts), sum(counts), repeated, info.missing)


def row_groups(source: Source, column: str, progress: Progress = NO_PROGRESS) -> RowGroups:
    """Return what a column is over all rows, in a pass over the file where it takes one."""
    known = known_groups(source, column)
    if known is not None:
        return known
    marks = source.table.read([Marks(column)], progress).arrays[Marks(column)]
    _, counts = np.unique(marks[marks != UNMARKED], return_counts=True)
    rows, repeated = int(counts.sum()), int(np.count_nonzero(counts > 1))
    return RowGroups(column, int(counts.size), rows, repeated, int(marks.size) - rows)


def keep_one_group(source: Source, by_column: dict[str, Role]) -> None:
    """Leave the role to the first column whose values repeat over all rows, and none is missing."""
    kept = ""
    for name in columns_with(by_column, Role.GROUP):
        found = None if kept else row_groups(source, name)
        if found is not None and found.missing:
            by_column[name] = Role.COST if source.column(name).kind.is_numeric else Role.IGNORE
        elif found is None or found.repeated < REPEATED * found.values:
            by_column[name] = Role.IDENTIFIER
        else:
            kept = name


def suspected_column(source: Source, used: Iterable[str]) -> str:
    """Return the column that may say which rows belong together where none surely does; or nothing.

    It is named for a customer, a patient or a card, or numbers cases, and repeats. One that is
    named for a customer goes before one that numbers cases.

    Parameters
    ----------
    used : iterable of str
        Columns that are something else.
    """
    taken = set(used)
    free = [
        one
        for one in source.columns
        if one.name not in taken and not one.missing and may_repeat(one, _FEWEST_SUSPECTED)
    ]
    named = [one for one in free if names_group(one.name)]
    found = named or [one for one in free if is_identifier(one)]
    return found[0].name if found else ""


def suspected_groups(
    source: Source, roles: Roles, progress: Progress = NO_PROGRESS
) -> RowGroups | None:
    """Return what `suspected_column` is over all rows; None where rows are in groups already."""
    column = "" if roles.group is not None else suspected_column(source, roles.used)
    return row_groups(source, column, progress) if column else None


def says_none(source: Source, name: str | None) -> bool:
    """Whether a name stands for no column."""
    return name == NONE and all(column.name != NONE for column in source.columns)


def group_in_force(
    source: Source, name: str | None, found: str | None, taken: Iterable[str | None]
) -> str | None:
    """Return the column of groups: the one that is named, none, or the one found if it is free."""
    if name:
        return None if says_none(source, name) else name
    return None if found in taken else found


def groups_note(column: str, values: int, rows: int) -> str:
    """Say that rows of a column are resampled together that nobody named."""
    return (
        f"{column} has {values} values in {rows} rows: the rows of each value are taken to "
        f"belong together and are resampled as a whole; --group {NONE} takes rows for independent"
    )


def in_other_file(roles: Roles, source: Source) -> Roles:
    """Return the roles for the columns of another file, which may lack that of the groups."""
    there = any(one.name == roles.group and not one.missing for one in source.columns)
    return roles if there or roles.group is None else replace(roles, group=None)
