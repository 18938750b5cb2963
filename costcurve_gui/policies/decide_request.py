"""What is asked of `decide`, and what it counts; what both ways of deciding say and do alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from costcurve_gui.dataio.errors import DataError, listed, plural
from costcurve_gui.policies.rule import ACT, LEAVE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.policies.saved import SavedPolicy

Missing = Literal["stop", "empty", "act", "leave"]
MISSING: Final[tuple[Missing, ...]] = ("stop", "empty", "act", "leave")
SHOWN: Final = 4
"""How many rows an error names."""
INSTEAD: Final[Mapping[str, int]] = {"act": ACT, "leave": LEAVE}
"""What is decided where a score is missing."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What was decided about the rows of a file.

    `low` and `high` are the range of their scores, NaN where none has one. `bins` are the scored
    rows in each bin of the policy's score summary; empty where it has none.
    """

    rows: int
    missing: int
    acted: int
    referred: int
    low: float
    high: float
    bins: tuple[int, ...] = ()

    @property
    def scored(self) -> int:
        """The rows with a score."""
        return self.rows - self.missing


@dataclass(frozen=True, slots=True)
class DecideRequest:
    """A policy and how to apply it to the rows of a file.

    `id` is the column whose text is the key of a row's draw; None takes the number of the row.
    """

    policy: SavedPolicy
    id: str | None = None
    missing: Missing = "stop"

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that are read but for payoffs."""
        named = () if self.id is None else (self.id,)
        rules = self.policy.segments
        return (self.policy.column, *named, *(() if rules is None else (rules.column,)))

    @property
    def header(self) -> tuple[str, ...]:
        """The columns that are written."""
        named = () if self.id is None else ("id",)
        return ("row", *named, "model", "score", "decision", "draw", "expected_payoff")


def without_score(
    column: str, count: int, rows: Sequence[int], file: str, grades: Sequence[str] = ()
) -> DataError:
    """Return the error of rows without a score, or with none of the grades.

    `rows` are the first of them.
    """
    what = f"none of the grades {', '.join(grades)}" if grades else "no value"
    named = listed(rows) if count <= len(rows) else f"{', '.join(map(str, rows[:3]))}, …"
    verb = "has" if count == 1 else "have"
    return DataError(
        f"{plural(count, 'row')} {verb} {what} in {column} (row {named}). Say what is decided "
        "there: --missing empty, act or leave.",
        file=file,
        column=column,
        rows=rows,
    )
