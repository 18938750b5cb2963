"""The report as a document of a word processor, by python-docx: the only module that imports it.

python-docx is the extra `docx`, as it brings lxml; the built program has it.
"""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.page.chapters import Grid, Heading, Paragraph, chapters

try:
    import docx
    from docx.enum.section import WD_ORIENT
    from docx.enum.style import WD_STYLE_TYPE
    from docx.enum.text import WD_ALIGN_PARAGRAPH
    from docx.opc.constants import RELATIONSHIP_TYPE
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn
    from docx.shared import Mm, Pt, RGBColor
except ImportError as error:
    raise DataError(
        "Word documents need python-docx: install costcurve[docx], or choose html or pdf"
    ) from error

if TYPE_CHECKING:
    from collections.abc import Mapping

    from docx.document import Document
    from docx.table import Table
    from docx.text.paragraph import Paragraph as Written

    from costcurve_gui.page.chapters import Block, Picture, WrittenDocument
    from costcurve_gui.page.content import Content

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_INK, _GREY = RGBColor(0x1B, 0x1E, 0x24), RGBColor(0x56, 0x5D, 0x68)
_SIZES = {"Normal": 10.5, "Title": 22, "Heading 1": 14, "List Bullet": 10.5, "Caption": 9.5}
_MUTED = "Muted"
_MARGIN, _TEXT_WIDTH = Mm(20), Mm(210 - 2 * 20)


def document_bytes(content: Content | WrittenDocument, pictures: Mapping[str, bytes]) -> bytes:
    """Return the document; `pictures` has the PNG of each view that was drawn."""
    document = _template(content.title)
    for block in chapters(content, pictures):
        _add(document, block, pictures)
    buffer = BytesIO()
    document.save(buffer)
    return _timeless(buffer)


def _template(title: str) -> Document:
    """Return an empty page, A4, with the styles of the report and its properties."""
    document = docx.Document()
    section = document.sections[0]
    section.orientation = WD_ORIENT.PORTRAIT
    section.page_width, section.page_height = Mm(210), Mm(297)
    section.left_margin = section.right_margin = _MARGIN
    section.top_margin = section.bottom_margin = _MARGIN
    styles = document.styles
    styles.add_style(_MUTED, WD_STYLE_TYPE.PARAGRAPH).base_style = styles["Normal"]
    for name, size in (_SIZES | {_MUTED: 9.5}).items():
        font, layout = styles[name].font, styles[name].paragraph_format
        font.name, font.size = "Calibri", Pt(size)
        font.bold = name == "Heading 1"
        font.color.rgb = _GREY if name in (_MUTED, "Caption") else _INK
        layout.space_before, layout.space_after = Pt(14 if font.bold else 0), Pt(5)
        # The fonts of a theme go before a font that is named.
        for theme in ("asciiTheme", "hAnsiTheme", "eastAsiaTheme", "cstheme"):
            styles[name].element.rPr.rFonts.attrib.pop(qn(f"w:{theme}"), None)
    for rule in styles["Title"].element.pPr.findall(qn("w:pBdr")):
        styles["Title"].element.pPr.remove(rule)
    _describe(document, title)
    return document


def _describe(document: Document, title: str) -> None:
    """Set the properties, without the times and the preview of python-docx's own template."""
    known = document.core_properties
    known.title, known.author, known.comments = _text(title), "CostCurve", ""
    for time in ("created", "modified"):
        for element in known._element.findall(qn(f"dcterms:{time}")):
            known._element.remove(element)
    links = document.part.package.rels
    for key in [key for key, one in links.items() if one.reltype == RELATIONSHIP_TYPE.THUMBNAIL]:
        del links[key]


def _add(document: Document, block: Block, pictures: Mapping[str, bytes]) -> None:
    if isinstance(block, Heading):
        document.add_heading(_text(block.text), block.level)
    elif isinstance(block, Paragraph):
        style = "List Bullet" if block.listed else _MUTED if block.muted else "Normal"
        written = document.add_paragraph(style=style)
        for piece in block.pieces:
            written.add_run(_text(piece.text)).bold = piece.strong or None
    elif isinstance(block, Grid):
        _fill(document.add_table(len(block.rows), len(block.rows[0])), block)
        document.add_paragraph()
    else:
        _draw(document, block, pictures[block.view])


def _fill(table: Table, grid: Grid) -> None:
    _rule(table)
    table.rows[0]._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))  # again on each page
    shares = [max(map(len, column)) + 6 for column in zip(*grid.rows, strict=True)]
    widths = [_TEXT_WIDTH * share // sum(shares) for share in shares]
    for column, width in zip(table.columns, widths, strict=True):
        column.width = width
    for number, (line, row) in enumerate(zip(table.rows, grid.rows, strict=True)):
        line._tr.get_or_add_trPr().append(OxmlElement("w:cantSplit"))
        for column, (cell, text) in enumerate(zip(line.cells, row, strict=True)):
            cell.width = widths[column]
            inside: Written = cell.paragraphs[0]
            inside.style = "Normal" if number else _MUTED
            inside.paragraph_format.space_after = Pt(2)
            run = inside.add_run(_text(text))
            run.font.size = Pt(9.5)
            run.bold = number == grid.strong or None
            if column:
                inside.alignment = WD_ALIGN_PARAGRAPH.RIGHT


def _rule(table: Table) -> None:
    """Draw lines between rows; of the styles of tables none has these alone."""
    borders = OxmlElement("w:tblBorders")
    for side in ("top", "bottom", "insideH"):
        line = OxmlElement(f"w:{side}")
        for name, value in (("val", "single"), ("sz", "4"), ("space", "0"), ("color", "D6D9DF")):
            line.set(qn(f"w:{name}"), value)
        borders.append(line)
    table._tbl.tblPr.append(borders)


def _draw(document: Document, picture: Picture, png: bytes) -> None:
    drawn = document.add_picture(BytesIO(png), width=Mm(160))
    named = drawn._inline.docPr  # what a screen reader says
    named.set("name", picture.view)
    named.set("descr", picture.caption)
    document.paragraphs[-1].paragraph_format.keep_with_next = True
    document.add_paragraph(picture.caption, style="Caption")


def _text(text: str) -> str:
    """Return a text with a replacement character for each that XML cannot have."""
    return _NO_XML.sub("\ufffd", text)


def _timeless(written: BytesIO) -> bytes:
    """Return a package whose entries carry no time: the same report gives the same bytes."""
    buffer = BytesIO()
    with ZipFile(written) as given, ZipFile(buffer, "w", ZIP_STORED) as package:
        for name in given.namelist():
            entry = ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system = 0  # the same on every system
            package.writestr(entry, given.read(name))
    return buffer.getvalue()
