"""Cumulative gain, or lift: what acting on the highest scores finds of the positives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.models.state import GainMeasure
from costcurve_gui.views.plots.base_views import (
    RIGHT_PADDING,
    RateView,
    dragged_to,
    share_axis,
    share_handles,
)
from costcurve_gui.views.plotting.canvas import Bounds
from costcurve_gui.views.plotting.marks import Label, Line
from costcurve_gui.views.plotting.notes import GRIP_WORDS
from costcurve_gui.views.plotting.plot_view import PADDING, Axis
from costcurve_gui.views.plotting.ticks import AxisStyle, rounded
from costcurve_gui.views.shell.theme import TRIVIAL_DASH
from costcurve_gui.views.text import inflection, numbers, vocabulary

if TYPE_CHECKING:
    from PySide6.QtCore import QPointF

    from costcurve_gui.models.results import DrawnCurve, Frame, ModelFrame
    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.plotting.handles import Handle
    from costcurve_gui.views.plotting.marks import Mark, Values
    from costcurve_gui.views.shell.theme import Tokens

_HEADROOM = 1.06
_ROOM = 0.19  # above the perfect order, for the words beside the grip
_NAMED = (0.42, 0.6, 0.25, 0.1, 0.75)  # where along the axis it is named
_RANDOM = (0.8, 0.7, 0.9, 0.5, 0.6)
_POINTS = 200


class GainView(RateView):
    """The share of the positives found, or that share over the share of cases acted on."""

    name = "gain"
    title = "Gain"
    top = GRIP_WORDS

    def axes(self, frame: Frame) -> tuple[Axis, Axis]:
        """Return the words of the two axes, with the file's classes and the decision."""
        if _is_lift(frame):
            return share_axis(frame), Axis("Lift, times the share at random")
        said = vocabulary.vocabulary(frame)
        title = f"Share of {said.positive} {inflection.participle(said.act)}, %"
        return share_axis(frame), Axis(title, AxisStyle(scale=100.0), "Share, %")

    def subject(self, frame: Frame) -> str:
        """Say that lift is shown, where it is."""
        acted = inflection.participle(vocabulary.vocabulary(frame).act)
        return f"Lift over the share {acted}" if _is_lift(frame) else ""

    def scale(self, frame: Frame) -> object:
        """Return what is shown."""
        return frame.settings.views.gain

    def bounds(self, frame: Frame) -> Bounds:
        """Return all shares, up to the gain or the lift of the perfect order."""
        low, high = -PADDING, 1 + _ROOM
        if _is_lift(frame):
            low, high = rounded(0.0, _HEADROOM / frame.condition.prior)
        return Bounds(-PADDING, 1 + RIGHT_PADDING, low, high)

    def place(self, frame: Frame, fpr: float, tpr: float) -> tuple[float, float] | None:
        """Return share acted on and gain or lift; of nobody there is no lift."""
        prior = frame.condition.prior
        share = prior * tpr + (1 - prior) * fpr
        if not _is_lift(frame):
            return share, tpr
        return (share, tpr / share) if share > 0 else None

    def curves(self, frame: Frame) -> dict[str, DrawnCurve]:
        """Return the curves of the models switched on."""
        return dict(frame.curves_of(frame.settings.views.gain))

    def ground(self, frame: Frame, tokens: Tokens) -> list[Mark]:
        """Return the perfect and the random order."""
        prior = frame.condition.prior
        if not _is_lift(frame):
            return [
                _reference("random", (0.0, 1.0), (0.0, 1.0), tokens),
                _reference("perfect", (0.0, prior, 1.0), (0.0, 1.0, 1.0), tokens),
            ]
        x = np.concatenate([[0.0], np.linspace(prior, 1.0, _POINTS)])
        return [
            _reference("random", (0.0, 1.0), (1.0, 1.0), tokens),
            _reference("perfect", x, 1 / np.maximum(x, prior), tokens),
        ]

    def names(self, frame: Frame) -> list[list[Label]]:
        """Name the two orders."""
        prior = frame.condition.prior
        if _is_lift(frame):
            return [
                [Label(x, 1.0, "random order", "right", (0.0, 11.0)) for x in (1.0, *_RANDOM)],
                [
                    Label(x, 1 / max(prior, x), "perfect order", "left", (4.0, -11.0))
                    for x in _NAMED
                ],
            ]
        heights = [min(x / prior, 1.0) for x in _NAMED]
        return [
            [Label(x, x, "random order", "left", (4.0, 12.0)) for x in _RANDOM],
            [
                Label(x, y, "perfect order", "left", (4.0, aside))
                for aside in (11.0, -11.0)
                for x, y in zip(_NAMED, heights, strict=True)
            ]
            + [
                Label(share * prior, share, text, "right", (-4.0, -4.0))
                for text in ("perfect order", "perfect")
                for share in (0.8, 0.6, 0.9)
            ],
        ]

    def handles(self, frame: Frame) -> list[Handle]:
        """Return the share of the selected model, and the capacity where it binds."""
        return share_handles(frame)

    def dragged(self, frame: Frame, handle: Handle, canvas: Canvas, place: QPointF) -> object:
        """Return the capacity in cases, or (model, threshold)."""
        curve = self.curves(frame).get(frame.selected or "")
        return dragged_to(frame, handle, canvas.value(place)[0], curve)

    def spoken(self, frame: Frame, model: ModelFrame) -> str:
        """Say how many are acted on, and what is found."""
        said, policy = vocabulary.vocabulary(frame), model.policy
        share = f"{numbers.percent(policy.fraction_targeted)} {inflection.participle(said.act)}"
        found = self.place(frame, policy.fpr, policy.tpr)
        if not _is_lift(frame):
            return f"{share}, {numbers.percent(policy.tpr)} of {said.positive} found"
        return share if found is None else f"{share}, lift {numbers.significant(found[1], 3)}"


def _reference(key: str, x: Values, y: Values, tokens: Tokens) -> Line:
    return Line(key, x, y, tokens.trivial, dash=TRIVIAL_DASH)


def _is_lift(frame: Frame) -> bool:
    return frame.settings.views.gain is GainMeasure.LIFT
