"""The report as a document of a word processor: Office Open XML (ECMA-376), a zip of a few parts.

Written with the standard library: the parts are trees of elements, so that a name is text and stays
text, and no part and no entry of the zip carries a time.
"""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, tostring
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from costcurve_gui.page.chapters import Grid, Heading, Paragraph, Picture, chapters

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.page.chapters import Block
    from costcurve_gui.page.content import Content

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPES = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_NAMESPACES = {
    "xmlns:w": _WORD,
    "xmlns:r": _OFFICE,
    "xmlns:wp": f"{_DRAWING}/wordprocessingDrawing",
    "xmlns:a": f"{_DRAWING}/main",
    "xmlns:pic": f"{_DRAWING}/picture",
}
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_WIDTH, _HEIGHT = 5_760_000, 4_320_000
"""Of a picture, in English metric units: 160 by 120 mm."""
_HALF_POINTS = {"Normal": 21, "Title": 44, "Heading1": 28, "Muted": 19, "Caption": 19}
_MUTED = "565D68"


def document_bytes(content: Content, pictures: Mapping[str, bytes]) -> bytes:
    """Return the document; `pictures` has the PNG of each view that was drawn."""
    blocks = chapters(content, pictures)
    views = [block.view for block in blocks if isinstance(block, Picture)]
    parts = {
        "[Content_Types].xml": _content_types(),
        "_rels/.rels": _relations([("officeDocument", "word/document.xml")]),
        "word/document.xml": _document(blocks, views),
        "word/styles.xml": _styles(),
        "word/_rels/document.xml.rels": _relations(
            [("styles", "styles.xml"), *(("image", f"media/{view}.png") for view in views)]
        ),
        **{f"word/media/{view}.png": pictures[view] for view in views},
    }
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_STORED) as package:
        for name, data in parts.items():
            entry = ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system = 0  # the same on every system
            package.writestr(entry, data)
    return buffer.getvalue()


def _xml(root: Element) -> bytes:
    declaration = b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    return declaration + tostring(root, encoding="unicode").encode("utf-8", "replace")


def _content_types() -> bytes:
    root = Element("Types", {"xmlns": f"{_PACKAGE}/content-types"})
    for ending, kind in (
        ("rels", "application/vnd.openxmlformats-package.relationships+xml"),
        ("xml", "application/xml"),
        ("png", "image/png"),
    ):
        SubElement(root, "Default", {"Extension": ending, "ContentType": kind})
    for name, kind in (("document", "document.main"), ("styles", "styles")):
        part = {"PartName": f"/word/{name}.xml", "ContentType": f"{_TYPES}.{kind}+xml"}
        SubElement(root, "Override", part)
    return _xml(root)


def _relations(targets: Sequence[tuple[str, str]]) -> bytes:
    root = Element("Relationships", {"xmlns": f"{_PACKAGE}/relationships"})
    for number, (kind, target) in enumerate(targets, start=1):
        relation = {"Id": f"rId{number}", "Type": f"{_OFFICE}/{kind}", "Target": target}
        SubElement(root, "Relationship", relation)
    return _xml(root)


def _styles() -> bytes:
    root = Element("w:styles", {"xmlns:w": _WORD})
    for name, size in _HALF_POINTS.items():
        style = SubElement(root, "w:style", {"w:type": "paragraph", "w:styleId": name})
        if name == "Normal":
            style.set("w:default", "1")
        shown = {"Heading1": "heading 1", "Caption": "caption"}.get(name, name)
        SubElement(style, "w:name", {"w:val": shown})
        if name != "Normal":
            SubElement(style, "w:basedOn", {"w:val": "Normal"})
        _paragraph_of_style(style, name)
        run = SubElement(style, "w:rPr")
        if name == "Normal":
            SubElement(run, "w:rFonts", {"w:ascii": "Calibri", "w:hAnsi": "Calibri"})
        if name in ("Title", "Heading1"):
            SubElement(run, "w:b")
        if name in ("Muted", "Caption"):
            SubElement(run, "w:color", {"w:val": _MUTED})
        SubElement(run, "w:sz", {"w:val": str(size)})
        if name == "Normal":
            SubElement(run, "w:lang", {"w:val": "en-GB"})
    return _xml(root)


def _paragraph_of_style(style: Element, name: str) -> None:
    layout = SubElement(style, "w:pPr")
    if name == "Heading1":
        SubElement(layout, "w:keepNext")
    before = {"Heading1": "280"}.get(name, "0")
    SubElement(layout, "w:spacing", {"w:before": before, "w:after": "100"})
    if name == "Heading1":
        SubElement(layout, "w:outlineLvl", {"w:val": "0"})


def _document(blocks: Sequence[Block], views: Sequence[str]) -> bytes:
    root = Element("w:document", _NAMESPACES)
    body = SubElement(root, "w:body")
    for block in blocks:
        if isinstance(block, Heading):
            _paragraph(body, [(block.text, False)], "Heading1" if block.level else "Title")
        elif isinstance(block, Paragraph):
            pieces = [(piece.text, piece.strong) for piece in block.pieces]
            shown = [("\u2022 ", False), *pieces] if block.listed else pieces
            _paragraph(body, shown, "Muted" if block.muted else "Normal")
        elif isinstance(block, Grid):
            _table(body, block)
        else:
            _picture(body, block, views.index(block.view) + 2)
            _paragraph(body, [(block.caption, False)], "Caption")
    section = SubElement(body, "w:sectPr")
    SubElement(section, "w:pgSz", {"w:w": "11906", "w:h": "16838"})
    margins = dict.fromkeys(("top", "right", "bottom", "left"), "1134")
    sides = {f"w:{side}": size for side, size in margins.items()}
    SubElement(section, "w:pgMar", sides | {"w:header": "567", "w:footer": "567", "w:gutter": "0"})
    return _xml(root)


def _paragraph(parent: Element, pieces: Sequence[tuple[str, bool]], style: str) -> Element:
    paragraph = SubElement(parent, "w:p")
    layout = SubElement(paragraph, "w:pPr")
    SubElement(layout, "w:pStyle", {"w:val": style})
    for text, strong in pieces:
        run = SubElement(paragraph, "w:r")
        if strong:
            SubElement(SubElement(run, "w:rPr"), "w:b")
        written = SubElement(run, "w:t", {"xml:space": "preserve"})
        written.text = _NO_XML.sub("\ufffd", text)
    return layout


def _table(body: Element, grid: Grid) -> None:
    table = SubElement(body, "w:tbl")
    layout = SubElement(table, "w:tblPr")
    SubElement(layout, "w:tblW", {"w:w": "5000", "w:type": "pct"})
    lines = SubElement(layout, "w:tblBorders")
    for side in ("top", "bottom", "insideH"):
        rule = {"w:val": "single", "w:sz": "4", "w:space": "0", "w:color": "D6D9DF"}
        SubElement(lines, f"w:{side}", rule)
    columns = SubElement(table, "w:tblGrid")
    for _ in grid.rows[0]:
        SubElement(columns, "w:gridCol", {"w:w": str(9638 // len(grid.rows[0]))})
    for number, row in enumerate(grid.rows):
        line = SubElement(table, "w:tr")
        if number == 0:
            SubElement(SubElement(line, "w:trPr"), "w:tblHeader")
        for column, text in enumerate(row):
            cell = SubElement(line, "w:tc")
            SubElement(cell, "w:tcPr")
            strong = number == grid.strong
            inside = _paragraph(cell, [(text, strong)], "Normal" if number else "Muted")
            if column:
                SubElement(inside, "w:jc", {"w:val": "right"})
    _paragraph(body, [], "Normal")


def _picture(body: Element, picture: Picture, number: int) -> None:
    paragraph = SubElement(body, "w:p")
    drawing = SubElement(SubElement(paragraph, "w:r"), "w:drawing")
    inline = SubElement(
        drawing, "wp:inline", dict.fromkeys(("distT", "distB", "distL", "distR"), "0")
    )
    size = {"cx": str(_WIDTH), "cy": str(_HEIGHT)}
    named = {"id": str(number), "name": picture.view}
    SubElement(inline, "wp:extent", size)
    SubElement(inline, "wp:docPr", named | {"descr": picture.caption})
    graphic = SubElement(inline, "a:graphic")
    data = SubElement(graphic, "a:graphicData", {"uri": f"{_DRAWING}/picture"})
    shown = SubElement(data, "pic:pic")
    kept = SubElement(shown, "pic:nvPicPr")
    SubElement(kept, "pic:cNvPr", named)
    SubElement(kept, "pic:cNvPicPr")
    fill = SubElement(shown, "pic:blipFill")
    SubElement(fill, "a:blip", {"r:embed": f"rId{number}"})
    SubElement(SubElement(fill, "a:stretch"), "a:fillRect")
    shape = SubElement(shown, "pic:spPr")
    place = SubElement(shape, "a:xfrm")
    SubElement(place, "a:off", {"x": "0", "y": "0"})
    SubElement(place, "a:ext", size)
    SubElement(SubElement(shape, "a:prstGeom", {"prst": "rect"}), "a:avLst")
