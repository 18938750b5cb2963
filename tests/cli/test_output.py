import pytest

from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.output import staged


def names(folder):
    return sorted(path.name for path in folder.iterdir())


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


def test_that_an_earlier_report_is_replaced_and_other_files_stay(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "roc.csv").write_text("old")
    (tmp_path / "out" / "notes.txt").write_text("mine")
    with staged(tmp_path / "out") as folder:
        (folder / "roc.csv").write_text("new")
    assert (tmp_path / "out" / "roc.csv").read_text() == "new"
    assert (tmp_path / "out" / "notes.txt").read_text() == "mine"


def test_that_a_file_in_place_of_the_folder_is_refused(tmp_path):
    (tmp_path / "out").touch()
    for out in (tmp_path / "out", tmp_path / "out" / "deeper"):
        with pytest.raises(OptionError, match="--out"), staged(out):
            pass


def test_that_a_folder_in_place_of_a_file_is_refused_before_anything_moves(tmp_path):
    (tmp_path / "out" / "roc.csv").mkdir(parents=True)

    def write():
        with staged(tmp_path / "out") as folder:
            (folder / "models.csv").touch()
            (folder / "roc.csv").touch()

    with pytest.raises(OptionError, match=r"roc\.csv"):
        write()
    assert names(tmp_path / "out") == ["roc.csv"]
