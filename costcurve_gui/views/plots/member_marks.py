"""The members of families: points in ROC space, lines in cost space."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.models.results import DrawnCurve
from costcurve_gui.views.members import family_of
from costcurve_gui.views.plots.description import model_color, shown_scenes
from costcurve_gui.views.plots.marks import CostLines, Hollow, MemberPoint

if TYPE_CHECKING:
    from costcurve_gui.engine.counts.family import FamilyTable
    from costcurve_gui.engine.roc.hull import RocHull
    from costcurve_gui.models.results import Frame, ModelScene
    from costcurve_gui.views.plots.marks import Mark
    from costcurve_gui.views.theme import Tokens

_LINE_ALPHA = 90  # a line is a classifier here, not one of a thousand thresholds


def member_points(frame: Frame, tokens: Tokens) -> list[Mark]:
    """Return a point for every member, a hollow one where another member dominates it."""
    marks: list[Mark] = []
    for model in shown_scenes(frame):
        table = family_of(model)
        if table is not None:
            color = model_color(model.info, frame, tokens)
            pairs = zip(table.members, table.dominated.tolist(), strict=True)
            marks += [
                (Hollow if dominated else MemberPoint)(member.fpr, member.tpr, color)
                for member, dominated in pairs
            ]
    return marks


def member_lines(table: FamilyTable, color: str) -> Mark:
    """Return the cost line of every member, dominated ones too."""
    fpr = tuple(member.fpr for member in table.members)
    tpr = tuple(member.tpr for member in table.members)
    return CostLines(fpr, tpr, color, _LINE_ALPHA)


def path_of(model: ModelScene, curve: DrawnCurve, hull: RocHull) -> DrawnCurve:
    """Return the line to draw: of a family its hull, for there is nothing between two members."""
    return curve if family_of(model) is None else DrawnCurve(hull.fpr, hull.tpr, hull.indices)
