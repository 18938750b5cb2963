"""Decision curves: the net benefit of acting from each threshold probability on."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.memo import once
from costcurve_gui.analysis.view_curves import (
    benefit_at,
    cost_ratio_at,
    implied_stake,
    treat_all_line,
    view_curves,
)
from costcurve_gui.engine.curves.net_benefit import treat_all_reaches
from costcurve_gui.translation import tr
from costcurve_gui.views.plots.forbidden_ground import forbidden_scores
from costcurve_gui.views.plots.uncertain_condition import curve_band
from costcurve_gui.views.plotting.canvas import Bounds
from costcurve_gui.views.plotting.handles import Handle
from costcurve_gui.views.plotting.interval_marks import ribbons
from costcurve_gui.views.plotting.marks import HoverPoint, Label, Line, Tick
from costcurve_gui.views.plotting.notes import GRIP_WORDS, noted
from costcurve_gui.views.plotting.plot_view import (
    PADDING,
    Axis,
    PlotView,
    curve_lines,
    model_curves,
    operating_points,
)
from costcurve_gui.views.plotting.ticks import rounded
from costcurve_gui.views.shell.theme import TRIVIAL_DASH
from costcurve_gui.views.text import new_cases_text, numbers, vocabulary
from costcurve_gui.views.text.empty_states import (
    models_without_probabilities,
    not_drawn_in_short,
    selected_not_drawn,
)
from costcurve_gui.views.view import EmptyState

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from PySide6.QtCore import QPointF

    from costcurve_gui.analysis.curves import DrawnCurve, ModelCurves
    from costcurve_gui.analysis.snapshot import ModelSnapshot, Reading, Snapshot
    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.plotting.marks import Anchor, Mark
from costcurve_gui.views.shell.theme import Tokens

_BELOW = 0.35  # how far the view reaches below zero, as a part of the best net benefit
_HEADROOM = 1.08
_MISSED_ROWS = 12
_MISSED_AT: tuple[tuple[float, Anchor, float], ...] = (
    (1.0, "right", -4.0),
    (0.5, "center", 0.0),
    (0.0, "left", 4.0),
)
_DEPTHS = (0.6, 0.8, 0.4, 0.2, -1.2, -1.8)  # of that stretch: where the falling line is named
_SIDES: tuple[tuple[Anchor, float], ...] = (("left", 6.0), ("right", -6.0))
_ASIDE, _ROW = 12.0, 18.0  # px from zero to words, and from words to words
_TICK = 0.05  # of the height of the view: half a tick in a low one
_LAST = 0.95  # a model that scores higher is drawn to the end


class NetBenefitView(PlotView):
    """Net benefit of every model whose scores are probabilities, and of the trivial ones.

    What the costs imply is the upright line. The operating points lie on it: decisions as they
    are made, weighed by the costs in force.
    """

    name = "net_benefit"

    def subtitle(self, snapshot: Snapshot) -> str:
        """Say in the title bar what is shown, or that models are left out."""
        return not_drawn_in_short(snapshot) or vocabulary.prior_in_short(snapshot)

    def empty_state(self, snapshot: Snapshot) -> EmptyState | None:
        """Say that no model on show gives probabilities."""
        if len(models_without_probabilities(snapshot)) < len(snapshot.shown):
            return None
        return EmptyState(
            tr("Scores outside 0 to 1"),
            tr("Net benefit needs probabilities."),
            tr("Add a calibrated model\u2026"),
            "add_model",
        )

    def axes(self, snapshot: Snapshot) -> tuple[Axis, Axis]:
        """Return the words of the two axes, with the user's cases."""
        said = vocabulary.vocabulary_of(snapshot)
        return (
            Axis(tr("Threshold probability of {positive}", positive=said.positive)),
            Axis(
                tr("Net benefit, true positives per {noun}", noun=said.noun),
                short=tr("Net benefit"),
            ),
        )

    def bounds(self, snapshot: Snapshot) -> Bounds:
        """Return all threshold probabilities, and net benefits from a little below zero."""
        highest = [float(curve.y.max()) for curve in self.curves(snapshot).values()]
        best = max([*highest, snapshot.condition.prior])
        low, high = rounded(-_BELOW * best, _HEADROOM * best)
        return Bounds(-PADDING, 1 + PADDING, low, high)

    def listed(self, snapshot: Snapshot) -> Collection[str]:
        """Return the models whose scores are probabilities."""
        return self.curves(snapshot).keys()

    def static_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the two trivial decisions and the curves."""
        curves = self.curves(snapshot)
        everyone = treat_all_line(snapshot.condition)
        # Beyond its highest score a model acts on none: no doubt of a curve is left to be shown.
        models = model_curves(snapshot)
        highest = {key: _highest_score(models[key]) for key in curves}
        drawn = [
            *(forbidden_scores(snapshot) if snapshot.selected in curves else []),
            *ribbons(snapshot, self.name, tokens, highest),
            Line("none", (0.0, 1.0), (0.0, 0.0), tokens.trivial, dash=TRIVIAL_DASH),
            Line("all", everyone.x, everyone.y, tokens.trivial, dash=TRIVIAL_DASH),
            *curve_lines(curves, snapshot, tokens),
        ]
        end = highest.get(snapshot.selected or "", 1.0)
        ticks = [Tick(end, 0.0)] if end < _LAST else []
        half = _TICK * self.bounds(snapshot).height
        taken = [*drawn, Line("tick", (end, end), (-half, half), tokens.ink)]
        return [*drawn, *ticks, noted(taken, _names(snapshot, end), GRIP_WORDS)]

    def dynamic_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the operating points."""
        condition, curves = snapshot.condition, self.curves(snapshot)
        stake = implied_stake(condition)
        points = (
            (key, stake, benefit_at(condition, one.policy.fpr, one.policy.tpr, stake))
            for key, one in snapshot.shown.items()
            if key in curves
        )
        band = curve_band(snapshot, tokens, lambda at: self.curves(at).get(snapshot.selected or ""))
        return [*band, *operating_points(snapshot, tokens, points)]

    def handles(self, snapshot: Snapshot) -> list[Handle]:
        """Return the threshold probability that the costs imply."""
        stake = implied_stake(snapshot.condition)
        text = tr("costs imply {stake}", stake=numbers.rate(stake))
        return [Handle("cost_ratio", stake, 0.0, (0.0, 1.0), text)]

    def curves(self, snapshot: Snapshot) -> dict[str, DrawnCurve]:
        """Return the curves of the models whose scores are probabilities."""
        return {key: one for key, one in view_curves(snapshot, self.name).items() if one.x.size}

    def reading_point(self, reading: Reading, snapshot: Snapshot) -> tuple[float, float]:
        """Return the threshold of a reading as what is at stake, and the net benefit there."""
        return _point(snapshot, reading.threshold, reading.fpr, reading.tpr)

    def highlight(self, snapshot: Snapshot, key: str, index: int, tokens: Tokens) -> list[Mark]:
        """Return a ring at the point of one classifier."""
        if key not in self.curves(snapshot):
            return []
        table, row = model_curves(snapshot)[key].evaluation.table, np.array([index])
        fpr, tpr = float(table.fpr_at(row)[0]), float(table.tpr_at(row)[0])
        x, y = _point(snapshot, float(table.thresholds[index]), fpr, tpr)
        color = tokens.model_color(snapshot.models[key].info.slot)
        return [HoverPoint(x, y, color)] if math.isfinite(x) else []

    def dragged(self, snapshot: Snapshot, handle: Handle, canvas: Canvas, place: QPointF) -> object:
        """Return the ratio of the costs, a miss to a false alarm, that implies the place."""
        del snapshot, handle
        return cost_ratio_at(canvas.value(place)[0])

    def accessible_text(self, snapshot: Snapshot, model: ModelSnapshot) -> str:
        """Say the net benefit at the costs in force."""
        if model.info.key not in self.curves(snapshot):
            return tr("scores outside 0 to 1")
        policy, stake = model.policy, implied_stake(snapshot.condition)
        benefit = benefit_at(snapshot.condition, policy.fpr, policy.tpr, stake)
        here = tr(
            "{difference} at {stake}",
            difference=numbers.difference(benefit),
            stake=numbers.rate(stake),
        )
        new = new_cases_text.net_benefit(snapshot, model.info.key)
        return (
            tr("net benefit {new}, on this sample {here}", new=new, here=here)
            if new
            else tr("net benefit {here}", here=here)
        )


@once
def _highest_score(model: ModelCurves) -> float:
    thresholds = model.evaluation.table.thresholds
    return float(thresholds[np.isfinite(thresholds)].max(initial=0.0))


def _names(snapshot: Snapshot, end: float) -> Iterator[list[Label]]:
    """Yield where the trivial decisions may be named, and where the selected model ends.

    Or why it has no curve.
    """
    prior, said = snapshot.condition.prior, vocabulary.vocabulary_of(snapshot)
    missed = selected_not_drawn(snapshot)
    if missed:
        yield [
            Label(at, height, text, side, (shift, 0.0))
            for text in vocabulary.versions_on_lines(missed)
            for height in np.linspace(prior, -_BELOW * prior, _MISSED_ROWS).tolist()
            for at, side, shift in _MISSED_AT
        ]
    if end < _LAST:
        text = tr("highest score {end}", end=numbers.rate(end))
        yield [
            Label(at, 0.0, text, "right", (0.0, -_ASIDE - row * _ROW))
            for row in (0, 1, 2, 3)
            for at in (end, 1.0, end / 2)
        ]
    none, every = said.all_of("none"), said.all_of("all")
    yield [
        Label(at, 0.0, none, "right", (-4.0, aside))
        for aside in (-_ASIDE, _ASIDE, 2 * _ASIDE, -2 * _ASIDE, 3 * _ASIDE)
        for at in (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
    ]
    depths = [-_BELOW * part * prior for part in _DEPTHS]
    places = [(treat_all_reaches(prior, depth), depth) for depth in depths]
    yield [Label(x, y, every, side, (right, 0.0)) for side, right in _SIDES for x, y in places]


def _point(snapshot: Snapshot, threshold: float, fpr: float, tpr: float) -> tuple[float, float]:
    if not 0 <= threshold < 1:
        return math.nan, math.nan
    return threshold, benefit_at(snapshot.condition, fpr, tpr, threshold)
