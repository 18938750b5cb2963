"""What is written where a path is a link, a pipe or a device, and what a killed run leaves."""

import os
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.scratch import OF_A_FILE, OF_A_REPORT, made
from costcurve_gui.dataio.writers import atomic_path

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes and devices of a POSIX system")


def write(path, text="new"):
    with atomic_path(path) as part:
        part.write_text(text, encoding="utf-8")


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("there", [True, False])
def test_that_a_link_is_followed_and_stays(tmp_path, there):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
    target = tmp_path / "b" / "target.csv"
    if there:
        target.write_text("old", encoding="utf-8")
    (tmp_path / "b" / "second").symlink_to("target.csv")
    (tmp_path / "a" / "first").symlink_to(Path("..", "b", "second"))
    write(tmp_path / "a" / "first")
    assert (tmp_path / "a" / "first").is_symlink()
    assert (tmp_path / "b" / "second").is_symlink()
    assert target.read_text(encoding="utf-8") == "new"
    assert names(tmp_path / "a") == ["first"]


def test_that_a_pipe_is_written_to(tmp_path):
    pipe, found = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: found.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    write(pipe, "through the pipe")
    reader.join()
    assert found == ["through the pipe"]
    assert pipe.is_fifo()


def test_that_a_device_stays_one():
    write(Path(os.devnull))
    assert Path(os.devnull).is_char_device()


@pytest.mark.skipif(sys.platform != "linux", reason="files that a process has open have paths")
def test_that_an_open_file_is_written_to(tmp_path):
    with (tmp_path / "open").open("w+") as file:
        before = os.fstat(file.fileno()).st_ino
        write(Path(f"/dev/fd/{file.fileno()}"))
        assert (tmp_path / "open").stat().st_ino == before
    assert (tmp_path / "open").read_text(encoding="utf-8") == "new"


def test_that_nothing_goes_through_a_pipe_where_it_fails(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(RuntimeError), atomic_path(tmp_path / "pipe"):
        raise RuntimeError
    with pytest.raises(OSError, match="No such device"):  # nobody has begun to write
        os.open(tmp_path / "pipe", os.O_WRONLY | os.O_NONBLOCK)


def test_that_anything_else_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # addresses of sockets are short
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket")
        for name, reason in (("folder", "directory"), ("loop", "links"), ("socket", "a socket")):
            with pytest.raises(DataError, match=rf"Cannot write {name}: .*{reason}.*another name"):
                write(tmp_path / name)
    assert names(tmp_path) == ["folder", "loop", "socket"]


KILLED = """
import os, signal, sys
from pathlib import Path
from costcurve_gui.dataio.writers import atomic_path
with atomic_path(Path(sys.argv[1])) as part:
    part.write_text("scores")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_that_what_a_killed_run_leaves_is_nobodys_to_read_and_goes_with_the_next(tmp_path):
    done = subprocess.run([sys.executable, "-c", KILLED, tmp_path / "out.csv"], check=False)
    assert done.returncode == -signal.SIGKILL
    [folder] = tmp_path.iterdir()
    [file] = folder.iterdir()
    assert (folder.stat().st_mode & 0o777, file.stat().st_mode & 0o777) == (0o700, 0o600)
    write(tmp_path / "other.csv")
    assert names(tmp_path) == ["other.csv"]
    assert (tmp_path / "other.csv").stat().st_mode & 0o600 == 0o600


def test_that_what_is_in_use_or_of_a_report_stays(tmp_path):
    report, mine = made(tmp_path, OF_A_REPORT), tmp_path / ".costcurve-notes"
    mine.touch()
    dead = made(tmp_path, OF_A_FILE)
    dead = dead.rename(dead.with_name(f".costcurve-{2**22 + 1}-abcdefgh{OF_A_FILE}"))
    with atomic_path(tmp_path / "out.csv") as part:
        write(tmp_path / "other.csv")
        assert part.exists()
    assert names(tmp_path) == sorted([report.name, mine.name, "other.csv", "out.csv"])
    assert not dead.exists()
