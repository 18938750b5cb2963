"""The page of a picture: where title, plot, legend and source line stand.

Lengths are in tenths of a point whatever the resolution, so that a page is laid out once: a
preview, a file of few dots and one of many differ in scale alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from costcurve_gui.analysis.picture_style import LegendPlace
from costcurve_gui.views.plotting import captions
from costcurve_gui.views.plotting.axes import (
    bottom_depth,
    left_depth,
    paint_bottom_axis,
    paint_grid,
    paint_left_axis,
    y_ticks,
)
from costcurve_gui.views.plotting.brushes import GROUND_ALPHA, color, metrics, write
from costcurve_gui.views.plotting.canvas import Canvas, TextFonts
from costcurve_gui.views.plotting.curve_names import curve_names
from costcurve_gui.views.plotting.label_placement import Surroundings
from costcurve_gui.views.plotting.legend import Legend
from costcurve_gui.views.plotting.legend_inside import lines_of_handles, room_inside
from costcurve_gui.views.plotting.notes import Notes
from costcurve_gui.views.plotting.painting import paint_marks
from costcurve_gui.views.plotting.picture_options import MM_PER_INCH, POINTS_PER_INCH
from costcurve_gui.views.plotting.picture_parts import Kept, axes_of, bounds_of, seen
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import LIGHT
from costcurve_gui.views.text import inflection

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.plotting.canvas import Bounds
    from costcurve_gui.views.plotting.marks import Mark
    from costcurve_gui.views.plotting.picture_options import ExportOptions
    from costcurve_gui.views.plotting.plot_view import Axis, PlotView

PRINT = replace(LIGHT, axis="#33373d")
PER_POINT = 10.0
PER_MM = POINTS_PER_INCH / MM_PER_INCH * PER_POINT
_MARGIN, _NARROW = 12.0, 0.035  # points, and of the shorter side where that is less
_GAP = 6.0  # points
_TITLE, _FINE = 1.2, 0.9  # of the size of the words in the plot
_MOST_TITLE_LINES = 2
_ANY_SIZE = (1000.0, 1000.0)  # of a canvas that is asked for values alone


@dataclass(frozen=True, slots=True)
class Line:
    """One line of words on the page."""

    box: QRectF
    text: str
    font: QFont
    tone: str


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything stands: `ground` is the plot without its axes.

    A legend that `is_inside` stands on the ground, clear of all that is drawn there.
    """

    lines: tuple[Line, ...]
    ground: QRectF
    left: float
    below: float
    legend: QRectF | None
    names: tuple[Mark, ...] = ()
    is_inside: bool = False

    @property
    def plot(self) -> QRectF:
        """The plot with its axes."""
        return self.ground.adjusted(-self.left, 0, 0, self.below)


class Sheet:
    """One view of one snapshot, to be painted at any size."""

    def __init__(
        self,
        snapshot: Snapshot,
        description: PlotView,
        options: ExportOptions,
        bounds: Bounds,
        date: str = "",
    ) -> None:
        self.snapshot = seen(snapshot, options)
        self.description = description
        self.options = options
        self._bounds = bounds_of(bounds, options)
        self._date = date

    @property
    def size(self) -> QSizeF:
        """The page, a whole number of tenths of a point each way."""
        return QSizeF(round(self.options.width_mm * PER_MM), round(self.options.height_mm * PER_MM))

    @property
    def title(self) -> str:
        """What stands above the plot, if it is switched on."""
        chosen = self.options.style.title
        return captions.title(self.snapshot, self.description) if chosen is None else chosen

    @property
    def _mark(self) -> str:
        return captions.mark(self.snapshot, self.description)

    def paint(self, painter: QPainter) -> None:
        """Paint the page."""
        layout = self.layout
        for line in layout.lines:
            write(painter, line.box, line.text, line.font, line.tone, "left")
        self._paint_plot(painter, layout)
        if layout.legend is not None:
            if layout.is_inside and not self.options.transparent:
                painter.fillRect(layout.legend, color(PRINT.plot, GROUND_ALPHA))
            self._legend.paint(painter, layout.legend)

    # --- what it consists of ------------------------------------------------------------------

    @cached_property
    def _axes(self) -> tuple[Axis, Axis]:
        return axes_of(self.description, self.snapshot, self.options)

    @cached_property
    def _static(self) -> list[Mark]:
        return self._clear(self.description.static_items(self.snapshot, PRINT))

    @cached_property
    def _dynamic(self) -> list[Mark]:
        moving = self.description.dynamic_items(self.snapshot, PRINT)
        return [*self._handles, *self._clear(moving)]

    @cached_property
    def _handles(self) -> list[Mark]:
        return self._kept.marks(self.description.handles(self.snapshot))

    def _clear(self, marks: list[Mark]) -> list[Mark]:
        """Return the marks that stay; words keep clear of the lines of handles, which are at rest.

        On the screen they do not, for these lines move under the mouse.
        """
        canvas = self._canvas(QRectF(0, 0, *_ANY_SIZE))
        held = tuple((line.x, line.y) for line in lines_of_handles(self._handles, canvas))
        return [
            replace(mark, lines=(*mark.lines, *held)) if isinstance(mark, Notes) else mark
            for mark in self._kept.marks(marks)
        ]

    @cached_property
    def _kept(self) -> Kept:
        return Kept(self.snapshot, self.options, PRINT)

    @cached_property
    def _legend(self) -> Legend:
        entries = self.description.legend(self.snapshot, PRINT)
        canvas = self._canvas(QRectF(0, 0, *_ANY_SIZE))
        return Legend(entries, replace(canvas, fonts=self._fonts(_FINE)))

    def _fonts(self, share: float) -> TextFonts:
        return TextFonts(self._font(share, fonts.NORMAL), self._font(share, fonts.SEMIBOLD))

    def _font(self, share: float, weight: QFont.Weight) -> QFont:
        font = fonts.tabular(QApplication.font())
        if self.options.font:
            font.setFamily(self.options.font)
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        font.setPixelSize(max(1, round(self.options.text_size * share * PER_POINT)))
        font.setWeight(weight)
        return font

    def _canvas(self, room: QRectF) -> Canvas:
        unit = self.options.line_width * PER_POINT
        handles = self.options.handles
        return Canvas(room, self._bounds, PRINT, self._fonts(1.0), unit, handles=handles)

    # --- where it stands ----------------------------------------------------------------------

    @cached_property
    def layout(self) -> Layout:
        """Where everything stands. Without room for the names at curves there is a legend."""
        room, lines = self._page()
        bare = self._placed(room, lines, with_legend=False)
        options = self.options
        if not options.names:
            if options.legend and options.style.legend is LegendPlace.INSIDE:
                return self._inside(bare) or self._placed(room, lines, with_legend=True)
            return self._placed(room, lines, with_legend=True) if options.legend else bare
        whole = self._placed(room, lines, with_legend=True) if options.legend else bare
        names = self._names(whole)
        if names:
            return replace(whole, names=names)
        inside = self._inside(bare)
        return self._placed(room, lines, with_legend=True) if inside is None else inside

    def _inside(self, bare: Layout) -> Layout | None:
        """Return the page with its legend in the plot, if that is wanted and fits."""
        place = self.options.style.legend
        if not self._legend or place not in (LegendPlace.AUTOMATIC, LegendPlace.INSIDE):
            return None
        drawn = [*self._static, *self._dynamic]
        box = room_inside(self._legend, drawn, self._canvas(bare.ground))
        return None if box is None else replace(bare, legend=box, is_inside=True)

    def _names(self, layout: Layout) -> tuple[Mark, ...]:
        curves = {
            key: curve
            for key, curve in self.description.curves(self.snapshot).items()
            if key in self.snapshot.shown
        }
        drawn = [*self._static, *self._dynamic]
        canvas = self._canvas(layout.ground)
        return tuple(curve_names(curves, self.snapshot, drawn, canvas, PRINT))

    def _page(self) -> tuple[QRectF, list[Line]]:
        """Return the room between the margins, less title and source line, and these."""
        size = self.size
        narrow = _NARROW * min(size.width(), size.height())
        margin = min(_MARGIN * PER_POINT, narrow)
        room = QRectF(margin, margin, size.width() - 2 * margin, size.height() - 2 * margin)
        lines: list[Line] = []
        for texts, font, tone in self._heading(room.width()):
            height = metrics(font).height()
            for text in texts:
                box = QRectF(room.left(), room.top(), room.width(), height)
                lines.append(Line(box, text, font, tone))
                room.adjust(0, height, 0, 0)
        if lines:
            room.adjust(0, _GAP * PER_POINT, 0, 0)
        if self.options.source_line:
            source = self._source(room)
            lines.append(source)
            room.setBottom(source.box.top() - _GAP / 2 * PER_POINT)
        return room, lines

    def _heading(self, width: float) -> list[tuple[list[str], QFont, str]]:
        found: list[tuple[list[str], QFont, str]] = []
        if self.options.title and self.title:
            font = self._font(_TITLE, fonts.SEMIBOLD)
            found.append((_cut(wrapped(self.title, font, width), font, width), font, PRINT.text))
        if self.options.condition:
            font = self._font(_FINE, fonts.NORMAL)
            text = captions.condition(self.snapshot, self.description)
            text = "; ".join(filter(None, (text, inflection.decapitalised(self._mark))))
            found.append((wrapped(text, font, width), font, PRINT.muted))
        return found

    def _source(self, room: QRectF) -> Line:
        font = self._font(_FINE, fonts.NORMAL)
        height = metrics(font).height()
        box = QRectF(room.left(), room.bottom() - height, room.width(), height)
        alone = "" if self.options.condition else self._mark
        text = captions.source(self.snapshot, self._date, alone)
        shown = metrics(font).elidedText(text, Qt.TextElideMode.ElideMiddle, room.width())
        return Line(box, shown, font, PRINT.muted)

    def _placed(self, room: QRectF, lines: list[Line], *, with_legend: bool) -> Layout:
        legend = None
        if with_legend and self._legend:
            room, legend = self._with_legend(room)
        canvas = self._canvas(room)
        across, up = self._axes
        below = bottom_depth(canvas, across)
        # Which numbers the axis has hangs on its height, and their width on the numbers.
        inner = room.adjusted(0, 0, 0, -below)
        inner.setTop(inner.top() + self._over(replace(canvas, rect=inner)))
        left = left_depth(replace(canvas, rect=inner), up)
        ground = inner.adjusted(left, 0, 0, 0)
        if self._is_square:
            side = min(ground.width(), ground.height())
            ground.setSize(QSizeF(side, side))
        return Layout(tuple(lines), ground, left, below, legend)

    def _over(self, canvas: Canvas) -> float:
        """Return how far the highest number of the axis reaches over the top of a plot."""
        up = self._axes[1]
        if not up.style.written:
            return 0.0
        half = metrics(canvas.fonts.small).height() / 2
        places = (canvas.y(value) for value in y_ticks(canvas, up))
        return max(0.0, *(canvas.rect.top() - (place - half) for place in places), 0.0)

    @property
    def _is_square(self) -> bool:
        return self.description.square and self.options.equal_axes

    def _with_legend(self, room: QRectF) -> tuple[QRectF, QRectF]:
        """Return the room that a legend leaves for the plot, and where it stands itself."""
        legend, gap = self._legend, _GAP * PER_POINT
        place = self.options.style.legend
        beside = legend.item_width
        if place is LegendPlace.RIGHT or (
            place is LegendPlace.AUTOMATIC and self._is_square and self._spare(room) >= beside
        ):
            aside = QRectF(room)
            aside.setLeft(room.right() - beside)
            return room.adjusted(0, 0, -beside - gap / 2, 0), aside
        height = legend.height(room.width())
        left = left_depth(self._canvas(room), self._axes[1])  # below the plot, where it fits
        width = legend.width(room.width())
        left = min(left, max(room.width() - width, 0.0))
        box = QRectF(room.left() + left, room.top(), width, height)
        if place is LegendPlace.ABOVE:
            return room.adjusted(0, height + gap, 0, 0), box
        box.moveBottom(room.bottom())
        return room.adjusted(0, 0, 0, -height - gap), box

    def _spare(self, room: QRectF) -> float:
        """Return the width that a square plot leaves beside it."""
        canvas = self._canvas(room)
        left = left_depth(canvas, self._axes[1])
        side = min(room.height() - bottom_depth(canvas, self._axes[0]), room.width() - left)
        return room.width() - left - side

    # --- painting -----------------------------------------------------------------------------

    def _paint_plot(self, painter: QPainter, layout: Layout) -> None:
        canvas = self._canvas(layout.ground)
        across, up = self._axes
        if self.options.grid:
            paint_grid(painter, canvas, across, up)
        paint_marks(painter, canvas, self._static)
        around = partial(Surroundings.of, self._static, canvas)
        paint_marks(painter, canvas, self._dynamic, around)
        paint_marks(painter, canvas, layout.names)
        paint_bottom_axis(painter, canvas, across, layout.below)
        paint_left_axis(painter, canvas, up, layout.left)


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


def _cut(lines: list[str], font: QFont, width: float) -> list[str]:
    """Return as many lines as a title may have, the last one ending in dots."""
    kept = [*lines[: _MOST_TITLE_LINES - 1], " ".join(lines[_MOST_TITLE_LINES - 1 :])]
    shown = (
        metrics(font).elidedText(line, Qt.TextElideMode.ElideRight, width) for line in kept if line
    )
    return list(shown)
