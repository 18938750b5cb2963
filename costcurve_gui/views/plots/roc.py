"""ROC space, in rates of cases or in shares of cost and benefit (ROCIV)."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.conditions import Pivots, condition_through
from costcurve_gui.analysis.view_settings import CostConstruction, PartialAxis
from costcurve_gui.dataio.errors import all_of
from costcurve_gui.engine.roc.curve import DIAGNOSTIC, SCREENING
from costcurve_gui.translation import tr
from costcurve_gui.views.plots import roc_overlays
from costcurve_gui.views.plots.forbidden_ground import (
    forbidden_cost_shares,
    forbidden_rates,
)
from costcurve_gui.views.plots.policy_marks import (
    classifier_points,
    hybrid_words,
    path_of,
    roc_marks,
)
from costcurve_gui.views.plots.review_marks import review_points
from costcurve_gui.views.plots.roc_constructions import (
    added_words,
    construction_marks,
    tangent_marks,
)
from costcurve_gui.views.plots.uncertain_condition import slope_wedge
from costcurve_gui.views.plotting.canvas import Bounds
from costcurve_gui.views.plotting.handles import Handle
from costcurve_gui.views.plotting.interval_marks import ribbons
from costcurve_gui.views.plotting.marks import Hollow, HoverPoint, Label, Line, Shade
from costcurve_gui.views.plotting.plot_view import (
    HULL_ALPHA,
    PADDING,
    Axis,
    PlotView,
    curve_lines,
    model_color,
    model_curves,
    nearest_point,
    operating_points,
    selected_curves,
    selected_model,
    shown_curves,
)
from costcurve_gui.views.shell.theme import TRIVIAL_DASH
from costcurve_gui.views.text import numbers, vocabulary
from costcurve_gui.views.text.names import partial_auc
from costcurve_gui.views.view import ChoiceGroup, Entry, Switch, competitor_choice

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from PySide6.QtCore import QPointF

    from costcurve_gui.analysis.curves import DrawnCurve, ModelCurves
    from costcurve_gui.analysis.snapshot import ModelSnapshot, Reading, Snapshot
    from costcurve_gui.engine.counts.rate_source import RateSource
    from costcurve_gui.engine.roc.curve import RocRegion
    from costcurve_gui.engine.roc.hull import RocHull
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.plotting.marks import Mark
    from costcurve_gui.views.shell.theme import Tokens


class RocView(PlotView):
    """Curves over the rates of both classes; with `shares`, over their shares of the money."""

    square = True

    def __init__(self, *, shares: bool = False) -> None:
        self._shares = shares
        self.name = "rociv" if shares else "roc"
        self.commands = () if shares else ("repair", "mix_points")
        self.submenu_commands = _OWN_COMMANDS[self.name]

    def subtitle(self, snapshot: Snapshot) -> str:
        """Say in the title bar what is shown."""
        del snapshot
        return tr("shares of money") if self._shares else tr("rates of cases")

    def added(self, snapshot: Snapshot) -> str:
        """Name what was switched on beside the curves."""
        return all_of([*added_words(snapshot), *filter(None, [hybrid_words(snapshot)])])

    def choices(self, snapshot: Snapshot) -> tuple[ChoiceGroup | Switch, ...]:
        """Return what can be chosen in its menu."""
        competitor = competitor_choice(snapshot)
        if self._shares:
            return (*_CONSTRUCTIONS, competitor)
        if snapshot.curve_set.costs_vary:
            why = tr("Costs differ from case to case: see ROCIV, where lengths are costs")
            disabled = (replace(group, disabled_reason=why) for group in _CONSTRUCTIONS)
            return (*_ROC_CHOICES, *disabled)
        return (*_ROC_CHOICES, *_CONSTRUCTIONS, competitor)

    def axes(self, snapshot: Snapshot) -> tuple[Axis, Axis]:
        """Return the words of the two axes, with the file's classes."""
        said = vocabulary.vocabulary_of(snapshot)
        if not self._shares:
            return (
                Axis(
                    tr(
                        "False positive rate (actual: {negative})",
                        negative=said.negative,
                    ),
                    short="fpr",
                ),
                Axis(
                    tr(
                        "True positive rate (actual: {positive})",
                        positive=said.positive,
                    ),
                    short="tpr",
                ),
            )
        lost = tr("lost interest") if snapshot.settings.payoff.preset == "credit_approval" else ""
        return (
            Axis(
                tr(
                    "Share of {lost} (actual: {negative})",
                    lost=lost or tr("false-alarm cost"),
                    negative=said.negative,
                )
            ),
            Axis(tr("Share of prevented loss"), short=tr("Prevented")),
        )

    def bounds(self, snapshot: Snapshot) -> Bounds:
        """Return the unit square and a rim."""
        del snapshot
        return Bounds(-PADDING, 1 + PADDING, -PADDING, 1 + PADDING)

    def static_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the chance line, the curves and the hull of the selected model."""
        chance = Line("chance", (0.0, 1.0), (0.0, 1.0), tokens.trivial, dash=TRIVIAL_DASH)
        marks: list[Mark] = [
            *self._regions(snapshot, tokens),
            *ribbons(snapshot, self.name, tokens),
            chance,
            *(forbidden_cost_shares if self._shares else forbidden_rates)(snapshot),
        ]
        model = selected_curves(snapshot)
        hull: list[Mark] = []
        if model is not None:
            color = model_color(model.info, snapshot, tokens)
            line = self._hull(model)
            hull.append(Line("hull", line.fpr, line.tpr, color, HULL_ALPHA))
            if self._source(model) is model.evaluation.rates:  # costs are counted as here
                curve = self.curves(snapshot)[model.info.key]
                marks += roc_marks(snapshot, tokens, (curve.x, curve.y), (line.fpr, line.tpr))
            if not self._shares:
                hull += roc_overlays.detail_static_items(snapshot, color)
        paths = {
            one.info.key: path_of(one, self._curve(one), self._hull(one))
            for one in shown_curves(snapshot)
        }
        drawn = curve_lines(paths, snapshot, tokens, hull)
        points = classifier_points(snapshot, tokens)
        lengths = tangent_marks(snapshot, tokens) if self._lengths_are_costs(snapshot) else ()
        overlays = roc_overlays.overlay_static_items(snapshot, tokens, shares=self._shares)
        return [*marks, *drawn, *points, *lengths, *overlays, *self._absolute(snapshot, tokens)]

    def _regions(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return where screening and diagnostic tests should work, in rates of cases."""
        if self._shares or not snapshot.settings.views.roc_regions:
            return []
        return [
            _shaded(SCREENING, tokens),
            _shaded(DIAGNOSTIC, tokens),
            Label(1.0, SCREENING.low, SCREENING.name, "right", (-4.0, -11.0)),
            Label(0.0, SCREENING.low, DIAGNOSTIC.name, "left", (2.0, 11.0)),
        ]

    def _absolute(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the selected model's point at threshold 0.5 of its probabilities."""
        model = selected_curves(snapshot)
        if self._shares or not snapshot.settings.views.absolute_point:
            return []
        if model is None or model.absolute is None:
            return []
        color = model_color(model.info, snapshot, tokens)
        x, y = model.absolute
        return [Hollow(x, y, color), Label(x, y, f"t {numbers.fixed(0.5, 1)}", "left", (7.0, 9.0))]

    def _lengths_are_costs(self, snapshot: Snapshot) -> bool:
        """Whether this space is the one of the costs: where they vary, that is ROCIV."""
        return self._shares or not snapshot.curve_set.costs_vary

    def _hull(self, model: ModelCurves) -> RocHull:
        return model.evaluation.rociv_hull if self._shares else model.evaluation.roc_hull

    def dynamic_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the operating points, what was expected of a combination, and lengths to read."""
        lengths = construction_marks(snapshot, tokens) if self._lengths_are_costs(snapshot) else ()
        details = () if self._shares else roc_overlays.detail_dynamic_items(snapshot, tokens)
        overlays = roc_overlays.overlay_dynamic_items(snapshot, tokens, shares=self._shares)
        points = operating_points(snapshot, tokens, self._points(snapshot))
        band = review_points(snapshot, tokens, shares=self._shares)
        model = selected_model(snapshot)
        if model is not None:
            lengths = [*slope_wedge(snapshot, tokens, *self._point(model.policy)), *lengths]
        return [*lengths, *details, *overlays, *points, *band]

    def _points(self, snapshot: Snapshot) -> Iterator[tuple[str, float, float]]:
        for key, model in snapshot.shown.items():
            yield key, *self._point(model.policy)

    def _point(self, policy: Policy) -> tuple[float, float]:
        if self._shares:
            return policy.fp_cost_rate, policy.tp_benefit_rate
        return policy.fpr, policy.tpr

    def handles(self, snapshot: Snapshot) -> list[Handle]:
        """Return the bounds, the iso-performance line and the selected operating point."""
        model = selected_model(snapshot)
        if model is None:
            return self._bounds_in_force(snapshot)
        ends = [] if self._shares else roc_overlays.detail_handles(snapshot)
        x, y = self._point(model.policy)
        pc_plus = snapshot.condition.probability_cost
        slope = (1 - pc_plus) / pc_plus if pc_plus > 0 else math.inf
        text = tr("slope {slope}", slope=numbers.significant(slope, 2))
        line = Handle("condition", x, y, (pc_plus, 1 - pc_plus), text)
        return [*ends, *self._bounds_in_force(snapshot), line, Handle("threshold", x, y, None)]

    def _bounds_in_force(self, snapshot: Snapshot) -> list[Handle]:
        selection, handles = snapshot.settings.selection, []
        if self._shares or not selection.engine_bounds:
            return []
        max_fpr, capacity = selection.bounds.fpr, selection.bounds.cases
        if max_fpr is not None:
            text = tr("fpr \u2264 {max_fpr}", max_fpr=numbers.rate(max_fpr))
            handles.append(Handle("max_fpr", max_fpr, 0.0, (0.0, 1.0), text))
        if capacity is not None:
            prior, share = snapshot.condition.prior, capacity / selection.population
            # Through the point of the line on the diagonal, where both rates are the share.
            text = tr("capacity {capacity}", capacity=numbers.count(capacity))
            handles.append(Handle("capacity", share, share, (prior, prior - 1), text))
        return handles

    def curves(self, snapshot: Snapshot) -> dict[str, DrawnCurve]:
        """Return the curves that are drawn."""
        return {model.info.key: self._curve(model) for model in shown_curves(snapshot)}

    def _curve(self, model: ModelCurves) -> DrawnCurve:
        return model.rociv if self._shares else model.roc

    def hint(self, snapshot: Snapshot, canvas: Canvas, place: QPointF) -> str:
        """Describe what was chosen to be shown beside the curves."""
        return roc_overlays.overlay_hint(snapshot, canvas, place, shares=self._shares)

    def reading_point(self, reading: Reading, snapshot: Snapshot) -> tuple[float, float]:
        """Return the rates, or the shares, of a reading."""
        del snapshot
        if self._shares:
            return reading.fp_cost_rate, reading.tp_benefit_rate
        return reading.fpr, reading.tpr

    def accessible_text(self, snapshot: Snapshot, model: ModelSnapshot) -> str:
        """Say the two rates, or the two shares."""
        x, y = (numbers.rate(value) for value in self._point(model.policy))
        if self._shares:
            return tr("share of false-alarm cost {x}, share of prevented loss {y}", x=x, y=y)
        partial = partial_auc(snapshot, model.info.key)
        return tr(
            "false positive rate {x}, true positive rate {y}{word}{partial}",
            x=x,
            y=y,
            word=", " if partial else "",
            partial=partial,
        )

    def reading_marks(
        self, snapshot: Snapshot, reading: Reading, tokens: Tokens, *, tagged: bool
    ) -> list[Mark]:
        """Return the ring of a reading, and the hull of its model where it is not on show."""
        marks = super().reading_marks(snapshot, reading, tokens, tagged=tagged)
        if not marks or reading.model.key == snapshot.selected:
            return marks
        line = self._hull(model_curves(snapshot)[reading.model.key])
        color = tokens.model_color(reading.model.slot)
        return [Line(tr("hover hull"), line.fpr, line.tpr, color, HULL_ALPHA), *marks]

    def highlight(self, snapshot: Snapshot, key: str, index: int, tokens: Tokens) -> list[Mark]:
        """Return a ring at the point of one classifier."""
        for model in shown_curves(snapshot):
            if model.info.key == key:
                row = np.array([index])
                source = self._source(model)
                x, y = float(source.fpr_at(row)[0]), float(source.tpr_at(row)[0])
                return [HoverPoint(x, y, tokens.model_color(model.info.slot))]
        return []

    def _source(self, model: ModelCurves) -> RateSource:
        return model.evaluation.rates if self._shares else model.evaluation.table

    def dragged(self, snapshot: Snapshot, handle: Handle, canvas: Canvas, place: QPointF) -> object:
        """Return PC(+), a bound on a rate, the capacity, or (model, threshold)."""
        x, y = canvas.value(place)
        if handle.name in ("max_fpr", "partial_low", "partial_high"):
            return min(max(x if handle.upright else y, 0.0), 1.0)
        if handle.name == "capacity":
            prior = snapshot.condition.prior
            share = min(max(prior * y + (1 - prior) * x, 0.0), 1.0)
            return share * snapshot.settings.selection.population
        if handle.name == "threshold":
            return self._threshold_at(snapshot, canvas, place)
        pivots = self._pivots(snapshot)
        if pivots is None:
            return snapshot.condition.probability_cost
        return condition_through(x, y, pivots, snapshot.condition.probability_cost)

    def _pivots(self, snapshot: Snapshot) -> Pivots | None:
        model, curves = selected_model(snapshot), selected_curves(snapshot)
        if model is None or curves is None:
            return None
        if not snapshot.settings.chooses_least_cost:
            return Pivots.fixed(*self._point(model.policy))
        envelope, source = curves.evaluation.envelope, self._source(curves)
        rows = envelope.indices[:-1]
        return Pivots(
            source.fpr_at(rows), source.tpr_at(rows), envelope.pc_plus[:-1], envelope.pc_plus[1:]
        )

    def _threshold_at(self, snapshot: Snapshot, canvas: Canvas, place: QPointF) -> object:
        curves = selected_curves(snapshot)
        if curves is None:
            return None
        curve = self.curves(snapshot)[curves.info.key]
        found = nearest_point(curve, canvas, place, math.inf)
        if found is None:
            return None
        return curves.info.key, curves.manual_position(int(curve.indices[found[1]]))


def _shaded(region: RocRegion, tokens: Tokens) -> Shade:
    ink, alpha = tokens.ink, tokens.uncertain_alpha
    if region.axis == "fpr":
        return Shade(region.low, region.high, 0.0, 1.0, ink, alpha)
    return Shade(0.0, 1.0, region.low, region.high, ink, alpha)


_OWN_COMMANDS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "roc": {"show": ("joint_hull", "concavities"), "partial_axis": ("partial_range",)},
    "rociv": {"show": ("joint_hull",)},
}
_CONSTRUCTIONS = (
    Switch(
        "common_tangents",
        tr("Common tangents with the compared model"),
        tr("tangent iso-performance line crossover same cost"),
    ),
    ChoiceGroup(
        "construction",
        tr("How cost is read off"),
        (
            Entry(CostConstruction.NONE, tr("Not shown")),
            Entry(
                CostConstruction.PERPENDICULAR, tr("Perpendicular to the line"), "iso-performance"
            ),
            Entry(
                CostConstruction.HORIZONTAL,
                tr("Horizontal, to the diagonal"),
                tr("Flach horizontal"),
            ),
        ),
    ),
)
_ROC_CHOICES = (
    Switch("absolute_point", tr("Point at threshold 0.5"), "probabilities"),
    Switch("roc_regions", tr("Screening and diagnostic regions"), tr("screening diagnostic tests")),
    Switch(
        "tie_corners", tr("Corners of equal scores"), tr("tie corners ties optimistic pessimistic")
    ),
    ChoiceGroup(
        "partial_axis",
        tr("Partial AUC"),
        (
            Entry(PartialAxis.OFF, tr("No partial AUC")),
            Entry(PartialAxis.FPR, tr("Partial AUC over the false positive rate")),
            Entry(PartialAxis.TPR, tr("Partial AUC over the true positive rate")),
        ),
    ),
)
