import hashlib
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import dev_environment
import dev_system
import pytest


@pytest.fixture
def project(tmp_path, monkeypatch):
    (tmp_path / "requirements.txt").write_text("numpy==2.4.6\n", encoding="utf-8")
    monkeypatch.setattr(dev_environment, "ROOT", tmp_path)
    return tmp_path


@pytest.fixture
def calls(monkeypatch):
    """Stand in for making an environment and for pip; the list of what was asked for."""
    made = []

    def create(folder):
        python = dev_environment.python_in(folder)
        python.parent.mkdir(parents=True, exist_ok=True)
        python.touch()
        made.append("create")

    def pip(command):
        made.append(Path(command[-1]).name)
        return 0

    monkeypatch.setattr(dev_environment, "_create", create)
    monkeypatch.setattr(dev_environment.subprocess, "call", pip)
    return made


@pytest.mark.parametrize("version", [(3, 11), (3, 12), (3, 13), (3, 14)])
def test_that_supported_pythons_pass_without_a_word(version, capsys):
    dev_environment.require_supported_python(version)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("version", [(3, 10), (2, 7)])
def test_that_older_pythons_are_refused_by_number(version):
    with pytest.raises(dev_system.SetupError, match=".".join(map(str, version))):
        dev_environment.require_supported_python(version)


def test_that_newer_pythons_are_warned_of_and_tried(capsys):
    dev_environment.require_supported_python((3, 15))
    assert capsys.readouterr().err.startswith("warning: Python 3.15 is newer than 3.14")


def test_that_the_packages_say_what_setup_says():
    text = (Path(dev_environment.__file__).parents[1] / "pyproject.toml").read_text("utf-8")
    assert tomllib.loads(text)["project"]["requires-python"] == ">=3.11"


def test_that_packages_stand_where_this_environment_has_them():
    in_use = Path(sysconfig.get_path("platlib"))
    assert dev_environment.packages_in(Path(sys.prefix)) == in_use
    assert dev_environment.packages_in(Path("e"), "nt") == Path("e/Lib/site-packages")


def test_that_the_interpreter_stands_where_each_system_keeps_it():
    assert dev_environment.python_in(Path("e"), "posix") == Path("e/bin/python")
    assert dev_environment.python_in(Path("e"), "nt") == Path("e/Scripts/python.exe")


def test_that_a_fingerprint_is_the_hash_of_the_text_whatever_the_line_ends(tmp_path):
    unix, windows = tmp_path / "a.txt", tmp_path / "b.txt"
    unix.write_bytes(b"numpy\nscipy\n")
    windows.write_bytes(b"numpy\r\nscipy\r\n")
    found = dev_environment.fingerprint([unix, windows])
    assert found["a.txt"] == hashlib.sha256(b"numpy\nscipy\n").hexdigest()
    assert found["a.txt"] == found["b.txt"]


def test_that_a_missing_or_broken_stamp_records_nothing(tmp_path):
    assert dev_environment.read_stamp(tmp_path) == {}
    (tmp_path / dev_environment.STAMP).write_text("{", encoding="utf-8")
    assert dev_environment.read_stamp(tmp_path) == {}


def test_that_the_first_start_makes_and_installs_and_the_second_does_neither(project, calls):
    for _ in range(2):
        python = dev_environment.provide(["requirements.txt"], project / ".venv")
    assert calls == ["create", "requirements.txt"]
    assert python == str(dev_environment.python_in(project / ".venv"))


def test_that_a_changed_pin_is_installed_without_making_a_new_environment(project, calls):
    dev_environment.provide(["requirements.txt"], project / ".venv")
    (project / "requirements.txt").write_text("numpy==2.4.7\n", encoding="utf-8")
    dev_environment.provide(["requirements.txt"], project / ".venv")
    assert calls == ["create", "requirements.txt", "requirements.txt"]


def test_that_another_python_makes_a_new_environment(project, calls, monkeypatch):
    dev_environment.provide(["requirements.txt"], project / ".venv")
    monkeypatch.setattr(sys, "version", "3.13.0 (another one)")
    dev_environment.provide(["requirements.txt"], project / ".venv")
    assert calls == ["create", "requirements.txt"] * 2


def test_that_a_failed_installation_is_tried_again_next_time(project, calls, monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr(dev_environment.subprocess, "call", lambda _command: 1)
        with pytest.raises(dev_system.SetupError, match=r"requirements\.txt"):
            dev_environment.provide(["requirements.txt"], project / ".venv")
    dev_environment.provide(["requirements.txt"], project / ".venv")
    assert calls[-1] == "requirements.txt"


def test_that_a_really_made_environment_has_a_working_interpreter(tmp_path):
    dev_environment._create(tmp_path / "venv")
    python = str(dev_environment.python_in(tmp_path / "venv"))
    version = subprocess.check_output([python, "-m", "pip", "--version"], text=True)
    assert str(tmp_path) in version
