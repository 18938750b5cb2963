"""What ROC space shows beside curves: the joint hull, concavities, combinations of models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.views.plots.combination_marks import combination_marks, expected_points
from costcurve_gui.views.plots.concavity_marks import concavity_hint, concavity_marks
from costcurve_gui.views.plots.joint_hull import joint_hull_hint, joint_hull_marks, mixture_point
from costcurve_gui.views.plots.mixing_marks import mixing_line, mixing_point

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
    overlays = (concavity_marks, combination_marks, mixing_line)
    return [*hull, *(mark for overlay in overlays for mark in overlay(frame, tokens))]


def moving(frame: Frame, tokens: Tokens, *, shares: bool) -> list[Mark]:
    """Return the points that lie under the operating points."""
    points = () if shares else (expected_points, mixture_point, mixing_point)
    return [mark for point in points for mark in point(frame, tokens)]


def hint(frame: Frame, canvas: Canvas, place: QPointF, *, shares: bool) -> str:
    """Describe the concavity, or name the owners of the joint hull, under the mouse."""
    concavity = "" if shares else concavity_hint(frame, canvas, place)
    return concavity or joint_hull_hint(frame, canvas, place, shares=shares)
