"""What models come to when payoffs and prior are uncertain, and which of them to choose."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from costcurve_gui.engine.errors import ConstraintError

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats

_MEANS: Final = ("expected_cost", "expected_profit", "expected_regret", "probability_best")


@dataclass(frozen=True, slots=True, eq=False)
class ModelRisk:
    """Figures of each model over the draws, per instance, in units of payoff.

    Attributes
    ----------
    expected_cost, expected_profit : ndarray of float64, shape (models,)
        Means over the draws; the cost is that above perfect decisions.
    worst_cost, worst_profit : ndarray of float64, shape (models,)
        The largest cost and the smallest profit of any draw.
    expected_regret, worst_regret : ndarray of float64, shape (models,)
        Mean and maximum of what a model costs more than the cheapest one of the same draw.
    probability_best : ndarray of float64, shape (models,)
        Share of the draws in which it is the cheapest; models that tie share a draw.
    draws : int
        How many there were.

    Where draws go over ranges, which have no probabilities, means and shares are NaN or those of
    other draws: see `with_ranges`.
    """

    expected_cost: Floats
    expected_profit: Floats
    worst_cost: Floats
    worst_profit: Floats
    expected_regret: Floats
    worst_regret: Floats
    probability_best: Floats
    draws: int

    @property
    def least_expected_cost(self) -> int | None:
        """The model to choose by the mean; None where draws have no probabilities."""
        return None if np.isnan(self.expected_cost).any() else int(np.argmin(self.expected_cost))

    @property
    def least_worst_regret(self) -> int:
        """The model to choose by the largest regret (Savage 1951)."""
        return int(np.argmin(self.worst_regret))


def model_risk(costs: Floats, profits: Floats) -> ModelRisk:
    """Summarise what models cost and earn over draws of uncertain conditions.

    Parameters
    ----------
    costs, profits : ndarray of float64, shape (draws, models)
        Per instance. Draws are the same for all models.

    Returns
    -------
    ModelRisk

    Raises
    ------
    ConstraintError
        Where there is no draw.

    References
    ----------
    .. [1] Savage (1951), The theory of statistical decision.

    Examples
    --------
    Two draws: the first model is cheap on the whole, the second never far from the best.

    >>> costs = np.array([[1.0, 3.0], [8.0, 7.0]])
    >>> found = model_risk(costs, 10 - costs)
    >>> found.expected_cost.tolist(), found.worst_regret.tolist()
    ([4.5, 5.0], [1.0, 2.0])
    >>> found.probability_best.tolist(), found.least_worst_regret
    ([0.5, 0.5], 0)
    """
    if not costs.size:
        raise ConstraintError("No draw is left in which wrong decisions cost something.")
    least = costs.min(axis=1, keepdims=True)
    regret = costs - least
    tied = regret <= 1e-12 * np.maximum(np.abs(least), 1.0)
    return ModelRisk(
        expected_cost=costs.mean(axis=0),
        expected_profit=profits.mean(axis=0),
        worst_cost=costs.max(axis=0),
        worst_profit=profits.min(axis=0),
        expected_regret=regret.mean(axis=0),
        worst_regret=regret.max(axis=0),
        probability_best=(tied / tied.sum(axis=1, keepdims=True)).mean(axis=0),
        draws=len(costs),
    )


def with_ranges(over_ranges: ModelRisk, likely: ModelRisk | None) -> ModelRisk:
    """Join the worst of draws that go over ranges with the means of those with probabilities.

    Parameters
    ----------
    over_ranges : ModelRisk
        Of draws in which ranges and beliefs vary.
    likely : ModelRisk or None
        Of draws in which beliefs alone vary; None where nothing has probabilities.

    Examples
    --------
    >>> costs = np.array([[1.0, 3.0], [8.0, 7.0]])
    >>> found = with_ranges(model_risk(costs, 10 - costs), None)
    >>> found.worst_cost.tolist(), found.expected_cost.tolist(), found.least_expected_cost
    ([8.0, 7.0], [nan, nan], None)
    """
    nothing = np.full(len(over_ranges.worst_cost), np.nan)
    means: dict[str, Any] = {name: getattr(likely, name, nothing) for name in _MEANS}
    return replace(over_ranges, **means)
