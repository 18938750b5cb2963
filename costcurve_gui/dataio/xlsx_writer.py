"""Write a table as an Excel workbook of one sheet, with every digit of its numbers.

openpyxl writes 16 digits of a number, which is one too few to read the same number back. The same
table gives the same bytes. Source of the format: ECMA-376, part 1, chapter 18 (SpreadsheetML).
"""

from __future__ import annotations

import re
from html import escape
from math import isinf
from typing import TYPE_CHECKING, Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.table_values import blocks, number_text, row_count
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from costcurve_gui.dataio.csv_writer import Column
    from costcurve_gui.dataio.table_values import Value
    from costcurve_gui.engine.progress import Progress

MOST_ROWS: Final = 1_048_576  # of a sheet, its header among them
MOST_COLUMNS: Final = 16_384
MOST_LETTERS: Final = 32_767  # of a cell
_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff\ud800-\udfff]|_(?=x[0-9A-Fa-f]{4}_)")
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_PARTS: Final = {
    "[Content_Types].xml": (
        f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_SHEET_TYPE}.sheet.main+xml"/>'
        '<Override PartName="/xl/worksheets/sheet1.xml" '
        f'ContentType="{_SHEET_TYPE}.worksheet+xml"/></Types>'
    ),
    "_rels/.rels": (
        f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
    ),
    "xl/workbook.xml": (
        f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
        '<sheet name="Table" sheetId="1" r:id="rId1"/></sheets></workbook>'
    ),
    "xl/_rels/workbook.xml.rels": (
        f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
    ),
}
_SHEET_HEAD = (
    f'{_HEAD}<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0">'
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    "</sheetView></sheetViews><sheetData>"
)
_SHEET_FOOT = "</sheetData></worksheet>"


def write_workbook(
    path: Path, name: str, header: Sequence[str], columns: Sequence[Column], progress: Progress
) -> None:
    """Write a table to a file; messages call it `name`.

    Infinity is the text `inf`, as in a CSV file: a workbook has no such number.

    Raises
    ------
    DataError
        Where the table has more rows, columns or letters in a cell than a sheet can have.
    """
    rows = row_count(header, columns)
    for count, most, what in (
        (rows + 1, MOST_ROWS, "rows, its header among them"),
        (len(header), MOST_COLUMNS, "columns"),
    ):
        if count > most:
            raise DataError(
                tr(
                    "Cannot write {name}: it would have {count:,} {what}, and a sheet of Excel has "
                    "at most {most:,}. Choose CSV or Parquet.",
                    name=name,
                    count=count,
                    what=what,
                    most=most,
                ),
                file=name,
            )
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for part, text in _PARTS.items():
            archive.writestr(_entry(part), _HEAD + text)
        with archive.open(_entry("xl/worksheets/sheet1.xml"), "w", force_zip64=True) as sheet:
            sheet.write(_SHEET_HEAD.encode())
            sheet.write(_row([_cell(title, name) for title in header]).encode())
            for block in blocks(header, columns, progress, name):
                sheet.write("".join(_rows(block, name)).encode())
            sheet.write(_SHEET_FOOT.encode())


def _entry(part: str) -> ZipInfo:
    """Return an entry that bears no time of its own."""
    entry = ZipInfo(part, date_time=(1980, 1, 1, 0, 0, 0))
    entry.compress_type = ZIP_DEFLATED
    return entry


def _rows(block: Sequence[Sequence[Value]], name: str) -> Iterator[str]:
    for values in zip(*block, strict=True):
        yield _row([_cell(value, name) for value in values])


def _row(cells: Sequence[str]) -> str:
    return f"<row>{''.join(cells)}</row>"


def _cell(value: Value, name: str) -> str:
    match value:
        case None:
            return "<c/>"
        case bool():
            return f'<c t="b"><v>{int(value)}</v></c>'
        case int() | float() if not isinf(value):
            return f"<c><v>{number_text(value)}</v></c>"
    text = str(value)
    if len(text) > MOST_LETTERS:
        raise DataError(
            tr(
                "Cannot write {name}: a cell has {text:,} letters, and a cell of Excel has at "
                "most {most_letters:,}. Choose CSV or Parquet.",
                name=name,
                text=len(text),
                most_letters=MOST_LETTERS,
            ),
            file=name,
        )
    # Text that stands in the cell itself is never a formula, whatever it begins with.
    shown = escape(_UNSEEN.sub(lambda found: f"_x{ord(found[0]):04X}_", text), quote=False)
    return f'<c t="inlineStr"><is><t xml:space="preserve">{shown}</t></is></c>'
