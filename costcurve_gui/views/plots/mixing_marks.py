"""Two operating points mixed at random: in ROC space, as a cost line, and by their profit."""

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


def mixing_cost(frame: Frame, tokens: Tokens) -> list[Mark]:
    """Return the cost line of the mixture, which is one more classifier, and its cost now."""
    if frame.mix is None or frame.mix.found is None:
        return []
    fp_cost, tp_benefit, cost = map(
        frame.mix.mean, ("fp_cost_rate", "tp_benefit_rate", "normalized_expected_cost")
    )
    if fp_cost is None or tp_benefit is None or cost is None:
        return []
    line = Line("mixing", (0.0, 1.0), (fp_cost, 1 - tp_benefit), tokens.ink, dash=_DASH)
    return [line, HoverPoint(frame.condition.probability_cost, cost, tokens.ink)]


def mixing_profit(frame: Frame, tokens: Tokens) -> list[Mark]:
    """Return what mixtures of both points earn by the share they act on, and the one wanted."""
    if frame.mix is None:
        return []
    ends = sorted(
        (policy.fraction_targeted, policy.expected_profit)
        for policy in (frame.mix.first, frame.mix.second)
    )
    across, up = zip(*ends, strict=True)
    line = Line("mixing", across, up, tokens.ink, dash=_DASH)
    marks: list[Mark] = [line, *(Hollow(*end, tokens.ink) for end in ends)]
    share, profit = map(frame.mix.mean, ("fraction_targeted", "expected_profit"))
    if share is not None and profit is not None:
        marks.append(HoverPoint(share, profit, tokens.ink))
    return marks
