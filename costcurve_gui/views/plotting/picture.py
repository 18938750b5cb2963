"""Pictures of a view for paper and slides, always in the light print style.

The same marks are painted as on the screen, over the same stretch of the axes; title, condition,
legend and source line let the picture stand alone. The same snapshot and options give the same
bytes: no file carries the time it was made, unless the caller names a date for the source line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QIODevice,
    QMarginsF,
    QPointF,
    QRect,
    QRectF,
    QSize,
    QSizeF,
)
from PySide6.QtGui import QImage, QImageWriter, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from costcurve_gui.views.catalogue import plot_view
from costcurve_gui.views.plotting.brushes import color
from costcurve_gui.views.plotting.captions import condition
from costcurve_gui.views.plotting.picture_options import MM_PER_INCH, POINTS_PER_INCH
from costcurve_gui.views.plotting.sheet import PER_POINT, PRINT, Sheet

if TYPE_CHECKING:
    from pathlib import Path

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.plotting.canvas import Bounds
    from costcurve_gui.views.plotting.picture_options import ExportOptions
    from costcurve_gui.views.plotting.plot_view import PlotView

_VECTOR_DPI = round(POINTS_PER_INCH * PER_POINT)
_CREATOR = "CostCurve"


def write_picture(
    path: Path,
    snapshot: Snapshot,
    options: ExportOptions,
    bounds: Bounds | None = None,
    *,
    date: str = "",
    drawn: PlotView | None = None,
) -> None:
    """Write the view that `options` names, in the format that they name.

    `drawn` is shown in its place, where there is more to show than the view does by itself.

    Raises
    ------
    OSError
        Where the file cannot be written.
    """
    path.write_bytes(picture_bytes(snapshot, options, bounds, date=date, drawn=drawn))


def picture_bytes(
    snapshot: Snapshot,
    options: ExportOptions,
    bounds: Bounds | None = None,
    *,
    date: str = "",
    drawn: PlotView | None = None,
) -> bytes:
    """Return the picture as the bytes of a PNG, SVG or PDF file."""
    makers = {"png": _png, "svg": _svg, "pdf": _pdf}
    return makers[options.format](_sheet(snapshot, options, bounds, date, drawn))


def render_image(
    snapshot: Snapshot, options: ExportOptions, bounds: Bounds | None = None, *, date: str = ""
) -> QImage:
    """Return the picture as an image, for a preview or the clipboard."""
    return _image(_sheet(snapshot, options, bounds, date))


@dataclass(frozen=True, slots=True)
class Fit:
    """How much of the width and of the height of its page a plot takes, with its axes.

    `fault` says why that is too little, if it is.
    """

    across: float
    up: float
    fault: str = ""


def plot_fit(snapshot: Snapshot, options: ExportOptions, bounds: Bounds | None = None) -> Fit:
    """Return how the plot of a picture fits its page."""
    sheet = _sheet(snapshot, options, bounds, "")
    plot, page = sheet.layout.plot, sheet.size
    return Fit(plot.width() / page.width(), plot.height() / page.height(), sheet.fault)


def readable(snapshot: Snapshot, options: ExportOptions) -> ExportOptions:
    """Return options whose plot is large enough to be read.

    A size of text that was chosen for a slide goes where the page is too small for it.
    """
    if not _sheet(snapshot, options, None, "").fault:
        return options
    return replace(options, style=replace(options.style, text_pt=None, line_pt=None))


def _sheet(
    snapshot: Snapshot,
    options: ExportOptions,
    bounds: Bounds | None,
    date: str,
    drawn: PlotView | None = None,
) -> Sheet:
    drawn = drawn or plot_view(options.view)
    return Sheet(snapshot, drawn, options, bounds or drawn.bounds(snapshot), date)


def _image(sheet: Sheet) -> QImage:
    options = sheet.options
    image = QImage(QSize(*options.pixel_size), QImage.Format.Format_ARGB32_Premultiplied)
    dots_per_meter = round(options.dpi / MM_PER_INCH * 1000)
    image.setDotsPerMeterX(dots_per_meter)
    image.setDotsPerMeterY(dots_per_meter)
    image.fill(color(PRINT.plot, 0 if options.transparent else 255))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    page = sheet.size
    painter.scale(image.width() / page.width(), image.height() / page.height())
    sheet.paint(painter)
    painter.end()
    return image if options.transparent else image.convertToFormat(QImage.Format.Format_RGB32)


def _png(sheet: Sheet) -> bytes:
    return png_bytes(_image(sheet))


def png_bytes(image: QImage) -> bytes:
    """Return an image as the bytes of a PNG file; any thread may do that."""
    buffer = _open_buffer()
    QImageWriter(buffer, b"png").write(image)
    return bytes(buffer.data().data())


def _svg(sheet: Sheet) -> bytes:
    size, buffer = sheet.size.toSize(), _open_buffer()
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
    generator.setOutputDevice(buffer)
    generator.setResolution(_VECTOR_DPI)
    generator.setSize(size)
    generator.setViewBox(QRect(0, 0, size.width(), size.height()))
    generator.setTitle(sheet.title)
    generator.setDescription(condition(sheet.snapshot, sheet.description))
    painter = QPainter(generator)
    _paint_vector(painter, sheet)
    painter.end()
    return bytes(buffer.data().data())


def _pdf(sheet: Sheet) -> bytes:
    options, buffer = sheet.options, _open_buffer()
    writer = QPdfWriter(buffer)
    writer.setResolution(_VECTOR_DPI)
    page = QPageSize(
        QSizeF(options.width_mm, options.height_mm), QPageSize.Unit.Millimeter, "", _exact()
    )
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF()))
    writer.setTitle(sheet.title)
    writer.setCreator(_CREATOR)
    writer.setDocumentXmpMetadata(QByteArray(b"<x:xmpmeta xmlns:x='adobe:ns:meta/'/>"))
    painter = QPainter(writer)
    _paint_vector(painter, sheet)
    painter.end()
    return timeless(bytes(buffer.data().data()))


def _exact() -> QPageSize.SizeMatchPolicy:
    return QPageSize.SizeMatchPolicy.ExactMatch


def _paint_vector(painter: QPainter, sheet: Sheet) -> None:
    if not sheet.options.transparent:
        painter.fillRect(QRectF(QPointF(), sheet.size), color(PRINT.plot))
    sheet.paint(painter)


def timeless(pdf: bytes) -> bytes:
    """Blank the times and the random identifier; the length stays, so the offsets hold."""
    pdf = re.sub(rb"(?<=Date \(D:)\d{14}", b"20000101000000", pdf)
    return re.sub(rb"/ID \[[^\]]*\]", lambda found: re.sub(rb"[0-9a-f]", b"0", found[0]), pdf)


def _open_buffer() -> QBuffer:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer
