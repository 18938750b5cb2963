"""Whether scores can be read as probabilities."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.engine.errors import NotProbabilityError

if TYPE_CHECKING:
    from costcurve_gui.engine.counts.rate_source import RateSource


def are_probabilities(table: RateSource) -> bool:
    """Return whether every score lies within 0-1.

    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> are_probabilities(threshold_table([True, False], [1.0, 0.0]))
    True
    >>> are_probabilities(threshold_table([True, False], [1.0, -0.5]))
    False
    """
    return bool(table.thresholds[-1] >= 0 and table.thresholds[1] <= 1)


def require_probabilities(table: RateSource) -> None:
    """Raise `NotProbabilityError` unless every score lies within 0-1."""
    if not are_probabilities(table):
        raise NotProbabilityError(float(table.thresholds[-1]), float(table.thresholds[1]))
