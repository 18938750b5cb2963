"""What a decision is to maximise, and the bounds that it has to respect.

Objective and bounds are independent of each other. At a given prior every bound is a half-plane
of ROC space, so that any number of them can be applied together.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.errors import ConstraintError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from costcurve_gui.engine.arrays import Bools, Floats

    Rates = Floats | float

_ROUNDING = 1e-12
"""A threshold that meets a bound exactly is not excluded by the rounding of a sum."""


class Objective(StrEnum):
    """What is made as good as the bounds allow."""

    PROFIT = "profit"
    COST = "cost"
    TPR = "tpr"

    @property
    def compared(self) -> Objective:
        """The objective that orders thresholds alike: least cost is highest profit."""
        return Objective.PROFIT if self is Objective.COST else self


class BoundKind(StrEnum):
    """The quantity that is bounded."""

    FPR = "fpr"
    TPR = "tpr"
    PRECISION = "precision"
    CASES = "cases"
    SHARE = "share"
    BUDGET = "budget"


OF_ACTS = (BoundKind.CASES, BoundKind.SHARE, BoundKind.BUDGET)
"""What bounds the positive decisions: their number, their share, what they cost together."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A limit on one quantity: tpr and precision from below, all others from above.

    Attributes
    ----------
    kind : BoundKind
        The quantity.
    limit : float
        0-1; of cases and of a budget the share of cases that they allow for, which may be above 1.

    Raises
    ------
    ConstraintError
        Where the limit lies outside its range.

    Examples
    --------
    >>> bool(Bound(BoundKind.FPR, 0.1).at(prior=0.3).holds(0.1, 0.8))
    True
    >>> bool(Bound(BoundKind.PRECISION, 0.5).at(prior=0.5).holds(0.4, 0.3))
    False
    """

    kind: BoundKind
    limit: float

    def __post_init__(self) -> None:
        highest = math.inf if self.kind in _MAY_EXCEED else 1.0
        if not 0 <= self.limit <= highest:
            raise ConstraintError(_out_of_range(self.kind, self.limit))

    @classmethod
    def on_cases(cls, capacity: float, population: float) -> Bound:
        """Return the bound of at most `capacity` positive decisions among `population` cases.

        Raises
        ------
        ConstraintError
            Where the capacity is below 0, or the population not above 0 and finite.
        """
        return cls(BoundKind.CASES, share_of_cases(capacity, population))

    @classmethod
    def on_budget(cls, budget: float, price: float, population: float) -> Bound:
        """Return the bound of what positive decisions among `population` cases may cost.

        Parameters
        ----------
        budget : float
            For all of them, at least 0.
        price : float
            Of one, above 0.
        population : float
            Cases, above 0.

        Raises
        ------
        ConstraintError
            Where one of them lies outside its range.

        Examples
        --------
        >>> Bound.on_budget(budget=500, price=2.5, population=1000)
        Bound(kind=<BoundKind.BUDGET: 'budget'>, limit=0.2)
        """
        if not 0 < price < math.inf:
            raise ConstraintError(f"The price of an act must be above 0; it is {price:g}.")
        if not 0 <= budget < math.inf:
            raise ConstraintError(f"The budget must be at least 0; it is {budget:g}.")
        return cls(BoundKind.BUDGET, share_of_cases(budget / price, population))

    def at(self, prior: float) -> HalfPlane:
        """Return the half-plane of ROC space where the bound holds at a prior, 0-1."""
        return _HALF_PLANES[self.kind](self.limit, prior)


@dataclass(frozen=True, slots=True)
class HalfPlane:
    """Where ``by_fpr * fpr + by_tpr * tpr <= limit``.

    Attributes
    ----------
    by_fpr : float
        Weight of fpr, at least 0.
    by_tpr : float
        Weight of tpr, of either sign.
    limit : float
        Upper limit.
    must_act : bool
        Whether a rule without positive decisions is excluded: nothing has no precision.
    """

    by_fpr: float
    by_tpr: float
    limit: float
    must_act: bool = False

    def used(self, fpr: Rates, tpr: Rates) -> Rates:
        """Return how much of the limit points of ROC space use."""
        return self.by_fpr * fpr + self.by_tpr * tpr

    def holds(self, fpr: Rates, tpr: Rates) -> Bools:
        """Return which points of ROC space are within the bound."""
        return self._within(self.used(fpr, tpr), fpr, tpr)

    def may_hold(self, low: tuple[Floats, Floats], high: tuple[Floats, Floats]) -> Bools:
        """Return whether the bound holds anywhere in rectangles of ROC space.

        Parameters
        ----------
        low, high : tuple of ndarray of float64
            (fpr, tpr) of the lower left and of the upper right corners.
        """
        tpr = low[1] if self.by_tpr >= 0 else high[1]
        return self._within(self.used(low[0], tpr), *high)

    def _within(self, used: Rates, fpr: Rates, tpr: Rates) -> Bools:
        """Compare with the limit, with slack for the rounding of the terms at (fpr, tpr)."""
        slack = _ROUNDING * (self.by_fpr * fpr + abs(self.by_tpr) * tpr)
        within = np.asarray(used <= self.limit + slack)
        return within & (fpr + tpr > 0) if self.must_act else within


def share_of_cases(capacity: float, population: float) -> float:
    """Return W / M.

    Raises
    ------
    ConstraintError
        Where W is below 0, or M not above 0 and finite.
    """
    if not 0 < population < math.inf:
        raise ConstraintError(f"The population must be above 0; it is {population:g}.")
    if not capacity >= 0:
        raise ConstraintError(f"The capacity must be at least 0; it is {capacity:g}.")
    return capacity / population


def covers_all(bounds: Sequence[Bound], objective: Objective) -> bool:
    """Return whether there is capacity for all cases where most positives are wanted: treat all."""
    if objective is not Objective.TPR or len(bounds) != 1:
        return False
    return bounds[0].kind in OF_ACTS and bounds[0].limit >= 1


def require_max_fpr(max_fpr: float) -> None:
    """Raise `ConstraintError` unless a bound on the fpr lies within 0-1."""
    Bound(BoundKind.FPR, max_fpr)


_NAMES = {
    BoundKind.FPR: "bound on the false-positive rate",
    BoundKind.TPR: "bound on the true-positive rate",
    BoundKind.PRECISION: "bound on the precision",
    BoundKind.CASES: "share of the cases",
    BoundKind.SHARE: "share acted on",
    BoundKind.BUDGET: "share of the cases that the budget allows for",
}
_MAY_EXCEED = (BoundKind.CASES, BoundKind.BUDGET)
_HALF_PLANES: dict[BoundKind, Callable[[float, float], HalfPlane]] = {
    BoundKind.FPR: lambda limit, _: HalfPlane(1.0, 0.0, limit),
    BoundKind.TPR: lambda limit, _: HalfPlane(0.0, -1.0, -limit),
    BoundKind.PRECISION: lambda limit, prior: HalfPlane(
        limit * (1 - prior), -(1 - limit) * prior, 0.0, must_act=True
    ),
    **dict.fromkeys(OF_ACTS, lambda limit, prior: HalfPlane(1 - prior, prior, limit)),
}


def _out_of_range(kind: BoundKind, limit: float) -> str:
    if kind in _MAY_EXCEED:
        return f"The {_NAMES[kind]} must be at least 0; it is {limit:g}."
    return f"The {_NAMES[kind]} must lie between 0 and 1; it is {limit:g}."
