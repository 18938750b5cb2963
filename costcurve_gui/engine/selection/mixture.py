"""From rows of a model's table to a policy with all its figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.selection.policy import Policy

if TYPE_CHECKING:
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.roc.hull import RocHull


def single_policy(
    criterion: str,
    model: ModelEvaluation,
    condition: OperatingCondition,
    row: int,
    threshold: float | None = None,
) -> Policy:
    """Return the policy of one row; `threshold` where the rule is not the row's own."""
    at = float(model.table.thresholds[row]) if threshold is None else threshold
    return policy_from_rates(
        criterion, model.name, condition, _rates(model, row), row=row, threshold=at
    )


def mixed_policy(
    criterion: str,
    model: ModelEvaluation,
    condition: OperatingCondition,
    hull: RocHull,
    position: int,
    share: float,
) -> Policy:
    """Return the policy that lies `share` of the way from a hull vertex to the next one.

    References
    ----------
    .. [1] Fawcett (2004), section 7.4.1.
    """
    row = int(hull.indices[position])
    if share <= 0:
        return single_policy(criterion, model, condition, row)
    row_2 = int(hull.indices[position + 1])
    strict, lax = _rates(model, row), _rates(model, row_2)
    rates = tuple((1 - share) * a + share * b for a, b in zip(strict, lax, strict=True))
    return policy_from_rates(
        criterion,
        model.name,
        condition,
        (rates[0], rates[1], rates[2], rates[3]),
        row=row,
        threshold=float(model.table.thresholds[row]),
        row_2=row_2,
        threshold_2=float(model.table.thresholds[row_2]),
        mixing=share,
    )


def policy_from_rates(
    criterion: str,
    model: str,
    condition: OperatingCondition,
    rates: tuple[float, float, float, float],
    *,
    row: int,
    threshold: float,
    row_2: int | None = None,
    threshold_2: float | None = None,
    mixing: float = 0.0,
) -> Policy:
    """Return a policy from (fpr, tpr, false-positive cost share, benefit share)."""
    fpr, tpr, fp_cost_rate, tp_benefit_rate = rates
    return Policy(
        criterion=criterion,
        model=model,
        threshold=threshold,
        threshold_2=threshold_2,
        mixing=mixing,
        fpr=fpr,
        tpr=tpr,
        fp_cost_rate=fp_cost_rate,
        tp_benefit_rate=tp_benefit_rate,
        fraction_targeted=fraction_targeted(condition.prior, fpr, tpr),
        normalized_expected_cost=condition.normalized_expected_cost(fp_cost_rate, tp_benefit_rate),
        expected_cost=condition.expected_cost(fp_cost_rate, tp_benefit_rate),
        expected_profit=condition.expected_profit(fp_cost_rate, tp_benefit_rate),
        index=row,
        index_2=row_2,
    )


def fraction_targeted(prior: float, fpr: float, tpr: float) -> float:
    """Return the share of cases that are decided positive."""
    return prior * tpr + (1 - prior) * fpr


def _rates(model: ModelEvaluation, row: int) -> tuple[float, float, float, float]:
    at = np.array([row])
    table, rates = model.table, model.rates
    return (
        float(table.fpr_at(at)[0]),
        float(table.tpr_at(at)[0]),
        float(rates.fpr_at(at)[0]),
        float(rates.tpr_at(at)[0]),
    )
