"""Two operating points that the user mixes at random, and the figures of their mixture."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from costcurve_gui.engine.selection.combinations import Interpolation
    from costcurve_gui.engine.selection.policy import Policy

End = Literal["first", "second"]


class MixBy(StrEnum):
    """What fixes how often each of the two decides."""

    SHARE = "share"
    FPR = "fpr"
    CASES = "cases"


@dataclass(frozen=True, slots=True)
class PointSpec:
    """One point of a model: its key and what `ModelCurves.manual_position` gives for a row."""

    key: str
    manual_position: float


@dataclass(frozen=True, slots=True)
class MixSpec:
    """Two points and what is wanted: the share of the first, an fpr, or cases acted on."""

    first: PointSpec
    second: PointSpec
    by: MixBy = MixBy.SHARE
    wanted: float = 0.5


@dataclass(frozen=True, slots=True)
class MixedPoints:
    """What two points do, and their mixture; `found` is None where none does what is wanted."""

    spec: MixSpec
    first: Policy
    second: Policy
    found: Interpolation | None

    @property
    def wanted(self) -> dict[MixBy, float]:
        """Whatever can be wanted, as it is now; empty without a mixture."""
        if self.found is None:
            return {}
        return {
            MixBy.SHARE: 1 - self.found.mixing,
            MixBy.FPR: self.found.point.fpr,
            MixBy.CASES: self.found.cases,
        }

    def mean(self, figure: str) -> float | None:
        """Return what to expect of the mixture in a figure of `Policy`, such as its cost."""
        if self.found is None:
            return None
        share = self.found.mixing
        one, other = (float(getattr(policy, figure)) for policy in (self.first, self.second))
        return (1 - share) * one + share * other
