"""What an error on each case costs, in the order in which a model ranks the cases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF, Qt

from costcurve_gui.views.plotting.brushes import color
from costcurve_gui.views.plotting.canvas import Bounds
from costcurve_gui.views.plotting.handles import Handle
from costcurve_gui.views.plotting.legend import area_entry
from costcurve_gui.views.plotting.marks import HoverPoint, Label, Line, Mark
from costcurve_gui.views.plotting.painting import paint
from costcurve_gui.views.plotting.plot_view import (
    Axis,
    PlotView,
    model_color,
    selected_curves,
    selected_model,
)
from costcurve_gui.views.plotting.ticks import AxisStyle
from costcurve_gui.views.text import inflection, numbers, vocabulary

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from numpy.typing import NDArray
    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QPainter

    from costcurve_gui.analysis.curves import DrawnCurve
    from costcurve_gui.analysis.ranked_costs import RankedCosts
    from costcurve_gui.analysis.snapshot import ModelSnapshot, Reading, Snapshot
    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.plotting.legend import LegendEntry
    from costcurve_gui.views.shell.theme import Tokens

    Values = NDArray[np.float64]


_RIGHT_PADDING, _LEFT_PADDING = 0.05, 0.02
_UPRIGHT_PADDING = 0.12  # room for a word above and below
_COST_ALPHA = 140
_LABEL_HEIGHT = 0.7  # of the view above zero: below the grip of the threshold


class InstanceCostsView(PlotView):
    """Costs of missed positives upwards, of false alarms downwards (Fawcett 2006, figure 6).

    The selected model alone is drawn: every model has an order of its own.
    """

    name = "instance_costs"

    def listed(self, snapshot: Snapshot) -> Collection[str]:
        """Return the selected model."""
        return () if snapshot.selected is None else (snapshot.selected,)

    def legend(self, snapshot: Snapshot, tokens: Tokens) -> list[LegendEntry]:
        """Return the bars of the selected model."""
        return [area_entry(snapshot, tokens, key, 255) for key in self.listed(snapshot)]

    def subtitle(self, snapshot: Snapshot) -> str:
        """Name the model whose errors are shown."""
        model = None if snapshot.selected is None else snapshot.models[snapshot.selected]
        return vocabulary.with_scale("" if model is None else model.info.name, snapshot)

    def axes(self, snapshot: Snapshot) -> tuple[Axis, Axis]:
        """Return the words of the two axes, with the user's cases and money."""
        said = vocabulary.vocabulary_of(snapshot)
        unit = f", {said.unit}" if said.unit else ""
        return (
            Axis(f"{inflection.sentence_case(said.nouns)}, highest score first", short="Score"),
            Axis(f"Cost of an error on the {said.noun}{unit}", AxisStyle(signed=True), "Cost"),
        )

    def bounds(self, snapshot: Snapshot) -> Bounds:
        """Return all ranks, and costs down to the costliest alarm and up to the costliest miss."""
        ranked = _selected(snapshot)
        if ranked is None:
            return Bounds(0.0, 1.0, 0.0, 1.0)
        low = float(np.nanmin(ranked.columns.cost, initial=0.0))
        high = float(np.nanmax(ranked.columns.benefit, initial=0.0)) * _factor(snapshot)
        room = (high - low) * _UPRIGHT_PADDING
        cases = ranked.cases
        return Bounds(-_LEFT_PADDING * cases, (1 + _RIGHT_PADDING) * cases, low - room, high + room)

    def static_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the costs of the selected model and what they stand for."""
        model, ranked = selected_model(snapshot), _selected(snapshot)
        if model is None or ranked is None:
            return []
        color, edges = model_color(model.info, snapshot, tokens), ranked.columns.starts
        return [
            Bars(edges, ranked.columns.benefit * _factor(snapshot), color),
            Bars(edges, ranked.columns.cost, color, _COST_ALPHA),
            Line("zero", (0.0, float(ranked.cases)), (0.0, 0.0), tokens.control),
            *_side_labels(snapshot, ranked),
        ]

    def dynamic_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return nothing: a threshold is a line here, not a point."""
        del snapshot, tokens
        return []

    def handles(self, snapshot: Snapshot) -> list[Handle]:
        """Return the threshold of the selected model behind the last case that it picks."""
        model, curves, ranked = (
            selected_model(snapshot),
            selected_curves(snapshot),
            _selected(snapshot),
        )
        if model is None or curves is None or ranked is None:
            return []
        policy = model.policy
        text = f"threshold {vocabulary.threshold_text(curves, policy.index, policy.threshold)}"
        return [Handle("threshold", float(ranked.place(policy.index)), 0.0, (0.0, 1.0), text)]

    def curves(self, snapshot: Snapshot) -> dict[str, DrawnCurve]:
        """Return nothing: there are bars, not curves."""
        del snapshot
        return {}

    def snap(self, snapshot: Snapshot, canvas: Canvas, place: QPointF) -> tuple[str, int] | None:
        """Return the selected model and the row that adds the case under the mouse."""
        ranked, rank = _selected(snapshot), canvas.value(place)[0]
        if ranked is None or snapshot.selected is None or not 0 <= rank <= ranked.cases:
            return None
        return snapshot.selected, max(ranked.row_reaching(rank), 1)

    def reading_point(self, reading: Reading, snapshot: Snapshot) -> tuple[float, float]:
        """Return the middle of the cases with the score of a reading, on the line of no cost."""
        ranked = _selected(snapshot)
        if ranked is None or reading.model.key != snapshot.selected:
            return np.nan, np.nan
        first, last = _ranks(ranked, reading.index)
        return (first + last) / 2, 0.0

    def reading_marks(
        self, snapshot: Snapshot, reading: Reading, tokens: Tokens, *, tagged: bool
    ) -> list[Mark]:
        """Return a ring at the cases with a score; its tag says ranks and what they cost."""
        ranked = _selected(snapshot)
        if ranked is None or reading.model.key != snapshot.selected:
            return []
        x, y = self.reading_point(reading, snapshot)
        text = _said(snapshot, ranked, reading) if tagged else ""
        return [HoverPoint(x, y, tokens.model_color(reading.model.slot), text)]

    def highlight(self, snapshot: Snapshot, key: str, index: int, tokens: Tokens) -> list[Mark]:
        """Return a ring at the cases that one threshold of the selected model adds."""
        ranked = _selected(snapshot)
        if ranked is None or key != snapshot.selected:
            return []
        first, last = _ranks(ranked, index)
        color = tokens.model_color(snapshot.models[key].info.slot)
        return [HoverPoint((first + last) / 2, 0.0, color)]

    def dragged(self, snapshot: Snapshot, handle: Handle, canvas: Canvas, place: QPointF) -> object:
        """Return (model, threshold) that parts the cases where the line is held."""
        del handle
        curves, ranked = selected_curves(snapshot), _selected(snapshot)
        if curves is None or ranked is None:
            return None
        rank = min(max(canvas.value(place)[0], 0.0), float(ranked.cases))
        row = ranked.row_nearest(rank)
        return curves.info.key, float(curves.evaluation.table.thresholds[row])

    def subject(self, snapshot: Snapshot) -> str:
        """Say whose order is drawn."""
        model = selected_model(snapshot)
        return "" if model is None else f"Instance costs in the order of {model.info.name}"

    def accessible_text(self, snapshot: Snapshot, model: ModelSnapshot) -> str:
        """Say how many cases a model picks, and the costliest positive that it leaves."""
        ranked = _ranked_costs(snapshot).get(model.info.key)
        if ranked is None:
            return "not computed yet"
        said, place = vocabulary.vocabulary_of(snapshot), ranked.place(model.policy.index)
        many = f"{numbers.count(place)} of {numbers.count(ranked.cases)} {said.nouns}"
        text = f"{many} {inflection.participle(said.act)}"
        left = ranked.columns.benefit[ranked.columns.starts[:-1] >= place]
        if np.isnan(left).all():
            return text
        costliest = float(np.nanmax(left)) * _factor(snapshot)
        return (
            f"{text}, the costliest {said.positive_one} left: {said.money(costliest, signed=False)}"
        )


def _ranked_costs(snapshot: Snapshot) -> Mapping[str, RankedCosts]:
    return snapshot.results.instance_costs or {}


def _selected(snapshot: Snapshot) -> RankedCosts | None:
    model = selected_model(snapshot)
    return None if model is None else _ranked_costs(snapshot).get(model.info.key)


def _factor(snapshot: Snapshot) -> float:
    """Return what the condition makes of the cost of a miss."""
    return snapshot.miss_factor


def _ranks(ranked: RankedCosts, row: int) -> tuple[int, int]:
    """Return where the cases with the score of a row begin and end; the first row has none."""
    row = max(row, 1)
    return ranked.place(row - 1), ranked.place(row)


def _side_labels(snapshot: Snapshot, ranked: RankedCosts) -> list[Mark]:
    """Name the two errors, each on its side of zero at the right end."""
    said, high = vocabulary.vocabulary_of(snapshot), float(ranked.cases)
    bounds = InstanceCostsView().bounds(snapshot)
    missed = f"{said.positive} {inflection.participle(said.leave)}"
    alarm = f"{said.negative} {inflection.participle(said.act)}"
    return [
        Label(high, _LABEL_HEIGHT * bounds.y_high, missed, "right"),
        Label(high, bounds.y_low, alarm, "right", (0.0, -12.0)),
    ]


def _said(snapshot: Snapshot, ranked: RankedCosts, reading: Reading) -> str:
    """Say the ranks of the cases with a score, and from what to what an error on them costs.

    Where cases share a column, it is from the costliest alarm to the costliest miss of the column.
    """
    first, last = _ranks(ranked, reading.index)
    part = ranked.columns_between(first, last - 1)
    costs = np.concatenate(
        [ranked.columns.cost[part], ranked.columns.benefit[part] * _factor(snapshot)]
    )
    low, high = float(np.nanmin(costs)), float(np.nanmax(costs))
    money = vocabulary.vocabulary_of(snapshot).money
    value = money(high) if low == high else f"{numbers.money(low)} to {money(high)}"
    if last - first == 1:
        return f"rank {numbers.count(last)}: {value}"
    return f"ranks {numbers.count(first + 1)} to {numbers.count(last)}: {value}"


_GAP_FROM = 6.0  # pixels: wider bars stand a little apart
_GAP = 1.0
_FAR = 32_000.0  # painter's units; beyond it bars are cut, not only clipped


@dataclass(frozen=True, slots=True, eq=False)
class Bars(Mark):
    """Bars from 0 to a height, side by side between edges, one more of them; NaN is no bar."""

    edges: NDArray[np.int64] | NDArray[np.float64]
    heights: NDArray[np.float64]
    color: str
    alpha: int = 255


@paint.register(Bars)
def _bars(mark: Bars, painter: QPainter, canvas: Canvas) -> None:
    """Paint bars, each at least a pixel wide and high; where they share one the tallest shows."""
    left, right, heights = _one_a_pixel(mark, canvas)
    ground, unit = canvas.y(0.0), canvas.unit
    tips = np.clip(canvas.y(heights), -_FAR, _FAR)
    top = np.where(heights > 0, np.minimum(tips, ground - unit), ground)
    foot = np.where(heights > 0, ground, np.maximum(tips, ground + unit))
    painter.setRenderHint(painter.RenderHint.Antialiasing, False)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color(mark.color, mark.alpha))
    sides = (side.tolist() for side in (left, top, right - left, foot - top))
    painter.drawRects([*map(QRectF, *sides)])
    painter.setRenderHint(painter.RenderHint.Antialiasing)


def _one_a_pixel(mark: Bars, canvas: Canvas) -> tuple[Values, Values, Values]:
    """Return left and right edge and height of the bars in view, one for each pixel at most."""
    edges, heights = canvas.x(np.asarray(mark.edges, dtype=np.float64)), mark.heights
    inside = (edges[1:] >= canvas.rect.left()) & (edges[:-1] <= canvas.rect.right())
    shown = np.flatnonzero(inside & (np.abs(heights) > 0))  # NaN is not
    left, right, heights = edges[shown], edges[shown + 1], heights[shown]
    if not shown.size:
        return left, right, heights
    unit = canvas.unit
    firsts = np.flatnonzero(np.diff(np.floor(left / unit), prepend=-np.inf))
    tallest = np.where(
        heights[firsts] > 0,
        np.maximum.reduceat(heights, firsts),
        np.minimum.reduceat(heights, firsts),
    )
    left, right = left[firsts], np.append(right[firsts[1:] - 1], right[-1])
    gap = np.where(right - left >= _GAP_FROM * unit, _GAP * unit, 0.0)
    return left, np.maximum(right - gap, left + unit), tallest
