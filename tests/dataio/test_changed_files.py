"""A file that changes or goes between the first look and the reading, or while it is read."""

import gzip
import json

import duckdb
import pytest

from costcurve_gui.dataio.dataset import load_dataset
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats import text_reader
from costcurve_gui.dataio.formats.opening import open_source
from costcurve_gui.dataio.roles.choice import choose_roles
from costcurve_gui.engine.progress import Progress

ROWS = [(row % 3 % 2, row * 7 % 100 / 100) for row in range(2000)]
TEXT = "läbel,score\n" + "".join(f"{label},{score}\n" for label, score in ROWS)
NAMES = ("a.csv", "a.csv.gz", "latin.csv", "a.json", "a.parquet")


@pytest.fixture(autouse=True)
def nothing_is_small(monkeypatch):
    """Let no file be kept in memory."""
    monkeypatch.setattr(text_reader, "SMALL_FILE_BYTES", 100)


def written(folder, name):
    path = folder / name
    if name.endswith(".gz"):
        path.write_bytes(gzip.compress(TEXT.encode()))
    elif name.endswith(".json"):
        rows = [{"läbel": label, "score": score} for label, score in ROWS]
        path.write_text(json.dumps(rows), encoding="utf-8")
    elif name.endswith(".parquet"):
        rows = ", ".join(map(str, ROWS))
        duckdb.sql(f"FROM (VALUES {rows}) t(läbel, score)").write_parquet(str(path))
    else:
        path.write_text(TEXT, encoding="latin-1" if name == "latin.csv" else "utf-8")
    return path


CHANGES = {
    "gone": lambda path: path.unlink(),
    "empty": lambda path: path.write_bytes(b""),
    "shrunk": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "grown": lambda path: path.write_bytes(path.read_bytes() + b"1,0.5\n"),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", NAMES)
def test_that_it_is_said_and_not_read(tmp_path, name, change):
    path = written(tmp_path, name)
    source = open_source(path)
    roles = choose_roles(source)
    CHANGES[change](path)
    said = "is not there any more" if change == "gone" else "has changed since it was read"
    with pytest.raises(DataError, match=f"{name} .*{said}"):
        load_dataset(source, roles)
    with pytest.raises(DataError, match=f"{name} .*{said}"):
        source.table.counts("läbel")


@pytest.mark.parametrize("name", ["a.csv", "latin.csv"])
def test_that_it_is_said_where_it_shrinks_while_it_is_looked_at(tmp_path, name):
    path = written(tmp_path, name)
    shrunk = []

    def shrink(*_):
        if not shrunk:
            shrunk.append(CHANGES["shrunk"](path))

    with pytest.raises(DataError, match="has changed since it was read"):
        open_source(path, progress=Progress(shrink))
