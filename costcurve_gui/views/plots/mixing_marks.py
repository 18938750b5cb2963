"""Two operating points mixed at random, in ROC space: the line between them and their mixture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.views.plots.marks import Hollow, HoverPoint, Line

if TYPE_CHECKING:
    from costcurve_gui.models.results import Frame
    from costcurve_gui.views.plots.marks import Mark
    from costcurve_gui.views.theme import Tokens

_DASH = (4.0, 3.0)


def mixing_line(frame: Frame, tokens: Tokens) -> list[Mark]:
    """Return the mixtures of both points, and the points."""
    if frame.mix is None:
        return []
    ends = sorted((policy.fpr, policy.tpr) for policy in (frame.mix.first, frame.mix.second))
    across, up = zip(*ends, strict=True)
    line = Line("mixing", across, up, tokens.ink, dash=_DASH)
    return [line, *(Hollow(*end, tokens.ink) for end in ends)]


def mixing_point(frame: Frame, tokens: Tokens) -> list[Mark]:
    """Return the mixture that does what is wanted."""
    if frame.mix is None or frame.mix.found is None:
        return []
    return [HoverPoint(*frame.mix.found.point, tokens.ink)]
