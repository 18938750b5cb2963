"""The expected profit of a model at its operating point, cell by cell of the confusion matrix."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from costcurve_gui.engine.views.profit_build_up import profit_build_up

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.engine.views.profit_build_up import CellProfit, PayoffSums, ProfitBuildUp
    from costcurve_gui.models.results import Frame, ModelFrame


def build_up_of(frame: Frame, model: ModelFrame) -> ProfitBuildUp | None:
    """Return the four products whose sum is the profit of a model; None until its job is done."""
    extra = cast("Mapping[str, PayoffSums]", frame.extras.get("build_up", {}))
    sums = extra.get(model.info.key)
    if sums is None:
        return None
    prior, factor = frame.condition.prior, frame.settings.condition.miss_factor
    found = profit_build_up(model.policy, prior, sums)
    if factor == 1:
        return found
    # A miss that costs k times as much pays b(Y, p) - k (b(Y, p) - b(N, p)).
    as_if_found = profit_build_up(model.policy, prior, replace(sums, fn=sums.tp))
    return replace(found, fn=_between(as_if_found.fn, found.fn, factor))


def _between(first: CellProfit, second: CellProfit, share: float) -> CellProfit:
    payoff = (1 - share) * first.payoff + share * second.payoff
    profit = (1 - share) * first.profit + share * second.profit
    return replace(second, payoff=payoff, profit=profit)
