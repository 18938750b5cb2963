"""What is found of units, what it hangs on, and the figures of a threshold per unit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.engine.operations.unit_alarms import UnitCurve


class UnitsKey(NamedTuple):
    """What units of a curve set hang on: another one makes what was computed out of date.

    Thresholds are not among it: the curves have all of them.
    """

    column: str
    times: str
    horizon: float
    prior: float
    miss_factor: float


@dataclass(frozen=True, slots=True, eq=False)
class UnitsResult:
    """The curves of all models by key, or why there are none."""

    key: UnitsKey
    curves: Mapping[str, UnitCurve] | None = None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class UnitFigures:
    """What one threshold means per unit."""

    threshold: float
    fpr: float
    tpr: float
    precision: float
    profit: float
    alarms: int

    @classmethod
    def at(cls, curve: UnitCurve, threshold: float) -> UnitFigures:
        """Return the figures of a threshold."""
        row = curve.at(threshold)
        return cls(
            threshold,
            float(curve.fpr[row]),
            float(curve.tpr[row]),
            float(curve.precision[row]),
            float(curve.profit[row]),
            int(curve.fps[row] + curve.tps[row]),
        )

    def share(self, prior: float) -> float:
        """Return the share of all units with an alarm, where `prior` of them are positive."""
        return prior * self.tpr + (1 - prior) * self.fpr

    @classmethod
    def best(cls, curve: UnitCurve) -> UnitFigures:
        """Return those of the threshold of highest profit per unit."""
        return cls.at(curve, float(curve.thresholds[curve.best]))
