"""What ROC space shows beside curves: the joint hull, concavities, combinations of models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.views.plots.combination_marks import combination_marks, expected_points
from costcurve_gui.views.plots.concavity_marks import concavity_hint, concavity_marks
from costcurve_gui.views.plots.joint_hull import joint_hull_hint, joint_hull_marks, mixture_point

if TYPE_CHECKING:
    from PySide6.QtCore import QPointF

    from costcurve_gui.models.results import Frame
    from costcurve_gui.views.plots.canvas import Canvas
    from costcurve_gui.views.plots.marks import Mark
    from costcurve_gui.views.theme import Tokens


def still(frame: Frame, tokens: Tokens, *, shares: bool) -> list[Mark]:
    """Return what lies over the curves. By shares of money only the joint hull means anything."""
    hull = joint_hull_marks(frame, tokens, shares=shares)
    if shares:
        return hull
    return [*hull, *concavity_marks(frame, tokens), *combination_marks(frame, tokens)]


def moving(frame: Frame, tokens: Tokens, *, shares: bool) -> list[Mark]:
    """Return the points that lie under the operating points."""
    return [] if shares else [*expected_points(frame, tokens), *mixture_point(frame, tokens)]


def hint(frame: Frame, canvas: Canvas, place: QPointF, *, shares: bool) -> str:
    """Describe the concavity, or name the owners of the joint hull, under the mouse."""
    concavity = "" if shares else concavity_hint(frame, canvas, place)
    return concavity or joint_hull_hint(frame, canvas, place, shares=shares)
