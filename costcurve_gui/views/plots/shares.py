"""Upright lines over the share of cases that is acted on: threshold and capacity."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.views import numbers, verbs, words
from costcurve_gui.views.plots.description import Axis, selected_model, selected_scene
from costcurve_gui.views.plots.handles import Handle
from costcurve_gui.views.plots.ticks import AxisStyle

if TYPE_CHECKING:
    from costcurve_gui.models.results import DrawnCurve, Frame

RIGHT_PADDING = 0.06  # the last label has three digits
_LOWERED = 46.0
_UPRIGHT = (0.0, 1.0)


def share_axis(frame: Frame) -> Axis:
    """Return the words of the axis, with the user's cases; shares are written as percent."""
    said = words.vocabulary(frame)
    title = f"Share of {said.nouns} {verbs.participle(said.act)}, %"
    return Axis(title, AxisStyle(scale=100.0), "Share, %")


def share_handles(frame: Frame) -> list[Handle]:
    """Return the share of the selected model, and the capacity where there is one."""
    selection, handles = frame.settings.selection, []
    capacity = selection.bounds.cases
    if capacity is not None and selection.engine_bounds:
        share = capacity / selection.population
        text = f"capacity {numbers.count(capacity)}"
        handles.append(Handle("capacity", share, 0.0, _UPRIGHT, text, drop=_LOWERED))
    model = selected_model(frame)
    if model is not None:
        share = model.policy.fraction_targeted
        acted = verbs.participle(words.vocabulary(frame).act)
        text = f"{numbers.percent(share)} {acted}"
        handles.append(Handle("threshold", share, 0.0, _UPRIGHT, text))
    return handles


def dragged_to(frame: Frame, handle: Handle, x: float, curve: DrawnCurve | None) -> object:
    """Return the capacity in cases, or (model, threshold) of the point of `curve` nearest to x.

    Only the share counts: the mouse may be far above or below the curve.
    """
    share = min(max(x, 0.0), 1.0)
    if handle.name == "capacity":
        return share * frame.settings.selection.population
    scene = selected_scene(frame)
    if scene is None or curve is None or not curve.x.size:
        return None
    row = int(curve.indices[int(abs(curve.x - share).argmin())])
    return scene.info.key, scene.dial(row)
