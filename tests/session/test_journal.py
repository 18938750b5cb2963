"""The journal: what was recorded is found once its process is gone, and never before."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.dataio.project_file import write_project
from costcurve_gui.session import journal as module
from costcurve_gui.session.journal import Journal, Record, left_journals
from tests.dataio.test_project_file import PROJECT

if TYPE_CHECKING:
    from collections.abc import Iterator

START = datetime(2026, 3, 1, 12, tzinfo=UTC)


def record(number: int, path: Path | None = None, name: str = "a.ccproj") -> Record:
    choices = {
        **PROJECT.choices,
        "condition": {**PROJECT.choices["condition"], "prior": number / 100},
    }
    labels = tuple(f"change {one}" for one in range(number))
    project = replace(PROJECT, choices=choices)
    return Record(name, path, Path("/data"), project, labels, START + timedelta(seconds=number))


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal(tmp_path / "journals")
    yield journal
    journal.close()


def left(folder: Path) -> list[Record]:
    found = left_journals(folder / "journals")
    for one in found:
        one.release()
    return [one.record for one in found]


def test_that_the_newest_record_is_left(own: Journal, tmp_path: Path) -> None:
    for number in range(1, 6):
        own.record("d1", record(number))
        own.flush()
    own.close(keep=True)
    assert left(tmp_path) == [record(5)]


def test_that_it_is_not_offered_while_its_process_lives(own: Journal, tmp_path: Path) -> None:
    own.record("d1", record(1))
    own.flush()
    assert left(tmp_path) == []
    script = (
        "import sys; from pathlib import Path; "
        "from costcurve_gui.session.journal import left_journals; "
        "print(len(left_journals(Path(sys.argv[1]))))"
    )
    words = [sys.executable, "-c", script, str(tmp_path / "journals")]
    other = subprocess.run(words, capture_output=True, text=True, check=True)
    assert other.stdout.strip() == "0"
    assert len(list((tmp_path / "journals").iterdir())) == 1


def test_that_a_file_with_the_id_of_a_living_process_is_offered(tmp_path: Path) -> None:
    own = Journal(tmp_path / "journals")
    own.record("d1", record(1))
    own.flush()
    own.close(keep=True)  # the file bears the id of this process, which lives
    assert left(tmp_path) == [record(1)]


def test_that_nothing_is_left_after_an_end_and_after_forgetting(
    own: Journal, tmp_path: Path
) -> None:
    own.record("d1", record(1))
    own.record("d2", record(2))
    own.flush()
    own.forget("d1")
    own.flush()
    assert len(list((tmp_path / "journals").iterdir())) == 1
    own.close()
    assert list((tmp_path / "journals").iterdir()) == []


def test_that_documents_are_apart_and_the_newest_is_first(own: Journal, tmp_path: Path) -> None:
    own.record("d1", record(1, name="a.ccproj"))
    own.record("d2", record(2, name="b.ccproj"))
    own.flush()
    own.close(keep=True)
    assert [one.name for one in left(tmp_path)] == ["b.ccproj", "a.ccproj"]


def test_that_a_record_is_on_the_disk_before_it_counts_as_written(
    own: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(module.os, "fsync", synced.append)
    own.record("d1", record(1))
    own.flush()
    assert len(synced) == 1


@given(cut=st.integers(0, 400))
def test_that_a_torn_line_costs_no_other(
    cut: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("torn")
    own = Journal(folder / "journals")
    for number in (1, 2):
        own.record("d1", record(number))
        own.flush()
    own.close(keep=True)
    (file,) = (folder / "journals").iterdir()
    text = file.read_bytes()
    file.write_bytes(text[: len(text) - cut] + b"\0" * (cut // 2))
    assert left(folder)[0] in (record(1), record(2))
    assert (left(folder) == [record(2)]) == (cut <= 1)


@given(text=st.binary(max_size=80))
def test_that_a_file_of_anything_else_is_removed(
    text: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("junk")
    (folder / "journals").mkdir()
    (folder / "journals" / "journal-1-0.jsonl").write_bytes(text)
    assert left(folder) == []
    assert list((folder / "journals").iterdir()) == []


def test_that_a_long_journal_begins_a_new_file(
    own: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LARGEST", 10_000)
    for number in range(1, 12):
        own.record("d1", record(number))
        own.flush()
    (file,) = (tmp_path / "journals").iterdir()
    assert file.stat().st_size < 20_000
    own.close(keep=True)
    assert left(tmp_path) == [record(11)]


def test_that_of_two_files_of_one_document_the_newer_is_left(
    own: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own.record("d1", record(1))
    own.record("d2", record(2))  # as a crash leaves it where the second file was begun
    own.flush()
    own.close(keep=True)
    assert left(tmp_path) == [record(2)]
    assert len(list((tmp_path / "journals").iterdir())) == 1


def test_that_a_crash_after_the_save_leaves_nothing_to_restore(
    own: Journal, tmp_path: Path
) -> None:
    path = tmp_path / "a.ccproj"
    write_project(path, record(2).project)
    own.record("d1", record(1, path))
    own.record("d2", record(2, path))
    own.flush()
    own.close(keep=True)
    assert [len(one.labels) for one in left(tmp_path)] == [1]


def test_that_a_folder_that_cannot_be_written_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "journals").write_text("a file", encoding="utf-8")
    own = Journal(tmp_path / "journals")
    own.record("d1", record(1))
    own.flush()
    assert own.failed
    own.close()


def test_that_a_released_journal_is_offered_again(own: Journal, tmp_path: Path) -> None:
    own.record("d1", record(1))
    own.flush()
    own.close(keep=True)
    assert left(tmp_path) == left(tmp_path) == [record(1)]
    (found,) = left_journals(tmp_path / "journals")
    found.remove()
    assert left(tmp_path) == []
    assert list((tmp_path / "journals").iterdir()) == []
