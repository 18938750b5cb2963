"""Cost curves in money or errors over the prior, over the cost ratio, and a loss difference."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.cost_comparisons import cost_comparisons
from costcurve_gui.analysis.regret_space import regret_space
from costcurve_gui.analysis.settings import DragChanges
from costcurve_gui.analysis.view_curves import view_curves
from costcurve_gui.analysis.view_settings import RegretReading
from costcurve_gui.dataio.errors import plural
from costcurve_gui.translation import tr
from costcurve_gui.views.plots.cost import ramp_places
from costcurve_gui.views.plots.uncertain_condition import condition_stretch
from costcurve_gui.views.plotting.canvas import Bounds
from costcurve_gui.views.plotting.handles import Handle
from costcurve_gui.views.plotting.legend import LegendEntry
from costcurve_gui.views.plotting.marks import Label, Line, Ring
from costcurve_gui.views.plotting.notes import GRIP_WORDS, noted
from costcurve_gui.views.plotting.plot_view import (
    PADDING,
    SNAP_REACH,
    Axis,
    PlotView,
    curve_lines,
    model_curves,
    operating_points,
)
from costcurve_gui.views.plotting.ticks import RATIO, AxisStyle, rounded
from costcurve_gui.views.shell.theme import TRIVIAL_DASH
from costcurve_gui.views.text import comparison_text, numbers, vocabulary
from costcurve_gui.views.text.empty_states import no_difference
from costcurve_gui.views.view import ChoiceGroup, Entry, competitor_choice

if TYPE_CHECKING:
    from PySide6.QtCore import QPointF

    from costcurve_gui.analysis.cost_comparisons import Comparison
    from costcurve_gui.analysis.curves import DrawnCurve
    from costcurve_gui.analysis.snapshot import ModelSnapshot, Reading, Snapshot
    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.plotting.handles import HandleName
    from costcurve_gui.views.plotting.marks import Mark
    from costcurve_gui.views.shell.theme import Tokens
    from costcurve_gui.views.view import EmptyState


_ROOM, _TOP = 0.08, 0.2  # above are the words beside the grip
_WIDE = 0.06  # the ends of an axis of ratios have long labels


class RegretView(PlotView):
    """What the best threshold of each model costs above a perfect classifier."""

    name = "regret"
    sideways = "condition"

    def subtitle(self, snapshot: Snapshot) -> str:
        """Say in the title bar what is shown."""
        return _SUBTITLES[snapshot.settings.views.regret]

    def empty_state(self, snapshot: Snapshot) -> EmptyState | None:
        """Say why there is no difference, where one is to be drawn."""
        return no_difference(snapshot) if _differs(snapshot) else None

    def choices(self, snapshot: Snapshot) -> tuple[ChoiceGroup, ...]:
        """Return what can be chosen in its menu."""
        groups = (ChoiceGroup("regret", tr("Axes"), _READINGS),)
        return (*groups, competitor_choice(snapshot)) if _differs(snapshot) else groups

    def axes(self, snapshot: Snapshot) -> tuple[Axis, Axis]:
        """Return the words of the two axes, with the user's classes and money."""
        reading = regret_space(snapshot)
        across = Axis(_across(snapshot), AxisStyle(ladder=RATIO if reading.over_ratio else None))
        if _differs(snapshot):
            said = vocabulary.vocabulary_of(snapshot)
            unit = f", {said.unit}" if said.unit else ""
            return across, Axis(
                tr("Loss difference per {noun}{unit}", noun=said.noun, unit=unit),
                AxisStyle(signed=True),
            )
        return across, Axis(_title(snapshot), AxisStyle(bare_whole=reading.money), tr("Cost"))

    def scale(self, snapshot: Snapshot) -> object:
        """Return what the user chose to see."""
        return snapshot.settings.views.regret

    def bounds(self, snapshot: Snapshot) -> Bounds:
        """Return the whole axis and all curves."""
        first, last = regret_space(snapshot).ends(snapshot)
        rim = (_WIDE if regret_space(snapshot).over_ratio else PADDING) * (last - first)
        return Bounds(first - rim, last + rim, *self._heights(snapshot))

    def _heights(self, snapshot: Snapshot) -> tuple[float, float]:
        found = _comparison(snapshot)
        if _differs(snapshot):
            values = np.zeros(1) if found is None else found.loss.cost
        else:
            reached = [_cost(snapshot, model) for model in snapshot.shown.values()]
            values = np.concatenate(
                [reached, *(c.y for c in self.curves(snapshot).values()), [0.0]]
            )
        low, high = min(float(values.min()), 0.0), max(float(values.max()), 0.0)
        room = (high - low or 1.0) * _ROOM
        return rounded(low - room, high + (high - low or 1.0) * _TOP)

    def subject(self, snapshot: Snapshot) -> str:
        """Name the two models of a difference, or what the axes count."""
        found = _comparison(snapshot)
        if found is not None:
            return comparison_text.subject(snapshot, found)
        kinds = _SUBJECTS.get(snapshot.settings.views.regret)
        models = plural(len(snapshot.shown), "model")
        return tr("{kinds} of {models}", kinds=kinds, models=models) if kinds else ""

    def legend(self, snapshot: Snapshot, tokens: Tokens) -> list[LegendEntry]:
        """Return the models, or the one line of a difference."""
        found = _comparison(snapshot)
        if not _differs(snapshot) or found is None:
            return super().legend(snapshot, tokens)
        text = tr("{} less {}").format(*comparison_text.names(snapshot, found))
        return [LegendEntry(text, tokens.ink, width=2.0)]

    def static_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the curves between the trivial classifiers, or the difference and zero."""
        if _differs(snapshot):
            return difference_marks(snapshot, tokens)
        curves = curve_lines(self.curves(snapshot), snapshot, tokens)
        drawn = [*trivial_lines(snapshot, tokens), *curves]
        return [*drawn, noted(drawn, trivial_names(snapshot, self.bounds(snapshot)), GRIP_WORDS)]

    def dynamic_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the operating points, and the condition where it cannot be dragged here."""
        reading, found = regret_space(snapshot), _comparison(snapshot)
        x = reading.place(snapshot)
        drawn = condition_stretch(snapshot, tokens, self.bounds(snapshot), reading.place)
        if snapshot.models and not _draggable(snapshot):
            drawn += self._fixed(snapshot, tokens)
        if _differs(snapshot):
            if found is not None:
                drawn.append(Ring(found.model, x, found.loss.value_at(x), tokens.ink))
            return drawn
        points = ((key, x, _cost(snapshot, model)) for key, model in snapshot.shown.items())
        return [*drawn, *operating_points(snapshot, tokens, points)]

    def _fixed(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the condition without a grip: a drag changes what is not on this axis."""
        reading, bounds = regret_space(snapshot), self.bounds(snapshot)
        x = reading.place(snapshot)
        line = Line("condition", (x, x), (bounds.y_low, bounds.y_high), tokens.ink)
        label = Label(x, bounds.y_high, _value(snapshot), "left", (4.0, 20.0))
        return [line, label]

    def handles(self, snapshot: Snapshot) -> list[Handle]:
        """Return the cost ratio, or the condition where dragging it changes the prior."""
        if not _draggable(snapshot):
            return []
        reading, found = regret_space(snapshot), _comparison(snapshot)
        text, x = _value(snapshot), reading.place(snapshot)
        if _differs(snapshot) and found is not None:
            money = vocabulary.vocabulary_of(snapshot).money(found.loss.value_at(x))
            text = f"{text}: {money}"
        name: HandleName = "cost_ratio" if reading.over_ratio else "condition"
        return [Handle(name, x, 0.0, (0.0, 1.0), text)]

    def curves(self, snapshot: Snapshot) -> dict[str, DrawnCurve]:
        """Return the curves of the models; a difference belongs to none."""
        return {} if _differs(snapshot) else view_curves(snapshot, regret_space(snapshot).curves)

    def reading_point(self, reading: Reading, snapshot: Snapshot) -> tuple[float, float]:
        """Return the cost of a reading at the present condition."""
        axes = regret_space(snapshot)
        x, model = axes.place(snapshot), model_curves(snapshot)[reading.model.key]
        rates = axes.rates(model, reading.index)
        return x, float(
            axes.heights(snapshot, np.array([x]), *rates, axes.costs(snapshot, model))[0]
        )

    def reading_marks(
        self, snapshot: Snapshot, reading: Reading, tokens: Tokens, *, tagged: bool
    ) -> list[Mark]:
        """Return the ring of a reading; in a difference of curves no reading has a place."""
        if _differs(snapshot):
            return []
        return super().reading_marks(snapshot, reading, tokens, tagged=tagged)

    def highlight(self, snapshot: Snapshot, key: str, index: int, tokens: Tokens) -> list[Mark]:
        """Return the line of one classifier."""
        model, axes = model_curves(snapshot).get(key), regret_space(snapshot)
        if _differs(snapshot) or model is None or key not in snapshot.shown:
            return []
        x = axes.grid(snapshot)
        y = axes.heights(snapshot, x, *axes.rates(model, index), axes.costs(snapshot, model))
        return [Line("highlight", x, y, tokens.model_color(model.info.slot), width=2.0)]

    def snap(self, snapshot: Snapshot, canvas: Canvas, place: QPointF) -> tuple[str, int] | None:
        """Return the nearest curve above or below the mouse, and its classifier there."""
        x, _ = canvas.value(place)
        first, last = regret_space(snapshot).ends(snapshot)
        if not first <= x <= last:
            return None
        away = {
            key: abs(canvas.y(float(np.interp(x, curve.x, curve.y))) - place.y())
            for key, curve in self.curves(snapshot).items()
        }
        key = min(away, key=away.__getitem__, default=None)
        if key is None or away[key] > SNAP_REACH:
            return None
        curve = self.curves(snapshot)[key]
        return key, int(curve.indices[max(int(np.searchsorted(curve.x, x)) - 1, 0)])

    def dragged(self, snapshot: Snapshot, handle: Handle, canvas: Canvas, place: QPointF) -> object:
        """Return PC(+), or the cost ratio."""
        reading = regret_space(snapshot)
        first, last = reading.ends(snapshot)
        x = min(max(canvas.value(place)[0], first), last)
        if handle.name == "cost_ratio":
            return RATIO.value(x)
        return float(reading.pc_plus(snapshot, np.array([x]))[0])

    def accessible_text(self, snapshot: Snapshot, model: ModelSnapshot) -> str:
        """Say the cost of the operating point, or what the two models differ by."""
        found = _comparison(snapshot)
        if _differs(snapshot):
            if found is None or model.info.key != found.model:
                return tr("not compared here")
            loss = vocabulary.vocabulary_of(snapshot).money(
                found.loss.value_at(snapshot.condition.prior)
            )
            other = snapshot.models[found.competitor].info.name
            return tr("loss {loss} against {other} on this sample", loss=loss, other=other)
        reading, cost = regret_space(snapshot), _cost(snapshot, model)
        if reading.money:
            money = vocabulary.vocabulary_of(snapshot).money(cost, signed=False)
            return tr("expected cost {money} on this sample", money=money)
        return tr(
            "{title} {cost} on this sample", title=_title(snapshot).lower(), cost=numbers.rate(cost)
        )


def _differs(snapshot: Snapshot) -> bool:
    return snapshot.settings.views.regret is RegretReading.LOSS_DIFFERENCE


def _comparison(snapshot: Snapshot) -> Comparison | None:
    return cost_comparisons(snapshot).comparison if _differs(snapshot) else None


def _draggable(snapshot: Snapshot) -> bool:
    drag = snapshot.settings.condition.drag
    return regret_space(snapshot).over_ratio or drag is DragChanges.PRIOR


def _cost(snapshot: Snapshot, model: ModelSnapshot) -> float:
    """Return how high the policy of a model lies."""
    policy, reading = model.policy, regret_space(snapshot)
    if reading.money:
        return policy.expected_cost
    if reading.by_case:
        prior = snapshot.condition.prior
        return prior * (1 - policy.tpr) + (1 - prior) * policy.fpr
    return policy.normalized_expected_cost


_STEEP = 4.0  # as a multiple of the view's height: beyond it there is no room beside a line
_BELOW_GRIP = 18.0


def trivial_lines(snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
    """Return the lines of acting on none and on all."""
    reading = regret_space(snapshot)
    x, costs = reading.grid(snapshot), reading.costs(snapshot)
    return [
        Line(
            key,
            x,
            reading.heights(snapshot, x, rate, rate, costs),
            tokens.trivial,
            dash=TRIVIAL_DASH,
        )
        for key, rate in (("none", 0.0), ("all", 1.0))
        if key not in snapshot.hidden
    ]


def trivial_names(snapshot: Snapshot, bounds: Bounds) -> list[tuple[Label, ...]]:
    """Return where their names may stand, beside their lines where these are straight."""
    reading, said = regret_space(snapshot), vocabulary.vocabulary_of(snapshot)
    if reading.over_ratio:
        return []
    costs = reading.costs(snapshot)
    ramps = {"none": (0.0, costs.fn_cost), "all": (costs.fp_cost, -costs.fp_cost)}
    return [
        tuple(ramp_places(said.all_of(key), *ramp, bounds))
        for key, ramp in ramps.items()
        if key not in snapshot.hidden and abs(ramp[1]) < _STEEP * bounds.y_high
    ]


def difference_marks(snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
    """Return zero, the loss difference, and who is cheaper to either side."""
    found = cost_comparisons(snapshot).comparison
    zero = Line("zero", (0.0, 1.0), (0.0, 0.0), tokens.control)
    if found is None:
        return [zero]
    loss = found.loss
    names = comparison_text.names(snapshot, found)
    line = Line("difference", loss.prior, loss.cost, tokens.ink, width=2.0)
    ends = (float(loss.cost.min()), float(loss.cost.max()))
    labels = [
        Label(1.0, end, tr("{name} cheaper", name=name), "right", (-2.0, aside))
        for name, end, aside in zip(names, ends, (0.0, _BELOW_GRIP), strict=True)
        if end != 0
    ]
    return [zero, line, *labels]


_SUBTITLES = {
    RegretReading.MONEY: tr("expected cost, costs fixed"),
    RegretReading.ERROR_RATE: tr("errors counted alike"),
    RegretReading.COST_RATIO: tr("normalized cost, prior fixed"),
    RegretReading.LOSS_DIFFERENCE: tr("loss difference, costs fixed"),
}
_SUBJECTS = {
    RegretReading.ERROR_RATE: tr("Error rate over the prior"),
    RegretReading.COST_RATIO: tr("Normalized cost over the cost ratio"),
}
_READINGS = (
    Entry(
        RegretReading.MONEY,
        tr("Expected cost over the prior"),
        tr("regret graph tent graph Hilden Glasziou money"),
    ),
    Entry(RegretReading.ERROR_RATE, tr("Error rate over the prior"), "p(+)"),
    Entry(
        RegretReading.COST_RATIO,
        tr("Normalized cost over the cost ratio"),
        tr("Turney performance graph standard cost log axis"),
    ),
    Entry(
        RegretReading.LOSS_DIFFERENCE,
        tr("Loss difference of two models"),
        tr("loss difference plot Adams Hand"),
    ),
)


def _title(snapshot: Snapshot) -> str:
    """Return the words of the upright axis."""
    said, space = vocabulary.vocabulary_of(snapshot), regret_space(snapshot)
    if space.by_case:
        return tr("Error rate")
    if not space.money:
        return tr("Normalized expected cost")
    return tr(
        "Expected cost per {noun}{unit}", noun=said.noun, unit=f", {said.unit}" if said.unit else ""
    )


def _across(snapshot: Snapshot) -> str:
    """Return the words of the level axis."""
    if regret_space(snapshot).over_ratio:
        return tr("Cost ratio, a miss to a false alarm")
    return tr(
        "Prior, {prior_name}", prior_name=vocabulary.prior_name(vocabulary.vocabulary_of(snapshot))
    )


def _value(snapshot: Snapshot) -> str:
    """Write the condition as the axis reads it."""
    if regret_space(snapshot).over_ratio:
        return numbers.ratio(snapshot.condition.cost_ratio)
    name = vocabulary.prior_name(vocabulary.vocabulary_of(snapshot))
    return f"{name} {numbers.prior_percent(snapshot.condition.prior)}"
