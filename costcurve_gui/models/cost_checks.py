"""What is found out about the costs of errors beside the curves: faulty rows, and stability."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from costcurve_gui.engine.cost.cost_stability import CostStability
    from costcurve_gui.models.state import DatasetInfo, PayoffSpec


@dataclass(frozen=True, slots=True, eq=False)
class RefusedRows:
    """Rows in which a wrong decision would pay more than the right one, in order of the file.

    `numbers` count the rows of the file from 1; `costs` are what the error costs there.
    """

    dataset: DatasetInfo
    payoff: PayoffSpec
    numbers: NDArray[np.int64]
    positives: NDArray[np.bool_]
    costs: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CostPart:
    """Some rows of an open file: those where `by` lies between two values, both included.

    `by` "row" counts the cases from 0, "fold" takes the positions of the folds, "column" the
    values of `column`.
    """

    dataset_id: str
    label: str
    by: Literal["row", "fold", "column"] = "row"
    column: str = ""
    low: float = -math.inf
    high: float = math.inf


@dataclass(frozen=True, slots=True)
class Division:
    """A way to part cases into samples, by name."""

    name: str
    parts: tuple[CostPart, ...]


@dataclass(frozen=True, slots=True)
class CostComparison:
    """How the costs of errors differ between two parts; `payoff` has the words and the unit."""

    first: CostPart
    second: CostPart
    stability: CostStability
    payoff: PayoffSpec
