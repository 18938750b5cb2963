"""Averages of the curves of all folds, in ROC space or in cost space."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.fold_curves import FoldResults
from costcurve_gui.analysis.view_settings import FoldAverage, FoldBars
from costcurve_gui.dataio.errors import plural
from costcurve_gui.engine.resampling.bootstrap import by_groups
from costcurve_gui.translation import tr
from costcurve_gui.views.plots.cost import (
    CostView,
    trivial_lines,
    trivial_names,
)
from costcurve_gui.views.plots.roc import RocView
from costcurve_gui.views.plots.uncertain_condition import condition_stretch
from costcurve_gui.views.plotting.interval_marks import Key, KeyEntry, Whisker
from costcurve_gui.views.plotting.legend import CURVE_ALPHA
from costcurve_gui.views.plotting.marks import Label, Line
from costcurve_gui.views.plotting.notes import GRIP_WORDS, noted
from costcurve_gui.views.plotting.plot_view import (
    Axis,
    PlotView,
    curve_lines,
    model_color,
    selected_model,
)
from costcurve_gui.views.shell.theme import TRIVIAL_DASH
from costcurve_gui.views.text import numbers, uncertainty_text
from costcurve_gui.views.text.inflection import listed
from costcurve_gui.views.view import ChoiceGroup, EmptyState, Entry, Switch

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from PySide6.QtCore import QPointF

    from costcurve_gui.analysis.curves import DrawnCurve
    from costcurve_gui.analysis.fold_curves import FoldCurves
    from costcurve_gui.analysis.snapshot import ModelSnapshot, Reading, Snapshot
    from costcurve_gui.views.plotting.canvas import Bounds, Canvas
    from costcurve_gui.views.plotting.handles import Handle
    from costcurve_gui.views.plotting.marks import Mark
    from costcurve_gui.views.shell.theme import Tokens

_FOLD_ALPHA = 60
_LINE_HEIGHT = 17.0
_COMPARED = {
    FoldAverage.VERTICAL: KeyEntry("vertical", "", CURVE_ALPHA, dash=(6.0, 3.0)),
    FoldAverage.HORIZONTAL: KeyEntry("horizontal", "", CURVE_ALPHA, dash=(1.5, 2.5)),
    FoldAverage.COST_SPACE: KeyEntry(tr("in cost space, optimistic"), "", width=2.0),
}
_BAR_WORDS = {
    FoldBars.STD: tr("bars: standard deviation"),
    FoldBars.INTERVAL: tr("bars: {level} interval of the mean, Student's t"),
}
_KINDS = {
    FoldAverage.POOLED: tr("Pooled scores of all folds"),
    FoldAverage.VERTICAL: tr("Vertical averages over folds"),
    FoldAverage.HORIZONTAL: tr("Horizontal averages over folds"),
    FoldAverage.THRESHOLD: tr("Threshold averages over folds"),
    FoldAverage.COST_SPACE: tr("Averages over folds in cost space"),
    FoldAverage.COMPARED: tr("Averages over folds"),
}
_WITHOUT_BARS = frozenset({FoldAverage.POOLED, FoldAverage.COMPARED})
_TOO_NARROW = tr("too narrow, as training sets overlap")
_OPTIMISTIC = tr("optimistic: chosen on the folds' own rows")
_COMPARED_CAUTION = tr(
    "the average in cost space is optimistic: the lower envelope of each fold is "
    "chosen on its own rows"
)


class FoldsView(PlotView):
    """What stands for the folds' curves: one average, or three of them side by side.

    An average has no row in a table of thresholds; only the pooled curve can be read.
    """

    name = "folds"
    square = True
    sideways = "condition"

    def __init__(self) -> None:
        self._roc, self._cost = RocView(), CostView()

    def scale(self, snapshot: Snapshot) -> object:
        """Return whether the axes are those of ROC space or of cost space."""
        return self._ground(snapshot).name

    def subject(self, snapshot: Snapshot) -> str:
        """Name the average, or the one model whose averages are compared."""
        model = selected_model(snapshot)
        if model is None or _average(snapshot) is not FoldAverage.COMPARED:
            return tr(
                "{kinds} of {shown}",
                kinds=_KINDS[_average(snapshot)],
                shown=plural(len(snapshot.shown), "model"),
            )
        return tr("Averages over folds of {name}", name=model.info.name)

    def uncertainty_note(self, snapshot: Snapshot) -> str:
        """Say what the bars measure, and at which level; nothing where there are none."""
        return _bar_words(snapshot) if _has_bars(snapshot) else ""

    def band_note(self, snapshot: Snapshot) -> str:
        """Say what the bars measure."""
        return self.uncertainty_note(snapshot)

    def listed(self, snapshot: Snapshot) -> Collection[str]:
        """Return the models that are averaged: the selected one where averages are compared."""
        compared = _average(snapshot) is FoldAverage.COMPARED
        return self.curves(snapshot).keys() if not compared else {snapshot.selected or ""}

    def _ground(self, snapshot: Snapshot) -> RocView | CostView:
        return self._cost if _average(snapshot) is FoldAverage.COST_SPACE else self._roc

    def subtitle(self, snapshot: Snapshot) -> str:
        """Say what was averaged, over how many folds."""
        found = snapshot.results.folds
        if found is None or not found.folds:
            return ""
        average = _SUBTITLES[snapshot.settings.views.fold_average]
        said = f"{average}, {plural(found.folds, 'fold')}"
        compared = _average(snapshot) is FoldAverage.COMPARED
        return tr("{said}, optimistic", said=said) if compared else said

    def empty_state(self, snapshot: Snapshot) -> EmptyState | None:
        """Say that the file has no folds, or why those of the selected model have no average."""
        found = snapshot.results.folds
        if found is None:
            return None
        if not found.folds:
            again = tr("Choose columns\u2026") if snapshot.curve_set.dataset.path else ""
            sentence = tr("Choose one in Data and models to average folds.")
            return EmptyState(tr("No fold column"), sentence, again, "columns")
        fault = found.faults.get(snapshot.selected or "")
        return (
            None
            if fault is None
            else EmptyState(tr("Nothing to average"), fault, tr("Choose columns\u2026"), "columns")
        )

    def choices(self, snapshot: Snapshot) -> tuple[ChoiceGroup | Switch, ...]:
        """Return what can be chosen in its menu."""
        del snapshot
        return (
            ChoiceGroup("fold_average", tr("Average"), _AVERAGES),
            ChoiceGroup("fold_bars", tr("Bars"), _BARS),
            Switch("fold_curves", tr("Curve of every fold"), "folds"),
        )

    def axes(self, snapshot: Snapshot) -> tuple[Axis, Axis]:
        """Return the words of the two axes."""
        return self._ground(snapshot).axes(snapshot)

    def bounds(self, snapshot: Snapshot) -> Bounds:
        """Return the bounds of the space."""
        return self._ground(snapshot).bounds(snapshot)

    def static_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return faint folds, averages, bars of the selected model, and what bars mean."""
        folds = self._fold_lines(snapshot, tokens)
        if _average(snapshot) is FoldAverage.COST_SPACE:
            behind = trivial_lines(snapshot, tokens)
        else:
            behind = [Line("chance", (0.0, 1.0), (0.0, 1.0), tokens.trivial, dash=TRIVIAL_DASH)]
        if _average(snapshot) is FoldAverage.COMPARED:
            return [*behind, *folds, *_compared(snapshot, tokens)]
        lines = curve_lines(self.curves(snapshot), snapshot, tokens)
        drawn = [*behind, *folds, *lines, *_bars(snapshot, tokens), *_notes(snapshot)]
        if _average(snapshot) is FoldAverage.COST_SPACE:
            drawn.append(noted(drawn, trivial_names(snapshot, self.bounds(snapshot)), GRIP_WORDS))
        return drawn

    def _fold_lines(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        model, found = selected_model(snapshot), _selected(snapshot)
        if model is None or found is None or not snapshot.settings.views.fold_curves:
            return []
        color = model_color(model.info, snapshot, tokens)
        curves = found.cost if _average(snapshot) is FoldAverage.COST_SPACE else found.roc
        return [
            Line(tr("fold {at}", at=at), curve.x, curve.y, color, _FOLD_ALPHA)
            for at, curve in enumerate(curves)
        ]

    def dynamic_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the operating points on the pooled curves, or what the condition may be."""
        if _average(snapshot) is FoldAverage.COST_SPACE:
            return condition_stretch(snapshot, tokens, self.bounds(snapshot))
        pooled = _average(snapshot) is FoldAverage.POOLED
        return self._roc.dynamic_items(snapshot, tokens) if pooled else []

    def handles(self, snapshot: Snapshot) -> list[Handle]:
        """Return what can be dragged in cost space, or on the pooled curves as in ROC."""
        movable = _average(snapshot) in (FoldAverage.COST_SPACE, FoldAverage.POOLED)
        return self._ground(snapshot).handles(snapshot) if movable else []

    def curves(self, snapshot: Snapshot) -> dict[str, DrawnCurve]:
        """Return the average of every model, as chosen."""
        average = _average(snapshot)
        if average is FoldAverage.POOLED:
            return self._roc.curves(snapshot)
        if average is FoldAverage.COMPARED:
            return {}
        return {
            key: found.means[average].curve
            for key, found in _results(snapshot).curves.items()
            if key in snapshot.shown
        }

    def snap(self, snapshot: Snapshot, canvas: Canvas, place: QPointF) -> tuple[str, int] | None:
        """Return the nearest point of the pooled curves."""
        if _average(snapshot) is FoldAverage.POOLED:
            return super().snap(snapshot, canvas, place)
        return None

    def reading_point(self, reading: Reading, snapshot: Snapshot) -> tuple[float, float]:
        """Return where a reading lies on a pooled curve."""
        if _average(snapshot) is FoldAverage.POOLED:
            return self._roc.reading_point(reading, snapshot)
        return np.nan, np.nan

    def reading_marks(
        self, snapshot: Snapshot, reading: Reading, tokens: Tokens, *, tagged: bool
    ) -> list[Mark]:
        """Return the ring of a reading on a pooled curve."""
        if _average(snapshot) is FoldAverage.POOLED:
            return super().reading_marks(snapshot, reading, tokens, tagged=tagged)
        return []

    def highlight(self, snapshot: Snapshot, key: str, index: int, tokens: Tokens) -> list[Mark]:
        """Return a ring at the point of one classifier on a pooled curve."""
        pooled = _average(snapshot) is FoldAverage.POOLED
        return self._roc.highlight(snapshot, key, index, tokens) if pooled else []

    def dragged(self, snapshot: Snapshot, handle: Handle, canvas: Canvas, place: QPointF) -> object:
        """Return what it becomes in the space on show."""
        return self._ground(snapshot).dragged(snapshot, handle, canvas, place)

    def accessible_text(self, snapshot: Snapshot, model: ModelSnapshot) -> str:
        """Say the average in the middle of the axis, with its scatter."""
        fault = _results(snapshot).faults.get(model.info.key)
        found = _results(snapshot).curves.get(model.info.key)
        if fault is not None or found is None:
            return fault or tr("not averaged")
        mean = found.means.get(_average(snapshot))
        bars = () if mean is None else mean.bars[FoldBars.STD]
        if not bars:
            return plural(len(found.roc), "fold")
        bar = bars[len(bars) // 2]
        at, value = (bar.x, bar.y) if bar.upright else (bar.y, bar.x)
        half = numbers.rate((bar.high - bar.low) / 2)
        return tr(
            "{rate} at {at}, standard deviation {half}",
            rate=numbers.rate(value),
            at=numbers.rate(at),
            half=half,
        )


def _average(snapshot: Snapshot) -> FoldAverage:
    return snapshot.settings.views.fold_average


def _results(snapshot: Snapshot) -> FoldResults:
    return snapshot.results.folds or FoldResults()


def _selected(snapshot: Snapshot) -> FoldCurves | None:
    return _results(snapshot).curves.get(snapshot.selected or "")


def _bars(snapshot: Snapshot, tokens: Tokens) -> Iterator[Mark]:
    """Yield the bars of the selected model's average."""
    model, found, kind = (
        selected_model(snapshot),
        _selected(snapshot),
        snapshot.settings.views.fold_bars,
    )
    mean = None if found is None else found.means.get(_average(snapshot))
    if model is None or mean is None or kind is FoldBars.NONE:
        return
    color = model_color(model.info, snapshot, tokens)
    for bar in mean.bars[kind]:
        yield Whisker(bar.x, bar.y, bar.low, bar.high, bar.upright, color)


def _compared(snapshot: Snapshot, tokens: Tokens) -> Iterator[Mark]:
    """Yield three averages of the selected model and a key to them."""
    model, found = selected_model(snapshot), _selected(snapshot)
    if model is None or found is None:
        return
    color = model_color(model.info, snapshot, tokens)
    for average, entry in _COMPARED.items():
        exact = average is FoldAverage.COST_SPACE
        curve = found.image if exact else found.means[average].curve
        look = color, entry.alpha, entry.width, entry.dash
        yield Line(entry.text, curve.x, curve.y, *look)
    yield Key(tuple(replace(entry, color=color) for entry in reversed(_COMPARED.values())))


def _has_bars(snapshot: Snapshot) -> bool:
    return _wants_bars(snapshot) and not _no_interval(snapshot)


def _wants_bars(snapshot: Snapshot) -> bool:
    has_none = (
        snapshot.settings.views.fold_bars is FoldBars.NONE or _average(snapshot) in _WITHOUT_BARS
    )
    return not has_none and _results(snapshot).folds > 1


def _no_interval(snapshot: Snapshot) -> str:
    """Return why the bars that were chosen do not exist; nothing where they do."""
    of_mean = snapshot.settings.views.fold_bars is FoldBars.INTERVAL
    return _results(snapshot).no_interval if of_mean else ""


def _bar_words(snapshot: Snapshot) -> str:
    """Say what the bars measure, and at which level."""
    results, kind = _results(snapshot), snapshot.settings.views.fold_bars
    said = _BAR_WORDS[kind].format(level=uncertainty_text.share(results.level))
    group = snapshot.curve_set.dataset.group if kind is FoldBars.INTERVAL else None
    return listed(said, by_groups(group))


def _notes(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield the cautions at the foot of the plot, the first one lowest."""
    for row, text in enumerate(_cautions(snapshot)):
        shift = (0.0, -8.0 - row * _LINE_HEIGHT)
        if _average(snapshot) is FoldAverage.COST_SPACE:
            yield Label(0.5, 0.0, text, "center", shift)
        else:
            yield Label(1.0, 0.0, text, "right", shift)


def _cautions(snapshot: Snapshot) -> Iterator[str]:
    """Yield what the bars measure, and what an interval and a lower envelope make too good."""
    results, kind = _results(snapshot), snapshot.settings.views.fold_bars
    in_cost_space = _average(snapshot) is FoldAverage.COST_SPACE
    if in_cost_space and results.curves:
        yield _OPTIMISTIC
    if _wants_bars(snapshot) and _no_interval(snapshot):
        yield tr("no interval: {no_interval}", no_interval=_no_interval(snapshot))
    if not _has_bars(snapshot):
        return
    level = uncertainty_text.share(results.level)
    if kind is FoldBars.INTERVAL and in_cost_space:  # below the curves there is room for two lines
        yield tr("bars: {level} interval of the mean, too narrow", level=level)
        return
    if kind is FoldBars.INTERVAL:
        yield _TOO_NARROW
    yield _bar_words(snapshot)


_SUBTITLES = {
    FoldAverage.POOLED: tr("pooled scores"),
    FoldAverage.VERTICAL: tr("vertical average"),
    FoldAverage.HORIZONTAL: tr("horizontal average"),
    FoldAverage.THRESHOLD: tr("threshold average"),
    FoldAverage.COST_SPACE: tr("average in cost space"),
    FoldAverage.COMPARED: tr("averages compared"),
}
_AVERAGES = (
    Entry(FoldAverage.POOLED, tr("Pooled scores")),
    Entry(FoldAverage.VERTICAL, tr("Vertical average")),
    Entry(FoldAverage.HORIZONTAL, tr("Horizontal average")),
    Entry(FoldAverage.THRESHOLD, tr("Threshold average")),
    Entry(FoldAverage.COST_SPACE, tr("Average in cost space")),
    Entry(FoldAverage.COMPARED, tr("Compare averages")),
)
_BARS = (
    Entry(FoldBars.INTERVAL, tr("Bars of the interval of the mean")),
    Entry(FoldBars.STD, tr("Bars of the standard deviation")),
    Entry(FoldBars.NONE, tr("No bars")),
)
