"""What ROC shows on demand: a part of the area, and the corners of equal scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.models.state import PartialAxis
from costcurve_gui.views import numbers
from costcurve_gui.views.partial_words import partial_auc
from costcurve_gui.views.plots.description import HULL_ALPHA, selected_model
from costcurve_gui.views.plots.handles import Handle
from costcurve_gui.views.plots.marks import Label, Line, Shade

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.models.results import Frame
    from costcurve_gui.views.plots.marks import Mark
    from costcurve_gui.views.theme import Tokens

_CORNER_DASH = (3.0, 3.0)
_DROPS, _ASIDE = (20.0, 44.0), (18.0, 100.0)  # of the grips: values must not cover each other
_LINE_HEIGHT = 17.0


def still(frame: Frame, color: str) -> list[Mark]:
    """Return the curves through the corners of the selected model's ties."""
    details, key = frame.details, frame.selected
    if details is None or key is None or not frame.settings.views.tie_corners:
        return []
    tied = details.ties(key)
    if tied is None:
        return []
    return [
        Line(name, curve.x, curve.y, color, HULL_ALPHA, dash=_CORNER_DASH)
        for name, curve in (("optimistic", tied.optimistic), ("pessimistic", tied.pessimistic))
    ]


def moving(frame: Frame, tokens: Tokens) -> list[Mark]:
    """Return the range of the partial AUC, and in words what either detail amounts to."""
    choices = frame.settings.views
    shade: list[Mark] = []
    if choices.partial_axis is not PartialAxis.OFF:
        across, up = choices.partial_range, (0.0, 1.0)
        if choices.partial_axis is PartialAxis.TPR:
            across, up = up, across
        shade.append(Shade(*across, *up, tokens.ink, tokens.uncertain_alpha))
    notes: list[Mark] = [
        Label(1.0, 0.0, text, "right", (0.0, -8.0 - row * _LINE_HEIGHT))
        for row, text in enumerate(reversed(list(_notes(frame))))
    ]
    return shade + notes


def handles(frame: Frame) -> list[Handle]:
    """Return the two ends of the range of the partial AUC."""
    choices = frame.settings.views
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


def _notes(frame: Frame) -> Iterator[str]:
    model, details = selected_model(frame), frame.details
    if model is None or details is None:
        return
    tied = details.ties(model.info.key) if frame.settings.views.tie_corners else None
    if tied is not None:
        yield f"equal scores: AUC {numbers.interval(tied.lowest_auc, tied.highest_auc)}"
    partial = partial_auc(frame, model.info.key)
    if partial:
        yield partial
