"""The grid of samples that every interval is tried on: sizes, scores, costs, groups.

Behind each score lies a normal value, of positives with another mean and spread; a score that is
rounded, or a leaf, is a step of it. So the true rates of any threshold are known, also where the
amounts are lognormal and correlated with the score.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import norm

from costcurve_gui.engine.cost.payoff import PayoffMatrix
from tests.helpers.paired import paired

if TYPE_CHECKING:
    from tests.helpers.paired import Paired

SIZES = ((30, 30), (100, 100), (20, 2000), (1000, 1000))
SHIFTS = {"continuous": 1.2, "tied": 1.2, "tree": 1.2, "useless": 0.0, "excellent": 3.37}
"""Mean of the values of positives by the kind of score; that of negatives is 0."""
SCORES = tuple(SHIFTS)
EQUAL, LOGNORMAL = "equal", "lognormal"
COSTS = (EQUAL, LOGNORMAL)
GROUPS = 20
PRIOR = 0.4
"""Where the models will work; both errors cost the same on average, so it is PC(+) too."""
_SPREAD = 1.3
"""Of the values of positives, but for useless scores."""
_COMMON = 0.5
"""Share of the variance that the values of two models have in common, within each class."""
_GROUPED = 0.5
"""Share of the common variance that is a group's, where there are groups."""
_LOADING = 0.7
"""Correlation of the logarithm of an amount with what models have in common."""
_EDGES = np.array([-1.0, -0.4, 0.1, 0.6, 1.1, 1.7, 2.4])
"""Between the eight leaves of a tree."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One kind of sample.

    Attributes
    ----------
    positives, negatives : int
        How many rows of each class.
    scores : {"continuous", "tied", "tree", "useless", "excellent"}
        Tied ones have one decimal, a tree has 8 leaves.
    costs : {"equal", "lognormal"}
        Whether every error costs 1, or an amount that rises with the score.
    groups : int or None
        Among how many groups, of equal size and of both classes, the rows are dealt; those of a
        group are alike.
    """

    positives: int
    negatives: int
    scores: str = "continuous"
    costs: str = EQUAL
    groups: int | None = None

    @property
    def name(self) -> str:
        """What its rows of the table are called after."""
        groups = f", {self.groups} groups" if self.groups else ""
        return f"{self.scores}, {self.costs} costs{groups}"

    @property
    def shift(self) -> float:
        """Mean of the values behind the scores of positives."""
        return SHIFTS[self.scores]

    @property
    def spread(self) -> float:
        """Standard deviation of the values behind the scores of positives."""
        return 1.0 if self.scores == "useless" else _SPREAD

    def draw(self, rng: np.random.Generator, models: int = 1) -> Drawn:
        """Draw a sample that all models score; they are equally good, and correlated."""
        y_true = np.repeat([True, False], [self.positives, self.negatives])
        rows = y_true.size
        common, groups = rng.normal(size=rows), None
        if self.groups:
            groups = np.arange(rows) % self.groups
            shared = rng.normal(size=self.groups)[groups]
            common = np.sqrt(_GROUPED) * shared + np.sqrt(1 - _GROUPED) * common
        mean, spread = np.where(y_true, self.shift, 0.0), np.where(y_true, self.spread, 1.0)
        own = rng.normal(size=(models, rows))
        values = mean + spread * (np.sqrt(_COMMON) * common + np.sqrt(1 - _COMMON) * own)
        amount = np.ones(rows)
        if self.costs == LOGNORMAL:
            rest = np.sqrt(1 - _LOADING**2) * rng.normal(size=rows)
            amount = np.exp(_LOADING * common + rest)
        return Drawn(self, y_true, tuple(self._scored(each) for each in values), amount, groups)

    def _scored(self, values: np.ndarray) -> np.ndarray:
        if self.scores == "tied":
            return np.rint(10 * values) / 10
        if self.scores == "tree":
            return np.searchsorted(_EDGES, values, side="right") / 7
        return values

    def _cut(self, thresholds: np.ndarray) -> np.ndarray:
        """Return the least values whose scores reach thresholds."""
        at = np.asarray(thresholds, np.float64)
        if self.scores == "tied":
            return np.where(np.isfinite(at), np.ceil(10 * at - 1e-6) / 10 - 0.05, at)
        if self.scores == "tree":
            leaf = np.ceil(7 * at.clip(0, 8 / 7) - 1e-6).astype(np.int64)
            return np.concatenate(([-np.inf], _EDGES, [np.inf]))[leaf]
        return at

    def rates(
        self, thresholds: np.ndarray, *, by_cost: bool = True
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the true fpr and tpr of ``score >= threshold``, by cost where costs vary."""
        cut, moved = self._cut(thresholds), 0.0
        if by_cost and self.costs == LOGNORMAL:  # in proportion to amounts, values are higher
            moved = _LOADING * np.sqrt(_COMMON)
        return norm.sf(cut - moved), norm.sf((cut - self.shift) / self.spread - moved)

    def cost(self, thresholds: np.ndarray, pc_plus: np.ndarray | float = PRIOR) -> np.ndarray:
        """Return the true normalized expected cost of thresholds at PC(+)."""
        fpr, tpr = self.rates(thresholds)
        return np.asarray((1 - tpr) * pc_plus + fpr * (1 - np.asarray(pc_plus)))

    @property
    def mean_cost(self) -> float:
        """True mean cost of an error of either class: an expected cost over a normalized one."""
        return float(np.exp(0.5)) if self.costs == LOGNORMAL else 1.0

    def least_cost(self, pc_plus: np.ndarray) -> np.ndarray:
        """Return the true lower envelope, shape (k,)."""
        return self.cost(self.thresholds[:, None], np.asarray(pc_plus)[None]).min(axis=0)

    @property
    def thresholds(self) -> np.ndarray:
        """All thresholds that differ, or so many that no more matter, ascending."""
        if self.scores == "tree":
            return np.append(np.arange(8) / 7, np.inf)
        fine = np.arange(-100, 121) / 10 if self.scores == "tied" else np.linspace(-8, 12, 4001)
        return np.concatenate(([-np.inf], fine, [np.inf]))

    def roc(self, *, by_cost: bool = False) -> tuple[np.ndarray, np.ndarray]:
        """Return the true ROC curve, or ROCIV, from (0, 0) to (1, 1)."""
        fpr, tpr = self.rates(self.thresholds[::-1], by_cost=by_cost)
        return fpr, tpr

    def area(self, *, by_cost: bool = False) -> float:
        """Return the true area under ROC or ROCIV."""
        fpr, tpr = self.roc(by_cost=by_cost)
        return float(np.trapezoid(tpr, fpr))

    @property
    def best_threshold(self) -> float:
        """The threshold of least true cost at the prior, among those that look at the score."""
        inner = self.thresholds[1:-1]
        return float(inner[self.cost(inner).argmin()])


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """A sample of a cell, and the scores of its models."""

    cell: Cell
    y_true: np.ndarray
    scores: tuple[np.ndarray, ...]
    amount: np.ndarray
    groups: np.ndarray | None

    @property
    def payoff(self) -> PayoffMatrix:
        """What decisions pay: an error its amount."""
        loss: np.ndarray | float = -1.0 if self.cell.costs == EQUAL else -self.amount
        return PayoffMatrix(tp=0.0, fp=loss, fn=loss, tn=0.0)

    def evaluated(self, *scores: np.ndarray) -> Paired:
        """Evaluate its models, or others of the same rows."""
        return paired(self.y_true, *(scores or self.scores), payoff=self.payoff, groups=self.groups)


CELLS = (
    *(Cell(*size, scores, costs) for size, scores, costs in product(SIZES, SCORES, COSTS)),
    *(Cell(*size, groups=GROUPS) for size in SIZES),
)
"""Every size with every kind of score and cost, and 20 groups."""
