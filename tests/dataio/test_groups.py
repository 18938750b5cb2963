"""A group column: which rows belong together, in every kind of file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import duckdb
import numpy as np
import pytest
from openpyxl import Workbook

from costcurve_gui.dataio.dataset import Dataset, load_dataset
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats import text_reader as source_module
from costcurve_gui.dataio.formats.opening import open_source, open_text
from costcurve_gui.dataio.roles.choice import choose_roles
from costcurve_gui.dataio.roles.column_roles import Role
from costcurve_gui.dataio.roles.column_uses import column_uses
from costcurve_gui.dataio.roles.groups import in_other_file, row_groups, suspected_column
from costcurve_gui.dataio.roles.proposal import propose_roles
from costcurve_gui.dataio.source import ReadOptions

if TYPE_CHECKING:
    from pathlib import Path

OWNERS = ["b7", " a1", "b7 ", "Ä", "a1", "ä"]


def load(path: Path, **chosen: str) -> Dataset:
    source = open_source(path)
    return load_dataset(source, choose_roles(source, group="owner", **chosen))


def written(path: Path, owners: list[str]) -> Path:
    rows = [f"{owner},{'yes' if i % 2 else 'no'},{i}" for i, owner in enumerate(owners)]
    path.write_text("\n".join(["owner,label,score", *rows]) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("large", [False, True])
def test_that_rows_of_one_name_are_one_group_in_the_order_of_the_file(tmp_path, monkeypatch, large):
    if large:
        monkeypatch.setattr(source_module, "SMALL_FILE_BYTES", 40)
    group = load(written(tmp_path / "t.csv", OWNERS)).group
    assert group.tolist() == [0, 1, 0, 2, 1, 3]
    assert group.dtype == np.int64
    assert not group.flags.writeable


def test_that_every_format_gives_the_same_groups(tmp_path, monkeypatch):
    owners = [str(number) for number in np.random.default_rng(1).integers(0, 40, 200)]
    expected = [list(dict.fromkeys(owners)).index(owner) for owner in owners]
    text = written(tmp_path / "t.csv", owners)
    for function in ("parquet", "json"):
        path = tmp_path / f"t.{function}"
        duckdb.read_csv(str(text)).create("cases")
        duckdb.sql(f"COPY cases TO '{path}' (FORMAT {function})")
        duckdb.sql("DROP TABLE cases")
        assert load(path).group.tolist() == expected
    book = Workbook()
    for line in text.read_text().splitlines():
        book.active.append(line.split(","))
    book.save(tmp_path / "t.xlsx")
    assert load(tmp_path / "t.xlsx").group.tolist() == expected
    monkeypatch.setattr(source_module, "SMALL_FILE_BYTES", 40)
    assert load(text).group.tolist() == expected  # a column that is read as numbers too


def test_that_an_odd_large_file_read_row_by_row_keeps_groups_over_blocks(tmp_path, monkeypatch):
    monkeypatch.setattr(source_module, "SMALL_FILE_BYTES", 40)
    monkeypatch.setattr("costcurve_gui.dataio.formats.delimited._BLOCK", 4)
    path = tmp_path / "t.csv"
    rows = [f"{owner};{'yes' if i % 2 else 'no'};{i},5" for i, owner in enumerate("3131244")]
    path.write_text("\n".join(["owner;label;score", *rows]) + "\n")
    source = open_source(path, ReadOptions())
    assert source.format_text.startswith("semicolon, decimal comma")
    dataset = load_dataset(source, choose_roles(source, group="owner"))
    assert dataset.group.tolist() == [0, 1, 0, 1, 2, 3, 3]


def test_that_the_filter_decides_which_groups_there_are(tmp_path):
    data = load(written(tmp_path / "t.csv", ["x", "", "y", "z", "y"]), where="score >= 2")
    assert data.group.tolist() == [0, 1, 0]


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("absent", ["", " NA", "nan"])
def test_that_rows_without_a_group_are_refused_by_number(tmp_path, monkeypatch, absent, large):
    if large:
        monkeypatch.setattr(source_module, "SMALL_FILE_BYTES", 40)
    path = written(tmp_path / "t.csv", ["x", absent, "y", absent])
    with pytest.raises(DataError) as caught:
        load(path)
    assert caught.value.message == "owner has no value in 2 rows: 2, 4. Every row needs a group."
    assert caught.value.rows == (2, 4)
    with pytest.raises(DataError, match="in 1 row: 4"):
        load(path, where="score >= 2")


def test_that_one_group_and_an_unknown_column_are_refused(tmp_path):
    path = written(tmp_path / "t.csv", ["x", "x"])
    with pytest.raises(DataError, match="owner has the same value in every row"):
        load(path)
    source = open_source(path)
    with pytest.raises(DataError, match=r'No column "ownr". Did you mean owner\?'):
        choose_roles(source, group="ownr")


def test_that_a_group_of_numbers_makes_no_model(tmp_path):
    source = open_source(written(tmp_path / "t.csv", ["1", "2", "1"]))
    assert choose_roles(source, group="owner").scores == ("score",)


def people(name: str, of_each: int, count: int = 30) -> dict[str, Role]:
    rows = [f"{i // of_each},{'yes' if i % 3 else 'no'},{i}" for i in range(count * of_each)]
    proposal = propose_roles(open_text("\n".join([f"{name},label,score", *rows])))
    assert (proposal.by_column[name] is Role.GROUP) == (proposal.roles.group == name)
    return proposal.by_column[name]


@pytest.mark.parametrize("name", ["customer_id", "Patient", "account_no", "client", "user_id"])
def test_that_people_with_several_rows_are_proposed_as_groups(name):
    assert people(name, of_each=2) is Role.GROUP
    assert people(name, of_each=1) is not Role.GROUP
    assert people(name, of_each=2, count=5) is not Role.GROUP


def test_that_other_names_and_slips_are_no_groups():
    assert people("order_id", of_each=3) is Role.IDENTIFIER
    numbers = [*range(60), 17]
    rows = [f"{number},{'yes' if number % 3 else 'no'},{number}" for number in numbers]
    proposal = propose_roles(open_text("\n".join(["customer_id,label,score", *rows])))
    assert proposal.by_column["customer_id"] is Role.IDENTIFIER


def test_that_one_of_two_group_columns_is_proposed():
    rows = [f"{i // 2},{i // 4},{'yes' if i % 3 else 'no'},{i}" for i in range(120)]
    text = "\n".join(["account_id,customer_id,label,score", *rows])
    proposal = propose_roles(open_text(text))
    assert proposal.roles.group == "account_id"
    assert proposal.by_column["customer_id"] is Role.IDENTIFIER


@pytest.mark.parametrize(
    ("name", "suspected"),
    [("order_id", True), ("cardNumber", True), ("Patients", True), ("city", False), ("id", True)],
)
def test_that_a_column_that_repeats_is_suspected_by_its_name(name: str, suspected: bool) -> None:
    rows = [f"{i // 3},{'yes' if i % 3 else 'no'},{i}" for i in range(60)]
    source = open_text("\n".join([f"{name},label,score", *rows]))
    assert suspected_column(source, {"label", "score"}) == (name if suspected else "")
    assert suspected_column(source, {"label", "score", name}) == ""
    assert row_groups(source, name).reason == f"{name} has 20 values in 60 rows"


def test_that_ids_that_do_not_repeat_raise_no_suspicion() -> None:
    rows = [f"{i},{i // 20},{'yes' if i % 3 else 'no'},{i}" for i in range(60)]
    source = open_text("\n".join(["customer_id,account,label,score", *rows]))
    assert suspected_column(source, {"label", "score"}) == ""


def many(tmp_path, value):
    """Return a file of 12,000 rows, of which a part is looked at."""
    rows = [f"{value(i)},{'yes' if i % 3 else 'no'},{i}" for i in range(12_000)]
    path = tmp_path / "many.csv"
    path.write_text("\n".join(["card,label,score", *rows]) + "\n", encoding="utf-8")
    return open_source(path)


def test_that_all_rows_are_counted_and_not_those_looked_at(tmp_path):
    source = many(tmp_path, lambda i: i * 7919 % 2947)
    assert not source.complete or source.column("card").distinct == 1_000
    assert row_groups(source, "card").reason == "card has 2947 values in 12000 rows"
    assert choose_roles(source).group == "card"


def test_that_a_column_is_no_group_for_slips_among_thousands(tmp_path):
    """Of 11,900 cards 100 have two rows; a part of the file that is looked at may have them all."""
    source = many(tmp_path, lambda i: i % 11_900)
    assert choose_roles(source).group is None


def test_that_a_group_is_found_by_every_door_unless_it_is_switched_off(tmp_path):
    rows = [f"{i // 3},{'yes' if i % 3 else 'no'},{i}" for i in range(90)]
    source = open_text("\n".join(["customer,label,score", *rows]))
    assert choose_roles(source).group == propose_roles(source).roles.group == "customer"
    assert choose_roles(source, group="none").group is None
    assert choose_roles(source, scores=["customer"]).group is None
    lacking = open_text("\n".join(["customer,label,score", *rows, ",yes,4"]))
    assert choose_roles(lacking).group is None
    other = open_text("label,score\nyes,1\nno,2\n")
    assert in_other_file(choose_roles(source), other).group is None
    assert in_other_file(choose_roles(source), source).group == "customer"


def test_that_a_part_of_a_column_is_not_counted_as_the_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(source_module, "SMALL_FILE_BYTES", 1_000)
    rows = [f"c{i % 700},{'yes' if i % 3 else 'no'},{i / 7:.6f},{'x' * 40}" for i in range(60_000)]
    path = tmp_path / "large.csv"
    path.write_text("\n".join(["town,label,score,note", *rows]) + "\n", encoding="utf-8")
    source = open_source(path)
    assert not source.complete
    (use,) = (one for one in column_uses(source, choose_roles(source)) if one.column == "town")
    assert re.fullmatch(r"text, \d+ or more values", use.reason)
    small = open_text("\n".join(["town,label,score", "a,yes,1", "b,no,2", "b,no,3"]))
    (use,) = (one for one in column_uses(small, choose_roles(small)) if one.column == "town")
    assert use.reason == "text, 2 values"
