"""Base classes of views over rates and over the condition, and the axis of acted-on cases."""

from __future__ import annotations

import math
from abc import abstractmethod
from typing import TYPE_CHECKING

from costcurve_gui.translation import tr
from costcurve_gui.views.catalogue import VIEWS
from costcurve_gui.views.plots.uncertain_condition import curve_band
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
    selected_curves,
    selected_model,
)
from costcurve_gui.views.plotting.ticks import AxisStyle
from costcurve_gui.views.text import inflection, numbers, vocabulary

if TYPE_CHECKING:
    from PySide6.QtCore import QPointF

    from costcurve_gui.analysis.curves import DrawnCurve
    from costcurve_gui.analysis.snapshot import ModelSnapshot, Reading, Snapshot
    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.plotting.marks import Label, Mark
    from costcurve_gui.views.shell.theme import Tokens


class ThresholdView(PlotView):
    """A view whose points are thresholds: those of the selected model can be dragged."""

    @abstractmethod
    def curves(self, snapshot: Snapshot) -> dict[str, DrawnCurve]:
        """Return the curves that are drawn, by the keys of their models."""

    def highlight(self, snapshot: Snapshot, key: str, index: int, tokens: Tokens) -> list[Mark]:
        """Return a ring at the drawn point nearest to one classifier."""
        curve = self.curves(snapshot).get(key)
        if curve is None or not curve.x.size:
            return []
        position = int(abs(curve.indices - index).argmin())
        color = tokens.model_color(snapshot.models[key].info.slot)
        return [HoverPoint(float(curve.x[position]), float(curve.y[position]), color)]

    def dragged(self, snapshot: Snapshot, handle: Handle, canvas: Canvas, place: QPointF) -> object:
        """Return (model, threshold) of the drawn point nearest to the mouse."""
        del handle
        curves = selected_curves(snapshot)
        curve = None if curves is None else self.curves(snapshot).get(curves.info.key)
        found = None if curve is None else nearest_point(curve, canvas, place, math.inf)
        if curves is None or curve is None or found is None:
            return None
        return curves.info.key, curves.manual_position(int(curve.indices[found[1]]))


class RateView(ThresholdView):
    """A view in which every threshold of a model is a point that follows from its two rates.

    Whoever derives from it says where a pair of rates lies and what stands behind the curves.
    `words` name the two coordinates for those who do not see the plot. `top` is how many pixels the
    words of a handle take there.
    """

    words: tuple[str, str]
    top = 0.0

    @abstractmethod
    def place(self, snapshot: Snapshot, fpr: float, tpr: float) -> tuple[float, float] | None:
        """Return where a pair of rates lies; None where it has no place."""

    @abstractmethod
    def ground(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the lines behind the curves."""

    @abstractmethod
    def names(self, snapshot: Snapshot) -> list[list[Label]]:
        """Return where the name of each of those lines may stand, the best place first."""

    def static_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return what stands behind, the curves, and the names of what stands behind."""
        curves = curve_lines(self.curves(snapshot), snapshot, tokens)
        bands = ribbons(snapshot, self.name, tokens)
        drawn = [*bands, *self.ground(snapshot, tokens), *curves]
        return [*drawn, noted(drawn, self.names(snapshot), self.top)]

    def dynamic_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the operating points."""
        placed = ((key, self._point(snapshot, model)) for key, model in snapshot.shown.items())
        found = ((key, *point) for key, point in placed if point is not None)
        band = curve_band(snapshot, tokens, self._selected_curve)
        return [*band, *operating_points(snapshot, tokens, found)]

    def _selected_curve(self, snapshot: Snapshot) -> DrawnCurve | None:
        return self.curves(snapshot).get(snapshot.selected or "")

    def handles(self, snapshot: Snapshot) -> list[Handle]:
        """Return the operating point of the selected model."""
        model = selected_model(snapshot)
        point = None if model is None else self._point(snapshot, model)
        return [] if point is None else [Handle("threshold", *point, None)]

    def curves(self, snapshot: Snapshot) -> dict[str, DrawnCurve]:
        """Return the curves that are drawn."""
        from costcurve_gui.analysis.view_curves import rate_curves  # no view at the start is one

        spec = VIEWS[self.name]
        return dict(rate_curves(snapshot, spec.curve, *spec.drawn))

    def reading_point(self, reading: Reading, snapshot: Snapshot) -> tuple[float, float]:
        """Return where a reading lies."""
        return self.place(snapshot, reading.fpr, reading.tpr) or (math.nan, math.nan)

    def accessible_text(self, snapshot: Snapshot, model: ModelSnapshot) -> str:
        """Say both coordinates of the operating point."""
        point = self._point(snapshot, model)
        if point is None:
            return tr("no point")
        return ", ".join(
            f"{word} {numbers.rate(value)}" for word, value in zip(self.words, point, strict=True)
        )

    def _point(self, snapshot: Snapshot, model: ModelSnapshot) -> tuple[float, float] | None:
        return self.place(snapshot, model.policy.fpr, model.policy.tpr)


class CurvelessView(PlotView):
    """A view in which no row has a point, and nothing can be dragged unless it says so."""

    def dynamic_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return nothing."""
        del snapshot, tokens
        return []

    def handles(self, snapshot: Snapshot) -> list[Handle]:
        """Return nothing."""
        del snapshot
        return []

    def curves(self, snapshot: Snapshot) -> dict[str, DrawnCurve]:
        """Return nothing: no curve belongs to one model."""
        del snapshot
        return {}

    def reading_point(self, reading: Reading, snapshot: Snapshot) -> tuple[float, float]:
        """Return NaN for both: a reading has no place in this view."""
        del reading, snapshot
        return math.nan, math.nan

    def reading_marks(
        self, snapshot: Snapshot, reading: Reading, tokens: Tokens, *, tagged: bool
    ) -> list[Mark]:
        """Return nothing."""
        del snapshot, reading, tokens, tagged
        return []

    def highlight(self, snapshot: Snapshot, key: str, index: int, tokens: Tokens) -> list[Mark]:
        """Return nothing."""
        del snapshot, key, index, tokens
        return []

    def dragged(self, snapshot: Snapshot, handle: Handle, canvas: Canvas, place: QPointF) -> object:
        """Return None: nothing is dragged."""
        del snapshot, handle, canvas, place
        return None


class ConditionView(CurvelessView):
    """A view over PC(+) in which the condition is an upright line and no row has a point."""

    sideways = "condition"

    def across(self, snapshot: Snapshot) -> str:
        """Return the words of the axis of PC(+)."""
        return tr(
            "PC(+), probability-cost of {positive}",
            positive=vocabulary.vocabulary_of(snapshot).positive,
        )

    def condition_handle(self, snapshot: Snapshot, text: str = "") -> Handle:
        """Return the condition, with its value or other words."""
        x = snapshot.condition.probability_cost
        return Handle("condition", x, 0.0, (0.0, 1.0), text or f"PC(+) {numbers.rate(x)}")

    def dragged(self, snapshot: Snapshot, handle: Handle, canvas: Canvas, place: QPointF) -> object:
        """Return PC(+)."""
        del snapshot, handle
        return min(max(canvas.value(place)[0], 0.0), 1.0)


RIGHT_PADDING = 0.06  # the last label has three digits
_LOWERED = 46.0
_UPRIGHT = (0.0, 1.0)


def share_axis(snapshot: Snapshot) -> Axis:
    """Return the words of the axis, with the user's cases; shares are written as percent."""
    said = vocabulary.vocabulary_of(snapshot)
    title = tr("Share of {nouns} {act}, %", nouns=said.nouns, act=inflection.participle(said.act))
    return Axis(title, AxisStyle(scale=100.0), tr("Share, %"))


def share_handles(snapshot: Snapshot) -> list[Handle]:
    """Return the share of the selected model, and the capacity where there is one."""
    selection, handles = snapshot.settings.selection, []
    capacity = selection.bounds.cases
    if capacity is not None and selection.engine_bounds:
        share = capacity / selection.population
        text = tr("capacity {capacity}", capacity=numbers.count(capacity))
        handles.append(Handle("capacity", share, 0.0, _UPRIGHT, text, drop=_LOWERED))
    model = selected_model(snapshot)
    if model is not None:
        share = model.policy.fraction_targeted
        acted = inflection.participle(vocabulary.vocabulary_of(snapshot).act)
        text = f"{numbers.percent(share)} {acted}"
        handles.append(Handle("threshold", share, 0.0, _UPRIGHT, text))
    return handles


def dragged_to(snapshot: Snapshot, handle: Handle, x: float, curve: DrawnCurve | None) -> object:
    """Return the capacity in cases, or (model, threshold) of the point of `curve` nearest to x.

    Only the share counts: the mouse may be far above or below the curve.
    """
    share = min(max(x, 0.0), 1.0)
    if handle.name == "capacity":
        return share * snapshot.settings.selection.population
    curves = selected_curves(snapshot)
    if curves is None or curve is None or not curve.x.size:
        return None
    row = int(curve.indices[int(abs(curve.x - share).argmin())])
    return curves.info.key, curves.manual_position(row)
