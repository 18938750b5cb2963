"""What the views over PC(+) have in common that show no operating points of models."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from costcurve_gui.views import numbers, words
from costcurve_gui.views.plots.description import Description
from costcurve_gui.views.plots.handles import Handle

if TYPE_CHECKING:
    from PySide6.QtCore import QPointF

    from costcurve_gui.models.results import DrawnCurve, Frame, Reading
    from costcurve_gui.views.plots.canvas import Canvas
    from costcurve_gui.views.plots.marks import Mark
    from costcurve_gui.views.theme import Tokens


class ConditionDescription(Description):
    """A view over PC(+) in which the condition is an upright line and no row has a point."""

    sideways = "condition"

    def across(self, frame: Frame) -> str:
        """Return the words of the axis of PC(+)."""
        return f"PC(+), probability-cost of {words.vocabulary(frame).positive}"

    def condition_handle(self, frame: Frame, text: str = "") -> Handle:
        """Return the condition, with its value or other words."""
        x = frame.condition.probability_cost
        return Handle("condition", x, 0.0, (0.0, 1.0), text or f"PC(+) {numbers.rate(x)}")

    def curves(self, frame: Frame) -> dict[str, DrawnCurve]:
        """Return nothing: no curve belongs to one model."""
        del frame
        return {}

    def reading_point(self, reading: Reading, frame: Frame) -> tuple[float, float]:
        """Return nowhere."""
        del reading, frame
        return math.nan, math.nan

    def reading_marks(
        self, frame: Frame, reading: Reading, tokens: Tokens, *, tagged: bool
    ) -> list[Mark]:
        """Return nothing."""
        del frame, reading, tokens, tagged
        return []

    def lit(self, frame: Frame, key: str, index: int, tokens: Tokens) -> list[Mark]:
        """Return nothing."""
        del frame, key, index, tokens
        return []

    def dragged(self, frame: Frame, handle: Handle, canvas: Canvas, place: QPointF) -> object:
        """Return PC(+)."""
        del frame, handle
        return min(max(canvas.value(place)[0], 0.0), 1.0)
