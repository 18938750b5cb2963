"""The page of a picture: where title, plot, legend and source line stand.

Lengths are in tenths of a point whatever the resolution, so that a page is laid out once: a
preview, a file of few dots and one of many differ in scale alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from costcurve_gui.analysis.picture_style import LegendPlace
from costcurve_gui.translation import tr
from costcurve_gui.views.plotting import captions
from costcurve_gui.views.plotting.axes import (
    bottom_depth,
    left_depth,
    paint_bottom_axis,
    paint_grid,
    paint_left_axis,
    right_overhang,
    y_ticks,
)
from costcurve_gui.views.plotting.brushes import metrics, write
from costcurve_gui.views.plotting.canvas import Canvas, TextFonts
from costcurve_gui.views.plotting.curve_names import curve_names
from costcurve_gui.views.plotting.legend import Legend
from costcurve_gui.views.plotting.legend_inside import lines_of_handles, room_inside
from costcurve_gui.views.plotting.notes import Notes
from costcurve_gui.views.plotting.page_lines import Line, PageWords, Words
from costcurve_gui.views.plotting.painting import paint_marks
from costcurve_gui.views.plotting.picture_options import MM_PER_INCH, POINTS_PER_INCH
from costcurve_gui.views.plotting.picture_parts import Kept, axes_of, bounds_of, seen
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import LIGHT

if TYPE_CHECKING:
    from collections.abc import Iterator

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
_GAP, _NUMBER_BEYOND = 6.0, 5.0  # points
_FINE = 0.9  # of the size of the words in the plot
_WIDEST_LEGEND = 0.4  # of the page, beside the plot
LEAST_SHARE, SLIDE_SHARE = 0.5, 0.75  # of the height, for the plot with its axes
_LEAST_GROUND = 0.3  # of the page each way, for the plot without its axes
_ANY_SIZE = (1000.0, 1000.0)  # of a canvas that is asked for values alone


@dataclass(frozen=True, slots=True)
class _Size:
    """Of a line of words: a share of that of the words in the plot, within limits."""

    share: float
    highest: float  # of the page
    least: float = 0.0  # points, where the words in the plot are no smaller


_TITLE, _SUBTITLE, _SOURCE = _Size(1.25, 0.05), _Size(0.9, 0.04), _Size(0.65, 0.03, 6.5)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything stands: `ground` is the plot without its axes.

    A legend that `is_inside` stands on the ground, clear of all that is drawn there.
    """

    lines: tuple[Line, ...]
    ground: QRectF
    left: float
    below: float
    legend: QRectF | None = None
    key: Legend | None = None
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
        """What stands above the plot, if it is switched on and has room."""
        return self._titles[0]

    @property
    def _titles(self) -> tuple[str, ...]:
        chosen = self.options.style.title
        return captions.titles(self.snapshot, self.description) if chosen is None else (chosen,)

    def paint(self, painter: QPainter) -> None:
        """Paint the page."""
        layout = self.layout
        for line in layout.lines:
            write(painter, line.box, line.text, line.font, line.tone, "left")
        self._paint_plot(painter, layout)
        if layout.legend is not None and layout.key is not None:
            layout.key.paint(painter, layout.legend, on_plot=layout.is_inside)

    # --- what it consists of ------------------------------------------------------------------

    @cached_property
    def _axes(self) -> tuple[Axis, Axis]:
        return axes_of(self.description, self.snapshot, self.options)

    @cached_property
    def _drawn(self) -> list[Mark]:
        """All that is on the plot, what moves on the screen after what stays."""
        description, given = self.description, (self.snapshot, PRINT)
        static, moving = description.static_items(*given), description.dynamic_items(*given)
        return [*self._clear(static), *self._handles, *self._clear(moving)]

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
            replace(mark, lines=(*mark.lines, *held), others=(*mark.others, *self._handles))
            if isinstance(mark, Notes)
            else mark
            for mark in self._kept.marks(marks)
        ]

    @cached_property
    def _kept(self) -> Kept:
        return Kept(self.snapshot, self.options, PRINT)

    @cached_property
    def _legend(self) -> Legend:
        entries = self.description.legend(self.snapshot, PRINT)
        canvas = self._canvas(QRectF(0, 0, *_ANY_SIZE))
        legend = Legend(entries, replace(canvas, fonts=self._fonts(_FINE)))
        return legend.within(self._room.width())

    def _fonts(self, share: float) -> TextFonts:
        points = share * self.options.text_size
        return TextFonts(self._font(points, fonts.NORMAL), self._font(points, fonts.SEMIBOLD))

    def _font(self, points: float, weight: QFont.Weight) -> QFont:
        font = fonts.tabular(QApplication.font())
        if self.options.font:
            font.setFamily(self.options.font)
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        font.setPixelSize(max(1, round(points * PER_POINT)))
        font.setWeight(weight)
        return font

    def _canvas(self, room: QRectF) -> Canvas:
        unit = self.options.line_width * PER_POINT
        handles = self.options.handles
        return Canvas(room, self._bounds, PRINT, self._fonts(1.0), unit, handles=handles)

    # --- its words ----------------------------------------------------------------------------

    @cached_property
    def _words(self) -> PageWords:
        options, given = self.options, (self.snapshot, self.description)
        titles = self._titles if options.title else ()
        subtitles = captions.subtitles(*given) if options.condition else ()
        remark = "" if options.condition else captions.mark(*given)
        sources = captions.sources(*given, self._date, remark) if options.source_line else ()
        return PageWords(
            self._line(titles, _TITLE, PRINT.text),
            self._line(subtitles, _SUBTITLE, PRINT.muted),
            self._line(sources, _SOURCE, PRINT.muted),
            _GAP * PER_POINT,
        )

    def _line(self, versions: tuple[str, ...], size: _Size, tone: str) -> Words:
        text = self.options.text_size
        points = max(size.share * text, min(size.least, text))
        points = min(points, size.highest * self.size.height() / PER_POINT)
        weight = fonts.SEMIBOLD if size is _TITLE else fonts.NORMAL
        return Words(tuple(filter(None, versions)), self._font(points, weight), tone)

    # --- where it stands ----------------------------------------------------------------------

    @cached_property
    def layout(self) -> Layout:
        """Where everything stands; words go until the plot has its share of the page."""
        for room, lines in self._words.placed(self._room):
            layout = self._arranged(room, tuple(lines))
            if self._fills(layout):
                break
        return layout

    @cached_property
    def fault(self) -> str:
        """Say why the picture should not be written: its plot is too small; or nothing."""
        layout, page = self.layout, self.size
        across, up = layout.ground.width() / page.width(), layout.ground.height() / page.height()
        narrow = max(across, up) if self._is_square else min(across, up)
        if self._share(layout) < LEAST_SHARE:
            found, least = self._share(layout), LEAST_SHARE
        elif narrow < _LEAST_GROUND:
            found, least = narrow, _LEAST_GROUND
        else:
            return ""
        return tr(
            "The plot has {found} of the page, and needs {least}: "
            "choose smaller text or a larger page.",
            found=_whole_percent(found),
            least=_whole_percent(least),
        )

    def _fills(self, layout: Layout) -> bool:
        least = SLIDE_SHARE if self.options.is_slide else LEAST_SHARE
        return self._share(layout) >= least

    def _share(self, layout: Layout) -> float:
        """Return how much of the height the plot takes; of the width, a square that fills it."""
        high = layout.plot.height() / self.size.height()
        wide = layout.plot.width() / self.size.width()
        return max(high, wide) if self._is_square else high

    @property
    def _room(self) -> QRectF:
        """The page without its margins."""
        size = self.size
        margin = min(_MARGIN * PER_POINT, _NARROW * min(size.width(), size.height()))
        return QRectF(margin, margin, size.width() - 2 * margin, size.height() - 2 * margin)

    def _arranged(self, room: QRectF, lines: tuple[Line, ...]) -> Layout:
        """Return the page with names at the curves or, where one has no place, with a legend."""
        options = self.options
        bare = self._placed(room, lines)
        if not (options.names or options.legend):
            return bare
        if not options.names:
            return self._with_legend(bare, room)
        whole = self._with_legend(bare, room) if options.legend else bare
        names = self._names(whole)
        return replace(whole, names=names) if names else self._with_legend(bare, room)

    def _names(self, layout: Layout) -> tuple[Mark, ...]:
        curves = {
            key: curve
            for key, curve in self.description.curves(self.snapshot).items()
            if key in self.snapshot.shown
        }
        canvas = self._canvas(layout.ground)
        return tuple(curve_names(curves, self.snapshot, self._drawn, canvas, PRINT))

    def _placed(self, room: QRectF, lines: tuple[Line, ...]) -> Layout:
        """Return the page with the plot in a part of it; a square stands in the middle."""
        canvas = self._canvas(_at_least(room))
        across, up = self._axes
        below = bottom_depth(canvas, across)
        # Which numbers the axis has depends on its height, and their width on the numbers.
        inner = _at_least(room.adjusted(0, 0, 0, -below))
        inner.setTop(inner.top() + self._over(replace(canvas, rect=inner)))
        left = left_depth(replace(canvas, rect=_at_least(inner)), up)
        ground = _at_least(inner.adjusted(left, 0, 0, 0))
        beyond = right_overhang(replace(canvas, rect=ground), across) - _NUMBER_BEYOND * PER_POINT
        ground = _at_least(ground.adjusted(0, 0, -max(beyond, 0.0), 0))
        if self._is_square:
            side = min(ground.width(), ground.height())
            aside = (ground.width() - side) / 2
            ground = QRectF(ground.left() + aside, ground.top(), side, side)
        return Layout(lines, ground, left, below)

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

    # --- the legend ---------------------------------------------------------------------------

    def _with_legend(self, bare: Layout, room: QRectF) -> Layout:
        """Return the page with its legend at the first place that leaves the plot its share."""
        if not self._legend:
            return bare
        found = [*self._legends(bare, room)]
        if self._is_square and self.options.style.legend is LegendPlace.AUTOMATIC:
            return max(found, key=lambda layout: layout.ground.height())
        return next(filter(self._fills, found), max(found, key=self._share))

    def _legends(self, bare: Layout, room: QRectF) -> Iterator[Layout]:
        """Yield the page with its legend at each place, the one that is wished for first."""
        wish = self.options.style.legend
        automatic = wish is LegendPlace.AUTOMATIC
        if wish is LegendPlace.RIGHT or (automatic and self._is_square):
            yield self._beside(bare, room)
        if wish is LegendPlace.INSIDE or (automatic and self.options.names and not self._is_square):
            yield from self._inside(bare)
        yield self._along(bare, room, above=wish is LegendPlace.ABOVE)
        yield self._beside(bare, room)

    def _inside(self, bare: Layout) -> Iterator[Layout]:
        """Yield the page with its legend in the plot, if it fits there."""
        box = room_inside(self._legend, self._drawn, self._canvas(bare.ground))
        if box is not None:
            yield replace(bare, legend=box, key=self._legend, is_inside=True)

    def _beside(self, bare: Layout, room: QRectF) -> Layout:
        """Return the page with its legend right of the plot; a square has both in the middle."""
        gap = _GAP * PER_POINT
        key = self._legend.within(_WIDEST_LEGEND * room.width(), room.height())
        width = key.width_at(room.height())
        layout = self._placed(room.adjusted(0, 0, -width - 2 * gap, 0), bare.lines)
        box = QRectF(layout.ground.right() + 2 * gap, layout.ground.top(), width, key.height(width))
        shift = (room.left() + room.right() - layout.plot.left() - box.right()) / 2
        box.translate(shift, min(0.0, room.bottom() - box.bottom()))
        return replace(layout, ground=layout.ground.translated(shift, 0), legend=box, key=key)

    def _along(self, bare: Layout, room: QRectF, *, above: bool) -> Layout:
        """Return the page with its legend above or below the plot, over its ground if it fits."""
        legend, gap = self._legend, _GAP * PER_POINT
        height, width = legend.height(room.width()), legend.width(room.width())
        side = gap + height
        rest = room.adjusted(0, side if above else 0, 0, 0 if above else -side)
        layout = self._placed(rest, bare.lines)
        left = max(min(layout.ground.left(), room.right() - width), room.left())
        box = QRectF(left, room.top() if above else room.bottom() - height, width, height)
        return replace(layout, legend=box, key=legend)

    # --- painting -----------------------------------------------------------------------------

    def _paint_plot(self, painter: QPainter, layout: Layout) -> None:
        canvas = self._canvas(layout.ground)
        across, up = self._axes
        if self.options.grid:
            paint_grid(painter, canvas, across, up)
        paint_marks(painter, canvas, self._drawn)
        paint_marks(painter, canvas, layout.names)
        paint_bottom_axis(painter, canvas, across, layout.below)
        paint_left_axis(painter, canvas, up, layout.left)


def _whole_percent(share: float) -> str:
    return f"{int(100 * share)} %"  # rounded down: what is too little must not look enough


def _at_least(room: QRectF) -> QRectF:
    """Return a part of the page that is not turned over where there is no room."""
    return QRectF(room.topLeft(), QSizeF(max(room.width(), 1.0), max(room.height(), 1.0)))
