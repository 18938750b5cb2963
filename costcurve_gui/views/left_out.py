"""Models that views of probabilities cannot draw: derived ones, points of a scorecard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.engine.counts.probabilities import are_probabilities
from costcurve_gui.views.words import short_name

if TYPE_CHECKING:
    from costcurve_gui.models.results import Frame

_NAME = 24  # letters


def left_out(frame: Frame) -> tuple[str, ...]:
    """Return the keys of the models on show whose scores are no probabilities."""
    return tuple(
        model.info.key
        for model in frame.scene.models
        if model.info.key in frame.models and not are_probabilities(model.evaluation.table)
    )


def left_out_note(frame: Frame) -> str:
    """Say which models have no curve, and why; nothing where every model has one."""
    keys = left_out(frame)
    if not keys:
        return ""
    who = _name(frame, keys[0]) if len(keys) == 1 else f"{len(keys)} models"
    return f"{who} left out: no probabilities"


def selected_left_out(frame: Frame) -> str:
    """Say that the selected model has no curve, for a view in which it is missed."""
    if frame.selected is None or frame.selected not in left_out(frame):
        return ""
    return f"{_name(frame, frame.selected)} gives no probabilities"


def _name(frame: Frame, key: str) -> str:
    return short_name(frame.models[key].info.name, _NAME)
