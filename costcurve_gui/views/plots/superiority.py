"""Relative superiority: where each model is the cheapest, above a belief over PC(+)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from costcurve_gui.analysis.cost_comparisons import cost_comparisons
from costcurve_gui.analysis.intervals.known_results import known
from costcurve_gui.analysis.intervals.requests import belief_requests, costs_under_belief
from costcurve_gui.analysis.memo import once
from costcurve_gui.analysis.snapshot import competitor_of
from costcurve_gui.engine.distributions.uncertain_numbers import TriangularBelief
from costcurve_gui.translation import tr
from costcurve_gui.views.plots.base_views import ConditionView
from costcurve_gui.views.plots.uncertain_condition import condition_stretch
from costcurve_gui.views.plotting.canvas import Bounds
from costcurve_gui.views.plotting.handles import Handle
from costcurve_gui.views.plotting.lane_marks import Corner, Lane
from costcurve_gui.views.plotting.marks import Label, Line
from costcurve_gui.views.plotting.plot_view import (
    PADDING,
    SNAP_REACH,
    Axis,
    model_curves,
    strip_colors,
)
from costcurve_gui.views.plotting.ticks import AxisStyle
from costcurve_gui.views.text import comparison_text, new_cases_text, numbers, uncertainty_text
from costcurve_gui.views.text.empty_states import not_compared
from costcurve_gui.views.text.names import belief_name
from costcurve_gui.views.view import competitor_choice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtCore import QPointF

    from costcurve_gui.analysis.snapshot import ModelSnapshot, Snapshot, Stretches
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.plotting.legend import LegendEntry
    from costcurve_gui.views.plotting.marks import Mark
    from costcurve_gui.views.shell.theme import Tokens
    from costcurve_gui.views.view import ChoiceGroup, EmptyState

_GRIP_ROOM, _LANES_TOP, _LANES_FOOT = 0.11, 1.02, 0.38
_MOST = 6  # lanes in that height; more make it higher
_NAMED = 8  # models; of more, those that are nowhere the cheapest share one lane
_SAID_BELOW, _PEAK, _GROUND, _FOOT = 0.095, 0.2, 0.0, -0.12
_LEAST_WIDTH = 0.001  # of a belief
_SHRUNK = 0.08  # of what is added to the height
_NO_MODEL = tr("trivial classifiers")
_GRIP_DROP = 14.0


class SuperiorityView(ConditionView):
    """One lane a model, and below them what is believed about PC(+), with the LC index."""

    name = "superiority"
    commands = ("belief",)

    def subtitle(self, snapshot: Snapshot) -> str:
        """Name the model that the selected one is compared with."""
        return comparison_text.against(snapshot)

    def uncertainty_note(self, snapshot: Snapshot) -> str:
        """Say on which cases the figures are, and how those of new cases were estimated."""
        return "; ".join((_sample_of_figures(snapshot), *_how_on_new_cases(snapshot)))

    def band_note(self, snapshot: Snapshot) -> str:
        """Say on which cases the figures are."""
        return _sample_of_figures(snapshot)

    def empty_state(self, snapshot: Snapshot) -> EmptyState | None:
        """Say that the models are still being compared, or why they cannot be."""
        return not_compared(snapshot, snapshot.compared)

    def choices(self, snapshot: Snapshot) -> tuple[ChoiceGroup, ...]:
        """Return what can be chosen in its menu."""
        return (competitor_choice(snapshot),)

    def axes(self, snapshot: Snapshot) -> tuple[Axis, Axis]:
        """Return the words of the two axes; upwards nothing is measured."""
        up = Axis(tr("Belief and cheapest model"), AxisStyle(labelled=False), tr("Belief"))
        return Axis(self.across(snapshot)), up

    def bounds(self, snapshot: Snapshot) -> Bounds:
        """Return all conditions over lanes and belief."""
        return Bounds(-PADDING, 1 + PADDING, _FOOT, _lanes(snapshot).top + _GRIP_ROOM)

    def legend(self, snapshot: Snapshot, tokens: Tokens) -> list[LegendEntry]:
        """Return nothing: lanes have their names on them."""
        del snapshot, tokens
        return []

    def static_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the lanes with their figures, then those of no single model."""
        cheapest = cost_comparisons(snapshot).cheapest
        lanes = _lanes(snapshot)
        marks: list[Mark] = [
            Lane(
                key,
                lanes.height(position),
                lanes.pitch,
                cheapest.get(key, ()),
                strip_colors(snapshot.models[key].info, tokens),
                snapshot.models[key].info.name,
                _figures_text(snapshot, key),
                key == snapshot.selected,
            )
            for position, key in enumerate(lanes.keys)
        ]
        for key, parts, name in lanes.others:
            place, grey = lanes.height(len(marks)), (tokens.trivial,)
            marks.append(Lane(key, place, lanes.pitch, parts, grey, name, "", heavy=False))
        return marks

    def dynamic_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the belief and what follows from it for the selected model and its competitor."""
        if not snapshot.models:
            return []
        density = cost_comparisons(snapshot).density
        line = Line("belief", density.x, density.y * _PEAK, tokens.ink)
        ground = Line("ground", (0.0, 1.0), (_GROUND, _GROUND), tokens.border)
        stretch = condition_stretch(snapshot, tokens, self.bounds(snapshot))
        return [*stretch, ground, line, *_corners(snapshot.belief), *_said(snapshot)]

    def handles(self, snapshot: Snapshot) -> list[Handle]:
        """Return the condition, and the corners of a triangular belief."""
        condition = self.condition_handle(snapshot)
        condition = Handle("condition", condition.x, 0.0, (0.0, 1.0), condition.text, _GRIP_DROP)
        belief = snapshot.belief
        if not isinstance(belief, TriangularBelief) or not snapshot.models:
            return [condition]
        return [
            condition,
            Handle("belief_lo", belief.lo, _GROUND, None),
            Handle("belief_hi", belief.hi, _GROUND, None),
            Handle("belief_mode", belief.mode, _PEAK, None),
        ]

    def dragged(self, snapshot: Snapshot, handle: Handle, canvas: Canvas, place: QPointF) -> object:
        """Return PC(+), or the belief with one corner moved."""
        x = min(max(canvas.value(place)[0], 0.0), 1.0)
        belief = snapshot.belief
        if handle.name == "condition" or not isinstance(belief, TriangularBelief):
            return x
        return _moved(belief, handle.name, x)

    def snap(self, snapshot: Snapshot, canvas: Canvas, place: QPointF) -> tuple[str, int] | None:
        """Return the classifier of a lane's model at the PC(+) under the mouse."""
        (x, y), lanes = canvas.value(place), _lanes(snapshot)
        if not snapshot.models or not 0 <= x <= 1:
            return None
        position = round((lanes.top - y) / lanes.pitch) - 1
        if not 0 <= position < len(lanes.keys):
            return None
        key = lanes.keys[position]
        if abs(canvas.y(lanes.height(position)) - place.y()) > SNAP_REACH:
            return None
        return key, model_curves(snapshot)[key].evaluation.envelope.classifier_at(x)

    def hint(self, snapshot: Snapshot, canvas: Canvas, place: QPointF) -> str:
        """Say over the belief what the LC index is, and which model is cheaper where."""
        found = cost_comparisons(snapshot).comparison
        if found is None or canvas.value(place)[1] > _lanes(snapshot).foot:
            return ""
        index = comparison_text.lc_sentence(snapshot, found)
        return f"{index}. {comparison_text.sentence_on_this_sample(snapshot, found)}"

    def accessible_text(self, snapshot: Snapshot, model: ModelSnapshot) -> str:
        """Say where a model is the cheapest and what it costs under the belief."""
        key = model.info.key
        stretches = cost_comparisons(snapshot).cheapest.get(key, ())
        where = " and ".join(numbers.interval(low, high) for low, high in stretches)
        said = (
            tr("cheapest for PC(+) from {where} on this sample", where=where)
            if where
            else tr("nowhere the cheapest on this sample")
        )
        said += comparison_text.over(comparison_text.that_all_scored(snapshot))
        return f"{said}, {_figures_text(snapshot, key, whole=True)}"


@dataclass(frozen=True, slots=True)
class _Lanes:
    """The keys of the models that have a lane, then lanes of no single model, and their height.

    `others` are key, stretches and name of the lanes of the trivial classifiers and of the rest.
    Words below `foot`, where lanes end, keep their distance in a higher view.
    """

    keys: tuple[str, ...]
    others: tuple[tuple[str, Stretches, str], ...]
    top: float
    foot: float
    pitch: float

    def height(self, position: int) -> float:
        """Return how high the lane at a position lies, the first at the top."""
        return self.top - (position + 1) * self.pitch


@once
def _lanes(snapshot: Snapshot) -> _Lanes:
    keys = _keys(snapshot)
    others = tuple(_lanes_without_model(snapshot, len(snapshot.models) - len(keys)))
    many = len(keys) + len(others)
    top = _LANES_FOOT + (_LANES_TOP - _LANES_FOOT) * max(many, _MOST) / _MOST
    foot = _LANES_FOOT + _SHRUNK * (top - _LANES_TOP)
    return _Lanes(keys, others, top, foot, (top - foot) / max(many, 1))


def _keys(snapshot: Snapshot) -> tuple[str, ...]:
    if len(snapshot.models) <= _NAMED:
        return tuple(snapshot.models)
    cheapest = cost_comparisons(snapshot).cheapest
    compared = snapshot.selected, competitor_of(snapshot)
    return tuple(key for key in snapshot.models if cheapest.get(key) or key in compared)


def _lanes_without_model(snapshot: Snapshot, left: int) -> Iterator[tuple[str, Stretches, str]]:
    winners = cost_comparisons(snapshot).winners
    trivial = tuple((low, high) for low, high, (key, *_) in winners if key not in snapshot.models)
    if trivial:  # stretches in which no model beats the trivial classifiers
        yield "trivial", trivial, _NO_MODEL
    if left:
        or_not_asked = tr(" or left out") if snapshot.settings.left_out else ""
        yield (
            "others",
            (),
            tr(
                "{number} others, nowhere the cheapest{or_not_asked}",
                number=numbers.in_words(left),
                or_not_asked=or_not_asked,
            ),
        )


def _cost_text(snapshot: Snapshot, key: str, *, whole: bool) -> str:
    """Write the cost on new cases; as a `whole` with its interval and that on this sample."""
    here = numbers.rate(cost_comparisons(snapshot).figures[key].expected_cost)
    new = costs_under_belief(snapshot).get(key)
    told = None if new is None else new_cases_text.written(new, signed=False)
    if new is None or new.estimate is None or told is None:
        return (
            tr("cost {here} on this sample", here=here) if whole else tr("cost {here}", here=here)
        )
    if not whole:
        return tr("cost {estimate}", estimate=numbers.rate(new.estimate))
    return tr(
        "cost {value} on new cases ({level}: {interval}), {here} on this sample",
        value=told.value,
        level=uncertainty_text.level(snapshot.settings.bands.spec),
        interval=told.interval,
        here=here,
    )


def _figures_text(snapshot: Snapshot, key: str, *, whole: bool = False) -> str:
    figures, cost = cost_comparisons(snapshot).figures[key], _cost_text(snapshot, key, whole=whole)
    if figures.lc_index is None or math.isnan(figures.lc_index):
        return cost
    index = numbers.difference(figures.lc_index)
    if whole:
        return tr("{cost}, LC {index} on this sample", cost=cost, index=index)
    return tr("{cost}, LC {index}", cost=cost, index=index)


def _how_on_new_cases(snapshot: Snapshot) -> list[str]:
    """Say how the costs of lanes were estimated, and what to be careful about."""
    if not costs_under_belief(snapshot):
        return []
    found = [known(snapshot, one) for one in belief_requests(snapshot).values()]
    lines = (line for one in found for line in new_cases_text.how(one).splitlines())
    return list(dict.fromkeys(lines))


def _sample_of_figures(snapshot: Snapshot) -> str:
    """Say on which cases the figures of lanes are: costs may be on new ones, the rest is not."""
    if costs_under_belief(snapshot):
        return tr("costs on new cases, the rest on this sample")
    return tr("on this sample")


def _said(snapshot: Snapshot) -> list[Mark]:
    found = cost_comparisons(snapshot).comparison
    belief = snapshot.belief
    kind = belief_name(belief) if not isinstance(belief, TriangularBelief) else ""
    text = comparison_text.short_lc_sentence(snapshot, found) if found is not None else ""
    said = ", ".join(part for part in (text, kind) if part)
    short = text.partition(" favours")[0]
    place = 0.0, _lanes(snapshot).foot - _SAID_BELOW
    return [Label(*place, said, "left", (-5.0, 0.0), short)] if said else []


def _corners(belief: Belief) -> list[Mark]:
    if not isinstance(belief, TriangularBelief):
        return []
    lo, mode, hi = (numbers.rate(value) for value in (belief.lo, belief.mode, belief.hi))
    return [
        Corner(belief.lo, _GROUND, tr("lo {lo}", lo=lo), "right", (4.0, 16.0)),
        Corner(belief.hi, _GROUND, tr("hi {hi}", hi=hi), "left", (-4.0, 16.0)),
        Corner(belief.mode, _PEAK, tr("mode {mode}", mode=mode), "left", (9.0, -2.0)),
    ]


def _moved(belief: TriangularBelief, name: str, x: float) -> TriangularBelief:
    """Move one corner as far as its neighbours let it, both ends pushing the mode before them."""
    lo, mode, hi = belief.lo, belief.mode, belief.hi
    if name == "belief_lo":
        lo = min(x, max(hi - _LEAST_WIDTH, 0.0))
    elif name == "belief_hi":
        hi = max(x, min(lo + _LEAST_WIDTH, 1.0))
    else:
        mode = x
    return TriangularBelief(lo, min(max(mode, lo), hi), hi)
