"""Instance costs of a model in order of its score."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.cost.instance_costs import instance_costs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.curves import CaseInput, ModelCurves
    from costcurve_gui.engine.cost.instance_costs import InstanceCosts
    from costcurve_gui.engine.counts.cost_table import RankOrder
    from costcurve_gui.engine.progress import Progress


@dataclass(frozen=True, slots=True, eq=False)
class RankedCosts:
    """What each case costs, by descending score, and where the thresholds lie in that order."""

    order: RankOrder
    columns: InstanceCosts

    @property
    def cases(self) -> int:
        """Number of cases that the model scored."""
        return int(self.columns.starts[-1])

    def place(self, row: int) -> int:
        """Return how many cases score at or above the threshold of a row of the model's table."""
        at = np.array([row % self.order.positive_stops.size])
        return int(self.order.positive_stops[at][0]) + int(self.order.negative_stops[at][0])

    def row_reaching(self, place: float) -> int:
        """Return the first row, from the strictest on, that picks at least so many cases."""
        rows = range(self.order.positive_stops.size)
        return min(bisect_left(rows, place, key=self.place), len(rows) - 1)

    def row_nearest(self, place: float) -> int:
        """Return the row whose number of cases is nearest."""
        above = self.row_reaching(place)
        below = max(above - 1, 0)
        nearer_below = place - self.place(below) < self.place(above) - place
        return below if nearer_below else above

    def columns_between(self, first: int, last: int) -> slice:
        """Return the columns that hold the cases of rank `first` to `last`, both from 0."""
        starts = self.columns.starts
        return slice(
            int(np.searchsorted(starts, first, side="right")) - 1,
            int(np.searchsorted(starts, last, side="right")),
        )


MOST_COLUMNS = 4000
"""More than a plot is wide in pixels, so that a zoom of a few times still finds something."""


def ranked_costs(given: CaseInput, progress: Progress) -> Mapping[str, RankedCosts]:
    """Return the instance costs of every model, thinned for a plot."""
    models = given.curve_set.models
    held = given.cache.payoffs(given.payoff)  # or the cache computes them for every model
    ranked = {}
    for done, model in enumerate(models):
        progress.advance(done, len(models), model.info.name)
        ranked[model.info.key] = model_ranked_costs(given, model)
    del held
    return ranked


def model_ranked_costs(given: CaseInput, model: ModelCurves) -> RankedCosts:
    """Return the instance costs of one model, thinned for a plot."""
    costs = given.cache.payoffs(given.payoff).costs
    order = given.cache.order(model.info.column)
    return RankedCosts(order, instance_costs(order, costs, MOST_COLUMNS))
