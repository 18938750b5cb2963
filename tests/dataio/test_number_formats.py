from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from costcurve_gui.dataio.dataset import load_dataset
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.opening import open_source
from costcurve_gui.dataio.number_formats import NumberFormat, NumberMarks, Written, find_format
from costcurve_gui.dataio.roles.choice import choose_roles
from tests.helpers.examples import examples

if TYPE_CHECKING:
    from pathlib import Path


def found(cells: list[str], decimal: str = ".", *, seen: bool = False) -> Written:
    def is_plain(cell: str) -> bool:
        try:
            float(cell if decimal == "." else cell.replace(".", "x").replace(",", "."))
        except ValueError:
            return False
        return True

    return find_format(
        cells,
        [c for c in cells if not is_plain(c)],
        NumberMarks(decimal, settled=seen, plain=decimal),
    )


def read(cells: list[str], decimal: str = ".", *, seen: bool = False) -> list[float]:
    written = found(cells, decimal, seen=seen).format
    assert written is not None
    return [written.number(cell) for cell in cells]


@pytest.mark.parametrize(
    ("cells", "numbers"),
    [
        (["23.3%", "0.4 %", "100%"], [0.233, 0.004, 1.0]),
        (["23,3%", "0,4%"], [0.233, 0.004]),
        (["1,234.50", "12.25", "7"], [1234.5, 12.25, 7.0]),
        (["1.234,50", "12,25", "7"], [1234.5, 12.25, 7.0]),
        (["1,234,567", "89"], [1234567.0, 89.0]),
        (["1 234,5", "-3"], [1234.5, -3.0]),
        (["1\u202f234", "12\u202f345\u202f678"], [1234.0, 12345678.0]),
        (["1'234.5", "-3"], [1234.5, -3.0]),
        (["$5", "-$1,234.50", "$-2"], [5.0, -1234.5, -2.0]),
        (["5 €", "1.234,50 €"], [5.0, 1234.5]),
        (["EUR 5", "EUR 1234.5"], [5.0, 1234.5]),
        (["0,5", "0,25", "1,5e-3"], [0.5, 0.25, 0.0015]),
        (["0,123", "1,234"], [0.123, 1.234]),  # no thousand begins with 0
        (["1,234", "250", "18,424"], [1234.0, 250.0, 18424.0]),  # what is below 1000 has no mark
        (["$1,234", "$5,678"], [1234.0, 5678.0]),
        (["1.234%", "5.678%"], [0.01234, 0.05678]),
    ],
)
def test_that_a_column_so_written_throughout_is_read(cells, numbers):
    assert read(cells) == numbers


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        (["1,234", "5,678"], '"1,234" may be 1234 or 1.234, and no value tells which'),
        (["1,234", "5678"], '"1,234" may be 1234 or 1.234'),
        (["€1,234", "€5,678"], '"€1,234" may be 1234 or 1.234'),
        (["23.3%", "0.5", "7%"], '1 of 3 values have no percent sign: "0.5"'),
        (["$5", "€5"], "it has several currencies: $, €"),
        (["$5", "7", "$9"], '1 of 3 values have no currency: "7"'),
        (["1,234.5", "1.234,5"], "its numbers are written in different ways"),
        (["5%", "7%", "8%", "9a%"], '1 of 4 values are no such numbers: "9a%"'),
    ],
)
def test_that_a_column_is_left_as_text_with_the_reason(cells, reason):
    written = found(cells)
    assert written.format is None
    assert written.reason.startswith(reason)


@pytest.mark.parametrize(
    "cells",
    [
        ["A1", "B2"],
        ["0.5", "1e-05", "n/a"],
        ["2024-01-05", "2024-02-06"],
        ["12.01.2024", "13.01.2024"],
        ["1.2.3", "1.2.4"],
        ["10.0.0.1", "192.168.0.1"],
        ["12:30", "13:45"],
        ["", "-"],
        ["yes", "no"],
    ],
)
def test_that_other_text_needs_no_reason(cells):
    assert found(cells) == Written()


def test_that_the_marks_of_other_columns_settle_what_a_column_leaves_open():
    assert read(["1,234", "5,678"], seen=True) == [1234.0, 5678.0]
    assert read(["1.234", "5.678"], ",", seen=True) == [1234.0, 5678.0]


def test_that_cells_without_digits_do_not_hinder_the_rest():
    written = found(["5%", "n/a", "7%", "-", "9%"])
    assert written.format == NumberFormat(percent=True)
    with pytest.raises(ValueError, match="n/a"):
        written.format.number("n/a")


@st.composite
def columns(draw: st.DrawFn) -> tuple[list[str], list[float], str]:
    """Draw numbers and how a program would have written them all."""
    decimal, thousands = draw(
        st.sampled_from([(".", ""), (".", ","), (",", "."), (",", ""), (",", " "), (".", "'")])
    )
    sign = draw(st.sampled_from(["{}", "{}%", "{} %", "${}", "{} €", "CHF {}"]))
    places = draw(st.integers(0, 4))
    values = draw(st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=8))
    cells, numbers = [], []
    for value in values:
        text = f"{value / 10**places:,.{places}f}"
        text = text.translate({ord(","): thousands, ord("."): decimal})
        cells.append(sign.format(text))
        plain = f"{value / 10**places:.{places}f}"
        numbers.append(float(plain + "e-2") if "%" in sign else float(plain))
    return cells, numbers, decimal


@settings(max_examples=examples(300), deadline=None)
@given(columns())
def test_that_no_column_is_read_as_other_numbers(column):
    cells, numbers, decimal = column
    written = found(cells, decimal)
    if written.format is not None:
        assert [written.format.number(cell) for cell in cells] == numbers
    other = found(cells, "," if decimal == "." else ".")
    if other.format is not None and len({mark for cell in cells for mark in cell} & {",", "."}) > 1:
        assert [other.format.number(cell) for cell in cells] == numbers


ROWS = 400
WRITTEN = {
    "label": lambda i: "bad" if i % 3 == 0 else "good",
    "score_p": lambda i: f"{(i * 37 % 1000) / 10}%",
    "amount": lambda i: f"${i * 97.25:,.2f}",
    "volume": lambda i: f"{i * 11:,}",
    "rate": lambda i: f"{i / 8:.3f}".replace(".", ","),
}
NUMBERS = {
    "score_p": lambda i: float(f"{(i * 37 % 1000) / 10}e-2"),
    "amount": lambda i: i * 97.25,
    "volume": lambda i: i * 11.0,
    "rate": lambda i: i / 8,
}


def table_in(path: Path) -> Path:
    """Write the same odd columns as a file of any kind."""
    import pandas as pd

    frame = pd.DataFrame({name: [text(i) for i in range(ROWS)] for name, text in WRITTEN.items()})
    if path.suffix == ".xlsx":
        frame.to_excel(path, index=False)
    elif path.suffix == ".json":
        frame.to_json(path, orient="records")
    elif path.suffix == ".parquet":
        import duckdb

        duckdb.from_df(frame).write_parquet(str(path))
    else:
        frame.to_csv(path, index=False)
    return path


@pytest.mark.parametrize("name", ["t.csv", "large.csv", "t.xlsx", "t.json", "t.parquet"])
def test_that_every_kind_of_file_gives_the_same_numbers(tmp_path, monkeypatch, name):
    if name == "large.csv":
        monkeypatch.setattr("costcurve_gui.dataio.formats.text_reader.SMALL_FILE_BYTES", 4_000)
    source = open_source(table_in(tmp_path / name))
    assert source.complete is (name != "large.csv")
    dataset = load_dataset(source, choose_roles(source, positive="bad"))
    assert list(dataset.scores) == ["score_p"]
    for column, number in NUMBERS.items():
        assert dataset.numeric[column].tolist() == [number(i) for i in range(ROWS)]
    notes = [re.fullmatch(r'(\w+): "(.*)" is read as (.*) \((.*)\)', note) for note in source.notes]
    assert [note[1] for note in notes] == ["score_p", "amount", "volume", "rate"]
    assert [note[4] for note in notes] == [
        "percent",
        "in $, thousands comma",
        "thousands comma",
        "decimal comma",
    ]
    for note in notes:
        known = [WRITTEN[note[1]](i) for i in range(ROWS)].index(note[2])
        assert float(note[3]) == NUMBERS[note[1]](known)
    assert source.preview[7] == ("good", "0.259", "680.75", "77", "0.875")


def test_that_a_cell_written_otherwise_further_on_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr("costcurve_gui.dataio.formats.text_reader.SMALL_FILE_BYTES", 4_000)
    monkeypatch.setattr("costcurve_gui.dataio.formats.text_reader.SAMPLE_ROWS", 50)
    monkeypatch.setattr("costcurve_gui.dataio.formats.rows._PLACES", 1)
    path = table_in(tmp_path / "t.csv")
    lines = path.read_text().splitlines()
    lines[300] = lines[300].replace("%", "")
    path.write_text("\n".join(lines))
    source = open_source(path)
    with pytest.raises(DataError, match=r'score_p has text in 1 row: 300 "6\.3"'):
        load_dataset(source, choose_roles(source, positive="bad"))


def test_that_the_reason_stands_in_the_error_of_a_column_that_was_asked_for(tmp_path):
    path = tmp_path / "t.csv"
    rows = [f"{'bad' if i % 3 else 'good'},{'0.5' if i == 4 else f'{i}%'}" for i in range(9)]
    path.write_text("label,p\n" + "\n".join(rows))
    source = open_source(path)
    assert source.notes == ('p is left as text: 1 of 9 values have no percent sign: "0.5"',)
    with pytest.raises(DataError) as caught:
        load_dataset(source, choose_roles(source, positive="bad", scores=["p"]))
    assert str(caught.value) == (
        'p has text in 8 rows: 1 "0%", 2 "1%", 3 "2%" and 5 more: 1 of 9 values have no percent '
        'sign: "0.5". Count as missing, or choose another column.'
    )


def test_that_negative_numbers_in_parentheses_are_left_as_text_with_the_reason():
    written = found(["$2,167.00", "($3,054.00)", "(12)", "$7.00"])
    assert written.format is None
    assert written.reason == 'it has numbers in parentheses: "($3,054.00)", "(12)"; write a minus'
    assert not found(["(a)", "b", "(1)"]).reason
