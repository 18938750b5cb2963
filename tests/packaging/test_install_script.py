"""What install.sh and uninstall.sh of the archive do to a folder; a stand-in is the program."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from linux import tarball, tree
from linux.product import APP_ID

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="for Linux")
TOOLS = Path(sys.executable).parent
SCRIPTS = [tree.FILES / "install.sh", tree.FILES / "uninstall.sh"]


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """The unpacked archive."""
    bundle = tmp_path_factory.mktemp("built") / "bundle"
    platforms = bundle / "_internal" / "plugins" / "platforms"
    platforms.mkdir(parents=True)
    (bundle / "costcurve").write_text('#!/bin/sh\necho started "$@"\n', encoding="utf-8")
    (bundle / "costcurve").chmod(0o755)
    for name in ("_internal/libQt6Gui.so.6", "_internal/plugins/platforms/libqxcb.so"):
        (bundle / name).write_text("", encoding="utf-8")
    folder = tmp_path_factory.mktemp("unpacked") / "costcurve-1"
    tarball.stage(folder, bundle, sys.executable, 1_700_000_000)
    return folder


@pytest.fixture
def prefix(tmp_path):
    return tmp_path / "a home"


def install(archive, prefix, **environment):
    command = [str(archive / "install.sh"), "--prefix", str(prefix)]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )


def installed(archive, prefix, **environment):
    done = install(archive, prefix, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def uninstall(prefix):
    subprocess.run([prefix / "lib/costcurve/uninstall.sh"], check=True, capture_output=True)


def desktop_entry(prefix):
    return prefix / "share/applications" / f"{APP_ID}.desktop"


def contents(folder):
    return {path.relative_to(folder) for path in folder.rglob("*")}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_that_the_scripts_have_no_flaws(script):
    command = [TOOLS / "shellcheck", "--shell=sh", "--severity=style", script]
    linted = subprocess.run(command, capture_output=True, text=True, check=False)
    assert linted.returncode == 0, linted.stdout


def test_that_a_user_installs_upgrades_and_removes(archive, prefix):
    for _ in range(2):  # the second time upgrades
        installed(archive, prefix)
    command = [prefix / "bin/costcurve", "x"]
    started = subprocess.run(command, capture_output=True, text=True, check=True)
    assert started.stdout == "started x\n"
    assert f'Exec="{prefix}/bin/costcurve" %F' in desktop_entry(prefix).read_text(encoding="utf-8")
    uninstall(prefix)
    assert not prefix.exists()


def test_that_folders_which_were_there_stay(archive, prefix):
    before = [prefix / name for name in ("bin", "lib", "share/man/man1", "share/applications")]
    for folder in before:
        folder.mkdir(parents=True)
    had = contents(prefix)
    for _ in range(2):
        installed(archive, prefix)
    uninstall(prefix)
    assert contents(prefix) == had


def test_that_what_others_put_into_its_folders_stays(archive, prefix):
    installed(archive, prefix)
    (prefix / "bin/other").write_text("", encoding="utf-8")
    uninstall(prefix)
    assert contents(prefix) == {Path("bin"), Path("bin/other")}


@pytest.mark.parametrize("name", ["bin/costcurve", "lib/costcurve/program"])
def test_that_a_program_of_another_is_not_overwritten(archive, prefix, name):
    (prefix / name).parent.mkdir(parents=True)
    (prefix / name).write_text("foreign", encoding="utf-8")
    had = contents(prefix)
    done = install(archive, prefix)
    assert done.returncode == 1
    assert "not of this script" in done.stderr
    assert contents(prefix) == had


def test_that_removing_spares_a_program_that_took_its_name(archive, prefix):
    installed(archive, prefix)
    (prefix / "bin/costcurve").unlink()
    (prefix / "bin/costcurve").symlink_to("/opt/other/costcurve")
    uninstall(prefix)
    assert contents(prefix) == {Path("bin"), Path("bin/costcurve")}


def test_that_others_can_run_what_a_careful_root_installs(archive, tmp_path, prefix):
    private = tmp_path / "unpacked"
    subprocess.run(["cp", "-R", archive, private], check=True)
    subprocess.run(["chmod", "-R", "go=", private], check=True)
    before = os.umask(0o077)
    try:
        installed(private, prefix)
    finally:
        os.umask(before)
    for path in [prefix, *prefix.rglob("*")]:
        if not path.is_symlink():
            needed = 0o5 if path.is_dir() or os.access(path, os.X_OK) else 0o4
            assert path.stat().st_mode & needed == needed, path
    assert (prefix / "lib/costcurve/costcurve").stat().st_mode & 0o777 == 0o755


def test_that_it_says_where_the_program_is_found(archive, prefix):
    shares = {"XDG_DATA_HOME": "/nowhere", "XDG_DATA_DIRS": f"/usr/share:{prefix}/share/"}
    told = installed(archive, prefix, PATH=f"{prefix}/bin:{os.environ['PATH']}", **shares)
    assert told == "Installed. Start CostCurve from the menu, or as costcurve\n"
    told = installed(archive, prefix, XDG_DATA_HOME="/nowhere", XDG_DATA_DIRS="/usr/share")
    assert "from the menu" not in told
    assert told.startswith(f"Installed. Start CostCurve as {prefix}/bin/costcurve\n")
    assert "not in the menu" in told
    assert "--prefix /usr/local" in told


@pytest.fixture
def without(archive, tmp_path):
    """Return a function that installs on a system that misses libraries of the named files."""

    def attempt(prefix, **missing):
        lacking = tmp_path / "lacking"
        shutil.copytree(archive, lacking)
        for path in lacking.rglob("*.so*"):
            library = missing.get(path.name.partition(".")[0], "")
            path.write_text(f"\t{library} => not found\n" if library else "", encoding="utf-8")
        tools = tmp_path / "tools"
        tools.mkdir()
        (tools / "ldd").write_text('#!/bin/sh\ncat "$@"\n', encoding="utf-8")
        (tools / "ldd").chmod(0o755)
        return install(lacking, prefix, PATH=f"{tools}:{os.environ['PATH']}")

    return attempt


def test_that_a_server_without_libraries_of_the_window_is_warned_only(without, prefix):
    done = without(prefix, libqxcb="libxcb-cursor.so.0")
    assert done.returncode == 0
    assert "warning" in done.stderr
    assert "libxcb-cursor.so.0" in done.stderr
    assert (prefix / "bin/costcurve").exists()


def test_that_without_libraries_of_all_pictures_nothing_is_installed(without, prefix):
    done = without(prefix, libqxcb="libxcb-cursor.so.0", libQt6Gui="libEGL.so.1")
    assert done.returncode == 1
    assert {"libEGL.so.1", "libxcb-cursor.so.0"} <= set(done.stderr.splitlines())
    assert not prefix.exists()


@pytest.mark.parametrize("name", ["a&b|c", "it's #1; x", "ü"])
def test_that_a_desktop_starts_it_in_a_folder_of_any_name(archive, tmp_path, name):
    prefix = tmp_path / name
    installed(archive, prefix)
    entry = desktop_entry(prefix).read_text(encoding="utf-8")
    assert f'\nExec="{prefix}/bin/costcurve" %F\n' in entry
    assert f"\nTryExec={prefix}/bin/costcurve\n" in entry


@pytest.mark.parametrize("name", ['a"b', "a$b", "a`b", "a\\b", "a%b", "a\nb", "absent/../b"])
def test_that_a_name_that_a_desktop_cannot_start_is_refused(archive, tmp_path, name):
    done = install(archive, f"{tmp_path}/{name}")
    assert done.returncode == 1
    assert done.stderr.startswith("error: ")
    assert contents(tmp_path) == set()


@pytest.mark.parametrize("name", [".", "share", "./new/folder", "../{name}"])
def test_that_its_own_folder_is_refused(archive, tmp_path, name):
    had = contents(archive)
    command = ["./install.sh", "--prefix", name.format(name=archive.name)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=archive)
    assert done.returncode == 1
    assert "name another folder" in done.stderr
    assert contents(archive) == had


def test_that_a_folder_may_be_named_from_where_one_is(archive, tmp_path):
    command = [archive / "install.sh", "--prefix", "one/two"]
    subprocess.run(command, check=True, capture_output=True, cwd=tmp_path)
    entry = desktop_entry(tmp_path / "one/two").read_text(encoding="utf-8")
    assert f'Exec="{tmp_path}/one/two/bin/costcurve"' in entry


def test_that_an_installation_that_fails_is_taken_back(archive, tmp_path, prefix):
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "chmod").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    (tools / "chmod").chmod(0o755)
    assert install(archive, prefix, PATH=f"{tools}:{os.environ['PATH']}").returncode == 1
    assert not prefix.exists()
