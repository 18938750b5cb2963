"""The reader of small files and DuckDB give the same answer, or the same error, on every file."""

from __future__ import annotations

import csv
import io
import os
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats import text_reader as source_module
from costcurve_gui.dataio.formats.delimited import DelimitedTable
from costcurve_gui.dataio.formats.opening import open_source
from costcurve_gui.dataio.table import Marks, Matches, Numbers, Texts
from tests.helpers.examples import examples, replicates
from tests.helpers.odd_files import LABELS, NUMBERS, ODD_CELLS, odd_file

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.dataio.number_formats import NumberFormat
    from costcurve_gui.dataio.source import Source
    from costcurve_gui.dataio.table import Answer, Request

SHORT, LONG = replicates(100), 10_000
KNOWN = ("good", "x y", "1", "-", "#1")


class ShortRun(NamedTuple):
    differences: list[str]
    tables: int
    asked: int


def outcome(path: Path, formats: Mapping[str, NumberFormat] | None) -> tuple[Any, Any]:
    """Return all that is read from a file, or what is wrong with it; and the number formats."""
    try:
        source = open_source(path)
        if formats is None:
            written = {column.name: column.written.format for column in source.columns}
            formats = {name: one for name, one in written.items() if one is not None}
        return everything(source, formats), formats
    except DataError as fault:
        return (fault.message, fault.rows), {}


def everything(source: Source, formats: Mapping[str, NumberFormat]) -> dict[str, Any]:
    table = source.table.with_formats(formats)
    names = [column.name for column in source.columns]
    found: dict[str, Any] = {"names": names, "options": source.options}
    each = [(Numbers(name, exact=True), Texts(name), Marks(name)) for name in names]
    all_ways = [one for three in each for one in three]
    as_loaded = [Matches(names[0], KNOWN), *(three[0] for three in each[1:])]
    forgiving: list[Request] = [Numbers(name, text_as_missing=True) for name in names]
    for requests in (all_ways, as_loaded, forgiving):
        answer = table.read(requests)
        found[f"{len(found)}"] = [plain(answer, request) for request in requests]
    found["counts"] = list(table.counts(names[0]).items())
    found["comments"] = table.comments
    return found


def plain(answer: Answer, request: Request) -> tuple[Any, ...]:
    values = answer.arrays[request]
    if isinstance(request, Marks):  # which cells are the same, not how that is written
        shown = [0 if mark == 0 else 1 + list(values).index(mark) for mark in values]
    elif isinstance(request, Numbers):
        values = np.where(np.isnan(values), np.nan, values)
        shown = [value.hex() for value in values.tolist()]
    else:
        shown = values.tolist()
    odd = [cells.get(request) for cells in (answer.bad, answer.inexact)]
    return shown, [(cells.rows, cells.texts) if cells and cells.rows else None for cells in odd]


def difference(path: Path) -> str:
    """Return how the readers differ on a file; empty where they agree."""
    with pytest.MonkeyPatch.context() as patch:
        small, formats = outcome(path, None)
        patch.setattr(source_module, "SMALL_FILE_BYTES", 0)
        large, _ = outcome(path, formats)
    if small == large:
        return ""
    if isinstance(small, tuple) or isinstance(large, tuple):
        return f"{small}\n{large}"
    return "\n".join(
        f"{key}: {small[key]} {large[key]}" for key in small if small[key] != large[key]
    )


def seeded_file(seed: int) -> tuple[str, bytes]:
    return odd_file(Random(seed))  # noqa: S311  # the same every time


def differences(folder: Path, seeds: range) -> list[str]:
    found = []
    for seed in seeds:
        name, content = seeded_file(seed)
        path = folder / name
        path.write_bytes(content)
        try:
            said = difference(path)
        except Exception as fault:  # noqa: BLE001  # any of them is a finding
            said = f"{type(fault).__name__}: {fault}"
        if said:
            found.append(f"seed {seed}: {content[:400]!r}\n{said}")
    return found


@pytest.fixture(scope="module")
def short_run(tmp_path_factory) -> ShortRun:
    """Read the odd files in both ways, counting tables, and those that DuckDB is asked about."""
    asked, tables = [], []
    ways, read_all = DelimitedTable._ways, everything

    def counted_ways(*words):
        return [asked.append(1) or way for way in ways(*words)]

    def counted_tables(*words):
        found = read_all(*words)
        tables.append(1)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DelimitedTable, "_ways", counted_ways)
        patch.setitem(globals(), "everything", counted_tables)
        seeds = range(100)[-SHORT:]
        found = differences(tmp_path_factory.mktemp("odd"), seeds)
    return ShortRun(found, len(tables), len(asked))


def test_that_both_readers_agree_on_odd_files(short_run):
    found = short_run.differences
    assert not found, f"{len(found)} of {SHORT} files differ; the first: {found[0]}"


def test_that_most_odd_files_are_tables_and_many_are_regular(short_run):
    """Else the readers would agree on errors alone, or DuckDB would never be asked."""
    assert short_run.tables > 2 * 0.4 * SHORT  # each is read in two ways
    assert short_run.asked > 0.5 * SHORT


@pytest.mark.slow
def test_that_both_readers_agree_on_many_odd_files(tmp_path):
    first = int(os.environ.get("COSTCURVE_FIRST_SEED", "1000"))
    found = differences(tmp_path, range(first, first + LONG))
    print(f"\n{LONG} files, {len(found)} differences")  # noqa: T201  # the point of the run
    assert not found, "\n\n".join(found[:20])


cells = st.one_of(
    st.sampled_from([*NUMBERS, *LABELS]),
    st.sampled_from(ODD_CELLS),
    st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=4),
)


@settings(
    max_examples=examples(40),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(
    rows=st.lists(st.tuples(cells, cells, cells), min_size=1, max_size=8),
    separator=st.sampled_from(",;\t|"),
    line_end=st.sampled_from(["\n", "\r\n"]),
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)
def test_that_both_readers_agree_on_what_a_writer_writes(
    rows, separator, line_end, quoting, encoding
):
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=separator, lineterminator=line_end, quoting=quoting)
    writer.writerows([("label", "score_a", "score_b"), *rows])
    with TemporaryDirectory() as folder:
        path = Path(folder) / "t.csv"
        path.write_bytes(stream.getvalue().encode(encoding))
        assert not difference(path)
