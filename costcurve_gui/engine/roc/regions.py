"""Named regions of ROC space, for tests that must find most positives or raise few alarms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Bools, Floats
    from costcurve_gui.engine.counts.rate_source import RateSource


@dataclass(frozen=True, slots=True)
class RocRegion:
    """A strip of ROC space from edge to edge.

    Attributes
    ----------
    name : str
        What the region is for.
    axis : {"fpr", "tpr"}
        The rate that is bounded.
    low, high : float
        Its range, both ends included.
    """

    name: str
    axis: Literal["fpr", "tpr"]
    low: float
    high: float

    def contains(self, fpr: Floats, tpr: Floats) -> Bools:
        """Return which points lie in the region."""
        rate = fpr if self.axis == "fpr" else tpr
        inside: Bools = (rate >= self.low) & (rate <= self.high)
        return inside

    def rows(self, rates: RateSource) -> slice:
        """Return the rows of a curve in the region, which follow one another.

        Examples
        --------
        >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
        >>> table = threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.1])
        >>> SCREENING.rows(table), DIAGNOSTIC.rows(table)
        (slice(3, 5, None), slice(0, 2, None))
        """
        ends = np.array([self.low, np.nextafter(self.high, 2)])
        reaching = rates.rows_reaching_fpr if self.axis == "fpr" else rates.rows_reaching_tpr
        return slice(*reaching(ends).tolist())


SCREENING: Final = RocRegion("screening", "tpr", 0.8, 1.0)
"""High tpr whatever the fpr, so that few positives are missed (Schupp 2015).

The source draws no bounds; 0.8, like 0.2 below, is where these presets begin.
"""
DIAGNOSTIC: Final = RocRegion("diagnostic", "fpr", 0.0, 0.2)
"""Low fpr, so that few negatives are treated for nothing (Schupp 2015)."""
