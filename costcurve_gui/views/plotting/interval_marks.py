"""Ribbons, crosses and whiskers that show how uncertain curves and points are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF

from costcurve_gui.analysis.intervals.requests import bands_of, known_difference
from costcurve_gui.analysis.memo import once
from costcurve_gui.engine.arrays import distinct
from costcurve_gui.translation import tr
from costcurve_gui.views.plotting.brushes import paint_words, pen, text_box
from costcurve_gui.views.plotting.marks import Between, FootStrip, Line, Mark, Shade
from costcurve_gui.views.plotting.painting import paint
from costcurve_gui.views.text.comparison_text import significance
from costcurve_gui.views.text.uncertainty_text import is_of_points

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from PySide6.QtGui import QPainter

    from costcurve_gui.analysis.cost_comparisons import Comparison
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.resampling.band import Band, ThresholdBand
    from costcurve_gui.engine.resampling.curve_bands import RuleBand
    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.shell.theme import Tokens


DIFFERENCE_ALPHA = _CROWDED_ALPHA = 36
_FAINT_ALPHA, _PAIR = 14, 2
_EDGE_ALPHA, SIGNIFICANT_ALPHA = 90, 60


def ribbons(
    snapshot: Snapshot, view: str, tokens: Tokens, ends: Mapping[str, float] | None = None
) -> list[Mark]:
    """Return the bands of a view that are known, the selected model's on top.

    `ends` says of models up to where along x they are drawn.
    """
    found, ends = bands_of(snapshot, view), ends or {}
    bands = {key: _up_to(band, ends.get(key)) for key, band in found.items()}
    marks: list[Mark] = []
    for key, band in bands.items():
        color = tokens.model_color(snapshot.models[key].info.slot)
        alpha = _alpha(tokens, len(bands), selected=key == snapshot.selected)
        marks += _band_marks(band, key, color, alpha, edged=len(bands) > 1)
    return marks


def _up_to(band: Band | ThresholdBand, end: float | None) -> Band | ThresholdBand:
    if end is None or is_of_points(band):
        return band
    whole = cast("Band", band)
    inside = whole.x <= end
    lower, upper = (np.where(inside, edge, np.nan) for edge in (whole.lower, whole.upper))
    return replace(whole, lower=lower, upper=upper)


def _band_marks(
    band: Band | ThresholdBand, key: str, color: str, alpha: int, *, edged: bool
) -> list[Mark]:
    if not is_of_points(band):
        return ribbon(cast("Band", band), key, color, alpha, edged=edged)
    from costcurve_gui.engine.resampling.band import ThresholdBand  # not before there are bands

    if isinstance(band, ThresholdBand):
        return threshold_marks(band, color, alpha)
    return classifier_marks(cast("RuleBand", band), color)


def _alpha(tokens: Tokens, many: int, *, selected: bool) -> int:
    """Return how dense a band is: more than two would cover the lines, were they all dense."""
    if many == 1:
        return tokens.band_alpha
    return _CROWDED_ALPHA if selected or many <= _PAIR else _FAINT_ALPHA


def ribbon(band: Band, key: str, color: str, alpha: int, *, edged: bool) -> list[Mark]:
    """Return one band, if it has an interval; where there are several, edges tell them apart."""
    x, lower, upper = _edges(band)
    if not x.size:
        return []
    ground = Between((x, lower), (x, upper), color, alpha)
    if not edged:
        return [ground]
    return [
        ground,
        Line(tr("{key} lower", key=key), x, lower, color, _EDGE_ALPHA),
        Line(tr("{key} upper", key=key), x, upper, color, _EDGE_ALPHA),
    ]


@once
def _edges(band: Band) -> tuple[Floats, Floats, Floats]:
    """Return x and both edges where there is an interval: the same arrays in each frame."""
    known = np.isfinite(band.lower) & np.isfinite(band.upper)
    return band.x[known], band.lower[known], band.upper[known]


def difference_ribbon(snapshot: Snapshot, found: Comparison, tokens: Tokens) -> list[Mark]:
    """Return the band of a difference; in the better model's colour where it is significant."""
    known = known_difference(snapshot)
    if known is None:
        return []
    band, colors = known.band, difference_colors(snapshot, found, tokens)
    marks = ribbon(band, "difference", tokens.muted, DIFFERENCE_ALPHA, edged=True)
    for low, high, better in known.stretches:
        inside = (band.x >= low) & (band.x <= high)
        x, lower, upper = band.x[inside], band.lower[inside], band.upper[inside]
        marks.append(Between((x, lower), (x, upper), colors[better], SIGNIFICANT_ALPHA))
    return marks


def difference_strip(snapshot: Snapshot, found: Comparison, tokens: Tokens) -> Mark | None:
    """Return the significant stretches as bars at the foot; None until they are known."""
    known = known_difference(snapshot)
    if known is None:
        return None
    colors = difference_colors(snapshot, found, tokens)
    parts = tuple((low, high, (colors[better],)) for low, high, better in known.stretches)
    return FootStrip(parts, significance(snapshot, known), ticks=True)


def difference_colors(snapshot: Snapshot, found: Comparison, tokens: Tokens) -> dict[str, str]:
    """Return the colours of the two models."""
    keys = {"a": found.model, "b": found.competitor}
    return {one: tokens.model_color(snapshot.models[key].info.slot) for one, key in keys.items()}


MOST_CROSSES = 9


def threshold_marks(band: ThresholdBand, color: str, alpha: int) -> list[Mark]:
    """Return a box of both intervals, and a cross in it, at thresholds spread evenly.

    Classifiers of a family have no thresholds, and all are shown.
    """
    every = np.isnan(band.thresholds).any()
    places = (np.arange(band.rows.size) if every else spread_rows(band)).tolist()
    boxes: list[Mark] = [_box(band, at, color, alpha) for at in places]
    return boxes + [mark for at in places for mark in _cross(band, at, color)]


def _box(band: ThresholdBand, at: int, color: str, alpha: int) -> Mark:
    x_low, x_high, y_low, y_high = (
        float(ends[at]) for ends in (band.fpr_lower, band.fpr_upper, band.tpr_lower, band.tpr_upper)
    )
    return Shade(x_low, x_high, y_low, y_high, color, alpha)


def _cross(band: ThresholdBand, at: int, color: str) -> Iterator[Mark]:
    x, y = float(band.fpr[at]), float(band.tpr[at])
    yield Whisker(x, y, float(band.fpr_lower[at]), float(band.fpr_upper[at]), False, color)
    yield Whisker(x, y, float(band.tpr_lower[at]), float(band.tpr_upper[at]), True, color)


def classifier_marks(band: RuleBand, color: str) -> list[Mark]:
    """Return the interval of each classifier of a family; nothing lies between two of them."""
    points = list(zip(band.x, band.estimate, band.lower, band.upper, strict=True))[1:-1]
    return [
        Whisker(float(x), float(y), float(low), float(high), True, color)
        for x, y, low, high in points
    ]


def spread_rows(band: ThresholdBand) -> Indices:
    """Return the points nearest to even steps along the curve; its ends say nothing."""
    way = (band.fpr + band.tpr) / 2
    steps = np.arange(1, MOST_CROSSES + 1) / (MOST_CROSSES + 1)
    nearest = np.abs(way[:, None] - steps).argmin(axis=0)
    found = distinct(nearest)
    return found[(way[found] > 0) & (way[found] < 1)]


_KEY_LINE, _KEY_MARGIN = 26.0, 8.0
_WHISKER_END, _WHISKER_ALPHA = 6.0, 200


@dataclass(frozen=True, slots=True, eq=False)
class Whisker(Mark):
    """A bar from `low` to `high` through a point of a curve, with short ends across."""

    x: float
    y: float
    low: float
    high: float
    upright: bool
    color: str


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """One line of a key."""

    text: str
    color: str
    alpha: int = 255
    width: float = 1.0
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Key(Mark):
    """What lines of one model mean, in the lower right corner of the view."""

    entries: tuple[KeyEntry, ...]


@paint.register(Whisker)
def _whisker(mark: Whisker, painter: QPainter, canvas: Canvas) -> None:
    """Paint a bar and its ends."""
    half = _WHISKER_END / 2 * canvas.unit
    if mark.upright:
        ends = [canvas.point(mark.x, end) for end in (mark.low, mark.high)]
        across = QPointF(half, 0.0)
    else:
        ends = [canvas.point(end, mark.y) for end in (mark.low, mark.high)]
        across = QPointF(0.0, half)
    painter.setPen(pen(mark.color, canvas.unit, alpha=_WHISKER_ALPHA))
    painter.drawLine(QLineF(*ends))
    painter.drawLines([QLineF(end - across, end + across) for end in ends])


@paint.register(Key)
def _key(mark: Key, painter: QPainter, canvas: Canvas) -> None:
    """Paint the lines and their names in the lower right corner."""
    unit, font = canvas.unit, canvas.fonts.small
    boxes = [text_box(entry.text, font, unit) for entry in mark.entries]
    width = _KEY_LINE * unit + max(box.width() for box in boxes)
    ground = QRectF(0, 0, width, sum(box.height() for box in boxes))
    ground.moveBottomRight(canvas.rect.bottomRight() - QPointF(1, 1) * _KEY_MARGIN * unit)
    top = ground.top()
    for entry, box in zip(mark.entries, boxes, strict=True):
        middle, end = top + box.height() / 2, ground.left() + _KEY_LINE * unit
        line = pen(entry.color, unit, width=entry.width, alpha=entry.alpha, dash=entry.dash)
        painter.setPen(line)
        painter.drawLine(QLineF(ground.left(), middle, end, middle))
        box.moveTo(end, top)
        paint_words(painter, canvas, box, entry.text, font, canvas.tokens.muted)
        top += box.height()
