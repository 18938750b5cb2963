"""The legend of a picture: on the screen the list of models is the legend."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt

from costcurve_gui.translation import tr
from costcurve_gui.views.plotting.brushes import (
    color,
    hatching,
    metrics,
    paint_with_halo,
    pen,
    write,
)
from costcurve_gui.views.shell.theme import repeats_color

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from PySide6.QtGui import QFont, QPainter

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.shell.theme import Tokens


_SWATCH, _GAP, _BETWEEN = 26.0, 6.0, 14.0
_LINE_HEIGHT = 1.25
_AREA = 0.62  # of the height of a row
_ROUNDING = 1e-6  # of widths, in the painter's units


class Legend:
    """Samples of what a picture shows, with their names, in as many columns as have room."""

    def __init__(self, entries: Sequence[LegendEntry], canvas: Canvas) -> None:
        self._canvas = canvas
        self._entries = entries
        self._row = metrics(canvas.fonts.bold).height() * _LINE_HEIGHT

    def __bool__(self) -> bool:
        return bool(self._entries)

    @property
    def item_width(self) -> float:
        """Room for the widest entry."""
        return max(map(self._width, self._entries), default=0.0)

    def width(self, room: float) -> float:
        """Return the width of all columns, in some room."""
        return self._sum(self._columns(room))

    def _sum(self, columns: Sequence[float]) -> float:
        return sum(columns) - _BETWEEN * self._canvas.unit

    def width_at(self, height: float) -> float:
        """Return the width of the columns that have room in some height."""
        rows = max(int(min(height / self._row, len(self._entries))), 1)
        return self._sum(self._in_columns(math.ceil(len(self._entries) / rows)))

    def height(self, width: float) -> float:
        """Return the height at a width."""
        return math.ceil(len(self._entries) / len(self._columns(width))) * self._row

    def shortened(self, most: int) -> Legend:
        """Return a legend of so many entries, the selected one among them, and how many more."""
        if len(self._entries) <= most:
            return self
        chosen = sorted(self._entries, key=lambda entry: not entry.is_selected)[: max(most - 1, 1)]
        kept = [entry for entry in self._entries if entry in chosen]
        more = tr("{entries} more", entries=len(self._entries) - len(kept))
        return Legend([*kept, LegendEntry(more, self._canvas.tokens.plot, 0)], self._canvas)

    def within(self, width: float, height: float = math.inf) -> Legend:
        """Return as much of it as fits in a place: long names are cut, entries left out."""
        if self.width_at(height) <= width:
            return self
        whole = Legend([self._cut(entry, width) for entry in self._entries], self._canvas)
        return whole.shortened(int(min(height / self._row, len(self._entries))))

    def _cut(self, entry: LegendEntry, widest: float) -> LegendEntry:
        room, middle = max(widest - self._before, 0.0), Qt.TextElideMode.ElideMiddle
        return replace(entry, text=metrics(self._font(entry)).elidedText(entry.text, middle, room))

    def _width(self, entry: LegendEntry) -> float:
        return metrics(self._font(entry)).horizontalAdvance(entry.text) + self._before

    def _font(self, entry: LegendEntry) -> QFont:
        return self._canvas.fonts.bold if entry.is_selected else self._canvas.fonts.small

    @property
    def _before(self) -> float:
        return (_SWATCH + _GAP) * self._canvas.unit

    def _columns(self, room: float) -> list[float]:
        """Return the widths of the columns that make the fewest rows, with the space after each.

        Of these the fewest columns, so that no row is left with one entry without need.
        """
        for rows in range(1, len(self._entries)):
            columns = self._in_columns(math.ceil(len(self._entries) / rows))
            if self._sum(columns) <= room + _ROUNDING:
                return columns
        return self._in_columns(1)

    def _in_columns(self, many: int) -> list[float]:
        between = _BETWEEN * self._canvas.unit
        widths = [self._width(entry) + between for entry in self._entries]
        return [max(widths[column::many], default=between) for column in range(many)]

    def paint(self, painter: QPainter, room: QRectF, *, on_plot: bool = False) -> None:
        """Paint the entries row by row; words `on_plot` stand out from its grid."""
        columns = self._columns(room.width())
        starts = [sum(columns[:column]) for column in range(len(columns))]
        for position, entry in enumerate(self._entries):
            row, column = divmod(position, len(columns))
            corner = room.topLeft() + QPointF(starts[column], row * self._row)
            box = QRectF(corner.x(), corner.y(), columns[column], self._row)
            self._sample(painter, entry, QRectF(box.topLeft(), box.bottomLeft()))
            words, font = box.adjusted(self._before, 0, 0, 0), self._font(entry)
            if on_plot:
                words.setWidth(metrics(font).horizontalAdvance(entry.text))
                paint_with_halo(
                    painter, self._canvas, words, entry.text, font, self._canvas.tokens.text
                )
            else:
                write(painter, words, entry.text, font, self._canvas.tokens.text, "left")

    def _sample(self, painter: QPainter, entry: LegendEntry, left: QRectF) -> None:
        unit = self._canvas.unit
        middle, wide = left.center().y(), _SWATCH * unit
        if entry.is_area:
            high = _AREA * left.height()
            area = QRectF(left.left(), middle - high / 2, wide, high)
            painter.fillRect(area, color(entry.color, entry.alpha))
            if entry.hatched:
                painter.fillRect(area, hatching(entry.color, unit))
            return
        painter.setPen(
            pen(entry.color, unit, width=entry.width, alpha=entry.alpha, dash=entry.dash)
        )
        painter.drawLine(QLineF(left.left(), middle, left.left() + wide, middle))


CURVE_ALPHA = 215


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One thing that a picture shows: a line, or an area where `is_area`."""

    text: str
    color: str
    alpha: int = 255
    width: float = 1.0
    dash: tuple[float, ...] = ()
    is_area: bool = False
    is_selected: bool = False
    hatched: bool = False


def model_entries(snapshot: Snapshot, tokens: Tokens, keys: Collection[str]) -> list[LegendEntry]:
    """Return the lines of some models, in the order of the file."""
    return [
        _selected(snapshot, tokens, key)
        if key == snapshot.selected
        else _other(snapshot, tokens, key)
        for key in snapshot.models
        if key in keys
    ]


def _selected(snapshot: Snapshot, tokens: Tokens, key: str) -> LegendEntry:
    info = snapshot.models[key].info
    color = tokens.model_color(info.slot, highlighted=True)
    return LegendEntry(info.name, color, width=2.0, is_selected=True)


def _other(snapshot: Snapshot, tokens: Tokens, key: str) -> LegendEntry:
    info = snapshot.models[key].info
    color, dash = tokens.model_color(info.slot, highlighted=False), tokens.model_dash(info.slot)
    return LegendEntry(info.name, color, CURVE_ALPHA, dash=dash)


def area_entry(snapshot: Snapshot, tokens: Tokens, key: str, alpha: int) -> LegendEntry:
    """Return the area of a model."""
    info, chosen = snapshot.models[key].info, key == snapshot.selected
    color = tokens.model_color(info.slot)
    hatched = repeats_color(info.slot)
    return LegendEntry(info.name, color, alpha, is_area=True, is_selected=chosen, hatched=hatched)
