"""What the user can choose about uncertainty."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec


class BandsOf(StrEnum):
    """Whose bands are drawn."""

    PAIR = "selected and rival"
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


_SPEC = BootstrapSpec()


@dataclass(frozen=True, slots=True)
class BandChoices:
    """Whether bands are shown, of which models, and how they are found."""

    shown: bool = True
    of: BandsOf = BandsOf.PAIR
    policy: BandPolicy = BandPolicy.FIXED
    roc: RocBand = RocBand.VERTICAL
    spec: BootstrapSpec = _SPEC


DEFAULT_BANDS = BandChoices()
