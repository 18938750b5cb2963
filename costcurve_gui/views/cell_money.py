"""Splits the money of a policy over the cells of its confusion matrix, for display."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.views.numbers import parse_number

if TYPE_CHECKING:
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.models.results import Frame


def cell_money(frame: Frame, policy: Policy) -> dict[str, float | None]:
    """Return the expected money in tp, fp, fn and tn for the frame's population.

    A class whose two payoffs both vary from case to case is known in total only: its cells
    are None.
    """
    means, payoff = frame.condition.means, frame.settings.payoff
    missed_payoff = payoff.fn if frame.miss_factor == 1 else ""  # scaled, it follows the cell of tp
    population, prior = frame.settings.selection.population, frame.condition.prior
    positives, negatives = population * prior, population * (1 - prior)
    all_positive = means.tp_payoff - means.fn_cost * (1 - policy.tp_benefit_rate)
    all_negative = means.tn_payoff - means.fp_cost * policy.fp_cost_rate
    caught, missed = _split(policy.tpr, all_positive, payoff.tp, missed_payoff)
    alarms, spared = _split(policy.fpr, all_negative, payoff.fp, payoff.tn)
    return {
        "tp": _times(caught, positives),
        "fn": _times(missed, positives),
        "fp": _times(alarms, negatives),
        "tn": _times(spared, negatives),
    }


def _split(rate: float, total: float, acted: str, left: str) -> tuple[float | None, float | None]:
    """Part a class's mean payoff between cases acted on and cases left."""
    acted_payoff, left_payoff = parse_number(acted), parse_number(left)
    if acted_payoff is not None:
        part = acted_payoff * rate
        return part, total - part
    if left_payoff is not None:
        part = left_payoff * (1 - rate)
        return total - part, part
    return None, None


def _times(share: float | None, cases: float) -> float | None:
    return None if share is None else share * cases
