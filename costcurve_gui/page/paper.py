"""The report on paper: PDF by Qt, and the pictures of documents. The only module here with Qt."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, tostring

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QEventLoop,
    QIODevice,
    QMarginsF,
    QPointF,
    QRectF,
    QSizeF,
    Qt,
    QUrl,
)
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter, QPdfWriter, QTextDocument

import costcurve_gui.startup.load_qt  # noqa: F401 - before any class is derived from one of Qt's
from costcurve_gui.page.chapters import (
    PICTURE_OPTIONS,
    PICTURES,
    Grid,
    Heading,
    Paragraph,
    Picture,
    chapters,
)
from costcurve_gui.page.details import NOT_ASSESSED
from costcurve_gui.page.recommendation import Piece
from costcurve_gui.views.plotting.picture import picture_bytes, timeless
from costcurve_gui.views.plotting.picture_options import MM_PER_INCH, ExportOptions
from costcurve_gui.views.text import numbers
from costcurve_gui.views.text.empty_states import lacks_picture

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.page.chapters import Block, WrittenDocument
    from costcurve_gui.page.content import Content

_RESOLUTION = 1200
_MARGIN_MM, _TEXT_MM, _WIDE_PICTURE_MM = 15.0, 180.0, 92.0
"""Of A4: its margins, the text between them, and a picture alone."""
_STYLE = """
body { font-family: "Noto Sans", "DejaVu Sans", sans-serif; font-size: 8pt; color: #1b1e24; }
.title { font-size: 16pt; font-weight: bold; }
.chapter { font-size: 10pt; font-weight: bold; margin-top: 9px; }
p { margin-top: 1px; margin-bottom: 2px; } .muted { color: #565d68; }
.aside { color: #565d68; font-size: 8pt; font-weight: normal; }
td, th { font-size: 7.5pt; } th { font-weight: normal; color: #565d68; text-align: left; }
.caption { font-size: 7.5pt; color: #565d68; margin-bottom: 6px; }
"""


def document_pictures(snapshot: Snapshot) -> dict[str, bytes]:
    """Return the PNG of each view that a document has, unless it has nothing to show."""
    options = replace(ExportOptions(), **PICTURE_OPTIONS)
    return {
        view: picture_bytes(snapshot, replace(options, view=view))
        for view in PICTURES
        if lacks_picture(view, snapshot) is None
    }


def paper_bytes(content: Content | WrittenDocument, pictures: Mapping[str, bytes]) -> bytes:
    """Return the PDF, A4; the same content and pictures give the same bytes."""
    loop = QEventLoop()  # a text document starts timers, for which the thread of a job has nothing
    document = QTextDocument()
    document.setDefaultStyleSheet(_STYLE)
    for view, picture in pictures.items():
        image = QImage.fromData(QByteArray(picture))
        document.addResource(QTextDocument.ResourceType.ImageResource, QUrl(view), image)
    document.setHtml(_html(content, pictures))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(_RESOLUTION)
    size = QPageSize(QPageSize.PageSizeId.A4)
    writer.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF()))
    writer.setTitle(content.title)
    writer.setCreator("CostCurve")
    writer.setDocumentXmpMetadata(QByteArray(b"<x:xmpmeta xmlns:x='adobe:ns:meta/'/>"))
    _print(document, writer)
    del writer, document, loop
    return timeless(bytes(buffer.data().data()))


def _print(document: QTextDocument, writer: QPdfWriter) -> None:
    """Print numbered pages; `QTextDocument.print_` would leave margins of 2 cm."""
    margin = _MARGIN_MM / MM_PER_INCH * writer.logicalDpiX()
    document.documentLayout().setPaintDevice(writer)
    frame = document.rootFrame()
    form = frame.frameFormat()
    form.setMargin(_dots(_MARGIN_MM))
    frame.setFrameFormat(form)
    page = QSizeF(writer.width(), writer.height())
    document.setPageSize(page)
    painter = QPainter(writer)
    small = document.defaultFont()
    small.setPointSizeF(8.0)
    painter.setFont(small)
    place = QRectF(0, page.height() - margin, page.width() - margin, margin / 2)
    for number in range(document.pageCount()):
        if number:
            writer.newPage()
        painter.save()
        painter.translate(0, -number * page.height())
        document.drawContents(painter, QRectF(QPointF(0, number * page.height()), page))
        painter.restore()
        painter.drawText(place, Qt.AlignmentFlag.AlignRight, f"{number + 1}")
    painter.end()


def _dots(millimetres: float) -> float:
    """Return a length in dots of the screen, in which text documents count."""
    return millimetres / MM_PER_INCH * QImage(1, 1, QImage.Format.Format_Mono).logicalDpiX()


def _html(content: Content | WrittenDocument, pictures: Mapping[str, bytes]) -> str:
    root = Element("html")
    body = SubElement(root, "body")
    for drawn, blocks in groupby(chapters(content, pictures), _is_picture):
        if drawn:
            _pictures(body, [block for block in blocks if isinstance(block, Picture)])
        else:
            for block in blocks:
                _add(body, block)
    return tostring(root, encoding="unicode", method="html")


def _is_picture(block: Block) -> bool:
    return isinstance(block, Picture)


def _pictures(body: Element, pictures: Sequence[Picture]) -> None:
    """Add pictures that follow one another side by side."""
    width = round(_dots(min(_WIDE_PICTURE_MM, _TEXT_MM / len(pictures))))
    line = SubElement(SubElement(body, "table", {"cellspacing": "0"}), "tr")
    for picture in pictures:
        cell = SubElement(line, "td")
        drawn = SubElement(cell, "p")
        SubElement(drawn, "img", {"src": picture.view, "width": f"{width}"})
        SubElement(cell, "p", {"class": "caption"}).text = picture.caption


def _add(body: Element, block: Block) -> None:
    if isinstance(block, Heading):
        # Qt enlarges the elements that HTML has for headings, whatever their style says.
        SubElement(body, "p", {"class": "chapter" if block.level else "title"}).text = block.text
    elif isinstance(block, Paragraph) and block.pieces == (Piece(NOT_ASSESSED),):
        aside = SubElement(body[-1], "span", {"class": "aside"})  # beside its heading
        aside.text = f"\u2003{NOT_ASSESSED}"
    elif isinstance(block, Paragraph):
        paragraph = SubElement(body, "p", {"class": "muted"} if block.muted else {})
        if block.listed:
            paragraph.text = "\u2022 "
        for piece in block.pieces:
            SubElement(paragraph, "b" if piece.strong else "span").text = _whole(piece.text)
    elif isinstance(block, Grid):
        _table(body, block)


def _table(body: Element, grid: Grid) -> None:
    table = SubElement(body, "table", {"width": "100%", "cellpadding": "2", "cellspacing": "0"})
    for number, row in enumerate(grid.rows):
        line = SubElement(table, "tr")
        for column, text in enumerate(row):
            place = {"align": "right"} if column else {}
            cell = SubElement(line, "td" if number else "th", place)
            shown = _in_cell(text)
            if number and column:  # a figure and its interval stay together
                shown = shown.replace(" ", "\u00a0")
            SubElement(cell, "b" if number == grid.strong else "span").text = shown


def _in_cell(text: str) -> str:
    """Return a text that breaks after "_" in a narrow column, and never within a number."""
    return _whole(text).replace("_", "_\u200b")


def _whole(text: str) -> str:
    """Return a text whose numbers are not broken: Qt does so at a narrow space."""
    return text.replace(numbers.THOUSANDS, "\u00a0").replace(" %", "\u00a0%")
