"""What an error on each case costs, in the order in which a model ranks the cases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.snapshot import competitor_of
from costcurve_gui.translation import tr
from costcurve_gui.views.plots.cost_bars import Bars
from costcurve_gui.views.plotting.canvas import Bounds
from costcurve_gui.views.plotting.handles import Handle
from costcurve_gui.views.plotting.legend import area_entry
from costcurve_gui.views.plotting.marks import Dot, HoverPoint, Label, Line, Mark, Ring
from costcurve_gui.views.plotting.plot_view import (
    Axis,
    PlotView,
    model_color,
    model_curves,
    selected_curves,
    selected_model,
)
from costcurve_gui.views.plotting.ticks import AxisStyle, Panel
from costcurve_gui.views.text import inflection, numbers, vocabulary
from costcurve_gui.views.text.empty_states import one_model_only
from costcurve_gui.views.view import Switch, competitor_choice

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from PySide6.QtCore import QPointF

    from costcurve_gui.analysis.curves import DrawnCurve
    from costcurve_gui.analysis.ranked_costs import RankedCosts
    from costcurve_gui.analysis.snapshot import ModelSnapshot, Reading, Snapshot
    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.plotting.legend import LegendEntry
    from costcurve_gui.views.shell.theme import Tokens
    from costcurve_gui.views.view import ChoiceGroup, EmptyState


_RIGHT_PADDING, _LEFT_PADDING = 0.05, 0.02
_UPRIGHT_PADDING = 0.12  # room for a word above and below
_STACKED_PADDING = 0.24  # the same in half the height
_COST_ALPHA = 140
_LABEL_HEIGHT = 0.7  # of a panel above zero: below the grip of the threshold


@dataclass(frozen=True, slots=True, eq=False)
class CostPanel:
    """The costs in the order of one model, drawn up and down from `zero`.

    `reach` is from the costliest alarm to the costliest miss of all models, and `room` is left for
    words above and below.
    """

    model: ModelSnapshot
    ranked: RankedCosts
    zero: float
    reach: tuple[float, float]
    room: float

    @property
    def key(self) -> str:
        """The key of the model."""
        return self.model.info.key

    @property
    def low(self) -> float:
        """Where it begins."""
        return self.zero + self.reach[0] - self.room

    @property
    def high(self) -> float:
        """Where it ends."""
        return self.zero + self.reach[1] + self.room

    @property
    def threshold(self) -> float:
        """The rank of the last case that the model picks."""
        return float(self.ranked.place(self.model.policy.index))


class InstanceCostsView(PlotView):
    """Costs of missed positives upwards, of false alarms downwards (Fawcett 2006, figure 6).

    Every model has an order of its own: the selected one is drawn, on demand above the one that it
    is compared with, on one scale.
    """

    name = "instance_costs"

    def listed(self, snapshot: Snapshot) -> Collection[str]:
        """Return the models whose bars are drawn."""
        return [model.info.key for model in _drawn(snapshot)]

    def legend(self, snapshot: Snapshot, tokens: Tokens) -> list[LegendEntry]:
        """Return the bars of the models."""
        return [area_entry(snapshot, tokens, key, 255) for key in self.listed(snapshot)]

    def subtitle(self, snapshot: Snapshot) -> str:
        """Name the model below, or by what misses are scaled."""
        _, *below = _names(snapshot)
        pair = tr("above {name}", name=below[0]) if below else tr("errors, highest score first")
        return vocabulary.scaled_note(snapshot) or pair

    def empty_state(self, snapshot: Snapshot) -> EmptyState | None:
        """Say that there is no other model, where two are to be drawn."""
        return one_model_only(snapshot) if _is_stacked(snapshot) else None

    def choices(self, snapshot: Snapshot) -> tuple[ChoiceGroup | Switch, ...]:
        """Return what can be chosen in its menu."""
        competitor = (competitor_choice(snapshot),) if _is_stacked(snapshot) else ()
        return (_STACKED, *competitor)

    def axes(self, snapshot: Snapshot) -> tuple[Axis, Axis]:
        """Return the words of the two axes, with the user's cases and money."""
        said = vocabulary.vocabulary_of(snapshot)
        unit = f", {said.unit}" if said.unit else ""
        panels = [Panel(one.low, one.high, one.zero) for one in reversed(_panels(snapshot))]
        style = AxisStyle(signed=True, panels=tuple(panels) if len(panels) > 1 else ())
        return (
            Axis(
                tr(
                    "{cases}, highest score first",
                    cases=inflection.sentence_case(said.nouns),
                ),
                short=tr("Score"),
            ),
            Axis(
                tr("Cost of an error on the {noun}{unit}", noun=said.noun, unit=unit),
                style,
                tr("Cost"),
            ),
        )

    def scale(self, snapshot: Snapshot) -> object:
        """Return the models whose costs lie above each other."""
        return tuple(self.listed(snapshot)) if _is_stacked(snapshot) else None

    def bounds(self, snapshot: Snapshot) -> Bounds:
        """Return all ranks, and costs down to the costliest alarm and up to the costliest miss."""
        panels = _panels(snapshot)
        if not panels:
            return Bounds(0.0, 1.0, 0.0, 1.0)
        cases = max(panel.ranked.cases for panel in panels)
        low, high = panels[-1].low, panels[0].high
        return Bounds(-_LEFT_PADDING * cases, (1 + _RIGHT_PADDING) * cases, low, high)

    def static_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the costs of each model and what they stand for."""
        panels, bounds = _panels(snapshot), self.bounds(snapshot)
        marks: list[Mark] = []
        for panel in panels[1:]:
            border = (bounds.x_low, bounds.x_high), (panel.high, panel.high)
            marks.append(Line("border", *border, tokens.border))
        for panel in panels:
            marks += _bars(snapshot, panel, tokens)
        return [*marks, *_side_labels(snapshot, panels)]

    def dynamic_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the threshold of each of two models; that of a single one is a line to drag."""
        panels = _panels(snapshot)
        if len(panels) < 2:
            return []
        return [mark for panel in panels for mark in _threshold(snapshot, panel, tokens)]

    def handles(self, snapshot: Snapshot) -> list[Handle]:
        """Return the threshold of the selected model behind the last case that it picks."""
        panels, curves = _panels(snapshot), selected_curves(snapshot)
        if curves is None or not panels:
            return []
        at = panels[0].threshold
        if len(panels) > 1:
            return [Handle("threshold", at, 0.0, None)]
        return [Handle("threshold", at, 0.0, (0.0, 1.0), _threshold_text(snapshot, panels[0]))]

    def curves(self, snapshot: Snapshot) -> dict[str, DrawnCurve]:
        """Return nothing: there are bars, not curves."""
        del snapshot
        return {}

    def snap(self, snapshot: Snapshot, canvas: Canvas, place: QPointF) -> tuple[str, int] | None:
        """Return the model and the row that adds the case under the mouse."""
        rank, height = canvas.value(place)
        panels = _panels(snapshot)
        panel = next((one for one in panels if height >= one.low), panels[-1] if panels else None)
        if panel is None or not 0 <= rank <= panel.ranked.cases:
            return None
        return panel.key, max(panel.ranked.row_reaching(rank), 1)

    def reading_point(self, reading: Reading, snapshot: Snapshot) -> tuple[float, float]:
        """Return the middle of the cases with the score of a reading, on the line of no cost."""
        panel = _panel(snapshot, reading.model.key)
        return (np.nan, np.nan) if panel is None else _middle(panel, reading.index)

    def reading_marks(
        self, snapshot: Snapshot, reading: Reading, tokens: Tokens, *, tagged: bool
    ) -> list[Mark]:
        """Return a ring at the cases with a score; its tag says ranks and what they cost."""
        panel = _panel(snapshot, reading.model.key)
        if panel is None:
            return []
        text = _said(snapshot, panel.ranked, reading) if tagged else ""
        color = tokens.model_color(reading.model.slot)
        return [HoverPoint(*_middle(panel, reading.index), color, text)]

    def highlight(self, snapshot: Snapshot, key: str, index: int, tokens: Tokens) -> list[Mark]:
        """Return a ring at the cases that one threshold of a model adds."""
        panel = _panel(snapshot, key)
        if panel is None:
            return []
        return [HoverPoint(*_middle(panel, index), tokens.model_color(panel.model.info.slot))]

    def dragged(self, snapshot: Snapshot, handle: Handle, canvas: Canvas, place: QPointF) -> object:
        """Return (model, threshold) that parts the cases where the line is held."""
        del handle
        curves, panels = selected_curves(snapshot), _panels(snapshot)
        if curves is None or not panels:
            return None
        ranked = panels[0].ranked
        rank = min(max(canvas.value(place)[0], 0.0), float(ranked.cases))
        row = ranked.row_nearest(rank)
        return curves.info.key, float(curves.evaluation.table.thresholds[row])

    def subject(self, snapshot: Snapshot) -> str:
        """Say whose order is drawn."""
        names = tr(" and of ").join(_names(snapshot))
        return tr("Instance costs in the order of {names}", names=names) if names else ""

    def accessible_text(self, snapshot: Snapshot, model: ModelSnapshot) -> str:
        """Say how many cases a model picks, and the costliest positive that it leaves."""
        ranked = _ranked_costs(snapshot).get(model.info.key)
        if ranked is None:
            return tr("not computed yet")
        said, place = vocabulary.vocabulary_of(snapshot), ranked.place(model.policy.index)
        many = tr(
            "{place} of {cases} {nouns}",
            place=numbers.count(place),
            cases=numbers.count(ranked.cases),
            nouns=said.nouns,
        )
        text = f"{many} {inflection.participle(said.act)}"
        left = ranked.columns.benefit[ranked.columns.starts[:-1] >= place]
        if np.isnan(left).all():
            return text
        costliest = float(np.nanmax(left)) * _factor(snapshot)
        return tr(
            "{text}, costliest miss: {costliest}",
            text=text,
            costliest=said.money(costliest, signed=False),
        )


def _ranked_costs(snapshot: Snapshot) -> Mapping[str, RankedCosts]:
    return snapshot.results.instance_costs or {}


def _is_stacked(snapshot: Snapshot) -> bool:
    return snapshot.settings.views.stacked_costs


def _drawn(snapshot: Snapshot) -> list[ModelSnapshot]:
    """Return the selected model and, where both are to be drawn, the one it is compared with."""
    model, competitor = selected_model(snapshot), competitor_of(snapshot)
    if model is None:
        return []
    if not _is_stacked(snapshot) or competitor is None:
        return [model]
    return [model, snapshot.models[competitor]]


def _names(snapshot: Snapshot) -> list[str]:
    return [model.info.name for model in _drawn(snapshot)]


def _panels(snapshot: Snapshot) -> list[CostPanel]:
    """Return what is drawn from the top down; nothing until it is computed."""
    known = _ranked_costs(snapshot)
    found = [(model, known.get(model.info.key)) for model in _drawn(snapshot)]
    of_models = [(model, ranked) for model, ranked in found if ranked is not None]
    if not of_models:
        return []
    columns = [ranked.columns for _, ranked in of_models]
    low = min(float(np.nanmin(one.cost, initial=0.0)) for one in columns)
    high = max(float(np.nanmax(one.benefit, initial=0.0)) for one in columns) * _factor(snapshot)
    room = (high - low) * (_STACKED_PADDING if len(of_models) > 1 else _UPRIGHT_PADDING)
    height = high - low + 2 * room
    return [
        CostPanel(*one, -position * height, (low, high), room)
        for position, one in enumerate(of_models)
    ]


def _panel(snapshot: Snapshot, key: str) -> CostPanel | None:
    return next((panel for panel in _panels(snapshot) if panel.key == key), None)


def _factor(snapshot: Snapshot) -> float:
    """Return what the condition makes of the cost of a miss."""
    return snapshot.miss_factor


def _ranks(ranked: RankedCosts, row: int) -> tuple[int, int]:
    """Return where the cases with the score of a row begin and end; the first row has none."""
    row = max(row, 1)
    return ranked.place(row - 1), ranked.place(row)


def _middle(panel: CostPanel, row: int) -> tuple[float, float]:
    first, last = _ranks(panel.ranked, row)
    return (first + last) / 2, panel.zero


def _bars(snapshot: Snapshot, panel: CostPanel, tokens: Tokens) -> list[Mark]:
    color = model_color(panel.model.info, snapshot, tokens)
    columns, zero = panel.ranked.columns, panel.zero
    return [
        Bars(columns.starts, columns.benefit * _factor(snapshot), color, ground=zero),
        Bars(columns.starts, columns.cost, color, _COST_ALPHA, zero),
        Line("zero", (0.0, float(panel.ranked.cases)), (zero, zero), tokens.control),
    ]


def _threshold(snapshot: Snapshot, panel: CostPanel, tokens: Tokens) -> list[Mark]:
    """Return the threshold of one of two models, within its panel, and say whose it is."""
    at, info = panel.threshold, panel.model.info
    color = model_color(info, snapshot, tokens)
    point = Ring if panel.key == snapshot.selected else Dot
    text = f"{info.name}, {_threshold_text(snapshot, panel)}"
    end = float(panel.ranked.cases)
    return [
        Line("threshold", (at, at), (panel.low, panel.high - panel.room), tokens.ink),
        point(panel.key, at, panel.zero, color),
        Label(end, panel.high, text, "right", (0.0, 12.0), info.name),
    ]


def _threshold_text(snapshot: Snapshot, panel: CostPanel) -> str:
    policy = panel.model.policy
    curves = model_curves(snapshot)[panel.key]
    return tr(
        "threshold {threshold_text}",
        threshold_text=vocabulary.threshold_text(curves, policy.index, policy.threshold),
    )


def _side_labels(snapshot: Snapshot, panels: list[CostPanel]) -> list[Mark]:
    """Name the two errors at the right end: above zero at the top, below it at the foot."""
    if not panels:
        return []
    said, end = vocabulary.vocabulary_of(snapshot), float(panels[0].ranked.cases)
    missed = tr("misses (actual: {positive})", positive=said.positive)
    alarm = tr("false alarms (actual: {negative})", negative=said.negative)
    return [
        Label(end, _LABEL_HEIGHT * panels[0].high, missed, "right"),
        Label(end, panels[-1].low, alarm, "right", (0.0, -9.0)),
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
    value = (
        money(high)
        if low == high
        else tr("{low} to {high}", low=numbers.money(low), high=money(high))
    )
    if last - first == 1:
        return tr("rank {last}: {value}", last=numbers.count(last), value=value)
    return tr(
        "ranks {first} to {last}: {value}",
        first=numbers.count(first + 1),
        last=numbers.count(last),
        value=value,
    )


_STACKED = Switch(
    "stacked_costs",
    tr("Above those of the compared model"),
    tr("stacked two models instance costs Fawcett figure 6"),
)
