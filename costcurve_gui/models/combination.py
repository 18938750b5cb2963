"""What joined decisions achieve. Without Qt, as reports need it too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from costcurve_gui.engine.cost.duality import RocPoint
    from costcurve_gui.engine.selection.combinations import LogicalBounds
    from costcurve_gui.engine.selection.measured_rates import MeasuredRates


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
