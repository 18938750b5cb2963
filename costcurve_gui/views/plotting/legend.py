"""The legend of a picture: on the screen the list of models is the legend."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF

from costcurve_gui.views.plotting.brushes import color, hatching, metrics, pen, write
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
        return sum(self._columns(room)) - _BETWEEN * self._canvas.unit

    def height(self, width: float) -> float:
        """Return the height at a width."""
        return math.ceil(len(self._entries) / len(self._columns(width))) * self._row

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
        between = _BETWEEN * self._canvas.unit
        widths = [self._width(entry) + between for entry in self._entries]
        for rows in range(1, len(widths)):
            many = math.ceil(len(widths) / rows)
            columns = [max(widths[column::many]) for column in range(many)]
            if sum(columns) - between <= room + _ROUNDING:
                return columns
        return [max(widths, default=between)]

    def paint(self, painter: QPainter, room: QRectF) -> None:
        """Paint the entries row by row."""
        columns = self._columns(room.width())
        starts = [sum(columns[:column]) for column in range(len(columns))]
        for position, entry in enumerate(self._entries):
            row, column = divmod(position, len(columns))
            corner = room.topLeft() + QPointF(starts[column], row * self._row)
            self._entry(painter, entry, QRectF(corner.x(), corner.y(), columns[column], self._row))

    def _entry(self, painter: QPainter, entry: LegendEntry, box: QRectF) -> None:
        self._sample(painter, entry, QRectF(box.topLeft(), box.bottomLeft()))
        words = box.adjusted(self._before, 0, 0, 0)
        tone = self._canvas.tokens.text
        write(painter, words, entry.text, self._font(entry), tone, "left")

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
