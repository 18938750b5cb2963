"""Detection error tradeoff: misses over false alarms, the corner of good models spread out."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.view_curves import view_curves
from costcurve_gui.analysis.view_settings import DetAxes
from costcurve_gui.translation import tr
from costcurve_gui.views.plots.base_views import RateView
from costcurve_gui.views.plots.forbidden_ground import forbidden_errors
from costcurve_gui.views.plotting.canvas import Bounds
from costcurve_gui.views.plotting.marks import Label, Line
from costcurve_gui.views.plotting.plot_view import Axis
from costcurve_gui.views.plotting.ticks import LOG, PROBIT, AxisStyle
from costcurve_gui.views.shell.theme import TRIVIAL_DASH
from costcurve_gui.views.text import numbers, vocabulary
from costcurve_gui.views.view import ChoiceGroup, Entry

if TYPE_CHECKING:
    from costcurve_gui.analysis.curves import DrawnCurve
    from costcurve_gui.analysis.snapshot import ModelSnapshot, Snapshot
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.views.plotting.marks import Anchor, Mark
    from costcurve_gui.views.plotting.ticks import AxisScale
    from costcurve_gui.views.shell.theme import Tokens

_RIM = 0.06  # the last label has three digits
_LEAST = 1e-4  # rarer errors are a few cases; one can still move there
_CHANCE = np.concatenate([np.geomspace(1e-6, 0.5, 100), 1 - np.geomspace(0.5, 1e-6, 100)[1:]])
_STYLES = {
    DetAxes.PROBIT: AxisStyle(scale=100.0, ladder=PROBIT),
    DetAxes.LOG: AxisStyle(scale=100.0, ladder=LOG),
}
_NAMED = (0.5, 0.7, 0.3, 0.85, 0.15)  # false positive rates


class DetView(RateView):
    """Both error rates, on axes of normal deviates or of logarithms."""

    name = "det"
    square = True
    words = (tr("false positive rate"), tr("false negative rate"))

    def subtitle(self, snapshot: Snapshot) -> str:
        """Say in the title bar what is shown."""
        on_deviates = snapshot.settings.views.det_axes is DetAxes.PROBIT
        return tr("normal deviates") if on_deviates else tr("logarithmic axes")

    def choices(self, snapshot: Snapshot) -> tuple[ChoiceGroup, ...]:
        """Return what can be chosen in its menu."""
        del snapshot
        entries = (
            Entry(DetAxes.PROBIT, tr("Normal-deviate axes"), tr("probit DET")),
            Entry(DetAxes.LOG, tr("Logarithmic axes"), tr("log axis axes DET")),
        )
        return (ChoiceGroup("det_axes", tr("Axes"), entries),)

    def axes(self, snapshot: Snapshot) -> tuple[Axis, Axis]:
        """Return the words of the two axes, with the file's classes."""
        said, style = vocabulary.vocabulary_of(snapshot), _STYLES[snapshot.settings.views.det_axes]
        return (
            Axis(
                tr(
                    "False positive rate (actual: {negative}), %",
                    negative=said.negative,
                ),
                style,
                tr("fpr, %"),
            ),
            Axis(
                tr("False negative rate (actual: {positive}), %", positive=said.positive),
                style,
                tr("fnr, %"),
            ),
        )

    def scale(self, snapshot: Snapshot) -> object:
        """Return what the axes are even in."""
        return snapshot.settings.views.det_axes

    def bounds(self, snapshot: Snapshot) -> Bounds:
        """Return one stretch for both axes that shows every curve, and a rim."""
        place = _ladder(snapshot).place
        ends = [float(end) for curve in self.curves(snapshot).values() for end in _ends(curve)]
        low = max(min(ends, default=place(_LEAST)), place(_LEAST))
        high = min(max(ends, default=place(0.5)), place(1 - _LEAST))
        rim = _RIM * max(high - low, 1.0)
        return Bounds(low - rim, high + rim, low - rim, high + rim)

    def place(self, snapshot: Snapshot, fpr: float, tpr: float) -> tuple[float, float] | None:
        """Return where both error rates lie; rates of 0 and 1 are infinitely far away."""
        fnr, place = 1 - tpr, _ladder(snapshot).place
        return (place(fpr), place(fnr)) if 0 < fpr < 1 and 0 < fnr < 1 else None

    def curves(self, snapshot: Snapshot) -> dict[str, DrawnCurve]:
        """Return the curves of the models switched on, on the axes chosen."""
        on_logs = snapshot.settings.views.det_axes is DetAxes.LOG
        return view_curves(snapshot, "det_log" if on_logs else "det")

    def ground(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return what the bounds forbid, and the line of decisions at random."""
        ladder = _ladder(snapshot)
        x, y = _random_order(ladder)
        forbidden = forbidden_errors(snapshot, ladder.place)
        return [*forbidden, Line("random", x, y, tokens.trivial, dash=TRIVIAL_DASH)]

    def names(self, snapshot: Snapshot) -> list[list[Label]]:
        """Name that line."""
        places = map(_ladder(snapshot).place, _NAMED)
        others = map(_ladder(snapshot).place, (1 - rate for rate in _NAMED))
        ends = list(zip(places, others, strict=True))
        shifts = ((6.0, -11.0), (-6.0, 11.0))
        sides: tuple[Anchor, Anchor] = ("left", "right")
        return [
            [
                Label(x, y, tr("random order"), side, shift)
                for side, shift in zip(sides, shifts, strict=True)
                for x, y in ends
            ]
        ]

    def accessible_text(self, snapshot: Snapshot, model: ModelSnapshot) -> str:
        """Say both error rates."""
        del snapshot
        rates = model.policy.fpr, 1 - model.policy.tpr
        said = zip(self.words, map(numbers.rate, rates), strict=True)
        return ", ".join(f"{word} {rate}" for word, rate in said)


def _ladder(snapshot: Snapshot) -> AxisScale:
    return LOG if snapshot.settings.views.det_axes is DetAxes.LOG else PROBIT


@cache
def _random_order(ladder: AxisScale) -> tuple[Floats, Floats]:
    """Return where decisions at random lie on both axes."""
    x, y = (np.array([ladder.place(rate) for rate in rates]) for rates in (_CHANCE, 1 - _CHANCE))
    return x, y


def _ends(curve: DrawnCurve) -> tuple[float, ...]:
    if not curve.x.size:
        return ()
    return curve.x[0], curve.x[-1], curve.y[0], curve.y[-1]
