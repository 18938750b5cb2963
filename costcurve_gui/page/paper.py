"""The report on paper: PDF by Qt, and the pictures of documents. The only module here with Qt."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, tostring

from PySide6.QtCore import QBuffer, QByteArray, QEventLoop, QIODevice, QMarginsF, QUrl
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPdfWriter, QTextDocument

import costcurve_gui.startup.load_qt  # noqa: F401 - before any class is derived from one of Qt's
from costcurve_gui.page.chapters import (
    PICTURE_OPTIONS,
    PICTURES,
    Grid,
    Heading,
    Paragraph,
    chapters,
)
from costcurve_gui.views.plotting.picture import picture_bytes, timeless
from costcurve_gui.views.plotting.picture_options import ExportOptions
from costcurve_gui.views.text import numbers
from costcurve_gui.views.text.empty_states import empty_state

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.page.chapters import Block
    from costcurve_gui.page.content import Content

_RESOLUTION = 1200
_PICTURE_WIDTH = "420"
"""Of the text's width on A4, in the points of a text document."""
_STYLE = """
body { font-family: "Noto Sans", "DejaVu Sans", sans-serif; font-size: 9pt; color: #1b1e24; }
h1 { font-size: 16pt; } h2 { font-size: 12pt; } .muted { color: #565d68; }
th { font-weight: normal; color: #565d68; text-align: left; }
"""


def document_pictures(snapshot: Snapshot) -> dict[str, bytes]:
    """Return the PNG of each view that a document has, unless it has nothing to show."""
    options = replace(ExportOptions(), **PICTURE_OPTIONS)
    return {
        view: picture_bytes(snapshot, replace(options, view=view))
        for view in PICTURES
        if empty_state(view, snapshot) is None
    }


def paper_bytes(content: Content, pictures: Mapping[str, bytes]) -> bytes:
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
    # A text document that is printed has margins of its own, and numbers its pages.
    writer.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF()))
    writer.setTitle(content.title)
    writer.setCreator("CostCurve")
    writer.setDocumentXmpMetadata(QByteArray(b"<x:xmpmeta xmlns:x='adobe:ns:meta/'/>"))
    document.print_(writer)
    del writer, document, loop
    return timeless(bytes(buffer.data().data()))


def _html(content: Content, pictures: Mapping[str, bytes]) -> str:
    root = Element("html")
    body = SubElement(root, "body")
    for block in chapters(content, pictures):
        _add(body, block)
    return tostring(root, encoding="unicode", method="html")


def _add(body: Element, block: Block) -> None:
    if isinstance(block, Heading):
        SubElement(body, "h2" if block.level else "h1").text = block.text
    elif isinstance(block, Paragraph):
        paragraph = SubElement(body, "p", {"class": "muted"} if block.muted else {})
        if block.listed:
            paragraph.text = "\u2022 "
        for piece in block.pieces:
            SubElement(paragraph, "b" if piece.strong else "span").text = piece.text
    elif isinstance(block, Grid):
        _table(body, block)
    else:
        picture = SubElement(body, "p")
        SubElement(picture, "img", {"src": block.view, "width": _PICTURE_WIDTH})
        SubElement(body, "p", {"class": "muted"}).text = block.caption


def _table(body: Element, grid: Grid) -> None:
    table = SubElement(body, "table", {"width": "100%", "cellpadding": "3", "cellspacing": "0"})
    for number, row in enumerate(grid.rows):
        line = SubElement(table, "tr")
        for column, text in enumerate(row):
            place = {"align": "right"} if column else {}
            cell = SubElement(line, "td" if number else "th", place)
            SubElement(cell, "b" if number == grid.strong else "span").text = _in_cell(text)


def _in_cell(text: str) -> str:
    """Return a text that breaks after "_" in a narrow column, and never within a number."""
    return text.replace(numbers.THOUSANDS, "\u00a0").replace("_", "_\u200b")
