"""Marks of policies beyond one threshold: bounds, hybrids, classifiers of families, mixtures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.curves import DrawnCurve
from costcurve_gui.analysis.selection_settings import Kind
from costcurve_gui.translation import tr
from costcurve_gui.views.plotting.marks import (
    Between,
    ClassifierPoint,
    CostLines,
    Dot,
    Hollow,
    HoverPoint,
    Label,
    Line,
    ScreenLabel,
)
from costcurve_gui.views.plotting.plot_view import (
    HULL_ALPHA,
    model_color,
    selected_curves,
    shown_curves,
)
from costcurve_gui.views.text import numbers
from costcurve_gui.views.text.vocabulary import family_of

if TYPE_CHECKING:
    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.hybrid_curves import Hybrid, RocClassifiers
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.cost.constraint_walk import RateBound, WalkedLine
    from costcurve_gui.engine.cost.duality import CostPoint
    from costcurve_gui.engine.counts.family import FamilyTable
    from costcurve_gui.engine.roc.hull import RocHull
    from costcurve_gui.views.plotting.marks import Mark, Values
    from costcurve_gui.views.shell.theme import Tokens


_NEAR = 1.0  # how far beyond 0-1 a point may lie to be drawn
_FOOT = 0.16
_LINE = 15.0
_DASH = (2, 3)


def bound_marks(snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
    """Return the construction of the bound in force for the selected model, if there is one.

    Bounds count cases. Where costs vary from case to case cost space counts money, and no point
    of it stands for a bound.
    """
    bound, model = _bound(snapshot), selected_curves(snapshot)
    if bound is None or model is None:
        return []
    if model.evaluation.rates is not model.evaluation.table:
        return _on_screen(model, tr("costs vary by case:"), tr("no point for a bound"))
    from costcurve_gui.engine.cost.constraint_walk import walk_envelope

    walked = walk_envelope(model.evaluation.envelope, bound)
    point = bound.point
    marks: list[Mark] = [] if point is None else _towards(point, walked, tokens)
    vertex = Dot("vertex", *walked.vertex, tokens.ink)
    return [*marks, vertex, *_on_screen(model, *_words(bound, walked))]


def _on_screen(model: ModelCurves, *lines: str) -> list[Mark]:
    """Return words on a construction: on a picture nobody could look up what they mean."""
    words = below_curves(model, *lines)
    return [ScreenLabel(one.x, one.y, one.text, shift=one.shift) for one in words]


def below_curves(model: ModelCurves, *lines: str) -> list[Label]:
    """Return lines of words in the room that the model's envelope leaves at the foot."""
    y = min(_FOOT, float(model.evaluation.envelope.value_at(0.5)) / 2)
    return [Label(0.5, y, text, shift=(0.0, _LINE * at)) for at, text in enumerate(lines)]


def _bound(snapshot: Snapshot) -> RateBound | None:
    """Return the one bound in force that is a point of cost space."""
    selection = snapshot.settings.selection
    max_fpr, capacity = selection.bounds.fpr, selection.bounds.cases
    if len(selection.engine_bounds) != 1:
        return None
    if max_fpr is not None:
        from costcurve_gui.engine.cost.constraint_walk import neyman_pearson_bound

        return neyman_pearson_bound(max_fpr)
    if capacity is not None:
        from costcurve_gui.engine.cost.constraint_walk import workforce_bound

        return workforce_bound(capacity, selection.population, snapshot.condition.prior)
    return None


def _towards(point: CostPoint, walked: WalkedLine, tokens: Tokens) -> list[Mark]:
    """Return the point, and the way to it where it lies outside 0-1."""
    x, y = point
    if not (-_NEAR <= x <= 1 + _NEAR and abs(y) <= 1 + _NEAR):
        return []
    ring = HoverPoint(x, y, tokens.ink)
    if 0 <= x <= 1:
        return [ring]
    edge = 0.0 if x < 0 else 1.0
    at_edge = walked.line.intercept + walked.line.slope * edge
    (left, low), (right, high) = sorted(((x, y), (edge, at_edge)))
    return [Line("bound", (left, right), (low, high), tokens.ink, 215, dash=_DASH), ring]


def _words(bound: RateBound, walked: WalkedLine) -> tuple[str, str]:
    """Say where the point lies."""
    point = bound.point
    if bound.fits_all:
        return "capacity", tr("for all cases")
    if point is None:
        return tr("no virtual point: parallel"), tr(
            "lines, slope {slope}", slope=numbers.rate(walked.line.slope)
        )
    if 0 <= point.pc_plus <= 1:
        return tr("through fpr {cost}", cost=numbers.rate(point.cost)), tr("at PC(+) = 0")
    return tr("virtual point at"), f"PC(+) = {numbers.rate(point.pc_plus)}"


_HALF = 0.06  # length of a short line through a point of ROC space


def hybrid_words(snapshot: Snapshot) -> str:
    """Name the hybrid curve, where it is drawn."""
    found = _selected(snapshot)
    return "" if found is None else tr("the hybrid of {name}", name=found[0].info.name)


def cost_marks(snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
    """Return the hybrid curve, and the ground down to the lower envelope."""
    found = _selected(snapshot)
    if found is None:
        return []
    model, hybrid = found
    color, envelope = model_color(model.info, snapshot, tokens), model.evaluation.envelope
    line, least = (hybrid.pc_plus, hybrid.cost), (envelope.pc_plus, envelope.cost)
    return [
        Between(line, least, color, tokens.band_alpha),
        Line("hybrid", *line, color, HULL_ALPHA),
        *below_curves(
            model,
            tr("the condition alone:"),
            tr("area {excess_area}", excess_area=numbers.rate(hybrid.excess_area)),
        ),
    ]


def roc_marks(
    snapshot: Snapshot, tokens: Tokens, curve: tuple[Values, Values], hull: tuple[Values, Values]
) -> list[Mark]:
    """Return the ground between all thresholds and the hull, or the classifiers of a family.

    Each classifier is in use for the slopes between its two short lines. They would be edges of the
    hull if every choice were the cheapest one.
    """
    found = _selected(snapshot)
    if found is None:
        return []
    model, hybrid = found
    color = model_color(model.info, snapshot, tokens)
    if hybrid.classifiers is None:
        return [Between(curve, hull, color, tokens.band_alpha)]
    return _short_lines(hybrid.classifiers, color)


def _selected(snapshot: Snapshot) -> tuple[ModelCurves, Hybrid] | None:
    model = selected_curves(snapshot)
    if model is None or snapshot.settings.selection.criterion.kind is not Kind.CONDITION:
        return None
    hybrid = (snapshot.results.hybrids or {}).get(model.info.key)
    return None if hybrid is None else (model, hybrid)


def _short_lines(classifiers: RocClassifiers, color: str) -> list[Mark]:
    marks: list[Mark] = []
    for slopes, side in ((classifiers.steepest, -1.0), (classifiers.flattest, 1.0)):
        angles = np.arctan(slopes)
        across, up = side * _HALF * np.cos(angles), side * _HALF * np.sin(angles)
        for x, y, dx, dy in zip(classifiers.fpr, classifiers.tpr, across, up, strict=True):
            (left, low), (right, high) = sorted(((x, y), (x + dx, y + dy)))
            marks.append(Line("classifier", (left, right), (low, high), color))
    return marks


_LINE_ALPHA = 90  # a line is a classifier here, not one of a thousand thresholds


def classifier_points(snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
    """Return a point for every classifier, a hollow one where another classifier dominates it."""
    marks: list[Mark] = []
    for model in shown_curves(snapshot):
        table = family_of(model)
        if table is not None:
            color = model_color(model.info, snapshot, tokens)
            pairs = zip(table.classifiers, table.dominated.tolist(), strict=True)
            marks += [
                (Hollow if dominated else ClassifierPoint)(classifier.fpr, classifier.tpr, color)
                for classifier, dominated in pairs
            ]
    return marks


def classifier_lines(table: FamilyTable, color: str) -> Mark:
    """Return the cost line of every classifier, dominated ones too."""
    fpr = tuple(classifier.fpr for classifier in table.classifiers)
    tpr = tuple(classifier.tpr for classifier in table.classifiers)
    return CostLines(fpr, tpr, color, _LINE_ALPHA)


def path_of(model: ModelCurves, curve: DrawnCurve, hull: RocHull) -> DrawnCurve:
    """Return the line to draw: of a family its hull, as nothing lies between two classifiers."""
    return curve if family_of(model) is None else DrawnCurve(hull.fpr, hull.tpr, hull.indices)


_MIXING_DASH = (4.0, 3.0)


def mixing_line(snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
    """Return the mixtures of both points, and the points."""
    if snapshot.mix is None:
        return []
    ends = sorted((policy.fpr, policy.tpr) for policy in (snapshot.mix.first, snapshot.mix.second))
    across, up = zip(*ends, strict=True)
    line = Line("mixing", across, up, tokens.ink, dash=_MIXING_DASH)
    return [line, *(Hollow(*end, tokens.ink) for end in ends)]


def mixing_point(snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
    """Return the mixture that does what is wanted."""
    if snapshot.mix is None or snapshot.mix.found is None:
        return []
    return [HoverPoint(*snapshot.mix.found.point, tokens.ink)]


def mixing_cost(snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
    """Return the cost line of the mixture, which is one more classifier, and its cost now."""
    if snapshot.mix is None or snapshot.mix.found is None:
        return []
    fp_cost, tp_benefit, cost = map(
        snapshot.mix.mean, ("fp_cost_rate", "tp_benefit_rate", "normalized_expected_cost")
    )
    if fp_cost is None or tp_benefit is None or cost is None:
        return []
    line = Line("mixing", (0.0, 1.0), (fp_cost, 1 - tp_benefit), tokens.ink, dash=_MIXING_DASH)
    return [line, HoverPoint(snapshot.condition.probability_cost, cost, tokens.ink)]


def mixing_profit(snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
    """Return what mixtures of both points earn by the share they act on, and the one wanted."""
    if snapshot.mix is None:
        return []
    ends = sorted(
        (policy.fraction_targeted, policy.expected_profit)
        for policy in (snapshot.mix.first, snapshot.mix.second)
    )
    across, up = zip(*ends, strict=True)
    line = Line("mixing", across, up, tokens.ink, dash=_MIXING_DASH)
    marks: list[Mark] = [line, *(Hollow(*end, tokens.ink) for end in ends)]
    share, profit = map(snapshot.mix.mean, ("fraction_targeted", "expected_profit"))
    if share is not None and profit is not None:
        marks.append(HoverPoint(share, profit, tokens.ink))
    return marks
