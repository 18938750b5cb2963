"""Costs as lengths in ROC space, and common tangents."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from costcurve_gui.analysis.cost_comparisons import cost_comparisons
from costcurve_gui.analysis.view_settings import CostConstruction
from costcurve_gui.translation import tr
from costcurve_gui.views.plotting.marks import Label, Line
from costcurve_gui.views.plotting.plot_view import HULL_ALPHA, model_curves, selected_model
from costcurve_gui.views.text import numbers

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.cost.duality import RocLine
    from costcurve_gui.views.plotting.marks import Mark
    from costcurve_gui.views.shell.theme import Tokens


_DASH = (2.0, 2.0)
_APART = 0.08  # labels nearer than this would cover each other; the lowest line has the first


_ADDED = {
    "joint_hull": tr("their joint hull"),
    "tie_corners": tr("the corners of equal scores"),
    "common_tangents": tr("common tangents of two"),
}


def added_words(snapshot: Snapshot) -> list[str]:
    """Name what was switched on beside the curves."""
    views = snapshot.settings.views
    said = [words for name, words in _ADDED.items() if getattr(views, name)]
    measured = views.construction is not CostConstruction.NONE
    return [*said, tr("the cost as a length")] if measured else said


def construction_marks(snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
    """Return the segment whose length tells the cost of the operating point, and what it says."""
    model, choice = selected_model(snapshot), snapshot.settings.views.construction
    if model is None or choice is CostConstruction.NONE:
        return []
    from costcurve_gui.engine.cost.duality import (
        horizontal_construction,
        perpendicular_construction,
    )

    pc_plus, policy = snapshot.condition.probability_cost, model.policy
    level = choice is CostConstruction.HORIZONTAL
    construct = horizontal_construction if level else perpendicular_construction
    found = construct(policy.fp_cost_rate, policy.tp_benefit_rate, pc_plus)
    start, end = found.measure
    cost, length = numbers.rate(found.cost), numbers.rate(found.measure.length)
    factor = numbers.rate(math.hypot(pc_plus, 1 - pc_plus))
    text = (
        tr("length {cost} = cost", cost=cost)
        if level
        else tr("{length} \u00d7 {factor} = cost {cost}", length=length, factor=factor, cost=cost)
    )
    marks: list[Mark] = [
        Line("measure", (start.fpr, end.fpr), (start.tpr, end.tpr), tokens.ink, width=2.0)
    ]
    if level:  # both error rates are equal on this diagonal
        marks.insert(0, Line(tr("equal errors"), (0.0, 1.0), (1.0, 0.0), tokens.muted, dash=_DASH))
    return [*marks, Label(end.fpr, end.tpr, text, "left", (10.0, 12.0))]


def tangent_marks(snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
    """Return the competitor's hull, and each common tangent with its points and its PC(+).

    Where the two are compared over common cases, so are both hulls: the tangents touch these.
    """
    compared = (
        cost_comparisons(snapshot).comparison if snapshot.settings.views.common_tangents else None
    )
    if compared is None:
        return []
    from costcurve_gui.views.plotting.lane_marks import Corner

    competitor = model_curves(snapshot)[compared.competitor]
    own, hull = compared.hulls
    color = tokens.model_color(competitor.info.slot)
    marks: list[Mark] = [Line(tr("competitor hull"), hull.fpr, hull.tpr, color, HULL_ALPHA)]
    if compared.cases is not None:
        slot = snapshot.models[compared.model].info.slot
        marks.append(Line(tr("own hull"), own.fpr, own.tpr, tokens.model_color(slot), HULL_ALPHA))
    said: tuple[float, float] = (-math.inf, -math.inf)
    inside = [(_inside(found.line), found) for found in compared.tangents]
    for (x, y), found in sorted(inside, key=lambda pair: (pair[0][1][0], pair[0][0][0])):
        marks.append(Line("tangent", x, y, tokens.ink, dash=_DASH))
        marks += [
            Corner(point.fpr, point.tpr, "", "left", (0.0, 0.0))
            for point in (found.touching_a, found.touching_b)
        ]
        if max(x[0] - said[0], y[0] - said[1]) > _APART:
            said = x[0], y[0]
            text = f"PC(+) {numbers.rate(found.pc_plus)}"
            marks.append(Label(*said, text, "left", (6.0, 12.0)))
    return marks


def _inside(line: RocLine) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return where a rising line enters and leaves the unit square."""
    if math.isinf(line.slope):
        return (line.fpr_at_full, line.fpr_at_full), (0.0, 1.0)
    foot, head = line.tpr_intercept, line.tpr_intercept + line.slope
    if line.slope == 0:
        return (0.0, 1.0), (foot, foot)
    start = (0.0, foot) if foot >= 0 else (-foot / line.slope, 0.0)
    end = (1.0, head) if head <= 1 else (line.fpr_at_full, 1.0)
    return (start[0], end[0]), (start[1], end[1])
