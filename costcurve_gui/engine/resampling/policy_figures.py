"""What policies come to in each replicate, and the bounds of one figure."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.resampling.sample import RankedModel
    from costcurve_gui.engine.selection.policy import Policy

PERCENTILE = "percentile"
WILSON = "Wilson"
CERTAIN = "the rule decides without looking"
NO_CHANGE = "every replicate gives the same"
_NO_SHARE = "some replicates have no such decisions"


@dataclass(frozen=True, slots=True)
class FigureInterval:
    """Bounds of one figure.

    Attributes
    ----------
    low, high : float or None
        None where there is no interval.
    method : str
        "percentile" or "Wilson", or the first with what widens it; empty where there is none.
    reason : str
        Why there is no interval, to be read after "no interval:"; else empty.
    resampled : bool
        Whether it, or the reason, follows from replicates.
    """

    low: float | None
    high: float | None
    method: str
    reason: str = ""
    resampled: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class PolicyRules:
    """The rules that a policy takes, and how often each."""

    rows: Indices
    weights: Floats

    def mixed(self, by_rule: Floats) -> Floats:
        """Return the mean over the rules, the last axis."""
        mixture: Floats = (by_rule * self.weights).sum(axis=-1)
        return mixture


def policy_rules(model: RankedModel, policy: Policy) -> PolicyRules:
    """Return the rows of the model's table that a policy takes."""
    rows = [policy.index] if policy.index_2 is None else [policy.index, policy.index_2]
    weights = [1.0] if policy.index_2 is None else [1 - policy.mixing, policy.mixing]
    return PolicyRules(np.array(rows) % len(model.table), np.array(weights))


def figure_interval(low: float, high: float, method: str, same: str) -> FigureInterval:
    """Return the bounds of a figure, none where they are NaN or, for the reason `same`, equal."""
    if isnan(low):
        return FigureInterval(None, None, "", _NO_SHARE)
    if low < high:
        return FigureInterval(low, high, method, resampled=method != WILSON)
    return FigureInterval(None, None, "", same, resampled=same != CERTAIN)
