"""Base classes of views over rates and over the condition, and the axis of acted-on cases."""

from __future__ import annotations

import math
from abc import abstractmethod
from typing import TYPE_CHECKING

from costcurve_gui.views.plotting.handles import Handle
from costcurve_gui.views.plotting.interval_marks import ribbons
from costcurve_gui.views.plotting.marks import HoverPoint
from costcurve_gui.views.plotting.notes import noted
from costcurve_gui.views.plotting.plot_view import (
    Axis,
    PlotView,
    curve_lines,
    nearest_point,
    operating_points,
    selected_model,
    selected_scene,
)
from costcurve_gui.views.plotting.ticks import AxisStyle
from costcurve_gui.views.text import inflection, numbers
from costcurve_gui.views.text import vocabulary as words

if TYPE_CHECKING:
    from PySide6.QtCore import QPointF

    from costcurve_gui.models.results import DrawnCurve, Frame, ModelFrame, Reading
    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.plotting.marks import Label, Mark
    from costcurve_gui.views.shell.theme import Tokens


class RateView(PlotView):
    """A view in which every threshold of a model is a point that follows from its two rates.

    Whoever derives from it says where a pair of rates lies and what stands behind the curves.
    `words` name the two coordinates for those who do not see the plot. `top` is how many pixels the
    words of a handle take there.
    """

    words: tuple[str, str]
    top = 0.0

    @abstractmethod
    def place(self, frame: Frame, fpr: float, tpr: float) -> tuple[float, float] | None:
        """Return where a pair of rates lies; None where it has no place."""

    @abstractmethod
    def ground(self, frame: Frame, tokens: Tokens) -> list[Mark]:
        """Return the lines behind the curves."""

    @abstractmethod
    def names(self, frame: Frame) -> list[list[Label]]:
        """Return where the name of each of those lines may stand, the best place first."""

    def still(self, frame: Frame, tokens: Tokens) -> list[Mark]:
        """Return what stands behind, the curves, and the names of what stands behind."""
        curves = curve_lines(self.curves(frame), frame, tokens)
        bands = ribbons(frame, self.name, tokens)
        drawn = [*bands, *self.ground(frame, tokens), *curves]
        return [*drawn, noted(drawn, self.names(frame), self.top)]

    def moving(self, frame: Frame, tokens: Tokens) -> list[Mark]:
        """Return the operating points."""
        placed = ((key, self._point(frame, model)) for key, model in frame.shown.items())
        found = ((key, *point) for key, point in placed if point is not None)
        return operating_points(frame, tokens, found)

    def handles(self, frame: Frame) -> list[Handle]:
        """Return the operating point of the selected model."""
        model = selected_model(frame)
        point = None if model is None else self._point(frame, model)
        return [] if point is None else [Handle("threshold", *point, None)]

    def curves(self, frame: Frame) -> dict[str, DrawnCurve]:
        """Return the curves that are drawn."""
        return dict(frame.curves_of(self.name))

    def reading_point(self, reading: Reading, frame: Frame) -> tuple[float, float]:
        """Return where a reading lies."""
        return self.place(frame, reading.fpr, reading.tpr) or (math.nan, math.nan)

    def lit(self, frame: Frame, key: str, index: int, tokens: Tokens) -> list[Mark]:
        """Return a ring at the drawn point nearest to one classifier."""
        curve = self.curves(frame).get(key)
        if curve is None or not curve.x.size:
            return []
        position = int(abs(curve.indices - index).argmin())
        color = tokens.model_color(frame.models[key].info.slot)
        return [HoverPoint(float(curve.x[position]), float(curve.y[position]), color)]

    def dragged(self, frame: Frame, handle: Handle, canvas: Canvas, place: QPointF) -> object:
        """Return (model, threshold) of the drawn point nearest to the mouse."""
        del handle
        scene = selected_scene(frame)
        curve = None if scene is None else self.curves(frame).get(scene.info.key)
        found = None if curve is None else nearest_point(curve, canvas, place, math.inf)
        if scene is None or curve is None or found is None:
            return None
        return scene.info.key, scene.dial(int(curve.indices[found[1]]))

    def spoken(self, frame: Frame, model: ModelFrame) -> str:
        """Say both coordinates of the operating point."""
        point = self._point(frame, model)
        if point is None:
            return "no point"
        return ", ".join(
            f"{word} {numbers.rate(value)}" for word, value in zip(self.words, point, strict=True)
        )

    def _point(self, frame: Frame, model: ModelFrame) -> tuple[float, float] | None:
        return self.place(frame, model.policy.fpr, model.policy.tpr)


class ConditionView(PlotView):
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


RIGHT_PADDING = 0.06  # the last label has three digits
_LOWERED = 46.0
_UPRIGHT = (0.0, 1.0)


def share_axis(frame: Frame) -> Axis:
    """Return the words of the axis, with the user's cases; shares are written as percent."""
    said = words.vocabulary(frame)
    title = f"Share of {said.nouns} {inflection.participle(said.act)}, %"
    return Axis(title, AxisStyle(scale=100.0), "Share, %")


def share_handles(frame: Frame) -> list[Handle]:
    """Return the share of the selected model, and the capacity where there is one."""
    selection, handles = frame.settings.selection, []
    capacity = selection.bounds.cases
    if capacity is not None and selection.engine_bounds:
        share = capacity / selection.population
        text = f"capacity {numbers.count(capacity)}"
        handles.append(Handle("capacity", share, 0.0, _UPRIGHT, text, drop=_LOWERED))
    model = selected_model(frame)
    if model is not None:
        share = model.policy.fraction_targeted
        acted = inflection.participle(words.vocabulary(frame).act)
        text = f"{numbers.percent(share)} {acted}"
        handles.append(Handle("threshold", share, 0.0, _UPRIGHT, text))
    return handles


def dragged_to(frame: Frame, handle: Handle, x: float, curve: DrawnCurve | None) -> object:
    """Return the capacity in cases, or (model, threshold) of the point of `curve` nearest to x.

    Only the share counts: the mouse may be far above or below the curve.
    """
    share = min(max(x, 0.0), 1.0)
    if handle.name == "capacity":
        return share * frame.settings.selection.population
    scene = selected_scene(frame)
    if scene is None or curve is None or not curve.x.size:
        return None
    row = int(curve.indices[int(abs(curve.x - share).argmin())])
    return scene.info.key, scene.dial(row)
