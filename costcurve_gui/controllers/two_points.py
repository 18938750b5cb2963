"""Two policies mixed so that they do what is wanted. Without Qt, as reports need it too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.engine.cost.duality import RocPoint
from costcurve_gui.engine.selection.combinations import interpolation_at, interpolation_for
from costcurve_gui.engine.selection.policy_evaluation import mixing_probability
from costcurve_gui.models.mixing import MixBy

if TYPE_CHECKING:
    from costcurve_gui.engine.selection.combinations import Interpolation
    from costcurve_gui.engine.selection.policy import Policy


def mixture_of(
    policies: tuple[Policy, Policy], by: MixBy, wanted: float, prior: float, population: float
) -> Interpolation:
    """Return the mixture of two policies that has a share of the first, an fpr, or so many cases.

    Raises
    ------
    ConstraintError
        Where there is none.
    """
    one, other = (RocPoint(policy.fpr, policy.tpr) for policy in policies)
    if by is MixBy.CASES:
        return interpolation_for(one, other, wanted, population, prior)
    mixing = 1 - wanted if by is MixBy.SHARE else mixing_probability(one.fpr, other.fpr, wanted)
    return interpolation_at(one, other, mixing, population, prior)
