"""The page of a picture: where title, plot, legend and source line stand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtWidgets import QApplication

from costcurve_gui.views.plotting import captions
from costcurve_gui.views.plotting.axes import (
    bottom_depth,
    left_depth,
    paint_bottom_axis,
    paint_grid,
    paint_left_axis,
)
from costcurve_gui.views.plotting.brushes import metrics, write
from costcurve_gui.views.plotting.canvas import Canvas, TextFonts
from costcurve_gui.views.plotting.label_placement import Surroundings
from costcurve_gui.views.plotting.legend import Legend
from costcurve_gui.views.plotting.painting import paint_marks
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import LIGHT

if TYPE_CHECKING:
    from PySide6.QtGui import QFont, QPainter

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.plotting.canvas import Bounds
    from costcurve_gui.views.plotting.picture_options import ExportOptions
    from costcurve_gui.views.plotting.plot_view import PlotView

PRINT = replace(LIGHT, axis="#33373d")
POINTS_PER_PIXEL = 0.75  # a line of one pixel on the screen is 0.75 pt on paper
_MARGIN, _GAP = 12.0, 6.0  # pt
_AXES, _FINE = 0.85, 0.76  # of the size of the title


@dataclass(frozen=True, slots=True)
class Sheet:
    """One view of one snapshot, to be painted at any size."""

    snapshot: Snapshot
    description: PlotView
    options: ExportOptions
    bounds: Bounds
    date: str = ""

    def paint(self, painter: QPainter, size: QSizeF, per_point: float) -> None:
        """Paint the page; a point measures `per_point` of the painter's units."""
        margin = _MARGIN * per_point
        room = QRectF(0, 0, size.width(), size.height())
        room.adjust(margin, margin, -margin, -margin)
        room = self._paint_heading(painter, room, per_point)
        room = self._paint_source(painter, room, per_point)
        canvas = self._canvas(room, per_point)
        if self.options.legend:
            room = self._paint_legend(painter, room, canvas)
        self._paint_plot(painter, room, canvas)

    def _font(self, per_point: float, share: float, weight: QFont.Weight) -> QFont:
        font = fonts.tabular(QApplication.font())
        font.setPixelSize(max(1, round(self.options.text_pt * share * per_point)))
        font.setWeight(weight)
        return font

    def _canvas(self, room: QRectF, per_point: float) -> Canvas:
        text = TextFonts(
            self._font(per_point, _AXES, fonts.NORMAL), self._font(per_point, _AXES, fonts.SEMIBOLD)
        )
        unit = POINTS_PER_PIXEL * per_point
        return Canvas(room, self.bounds, PRINT, text, unit, handles=self.options.handles)

    def _paint_heading(self, painter: QPainter, room: QRectF, per_point: float) -> QRectF:
        if self.options.title:
            font = self._font(per_point, 1.0, fonts.SEMIBOLD)
            text = captions.title(self.snapshot, self.description)
            room = _line_at_top(painter, room, text, font, PRINT.text)
        if self.options.condition:
            font = self._font(per_point, _FINE, fonts.NORMAL)
            text = captions.condition(self.snapshot, self.description)
            for line in wrapped(text, font, room.width()):
                room = _line_at_top(painter, room, line, font, PRINT.muted)
        return room.adjusted(0, _GAP * per_point, 0, 0)

    def _paint_source(self, painter: QPainter, room: QRectF, per_point: float) -> QRectF:
        if not self.options.source_line:
            return room
        font = self._font(per_point, _FINE, fonts.NORMAL)
        height = metrics(font).height()
        box = QRectF(room.left(), room.bottom() - height, room.width(), height)
        write(painter, box, captions.source(self.snapshot, self.date), font, PRINT.muted, "left")
        return room.adjusted(0, 0, 0, -height - _GAP * per_point)

    def _paint_legend(self, painter: QPainter, room: QRectF, canvas: Canvas) -> QRectF:
        """Put the legend below, or beside a square plot that leaves room there."""
        gap = _GAP * canvas.unit
        entries = self.description.legend(self.snapshot, PRINT)
        if not entries:
            return room
        legend = Legend(entries, self._fine(canvas))
        left = self._left_depth(canvas)
        spare = room.width() - left - self._square_side(room, canvas)
        if self.description.square and spare >= legend.item_width:
            aside = QRectF(room)
            aside.setLeft(room.right() - legend.item_width)
            legend.paint(painter, aside)
            return room.adjusted(0, 0, -legend.item_width, 0)
        height = legend.height(room.width() - left)
        below = QRectF(room.left() + left, room.bottom() - height, room.width() - left, height)
        legend.paint(painter, below)
        return room.adjusted(0, 0, 0, -height - gap)

    def _fine(self, canvas: Canvas) -> Canvas:
        per_point = canvas.unit / POINTS_PER_PIXEL
        text = TextFonts(
            self._font(per_point, _FINE, fonts.NORMAL), self._font(per_point, _FINE, fonts.SEMIBOLD)
        )
        return replace(canvas, fonts=text)

    def _left_depth(self, canvas: Canvas) -> float:
        return left_depth(canvas, self.description.axes(self.snapshot)[1])

    def _square_side(self, room: QRectF, canvas: Canvas) -> float:
        return min(room.height() - bottom_depth(canvas), room.width() - self._left_depth(canvas))

    def _paint_plot(self, painter: QPainter, room: QRectF, canvas: Canvas) -> None:
        across, up = self.description.axes(self.snapshot)
        left, below = self._left_depth(canvas), bottom_depth(canvas)
        ground = room.adjusted(left, 0, 0, -below)
        if self.description.square:
            side = self._square_side(room, canvas)
            ground.setSize(QSizeF(side, side))
        canvas = replace(canvas, rect=ground)
        paint_grid(painter, canvas, across, up)
        snapshot, description = self.snapshot, self.description
        static = description.static_items(snapshot, PRINT)
        paint_marks(painter, canvas, static)
        dynamic = [*description.handles(snapshot), *description.dynamic_items(snapshot, PRINT)]
        paint_marks(painter, canvas, dynamic, partial(Surroundings.of, static, canvas))
        paint_bottom_axis(painter, canvas, across, below)
        paint_left_axis(painter, canvas, up, left)


def wrapped(text: str, font: QFont, width: float) -> list[str]:
    """Break a text into lines between words, so that none of it is lost on a narrow page."""
    wide, lines = metrics(font).horizontalAdvance, [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if wide(longer) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _line_at_top(painter: QPainter, room: QRectF, text: str, font: QFont, tone: str) -> QRectF:
    measures = metrics(font)
    box = QRectF(room.left(), room.top(), room.width(), measures.height())
    shown = measures.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
    write(painter, box, shown, font, tone, "left")
    return room.adjusted(0, measures.height(), 0, 0)
