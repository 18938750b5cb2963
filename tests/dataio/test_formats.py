"""The registry of file formats: how a file is told, and what a further format takes."""

from __future__ import annotations

import gzip
import pickle
from typing import TYPE_CHECKING

import numpy as np
import pytest

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats import registry
from costcurve_gui.dataio.formats.opening import open_source
from costcurve_gui.dataio.formats.registry import (
    FORMATS,
    Format,
    Looked,
    format_names,
    format_of,
    look_at_rows,
)

if TYPE_CHECKING:
    from pathlib import Path

    from costcurve_gui.dataio.source import ReadOptions
    from costcurve_gui.engine.progress import Progress


def look_at_toy(path: Path, options: ReadOptions, progress: Progress) -> Looked:
    del progress
    rows = [line.split("~") for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    return look_at_rows(rows, options, path.name, "Toy", 0)


TOY = Format("Toy", (".toy",), f"{__name__}:look_at_toy", b"TOY\n")


@pytest.fixture
def toy(monkeypatch, tmp_path) -> Path:
    monkeypatch.setattr(registry, "FORMATS", (*FORMATS, TOY))
    path = tmp_path / "cases.toy"
    path.write_text("TOY\nlabel~score\n1~0.9\n0~0.2\n", encoding="utf-8")
    return path


def test_that_a_format_is_a_reader_and_a_row(toy: Path) -> None:
    source = open_source(toy)
    assert [column.name for column in source.columns] == ["label", "score"]
    assert (source.rows, source.format_text) == (2, "Toy")
    assert format_names() == "CSV, TSV, Excel, Parquet, JSON, ARFF or Toy"
    assert "*.toy" in registry.name_patterns().split()


def test_that_first_bytes_tell_more_than_the_ending(toy: Path) -> None:
    renamed = toy.rename(toy.with_suffix(".csv"))
    assert open_source(renamed).format_text == "Toy"


def test_that_a_file_that_is_not_what_its_ending_says_is_refused(toy: Path) -> None:
    toy.write_text("label~score\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"named \.toy but is not such a file"):
        open_source(toy)


@pytest.mark.parametrize("one", FORMATS, ids=lambda one: one.name)
def test_that_a_row_finds_the_files_of_its_endings(one: Format, tmp_path) -> None:
    for ending in one.endings:
        assert format_of(tmp_path / f"a{ending.upper()}", one.magic) is one
        packed = format_of(tmp_path / f"a{ending}.gz", gzip.compress(b"")[:4])
        assert packed is (one if one.gzipped else registry.TEXT)


def test_that_no_two_formats_share_an_ending_or_first_bytes() -> None:
    endings = [ending for one in FORMATS for ending in one.endings]
    first = [one.magic for one in FORMATS if one.magic]
    assert len(set(endings)) == len(endings)
    assert len(set(first)) == len(first)
    assert max(map(len, first)) <= registry.MAGIC_BYTES


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("name", ["model.dat", "model.sav", "model.csv"])
def test_that_a_pickle_is_refused_under_any_name(tmp_path, protocol, name) -> None:
    path = tmp_path / name
    path.write_bytes(pickle.dumps({"score": [0.5]}, protocol=protocol))
    with pytest.raises(DataError, match=rf"^{name} is a Python pickle .* compare\(y_true, "):
        open_source(path)


@pytest.mark.parametrize("name", ["m.pkl", "m.PICKLE", "m.joblib", "m.pkl.gz", "m.joblib.gz"])
def test_that_what_is_named_a_pickle_is_refused_unread(tmp_path, name) -> None:
    (tmp_path / name).write_bytes(gzip.compress(b"anything"))
    with pytest.raises(DataError, match="can run any program in it"):
        open_source(tmp_path / name)


def test_that_files_of_numpy_and_r_are_refused_with_what_to_do(tmp_path) -> None:
    np.save(tmp_path / "scores.npy", np.array([0.5, 0.25]))
    np.savez(tmp_path / "scores.npz", np.array([0.5, 0.25]))
    (tmp_path / "cases.rds").write_bytes(gzip.compress(b"X\n\0\0"))
    (tmp_path / "cases.RData").write_bytes(b"RDX3\nX\n")
    for name, words in (("scores.npy", "takes arrays"), ("scores.npz", "takes arrays")):
        with pytest.raises(DataError, match=words):
            open_source(tmp_path / name)
    for name in ("cases.rds", "cases.RData"):
        with pytest.raises(DataError, match=r"write\.csv\(cases, .* compare\(y_true, "):
            open_source(tmp_path / name)


def test_that_no_file_is_both_read_and_refused() -> None:
    refused = [ending for one in registry.REFUSED for ending in one.endings]
    assert not {ending for one in FORMATS for ending in one.endings}.intersection(refused)
    first = [start for one in registry.REFUSED for start in one.magic]
    assert all(1 < len(start) <= registry.MAGIC_BYTES for start in first)
    assert not {one.magic for one in FORMATS}.intersection(first)
