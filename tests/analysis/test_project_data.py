"""Where the files of a project are found again, after they were moved or changed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest

from costcurve_gui.analysis.project_data import find_data
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.project_file import DataReference
from costcurve_gui.dataio.source import file_sha256

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class OfData:
    """What of a project says where its data are."""

    data: DataReference


@pytest.fixture
def parts(tmp_path):
    """Two files, and a project that joined them."""
    references = []
    for name in ("labels.csv", "scores.csv"):
        path = tmp_path / name
        path.write_text(f"id,{name}\n1,2\n")
        size = path.stat().st_size
        references.append(DataReference(name, name, file_sha256(path), size, 1, ("id", name)))
    joined = replace(references[0], name="both", joined=tuple(references), joined_by="id")
    return OfData(joined)


def found(tmp_path: Path, project: OfData, data: Path | None = None):
    return find_data(tmp_path / "both.ccproj", project, data)  # type: ignore[arg-type]


def test_that_joined_files_are_where_they_were(tmp_path, parts):
    one = found(tmp_path, parts)
    assert one.joined == (tmp_path / "labels.csv", tmp_path / "scores.csv")
    assert (one.moved, one.changed) == (False, False)


def test_that_a_joined_file_that_changed_is_told(tmp_path, parts):
    (tmp_path / "scores.csv").write_text("id,other\n1,3\n2,4\n")
    assert found(tmp_path, parts).changed


def test_that_joined_files_that_moved_together_are_found(tmp_path, parts):
    folder = tmp_path / "moved"
    folder.mkdir()
    for name in ("labels.csv", "scores.csv"):
        (tmp_path / name).rename(folder / name)
    one = found(tmp_path, parts, folder / "scores.csv")
    assert one.joined == (folder / "labels.csv", folder / "scores.csv")
    assert (one.moved, one.changed) == (True, False)


def test_that_a_joined_file_that_is_gone_is_named_unless_there_is_a_copy(tmp_path, parts):
    (tmp_path / "labels.csv").unlink()
    with pytest.raises(DataError, match=r"labels\.csv is not at"):
        found(tmp_path, parts)
    copied = OfData(replace(parts.data, embedded=b"id\n1\n"))
    assert found(tmp_path, copied).joined == ()
