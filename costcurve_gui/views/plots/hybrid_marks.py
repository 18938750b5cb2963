"""The selected model chosen by the condition alone, against its cheapest choice.

Drummond & Holte (2006), section 5.1.1 and figures 21 and 22.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.models.results import hybrid_of
from costcurve_gui.models.state import Rule
from costcurve_gui.views import numbers
from costcurve_gui.views.plots.bound_marks import below_curves
from costcurve_gui.views.plots.description import HULL_ALPHA, model_color, selected_scene
from costcurve_gui.views.plots.marks import Between, Line

if TYPE_CHECKING:
    from costcurve_gui.models.hybrid import Hybrid, RocMembers
    from costcurve_gui.models.results import Frame, ModelScene
    from costcurve_gui.views.plots.marks import Mark, Values
    from costcurve_gui.views.theme import Tokens

_HALF = 0.06  # length of a short line through a point of ROC space


def cost_marks(frame: Frame, tokens: Tokens) -> list[Mark]:
    """Return the hybrid curve, and the ground down to the lower envelope."""
    found = _selected(frame)
    if found is None:
        return []
    model, hybrid = found
    color, envelope = model_color(model.info, frame, tokens), model.evaluation.envelope
    line, least = (hybrid.pc_plus, hybrid.cost), (envelope.pc_plus, envelope.cost)
    return [
        Between(line, least, color, tokens.band_alpha),
        Line("hybrid", *line, color, HULL_ALPHA),
        *below_curves(model, "the condition alone:", f"area {numbers.rate(hybrid.excess_area)}"),
    ]


def roc_marks(
    frame: Frame, tokens: Tokens, curve: tuple[Values, Values], hull: tuple[Values, Values]
) -> list[Mark]:
    """Return the ground between all thresholds and the hull, or the members of a family.

    Each member is in use for the slopes between its two short lines. They would be edges of the
    hull if every choice were the cheapest one.
    """
    found = _selected(frame)
    if found is None:
        return []
    model, hybrid = found
    color = model_color(model.info, frame, tokens)
    if hybrid.members is None:
        return [Between(curve, hull, color, tokens.band_alpha)]
    return _short_lines(hybrid.members, color)


def _selected(frame: Frame) -> tuple[ModelScene, Hybrid] | None:
    model = selected_scene(frame)
    chosen = frame.settings.selection.rule
    if model is None or chosen is not Rule.PERFORMANCE_INDEPENDENT:
        return None
    hybrid = hybrid_of(frame, model.info.key)
    return None if hybrid is None else (model, hybrid)


def _short_lines(members: RocMembers, color: str) -> list[Mark]:
    marks: list[Mark] = []
    for slopes, side in ((members.steepest, -1.0), (members.flattest, 1.0)):
        angles = np.arctan(slopes)
        across, up = side * _HALF * np.cos(angles), side * _HALF * np.sin(angles)
        for x, y, dx, dy in zip(members.fpr, members.tpr, across, up, strict=True):
            (left, low), (right, high) = sorted(((x, y), (x + dx, y + dy)))
            marks.append(Line("member", (left, right), (low, high), color))
    return marks
