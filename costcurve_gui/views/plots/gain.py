"""Cumulative gain, or lift: what acting on the highest scores finds of the positives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.view_curves import perfect_order, view_curves
from costcurve_gui.analysis.view_settings import GainMeasure
from costcurve_gui.translation import tr
from costcurve_gui.views.plots.base_views import (
    RIGHT_PADDING,
    RateView,
    dragged_to,
    share_axis,
    share_handles,
)
from costcurve_gui.views.plots.forbidden_ground import forbidden_shares
from costcurve_gui.views.plotting.canvas import Bounds
from costcurve_gui.views.plotting.marks import Label, Line
from costcurve_gui.views.plotting.notes import GRIP_WORDS
from costcurve_gui.views.plotting.plot_view import PADDING, Axis
from costcurve_gui.views.plotting.ticks import AxisStyle, rounded
from costcurve_gui.views.shell.theme import TRIVIAL_DASH
from costcurve_gui.views.text import inflection, numbers, vocabulary
from costcurve_gui.views.view import ChoiceGroup, Entry

if TYPE_CHECKING:
    from PySide6.QtCore import QPointF

    from costcurve_gui.analysis.curves import DrawnCurve
    from costcurve_gui.analysis.snapshot import ModelSnapshot, Snapshot
    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.plotting.handles import Handle
    from costcurve_gui.views.plotting.marks import Mark, Values
    from costcurve_gui.views.shell.theme import Tokens

_HEADROOM = 1.06
_ROOM = 0.19  # above the perfect order, for the words beside the grip
_NAMED = (0.42, 0.6, 0.25, 0.1, 0.75)  # where along the axis it is named
_RANDOM = (0.8, 0.7, 0.9, 0.5, 0.6)


class GainView(RateView):
    """The share of the positives found, or that share over the share of cases acted on."""

    name = "gain"
    top = GRIP_WORDS

    def subtitle(self, snapshot: Snapshot) -> str:
        """Say in the title bar what is shown."""
        return f"{snapshot.settings.views.gain}, {vocabulary.prior_in_short(snapshot)}"

    def choices(self, snapshot: Snapshot) -> tuple[ChoiceGroup, ...]:
        """Return what can be chosen in its menu."""
        del snapshot
        entries = (
            Entry(GainMeasure.GAIN, tr("Gain"), tr("cumulative gains CAP")),
            Entry(GainMeasure.LIFT, tr("Lift"), tr("lift curve")),
        )
        return (ChoiceGroup("gain", tr("Gain or lift"), entries),)

    def axes(self, snapshot: Snapshot) -> tuple[Axis, Axis]:
        """Return the words of the two axes, with the file's classes and the decision."""
        if _is_lift(snapshot):
            return share_axis(snapshot), Axis(tr("Lift, times the share at random"))
        said = vocabulary.vocabulary_of(snapshot)
        title = tr(
            "Share of positives {act}, % (actual: {positive})",
            positive=said.positive,
            act=inflection.participle(said.act),
        )
        return share_axis(snapshot), Axis(title, AxisStyle(scale=100.0), tr("Share, %"))

    def subject(self, snapshot: Snapshot) -> str:
        """Say that lift is shown, where it is."""
        acted = inflection.participle(vocabulary.vocabulary_of(snapshot).act)
        return tr("Lift over the share {acted}", acted=acted) if _is_lift(snapshot) else ""

    def scale(self, snapshot: Snapshot) -> object:
        """Return what is shown."""
        return snapshot.settings.views.gain

    def bounds(self, snapshot: Snapshot) -> Bounds:
        """Return all shares, up to the gain or the lift of the perfect order."""
        low, high = -PADDING, 1 + _ROOM
        if _is_lift(snapshot):
            low, high = rounded(0.0, _HEADROOM / snapshot.condition.prior)
        return Bounds(-PADDING, 1 + RIGHT_PADDING, low, high)

    def place(self, snapshot: Snapshot, fpr: float, tpr: float) -> tuple[float, float] | None:
        """Return share acted on and gain or lift; of nobody there is no lift."""
        prior = snapshot.condition.prior
        share = prior * tpr + (1 - prior) * fpr
        if not _is_lift(snapshot):
            return share, tpr
        return (share, tpr / share) if share > 0 else None

    def curves(self, snapshot: Snapshot) -> dict[str, DrawnCurve]:
        """Return the curves of the models switched on."""
        return view_curves(snapshot, snapshot.settings.views.gain)

    def ground(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the perfect and the random order."""
        lift = _is_lift(snapshot)
        perfect = perfect_order(snapshot.condition.prior, lift=lift)
        return [
            *forbidden_shares(snapshot),
            _reference("random", (0.0, 1.0), (1.0 if lift else 0.0, 1.0), tokens),
            _reference("perfect", perfect.x, perfect.y, tokens),
        ]

    def names(self, snapshot: Snapshot) -> list[list[Label]]:
        """Name the two orders."""
        prior, lift = snapshot.condition.prior, _is_lift(snapshot)
        perfect = perfect_order(prior, lift=lift)
        heights = np.interp(_NAMED, perfect.x, perfect.y).tolist()
        if lift:
            return [
                [Label(x, 1.0, tr("random order"), "right", (0.0, 11.0)) for x in (1.0, *_RANDOM)],
                [
                    Label(x, y, tr("perfect order"), "left", (4.0, -11.0))
                    for x, y in zip(_NAMED, heights, strict=True)
                ],
            ]
        return [
            [Label(x, x, tr("random order"), "left", (4.0, 12.0)) for x in _RANDOM],
            [
                Label(x, y, tr("perfect order"), "left", (4.0, aside))
                for aside in (11.0, -11.0)
                for x, y in zip(_NAMED, heights, strict=True)
            ]
            + [
                Label(share * prior, share, text, "right", (-4.0, -4.0))
                for text in (tr("perfect order"), "perfect")
                for share in (0.8, 0.6, 0.9)
            ],
        ]

    def handles(self, snapshot: Snapshot) -> list[Handle]:
        """Return the share of the selected model, and the capacity where it binds."""
        return share_handles(snapshot)

    def dragged(self, snapshot: Snapshot, handle: Handle, canvas: Canvas, place: QPointF) -> object:
        """Return the capacity in cases, or (model, threshold)."""
        curve = self.curves(snapshot).get(snapshot.selected or "")
        return dragged_to(snapshot, handle, canvas.value(place)[0], curve)

    def accessible_text(self, snapshot: Snapshot, model: ModelSnapshot) -> str:
        """Say how many are acted on, and what is found."""
        said, policy = vocabulary.vocabulary_of(snapshot), model.policy
        share = f"{numbers.percent(policy.fraction_targeted)} {inflection.participle(said.act)}"
        found = self.place(snapshot, policy.fpr, policy.tpr)
        if not _is_lift(snapshot):
            return tr(
                "{share}, {tpr} of the positives found",
                share=share,
                tpr=numbers.percent(policy.tpr),
            )
        return (
            share
            if found is None
            else tr("{share}, lift {found}", share=share, found=numbers.significant(found[1], 3))
        )


def _reference(key: str, x: Values, y: Values, tokens: Tokens) -> Line:
    return Line(key, x, y, tokens.trivial, dash=TRIVIAL_DASH)


def _is_lift(snapshot: Snapshot) -> bool:
    return snapshot.settings.views.gain is GainMeasure.LIFT
