"""The expected profit of a model at its operating point, cell by cell of the confusion matrix."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.engine.curves.profit_build_up import (
    CellProfit,
    ProfitBuildUp,
    profit_build_up,
)
from costcurve_gui.models.conditions import means_in_force

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.engine.curves.profit_build_up import PayoffSums
    from costcurve_gui.models.results import Frame, ModelFrame


def build_up_of(frame: Frame, model: ModelFrame) -> ProfitBuildUp | None:
    """Return the four products whose sum is the profit of a model; None until its job is done."""
    if frame.scene.dataset.kind is not TableKind.SCORES:
        return _of_counts(frame, model)
    extra = cast("Mapping[str, PayoffSums]", frame.extras.get("build_up", {}))
    sums = extra.get(model.info.key)
    if sums is None:
        return None
    prior, factor = frame.condition.prior, frame.miss_factor
    found = profit_build_up(model.policy, prior, sums)
    if factor == 1:
        return found
    # A miss that costs k times as much pays b(Y, p) - k (b(Y, p) - b(N, p)).
    as_if_found = profit_build_up(model.policy, prior, replace(sums, fn=sums.tp))
    return replace(found, fn=_between(as_if_found.fn, found.fn, factor))


def _of_counts(frame: Frame, model: ModelFrame) -> ProfitBuildUp:
    """Return the products where every case of a cell pays the same."""
    policy, prior = model.policy, frame.condition.prior
    means = means_in_force(frame.scene.payoff_means, frame.miss_factor)
    return ProfitBuildUp(
        tp=_cell(policy.tpr, prior, means["tp"]),
        fp=_cell(policy.fpr, 1 - prior, means["fp"]),
        fn=_cell(1 - policy.tpr, prior, means["fn"]),
        tn=_cell(1 - policy.fpr, 1 - prior, means["tn"]),
    )


def _cell(rate: float, prior: float, payoff: float) -> CellProfit:
    return CellProfit(rate, prior, payoff if rate > 0 else math.nan, rate * prior * payoff)


def _between(first: CellProfit, second: CellProfit, share: float) -> CellProfit:
    payoff = (1 - share) * first.payoff + share * second.payoff
    profit = (1 - share) * first.profit + share * second.profit
    return replace(second, payoff=payoff, profit=profit)
