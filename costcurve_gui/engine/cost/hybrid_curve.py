"""The cost curve of a rule that picks a classifier for every PC(+), well or badly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

import numpy as np

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.cost.lower_envelope import CostCurve


@dataclass(frozen=True, slots=True, eq=False)
class HybridCurve:
    """Pieces of cost lines side by side; the curve may step where one gives way to the next.

    Attributes
    ----------
    switches : ndarray of float64, shape (k - 1,)
        PC(+) from which on the next piece is used, ascending within 0-1.
    fpr, tpr : ndarray of float64, shape (k,)
        Rates of the classifier of each piece, those of ROCIV where costs vary.
    classifiers : ndarray of int64, shape (k,)
        Which classifier each piece is: a row of the threshold table, or a position among the
        members of a family.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 5.1 and figures 21 and 22.

    Examples
    --------
    Two classifiers, the second one from PC(+) = 0.5 on:

    >>> curve = HybridCurve(
    ...     np.array([0.5]), np.array([0.0, 0.5]), np.array([0.5, 1.0]), np.array([0, 1])
    ... )
    >>> curve.value_at(np.array([0.0, 0.5, 1.0])).tolist(), curve.area
    ([0.0, 0.25, 0.0], 0.125)
    """

    switches: Floats
    fpr: Floats
    tpr: Floats
    classifiers: Indices

    def __len__(self) -> int:
        return int(self.classifiers.size)

    @property
    def starts(self) -> Floats:
        """PC(+) at the left end of each piece."""
        return np.append(0.0, self.switches)

    @property
    def ends(self) -> Floats:
        """PC(+) at the right end of each piece."""
        return np.append(self.switches, 1.0)

    def piece_at(self, pc: float) -> int:
        """Return the piece that is used at a PC(+); at a switch the one on the right."""
        return int(np.searchsorted(self.switches, pc, side="right"))

    @overload
    def value_at(self, pc: float) -> float: ...
    @overload
    def value_at(self, pc: Floats) -> Floats: ...
    def value_at(self, pc: float | Floats) -> float | Floats:
        """Return the normalized expected cost at PC(+) values within 0-1."""
        value = self._costs(np.searchsorted(self.switches, pc, side="right"), pc)
        return value if isinstance(pc, np.ndarray) else float(value)

    def polyline(self) -> tuple[Floats, Floats]:
        """Return PC(+) and cost of the line to draw: both ends of each piece, shape (2k,)."""
        pieces = np.arange(len(self))
        pc_plus, cost = np.empty((len(self), 2)), np.empty((len(self), 2))
        for end, places in enumerate((self.starts, self.ends)):
            pc_plus[:, end], cost[:, end] = places, self._costs(pieces, places)
        return pc_plus.ravel(), cost.ravel()

    def roc_slopes(self) -> tuple[Floats, Floats]:
        """Return the slopes (1 - PC(+)) / PC(+) at both ends of each piece, shape (k,) each.

        In ROC space a piece is a point with two short lines of these slopes: the conditions for
        which it is chosen. They join to the hull where every choice is the cheapest one.
        """
        with np.errstate(divide="ignore"):
            return (1 - self.starts) / self.starts, (1 - self.ends) / self.ends

    @property
    def area(self) -> float:
        """Mean normalized expected cost where every PC(+) is equally likely, 0-1."""
        pieces, middle = np.arange(len(self)), (self.starts + self.ends) / 2
        return float(self._costs(pieces, middle) @ (self.ends - self.starts))

    def _costs(self, pieces: Indices, pc: float | Floats) -> Floats:
        costs: Floats = (1 - self.tpr[pieces]) * pc + self.fpr[pieces] * (1 - pc)
        return costs


def excess_area(hybrid: HybridCurve, envelope: CostCurve) -> float:
    """Return the area between a rule's curve and the lower envelope of the same classifiers.

    The envelope is nowhere above the curve, so this is the cost that the rule adds over the
    cheapest choice, on the average of all PC(+).

    Examples
    --------
    >>> from costcurve_gui.engine.counts.family import ConfusionMatrix, family_table
    >>> from costcurve_gui.engine.evaluation import evaluate_table
    >>> family = evaluate_table("a", family_table([ConfusionMatrix("1", 3, 1, 1, 3)]))
    >>> always = HybridCurve(np.empty(0), np.array([0.25]), np.array([0.75]), np.array([0]))
    >>> excess_area(always, family.envelope)
    0.0625
    """
    return max(hybrid.area - envelope.area, 0.0)
