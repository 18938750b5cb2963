"""Where a report arrives: whole or not at all, and never on top of what is not a report's."""

import errno
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.output import file_hash, staged

fcntl = pytest.importorskip("fcntl")


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def write(folder, **files):
    """Write the files of a report, with its manifest, where `staged` wants them."""
    paths = []
    for name, text in files.items():
        paths.append(folder / f"{name}.csv")
        paths[-1].write_text(text)
    content = {"program": {"name": "CostCurve"}, "files": {p.name: file_hash(p) for p in paths}}
    (folder / "manifest.json").write_text(json.dumps(content))


def report(out, overwrite=False, inputs=(), expected=(), **files):
    with staged(out, overwrite=overwrite, inputs=inputs, names=expected) as folder:
        write(folder, **files)


def content(out):
    return {path.name: path.read_text() for path in out.glob("*.csv")}


@pytest.fixture
def out(tmp_path):
    """A folder with an earlier report in it."""
    report(tmp_path / "out", roc="old", folds="old")
    return tmp_path / "out"


def test_that_files_arrive_when_all_are_written(tmp_path):
    out = tmp_path / "a" / "b"
    with staged(out) as folder:
        (folder / "roc.csv").write_text("x")
        assert not out.exists()
    assert names(out) == ["roc.csv"]
    assert names(tmp_path) == ["a"]


def test_that_nothing_stays_when_it_fails(tmp_path):
    def fail(folder):
        (folder / "roc.csv").write_text("x")
        raise RuntimeError

    with pytest.raises(RuntimeError), staged(tmp_path / "out") as folder:
        fail(folder)
    assert names(tmp_path) == []


def test_that_an_earlier_report_is_replaced_and_what_it_had_more_removed(out):
    report(out, roc="new", models="new")
    assert content(out) == {"roc.csv": "new", "models.csv": "new"}


def test_that_a_folder_with_other_files_is_refused_before_anything_is_computed(out):
    (out / "notes.txt").write_text("mine")
    with pytest.raises(OptionError, match=r"notes\.txt.*--overwrite"), staged(out):
        raise AssertionError("computed")
    assert content(out) == {"roc.csv": "old", "folds.csv": "old"}


def test_that_a_file_changed_since_is_nobodys_to_replace(out):
    (out / "roc.csv").write_text("mine now")
    with pytest.raises(OptionError, match=r"changed since: roc\.csv"):
        report(out, roc="new")
    assert content(out)["roc.csv"] == "mine now"


def test_that_overwrite_replaces_the_same_names_and_leaves_others(out):
    (out / "folds.csv").write_text("mine now")
    (out / "models.csv").write_text("mine")
    (out / "notes.csv").write_text("mine")
    report(out, overwrite=True, models="new")
    # roc.csv is an earlier report's own; folds.csv was changed.
    assert content(out) == {"models.csv": "new", "notes.csv": "mine", "folds.csv": "mine now"}


def test_that_files_of_a_manifest_without_hashes_are_asked_for(tmp_path):
    (tmp_path / "roc.csv").write_text("old")
    manifest = {"program": {"name": "CostCurve"}, "files": ["roc.csv"]}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(OptionError, match="--overwrite"):
        report(tmp_path, roc="new")
    report(tmp_path, overwrite=True, roc="new")
    assert content(tmp_path) == {"roc.csv": "new"}


@pytest.mark.parametrize("text", ["", "[]", "{", '{"program": {"name": "else"}, "files": {}}'])
def test_that_a_manifest_of_another_program_is_left_alone(tmp_path, text):
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(OptionError, match=r"manifest\.json"):
        report(tmp_path, roc="new")
    assert (tmp_path / "manifest.json").read_text() == text


@pytest.mark.parametrize("overwrite", [False, True])
def test_that_the_input_is_never_written(tmp_path, overwrite):
    data = tmp_path / "models.csv"
    data.write_text("mine")
    with pytest.raises(OptionError, match=r"models\.csv"):
        report(tmp_path, overwrite, [data], ["models.csv"], models="new")
    link = tmp_path / "link"
    link.symlink_to(tmp_path)
    with pytest.raises(OptionError, match=r"models\.csv is read"):
        report(link, True, [data], [], models="new")
    assert names(tmp_path) == ["link", "models.csv"]
    assert data.read_text() == "mine"


def test_that_an_input_of_an_earlier_report_is_neither_replaced_nor_removed(out):
    with pytest.raises(OptionError, match=r"folds\.csv is read"):
        report(out, inputs=[out / "folds.csv"], roc="new")
    assert content(out) == {"roc.csv": "old", "folds.csv": "old"}


def test_that_an_input_beside_stays_with_overwrite(tmp_path):
    data = tmp_path / "scores.csv"
    data.write_text("mine")
    report(tmp_path, True, [data], ["roc.csv"], roc="new")
    assert content(tmp_path) == {"roc.csv": "new", "scores.csv": "mine"}


def test_that_a_file_in_place_of_the_folder_is_refused(tmp_path):
    (tmp_path / "out").touch()
    for out in (tmp_path / "out", tmp_path / "out" / "deeper"):
        with pytest.raises(OptionError, match="--out"), staged(out):
            pass


def test_that_a_folder_in_place_of_a_file_is_refused_before_anything_moves(tmp_path):
    (tmp_path / "out" / "roc.csv").mkdir(parents=True)
    with pytest.raises(OptionError, match=r"roc\.csv"):
        report(tmp_path / "out", models="new", roc="new")
    assert names(tmp_path / "out") == ["roc.csv"]


def test_that_a_move_that_fails_half_way_is_taken_back(out, monkeypatch):
    def replace(path, target, whole=Path.replace):
        if path.name == "roc.csv" and path.parent.name.startswith(".costcurve"):
            raise PermissionError(errno.EACCES, "in use")
        return whole(path, target)

    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(OptionError, match="in use"):
        report(out, folds="new", models="new", roc="new")
    assert content(out) == {"roc.csv": "old", "folds.csv": "old"}
    assert names(out.parent) == ["out"]


def dead_process():
    ended = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"],
        capture_output=True,
        text=True,
        check=True,
    )
    return int(ended.stdout)


def test_that_folders_of_dead_processes_are_removed_and_no_others(tmp_path):
    dead = [f".costcurve-{dead_process()}-abcdefgh", ".costcurve-ab_cd3fg"]
    starting, notes = f".costcurve-{os.getpid()}-abcdefgh", ".costcurve-my-own-notes"
    locked = f".costcurve-{dead_process()}-lockedxx"  # of a living process elsewhere
    for name in (*dead, starting, notes, locked):
        (tmp_path / name).mkdir()
        (tmp_path / name / "roc.csv").touch()
    handle = os.open(tmp_path / locked, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    report(tmp_path / "out", roc="new")
    os.close(handle)
    assert names(tmp_path) == sorted([starting, notes, locked, "out"])


def test_that_files_of_a_run_that_died_while_moving_are_a_reports_own(out):
    left = out.parent / f".costcurve-{dead_process()}-abcdefgh"
    left.mkdir()
    write(left, models="next", roc="next")
    (left / "models.csv").replace(out / "models.csv")
    report(out, roc="new")
    assert content(out) == {"roc.csv": "new"}
    assert names(out.parent) == ["out"]


def test_that_only_the_folder_itself_needs_to_be_writable(tmp_path, monkeypatch):
    (tmp_path / "out").mkdir()
    made = tempfile.mkdtemp

    def refuse(**words):
        if Path(words["dir"]) == tmp_path:
            raise PermissionError(errno.EACCES, "Permission denied")
        return made(**words)

    monkeypatch.setattr(tempfile, "mkdtemp", refuse)
    report(tmp_path / "out", roc="new")
    assert names(tmp_path / "out") == ["manifest.json", "roc.csv"]
    with pytest.raises(OptionError, match="Permission denied"):
        report(tmp_path / "new", roc="new")


def test_that_a_signal_amid_the_making_of_its_folder_leaves_none(tmp_path, monkeypatch):
    made = tempfile.mkdtemp

    def interrupted(**words):
        folder = made(**words)
        signal.raise_signal(signal.SIGINT)
        return folder

    monkeypatch.setattr(tempfile, "mkdtemp", interrupted)
    with pytest.raises(KeyboardInterrupt), staged(tmp_path / "out"):
        raise AssertionError("computed")
    assert not list(tmp_path.iterdir())
