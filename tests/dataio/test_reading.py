from __future__ import annotations

import csv
import gzip
import io
import json
import math
import zipfile
from pathlib import Path

import duckdb
import numpy as np
import pytest
from openpyxl import Workbook

from costcurve_gui.dataio.columns import Kind
from costcurve_gui.dataio.dataset import Dataset, load_dataset
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats import text_reader as source_module
from costcurve_gui.dataio.formats.delimited import DelimitedTable
from costcurve_gui.dataio.formats.duckdb_connection import DuckFile, select
from costcurve_gui.dataio.formats.opening import open_source, open_text
from costcurve_gui.dataio.roles.choice import choose_roles
from costcurve_gui.dataio.source import ReadOptions
from costcurve_gui.dataio.table import MemoryTable, Numbers
from costcurve_gui.engine.progress import Cancelled, Progress

SAMPLES = Path("resources/sample_data")
TABLE = "label;größe;score_a\nja;1,5;0,25\nnein;-2;1e-3\nja;NA;inf\n"


def load(path: Path | str, options: ReadOptions | None = None, **chosen: object) -> Dataset:
    source = open_source(path, options)
    return load_dataset(source, choose_roles(source, **chosen))


@pytest.fixture
def nothing_is_small(monkeypatch):
    monkeypatch.setattr(source_module, "SMALL_FILE_BYTES", 100)


@pytest.fixture
def row_by_row_is_refused(monkeypatch):
    def refuse(*_args: object) -> None:
        raise AssertionError("read row by row")

    monkeypatch.setattr(DelimitedTable, "_read_rows", refuse)


@pytest.mark.parametrize("columns", [199, 200, 700])
def test_that_json_of_many_columns_has_them_all(tmp_path, columns):
    rows = [{f"c{column}": row + column / 7 for column in range(columns)} for row in range(4)]
    (tmp_path / "a.json").write_text(json.dumps(rows), encoding="utf-8")
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    for name in ("a.json", "a.jsonl"):
        source = open_source(tmp_path / name)
        assert [column.name for column in source.columns] == [f"c{at}" for at in range(columns)]


@pytest.mark.parametrize(
    "text",
    [
        '[{"label": 1, "s": 0.5, "s": 0.7}, {"label": 0, "s": 0.1, "s": 0.2}]',
        '{"columns": ["label", "s"], "data": [[1, 0.5]], "data": [[0, 0.5]]}',
        '{"columns": ["label", "s\\ud800"], "data": [[1, 0.5], [0, 0.2]]}',
        '{"columns": ["label", "s"], "data": [["a\\ud800", 0.5], ["b", 0.2]]}',
    ],
)
def test_that_doubled_keys_and_half_characters_in_json_are_refused(tmp_path, text):
    (tmp_path / "a.json").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=r"duplicate key|no low surrogate"):
        open_source(tmp_path / "a.json")


@pytest.mark.parametrize(
    ("encoding", "said"),
    [
        ("utf-8", "UTF-8"),
        ("utf-8-sig", "UTF-8"),
        ("utf-16", "UTF-16"),
        ("utf-16-le", "UTF-16"),
        ("utf-16-be", "UTF-16"),
        ("utf-32", "UTF-32"),
        ("cp1252", "Windows-1252"),
    ],
)
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("packed", [False, True])
def test_that_encoding_separator_and_decimal_are_found(
    tmp_path, monkeypatch, encoding, said, large, packed
):
    if large:
        monkeypatch.setattr(source_module, "SMALL_FILE_BYTES", len(TABLE.encode(encoding)) - 1)
    content = TABLE.encode(encoding)
    path = tmp_path / ("t.csv.gz" if packed else "t.csv")
    path.write_bytes(gzip.compress(content) if packed else content)
    source = open_source(path)
    expected = f"semicolon, decimal comma, {said}"
    assert source.format_text == (f"{expected}, gzip" if packed else expected)
    assert source.complete is not large
    dataset = load_dataset(source, choose_roles(source, positive="ja"))
    assert dataset.scores["score_a"].tolist() == [0.25, 0.001, math.inf]
    np.testing.assert_array_equal(dataset.numeric["größe"], [1.5, -2, math.nan])
    assert dataset.y_true.tolist() == [True, False, True]


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_that_every_separator_and_line_end_is_found(tmp_path, separator, line_end):
    rows = [["label", "note", "score"], ["yes", 'a "b", c; d|e', "0.5"], ["no", "", "0.25"]]
    stream = io.StringIO()
    csv.writer(stream, delimiter=separator, lineterminator=line_end).writerows(rows)
    path = tmp_path / "t.txt"
    path.write_bytes(stream.getvalue().encode())
    source = open_source(path)
    assert [list(row) for row in source.preview] == rows[1:]
    assert source.options.separator == separator


def test_that_excel_separator_lines_and_single_quotes_are_understood():
    source = open_text("sep=;\nlabel;score\nyes;1\nno;2\n")
    assert [column.name for column in source.columns] == ["label", "score"]
    source = open_text("label,score\n'yes, sure','1'\n'no','2'\n")
    assert source.preview[0] == ("yes, sure", "1")


def test_that_quoted_thousands_do_not_make_a_decimal_comma():
    source = open_text('label,amount,score\nyes,"1,250",5\nno,"2,500",25\n')
    assert source.options.decimal is None  # which is open
    assert source.column("amount").written.open_mark == ","


def test_that_chosen_reading_options_win(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("yes,1;5\nno,2;5\n")
    options = ReadOptions(separator=",", header=False)
    source = open_source(path, options)
    assert [column.name for column in source.columns] == ["column_1", "column_2"]
    assert source.rows == 2
    path.write_text("label,größe\n", encoding="utf-8")
    with pytest.raises(DataError, match="not written in ascii"):
        open_source(path, ReadOptions(encoding="ascii"))
    with pytest.raises(DataError, match='No encoding is called "klingon"'):
        open_source(path, ReadOptions(encoding="klingon"))


def test_that_a_nameless_first_column_gets_a_name():
    source = open_text(",label,score\n0,yes,1\n1,no,2\n")
    assert [column.name for column in source.columns] == ["column_1", "label", "score"]


@pytest.mark.parametrize("name", ["half", "cv10"])
def test_that_the_german_credit_files_are_read_as_they_are(name):
    path = SAMPLES / f"german_credit_{name}.csv"
    with path.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    dataset = load(path, positive="bad")
    assert dataset.y_true.tolist() == [row["label"] == "bad" for row in rows]
    assert list(dataset.scores) == [key for key in rows[0] if key.startswith("score_")]
    for column, values in dataset.scores.items():
        assert values.tolist() == [float(row[column]) for row in rows]
    assert dataset.numeric["amount"].sum() == sum(float(row["amount"]) for row in rows)
    assert (dataset.positive_label, dataset.negative_label) == ("bad", "good")
    assert not dataset.warnings


@pytest.mark.usefixtures("row_by_row_is_refused")
def test_that_a_large_file_gives_what_a_small_one_gives(monkeypatch):
    small = load(SAMPLES / "german_credit_cv10.csv", positive="bad", fold="fold")
    monkeypatch.setattr(source_module, "SMALL_FILE_BYTES", 1_000)
    path = SAMPLES / "german_credit_cv10.csv"
    large = load(path, positive="bad", fold="fold", where='fold != "3"')
    kept = small.fold != small.fold_names.index("3")
    assert large.fold_names == small.fold_names == tuple(str(fold) for fold in range(1, 11))
    np.testing.assert_array_equal(large.fold, small.fold[kept])
    np.testing.assert_array_equal(large.y_true, small.y_true[kept])
    for column, values in small.numeric.items():
        np.testing.assert_array_equal(large.numeric[column], values[kept])
    assert large.row_numbers.tolist() == (np.flatnonzero(kept) + 1).tolist()
    assert large.file_rows == small.rows == 1000


def test_that_a_label_seen_late_is_counted_in_a_large_file(tmp_path, nothing_is_small):
    path = tmp_path / "t.csv"
    path.write_text("label,score\n" + "good,1\n" * 30_000 + "bad,2\n")
    source = open_source(path)
    with pytest.raises(DataError, match=r"bad \(1\) or good \(30000\)"):
        choose_roles(source)
    dataset = load_dataset(source, choose_roles(source, positive="bad"))
    assert dataset.y_true.sum() == 1


@pytest.mark.usefixtures("row_by_row_is_refused")
def test_that_a_large_file_with_text_in_a_score_names_the_rows(tmp_path, nothing_is_small):
    path = tmp_path / "t.csv"
    path.write_text("label,score\n" + "yes,1\nno,2\n" * 5_000 + "yes,n.v.\n" + "no,3\n" * 99)
    with pytest.raises(DataError, match=r'score has text in 1 row: 10001 "n.v."'):
        load(path)


def test_that_a_large_file_with_a_short_row_names_it(tmp_path, nothing_is_small):
    path = tmp_path / "t.csv"
    path.write_text("label,score\n" + "yes,1\nno,2\n" * 5_000 + "yes\n" + "no,3\n" * 5_000)
    with pytest.raises(DataError, match="row 10001 has 1 field, the header has 2"):
        load(path)


def test_that_a_large_file_that_turns_out_not_to_be_utf8_is_read_as_latin_1(
    tmp_path, nothing_is_small
):
    path = tmp_path / "t.csv"
    lines = "yes,a,1\nno,b,2\n" * 10_000 + "no,größe,3\n" + "no,b,2\n" * 10_000
    path.write_bytes(("label,name,score\n" + lines).encode("latin-1"))
    dataset = load(path, where='name == "größe" or label == "yes"')
    assert (dataset.rows, dataset.y_true.sum()) == (10_001, 10_000)


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("plain", "a*b.csv"),
        ("plain", "a[x].csv"),
        ("plain", "a?b.csv"),
        ("plain", "q'u\"o.csv"),
        ("plain", "ü ñ 日本.csv"),
        ("plain", "{a,b}.csv"),
        ("plain", "k=v.csv"),
        ("plain", "~$%20.csv"),
        ("o[d]d *d'ir", "t.csv"),
        ("o[d]d *d'ir", "a[x].csv"),
        ("year=2026", "t.csv"),
        ("year=2026", "k=v.csv"),
    ],
)
@pytest.mark.usefixtures("row_by_row_is_refused", "nothing_is_small")
def test_that_odd_paths_are_read(tmp_path, folder, name):
    (tmp_path / folder).mkdir()
    path = tmp_path / folder / name
    path.write_text("label,score\n" + "yes,1\nno,2\n" * 20)
    (tmp_path / folder / "aXb.csv").write_text("label,score\n" + "no,5\n" * 20)
    dataset = load(path)
    assert dataset.numeric.keys() == {"score"}
    assert dataset.scores["score"].tolist() == [1, 2] * 20


def parquet(path: Path, query: str) -> Path:
    duckdb.sql(query).write_parquet(str(path))
    return path


def test_that_parquet_columns_of_every_number_type_are_read(tmp_path):
    path = parquet(
        tmp_path / "p[1].parquet",
        "SELECT * FROM (VALUES (true, 0.5::FLOAT, 1::UTINYINT, 1.25::DECIMAL(9,3), 'n',"
        " DATE '2026-01-02'),"
        " (false, 0.25, NULL, 2.5, NULL, NULL)) t(label, score_a, score_b, amount, region, day)",
    )
    source = open_source(path)
    assert [column.kind for column in source.columns] == [
        Kind.BOOL, Kind.NUMBER, Kind.WHOLE, Kind.NUMBER, Kind.TEXT, Kind.DATE,
    ]  # fmt: skip
    dataset = load_dataset(source, choose_roles(source))
    assert dataset.positive_label == "true"
    assert dataset.scores["score_a"].tolist() == [0.5, 0.25]
    np.testing.assert_array_equal(dataset.scores["score_b"], [1, np.nan])
    assert dataset.numeric["amount"].tolist() == [1.25, 2.5]
    assert dataset.missing == {"score_a": 0, "score_b": 1}
    assert load(path, where='region != "n" or region == "n"').rows == 2


def test_that_folders_named_like_columns_add_none(tmp_path):
    (tmp_path / "year=2026").mkdir()
    path = parquet(tmp_path / "year=2026" / "p.parquet", "SELECT 'yes' AS label, 1 AS score")
    assert [column.name for column in open_source(path).columns] == ["label", "score"]


def test_that_bad_cells_keep_their_rows_across_blocks(monkeypatch):
    monkeypatch.setattr("costcurve_gui.dataio.table._BLOCK", 3)
    table = MemoryTable(["x"], [["1", "a", "2", "3", "b", "4", "c"]])
    answer = table.read([Numbers("x")])
    assert answer.bad[Numbers("x")].rows == [1, 4, 6]
    assert answer.bad[Numbers("x")].texts == ["a", "b", "c"]
    np.testing.assert_array_equal(answer.arrays[Numbers("x")], [1, np.nan, 2, 3, np.nan, 4, np.nan])


def test_that_text_in_a_parquet_score_is_named_by_row(tmp_path):
    path = parquet(
        tmp_path / "p.parquet",
        "SELECT CASE WHEN i % 2 = 0 THEN 'yes' ELSE 'no' END AS label,"
        " CASE WHEN i IN (17, 70) THEN 'n.v.' WHEN i = 5 THEN 'NA' ELSE i::VARCHAR END AS score"
        " FROM range(100) t(i)",
    )
    with pytest.raises(DataError, match=r'score has text in 2 rows: 18 "n.v.", 71 "n.v."'):
        load(path)


def test_that_double_parquet_names_are_refused():
    # Written by pyarrow from the columns a, s (a record) and a: DuckDB itself writes no such file.
    path = Path(__file__).parent / "data" / "double_names.parquet"
    with pytest.raises(DataError, match=r'named "a" \(columns 1, 3\)'):
        open_source(path)


@pytest.mark.parametrize("name", ["t.json", "t.jsonl", "t.ndjson", "t.jsonl.gz"])
def test_that_json_is_read(tmp_path, name):
    rows = [
        {"label": "yes", "score": 0.5},
        {"label": "no", "score": None},
        {"label": "no", "score": 1},
    ]
    text = json.dumps(rows) if name == "t.json" else "\n".join(map(json.dumps, rows))
    path = tmp_path / name
    path.write_bytes(gzip.compress(text.encode()) if name.endswith("gz") else text.encode())
    dataset = load(path)
    assert dataset.y_true.tolist() == [True, False, False]
    np.testing.assert_array_equal(dataset.scores["score"], [0.5, np.nan, 1])


@pytest.mark.parametrize("name", ["eval_results_table.json", "t.json.gz"])
@pytest.mark.parametrize("more", [{}, {"index": [4, 5, 6]}])
def test_that_json_of_names_and_rows_apart_is_read(tmp_path, name, more):
    rows = [[True, 0.5, "007", 3], [False, None, "a", 4], [False, 1, None, 2**53 + 1]]
    table = {"columns": ["label", "score", "id", "amount"], **more, "data": rows}
    text = json.dumps(table, indent=1)
    path = tmp_path / name
    path.write_bytes(gzip.compress(text.encode()) if name.endswith("gz") else text.encode())
    source = open_source(path)
    assert (source.rows, [one.name for one in source.columns]) == (3, table["columns"])
    assert [list(row) for row in source.preview] == [
        ["true", "0.5", "007", "3"],
        ["false", "", "a", "4"],
        ["false", "1", "", "9007199254740993"],
    ]
    dataset = load(path)
    assert (dataset.positive_label, dataset.y_true.tolist()) == ("true", [True, False, False])
    np.testing.assert_array_equal(dataset.scores["score"], [0.5, np.nan, 1])


def test_that_rows_that_do_not_fit_the_names_are_no_table(tmp_path):
    path = tmp_path / "t.json"
    path.write_text('{"columns": ["label", "score"], "data": [["yes", 1], ["no"]]}')
    assert [one.name for one in open_source(path).columns] == ["columns", "data"]


def test_that_an_excel_sheet_is_read(tmp_path):
    book = Workbook()
    book.active.title = "notes"
    sheet = book.create_sheet("scored")
    rows = [["label", "score", "amount", "day"], [True, 0.1, 3, None], [False, 1 / 3, None, "x"]]
    for row in rows:
        sheet.append(row)
    path = tmp_path / "t.xlsx"
    book.save(path)
    dataset = load(path, ReadOptions(sheet="scored"))
    assert dataset.positive_label == "true"
    assert dataset.scores["score"].tolist() == [0.1, 1 / 3]
    np.testing.assert_array_equal(dataset.numeric["amount"], [3, np.nan])
    assert open_source(path, ReadOptions(sheet="scored")).format_text == 'Excel, sheet "scored"'
    with pytest.raises(DataError, match=r'no sheet "x"\. It has notes and scored'):
        open_source(path, ReadOptions(sheet="x"))
    found = open_source(path)  # the first sheet with a table
    assert found.options.sheet == "scored"
    assert found.notes[0].startswith('The sheet "scored" was read; the workbook also has "notes".')


def test_that_a_pasted_table_is_read():
    source = open_text("label\tscore, raw\nyes\t1,5\nno\t2,25\n")
    assert source.format_text == "tab, decimal comma, UTF-8"
    assert source.path is None
    dataset = load_dataset(source, choose_roles(source))
    assert dataset.scores["score, raw"].tolist() == [1.5, 2.25]
    assert len(dataset.sha256) == 64
    with pytest.raises(DataError, match="no table to paste"):
        open_text("  \n")


def test_that_duckdb_reaches_no_other_file_and_no_network(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a\n1\n")
    (tmp_path / "other.csv").write_text("a\n1\n")
    with DuckFile(path) as duck:
        for query in (
            select(["*"], f"read_csv('{tmp_path}/other.csv')"),
            "SELECT * FROM read_csv('https://example.org/a.csv')",
            "INSTALL httpfs",
            f"COPY (SELECT 1) TO '{tmp_path}/new.csv'",
            "SET enable_external_access=true",
        ):
            with pytest.raises(duckdb.Error):
                duck.rows(query)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["other.csv", "t.csv"]


def test_that_a_cancelled_load_stops_and_leaves_nothing(tmp_path, nothing_is_small):
    path = tmp_path / "t.csv"
    path.write_text("label,score\n" + "yes,1\nno,2\n" * 30_000)
    source = open_source(path)
    roles = choose_roles(source)
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        load_dataset(source, roles, progress)
    assert load_dataset(source, roles).rows == 60_000
    assert [file.name for file in tmp_path.iterdir()] == ["t.csv"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_that_a_load_can_be_cancelled_midway(tmp_path, nothing_is_small, monkeypatch, encoding):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    path = tmp_path / "t.csv"
    path.write_text("label,score\n" + "yes,1\nno,2\n" * 200_000, encoding=encoding)
    source = open_source(path)
    progress = Progress(lambda *_: progress.cancel())
    with pytest.raises(Cancelled):
        load_dataset(source, choose_roles(source), progress)
    assert [file.name for file in tmp_path.iterdir()] == ["t.csv"]


def test_that_a_changed_file_is_not_given_the_hash_of_the_one_that_was_read(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("label,score\nyes,1\nno,2\n")
    dataset = load(path)
    path.write_text("label,score\nyes,1\nno,2\nno,3\n")
    with pytest.raises(DataError, match="has changed since it was read"):
        _ = dataset.sha256


def test_that_a_workbook_packed_in_a_way_that_is_not_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The built program has no lzma."""
    plain, packed = tmp_path / "plain.xlsx", tmp_path / "packed.xlsx"
    book = Workbook()
    book.active.append(["label", "score"])
    book.save(plain)
    with zipfile.ZipFile(plain) as source, zipfile.ZipFile(packed, "w", zipfile.ZIP_LZMA) as made:
        for name in source.namelist():
            made.writestr(name, source.read(name))
    monkeypatch.setattr(zipfile, "lzma", None)
    with pytest.raises(
        DataError, match=r"packed\.xlsx: it is encrypted, or in an unsupported compression"
    ):
        open_source(packed)
