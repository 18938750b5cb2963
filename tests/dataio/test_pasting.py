"""Tables copied from a spreadsheet: tabs, the header row, and numbers as a country writes them."""

from __future__ import annotations

import pytest

from costcurve_gui.dataio.dataset import load_dataset
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.opening import open_text
from costcurve_gui.dataio.roles.choice import choose_roles

AMOUNTS = [1234.5, 80.0, 12345678.0]
SCORES = [0.91, 0.2, 0.755]
HEADER = "Nr\tKlasse\tBetrag\tScore"


def pasted(header: str, *rows: str, end: str = "\r\n") -> str:
    """Return rows as Excel puts them on the clipboard, which ends with a line end."""
    return "".join(f"{row}{end}" for row in (header, *rows))


def read(text: str):
    source = open_text(text)
    return source, load_dataset(source, choose_roles(source, label="Klasse", positive="ja"))


@pytest.mark.parametrize(
    "rows",
    [
        ("1\tja\t1234,5\t0,91", "2\tnein\t80\t0,2", "3\tja\t12345678\t0,755"),
        ("1\tja\t1.234,50\t0,91", "2\tnein\t80,00\t0,2", "3\tja\t12.345.678,00\t0,755"),
        ("1\tja\t1.234,50 €\t91,0%", "2\tnein\t80,00 €\t20,0%", "3\tja\t12.345.678,00 €\t75,5%"),
        (
            "1\tja\t1\u00a0234,50\t0,91",
            "2\tnein\t80,00\t0,2",
            "3\tja\t12\u00a0345\u00a0678,00\t0,755",
        ),
        ("1\tja\t1'234.50\t0.91", "2\tnein\t80.00\t0.2", "3\tja\t12'345'678.00\t0.755"),
        ("1\tja\t1,234.50\t0.91", "2\tnein\t80.00\t0.2", "3\tja\t12,345,678.00\t0.755"),
        ("1\tja\t$1,234.50\t91%", "2\tnein\t$80.00\t20%", "3\tja\t$12,345,678.00\t75.5%"),
    ],
    ids=["comma", "German", "euro, percent", "French", "Swiss", "English", "dollar, percent"],
)
def test_that_numbers_are_read_as_they_are_written_there(rows) -> None:
    source, dataset = read(pasted(HEADER, *rows))
    assert dataset.numeric["Betrag"].tolist() == AMOUNTS
    assert dataset.scores["Score"].tolist() == pytest.approx(SCORES, abs=1e-15)
    assert dataset.y_true.tolist() == [True, False, True]
    assert source.format_text.startswith("tab")


def test_that_a_thousands_point_is_told_by_the_decimal_comma_of_another_column() -> None:
    rows = ("1\tja\t1.234\t0,91", "2\tnein\t80\t0,2", "3\tja\t12.345\t0,755")
    source, dataset = read(pasted(HEADER, *rows))
    assert dataset.numeric["Betrag"].tolist() == [1234, 80, 12345]
    assert source.notes == ('Betrag: "12.345" is read as 12345 (thousands point, decimal comma)',)


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_that_every_line_end_of_a_clipboard_is_read(end) -> None:
    _, dataset = read(pasted(HEADER, "1\tja\t1\t0,91", "2\tnein\t2\t0,2", end=end))
    assert dataset.scores["Score"].tolist() == SCORES[:2]


def test_that_cells_with_tabs_quotes_and_line_ends_stay_one_cell() -> None:
    header = "Klasse\tNotiz\tScore"
    text = pasted(header, 'ja\t"eine ""alte""\nNotiz\tmit Tab"\t0,91', "nein\t\t0,2")
    source, dataset = read(text)
    assert source.column("Notiz").examples == ('eine "alte"\nNotiz\tmit Tab',)
    assert dataset.scores["Score"].tolist() == SCORES[:2]


def test_that_blank_rows_and_columns_around_the_table_are_no_rows() -> None:
    _, dataset = read(pasted("Klasse\tScore\t", "ja\t0,91\t", "\t\t", "nein\t0,2\t"))
    assert dataset.rows == 2


def test_that_ids_keep_their_zeros() -> None:
    source = open_text(pasted("id\tKlasse\tScore", "007\tja\t0,91", "008\tnein\t0,2"))
    assert [row[0] for row in source.preview] == ["007", "008"]


@pytest.mark.parametrize("text", ["", "  \r\n\t\r\n"])
def test_that_nothing_is_told_as_nothing(text) -> None:
    with pytest.raises(DataError, match="no table to paste: copy it with its header row"):
        open_text(text)
