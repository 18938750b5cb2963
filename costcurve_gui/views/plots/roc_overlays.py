"""What ROC space shows on demand: joint hull, concavities, combinations, partial AUC, ties."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.view_curves import TiedCurves, tied_curves
from costcurve_gui.analysis.view_settings import PartialAxis
from costcurve_gui.translation import tr
from costcurve_gui.views.plots.policy_marks import mixing_line, mixing_point
from costcurve_gui.views.plotting.handles import Handle
from costcurve_gui.views.plotting.marks import HoverPoint, Label, Line, Shade
from costcurve_gui.views.plotting.notes import Notes
from costcurve_gui.views.plotting.obstacles import lines_and_bands
from costcurve_gui.views.plotting.plot_view import (
    HULL_ALPHA,
    model_color,
    model_curves,
    selected_curves,
    selected_model,
    shown_curves,
)
from costcurve_gui.views.shell.theme import TRIVIAL_DASH
from costcurve_gui.views.text import numbers, vocabulary
from costcurve_gui.views.text.names import partial_auc
from costcurve_gui.views.text.vocabulary import family_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray
    from PySide6.QtCore import QPointF

    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.derived_models import Combination
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.cost.duality import RocPoint
    from costcurve_gui.engine.roc.concavities import Concavities
    from costcurve_gui.engine.roc.hull import RocHull
    from costcurve_gui.engine.roc.joint_hull import HullVertex, JointHull
    from costcurve_gui.engine.selection.combinations import LogicalBounds
    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.plotting.marks import Mark
    from costcurve_gui.views.shell.theme import Tokens


def overlay_static_items(snapshot: Snapshot, tokens: Tokens, *, shares: bool) -> list[Mark]:
    """Return what lies over the curves. By shares of money only the joint hull means anything."""
    hull = joint_hull_marks(snapshot, tokens, shares=shares)
    if shares:
        return hull
    overlays = (concavity_marks, combination_marks, mixing_line)
    return [*hull, *(mark for overlay in overlays for mark in overlay(snapshot, tokens))]


def overlay_dynamic_items(snapshot: Snapshot, tokens: Tokens, *, shares: bool) -> list[Mark]:
    """Return the points that lie under the operating points."""
    points = () if shares else (expected_points, mixture_point, mixing_point)
    return [mark for point in points for mark in point(snapshot, tokens)]


def overlay_hint(snapshot: Snapshot, canvas: Canvas, place: QPointF, *, shares: bool) -> str:
    """Describe the concavity, or name the owners of the joint hull, under the mouse."""
    concavity = "" if shares else concavity_hint(snapshot, canvas, place)
    return concavity or joint_hull_hint(snapshot, canvas, place, shares=shares)


_AWAY = (0.0, 12.0, -12.0, 24.0, -24.0, 36.0, -36.0)
_BESIDE = sorted(product((9.0, 24.0, 40.0, 52.0), _AWAY), key=lambda away: math.hypot(*away))
_CORNER_DASH = (3.0, 3.0)
_DROPS, _ASIDE = (20.0, 44.0), (18.0, 100.0)  # of the grips: values must not cover each other
_LINE_HEIGHT = 17.0


def detail_static_items(snapshot: Snapshot, color: str) -> list[Mark]:
    """Return the curves through the corners of the selected model's ties."""
    tied = _tied_curves(snapshot)
    if tied is None:
        return []
    return [
        Line(name, curve.x, curve.y, color, HULL_ALPHA, dash=_CORNER_DASH)
        for name, curve in (("optimistic", tied.optimistic), ("pessimistic", tied.pessimistic))
    ]


def detail_dynamic_items(snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
    """Return the range of the partial AUC, and in words what either detail amounts to."""
    choices = snapshot.settings.views
    shade: list[Mark] = []
    if choices.partial_axis is not PartialAxis.OFF:
        across, up = choices.partial_range, (0.0, 1.0)
        if choices.partial_axis is PartialAxis.TPR:
            across, up = up, across
        shade.append(Shade(*across, *up, tokens.ink, tokens.uncertain_alpha))
    notes: list[Mark] = [
        Label(1.0, 0.0, text, "right", (0.0, -8.0 - row * _LINE_HEIGHT))
        for row, text in enumerate(reversed(list(_notes(snapshot))))
    ]
    return shade + notes


def detail_handles(snapshot: Snapshot) -> list[Handle]:
    """Return the two ends of the range of the partial AUC."""
    choices = snapshot.settings.views
    if choices.partial_axis is PartialAxis.OFF:
        return []
    low, high = choices.partial_range
    name = choices.partial_axis.value
    texts = f"{name} {numbers.rate(low)}", f"{name} {numbers.rate(high)}"
    if choices.partial_axis is PartialAxis.FPR:
        return [
            Handle("partial_low", low, 0.0, (0.0, 1.0), texts[0], _DROPS[0]),
            Handle("partial_high", high, 0.0, (0.0, 1.0), texts[1], _DROPS[1]),
        ]
    return [
        Handle("partial_low", 0.0, low, (1.0, 0.0), texts[0], _ASIDE[0]),
        Handle("partial_high", 0.0, high, (1.0, 0.0), texts[1], _ASIDE[1]),
    ]


def _tied_curves(snapshot: Snapshot) -> TiedCurves | None:
    """Return the equal scores of the selected model where they are to be shown."""
    model = selected_curves(snapshot)
    shown = model is not None and snapshot.settings.views.tie_corners
    return tied_curves(model) if shown and model is not None else None


def _notes(snapshot: Snapshot) -> Iterator[str]:
    model, tied = selected_model(snapshot), _tied_curves(snapshot)
    if model is None:
        return
    if tied is not None:
        yield tr(
            "equal scores: AUC {lowest_auc}",
            lowest_auc=numbers.interval(tied.lowest_auc, tied.highest_auc),
        )
    partial = partial_auc(snapshot, model.info.key)
    if partial:
        yield partial


def expected_points(snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
    """Return where combinations would lie if their models decided independently."""
    return [
        HoverPoint(*point, model_color(model.info, snapshot, tokens))
        for model, combination in _combinations(snapshot)
        for point in combination.expected
    ]


def combination_marks(snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
    """Return the boxes of what is possible, and the names of expected and measured points."""
    marks: list[Mark] = []
    unmeasured: list[RocPoint] = []
    for _, found in _combinations(snapshot):
        marks += () if found.bounds is None else _boxes(found.bounds, tokens)
        if found.measured is None:
            unmeasured.append(found.expected[-1])
        else:
            marks += _names(found.expected[-1], found.measured)
    if not unmeasured:
        return marks
    lines, _ = lines_and_bands(marks)
    curves = ((model.roc.x, model.roc.y) for model in shown_curves(snapshot))
    places = tuple(map(_places, unmeasured))
    return [*marks, Notes(places, (*lines, *curves))]


def _places(point: RocPoint) -> tuple[Label, ...]:
    """Return where an expected point may be named, the best place first."""
    return tuple(
        label
        for across, up in _BESIDE
        for label in (
            Label(*point, "expected", "left", (across, up)),
            Label(*point, "expected", "right", (-across, up)),
        )
    )


def _combinations(snapshot: Snapshot) -> Iterator[tuple[ModelCurves, Combination]]:
    """Yield the selected combination; where none is measured, all that are shown.

    Their boxes are then all that is known of them.
    """
    for model in shown_curves(snapshot):
        found = model.combination
        if found is not None and (found.measured is None or model is selected_curves(snapshot)):
            yield model, found


def _boxes(bounds: LogicalBounds, tokens: Tokens) -> Iterator[Mark]:
    yield from _box("possible", bounds.low, bounds.high, tokens.trivial)
    if bounds.reachable != bounds.low:
        yield from _box("reachable", bounds.reachable, bounds.high, tokens.muted)


def _box(key: str, low: RocPoint, high: RocPoint, color: str) -> Iterator[Mark]:
    """Return a rectangle as the two ways from its one corner to the other."""
    across, up = (low.fpr, low.fpr, high.fpr), (low.tpr, high.tpr, high.tpr)
    yield Line(tr("{key} left", key=key), across, up, color, dash=TRIVIAL_DASH)
    across, up = (low.fpr, high.fpr, high.fpr), (low.tpr, low.tpr, high.tpr)
    yield Line(tr("{key} right", key=key), across, up, color, dash=TRIVIAL_DASH)


def _names(expected: RocPoint, measured: RocPoint) -> Iterator[Mark]:
    """Name both points, the upper one above it and the lower one below."""
    above = expected.tpr >= measured.tpr
    yield _named(expected.fpr, expected.tpr, tr("expected if independent"), above=above)
    yield _named(measured.fpr, measured.tpr, "measured", above=not above)


def _named(fpr: float, tpr: float, text: str, *, above: bool) -> Label:
    if above:
        return Label(fpr, tpr, text, "right", (-6.0, -18.0))
    return Label(fpr, tpr, text, "left", (6.0, 18.0))


_MOST_MARKED, _MOST_LABELLED = 40, 4
_APART = 0.07  # of the axis: what two labels need between them
_REACH = 8.0  # pixels


@dataclass(frozen=True, slots=True)
class Concavity:
    """One concavity of a model: its position among all, and the drop to its deepest point."""

    model: ModelCurves
    found: Concavities
    at: int
    fpr: float
    tpr: float

    @property
    def gain(self) -> float:
        """What its repair adds to the AUC."""
        return float(self.found.repair_gain[self.at])

    def marks(self, tokens: Tokens) -> Iterator[Mark]:
        """Return a bridge over it, and the drop from there to its deepest point."""
        at, found = self.at, self.found
        across = (float(found.fpr_low[at]), float(found.fpr_high[at]))
        up = (float(found.tpr_low[at]), float(found.tpr_high[at]))
        yield Line(tr("concavity {at}", at=at), across, up, tokens.ink)
        top = self.tpr + float(found.depth[at])
        drop = (self.fpr, self.fpr), (self.tpr, top)
        yield Line(tr("depth {at}", at=at), *drop, tokens.ink, dash=(2.0, 2.0))

    def label(self) -> Label:
        """Return what its repair adds, in words."""
        text = tr("{gain} AUC", gain=numbers.significant(self.gain, 2, signed=True))
        return Label(self.fpr, self.tpr, text, "left", (6.0, 8.0))

    def is_at(self, canvas: Canvas, place: QPointF) -> bool:
        """Whether its drop lies under the mouse."""
        top = canvas.y(self.tpr + float(self.found.depth[self.at]))
        beside = abs(canvas.x(self.fpr) - place.x()) <= _REACH
        return beside and top - _REACH <= place.y() <= canvas.y(self.tpr) + _REACH

    def text(self) -> str:
        """Describe it in a sentence."""
        at, found = self.at, self.found
        first = self._threshold(int(found.first_rows[at]), float(found.first_thresholds[at]))
        last = self._threshold(int(found.last_rows[at]), float(found.last_thresholds[at]))
        gain, area = (numbers.significant(value, 2) for value in (self.gain, float(found.area[at])))
        return tr(
            "Concavity from t {first} to {last}: reversing the ranking in it adds {gain} "
            "to the AUC, mixing its two ends {area}",
            first=first,
            last=last,
            gain=gain,
            area=area,
        )

    def _threshold(self, row: int, value: float) -> str:
        return vocabulary.threshold_text(self.model, row, value)


def concavity_marks(snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
    """Return the largest concavities of the selected model, where they were asked for."""
    shown = _largest(snapshot)
    marks = [mark for concavity in shown for mark in concavity.marks(tokens)]
    return [*marks, *_labels(shown)]


def concavity_hint(snapshot: Snapshot, canvas: Canvas, place: QPointF) -> str:
    """Describe the concavity whose drop the mouse is over."""
    under = (one.text() for one in _largest(snapshot) if one.is_at(canvas, place))
    return next(under, "")


def _largest(snapshot: Snapshot) -> list[Concavity]:
    """Return the concavities of the selected model with the largest gains, the largest first."""
    model = selected_curves(snapshot)
    known = snapshot.results.concavities or {}
    found = None if model is None else known.get(model.info.key)
    if not snapshot.settings.views.concavities or model is None or found is None:
        return []
    order = found.largest(_MOST_MARKED)
    rows, table = found.deepest_rows[order], model.evaluation.table
    places = zip(order.tolist(), table.fpr_at(rows), table.tpr_at(rows), strict=True)
    return [Concavity(model, found, at, float(fpr), float(tpr)) for at, fpr, tpr in places]


def _labels(shown: list[Concavity]) -> list[Mark]:
    """Label the first of them, but none so near another that the words would meet."""
    labelled: list[Concavity] = []
    for one in shown[:_MOST_LABELLED]:
        if all(abs(one.tpr - other.tpr) >= _APART for other in labelled):
            labelled.append(one)
    return [one.label() for one in labelled]


def joint_hull_of(snapshot: Snapshot, *, shares: bool) -> JointHull | None:
    """Return the hull over the models switched on, by rates or by shares; None without any."""
    from costcurve_gui.engine.roc.joint_hull import joint_hull

    hulls: Mapping[str, RocHull] = {
        model.info.key: model.evaluation.rociv_hull if shares else model.evaluation.roc_hull
        for model in shown_curves(snapshot)
    }
    return joint_hull(hulls) if hulls else None


def joint_hull_marks(snapshot: Snapshot, tokens: Tokens, *, shares: bool) -> list[Mark]:
    """Return the hull as a line, where it was asked for."""
    if not snapshot.settings.views.joint_hull:
        return []
    found = joint_hull_of(snapshot, shares=shares)
    return (
        []
        if found is None
        else [Line(tr("joint hull"), found.hull.fpr, found.hull.tpr, tokens.ink)]
    )


def mixture_point(snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
    """Return the point of the hull at which the capacity is used, where two models are mixed."""
    if snapshot.mixture is None or not snapshot.settings.views.joint_hull:
        return []
    return [HoverPoint(*snapshot.mixture.found.point, tokens.ink)]


def joint_hull_hint(snapshot: Snapshot, canvas: Canvas, place: QPointF, *, shares: bool) -> str:
    """Name the owners of the part of the hull under the mouse."""
    if not snapshot.settings.views.joint_hull:
        return ""
    found = joint_hull_of(snapshot, shares=shares)
    if found is None:
        return ""
    position = _nearest_edge(canvas.x(found.hull.fpr), canvas.y(found.hull.tpr), place)
    return "" if position is None else edge_text(snapshot, found, position)


def edge_text(snapshot: Snapshot, found: JointHull, position: int) -> str:
    """Name both ends of an edge: mix of naive_bayes t 0.0325 and random_forest t 0.1200."""
    edge = found.edge(position)
    ends = " and ".join(_vertex_text(snapshot, vertex) for vertex in (edge.left, edge.right))
    return tr("Joint hull: mix of {ends}", ends=ends)


def _vertex_text(snapshot: Snapshot, vertex: HullVertex) -> str:
    model = model_curves(snapshot).get(vertex.model)
    if model is None:
        return vocabulary.vocabulary_of(snapshot).all_of(vertex.model)
    threshold = vocabulary.threshold_text(model, vertex.index, vertex.threshold)
    mark = "" if family_of(model) is not None else "t "
    return f"{model.info.name} {mark}{threshold}"


def _nearest_edge(x: NDArray[np.float64], y: NDArray[np.float64], place: QPointF) -> int | None:
    """Return the edge of a chain of points that lies within reach of a place, the nearest one."""
    run, rise = np.diff(x), np.diff(y)
    square = np.maximum(run**2 + rise**2, np.finfo(np.float64).tiny)
    along = ((place.x() - x[:-1]) * run + (place.y() - y[:-1]) * rise) / square
    along = along.clip(0.0, 1.0)
    away = np.hypot(x[:-1] + along * run - place.x(), y[:-1] + along * rise - place.y())
    nearest = int(away.argmin())
    return nearest if away[nearest] <= _REACH else None
