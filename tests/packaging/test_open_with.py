"""What a desktop opens tables with once the program is installed: asked of GIO and its lists."""

import configparser
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest
from linux import tree
from linux.product import APP_ID

KNOWN = Path("/usr/share/mime/packages/freedesktop.org.xml")
TOOLS = ("gio", "update-mime-database", "update-desktop-database")
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
PARQUET = "application/vnd.apache.parquet"
PROJECT = "application/x-costcurve-project"
TABLES = ("text/csv", "text/tab-separated-values", XLSX, PARQUET)
OWN = f"{APP_ID}.desktop"
needs_desktop = pytest.mark.skipif(
    not KNOWN.exists() or any(shutil.which(tool) is None for tool in TOOLS),
    reason="needs shared-mime-info, desktop-file-utils and GIO's tool",
)


@dataclass(frozen=True)
class Desktop:
    """The folders of the system and of the user that a desktop looks into."""

    system: Path
    user: Path

    def add(self, share: Path, name: str, *kinds: str) -> None:
        """Install a program for some types."""
        entry = "[Desktop Entry]\nType=Application\nName=Other\nExec=true %F\n"
        path = share / "applications" / f"{name}.desktop"
        path.write_text(f"{entry}MimeType={';'.join(kinds)};\n", encoding="utf-8")

    def add_own(self, share: Path) -> None:
        """Install the program, as the packages lay it out."""
        entry = (tree.FILES / OWN).read_text(encoding="utf-8").replace("costcurve %F", "true %F")
        entry = entry.replace("TryExec=costcurve", "TryExec=true")
        (share / "applications" / OWN).write_text(entry, encoding="utf-8")
        shutil.copy(tree.FILES / "costcurve-mime.xml", share / "mime/packages/costcurve.xml")

    def index(self) -> None:
        """Make the lists that desktops read."""
        # Without the variable every small file would be waited for.
        environment = {**os.environ, "PKGSYSTEM_ENABLE_FSYNC": "0"}
        for share in (self.system, self.user):
            for words in (["mime-database", "mime"], ["desktop-database", "applications"]):
                command = [f"update-{words[0]}", str(share / words[1])]
                subprocess.run(command, check=True, env=environment, capture_output=True)

    def programs(self, kind: str) -> tuple[str, list[str]]:
        """Return what opens a type by default, and everything that is offered for it."""
        places = {"XDG_DATA_HOME": str(self.user), "XDG_DATA_DIRS": str(self.system)}
        nowhere = {"HOME": "/nowhere", "XDG_CONFIG_HOME": "/nowhere", "XDG_CONFIG_DIRS": "/nowhere"}
        environment = {**os.environ, **places, **nowhere, "LC_ALL": "C"}
        command = ["gio", "mime", kind]
        said = subprocess.run(command, check=True, env=environment, capture_output=True, text=True)
        first, *others = said.stdout.splitlines()
        return first.rpartition(" ")[2], [line.strip() for line in others]


@pytest.fixture
def desktop(tmp_path):
    made = Desktop(tmp_path / "system", tmp_path / "user")
    for share in (made.system, made.user):
        (share / "applications").mkdir(parents=True)
        (share / "mime/packages").mkdir(parents=True)
    shutil.copy(KNOWN, made.system / "mime/packages")
    return made


@needs_desktop
@pytest.mark.parametrize("place", ["system", "user"])
# Names before and after the program's own in the alphabet.
@pytest.mark.parametrize("name", ["libreoffice-calc", "org.gnumeric.gnumeric"])
def test_that_a_program_for_tables_stays_the_default(desktop, place, name):
    desktop.add(desktop.system, name, *TABLES)
    desktop.add_own(getattr(desktop, place))
    desktop.index()
    for kind in TABLES:
        default, offered = desktop.programs(kind)
        assert default == f"{name}.desktop"
        assert OWN in offered


@needs_desktop
@pytest.mark.parametrize("place", ["system", "user"])
def test_that_an_editor_and_an_archiver_stay_the_defaults(desktop, place):
    desktop.add(desktop.system, "zz-editor", "text/plain")
    desktop.add(desktop.system, "zz-archiver", "application/zip")
    desktop.add_own(getattr(desktop, place))
    desktop.index()
    for kind, before in zip(TABLES[:3], ("editor", "editor", "archiver"), strict=True):
        default, offered = desktop.programs(kind)
        assert default == f"zz-{before}.desktop"
        assert OWN in offered
    assert OWN not in desktop.programs("text/plain")[1]


@needs_desktop
def test_that_it_opens_what_nothing_else_opens(desktop):
    desktop.add_own(desktop.user)
    desktop.index()
    assert [desktop.programs(kind)[0] for kind in TABLES] == [OWN] * len(TABLES)


@needs_desktop
def test_that_it_opens_projects_even_beside_an_editor_of_json(desktop):
    desktop.add(desktop.system, "a-editor", "application/json", "text/plain")
    desktop.add_own(desktop.user)
    desktop.index()
    assert desktop.programs(PROJECT)[0] == OWN


def test_that_the_program_registers_for_nothing_that_a_file_is_by_itself():
    entry = configparser.RawConfigParser()
    entry.optionxform = str
    entry.read(tree.FILES / OWN, encoding="utf-8")
    [kind, project, end] = entry["Desktop Entry"]["MimeType"].split(";")
    assert (kind, project, end) == ("application/x-costcurve-table", PROJECT, "")
    assert entry["Desktop Entry"]["Exec"] == "costcurve %F"
    # KDE takes an editor and this program for equals, both being for a parent of the type.
    assert entry["Desktop Entry"]["InitialPreference"] == "0"
    types = ElementTree.parse(tree.FILES / "costcurve-mime.xml").getroot()  # noqa: S314 (ours)
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    parents = {
        found.get("type"): [parent.get("type") for parent in found.iter(f"{space}sub-class-of")]
        for found in types
    }
    assert parents.pop(kind) == []
    assert parents.pop(PROJECT) == ["application/json"]  # no other program has these files
    assert set(parents) == set(TABLES)
    assert all(of_type[-1] == kind for of_type in parents.values())
    assert not list(tree.FILES.glob("*mimeapps*"))
