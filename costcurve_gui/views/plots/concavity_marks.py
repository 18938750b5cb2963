"""Where the selected curve lies below its hull, and what turning the ranking round would add."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np

from costcurve_gui.views import numbers, words
from costcurve_gui.views.plots.description import selected_scene
from costcurve_gui.views.plots.marks import Label, Line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from PySide6.QtCore import QPointF

    from costcurve_gui.engine.roc.concavities import Concavities
    from costcurve_gui.models.results import Frame, ModelScene
    from costcurve_gui.views.plots.canvas import Canvas
    from costcurve_gui.views.plots.marks import Mark
    from costcurve_gui.views.theme import Tokens

_MOST_MARKED, _MOST_LABELLED = 40, 4
_APART = 0.07  # of the axis: what two labels need between them
_REACH = 8.0  # pixels


@dataclass(frozen=True, slots=True)
class Concavity:
    """One concavity of a model: its position among all, and the drop to its deepest point."""

    model: ModelScene
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
        yield Line(f"concavity {at}", across, up, tokens.ink)
        top = self.tpr + float(found.depth[at])
        drop = (self.fpr, self.fpr), (self.tpr, top)
        yield Line(f"depth {at}", *drop, tokens.ink, dash=(2.0, 2.0))

    def label(self) -> Label:
        """Return what its repair adds, in words."""
        text = f"{numbers.significant(self.gain, 2, signed=True)} AUC"
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
        return (
            f"Concavity from t {first} to {last}: reversing the ranking in it adds {gain} to the "
            f"AUC, mixing its two ends {area}"
        )

    def _threshold(self, row: int, value: float) -> str:
        return words.threshold_text(self.model, row, value)


def concavity_marks(frame: Frame, tokens: Tokens) -> list[Mark]:
    """Return the largest concavities of the selected model, where they were asked for."""
    shown = _largest(frame)
    marks = [mark for concavity in shown for mark in concavity.marks(tokens)]
    return [*marks, *_labels(shown)]


def concavity_hint(frame: Frame, canvas: Canvas, place: QPointF) -> str:
    """Describe the concavity whose drop the mouse is over."""
    under = (one.text() for one in _largest(frame) if one.is_at(canvas, place))
    return next(under, "")


def _largest(frame: Frame) -> list[Concavity]:
    """Return the concavities of the selected model with the largest gains, the largest first."""
    model = selected_scene(frame)
    extra = cast("Mapping[str, Concavities]", frame.extras.get("concavities", {}))
    found = None if model is None else extra.get(model.info.key)
    if not frame.settings.views.concavities or model is None or found is None:
        return []
    order = np.argsort(-found.repair_gain, kind="stable")[:_MOST_MARKED]
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
