"""Which rows of several files are the same cases: by a column of ids, else row by row.

What cannot be checked is not matched: rows without ids need labels, and these have to agree.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from costcurve_gui.dataio.checks import require_values
from costcurve_gui.dataio.errors import DataError, all_of, listed, plural
from costcurve_gui.dataio.roles.choice import unknown_column
from costcurve_gui.dataio.roles.column_roles import Role
from costcurve_gui.dataio.roles.labels import label_key
from costcurve_gui.dataio.table import Numbers, Texts
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from costcurve_gui.dataio.roles.column_roles import Proposal
    from costcurve_gui.dataio.source import Source
    from costcurve_gui.dataio.table import Request

    Rows = NDArray[np.int64]

BY_ROW: Final = "none"
"""What is given for the column of ids where the rows are matched by their order."""
_NO_IDS: Final = "no column of ids is in all of them"
_NO_LABEL: Final = -1
_FEWEST: Final = 0.5  # of the smallest file's rows have to be in all files


class DifferentCasesError(DataError):
    """Files whose models were tested on different cases, or on some that cannot be matched."""


@dataclass(frozen=True, slots=True, eq=False)
class Member:
    """A file to be joined: what its columns look like, and its class column where it has one."""

    source: Source
    proposal: Proposal
    label: str = ""
    progress: Progress = NO_PROGRESS
    _latest: dict[str, list[str]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The file's name."""
        return self.source.name

    def column(self, name: str) -> str:
        """Return a column as this file writes its name, in any case; empty where it has none."""
        names = [column.name for column in self.source.columns]
        if name in names:
            return name
        return next((one for one in names if one.casefold() == name.casefold()), "")

    def texts(self, column: str) -> list[str]:
        """Return a column as text, empty where missing; the latest one is kept at hand."""
        if column not in self._latest:
            request = Texts(column)
            found: list[str] = (
                self.source.table.read([request], self.progress).arrays[request].tolist()
            )
            self._latest.clear()
            self._latest[column] = found
        return self._latest[column]

    def rows(self) -> int:
        """Return the number of rows; that of a large file is counted."""
        if self.source.rows_exact:
            return self.source.rows
        return len(self.texts(self.source.columns[0].name))

    def values(self, column: str) -> NDArray[Any]:
        """Return a column as numbers where all its cells are some, else as text."""
        request: Request = Texts(column)
        if self.source.column(column).kind.is_numeric:
            request = Numbers(column)
        answer = self.source.table.read([request], self.progress)
        if request in answer.bad:
            request = Texts(column)
            answer = self.source.table.read([request], self.progress)
        return answer.arrays[request]


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """The rows of every file that are the same cases, in the order of the first file.

    Parameters
    ----------
    by : str
        The column of ids; empty where rows were matched by their order.
    rows : tuple of ndarray of int64
        For each file the row of every case, from 0.
    said : tuple of str
        How they were matched, and what was left out.
    """

    by: str
    rows: tuple[Rows, ...]
    said: tuple[str, ...]


def match_rows(members: Sequence[Member], id_column: str | None = None) -> Match:
    """Find the rows that are the same cases; each has one row in every file.

    Parameters
    ----------
    id_column : str, optional
        The column of ids, `none` for the order of the rows; None finds it.

    Raises
    ------
    DifferentCasesError
        Where the files are about different cases, or nothing tells.
    DataError
        Where ids are missing or repeated, or the labels of one case differ.
    """
    if id_column and id_column != BY_ROW:
        for member in members:
            if not member.column(id_column):
                names = [column.name for column in member.source.columns]
                raise unknown_column(id_column, names, member.name)
    column = id_column or _shared_id(members)
    if column in ("", BY_ROW):
        match = _by_row(members, asked=column == BY_ROW)
    else:
        match = _by_id(members, column)
    _check_labels(members, match)
    return match


def _shared_id(members: Sequence[Member]) -> str:
    """Return the column of ids that all files have, one without repeats before others."""
    shared = [
        column.name
        for column in members[0].source.columns
        if all(member.column(column.name) for member in members)
    ]
    ids = [name for name in shared if _has_role(members, name, Role.IDENTIFIER)]
    groups = [name for name in shared if _has_role(members, name, Role.GROUP)]
    unique = (name for name in (*ids, *groups) if _is_unique(members, name))
    return next(unique, ids[0] if ids else "")


def _has_role(members: Sequence[Member], name: str, role: Role) -> bool:
    return any(member.proposal.by_column.get(member.column(name)) is role for member in members)


def _is_unique(members: Sequence[Member], name: str) -> bool:
    for member in members:
        texts = member.texts(member.column(name))
        if len(set(texts)) < len(texts) or "" in texts:
            return False
    return True


def _by_id(members: Sequence[Member], column: str) -> Match:
    ids = [_ids_of(member, member.column(column)) for member in members]
    places = [{text: row for row, text in enumerate(texts)} for texts in ids]
    common = set(ids[0]).intersection(*places[1:])
    kept = [text for text in ids[0] if text in common]
    smallest = min(map(len, ids))
    hint = _zeros_hint(members, column, ids) if len(kept) < max(map(len, ids)) else ""
    if len(kept) < _FEWEST * smallest or not kept:
        raise DifferentCasesError(
            tr(
                "{names} share {kept} of {smallest} of {column}: they are about different "
                "cases and stay apart.{hint}",
                names=_names(members),
                kept=len(kept),
                smallest=plural(smallest, "value"),
                column=column,
                hint=hint,
            ),
            column=column,
        )
    said = [f"{_names(members)}, joined by {column}: {plural(len(kept), 'case')} in common"]
    said += _left_out(members, column, ids, common)
    rows = tuple(np.array([known[text] for text in kept], dtype=np.int64) for known in places)
    return Match(column, rows, (*said, hint.strip()) if hint and len(said) > 1 else tuple(said))


def _ids_of(member: Member, column: str) -> list[str]:
    """Return the ids of a file; refuse missing and repeated ones with their rows."""
    texts = member.texts(column)
    try:
        require_values(column, np.array([not text for text in texts]), None, "case to be joined")
    except DataError as fault:
        fault.file = member.name
        raise
    twice = [text for text, count in Counter(texts).items() if count > 1]
    if twice:
        rows = [row for row, text in enumerate(texts, start=1) if text == twice[0]]
        more = f", and {len(twice) - 1} more repeat" if len(twice) > 1 else ""
        raise DataError(
            tr(
                "{name}: {column} {twice} is in {rows} rows ({listed}){more}. To be joined a "
                "file needs one row for every case.",
                name=member.name,
                column=column,
                twice=twice[0],
                rows=len(rows),
                listed=listed(rows),
                more=more,
            ),
            file=member.name,
            column=column,
            rows=rows[:3],
        )
    return texts


def _left_out(
    members: Sequence[Member], column: str, ids: Sequence[Sequence[str]], kept: set[str]
) -> Iterator[str]:
    for member, texts in zip(members, ids, strict=True):
        others = [one.name for one in members if one is not member]
        alone = [text for text in texts if text not in kept]
        if alone:
            where = others[0] if len(others) == 1 else "every other file"
            yield (
                f"{plural(len(alone), 'row')} of {member.name} left out, whose {column} is not in "
                f"{where}: {listed(alone)}"
            )


def _zeros_hint(members: Sequence[Member], column: str, ids: Sequence[Sequence[str]]) -> str:
    """Say where ids would be the same but for leading zeros, which spreadsheets drop."""
    first = {text.lstrip("0"): text for text in ids[0]}
    for member, texts in zip(members[1:], ids[1:], strict=True):
        for text in texts:
            alike = first.get(text.lstrip("0"), text)
            if alike != text and text.isdigit() and alike.isdigit():
                return (
                    f' {members[0].name} has {column} "{alike}" where {member.name} has "{text}": '
                    "leading zeros count."
                )
    return ""


def _by_row(members: Sequence[Member], *, asked: bool) -> Match:
    """Match rows by their order; where nobody asked for that, labels have to speak for it."""
    names = _names(members)
    counts = [member.rows() for member in members]
    if len(set(counts)) > 1:
        have = all_of([f"{one.name} {count}" for one, count in zip(members, counts, strict=True)])
        raise DifferentCasesError(
            tr(
                "{names} stay apart: {no_ids}, and they have different numbers of rows ({have}).",
                names=names,
                no_ids=_NO_IDS,
                have=have,
            )
        )
    rows = np.arange(counts[0], dtype=np.int64)
    if asked:
        said = f"{names}, joined row by row as asked: {plural(counts[0], 'case')}"
        return Match("", (rows,) * len(members), (said,))
    unlabelled = [member.name for member in members if not member.label]
    if unlabelled:
        raise DifferentCasesError(
            tr(
                "{names} cannot be joined: {no_ids}, and {unlabelled} has no true class that "
                "would tell whether its rows are the same cases.",
                names=names,
                no_ids=_NO_IDS,
                unlabelled=unlabelled[0],
            )
        )
    if _is_sorted(members[0]):
        raise DifferentCasesError(
            tr(
                "{names} stay apart: {no_ids}, and the rows are sorted by {label}: their order "
                "tells nothing. Add a column of ids to each.",
                names=names,
                no_ids=_NO_IDS,
                label=members[0].label,
            )
        )
    said = f"{names}, joined row by row: all {counts[0]} labels are the same in this order"
    return Match("", (rows,) * len(members), (said,))


def _is_sorted(member: Member) -> bool:
    """Whether each class stands in one piece, as of rows that were sorted by it."""
    [codes] = _label_codes([member.texts(member.label)])
    pieces = 1 + int(np.count_nonzero(codes[1:] != codes[:-1]))
    return pieces == np.unique(codes).size


def _check_labels(members: Sequence[Member], match: Match) -> None:
    """Refuse files in which a case has different labels."""
    labelled = [
        (member, rows, member.texts(member.label))
        for member, rows in zip(members, match.rows, strict=True)
        if member.label
    ]
    for member, rows, texts in labelled[1:]:
        first, first_rows, first_texts = labelled[0]
        codes = _label_codes([first_texts, texts])
        one, other = codes[0][first_rows], codes[1][rows]
        differing = np.flatnonzero((one != other) & (one != _NO_LABEL) & (other != _NO_LABEL))
        if differing.size:
            case = int(differing[0])
            places = int(first_rows[case]), int(rows[case])
            _refuse(first, member, places, (first_texts, texts), match, differing.size)


def _label_codes(columns: Sequence[Sequence[str]]) -> list[Rows]:
    """Return labels as numbers, the same for the same class in every file."""
    texts = dict.fromkeys(text for column in columns for text in column if text)
    keys = {text: label_key(text) for text in texts}  # of few texts: there are many rows
    numbers = {key: number for number, key in enumerate(dict.fromkeys(keys.values()))}
    codes = {text: numbers[key] for text, key in keys.items()} | {"": _NO_LABEL}
    return [np.array([codes[text] for text in column], dtype=np.int64) for column in columns]


def _refuse(
    first: Member,
    other: Member,
    rows: tuple[int, int],
    texts: tuple[Sequence[str], Sequence[str]],
    match: Match,
    count: int,
) -> None:
    cases = match.rows[0].size
    said = [
        f'"{labels[row]}" in row {row + 1} of {member.name}'
        for member, labels, row in zip((first, other), texts, rows, strict=True)
    ]
    if match.by:
        case = first.texts(first.column(match.by))[rows[0]]
        raise DataError(
            tr(
                "{name} and {second} do not agree: the label of {by} {case} is {said}. {count} "
                "of {cases} cases have two labels.",
                name=first.name,
                second=other.name,
                by=match.by,
                case=case,
                said=" and ".join(said),
                count=count,
                cases=cases,
            ),
            column=first.label,
            rows=[rows[0] + 1],
        )
    raise DifferentCasesError(
        tr(
            "{name} and {second} stay apart: no column of ids is in both, and row by row "
            "the labels of {count} of {cases} differ, first {said}.",
            name=first.name,
            second=other.name,
            count=count,
            cases=cases,
            said=" and ".join(said),
        ),
        column=first.label,
        rows=[rows[0] + 1],
    )


def _names(members: Sequence[Member]) -> str:
    return all_of([member.name for member in members])
