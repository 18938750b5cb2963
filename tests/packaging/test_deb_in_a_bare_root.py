"""The Debian package on a system without Python and Qt, as its user meets it.

Needs root, debootstrap, Xvfb, xdotool and a package: `dev.py test-package` has them made.
"""

from __future__ import annotations

import configparser
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from compare_builds import hashes
from PySide6.QtGui import QImage
from size_limits import MOST_PACKED, MOST_UNPACKED, size_of

from tests.helpers import bare_root, x_display

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="Linux")]
ROOT = Path(__file__).resolve().parents[2]
ENTRY = "usr/share/applications/org.costcurve.CostCurve.desktop"
EXAMPLE = "/usr/lib/costcurve/_internal/resources/sample_data/german_credit_half.csv"
COST_SPACE, PROFIT, RATES = "c", "e", "t"  # the last key of their shortcuts
DRAGGED_BY = 60  # pixels


@pytest.fixture(scope="module")
def package():
    given = os.environ.get("COSTCURVE_DEB")
    assert given, "name a package: COSTCURVE_DEB=dist/costcurve_....deb"
    return Path(given).resolve()


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    return bare_root.make(tmp_path_factory.mktemp("bare") / "root")


@pytest.fixture(scope="module")
def before(root):
    """Packages and files of the system as it was."""
    return root.packages(), root.files()


@pytest.fixture(scope="module")
def installed(root, before, package):
    """Install the package with the words of the README."""
    shutil.copy(package, root.folder / "root")
    root.run("apt-get", "update", "-qq")
    install = ("apt-get", "install", "-y", "-qq", "--no-install-recommends")
    root.run("env", "DEBIAN_FRONTEND=noninteractive", *install, f"/root/{package.name}")
    return root


def foreign(packages: set[str]) -> set[str]:
    """Return the packages that are Python or Qt."""
    return {name for name in packages if name.startswith(("python", "libpython", "libqt", "qt"))}


def test_that_the_system_has_neither_python_nor_qt(before):
    assert not foreign(before[0])


def test_that_the_package_brings_neither_python_nor_qt(installed):
    assert not foreign(installed.packages())
    assert installed.run("costcurve", "--version").startswith("CostCurve ")


def test_that_no_library_is_missing(installed):
    found = installed.run(
        "sh",
        "-c",
        "find /usr/lib/costcurve -name '*.so*' -type f -exec env "
        "LD_LIBRARY_PATH=/usr/lib/costcurve/_internal ldd {} + | grep 'not found' || true",
    )
    assert found == ""


def test_that_it_is_as_small_as_promised(installed, package):
    assert size_of(installed.folder / "usr" / "lib" / "costcurve") <= MOST_UNPACKED
    assert size_of(package) <= MOST_PACKED


def test_that_every_package_named_is_of_use(installed):
    """Each dependency owns a library that something in the package links."""
    named = installed.run("dpkg-query", "-W", "-f", "${Depends}", "costcurve").split(", ")
    linked = installed.run(
        "sh",
        "-c",
        "find /usr/lib/costcurve -type f -exec ldd {} + 2>/dev/null | grep -o '[^ /]*[.]so[^ ]*'",
    )
    libraries = set(linked.split())
    for name in (entry.split()[0] for entry in named):
        owned = {Path(file).name for file in installed.run("dpkg", "-L", name).split()}
        # libc brings the loader under another name than the one it is found by.
        assert owned & libraries, name


def test_that_the_report_is_the_one_of_the_sources(installed, tmp_path):
    words = ["--label", "label", "--positive", "bad", "--fn", "-amount", "--bootstrap", "200"]
    words += ["--format", "csv"]
    installed.run("costcurve", "report", EXAMPLE, *words, "--out", "/srv/report")
    source = ROOT / "resources" / "sample_data" / "german_credit_half.csv"
    here = [sys.executable, ROOT / "main.py", "report", source, *words, "--out", tmp_path / "r"]
    # Also what OpenBLAS is told of the processor: its last digits depend on that.
    subprocess.run(here, check=True, env={**bare_root.ENVIRONMENT, "HOME": str(tmp_path)})
    tables = sorted((tmp_path / "r").glob("*.csv"))
    assert len(tables) > 10
    for table in tables:
        built = installed.folder / "srv" / "report" / table.name
        assert built.read_bytes() == table.read_bytes(), table.name


def test_that_the_same_file_gives_the_same_bytes(installed):
    words = ["--label", "label", "--positive", "bad", "--bootstrap", "0"]
    words += ["--format", "csv,png,svg,pdf"]
    runs = [f"/srv/report/{name}" for name in ("first", "second", "third")]
    for run in runs:
        installed.run("costcurve", "report", EXAMPLE, *words, "--out", run)
    first, *others = [hashes(installed.folder / run[1:]) for run in runs]
    assert any(name.endswith(".pdf") for name in first)
    assert others == [first, first]


def command_of_entry(root: bare_root.BareRoot) -> list[str]:
    """Return what a desktop starts for the entry, without files."""
    entry = configparser.RawConfigParser()
    entry.optionxform = str
    entry.read(root.folder / ENTRY, encoding="utf-8")
    words = entry["Desktop Entry"]["Exec"].split()
    return [word for word in words if not word.startswith("%")]


def export(screen: x_display.Display, view: str, home: Path, name: str) -> None:
    """Export the picture of a view through menu, export dialog and file dialog."""
    screen.type("key", "ctrl+e", "key", view)
    screen.wait_for(lambda: len(screen.windows()) > 1)
    screen.type("key", "Return")
    screen.type("key", "ctrl+a", "type", f"/home/{home.name}/{name}")
    screen.type("key", "Return")
    screen.wait_for(lambda: (home / name).exists() and len(screen.windows()) == 1)


def test_that_a_user_opens_drags_and_exports(installed, tmp_path):
    home = installed.folder / "home" / bare_root.USER
    with x_display.display(tmp_path) as screen:
        empty = screen.picture()
        program = installed.start(command_of_entry(installed), DISPLAY=screen.name)
        try:
            while screen.picture() == empty and program.poll() is None:
                time.sleep(0.1)
            screen.settled()
            screen.type("key", "ctrl+shift+p", "sleep", 1, "type", "German credit")
            screen.type("key", "Return", "sleep", 3)
            # Profit has an upright line as well; a table takes its place.
            screen.type("key", "ctrl+k", "key", RATES)
            opened = screen.type("key", "ctrl+k", "key", COST_SPACE)
            export(screen, COST_SPACE, home, "before.png")
            x, y = x_display.upright_line(opened)
            dragged = screen.drag((x, y), (x + DRAGGED_BY, y))
            export(screen, COST_SPACE, home, "after.png")
            shown = screen.type("key", "ctrl+k", "key", PROFIT)
            assert program.poll() is None
        finally:
            program.kill()
            program.wait()
    if place := os.environ.get("COSTCURVE_SCREENSHOT"):
        shown.save(place)
    assert abs(x_display.upright_line(dragged)[0] - (x + DRAGGED_BY)) <= 2
    pictures = [QImage(str(home / name)) for name in ("before.png", "after.png")]
    assert all(picture.width() > 1000 for picture in pictures)
    assert pictures[0] != pictures[1]
    assert not (home / ".local/state/costcurve/costcurve.log").exists()  # no fault was logged


@pytest.fixture
def desktop(installed):
    """The tools by which a desktop knows types and programs."""
    tools = ("desktop-file-utils", "shared-mime-info", "libglib2.0-bin")
    installed.run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *tools)
    yield installed
    installed.run("apt-get", "purge", "-y", "-qq", *tools)


# Names before and after the package's own in the alphabet; an editor, which takes all text.
@pytest.mark.parametrize(
    ("other", "kind"),
    [
        ("libreoffice-calc", "text/csv"),
        ("org.gnumeric.gnumeric", "text/csv"),
        ("org.gnome.TextEditor", "text/plain"),
    ],
)
def test_that_it_is_offered_for_tables_and_opens_none_that_another_opens(desktop, other, kind):
    path = desktop.folder / f"usr/share/applications/{other}.desktop"
    handler = f"[Desktop Entry]\nType=Application\nName=Other\nExec=true %F\nMimeType={kind};\n"
    path.write_text(handler, encoding="utf-8")
    desktop.run("update-desktop-database")
    said = desktop.run("env", "HOME=/nowhere", "LANG=C", "gio", "mime", "text/csv")
    path.unlink()
    assert "org.costcurve.CostCurve.desktop" in said
    assert f"{other}.desktop" in said.splitlines()[0]


def test_that_removing_leaves_nothing_behind(installed, before):
    shutil.rmtree(installed.folder / "home" / bare_root.USER)
    shutil.rmtree(installed.folder / "srv" / "report", ignore_errors=True)
    installed.run("apt-get", "purge", "-y", "-qq", "--autoremove", "costcurve")
    assert installed.packages() == before[0]
    left = {path for path in installed.files() - before[1] if "costcurve" in path.lower()}
    assert left == set()
