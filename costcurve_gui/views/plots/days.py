"""The picture of the days: cases over the threshold, a line for the places, the backlog below."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF, Qt

from costcurve_gui.analysis.day_results import QUEUE
from costcurve_gui.analysis.operations import known_days
from costcurve_gui.translation import tr
from costcurve_gui.views.plots.base_views import CurvelessView
from costcurve_gui.views.plots.cost_bars import Bars
from costcurve_gui.views.plotting.brushes import hatching, pen
from costcurve_gui.views.plotting.canvas import Bounds
from costcurve_gui.views.plotting.marks import Between, Label, Line
from costcurve_gui.views.plotting.painting import paint
from costcurve_gui.views.plotting.plot_view import Axis
from costcurve_gui.views.plotting.ticks import AxisStyle, Panel
from costcurve_gui.views.text import days_text, numbers
from costcurve_gui.views.view import EmptyState

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from costcurve_gui.analysis.day_results import ModelDays
    from costcurve_gui.analysis.snapshot import ModelSnapshot, Snapshot
    from costcurve_gui.engine.arrays import Indices
    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.plotting.legend import LegendEntry
    from costcurve_gui.views.plotting.marks import Mark
    from costcurve_gui.views.shell.theme import Tokens

_PALE, _SHADE = 140, 36
_ROOM, _BACKLOG_ROOM = 1.12, 1.6  # above the highest bar, and above the backlog for its words
_APART, _BACKLOG = 0.12, 0.36  # shares of the height of the bars
_BAR = 0.76
_GROUND = "#ground"
_WORDS = 0.28  # of the width, that the words at the line may take
_CLEAR_OF_GRIP = 30.0
_BESIDE = 9.0  # pixels from a line to the middle of its words


@dataclass(frozen=True, slots=True, eq=False)
class HatchedBars(Bars):
    """Bars that are hatched and outlined."""


@paint.register(HatchedBars)
def _hatched(mark: HatchedBars, painter: QPainter, canvas: Canvas) -> None:
    painter.setPen(pen(mark.color, canvas.unit))
    painter.setBrush(hatching(mark.color, canvas.unit))
    edges, heights = np.asarray(mark.edges, np.float64), mark.heights
    ground = mark.ground
    for at in np.flatnonzero(heights > 0).tolist():
        left, right = canvas.x(float(edges[at])), canvas.x(float(edges[at + 1]))
        top, foot = canvas.y(ground + float(heights[at])), canvas.y(ground)
        painter.drawRect(QRectF(left, top, right - left, foot - top))
    painter.setBrush(Qt.BrushStyle.NoBrush)


@dataclass(frozen=True, slots=True, eq=False)
class DayBars:
    """What is drawn of a model on all days, up to so many places a day."""

    found: ModelDays
    places: int

    @property
    def top(self) -> float:
        """The upper end of the axis."""
        return _ROOM * max(int(self.found.over.max(initial=0)), self.places, 1)

    @property
    def bounds(self) -> Bounds:
        """The stretch of both axes that shows everything."""
        low = -(_APART + _BACKLOG) * self.top if self.found.ways else 0.0
        return Bounds(0.0, float(self.found.choices.size), low, self.top)

    @property
    def axes(self) -> tuple[Axis, Axis]:
        """The words of both axes."""
        found = self.found
        named = AxisStyle(name=partial(days_text.day_name, found))
        across = Axis(days_text.span(found), named, tr("Day"))
        panels = (self._backlog, Panel(0.0, self.top, 0.0)) if found.ways else ()
        return across, Axis(tr("Cases over the threshold"), AxisStyle(panels=panels), tr("Cases"))

    @property
    def _backlog(self) -> Panel:
        """The panel of the backlog, whose cases are drawn smaller or larger than those of a day."""
        foot, height = -(_APART + _BACKLOG) * self.top, _BACKLOG * self.top
        most = _BACKLOG_ROOM * max(self.found.ways[QUEUE].longest_queue, 1)
        return Panel(foot, foot + height, foot, height / most)

    def marks(self, tokens: Tokens, dragged: int | None = None) -> list[Mark]:
        """Return bars, line and backlog; the line may be dragged elsewhere meanwhile."""
        found, places = self.found, self.places if dragged is None else dragged
        tone = tokens.model_color(found.info.slot)
        seen = np.minimum(found.over, places) if places else found.over
        marks: list[Mark] = [_bars(seen, tone)]
        size = float(found.choices.size)
        base = Line(_GROUND, (0.0, size), (0.0, 0.0), tokens.border)
        if not found.ways:
            return [*marks, base]
        over = (found.over - places).clip(0)
        marks += [_hatched_bars(over, float(places), tone), base]
        line = Line("places", (0.0, size), (float(places),) * 2, tokens.ink)
        words, start = tr("{places} a day can be seen", places=places), self._clear_day(over)
        said = Label(start, float(places), words, "left", (_CLEAR_OF_GRIP, -_BESIDE))
        return [*marks, *self._backlog_marks(tokens), *self._late_marks(tokens), line, said]

    def _clear_day(self, over: Indices) -> float:
        """Return from which day on the fewest cases overflow, as far as the words reach."""
        reach = math.ceil(_WORDS * over.size)
        sums = np.concatenate(([0], np.cumsum(over)))
        return float(np.argmin(sums[reach:] - sums[:-reach]))

    def _backlog_marks(self, tokens: Tokens) -> list[Mark]:
        queue, panel = self.found.ways[QUEUE], self._backlog
        x = np.repeat(np.arange(queue.waiting.size + 1, dtype=np.float64), 2)[1:-1]
        y = panel.zero + panel.unit * np.repeat(queue.waiting, 2).astype(np.float64)
        ground = np.full(x.size, panel.zero)
        marks: list[Mark] = [
            Between((x, ground), (x, y), tokens.ink, _SHADE),
            Line("backlog", x, y, tokens.ink),
            Label(0.0, panel.high, tr("Backlog"), "left", (4.0, _BESIDE)),
        ]
        last, waiting = queue.waiting.size - 1, int(queue.waiting[-1])
        if waiting:
            text = tr(
                "{waiting} waiting on {day_name}",
                waiting=numbers.count(waiting),
                day_name=days_text.day_name(self.found, last),
            )
            marks.append(Label(float(last + 1), panel.high, text, "right", (-2.0, _BESIDE)))
        return marks

    def _late_marks(self, tokens: Tokens) -> list[Mark]:
        since = self.found.since
        if since is None:
            return []
        x = float(since)
        line = Line("since", (x, x), (0.0, self.top), tokens.muted, dash=(1.0, 3.0))
        said = tr("always a queue from {day_name}", day_name=days_text.day_name(self.found, since))
        right = 2 * since > self.found.choices.size
        aside = (-6.0 if right else 6.0, _BESIDE)
        return [line, Label(x, self.top, said, "right" if right else "left", aside)]


def _bars(heights: np.ndarray, tone: str) -> Bars:
    return Bars(*_spread(heights), tone, _PALE)


def _hatched_bars(heights: np.ndarray, ground: float, tone: str) -> HatchedBars:
    return HatchedBars(*_spread(heights), tone, _PALE, ground)


def _spread(heights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return edges and heights with the gaps between days as bars without a height."""
    days, aside = np.arange(heights.size), (1 - _BAR) / 2
    edges = np.stack((days + aside, days + 1 - aside), axis=1).ravel()
    spread = np.zeros(2 * heights.size - 1)
    spread[::2] = heights
    return edges, spread


class DaysPlot(CurvelessView):
    """Cases over the threshold day by day, for paper and as what the view of days paints."""

    name = "days"

    def axes(self, snapshot: Snapshot) -> tuple[Axis, Axis]:
        """Return the words of the two axes."""
        bars = shown_bars(snapshot)
        return (
            (Axis(tr("Day")), Axis(tr("Cases over the threshold"))) if bars is None else bars.axes
        )

    def bounds(self, snapshot: Snapshot) -> Bounds:
        """Return the stretch of the axes that shows everything."""
        bars = shown_bars(snapshot)
        return Bounds(0.0, 1.0, 0.0, 1.0) if bars is None else bars.bounds

    def static_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return bars, line and backlog."""
        bars = shown_bars(snapshot)
        return [] if bars is None else bars.marks(tokens)

    def subject(self, snapshot: Snapshot) -> str:
        """Name the model."""
        bars = shown_bars(snapshot)
        if bars is None:
            return ""
        name, said = bars.found.info.name, days_text.subtitle(bars.found)
        return tr("Cases by day of {name}, {said}", name=name, said=said)

    def legend(self, snapshot: Snapshot, tokens: Tokens) -> list[LegendEntry]:
        """Return nothing: the heading names the one model."""
        del snapshot, tokens
        return []

    def uncertainty_note(self, snapshot: Snapshot) -> str:
        """Return nothing: no interval is drawn."""
        del snapshot
        return ""

    def accessible_text(self, snapshot: Snapshot, model: ModelSnapshot) -> str:
        """Say the bars of the model that is shown."""
        bars = shown_bars(snapshot)
        if bars is None or bars.found.info.key != model.info.key:
            return tr("no days")
        return days_text.accessible_summary(bars.found)

    def empty_state(self, snapshot: Snapshot) -> EmptyState | None:
        """Say that there is nothing to draw before a column is chosen."""
        if shown_bars(snapshot) is not None:
            return None
        return EmptyState(
            tr("No days"), tr("No column of days is chosen."), tr("Show Days"), "show_days"
        )


def shown_bars(snapshot: Snapshot) -> DayBars | None:
    """Return what is drawn of the days on show; None where nothing is known of them."""
    known = known_days(snapshot)
    if known is None or known.found is None:
        return None
    return DayBars(known.found, known.found.choices.capacity or 0)
