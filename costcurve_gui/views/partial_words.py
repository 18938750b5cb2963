"""The partial AUC in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.views import numbers

if TYPE_CHECKING:
    from costcurve_gui.models.results import Frame


def partial_auc(frame: Frame, key: str) -> str:
    """Say the area over the range in force: partial AUC 0.093, standardised 0.712; or nothing."""
    found = None if frame.details is None else frame.details.partial_auc(key, frame.settings.views)
    if found is None:
        return ""
    area, standardised = numbers.rate(found.area), numbers.rate(found.standardized)
    return f"partial AUC {area}, standardised {standardised}"


def partial_auc_over(frame: Frame, key: str) -> str:
    """Say it with its range: Partial AUC 0.093, standardised 0.712, for fpr 0.000 to 0.200."""
    said, choices = partial_auc(frame, key), frame.settings.views
    if not said:
        return ""
    written = numbers.interval(*choices.partial_range)
    return f"{said[0].upper()}{said[1:]}, for {choices.partial_axis} {written}"
