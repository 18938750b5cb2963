"""Lines before a table: a report's title, found or skipped as asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats import text_reader
from costcurve_gui.dataio.formats.dialect import find_dialect, title_lines
from costcurve_gui.dataio.formats.opening import open_source
from costcurve_gui.dataio.source import ReadOptions
from costcurve_gui.dataio.table import Numbers, Texts

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("title", "lines"),
    [
        ("", 0),
        ("Scores of March\n", 1),
        ("Scores of March\nbureau;north;1\n\n", 3),
        ("# a comment\nScores of March\n", 2),
        ("# a comment\n", 0),  # comments are passed over anyway
    ],
)
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_that_lines_before_the_header_are_found(title: str, lines: int, separator: str) -> None:
    rows = [("label", "score_a"), *(("bad" if i % 3 else "good", f"0.{i}") for i in range(40))]
    text = title + "\n".join(separator.join(row) for row in rows)
    assert title_lines(text.encode()) == lines


@pytest.mark.parametrize(
    "text",
    [
        "a\n1\n2\n3\n",
        "1,2\n3,4\n5,6\n",
        "label,score,note\nbad,1\ngood,2\nbad,3\ngood,4\n",  # its rows lack a field: refused
        "just words\nand more of them\n",
        "",
    ],
)
def test_that_no_line_is_taken_for_a_title_where_that_is_not_clear(text: str) -> None:
    assert title_lines(text.encode()) == 0


def test_that_lines_are_skipped_before_all_else_is_found() -> None:
    text = "a title, with commas, 1,2,3\n# note\nlabel;score\nbad;0,5\ngood;0,25\n"
    dialect = find_dialect(text.encode(), ReadOptions(skip=1), complete=True)
    assert (dialect.separator, dialect.decimal, dialect.skip) == (";", ",", 2)
    assert dialect.options.skip == 1
    with pytest.raises(DataError, match="no row after the first 5 lines"):
        find_dialect(text.encode(), ReadOptions(skip=5), complete=True)


def test_that_a_large_file_is_read_after_the_same_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "large.csv"
    rows = "".join(f"{'bad' if i % 3 else 'good'};0,{i}\n" for i in range(2_000))
    path.write_text(f"title\n\nlabel;score_a\n{rows}", encoding="utf-8")
    small = open_source(path, ReadOptions(skip=2))
    monkeypatch.setattr(text_reader, "SMALL_FILE_BYTES", 1_000)
    large = open_source(path, ReadOptions(skip=2))
    assert not large.complete
    requests = [Numbers("score_a"), Texts("label")]
    one, other = (source.table.read(requests) for source in (small, large))
    for request in requests:
        assert one.arrays[request].tolist() == other.arrays[request].tolist()
