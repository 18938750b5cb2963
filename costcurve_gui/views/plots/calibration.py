"""Reliability: which share of the cases was positive where the model said so and so much."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.curves import DrawnCurve
from costcurve_gui.engine.resampling.bootstrap import by_groups
from costcurve_gui.translation import tr
from costcurve_gui.views.plots.forbidden_ground import forbidden_scores
from costcurve_gui.views.plotting.canvas import Bounds
from costcurve_gui.views.plotting.handles import Handle
from costcurve_gui.views.plotting.marks import Dot, Label, Line
from costcurve_gui.views.plotting.notes import GRIP_WORDS, noted
from costcurve_gui.views.plotting.plot_view import (
    PADDING,
    Axis,
    PlotView,
    curve_lines,
    model_color,
    selected_curves,
    selected_model,
)
from costcurve_gui.views.shell.theme import TRIVIAL_DASH, repeats_color
from costcurve_gui.views.text import numbers, uncertainty_text, vocabulary
from costcurve_gui.views.text.empty_states import not_drawn_in_short, selected_not_drawn
from costcurve_gui.views.text.inflection import listed
from costcurve_gui.views.view import EmptyState

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from PySide6.QtCore import QPointF

    from costcurve_gui.analysis.snapshot import ModelSnapshot, Reading, Snapshot
    from costcurve_gui.engine.curves.calibration import CalibrationCurve
    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.plotting.marks import Anchor, Mark
from costcurve_gui.views.shell.theme import Tokens

_NO_ROWS = np.empty(0, dtype=np.int64)
_BAR_ALPHA = 120


_SIDES: tuple[tuple[Anchor, tuple[float, float]], ...] = (
    ("left", (6.0, 12.0)),
    ("right", (-6.0, -12.0)),
)


class CalibrationView(PlotView):
    """Share of positives over the mean score, in bins of equally many cases.

    A bin is not a threshold: nothing in here can be read as a classifier but the upright line.
    """

    name = "calibration"
    square = True

    def subtitle(self, snapshot: Snapshot) -> str:
        """Say in the title bar what is shown, or that models are left out."""
        return not_drawn_in_short(snapshot) or tr("observed against predicted")

    def empty_state(self, snapshot: Snapshot) -> EmptyState | None:
        """Say that no model on show gives probabilities, once that is known."""
        found = snapshot.results.calibration
        if found is None or snapshot.shown.keys() & found.keys():
            return None
        return EmptyState(
            tr("Scores outside 0 to 1"),
            tr("Calibration needs probabilities."),
            tr("Add a calibrated model\u2026"),
            "add_model",
        )

    def axes(self, snapshot: Snapshot) -> tuple[Axis, Axis]:
        """Return the words of the two axes."""
        said = vocabulary.vocabulary_of(snapshot)
        return Axis(tr("Mean score")), Axis(
            tr("Observed share (actual: {positive})", positive=said.positive), short=tr("Share")
        )

    def bounds(self, snapshot: Snapshot) -> Bounds:
        """Return the unit square and a rim."""
        del snapshot
        return Bounds(-PADDING, 1 + PADDING, -PADDING, 1 + PADDING)

    def listed(self, snapshot: Snapshot) -> Collection[str]:
        """Return the models whose scores are probabilities."""
        return self.curves(snapshot).keys()

    def uncertainty_note(self, snapshot: Snapshot) -> str:
        """Name the intervals of the bins."""
        found = _curves(snapshot).get(snapshot.selected or "")
        if found is None or not np.isfinite(found.lower).any():  # with weights there are none
            return ""
        group = by_groups(snapshot.curve_set.dataset.group)
        level = uncertainty_text.share(snapshot.curve_set.level)
        return listed(tr("bars: Wilson intervals"), group, level)

    def band_note(self, snapshot: Snapshot) -> str:
        """Name the intervals of the bins."""
        return self.uncertainty_note(snapshot)

    def static_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the diagonal, the curves, and bins with their intervals of the selected model."""
        diagonal = Line("perfect", (0.0, 1.0), (0.0, 1.0), tokens.trivial, dash=TRIVIAL_DASH)
        curves = self.curves(snapshot)
        ground = forbidden_scores(snapshot) if snapshot.selected in curves else []
        lines = curve_lines(curves, snapshot, tokens)
        missed = selected_not_drawn(snapshot)
        note = [Label(1.0, 0.0, missed, "right", (0.0, -9.0))] if missed else []
        drawn = [*ground, diagonal, *lines, *self._bins(snapshot, tokens)]
        return [*drawn, noted(drawn, [_PERFECT], GRIP_WORDS), *note]

    def _bins(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        model = selected_model(snapshot)
        found = None if model is None else _curves(snapshot).get(model.info.key)
        if model is None or found is None:
            return []
        color = model_color(model.info, snapshot, tokens)
        marks: list[Mark] = []
        for at in np.flatnonzero(found.counts > 0):
            x, y = float(found.mean_scores[at]), float(found.fractions_positive[at])
            low, high = float(found.lower[at]), float(found.upper[at])
            if low <= high:  # with weights there is no interval
                marks.append(Line(tr("bin {at}", at=at), (x, x), (low, high), color, _BAR_ALPHA))
            marks.append(Dot(model.info.key, x, y, color, repeats_color(model.info.slot)))
        return marks

    def dynamic_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return nothing: a threshold is a line here, not a point."""
        del snapshot, tokens
        return []

    def handles(self, snapshot: Snapshot) -> list[Handle]:
        """Return the threshold of the selected model, where it lies among probabilities."""
        model, curves = selected_model(snapshot), selected_curves(snapshot)
        if model is None or curves is None or not 0 <= model.policy.threshold <= 1:
            return []
        threshold = model.policy.threshold
        text = tr(
            "threshold {threshold_text}",
            threshold_text=vocabulary.threshold_text(curves, model.policy.index, threshold),
        )
        return [Handle("threshold", threshold, 0.0, (0.0, 1.0), text)]

    def curves(self, snapshot: Snapshot) -> dict[str, DrawnCurve]:
        """Return a line through the bins of every model whose scores are probabilities."""
        return {
            key: _line_through(curve)
            for key, curve in _curves(snapshot).items()
            if key in snapshot.shown
        }

    def snap(self, snapshot: Snapshot, canvas: Canvas, place: QPointF) -> tuple[str, int] | None:
        """Return nothing: a bin is no row of the table of thresholds."""
        del snapshot, canvas, place
        return None

    def reading_point(self, reading: Reading, snapshot: Snapshot) -> tuple[float, float]:
        """Return NaN for both: a reading has no place in this view."""
        del reading, snapshot
        return np.nan, np.nan

    def reading_marks(
        self, snapshot: Snapshot, reading: Reading, tokens: Tokens, *, tagged: bool
    ) -> list[Mark]:
        """Return nothing."""
        del snapshot, reading, tokens, tagged
        return []

    def highlight(self, snapshot: Snapshot, key: str, index: int, tokens: Tokens) -> list[Mark]:
        """Return nothing."""
        del snapshot, key, index, tokens
        return []

    def dragged(self, snapshot: Snapshot, handle: Handle, canvas: Canvas, place: QPointF) -> object:
        """Return (model, threshold) where the line is held."""
        del handle
        curves = selected_curves(snapshot)
        x = min(max(canvas.value(place)[0], 0.0), 1.0)
        return None if curves is None else (curves.info.key, x)

    def accessible_text(self, snapshot: Snapshot, model: ModelSnapshot) -> str:
        """Say how far the bins lie from the diagonal."""
        found = _curves(snapshot).get(model.info.key)
        if found is None:
            return tr("scores outside 0 to 1")
        return tr(
            "mean distance between score and share {expected_error}",
            expected_error=numbers.rate(found.expected_error),
        )


_PERFECT = [
    Label(at, at, tr("perfectly calibrated"), side, shift)
    for at in (0.5, 0.8, 0.3, 0.6, 0.9, 0.7, 0.2, 0.4)
    for side, shift in _SIDES
]


def _curves(snapshot: Snapshot) -> Mapping[str, CalibrationCurve]:
    return snapshot.results.calibration or {}


def _line_through(curve: CalibrationCurve) -> DrawnCurve:
    filled = curve.counts > 0
    return DrawnCurve(curve.mean_scores[filled], curve.fractions_positive[filled], _NO_ROWS)
