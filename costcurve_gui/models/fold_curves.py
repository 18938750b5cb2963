"""The curves of a model's folds and their averages, as they are drawn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from costcurve_gui.models.results import DrawnCurve
    from costcurve_gui.models.state import FoldAverage, FoldBars


@dataclass(frozen=True, slots=True)
class FoldBar:
    """How far folds scatter about one point of their average, along one axis."""

    x: float
    y: float
    low: float
    high: float
    upright: bool


@dataclass(frozen=True, slots=True, eq=False)
class FoldMean:
    """An average curve, and its bars at regular places by what they measure."""

    curve: DrawnCurve
    bars: Mapping[FoldBars, tuple[FoldBar, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class FoldCurves:
    """One model. `roc` and `cost` hold a curve per fold; no row of a table belongs to a point.

    `image` is the average of cost curves over rates of cases, as the ROC curve that it is the
    dual of.
    """

    roc: tuple[DrawnCurve, ...]
    cost: tuple[DrawnCurve, ...]
    means: Mapping[FoldAverage, FoldMean]
    image: DrawnCurve


@dataclass(frozen=True, slots=True, eq=False)
class FoldResults:
    """Every model of a scene: its curves, or the reason why there are none.

    `folds` counts them; 0 where the file has no fold column. `columns` computes every point of a
    model's averages, by its key: for a file, as there are many.
    """

    folds: int = 0
    level: float = 0.9
    curves: Mapping[str, FoldCurves] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)
    columns: Callable[[str], tuple[NDArray[Any], ...]] | None = None
