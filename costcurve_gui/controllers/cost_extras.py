"""Extras of the views that show what single cases cost and pay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.controllers.payoff_cells import payoff_matrix
from costcurve_gui.engine.cost.instance_costs import instance_costs
from costcurve_gui.engine.cost.payoff import error_costs
from costcurve_gui.engine.curves.profit_build_up import payoff_sums
from costcurve_gui.models.ranked_costs import RankedCosts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.controllers.view_extras import ViewInput
    from costcurve_gui.engine.curves.profit_build_up import PayoffSums
    from costcurve_gui.engine.progress import Progress

MOST_COLUMNS = 4000
"""More than a plot is wide in pixels, so that a zoom of a few times still finds something."""


def ranked_costs(given: ViewInput, progress: Progress) -> Mapping[str, RankedCosts]:
    """Return the instance costs of every model, thinned for a plot."""
    data, models = given.dataset, given.scene.models
    costs = error_costs(payoff_matrix(given.payoff, data), data.y_true, data.weight)
    ranked = {}
    for done, model in enumerate(models):
        progress.advance(done, len(models), model.info.name)
        order = given.cache.order(model.info.column)
        ranked[model.info.key] = RankedCosts(order, instance_costs(order, costs, MOST_COLUMNS))
    return ranked


def summed_payoffs(given: ViewInput, progress: Progress) -> Mapping[str, PayoffSums]:
    """Return the payoffs of every model's cases, summed in order of score."""
    data, models = given.dataset, given.scene.models
    matrix = payoff_matrix(given.payoff, data)
    sums = {}
    for done, model in enumerate(models):
        progress.advance(done, len(models), model.info.name)
        order = given.cache.order(model.info.column) if matrix.varies else None
        table = model.evaluation.table
        sums[model.info.key] = payoff_sums(matrix, table, order, data.weight)
    return sums
