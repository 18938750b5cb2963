"""Net benefit at the condition of a snapshot: the threshold probabilities and who is compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.curves import DrawnCurve
from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.curves.net_benefit import net_benefit, treat_all

if TYPE_CHECKING:
    from costcurve_gui.engine.cost.condition import OperatingCondition

STAKES = read_only(np.arange(400) / 400)
"""The threshold probabilities through which decision curves are drawn."""
_LEAST = 1e-6
_NO_ROWS = np.empty(0, dtype=np.int64)


def implied_stake(condition: OperatingCondition) -> float:
    """Return the probability from which on acting pays: C(+|-) / (C(+|-) + C(-|+)), below 1."""
    means = condition.means
    stake = means.fp_cost / (means.fp_cost + means.fn_cost)
    return min(stake, float(np.nextafter(1, 0)))


def cost_ratio_at(stake: float) -> float:
    """Return the ratio of a miss to a false alarm that implies a threshold probability."""
    inside = min(max(stake, _LEAST), 1 - _LEAST)
    return (1 - inside) / inside


def benefit_at(condition: OperatingCondition, fpr: float, tpr: float, stake: float) -> float:
    """Return the net benefit of a classifier at a threshold probability from 0 to below 1."""
    rates = np.array([fpr]), np.array([tpr])
    return float(net_benefit(*rates, condition.prior, np.array([stake]))[0])


def treat_all_line(condition: OperatingCondition) -> DrawnCurve:
    """Return the curve of acting on every case, over the same probabilities as the models."""
    return DrawnCurve(STAKES, treat_all(condition.prior, STAKES).net_benefit, _NO_ROWS)
