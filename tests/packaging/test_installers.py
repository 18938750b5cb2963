"""The recipes for Windows and macOS, which cannot be built here: what they say, and their form."""

import os
import plistlib
import re
import struct
import sys
from pathlib import Path
from types import SimpleNamespace

import icon_files
import pytest
from macos import info_plist, make_disk_image
from PySide6.QtGui import QImage
from windows import make_installer, version_resource

from costcurve_gui import __version__

pytestmark = pytest.mark.usefixtures("qapp")  # one of Qt's smaller ones would stay for all tests

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = (ROOT / "packaging" / "windows" / "costcurve.iss").read_text(encoding="utf-8")
SVG = ROOT / "resources" / "icons" / "curve.svg"
ENDINGS = ("csv", "tsv", "parquet", "xlsx")


def section(name):
    found = re.search(rf"^\[{name}\]\n(.*?)(?=^\[|\Z)", SCRIPT, flags=re.MULTILINE | re.DOTALL)
    assert found is not None
    return [line for line in found[1].splitlines() if line.strip() and line[0] not in ";#"]


def setup():
    return dict(line.split("=", 1) for line in section("Setup"))


def entries(name):
    """Return the entries of a section as mappings; quotes inside quotes are doubled."""
    parameter = re.compile(r'(\w+): (?:"((?:[^"]|"")*)"|([^;"]*))(?:; |;?$)')
    found = []
    for line in section(name):
        parts = parameter.findall(line)
        rebuilt = sum(len(match.group(0)) for match in parameter.finditer(line))
        assert rebuilt == len(line), f"cannot be read: {line}"
        found.append({key: (quoted or bare).replace('""', '"') for key, quoted, bare in parts})
    return found


def test_that_no_administrator_is_needed():
    assert setup()["PrivilegesRequired"] == "lowest"
    assert {entry["Root"] for entry in entries("Registry")} == {"HKA"}


def test_that_nothing_must_be_answered():
    assert setup()["PrivilegesRequiredOverridesAllowed"] == "commandline"
    pages = {"LicenseFile", "InfoBeforeFile", "Password", "UserInfoPage"}
    assert not pages & set(setup())


def test_that_one_identifier_ties_versions_together():
    assert re.fullmatch(r"\{\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\}", setup()["AppId"])
    assert setup()["AppVersion"] == "{#Version}"


@pytest.mark.parametrize("ending", ENDINGS)
def test_that_files_are_offered_to_the_program_and_never_made_its_own(ending):
    of_type = [
        e for e in entries("Registry") if e["Subkey"].startswith(rf"Software\Classes\.{ending}")
    ]
    key, offer = of_type
    assert (key["Subkey"], offer["Subkey"]) == (
        rf"Software\Classes\.{ending}",
        rf"Software\Classes\.{ending}\OpenWithProgids",
    )
    assert not {"ValueType", "ValueName", "ValueData"} & set(key)
    assert offer["ValueName"] == "{#ProgId}"
    # Undone from the last to the first, each key goes once it is empty.
    assert key["Flags"] == "uninsdeletekeyifempty"
    assert offer["Flags"].split() == ["uninsdeletevalue", "uninsdeletekeyifempty"]
    supported = [e for e in entries("Registry") if e["Subkey"].endswith("SupportedTypes")]
    assert f".{ending}" in [e["ValueName"] for e in supported]


def test_that_a_double_click_opens_a_project_whatever_is_offered_for_tables():
    defaults = {
        entry["Subkey"]: entry
        for entry in entries("Registry")
        if "ValueName" not in entry and "ValueData" in entry
    }
    kind = defaults[r"Software\Classes\.ccproj"]
    assert kind["ValueData"] == "{#ProjectId}"
    command = defaults[r"Software\Classes\{#ProjectId}\shell\open\command"]
    assert "Tasks" not in kind.keys() | command.keys()
    own = [key for key in defaults if key.startswith(r"Software\Classes\.")]
    assert own == [r"Software\Classes\.ccproj"]
    assert setup()["ChangesAssociations"] == "yes"


def test_that_the_program_gets_the_file_in_one_word():
    commands = [e for e in entries("Registry") if e["Subkey"].endswith(r"open\command")]
    assert {e["ValueData"] for e in commands} == {r'"{app}\{#Program}" "%1"'}


def test_that_removal_takes_along_what_was_written_to_the_registry():
    kept = [
        entry["Subkey"]
        for entry in entries("Registry")
        if not entry.get("Flags", "").startswith("uninsdelete")
    ]
    removed = [e["Subkey"] for e in entries("Registry") if e.get("Flags") == "uninsdeletekey"]
    assert all(any(key.startswith(f"{above}\\") for above in removed) for key in kept)


def test_that_an_upgrade_leaves_nothing_of_the_version_before():
    assert entries("InstallDelete") == [{"Type": "filesandordirs", "Name": r"{app}\_internal"}]


def test_that_the_script_names_files_that_exist():
    base = ROOT / "packaging" / "windows"
    # Inno Setup takes relative names from the folder of the script, those of its comments as well.
    for name in ("dist", "dist/costcurve"):
        assert f'"{os.path.relpath(ROOT / name, base)}"'.replace("/", "\\") in SCRIPT
    assert not re.search(r"/D(?:Source|Output)=(?![A-Z]+\b)", SCRIPT)
    assert setup()["SetupIconFile"] == r"..\..\build\icons\costcurve.ico"


def test_that_the_compiler_is_told_version_and_folders():
    command = make_installer.compile_command(Path("dist/costcurve"), {"ISCC": "iscc"})
    assert command[0] == "iscc"
    assert f"/DVersion={__version__}" in command
    assert not any(word.startswith("/S") for word in command)
    signed = make_installer.compile_command(Path("x"), {"COSTCURVE_SIGN": "signtool sign $f"})
    assert "/Ssigner=signtool sign $f" in signed
    assert signed[0].endswith("Inno Setup 6/ISCC.exe")


@pytest.mark.parametrize("text", [".github/workflows/release.yml", "packaging/README.md"])
def test_that_the_compiler_is_of_the_version_that_is_looked_for(text):
    said = (ROOT / text).read_text(encoding="utf-8")
    [version] = re.findall(r"choco install innosetup --version (\S+) --allow-downgrade", said)
    assert make_installer.COMPILER.startswith(f"Inno Setup {version.partition('.')[0]}/")
    assert said.count("choco install innosetup") == 1


def read_version_resource(text):
    """Read the resource as PyInstaller does: as an expression over these names."""

    def made(name):
        return lambda *values, **fields: (name, values, fields)

    kinds = (
        "VSVersionInfo FixedFileInfo StringFileInfo StringTable StringStruct VarFileInfo VarStruct"
    )
    return eval(text, {kind: made(kind) for kind in kinds.split()})  # noqa: S307 - our own text


def test_that_the_version_resource_names_version_and_build():
    _, _, info = read_version_resource(
        version_resource.version_resource("1.20.3", "0123456789abcdef")
    )
    assert info["ffi"][2]["filevers"] == (1, 20, 3, 0)
    (_, ([table],), _), (_, ([translation],), _) = info["kids"]
    strings = dict(struct[1] for struct in table[1][1])
    assert strings["ProductVersion"] == "1.20.3 (0123456789ab)"
    assert strings["OriginalFilename"] == "costcurve.exe"
    assert (table[1][0], translation[1][1]) == ("040904B0", [0x0409, 1200])


def test_that_icons_and_resource_are_where_the_spec_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(make_installer, "ICON", SVG)
    told = make_installer.prepare(sys.executable, "", tmp_path)
    assert Path(told["COSTCURVE_ICON"]).read_bytes()[:4] == b"\0\0\1\0"
    assert "VSVersionInfo" in Path(told["COSTCURVE_VERSION_FILE"]).read_text(encoding="utf-8")


def test_that_an_ico_holds_every_size_as_drawn(qapp, tmp_path):
    content = icon_files.write_icon(SVG, tmp_path / "a" / "x.ico").read_bytes()
    count = struct.unpack_from("<H", content, 4)[0]
    assert count == len(icon_files.ICO_SIZES)
    for at in range(count):
        side, *_, length, offset = struct.unpack_from("<BBBBHHII", content, 6 + 16 * at)
        picture = QImage.fromData(content[offset : offset + length], "PNG")
        assert picture.width() % 256 == side
        assert picture.width() == picture.height() == icon_files.ICO_SIZES[at]
        assert any(picture.pixel(x, picture.height() // 2) for x in range(picture.width()))


def test_that_an_icns_holds_every_kind_as_drawn(qapp, tmp_path):
    content = icon_files.write_icon(SVG, tmp_path / "x.icns").read_bytes()
    assert content[:4] == b"icns"
    assert struct.unpack_from(">I", content, 4)[0] == len(content)
    at, found = 8, {}
    while at < len(content):
        length = struct.unpack_from(">I", content, at + 4)[0]
        picture = QImage.fromData(content[at + 8 : at + length], "PNG")
        found[content[at : at + 4].decode()] = picture.width()
        at += length
    assert found == icon_files.ICNS_KINDS


@pytest.fixture
def plist():
    return plistlib.loads(plistlib.dumps(info_plist.info_plist("1.2.3")))


def test_that_the_plist_names_version_and_identifier(plist):
    assert plist["CFBundleShortVersionString"] == plist["CFBundleVersion"] == "1.2.3"
    assert plist["CFBundleIdentifier"] == "org.costcurve.CostCurve"


def test_that_the_finder_offers_the_program_for_tables_and_opens_projects_with_it(plist):
    *tables, project = plist["CFBundleDocumentTypes"]
    assert len({kind for table in tables for kind in table["LSItemContentTypes"]}) == len(ENDINGS)
    assert {table["LSHandlerRank"] for table in tables} == {"Alternate"}
    assert {table["CFBundleTypeRole"] for table in tables} == {"Viewer"}
    assert (project["LSHandlerRank"], project["CFBundleTypeRole"]) == ("Owner", "Editor")
    [declared] = plist["UTExportedTypeDeclarations"]
    assert project["LSItemContentTypes"] == [declared["UTTypeIdentifier"]]
    assert declared["UTTypeTagSpecification"] == {"public.filename-extension": ["ccproj"]}


def test_that_the_kind_macos_does_not_know_is_declared(plist):
    [declared] = plist["UTImportedTypeDeclarations"]
    assert declared["UTTypeIdentifier"] == "org.apache.parquet"
    assert declared["UTTypeTagSpecification"]["public.filename-extension"] == ["parquet"]


def test_that_the_entitlements_are_two_and_nothing_else():
    with make_disk_image.ENTITLEMENTS.open("rb") as file:
        rights = plistlib.load(file)
    assert rights == {
        "com.apple.security.cs.allow-unsigned-executable-memory": True,
        "com.apple.security.cs.disable-library-validation": True,
    }


def test_that_a_build_without_an_identity_is_signed_for_this_machine():
    steps = make_disk_image.commands({}, "arm64")
    assert [Path(step[0]).name for step in steps] == [
        "costcurve",
        *["codesign"] * 2,
        "hdiutil",
        "codesign",
    ]
    assert steps[1][3] == "-"
    assert "runtime" not in steps[1]
    assert steps[3][-1].endswith(f"costcurve-{__version__}-macos-arm64.dmg")


def test_that_an_identity_brings_the_hardened_runtime_and_a_profile_the_notary():
    given = {"COSTCURVE_SIGN_IDENTITY": "Developer ID", "COSTCURVE_NOTARY_PROFILE": "p"}
    steps = make_disk_image.commands(given, "x86_64")
    assert steps[1][:7] == [
        "codesign",
        "--force",
        "--sign",
        "Developer ID",
        "--timestamp",
        "--options",
        "runtime",
    ]
    assert [step[1] for step in steps[-2:]] == ["notarytool", "stapler"]


@pytest.mark.parametrize("recipe", [make_installer, make_disk_image])
def test_that_the_first_step_that_fails_ends_the_recipe(recipe, monkeypatch, tmp_path):
    ran = []

    def call(command):
        ran.append(command)
        return 3

    monkeypatch.setattr(recipe, "ICON", SVG)
    monkeypatch.setattr(recipe, "BUILD", tmp_path)
    monkeypatch.setattr(recipe.os, "environ", {})
    monkeypatch.setattr(recipe, "draw_in", lambda _python, svg, to: icon_files.write_icon(svg, to))
    monkeypatch.setattr(recipe.subprocess, "call", call)
    builder = SimpleNamespace(commit=lambda: "0123", bundle=lambda: tmp_path / "costcurve")
    builder.clean_environment = lambda: sys.executable
    monkeypatch.setitem(sys.modules, "build", builder)
    assert recipe.main() == 3
    assert [command[1] for command in ran] == ["--self-test"]
    assert Path(recipe.os.environ["COSTCURVE_ICON"]).exists()
