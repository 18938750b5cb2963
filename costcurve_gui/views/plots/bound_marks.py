"""How a bound on cases is met in cost space: its point, and the line that the walk reaches.

Drummond & Holte (2006), sections 5.1.3 and 5.1.4, and (2000), section 4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.views import numbers
from costcurve_gui.views.plots.description import selected_scene
from costcurve_gui.views.plots.marks import Dot, HoverPoint, Label, Line

if TYPE_CHECKING:
    from costcurve_gui.engine.cost.constraint_walk import RateBound, WalkedLine
    from costcurve_gui.engine.cost.duality import CostPoint
    from costcurve_gui.models.results import Frame, ModelScene
    from costcurve_gui.views.plots.marks import Mark
    from costcurve_gui.views.theme import Tokens

_NEAR = 1.0  # how far beyond 0-1 a point may lie to be drawn: nobody goes farther to look
_FOOT = 0.16
_LINE = 15.0
_DASH = (2, 3)


def bound_marks(frame: Frame, tokens: Tokens) -> list[Mark]:
    """Return the construction of the bound in force for the selected model, if there is one.

    Bounds count cases. Where costs vary from case to case cost space counts money, and no point
    of it stands for a bound.
    """
    bound, model = _bound(frame), selected_scene(frame)
    if bound is None or model is None:
        return []
    if model.evaluation.rates is not model.evaluation.table:
        return below_curves(model, "costs vary by case:", "no point for a bound")
    from costcurve_gui.engine.cost.constraint_walk import walk_envelope

    walked = walk_envelope(model.evaluation.envelope, bound)
    point = bound.point
    marks: list[Mark] = [] if point is None else _towards(point, walked, tokens)
    vertex = Dot("vertex", *walked.vertex, tokens.ink)
    return [*marks, vertex, *below_curves(model, *_words(bound, walked))]


def below_curves(model: ModelScene, *lines: str) -> list[Mark]:
    """Return lines of words in the room that the model's envelope leaves at the foot."""
    y = min(_FOOT, float(model.evaluation.envelope.value_at(0.5)) / 2)
    return [Label(0.5, y, text, shift=(0.0, _LINE * at)) for at, text in enumerate(lines)]


def _bound(frame: Frame) -> RateBound | None:
    """Return the one bound in force that is a point of cost space."""
    selection = frame.settings.selection
    max_fpr, capacity = selection.bounds.fpr, selection.bounds.cases
    if len(selection.engine_bounds) != 1:
        return None
    if max_fpr is not None:
        from costcurve_gui.engine.cost.constraint_walk import neyman_pearson_bound

        return neyman_pearson_bound(max_fpr)
    if capacity is not None:
        from costcurve_gui.engine.cost.constraint_walk import workforce_bound

        return workforce_bound(capacity, selection.population, frame.condition.prior)
    return None


def _towards(point: CostPoint, walked: WalkedLine, tokens: Tokens) -> list[Mark]:
    """Return the point, and the way to it where it lies outside 0-1."""
    x, y = point
    if not (-_NEAR <= x <= 1 + _NEAR and abs(y) <= 1 + _NEAR):
        return []
    ring = HoverPoint(x, y, tokens.ink)
    if 0 <= x <= 1:
        return [ring]
    edge = 0.0 if x < 0 else 1.0
    at_edge = walked.line.intercept + walked.line.slope * edge
    (left, low), (right, high) = sorted(((x, y), (edge, at_edge)))
    return [Line("bound", (left, right), (low, high), tokens.ink, 215, dash=_DASH), ring]


def _words(bound: RateBound, walked: WalkedLine) -> tuple[str, str]:
    """Say where the point lies."""
    point = bound.point
    if bound.fits_all:
        return "capacity", "for all cases"
    if point is None:
        return "no virtual point: parallel", f"lines, slope {numbers.rate(walked.line.slope)}"
    if 0 <= point.pc_plus <= 1:
        return f"through fpr {numbers.rate(point.cost)}", "at PC(+) = 0"
    return "virtual point at", f"PC(+) = {numbers.rate(point.pc_plus)}"
