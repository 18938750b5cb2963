"""Models derived from others: how each is defined, and what a combination achieves."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from costcurve_gui.engine.cost.duality import RocPoint
    from costcurve_gui.engine.selection.combinations import LogicalBounds
    from costcurve_gui.engine.selection.measured_rates import MeasuredRates


class Derivation(StrEnum):
    """How a model is made from others."""

    REVERSED = "reversed"
    CALIBRATED = "calibrated"
    REPAIRED = "repaired"
    COST_WEIGHTED = "cost_weighted"
    CONJUNCTION = "and"
    DISJUNCTION = "or"
    CHAIN = "chain"

    @property
    def fewest(self) -> int:
        """How many models it is made from at least."""
        return 2 if self in _COMBINATIONS else 1

    @property
    def uses_thresholds(self) -> bool:
        """Whether the decisions of the models are joined, and not their scores changed."""
        return self in _COMBINATIONS


_COMBINATIONS = frozenset({Derivation.CONJUNCTION, Derivation.DISJUNCTION, Derivation.CHAIN})


@dataclass(frozen=True, slots=True)
class DerivedModel:
    """One model made from others, with everything that its scores depend on.

    `sources` are score columns, of the file or of models made before. Combinations keep the
    threshold that each of them had, a cost-weighted model the payoffs of a positive found and
    missed: later changes of either leave the model as it is.
    """

    name: str
    slot: int
    kind: Derivation
    sources: tuple[str, ...]
    thresholds: tuple[float, ...] = ()
    payoffs: tuple[str, ...] = ()  # tp and fn as typed

    @property
    def column(self) -> str:
        """Name of its scores: the same for the same scores and for no others."""
        return f"{self.kind}{(self.sources, self.thresholds, self.payoffs)}"


def without(models: tuple[DerivedModel, ...], column: str) -> tuple[DerivedModel, ...]:
    """Return the models that stay when one is removed: none that was made from it."""
    gone = {column}
    for model in models:  # sources stand before what is made from them
        if gone.intersection(model.sources):
            gone.add(model.column)
    return tuple(model for model in models if model.column not in gone)


@dataclass(frozen=True, slots=True)
class ModelDraft:
    """What the user asks for: how a model is made, the keys of those it is made from, its name."""

    kind: Derivation
    sources: tuple[str, ...]
    name: str


def proposed_name(kind: Derivation, sources: Sequence[str], taken: Container[str]) -> str:
    """Return a name that no other model has."""
    if kind is Derivation.CHAIN:
        name = f"chain of {len(sources)}"
    elif kind.uses_thresholds:
        name = f" {kind} ".join(sources)
    else:
        name = f"{sources[0]} {_ENDINGS[kind]}"
    names = chain([name], (f"{name} {number}" for number in count(2)))
    return next(one for one in names if one not in taken)


_ENDINGS = {
    Derivation.REVERSED: "reversed",
    Derivation.CALIBRATED: "calibrated",
    Derivation.REPAIRED: "repaired",
    Derivation.COST_WEIGHTED: "by cost",
}


@dataclass(frozen=True, slots=True)
class Combination:
    """What joined decisions of models achieve, and what follows from the points of the models.

    `expected` is where they would lie if the models decided independently within each class; of a
    chain one point for each model from the second on. `bounds` is the box of what is possible,
    None for a chain.
    """

    measured: MeasuredRates
    expected: tuple[RocPoint, ...]
    bounds: LogicalBounds | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One model of a combination: what it achieves alone, and all up to it together.

    `source` is its column. `expected` is where those would lie if they decided independently within
    each class, `bounds` the box of what is possible, where it is known.
    """

    source: str
    threshold: float
    alone: MeasuredRates
    measured: MeasuredRates
    expected: RocPoint
    bounds: LogicalBounds | None = None
