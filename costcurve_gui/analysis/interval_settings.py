"""What the user can choose about uncertainty."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec


class Samples(StrEnum):
    """Which cases the models of a file were tested on."""

    SAME = "same"
    DIFFERENT = "different"


class BandsOf(StrEnum):
    """Whose bands are drawn."""

    PAIR = "selected and competitor"
    SELECTED = "selected"
    ALL = "all"


class BandPolicy(StrEnum):
    """What a replicate does about thresholds in cost space."""

    FIXED = "fixed policy"
    REOPTIMISED = "re-optimised"
    CORRECTED = "corrected for optimism"


class RocBand(StrEnum):
    """Which band ROC and ROCIV show."""

    VERTICAL = "vertical"
    THRESHOLD = "threshold-wise"
    SIMULTANEOUS = "simultaneous"


class Verdicts(StrEnum):
    """For how many PC(+) together the level of a difference of two models holds."""

    SIMULTANEOUS = "simultaneous"
    POINTWISE = "pointwise"


_SPEC = BootstrapSpec()


@dataclass(frozen=True, slots=True)
class BandChoices:
    """Whether bands are shown, of which models, and how they are found.

    `samples` says how two models are compared: on common cases, or each on its own; `verdicts`
    whether the level of their difference holds for all PC(+) at once, or at each by itself.
    """

    shown: bool = True
    of: BandsOf = BandsOf.SELECTED
    policy: BandPolicy = BandPolicy.FIXED
    roc: RocBand = RocBand.VERTICAL
    spec: BootstrapSpec = _SPEC
    samples: Samples = Samples.SAME
    verdicts: Verdicts = Verdicts.SIMULTANEOUS

    @property
    def independent_samples(self) -> bool:
        """Whether each model was tested on cases of its own."""
        return self.samples is Samples.DIFFERENT

    @property
    def comparison_spec(self) -> BootstrapSpec:
        """What intervals of two models are found from."""
        return replace(self.spec, independent=self.independent_samples)


DEFAULT_BANDS = BandChoices()
