"""Cost space: normalized expected cost over PC(+)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.cost_comparisons import cost_comparisons
from costcurve_gui.analysis.curves import DrawnCurve
from costcurve_gui.analysis.view_settings import CostAxis
from costcurve_gui.translation import tr
from costcurve_gui.views.plots.forbidden_ground import forbidden_conditions
from costcurve_gui.views.plots.policy_marks import (
    bound_marks,
    classifier_lines,
    cost_marks,
    hybrid_words,
    mixing_cost,
)
from costcurve_gui.views.plots.review_marks import review_costs
from costcurve_gui.views.plots.uncertain_condition import condition_stretch
from costcurve_gui.views.plotting.canvas import Bounds
from costcurve_gui.views.plotting.handles import Handle
from costcurve_gui.views.plotting.interval_marks import ribbons
from costcurve_gui.views.plotting.marks import CostLines, FootStrip, Label, Line, Tick
from costcurve_gui.views.plotting.notes import GRIP_WORDS, Notes
from costcurve_gui.views.plotting.obstacles import lines_and_bands
from costcurve_gui.views.plotting.painting import strip_rect
from costcurve_gui.views.plotting.plot_view import (
    PADDING,
    SNAP_REACH,
    Axis,
    PlotView,
    curve_lines,
    model_color,
    operating_points,
    selected_curves,
    selected_model,
    shown_curves,
    strip_colors,
)
from costcurve_gui.views.plotting.ticks import AxisStyle
from costcurve_gui.views.shell.theme import TRIVIAL_DASH
from costcurve_gui.views.text import comparison_text, numbers, vocabulary
from costcurve_gui.views.text.vocabulary import family_of
from costcurve_gui.views.view import ChoiceGroup, Entry

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PySide6.QtCore import QPointF

    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.snapshot import ModelSnapshot, Reading, Snapshot, Winners
    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.plotting.marks import Anchor, Mark
    from costcurve_gui.views.shell.theme import Tokens


MOST_COST_LINES = 200
_COST_LINE_ALPHA = 34
_FOOT = 0.033
_STRIP_REACH = 3.0
_ON_LINE = 3.0


class CostView(PlotView):
    """Lower envelopes, the cost lines behind the selected one, and who is cheapest where."""

    name = "cost"
    sideways = "condition"

    def subtitle(self, snapshot: Snapshot) -> str:
        """Say in the title bar what is shown."""
        del snapshot
        return tr("lower envelopes")

    def added(self, snapshot: Snapshot) -> str:
        """Name the hybrid curve, where it is drawn."""
        return hybrid_words(snapshot)

    def choices(self, snapshot: Snapshot) -> tuple[ChoiceGroup, ...]:
        """Return what can be chosen in its menu."""
        del snapshot
        entries = (
            Entry(CostAxis.HALF, tr("0 to 0.5")),
            Entry(CostAxis.ONE, tr("0 to 1"), tr("rescaled y")),
            Entry(CostAxis.FITTED, tr("Fitted to the curves")),
        )
        return (ChoiceGroup("cost_axis", tr("Cost axis"), entries),)

    def axes(self, snapshot: Snapshot) -> tuple[Axis, Axis]:
        """Return the words of the two axes, with the file's positive class."""
        positive = vocabulary.vocabulary_of(snapshot).positive
        return (
            Axis(tr("PC(+), probability-cost of {positive}", positive=positive)),
            Axis(tr("Normalized expected cost"), AxisStyle(bare_whole=False), tr("Cost")),
        )

    def bounds(self, snapshot: Snapshot) -> Bounds:
        """Return all conditions, and as many costs as the user wants to see."""
        top = self._top(snapshot)
        return Bounds(-PADDING, 1 + PADDING, -2 * _FOOT * top, top * (1 + 1.1 * PADDING))

    def _top(self, snapshot: Snapshot) -> float:
        """Return the highest cost: 0.5 is the worst of the trivial classifiers' best."""
        axis = self.scale(snapshot)
        if axis is not CostAxis.FITTED:
            return 1.0 if axis is CostAxis.ONE else 0.5
        highest = (float(curve.y.max()) for curve in self.curves(snapshot).values())
        return max(highest, default=0.0) or 0.5

    def scale(self, snapshot: Snapshot) -> object:
        """Return what the user chose for the axis of costs."""
        return snapshot.settings.views.cost_axis

    def static_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return everything but the condition: no line of it moves with PC(+)."""
        model = selected_curves(snapshot)
        return [
            *forbidden_conditions(snapshot),
            *(_cost_lines(model, snapshot, tokens) if model is not None else ()),
            *ribbons(snapshot, self.name, tokens),
            *trivial_lines(snapshot, tokens),
            *curve_lines(self.curves(snapshot), snapshot, tokens, cost_marks(snapshot, tokens)),
            *(_operating_range(model) if model is not None else ()),
            _winners(snapshot, tokens),
        ]

    def dynamic_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the line of the operating classifier and the operating points."""
        x = snapshot.condition.probability_cost
        points = (
            (key, x, model.policy.normalized_expected_cost) for key, model in snapshot.shown.items()
        )
        marks = [
            *condition_stretch(snapshot, tokens, self.bounds(snapshot)),
            *_operating_line(snapshot, tokens),
            *mixing_cost(snapshot, tokens),
            *review_costs(snapshot, tokens),
            *bound_marks(snapshot, tokens),
            *operating_points(snapshot, tokens, points),
        ]
        drawn = [*self.static_items(snapshot, tokens), *marks]
        return [*marks, cost_names(snapshot, self.bounds(snapshot), drawn, self.handles(snapshot))]

    def handles(self, snapshot: Snapshot) -> list[Handle]:
        """Return the condition."""
        x = snapshot.condition.probability_cost
        return [Handle("condition", x, 0.0, (0.0, 1.0), f"PC(+) {numbers.rate(x)}")]

    def curves(self, snapshot: Snapshot) -> dict[str, DrawnCurve]:
        """Return the lower envelopes."""
        return {model.info.key: _envelope(model) for model in shown_curves(snapshot)}

    def reading_point(self, reading: Reading, snapshot: Snapshot) -> tuple[float, float]:
        """Return the cost of a reading at the present condition."""
        return snapshot.condition.probability_cost, reading.normalized_expected_cost

    def accessible_text(self, snapshot: Snapshot, model: ModelSnapshot) -> str:
        """Say the cost."""
        del snapshot
        cost = numbers.rate(model.policy.normalized_expected_cost)
        return tr("normalized expected cost {cost} on this sample", cost=cost)

    def hint(self, snapshot: Snapshot, canvas: Canvas, place: QPointF) -> str:
        """Name the cheapest model over the strip at the foot."""
        strip, (x, _) = strip_rect(canvas), canvas.value(place)
        if not strip.adjusted(0, -_STRIP_REACH, 0, _STRIP_REACH).contains(place):
            return ""
        for low, high, keys in cost_comparisons(snapshot).winners:
            if low <= x <= high:
                said = tr(
                    "{cheapest} for PC(+) from {low} on this sample",
                    cheapest=_cheapest(snapshot, keys),
                    low=numbers.interval(low, high),
                )
                return said + comparison_text.over(comparison_text.that_all_scored(snapshot))
        return ""

    def highlight(self, snapshot: Snapshot, key: str, index: int, tokens: Tokens) -> list[Mark]:
        """Return the cost line of one classifier."""
        for model in shown_curves(snapshot):
            if model.info.key == key:
                row = np.array([index])
                fpr = float(model.evaluation.rates.fpr_at(row)[0])
                tpr = float(model.evaluation.rates.tpr_at(row)[0])
                color = tokens.model_color(model.info.slot)
                return [Line("highlight", (0.0, 1.0), (fpr, 1.0 - tpr), color, width=2.0)]
        return []

    def dragged(self, snapshot: Snapshot, handle: Handle, canvas: Canvas, place: QPointF) -> object:
        """Return PC(+)."""
        del snapshot, handle
        return min(max(canvas.value(place)[0], 0.0), 1.0)

    def snap(self, snapshot: Snapshot, canvas: Canvas, place: QPointF) -> tuple[str, int] | None:
        """Return the nearest envelope above or below the mouse, and its classifier there.

        Away from all envelopes it is the classifier whose cost line the mouse is on.
        """
        x, _ = canvas.value(place)
        if not 0 <= x <= 1:
            return None
        return self._envelope_at(snapshot, canvas, place, x) or _line_at(snapshot, canvas, place, x)

    def _envelope_at(
        self, snapshot: Snapshot, canvas: Canvas, place: QPointF, x: float
    ) -> tuple[str, int] | None:
        best: tuple[float, str, int] | None = None
        for model in shown_curves(snapshot):
            envelope, key = model.evaluation.envelope, model.info.key
            away = abs(canvas.y(float(envelope.value_at(x))) - place.y())
            row = envelope.classifier_at(x)
            if away <= SNAP_REACH and (best is None or away < best[0]):
                best = away, key, row
        return None if best is None else best[1:]


def _envelope(model: ModelCurves) -> DrawnCurve:
    envelope = model.evaluation.envelope
    return DrawnCurve(envelope.pc_plus, envelope.cost, envelope.indices)


def _cost_lines(model: ModelCurves, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
    """Return the lines of the hull's classifiers: the others are never the cheapest.

    A family has few, and all of them are shown.
    """
    family = family_of(model)
    if family is not None:
        return [classifier_lines(family, model_color(model.info, snapshot, tokens))]
    hull = model.evaluation.rociv_hull
    rows = _drawn_lines(model)
    color = model_color(model.info, snapshot, tokens)
    return [CostLines(hull.fpr[rows], hull.tpr[rows], color, _COST_LINE_ALPHA)]


def _line_at(
    snapshot: Snapshot, canvas: Canvas, place: QPointF, x: float
) -> tuple[str, int] | None:
    """Return model and row of the cost line under the mouse, of those that are drawn."""
    model = selected_curves(snapshot)
    if model is None:
        return None
    hull, rows = model.evaluation.rociv_hull, _drawn_lines(model)
    costs = hull.fpr[rows] * (1 - x) + (1 - hull.tpr[rows]) * x
    away = np.abs(canvas.y(costs) - place.y())
    nearest = int(away.argmin())
    return (model.info.key, int(hull.indices[rows][nearest])) if away[nearest] <= _ON_LINE else None


def _drawn_lines(model: ModelCurves) -> slice:
    return slice(None, None, max(1, -(-len(model.evaluation.rociv_hull) // MOST_COST_LINES)))


def trivial_lines(snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
    """Return the lines of the trivial classifiers that are switched on."""
    both = (0.0, 1.0)
    lines = (
        Line("none", both, (0.0, 1.0), tokens.trivial, dash=TRIVIAL_DASH),
        Line("all", both, (1.0, 0.0), tokens.trivial, dash=TRIVIAL_DASH),
    )
    return [line for line in lines if line.key not in snapshot.hidden]


def _operating_range(model: ModelCurves) -> list[Mark]:
    envelope = model.evaluation.envelope
    ends = envelope.operating_range or ()
    return [Tick(end, float(envelope.value_at(end))) for end in ends if 0 < end < 1]


def _operating_line(snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
    model = selected_model(snapshot)
    if model is None:
        return []
    ends = (model.policy.fp_cost_rate, 1 - model.policy.tp_benefit_rate)
    return [Line("operating", (0.0, 1.0), ends, tokens.ink, 215, dash=(5, 3))]


def _cheapest(snapshot: Snapshot, keys: Sequence[str]) -> str:
    """Say which models are the cheapest, or that none beats a trivial classifier."""
    if keys[0] not in snapshot.models:
        return tr(
            "No model is cheaper than {doing_all}",
            doing_all=vocabulary.vocabulary_of(snapshot).doing_all(keys[0]),
        )
    names = [snapshot.models[key].info.name for key in keys]
    return (
        tr("{names} is the cheapest", names=names[0])
        if len(names) == 1
        else tr("{listed_names} tie as the cheapest", listed_names=vocabulary.listed_names(names))
    )


def _winners(snapshot: Snapshot, tokens: Tokens) -> Mark:
    """Return the strip of the cheapest models, grey where a trivial classifier costs no more."""
    colors = {key: strip_colors(model.info, tokens) for key, model in snapshot.models.items()}
    winners = cost_comparisons(snapshot).winners
    parts = tuple(
        (low, high, tuple(name for key in keys for name in colors.get(key, (tokens.trivial,))))
        for low, high, keys in winners
    )
    return FootStrip(parts, "")


_HEIGHTS = (0.766, 0.66, 0.86, 0.56, 0.46, 0.36)  # of the view, between the grid lines at first
_ASIDE = (12.0, 20.0)  # px between a line and its name
_OVER_STRIP = 28.0  # px from the foot of the view
_SHARES = (0.5, 0.3, 0.7, 0.15, 0.85)  # of a part of the strip
_NARROW = 0.1  # of PC(+)


def ramp_places(text: str, intercept: float, slope: float, bounds: Bounds) -> Iterator[Label]:
    """Yield where the name of a trivial classifier may stand: on the outer side of its line."""
    anchor: Anchor = "right" if slope > 0 else "left"
    for aside in _ASIDE:
        for share in _HEIGHTS:
            height = bounds.y_low + share * bounds.height
            shift = (-aside if anchor == "right" else aside, 0.0)
            yield Label((height - intercept) / slope, height, text, anchor, shift)


def trivial_names(snapshot: Snapshot, bounds: Bounds) -> list[tuple[Label, ...]]:
    """Return where the names of the trivial classifiers may stand in cost space."""
    said = vocabulary.vocabulary_of(snapshot)
    ramps = {"none": (0.0, 1.0), "all": (1.0, -1.0)}
    return [
        tuple(ramp_places(said.all_of(key), *ramp, bounds))
        for key, ramp in ramps.items()
        if key not in snapshot.hidden
    ]


def cost_names(
    snapshot: Snapshot, bounds: Bounds, drawn: Sequence[Mark], handles: Sequence[Mark]
) -> Notes:
    """Return the names of the trivial classifiers and of the strip, clear of what is drawn."""
    notes = (*trivial_names(snapshot, bounds), *_strip_notes(snapshot, bounds))
    lines, bands = lines_and_bands(drawn)
    x = snapshot.condition.probability_cost
    condition = ((x, x), (bounds.y_low, bounds.y_high))
    others = (*handles, *drawn)
    return Notes(notes, (*lines, condition), bands, GRIP_WORDS, others=others)


def _strip_notes(snapshot: Snapshot, bounds: Bounds) -> list[tuple[Label, ...]]:
    """Return what the widest parts of the strip mean: one model, a tie, a trivial classifier."""
    said, winners = vocabulary.vocabulary_of(snapshot), cost_comparisons(snapshot).winners
    trivial = [one for one in winners if one[2][0] not in snapshot.models]
    single = [one for one in winners if len(one[2]) == 1 and one not in trivial]
    tied = [one for one in winners if len(one[2]) > 1]
    notes = [
        _over(single, (tr("cheapest model"), "cheapest"), bounds),
        _over(tied, (tr("cheapest models tie"), "tie"), bounds),
    ]
    for one in trivial:
        texts = (tr("no model beats {doing_all}", doing_all=said.doing_all(one[2][0])), "trivial")
        notes.append(_over([one], texts, bounds))
    return [note for note in notes if note]


def _over(parts: Sequence[Winners], texts: Sequence[str], bounds: Bounds) -> tuple[Label, ...]:
    """Return where words may stand over the widest of some parts, the longest words first."""
    low, high, _ = max(parts, key=lambda part: part[1] - part[0], default=(0.0, 0.0, ()))
    if high - low < _NARROW:
        return ()
    shift = (0.0, -_OVER_STRIP)
    return tuple(
        Label(low + share * (high - low), bounds.y_low, text, "center", shift)
        for text in texts
        for share in _SHARES
    )
