"""The columns of joined files: one label, one of what is the same, scores named by their file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from costcurve_gui.dataio.joining.matching import DifferentCasesError
from costcurve_gui.dataio.roles.column_names import name_words, names_money, names_score
from costcurve_gui.dataio.roles.tool_names import FileNames
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from costcurve_gui.dataio.columns import ColumnInfo
    from costcurve_gui.dataio.joining.matching import Match, Member

    Rows = NDArray[np.int64]


_FACTS: Final = frozenset({
    "age", "income", "salary", "tenure", "duration", "years", "months", "days", "visits", "size",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class JoinedColumns:
    """The columns of joined files.

    Parameters
    ----------
    columns : list of dict
        For each file its columns, as they are called there, by their names in the joined one.
    dropped : dict
        What is left out, and why.
    said : tuple of str
        What was taken for no model.
    """

    columns: list[dict[str, str]] = field(default_factory=list)
    dropped: dict[str, str] = field(default_factory=dict)
    said: tuple[str, ...] = ()


def joined_columns(members: Sequence[Member], match: Match) -> JoinedColumns:
    """Return the columns of files whose rows were matched.

    Raises
    ------
    DifferentCasesError
        Where rows were matched by their order alone and a column of the cases tells otherwise.
    """
    found = JoinedColumns()
    names = _ScoreNames(members, match.by)
    first_with: dict[str, int] = {}
    label = next((place for place, one in enumerate(members) if one.label), None)
    for place, member in enumerate(members):
        columns: dict[str, str] = {}
        for column in (one.name for one in member.source.columns):
            new = names.of(place, column)
            if new:
                columns[new] = column
            elif place and match.by and column == member.column(match.by):
                continue
            elif place != label and column == member.label:
                found.dropped[f"{column} of {member.name}"] = "the same true class"
            elif column not in first_with:
                first_with[column] = place
                columns[column] = column
            elif _same(members, match, (first_with[column], place), column):
                found.dropped[f"{column} of {member.name}"] = "the same values"
            else:
                columns[f"{column} {names.stems[place]}"] = column
        found.columns.append(columns)
    said = (
        f"{column} of {file} is no model: it is no probability, as the scores without labels are; "
        f"--scores would use it"
        for column, file in names.not_scores.items()
    )
    return replace(found, said=tuple(said))


class _ScoreNames:
    """What the scores of joined files are called: each as a score, and none twice."""

    def __init__(self, members: Sequence[Member], ids: str) -> None:
        others = tuple(
            one.source.column(name)
            for one in members
            if not one.label
            for name in one.proposal.all_scores
        )
        self.not_scores: dict[str, str] = {}
        self._scores = [
            tuple(self._models(one, ids, apart=bool(others) and all(map(_is_share, others))))
            for one in members
        ]
        counts = Counter(column.name for one in members for column in one.source.columns)
        self._clashing = {name for name, count in counts.items() if count > 1}
        self.stems = _stems([member.name for member in members])

    def _models(self, member: Member, ids: str, *, apart: bool) -> Iterator[str]:
        """Yield the columns that are models of a file by itself.

        Where the scores that come without labels are probabilities, other numbers beside the
        labels, which no name tells to be scores, are rather facts about the cases if there are
        such: an age, or amounts.
        """
        proposal = member.proposal
        amounts = any(names_money(one.name) for one in member.source.columns)
        for name in proposal.all_scores:
            if name in (member.label, member.column(ids)):
                continue
            fact = amounts or not _FACTS.isdisjoint(name_words(name))
            fact = fact and apart and bool(member.label) and proposal.guessed
            if fact and not _is_share(member.source.column(name)):
                self.not_scores[name] = member.name
            else:
                yield name

    def of(self, place: int, column: str) -> str:
        """Return the name of a score; empty where a column is none."""
        scores, stem = self._scores[place], self.stems[place]
        if column not in scores:
            return ""
        clashes = column in self._clashing
        if clashes:
            own = "" if len(scores) == 1 else f" {column.removeprefix('score_')}"
            return f"score_{stem}{own}"
        return column if names_score(column) else f"score_{column}"


def _is_share(column: ColumnInfo) -> bool:
    low, high = column.minimum, column.maximum
    return low is not None and high is not None and 0 <= low <= high <= 1


def _stems(names: Sequence[str]) -> list[str]:
    """Return the files' names without their endings, each once."""
    short = [name.split(".")[0] or name for name in names]
    if len(set(short)) == len(short):
        return short
    return [f"{stem}_{number}" for number, stem in enumerate(short, start=1)]


def _same(members: Sequence[Member], match: Match, places: tuple[int, int], column: str) -> bool:
    """Whether a column has the same values in two files, case by case."""
    one, other = (members[place].values(column)[match.rows[place]] for place in places)
    equal = one == other if one.dtype == other.dtype else np.zeros(one.size, bool)
    if one.dtype.kind == other.dtype.kind == "f":
        equal |= np.isnan(one) & np.isnan(other)
    if equal.all():
        return True
    member = members[places[1]]
    if not match.by and not FileNames(member.source.columns).is_no_score(
        member.source.column(column)
    ):
        row = int(np.flatnonzero(~equal)[0])
        raise DifferentCasesError(
            tr(
                "{name} and {second} stay apart: no column of ids is in both, and {column} "
                'differs in row {row} ("{one}" and "{other}").',
                name=members[places[0]].name,
                second=member.name,
                column=column,
                row=row + 1,
                one=one[row],
                other=other[row],
            ),
            column=column,
            rows=[row + 1],
        )
    return False
