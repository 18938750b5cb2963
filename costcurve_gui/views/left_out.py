"""Models that views of probabilities cannot draw: derived ones, points of a scorecard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.dataio.errors import plural
from costcurve_gui.engine.validation import are_probabilities

if TYPE_CHECKING:
    from costcurve_gui.models.results import Frame


def left_out(frame: Frame) -> tuple[str, ...]:
    """Return the keys of the models on show whose scores are no probabilities."""
    return tuple(
        model.info.key
        for model in frame.scene.models
        if model.info.key in frame.shown and not are_probabilities(model.evaluation.table)
    )


def left_out_note(frame: Frame) -> str:
    """Say how many models have no curve; nothing where every model has one."""
    count = len(left_out(frame))
    return f"{plural(count, 'model')} not drawn" if count else ""


def left_out_reason(frame: Frame) -> str:
    """Say which models have no curve, and why; nothing where every model has one."""
    keys = left_out(frame)
    who = frame.models[keys[0]].info.name if len(keys) == 1 else f"{len(keys)} models"
    return f"{who} not drawn: scores are not probabilities" if keys else ""


def selected_left_out(frame: Frame) -> str:
    """Say that the selected model has no curve, for a view in which it is missed."""
    if frame.selected is None or frame.selected not in left_out(frame):
        return ""
    return f"{frame.models[frame.selected].info.name} gives no probabilities"
