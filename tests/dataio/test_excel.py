from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from openpyxl import Workbook
from openpyxl.worksheet.formula import ArrayFormula

from costcurve_gui.dataio.dataset import load_dataset
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.opening import open_source
from costcurve_gui.dataio.roles.choice import choose_roles

if TYPE_CHECKING:
    from pathlib import Path

    from costcurve_gui.dataio.source import Source

SHEET = "xl/worksheets/sheet1.xml"


def workbook(path: Path, rows: list[list[object]]) -> Path:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    book.save(path)
    return path


def with_sheet_changed(path: Path, pattern: bytes, replacement: bytes) -> Path:
    """Damage the XML of the first sheet as some programs write it."""
    with ZipFile(path) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    changed, count = re.subn(pattern, replacement, parts[SHEET])
    assert count
    with ZipFile(path, "w", ZIP_DEFLATED) as new:
        for name, content in {**parts, SHEET: changed}.items():
            new.writestr(name, content)
    return path


def scored_rows(count: int) -> list[list[object]]:
    rows = [["bad" if i % 3 else "good", i / 7, 100 + i] for i in range(count)]
    return [["label", "score", "amount"], *rows]


@pytest.fixture(scope="module")
def thousand_rows(tmp_path_factory) -> Source:
    return open_source(workbook(tmp_path_factory.mktemp("whole") / "t.xlsx", scored_rows(1000)))


@pytest.mark.parametrize("wrong", [b"A1:C101", b"A1:B1", b"A1", b"C5:C7", b"A1:C9000"])
def test_that_a_wrong_dimension_cuts_no_rows(tmp_path, thousand_rows, wrong):
    path = tmp_path / "t.xlsx"
    shutil.copy(thousand_rows.path, path)
    with_sheet_changed(path, rb'<dimension ref="[^"]*"', b'<dimension ref="%s"' % wrong)
    source = open_source(path)
    assert (source.rows, len(source.columns)) == (1000, 3)
    assert source.columns == thousand_rows.columns
    assert source.preview == thousand_rows.preview


def test_that_a_sheet_without_dimension_is_read(tmp_path):
    path = workbook(tmp_path / "t.xlsx", scored_rows(10))
    with_sheet_changed(path, rb"<dimension [^>]*>", b"")
    assert open_source(path).rows == 10


def test_that_formulas_never_calculated_are_named_by_row(tmp_path):
    rows = scored_rows(30)
    rows[4][1], rows[9][1] = "=C5/200", "=C10/200"
    path = workbook(tmp_path / "t.xlsx", rows)
    source = open_source(path)
    with pytest.raises(DataError) as caught:
        load_dataset(source, choose_roles(source, positive="bad"))
    assert str(caught.value) == (
        'score has formulas without a value in 2 rows: 4 "=C5/200", 9 "=C10/200". Open the '
        "workbook in a spreadsheet program and save it, which calculates them."
    )
    assert caught.value.rows == (4, 9)


def test_that_array_formulas_never_calculated_are_named_too(tmp_path):
    rows = scored_rows(10)
    rows[4][1] = ArrayFormula("B5", "=SUM(C4:C5*2)")
    source = open_source(workbook(tmp_path / "t.xlsx", rows))
    with pytest.raises(DataError, match=r'1 row: 4 "=SUM\(C4:C5\*2\)"'):
        load_dataset(source, choose_roles(source, positive="bad"))


def test_that_a_column_of_formulas_never_calculated_says_so(tmp_path):
    rows = scored_rows(20)
    for number, row in enumerate(rows[1:], start=2):
        row[1] = f"=C{number}/200"
    source = open_source(workbook(tmp_path / "t.xlsx", rows))
    with pytest.raises(DataError, match="score has formulas without a value in 20 rows"):
        load_dataset(source, choose_roles(source, positive="bad", scores=["score"]))


def test_that_calculated_formulas_and_empty_cells_are_read_as_before(tmp_path):
    rows = scored_rows(10)
    rows[3][1], rows[5][2] = "=C4/200", None
    path = workbook(tmp_path / "t.xlsx", rows)
    with_sheet_changed(
        path, rb"<f>C4/200</f><v\s*/>|<f>C4/200</f><v></v>", b"<f>C4/200</f><v>0.25</v>"
    )
    source = open_source(path)
    dataset = load_dataset(source, choose_roles(source, positive="bad"))
    assert dataset.scores["score"][2] == 0.25
    assert source.column("amount").missing == 1


def test_that_a_row_numbered_beyond_a_sheet_is_refused(tmp_path):
    path = workbook(tmp_path / "t.xlsx", scored_rows(10))
    with_sheet_changed(path, rb'<row r="11"', b'<row r="4000000000"')
    with pytest.raises(DataError, match="a row is numbered above 1048576"):
        open_source(path)


def test_that_rows_with_nothing_but_a_comment_are_skipped_and_counted(tmp_path):
    rows = [[row, row % 2, row / 10] for row in range(20)]
    noted = [["# of May"], ["#id", "label", "score"], *rows[:9], ["% checked"], *rows[9:]]
    source = open_source(workbook(tmp_path / "data.xlsx", noted))
    assert [column.name for column in source.columns] == ["id", "label", "score"]
    assert source.rows == 20
    data = load_dataset(source, choose_roles(source))
    assert "2 comment lines (# or %) skipped." in data.warnings


def test_that_a_true_class_of_formulas_never_calculated_says_so(tmp_path):
    rows = [["label", "score"], *([f"=IF(B{row}>5,1,0)", row] for row in range(2, 12))]
    source = open_source(workbook(tmp_path / "data.xlsx", rows))
    with pytest.raises(DataError, match="label has formulas without a value, such as"):
        choose_roles(source, label="label")


def test_that_every_sheet_is_known_by_size_and_first_line(tmp_path):
    book = Workbook()
    book.active.title = "Scores"
    for row in scored_rows(6):
        book.active.append(row)
    book.create_sheet("Notes").append(["written by hand"])
    book.create_sheet("Nothing")
    book.save(tmp_path / "three.xlsx")
    sheets = open_source(tmp_path / "three.xlsx").sheets
    assert [(one.name, one.first) for one in sheets] == [
        ("Scores", ("label", "score", "amount")),
        ("Notes", ("written by hand",)),
        ("Nothing", ()),
    ]
    assert [(one.rows, one.columns) for one in sheets[:2]] == [(7, 3), (1, 1)]
