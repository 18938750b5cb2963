"""A small file takes little memory: what says or unpacks to more is refused in a sentence."""

from __future__ import annotations

import gzip
import struct
from typing import TYPE_CHECKING
from zipfile import ZipFile

import pytest
from openpyxl import Workbook

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats import arff, budget, sheet_xml
from costcurve_gui.dataio.formats.excel import sheet_rows
from costcurve_gui.dataio.formats.opening import open_source

if TYPE_CHECKING:
    from pathlib import Path

TOO_MUCH = r"would take more than 1 GB of memory\. It is damaged"


def packed(path: Path, head: bytes, part: bytes) -> Path:
    """Write a file that unpacks to 6 MB."""
    with gzip.open(path, "wb", 1) as stream:
        stream.write(head)
        for _ in range(6):
            stream.write(part * (1_000_000 // len(part)))
    return path


@pytest.mark.parametrize(
    ("name", "head", "part"),
    [
        ("a.csv.gz", b"y,score\n", b"1,0\n0,1\n"),
        ("a.json.gz", b"", b'{"y":1,"s":0}\n{"y":0,"s":1}\n'),
    ],
)
def test_that_an_archive_that_unpacks_to_gigabytes_is_refused(
    tmp_path, monkeypatch, name, head, part
):
    monkeypatch.setattr(budget, "_UNPACKED_FREELY", 5_000_000)
    with pytest.raises(DataError, match=TOO_MUCH):
        open_source(packed(tmp_path / name, head, part))


def test_that_an_arff_of_too_many_cells_is_refused_while_it_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(budget, "MOST_BYTES", 1_000_000)
    head = b"@relation a\n@attribute y {0,1}\n@attribute s numeric\n@data\n"
    (tmp_path / "a.arff").write_bytes(head + b"1,0\n" * 20_000)
    with pytest.raises(DataError, match="would take more than 1 MB"):
        open_source(tmp_path / "a.arff")


def test_that_cells_far_to_the_right_are_no_table(tmp_path, monkeypatch):
    monkeypatch.setattr(budget, "MOST_BYTES", 10_000_000)
    book = Workbook()
    sheet = book.active
    for row in range(1, 60):
        sheet.cell(row, 1, row % 2)
        sheet.cell(row, 16_384, row)
    book.save(tmp_path / "a.xlsx")
    with pytest.raises(DataError, match="a great many blank cells"):
        open_source(tmp_path / "a.xlsx")


@pytest.mark.parametrize(("name", "place"), [("a.dta", b"<N>"), ("a.sav", b"")])
def test_that_a_file_that_says_to_hold_a_billion_rows_is_refused(tmp_path, name, place):
    pandas, pyreadstat = pytest.importorskip("pandas"), pytest.importorskip("pyreadstat")
    frame = pandas.DataFrame({"y": [1, 0, 1, 0], "score": [0.9, 0.4, 0.3, 0.1]})
    path = tmp_path / name
    write = pyreadstat.write_dta if place else pyreadstat.write_sav
    write(frame, path)
    content = bytearray(path.read_bytes())
    at = content.find(place) + len(place) if place else 80
    size = 8 if place else 4
    content[at : at + size] = struct.pack("<Q" if place else "<i", 1_000_000_000)
    path.write_bytes(content)
    with pytest.raises(DataError, match=TOO_MUCH):
        open_source(path)


def test_that_a_hidden_sheet_is_not_read_unless_it_is_named(tmp_path):
    book = Workbook()
    book.active.title = "old"
    book.active.sheet_state = "hidden"
    for sheet, scores in ((book.active, (0.1, 0.2)), (book.create_sheet("new"), (0.8, 0.9))):
        for row in (("y", "score"), (1, scores[0]), (0, scores[1])):
            sheet.append(row)
    book.save(tmp_path / "a.xlsx")
    source = open_source(tmp_path / "a.xlsx")
    assert source.options.sheet == "new"
    assert 'the workbook also has "old" (hidden). Else say --sheet "old".' in source.notes[0]


def test_that_a_title_above_the_header_of_a_sheet_is_left_out(tmp_path):
    book = Workbook()
    for row in (("Scores of March",), (), ("y", "score"), (1, 0.9), (0, 0.4), (1, 0.35)):
        book.active.append(row)
    book.save(tmp_path / "a.xlsx")
    source = open_source(tmp_path / "a.xlsx")
    assert [column.name for column in source.columns] == ["y", "score"]
    assert source.notes == ("1 line above the header left out. Else say --skip 0.",)


def test_that_an_arff_is_refused_before_its_rows_are_taken_apart(tmp_path, monkeypatch):
    monkeypatch.setattr(budget, "MOST_BYTES", 100_000_000)
    monkeypatch.setattr(arff, "_rows", pytest.fail)
    head = b"@relation a\n@attribute y {0,1}\n@attribute s numeric\n@data\n"
    with pytest.raises(DataError, match="would take more than 100 MB"):
        open_source(packed(tmp_path / "a.arff.gz", head, b"1,0\n0,1\n"))


def formatted_sheet(path: Path, rows: int) -> Path:
    """Write six cases, a formula without a value, and rows that have nothing but a style."""
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    bold = openpyxl.styles.Font(bold=True)
    for row in (("y", None, "score"), *((i % 2, None, i / 8) for i in range(6))):
        book.active.append(row)
    for row in range(2, rows):
        for column in (2, *((4, 5, 6) if row > 2 else ())):
            book.active.cell(row, column).font = bold
    book.active["C3"] = "=1+1"
    book.save(path)
    return path


def rows_of(path: Path) -> tuple[str, list[list[str]], frozenset[int]]:
    with sheet_xml.lean_workbook(path) as book:
        return sheet_rows(path, book)


def test_that_blank_cells_of_a_formatted_sheet_take_no_part_in_the_reading(tmp_path, monkeypatch):
    path = formatted_sheet(tmp_path / "a.xlsx", 400)
    whole = rows_of(path)
    assert whole[1][1:4] == [["0", "", "0"], ["1", "", "=1+1"], ["0", "", "0.25"]]
    monkeypatch.setattr(sheet_xml, "_LARGE", 1_000)
    with sheet_xml.lean_workbook(path) as lean, ZipFile(lean) as book:
        assert book.read("xl/worksheets/sheet1.xml").count(b"<c ") == 6 + 6 + 2
    monkeypatch.setattr(budget, "MOST_BYTES", 10_000)
    assert rows_of(path) == whole
