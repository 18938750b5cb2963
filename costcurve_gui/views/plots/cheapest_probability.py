"""Probability of being cheapest: the share of replicates for each model, stacked to 1."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from costcurve_gui.analysis.intervals.known_results import known
from costcurve_gui.analysis.intervals.requests import winners_request
from costcurve_gui.dataio.errors import plural
from costcurve_gui.translation import tr
from costcurve_gui.views.catalogue import VIEWS
from costcurve_gui.views.plots.base_views import ConditionView
from costcurve_gui.views.plots.uncertain_condition import condition_stretch
from costcurve_gui.views.plotting.brushes import paint_words, text_box
from costcurve_gui.views.plotting.canvas import Bounds
from costcurve_gui.views.plotting.legend import LegendEntry, area_entry
from costcurve_gui.views.plotting.marks import Between, Line, Mark
from costcurve_gui.views.plotting.painting import paint
from costcurve_gui.views.plotting.plot_view import PADDING, Axis, model_curves
from costcurve_gui.views.shell.theme import repeats_color
from costcurve_gui.views.text import numbers, uncertainty_text, vocabulary
from costcurve_gui.views.text.empty_states import not_resampled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from PySide6.QtCore import QPointF, QRectF
    from PySide6.QtGui import QPainter

    from costcurve_gui.analysis.snapshot import ModelSnapshot, Snapshot
    from costcurve_gui.engine.resampling.cheapest_probability import CheapestProbability
    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.plotting.handles import Handle
    from costcurve_gui.views.shell.theme import Tokens
    from costcurve_gui.views.view import EmptyState

    Floats = NDArray[np.float64]


_FILL, _SELECTED_FILL = 90, 170
_NO_MODEL = tr("trivial classifiers")
_EVEN = 0.5  # PC(+) at which both trivial classifiers cost the same
_HEADROOM = 0.19  # above the areas, for the reading beside the grip


class CheapestProbabilityView(ConditionView):
    """A stacked area a model; its height is the share of replicates in which it is the cheapest.

    The area on top is that of the trivial classifiers: replicates in which no model is cheaper.
    """

    name = "winners"

    def subtitle(self, snapshot: Snapshot) -> str:
        """Say in the title bar what is shown."""
        del snapshot
        return tr("share of replicates")

    def subject(self, snapshot: Snapshot) -> str:
        """Say of how many models: those whose curves are hidden are compared too."""
        kinds, models = VIEWS[self.name].subject, plural(len(snapshot.models), "model")
        return tr("{kinds} of {models}", kinds=kinds, models=models)

    def uncertainty_note(self, snapshot: Snapshot) -> str:
        """Name the method and the number of replicates."""
        return uncertainty_text.winners_note(snapshot)

    def empty_state(self, snapshot: Snapshot) -> EmptyState | None:
        """Say that there is one model only, or that there are no replicates yet."""
        return not_resampled(snapshot, self.name)

    def axes(self, snapshot: Snapshot) -> tuple[Axis, Axis]:
        """Return the words of the two axes."""
        return Axis(self.across(snapshot)), Axis(
            tr("Probability of being cheapest"), short="P(cheapest)"
        )

    def bounds(self, snapshot: Snapshot) -> Bounds:
        """Return all conditions and all shares."""
        del snapshot
        return Bounds(-PADDING, 1 + PADDING, -PADDING, 1 + _HEADROOM)

    def static_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the areas and the edges between them."""
        marks: list[Mark] = []
        for key, pc_plus, foot, top in _areas(snapshot):
            info = snapshot.models[key].info if key else None
            color = tokens.model_color(info.slot) if info else tokens.trivial
            hatched = info is not None and repeats_color(info.slot)
            marks += [
                Between((pc_plus, foot), (pc_plus, top), color, _alpha(snapshot, key), hatched),
                Line(key or "trivial", pc_plus, top, tokens.plot),
            ]
        return marks

    def dynamic_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the names that fit into their areas, over the line of the condition."""
        names = [
            AreaName(pc_plus, foot, top, vocabulary.versions_on_lines(_name(snapshot, key)))
            for key, pc_plus, foot, top in _areas(snapshot)
        ]
        return [*condition_stretch(snapshot, tokens, self.bounds(snapshot)), *names]

    def legend(self, snapshot: Snapshot, tokens: Tokens) -> list[LegendEntry]:
        """Return the areas, the lowest first."""
        return [
            area_entry(snapshot, tokens, key, _alpha(snapshot, key))
            if key
            else LegendEntry(_NO_MODEL, tokens.trivial, _FILL, is_area=True)
            for key, *_ in _areas(snapshot)
        ]

    def handles(self, snapshot: Snapshot) -> list[Handle]:
        """Return the condition, with the share of the selected model there."""
        share = _share_at(snapshot, snapshot.selected, snapshot.condition.probability_cost)
        if share is None or snapshot.selected is None:
            return [self.condition_handle(snapshot)]
        name, short = (
            snapshot.models[snapshot.selected].info.name,
            tr("best in {share}", share=_percent(share)),
        )
        handle = self.condition_handle(snapshot, f"{name} {short}")
        return [replace(handle, short=short)]

    def snap(self, snapshot: Snapshot, canvas: Canvas, place: QPointF) -> tuple[str, int] | None:
        """Return the classifier, at the PC(+) under the mouse, of the model whose area that is."""
        x, y = canvas.value(place)
        area = _area_at(snapshot, x, y)
        if area is None or not area[0]:
            return None
        return area[0], model_curves(snapshot)[area[0]].evaluation.envelope.classifier_at(x)

    def hint(self, snapshot: Snapshot, canvas: Canvas, place: QPointF) -> str:
        """Say how often the model under the mouse is the cheapest there, or how often none is."""
        x, y = canvas.value(place)
        area = _area_at(snapshot, x, y)
        if area is None:
            return ""
        key, share = area
        where = tr(
            "at PC(+) {x} in {share} of the replicates", x=numbers.rate(x), share=_percent(share)
        )
        if key:
            return tr("{name} is the cheapest {where}", name=_name(snapshot, key), where=where)
        trivial = vocabulary.vocabulary_of(snapshot).doing_all("none" if x <= _EVEN else "all")
        return tr("No model is cheaper than {trivial} {where}", trivial=trivial, where=where)

    def accessible_text(self, snapshot: Snapshot, model: ModelSnapshot) -> str:
        """Say how often a model is the cheapest at the condition."""
        share = _share_at(snapshot, model.info.key, snapshot.condition.probability_cost)
        return (
            tr("not known yet")
            if share is None
            else tr("is cheapest in {share} of the replicates", share=_percent(share))
        )


def win_shares_of(snapshot: Snapshot) -> CheapestProbability | None:
    """Return how often each model is the cheapest, once it is known."""
    return cast("CheapestProbability | None", known(snapshot, winners_request(snapshot)))


def _areas(snapshot: Snapshot) -> Iterator[tuple[str, Floats, Floats, Floats]]:
    """Yield key, PC(+), foot and top of each model's area, the first at the bottom.

    The last one, without a key, is that of the trivial classifiers, where they win at all.
    """
    found = win_shares_of(snapshot)
    if found is None:
        return
    foot = np.zeros(found.pc_plus.size)
    for key, top in zip(snapshot.compared, found.stacked().T, strict=True):
        yield key, found.pc_plus, foot, top
        foot = top
    if found.trivial.any():
        yield "", found.pc_plus, foot, foot + found.trivial


def _area_at(snapshot: Snapshot, x: float, y: float) -> tuple[str, float] | None:
    """Return the key of the area at a place, and its share of the replicates there."""
    for key, pc_plus, foot, top in _areas(snapshot):
        low, high = (float(np.interp(x, pc_plus, edge)) for edge in (foot, top))
        if 0 <= x <= 1 and low <= y < high:
            return key, high - low
    return None


def _name(snapshot: Snapshot, key: str) -> str:
    return snapshot.models[key].info.name if key else _NO_MODEL


def _alpha(snapshot: Snapshot, key: str) -> int:
    return _SELECTED_FILL if key == snapshot.selected else _FILL


def _share_at(snapshot: Snapshot, key: str | None, pc_plus: float) -> float | None:
    found = win_shares_of(snapshot)
    compared = list(snapshot.compared)
    if found is None or key not in compared:
        return None
    return found.share_at(compared.index(key), pc_plus)


def _percent(share: float) -> str:
    """Write a share as exactly as a few thousand replicates know it."""
    return f"{numbers.fixed(100 * share, 0)} %"


_RIM = 2.0  # px between a name and the edge of its area


@dataclass(frozen=True, slots=True, eq=False)
class AreaName(Mark):
    """The name of the area between `foot` and `top` over x, the best of `texts` first."""

    x: Floats
    foot: Floats
    top: Floats
    texts: tuple[str, ...]


def name_box(mark: AreaName, canvas: Canvas) -> tuple[QRectF, str] | None:
    """Return where the name stands inside its area; None where no text fits."""
    for text in mark.texts:
        box = text_box(text, canvas.fonts.small, canvas.unit)
        if _moved_inside(box, mark, canvas):
            return box, text
    return None


def _moved_inside(box: QRectF, mark: AreaName, canvas: Canvas) -> bool:
    """Move a box to where its area is highest over all its width; say whether it fits there."""
    rim, rect = _RIM * canvas.unit, canvas.rect
    edges = canvas.x(mark.x)
    start, end = max(float(edges[0]), rect.left()), min(float(edges[-1]), rect.right())
    across = np.arange(start, end, canvas.unit)
    many = math.ceil((box.width() + 2 * rim) / canvas.unit) + 1
    if across.size < many:
        return False
    roof, ground = (np.interp(across, edges, canvas.y(e)) for e in (mark.top, mark.foot))
    lowest = sliding_window_view(roof, many).max(axis=1).clip(rect.top())
    highest = sliding_window_view(ground, many).min(axis=1).clip(None, rect.bottom())
    heights = highest - lowest
    widest = np.flatnonzero(heights >= heights.max() - canvas.unit)
    best = int(widest[widest.size // 2])
    middle = (lowest[best] + highest[best]) / 2
    box.moveTo(across[best] + rim, middle - box.height() / 2)
    return bool(heights[best] >= box.height() + 2 * rim)


def _box_kept(mark: AreaName, canvas: Canvas) -> tuple[QRectF, str] | None:
    """Return where the name stands; while a handle moves, in most frames, where it stood."""
    if canvas.haste is None:
        return name_box(mark, canvas)
    kept = canvas.haste.recall(mark.texts)
    if kept is None:
        kept = (name_box(mark, canvas),)
        canvas.haste.keep(mark.texts, kept)
    return cast("tuple[tuple[QRectF, str] | None]", kept)[0]


@paint.register(AreaName)
def _area_name(mark: AreaName, painter: QPainter, canvas: Canvas) -> None:
    found = _box_kept(mark, canvas)
    if found is not None:
        font = canvas.fonts.small
        paint_words(painter, canvas, *found, font, canvas.tokens.text)
