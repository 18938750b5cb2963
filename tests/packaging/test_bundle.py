"""What is bundled, and what every build does alike."""

import ast
import re
import runpy
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import build
import bundle_contents
import bundle_weights
import compare_builds
import dev_environment
import pytest
import same_bytes
from size_limits import MOST_PACKED, MOST_UNPACKED

ROOT = Path(__file__).resolve().parents[2]
# Imports every module as the built program does: without what is left out, with the stand-ins.
IMPORT_WITHOUT = """
import runpy, sys
from pathlib import Path

sys.path[:0] = [".", "packaging"]
from bundle_contents import EXCLUDED_MODULES, STAND_INS

class LeftOut:
    def find_spec(self, name, path=None, target=None):
        if any(f"{name}.".startswith(f"{one}.") for one in EXCLUDED_MODULES):
            raise ModuleNotFoundError(f"{name} is left out", name=name)

for name in STAND_INS:
    runpy.run_path(f"packaging/{name}")
sys.meta_path.insert(0, LeftOut())

from costcurve_gui.selftest.bundle import module_checks
for check in module_checks():
    check.run(Path())
maps = Path("/proc/self/maps")  # what Linux has mapped of files
print(*{line.split()[-1] for line in maps.open() if ".so" in line} if maps.exists() else "")
"""


README = " ".join((ROOT / "packaging" / "README.md").read_text(encoding="utf-8").split())
MADE_BY_A_BUILD = 500_000  # bytes: the list of licences, what an archive says of its files


def weighed():
    """Return the megabytes of each part, unpacked and packed, that the README has."""
    rows = re.findall(r"\| ([^|*]+) \| ([\d.]+) \| ([\d.]+) \|", README)
    return {title: (float(unpacked), float(packed)) for title, unpacked, packed in rows}


def imported_by_the_program():
    """Return every module that the program names in an import.

    Notebooks are no part of it, nor is the reader that says what is missing.
    """
    found = set()
    package = ROOT / "costcurve_gui"
    of_extra = package / "dataio" / "formats" / "statistics_files.py"
    for path in package.rglob("*.py"):
        if package / "notebook" in path.parents or path == of_extra:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def test_that_nothing_that_the_program_imports_is_left_out():
    for module in imported_by_the_program():
        for excluded in bundle_contents.EXCLUDED_MODULES:
            assert not f"{module}.".startswith(f"{excluded}."), module


@pytest.fixture(scope="module")
def libraries():
    """What is loaded when all modules are imported without what is left out, of packages alone."""
    command = [sys.executable, "-c", IMPORT_WITHOUT]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    packages = dev_environment.packages_in(Path(sys.prefix))
    loaded = (Path(path) for path in found.stdout.split())
    return [path for path in loaded if path.is_relative_to(packages.resolve())]


def test_that_every_module_can_be_imported_without_what_is_left_out(libraries):
    assert all(path.exists() for path in libraries)


@pytest.mark.skipif(sys.platform != "linux", reason="maps of memory are files on Linux alone")
def test_that_the_libraries_of_packages_weigh_what_was_written_down(libraries):
    """What grew, or came along, has to be built and weighed: see packaging/README.md."""
    packages = dev_environment.packages_in(Path(sys.prefix)).resolve()
    found = dict.fromkeys(weighed(), 0.0)
    for path in libraries:
        if not path.name.startswith("libicu"):  # cut in a build
            title = bundle_weights.owner(str(path.relative_to(packages)))
            assert title != bundle_weights.PYTHON, path
            found[title] += path.stat().st_size / 1e6
    for title, size in found.items():
        assert size <= weighed()[title][0] + 0.05, title
    assert found["DuckDB"] > 0.9 * weighed()["DuckDB"][0]


def test_that_the_packages_weighed_are_those_that_are_pinned():
    assert f"Weighed with {', '.join(bundle_weights.pins())}." in README


def test_that_a_build_of_this_will_not_be_too_large():
    """Without building: what others bring as it was weighed, and our own files as they are now."""
    others = [sizes for title, sizes in weighed().items() if title != bundle_weights.OWN]
    unpacked, packed = (1e6 * sum(column) for column in zip(*others, strict=True))
    own = bundle_weights.own()
    assert own.unpacked + unpacked <= MOST_UNPACKED - MADE_BY_A_BUILD
    assert own.packed + packed <= MOST_PACKED - MADE_BY_A_BUILD


def test_that_the_built_program_loads_qt_no_earlier_than_the_sources(monkeypatch):
    """A hook of PyInstaller that came first would do so, too early for the seed of its hashes."""
    early = []
    hooks, of_qt = ModuleType("_pyi_rth_utils"), ModuleType("_pyi_rth_utils.qt")
    of_qt.create_embedded_qt_conf = lambda *words: early.append(words)
    hooks.qt = of_qt
    monkeypatch.setitem(sys.modules, "_pyi_rth_utils", hooks)
    monkeypatch.setitem(sys.modules, "_pyi_rth_utils.qt", of_qt)
    runpy.run_path(str(ROOT / "packaging" / bundle_contents.RUN_FIRST[0]))
    of_qt.create_embedded_qt_conf("PySide6", "/a/folder")
    assert early == []


@pytest.mark.skipif(sys.platform != "linux", reason="a script of the shell stands for the program")
@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ('echo 1 > "$out/roc.pdf"', ""),
        ('echo $$ > "$out/roc.pdf"', "differ in roc.pdf"),
        ('test -z "$LD_DEBUG" || echo libQt6Core > "$LD_DEBUG_OUTPUT.1"', "Qt is loaded"),
    ],
)
def test_that_a_program_whose_files_depend_on_chance_is_found(tmp_path, capsys, command, complaint):
    program = tmp_path / "program"
    script = f'#!/bin/sh\nfor out; do :; done\nmkdir "$out"\n{command}\n'
    program.write_text(script, encoding="utf-8")
    program.chmod(0o755)
    assert same_bytes.check(program) == bool(complaint)
    assert complaint in capsys.readouterr().err


def test_that_everything_left_out_has_a_reason():
    for table in (bundle_contents.EXCLUDED_MODULES, bundle_contents.UNWANTED_FILES):
        assert all(reason.strip() for reason in table.values())


@pytest.mark.parametrize(
    "place",
    [
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/Qt/plugins/platforms/libqoffscreen.so",
        "PySide6/Qt/plugins/platforms/libqwayland.so",
        "PySide6/plugins/platforms/qwindows.dll",
        "PySide6/Qt/plugins/imageformats/libqsvg.so",  # check marks of the style sheet
        "PySide6/Qt/lib/libQt6Core.so.6",
        "resources/icons/open.svg",
    ],
)
def test_that_what_the_window_needs_stays(place):
    assert not bundle_contents.is_unwanted(place)


@pytest.mark.parametrize(
    "place",
    [
        "PySide6/Qt/translations/qtbase_de.qm",
        "PySide6\\translations\\qtbase_de.qm",
        "PySide6/Qt/plugins/platformthemes/libqgtk3.so",
        "PySide6/Qt/lib/libQt6Network.so.6",
        "PySide6/opengl32sw.dll",
    ],
)
def test_that_what_nobody_uses_stays_out(place):
    assert bundle_contents.is_unwanted(place)


def test_that_libraries_of_the_system_stay_out_but_not_those_of_python():
    assert bundle_contents.is_of_the_system("/lib/x86_64-linux-gnu/libxcb-cursor.so.0")
    for own in (
        "/usr/lib/x86_64-linux-gnu/libpython3.11.so.1.0",
        "/usr/lib/python3.11/lib-dynload/_json.so",
        "/home/a/build/environment/lib/python3.11/site-packages/numpy/_core/a.so",
    ):
        assert not bundle_contents.is_of_the_system(own)


def test_that_pyinstaller_is_pinned_to_the_last_digit():
    for line in (ROOT / "packaging/requirements-build.in").read_text("utf-8").splitlines():
        assert line.startswith("-r ") or re.fullmatch(r"[a-z-]+==[0-9.]+", line)


def test_that_builds_do_not_depend_on_who_builds():
    made = build.build_environment({"PYTHONPATH": "/mine", "SOURCE_DATE_EPOCH": "7", "HOME": "/h"})
    assert "PYTHONPATH" not in made
    assert (made["PYTHONHASHSEED"], made["SOURCE_DATE_EPOCH"], made["HOME"]) == ("0", "7", "/h")


def test_that_two_builds_are_compared_file_by_file(tmp_path, capsys):
    for name, text in (("a", "same"), ("b", "one")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    first = compare_builds.hashes(tmp_path)
    (tmp_path / "b").write_text("two", encoding="utf-8")
    (tmp_path / "c").symlink_to("a")
    second = compare_builds.hashes(tmp_path)
    assert compare_builds.differing(first, second) == ["b", "c"]
    assert compare_builds.report(["b"]) == 1
    assert compare_builds.report([]) == 0
    assert capsys.readouterr().out.endswith("both builds are the same\n")
