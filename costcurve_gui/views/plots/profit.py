"""Expected profit per case over the share of cases that is acted on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.snapshot_builder import selected_profit
from costcurve_gui.translation import tr
from costcurve_gui.views.plots.base_views import (
    RIGHT_PADDING,
    dragged_to,
    share_axis,
    share_handles,
)
from costcurve_gui.views.plots.forbidden_ground import forbidden_shares
from costcurve_gui.views.plots.policy_marks import mixing_profit
from costcurve_gui.views.plots.profit_marks import chosen_hint, chosen_marks, plateau_marks
from costcurve_gui.views.plots.review_marks import review_profits
from costcurve_gui.views.plots.uncertain_condition import curve_band
from costcurve_gui.views.plotting.canvas import Bounds
from costcurve_gui.views.plotting.handles import Handle
from costcurve_gui.views.plotting.interval_marks import ribbons
from costcurve_gui.views.plotting.marks import Anchor, HoverPoint, Label, Line
from costcurve_gui.views.plotting.notes import GRIP_WORDS, noted
from costcurve_gui.views.plotting.plot_view import (
    PADDING,
    Axis,
    PlotView,
    curve_lines,
    operating_points,
    selected_model,
)
from costcurve_gui.views.plotting.ticks import AxisStyle, rounded
from costcurve_gui.views.shell.theme import TRIVIAL_DASH
from costcurve_gui.views.text import inflection, numbers, vocabulary
from costcurve_gui.views.view import Switch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtCore import QPointF

    from costcurve_gui.analysis.curves import DrawnCurve
    from costcurve_gui.analysis.snapshot import ModelSnapshot, Reading, Snapshot
    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.plotting.handles import Handle
    from costcurve_gui.views.plotting.marks import Mark
    from costcurve_gui.views.shell.theme import Tokens

_ABOVE, _BELOW = 0.2, 0.15  # for the grip above the curves and the strip below them
_ALONG = (0.58, 0.44, 0.5, 0.3, 0.7)  # of the axis: where the two orders are named
_ALONG_RANDOM = (*_ALONG[1:], 0.4, 0.36, 0.22, 0.78)
_RISING = np.array([0.9, 0.8, 0.6])  # of the way to the best of all
_BESIDE: tuple[tuple[Anchor, float, float], ...] = (
    ("left", 4.0, -10.0),
    ("right", -4.0, 12.0),
    ("right", -4.0, 18.0),
)
_ASIDE = (0.0, 8.0, 16.0, 32.0)  # px from the ends of the random order
_DOWN = (12.0, 16.0, 20.0, 24.0, 36.0)  # px below it
_LEVEL = tuple((right, down) for down in (4.0, -4.0, -12.0) for right in (32.0, 48.0, 72.0, 96.0))
_END_LABEL = 0.18  # share of the axis that a label at its end takes
_CHOICES = (
    Switch(
        "chosen_thresholds", tr("Thresholds of the replicates"), tr("histogram bootstrap spread")
    ),
    Switch("near_best", tr("Thresholds near the best"), tr("plateau within 1 % of the best")),
)


class ProfitView(PlotView):
    """Profit curves between the perfect and the random order. Shares are drawn as percent."""

    name = "profit"

    def subtitle(self, snapshot: Snapshot) -> str:
        """Say in the title bar what is shown."""
        per = tr("per {noun}", noun=vocabulary.vocabulary_of(snapshot).noun)
        first = vocabulary.scaled_note(snapshot) or per
        return inflection.listed(first, vocabulary.prior_in_short(snapshot))

    def choices(self, snapshot: Snapshot) -> tuple[Switch, ...]:
        """Return what can be chosen in its menu."""
        del snapshot
        return _CHOICES

    def axes(self, snapshot: Snapshot) -> tuple[Axis, Axis]:
        """Return the words of the two axes, with the user's cases and money."""
        said = vocabulary.vocabulary_of(snapshot)
        unit = f", {said.unit}" if said.unit else ""
        return share_axis(snapshot), Axis(
            tr("Profit per {noun}{unit}", noun=said.noun, unit=unit),
            AxisStyle(signed=True),
            tr("Profit"),
        )

    def bounds(self, snapshot: Snapshot) -> Bounds:
        """Return all shares, and profits from the least to the most of any curve."""
        curves = [snapshot.perfect_profit, snapshot.random_profit, *self.curves(snapshot).values()]
        filled = [curve.y for curve in curves if curve.y.size]
        low = min((float(y.min()) for y in filled), default=0.0)
        high = max((float(y.max()) for y in filled), default=1.0)
        low, high = min(low, 0.0), max(high, 0.0)
        reach = high - low or 1.0
        ends = rounded(low - _BELOW * reach, high + _ABOVE * reach)
        return Bounds(-PADDING, 1 + RIGHT_PADDING, *ends)

    def static_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return zero, the two reference orders and the curves."""
        views = snapshot.settings.views
        drawn = [
            *ribbons(snapshot, self.name, tokens),
            *forbidden_shares(snapshot),
            Line("zero", (0.0, 1.0), (0.0, 0.0), tokens.control),
            _reference("perfect", snapshot.perfect_profit, tokens),
            _reference("random", snapshot.random_profit, tokens),
            *(chosen_marks(snapshot, tokens) if views.chosen_thresholds else ()),
            *(plateau_marks(snapshot, tokens) if views.near_best else ()),
            *curve_lines(self.curves(snapshot), snapshot, tokens),
        ]
        return [*drawn, noted(drawn, _names(snapshot), GRIP_WORDS)]

    def dynamic_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the operating points."""
        points = (
            (key, model.policy.fraction_targeted, model.policy.expected_profit)
            for key, model in snapshot.shown.items()
        )
        return [
            *curve_band(snapshot, tokens, selected_profit),
            *mixing_profit(snapshot, tokens),
            *operating_points(snapshot, tokens, points),
            *review_profits(snapshot, tokens),
        ]

    def handles(self, snapshot: Snapshot) -> list[Handle]:
        """Return the share of the selected model, and the capacity where it binds."""
        return share_handles(snapshot)

    def hint(self, snapshot: Snapshot, canvas: Canvas, place: QPointF) -> str:
        """Say what the bars at the foot stand for."""
        shown = snapshot.settings.views.chosen_thresholds
        return chosen_hint(snapshot, canvas, place) if shown else ""

    def curves(self, snapshot: Snapshot) -> dict[str, DrawnCurve]:
        """Return the profit curves."""
        return {key: model.profit for key, model in snapshot.shown.items()}

    def reading_point(self, reading: Reading, snapshot: Snapshot) -> tuple[float, float]:
        """Return share and profit of a reading."""
        del snapshot
        return reading.fraction_targeted, reading.expected_profit

    def accessible_text(self, snapshot: Snapshot, model: ModelSnapshot) -> str:
        """Say share and profit."""
        said = vocabulary.vocabulary_of(snapshot)
        share = (
            f"{numbers.percent(model.policy.fraction_targeted)} {inflection.participle(said.act)}"
        )
        return tr(
            "{share}, profit {expected_profit} on this sample",
            share=share,
            expected_profit=said.money(model.policy.expected_profit),
        )

    def highlight(self, snapshot: Snapshot, key: str, index: int, tokens: Tokens) -> list[Mark]:
        """Return a ring at the drawn point nearest to one classifier."""
        model = snapshot.shown.get(key)
        if model is None or not model.profit.x.size:
            return []
        position = int(abs(model.profit.indices - index).argmin())
        x, y = float(model.profit.x[position]), float(model.profit.y[position])
        return [HoverPoint(x, y, tokens.model_color(model.info.slot))]

    def dragged(self, snapshot: Snapshot, handle: Handle, canvas: Canvas, place: QPointF) -> object:
        """Return the capacity in cases, or (model, threshold)."""
        model = selected_model(snapshot)
        curve = None if model is None else model.profit
        return dragged_to(snapshot, handle, canvas.value(place)[0], curve)


def _reference(key: str, curve: DrawnCurve, tokens: Tokens) -> Mark:
    return Line(key, curve.x, curve.y, tokens.trivial, dash=TRIVIAL_DASH)


def _names(snapshot: Snapshot) -> Iterator[list[Label]]:
    """Yield where the two orders and the two trivial decisions may be named."""
    perfect, random, said = (
        snapshot.perfect_profit,
        snapshot.random_profit,
        vocabulary.vocabulary_of(snapshot),
    )
    if perfect.x.size:
        yield [
            Label(x, _height(perfect, x), tr("perfect order"), side, (right, down))
            for side, right, down in _BESIDE
            for x in _ALONG
        ] + [
            Label(x, _height(perfect, x), text, "right", (-4.0, -4.0))
            for text in (tr("perfect order"), "perfect")
            for x in (_RISING * float(perfect.x[perfect.y.argmax()])).tolist()
        ]
    if not random.x.size:
        return
    # Below the random order, where no curve of a model of use runs.
    nobody = min(_height(random, 0.0), _height(random, _END_LABEL))
    everybody = min(_height(random, 1.0), _height(random, 1 - _END_LABEL))
    aside = [(right, down) for down in _DOWN for right in _ASIDE] + list(_LEVEL)
    none, every = said.all_of("none"), said.all_of("all")
    yield [Label(0.0, nobody, none, "left", shift) for shift in aside]
    yield [Label(1.0, everybody, every, "right", (-right, down)) for right, down in aside]
    side: Anchor = "left" if random.y[-1] > random.y[0] else "right"
    yield [
        Label(x, _height(random, x), tr("random order"), side, (0.0, 11.0)) for x in _ALONG_RANDOM
    ]


def _height(curve: DrawnCurve, x: float) -> float:
    position = min(int(curve.x.searchsorted(x)), len(curve.x) - 1)
    before = max(position - 1, 0)
    run = float(curve.x[position] - curve.x[before])
    share = (x - float(curve.x[before])) / run if run else 0.0
    return float(curve.y[before]) + share * float(curve.y[position] - curve.y[before])
