"""What the user chose about the operating point: rule, objective, bounds and targets."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from costcurve_gui.analysis.criteria import THRESHOLD
from costcurve_gui.engine.selection.bounds import Bound, BoundKind, Objective

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.criterion import Criterion


class Start(StrEnum):
    """A criterion of the sources, which sets an objective and a bound together."""

    NEYMAN_PEARSON = "neyman_pearson"
    WORKFORCE = "workforce"

    @property
    def kind(self) -> BoundKind:
        """What it bounds."""
        return BoundKind.FPR if self is Start.NEYMAN_PEARSON else BoundKind.CASES

    def limit_for(self, population: float) -> float:
        """Return the limit that it begins with: a rate, or a number of cases."""
        return 0.1 if self is Start.NEYMAN_PEARSON else population / 10

    @property
    def text(self) -> str:
        """What it is called."""
        return "Neyman-Pearson" if self is Start.NEYMAN_PEARSON else "Workforce"


@dataclass(frozen=True, slots=True)
class BoundsSpec:
    """The limits in force, None where there is none: rates, a precision, and a number of cases."""

    fpr: float | None = None
    tpr: float | None = None
    precision: float | None = None
    cases: float | None = None

    @property
    def limits(self) -> dict[BoundKind, float]:
        """The limits in force."""
        limits = {kind: getattr(self, kind.value) for kind in BoundKind}
        return {kind: limit for kind, limit in limits.items() if limit is not None}

    def with_limit(self, kind: BoundKind, limit: float | None) -> BoundsSpec:
        """Return a copy with another limit; None takes the bound away."""
        return replace(self, **{kind.value: limit})

    def of(self, population: float) -> tuple[Bound, ...]:
        """Return the bounds of the engine, that on cases as a share of a population."""
        return tuple(
            Bound.on_cases(limit, population) if kind is BoundKind.CASES else Bound(kind, limit)
            for kind, limit in self.limits.items()
        )


@dataclass(frozen=True, slots=True)
class SelectionSpec:
    """How the operating point is chosen, and for how many cases it is counted.

    Criterion, objective and bounds are independent: a change of one leaves the others. `objective`
    None is that of `DatasetSettings.objective`. Where `mixed`, two thresholds are mixed at random
    if that gains something within the bound.
    """

    criterion: Criterion = THRESHOLD
    objective: Objective | None = None
    bounds: BoundsSpec = BoundsSpec()
    mixed: bool = False
    target_recall: float = 0.8
    target_precision: float = 0.5
    population: float = 10_000
    thresholds: Mapping[str, float] = field(default_factory=dict)  # model key -> manual threshold

    @property
    def engine_bounds(self) -> tuple[Bound, ...]:
        """The bounds that the criterion keeps."""
        return self.bounds.of(self.population) if self.criterion.keeps_bounds else ()
