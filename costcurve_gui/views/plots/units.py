"""The picture of the units: profit per unit over the share of units with an alarm."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.curves import DrawnCurve
from costcurve_gui.analysis.memo import once
from costcurve_gui.analysis.unit_results import UnitFigures
from costcurve_gui.analysis.units import has_threshold, known_units
from costcurve_gui.translation import tr
from costcurve_gui.views.plots.base_views import RIGHT_PADDING, CurvelessView
from costcurve_gui.views.plotting.canvas import Bounds
from costcurve_gui.views.plotting.marks import Hollow, Label, Line
from costcurve_gui.views.plotting.plot_view import PADDING, Axis, curve_lines, operating_points
from costcurve_gui.views.plotting.ticks import AxisStyle, rounded
from costcurve_gui.views.text import inflection, numbers, units_text
from costcurve_gui.views.text.vocabulary import vocabulary_of
from costcurve_gui.views.view import EmptyState

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.analysis.snapshot import ModelSnapshot, Snapshot
    from costcurve_gui.engine.operations.unit_alarms import UnitCurve
    from costcurve_gui.views.plotting.marks import Mark
    from costcurve_gui.views.shell.theme import Tokens

_MOST_POINTS, _HEADROOM = 2001, 0.12


class UnitsPlot(CurvelessView):
    """Profit per unit of all models shown, for paper and as what the view of units paints."""

    name = "units"

    def axes(self, snapshot: Snapshot) -> tuple[Axis, Axis]:
        """Return the words of the two axes."""
        noun, said = units_text.unit_noun(snapshot), vocabulary_of(snapshot)
        across = tr("Share of {noun} with an alarm, %", noun=inflection.plural(noun))
        up = tr("Profit per {noun}{unit}", noun=noun, unit=f", {said.unit}" if said.unit else "")
        return Axis(across, AxisStyle(scale=100.0), tr("Share, %")), Axis(
            up, AxisStyle(signed=True), tr("Profit")
        )

    def bounds(self, snapshot: Snapshot) -> Bounds:
        """Return all shares, and profits from the least to the most of any curve."""
        profits = [curve.y for curve in _lines(snapshot).values()]
        low = min((float(y.min()) for y in profits), default=0.0)
        high = max((float(y.max()) for y in profits), default=1.0)
        low, high = min(low, 0.0), max(high, 0.0)
        high += _HEADROOM * ((high - low) or 1.0)
        return Bounds(-PADDING, 1 + RIGHT_PADDING, *rounded(low, high))

    def static_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return zero, the curves, and where the selected model earns most."""
        zero = Line("zero", (0.0, 1.0), (0.0, 0.0), tokens.control)
        return [zero, *curve_lines(_lines(snapshot), snapshot, tokens), *_best(snapshot, tokens)]

    def dynamic_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the operating points."""
        return operating_points(snapshot, tokens, _points(snapshot))

    def subject(self, snapshot: Snapshot) -> str:
        """Say what is counted."""
        text = units_text.subtitle(snapshot)
        curve = _selected(snapshot)
        return text if curve is None else f"{text}: {units_text.counted(snapshot, curve)}"

    def uncertainty_note(self, snapshot: Snapshot) -> str:
        """Return nothing: no interval is drawn."""
        del snapshot
        return ""

    def accessible_text(self, snapshot: Snapshot, model: ModelSnapshot) -> str:
        """Say where the model earns most."""
        curve = (known_units(snapshot) or {}).get(model.info.key)
        return tr("no units") if curve is None else units_text.accessible_summary(snapshot, curve)

    def empty_state(self, snapshot: Snapshot) -> EmptyState | None:
        """Say that there is nothing to draw before a column is chosen."""
        if known_units(snapshot):
            return None
        return EmptyState(
            tr("No units"), tr("No column of units is chosen."), tr("Show Units"), "show_units"
        )


def _lines(snapshot: Snapshot) -> dict[str, DrawnCurve]:
    known = known_units(snapshot) or {}
    return {key: drawn(known[key]) for key in snapshot.shown if key in known}


def _selected(snapshot: Snapshot) -> UnitCurve | None:
    return (known_units(snapshot) or {}).get(snapshot.selected or "")


def _points(snapshot: Snapshot) -> Iterator[tuple[str, float, float]]:
    for key, curve in (known_units(snapshot) or {}).items():
        if key in snapshot.shown and has_threshold(snapshot, key):
            figures = UnitFigures.at(curve, snapshot.models[key].policy.threshold)
            yield key, figures.share(curve.prior), figures.profit


def _best(snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
    curve, key = _selected(snapshot), snapshot.selected
    if curve is None or key is None or key not in snapshot.shown:
        return []
    best = UnitFigures.best(curve)
    x, y = best.share(curve.prior), best.profit
    color = tokens.model_color(snapshot.models[key].info.slot)
    text = tr("highest at {threshold}", threshold=numbers.threshold(best.threshold))
    return [Hollow(x, y, color), Label(x, y, text, "left", (8.0, -10.0))]


@once
def drawn(curve: UnitCurve) -> DrawnCurve:
    """Return profit over the share with an alarm, in as many points as are seen, the best too."""
    share = curve.prior * curve.tpr + (1 - curve.prior) * curve.fpr
    rows = np.arange(share.size)
    if share.size > _MOST_POINTS:
        seen = np.searchsorted(share, np.linspace(0.0, 1.0, _MOST_POINTS)).clip(0, share.size - 1)
        rows = np.unique(np.append(seen, curve.best))
    return DrawnCurve(share[rows], curve.profit[rows], rows)
