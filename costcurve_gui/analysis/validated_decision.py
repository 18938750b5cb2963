"""A decision that was validated, as it is kept with the other choices of a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from costcurve_gui.analysis.intervals.results import Figure
    from costcurve_gui.engine.cost.cost_stability import CostStability


@dataclass(frozen=True, slots=True)
class Split:
    """A share of each class, drawn by a seed, validates what the rest chooses."""

    share: float = 0.5
    seed: int = 0


@dataclass(frozen=True, slots=True)
class ColumnValue:
    """The rows with a value in a column of the file validate what the others choose."""

    column: str
    value: str


@dataclass(frozen=True, slots=True)
class OtherFile:
    """The rows of another file, read alike, validate what those on screen chose."""

    path: Path


Holdout = Split | ColumnValue | OtherFile


@dataclass(frozen=True, slots=True)
class ValidatedFigure:
    """A figure on the cases that chose, on the others, and the second minus the first.

    `expected` is what was expected on new cases, None where that was not estimated. `consistent`
    says whether the difference to it is no more than chance, None without intervals.
    """

    chosen: Figure
    observed: Figure
    gap: Figure
    expected: Figure | None = None
    consistent: bool | None = None


@dataclass(frozen=True, slots=True)
class ValidatedDecision:
    """A decision that was validated, and what it came to.

    `decision` tells it from others, see `snapshot.decision_of`. `holdout` and `label` say which
    cases judged; a report has no `holdout`. `sha256` is that of the other file, where there is one.
    `threshold`, `threshold_2` and `mixing` are the rule that the cases which chose have chosen;
    where each case is decided by its own they are of the best threshold beside it;
    `threshold_review` is the lower one of a review band. `sizes` are how many chose and judged.
    `figure` names the one that the decision is judged by. `costs` tells whether errors cost alike
    on both; a report has a table of it.
    """

    decision: tuple[str, ...]
    holdout: Holdout | None
    label: str
    sha256: str
    threshold: float
    threshold_2: float | None
    mixing: float
    figure: str
    figures: Mapping[str, ValidatedFigure]
    sizes: tuple[int, int]
    level: float
    threshold_review: float | None = None
    costs: CostStability | None = None

    @property
    def observed(self) -> Figure:
        """The figure that the decision is judged by, on the cases that did not choose."""
        return self.figures[self.figure].observed

    @property
    def consistent(self) -> bool | None:
        """Whether that figure is what was expected, within chance."""
        return self.figures[self.figure].consistent


def label_of(holdout: Holdout) -> str:
    """Say which cases judge."""
    match holdout:
        case Split(seed=seed):
            return f"a random split, seed {seed}"
        case ColumnValue(column, value):
            return f"{column} = {value}"
        case OtherFile(path):
            return path.name
