"""The files of the Linux packages, without building the program."""

import re
import struct
import subprocess
import sys
import tarfile
import zipfile
from xml.etree import ElementTree

import pytest
from linux import base_library, data_library, deb, icu_data, libraries, tarball, tree
from linux.product import APP_ID, version

from costcurve_gui import __version__, app
from costcurve_gui.cli.parser import report_parser

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="made on Linux")
TIME = 1_700_000_000
ROOT = tree.ROOT


@pytest.fixture
def bundle(tmp_path):
    """A stand-in for the built program."""
    folder = tmp_path / "bundle"
    (folder / "_internal").mkdir(parents=True)
    (folder / "costcurve").write_text('#!/bin/sh\necho started "$@"\n', encoding="utf-8")
    (folder / "costcurve").chmod(0o755)
    (folder / "_internal" / "data").write_text("data", encoding="utf-8")
    (folder / "_internal" / "link").symlink_to("data")
    return folder


@pytest.fixture
def staged(tmp_path, bundle, monkeypatch):
    monkeypatch.setattr(libraries, "depends", lambda _: ["libc6 (>= 2.35)", "libegl1"])
    monkeypatch.setattr(deb, "architecture", lambda: "amd64")
    root = tmp_path / "root"
    deb.stage(root, bundle, sys.executable, TIME)
    return root


def test_that_the_version_is_the_one_of_the_program():
    assert version() == __version__


def test_that_the_package_has_what_desktops_look_for(staged):
    share = staged / "usr/share"
    assert (share / "icons/hicolor/16x16/apps" / f"{APP_ID}.png").stat().st_size > 100
    assert (share / "icons/hicolor/512x512/apps" / f"{APP_ID}.png").exists()
    assert (share / "icons/hicolor/scalable/apps" / f"{APP_ID}.svg").exists()
    assert (share / "man/man1/costcurve.1.gz").exists()
    about = ElementTree.parse(share / "metainfo" / f"{APP_ID}.metainfo.xml")  # noqa: S314 (ours)
    assert about.findtext("id") == APP_ID
    assert about.find("releases/release").attrib == {"version": version(), "date": "2023-11-14"}
    started = subprocess.run(
        [staged / "usr/bin/costcurve", "x"], capture_output=True, text=True, check=True
    )
    assert started.stdout == "started x\n"


def test_that_the_control_file_says_what_is_installed(staged):
    control = (staged / "DEBIAN/control").read_text(encoding="utf-8")
    assert f"Version: {version()}\n" in control
    assert "Depends: libc6 (>= 2.35), libegl1\n" in control
    size = int(control.partition("Installed-Size: ")[2].split()[0])
    assert size == deb.installed_size(staged) > 0


def test_that_every_file_has_its_checksum_time_and_mode(staged):
    sums = (staged / "DEBIAN/md5sums").read_text(encoding="utf-8")
    assert "  usr/lib/costcurve/_internal/data\n" in sums
    for path in staged.rglob("*"):
        assert path.lstat().st_mtime == TIME
        if not path.is_symlink():
            executable = path.is_dir() or (path.name == "costcurve" and "lib" in path.parts)
            assert path.stat().st_mode & 0o777 == (0o755 if executable else 0o644), path


def test_that_the_manual_has_every_option():
    words = [sys.executable, tree.HERE / "man_page.py", "1.2", "2026-01-31"]
    page = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    assert '.TH COSTCURVE 1 "2026-01-31" "CostCurve 1.2"' in page
    for parser in (app._parser(), report_parser()):
        for action in parser._actions:
            for name in action.option_strings:
                assert name.replace("-", r"\-") in page


def test_that_the_archive_is_the_same_each_time(tmp_path, bundle):
    made = []
    for name in ("one", "two"):
        folder = tmp_path / name / "costcurve-1"
        tarball.stage(folder, bundle, sys.executable, TIME)
        tarball.pack(folder, tmp_path / f"{name}.tar.gz", TIME)
        made.append((tmp_path / f"{name}.tar.gz").read_bytes())
    assert made[0] == made[1]
    with tarfile.open(tmp_path / "one.tar.gz") as archive:
        assert {(entry.uname, entry.mtime) for entry in archive} == {("root", TIME)}


def test_that_dependencies_are_read_from_what_dpkg_prints():
    said = "shlibs:Depends=libegl1, libc6 (>= 2.35)\nshlibs:Recommends=x\n"
    assert libraries.packages_in(said) == ["libc6 (>= 2.35)", "libegl1"]


def icu(**contents):
    header = struct.pack("<H2s", 16, b"\xda\x27").ljust(16, b"\0")
    named = {f"icudt73l/{name}": item for name, item in contents.items()}
    return icu_data.common_data(header, named)


def test_that_the_data_of_icu_keep_their_order_and_lose_what_is_not_asked_for():
    contents = {"af.res": b"a" * 40, "root.res": b"r" * 20, "zoneinfo64.res": b"z" * 7}
    found = icu_data.items(icu_data.reduced(icu(**contents)))
    assert list(found) == ["icudt73l/root.res", "icudt73l/zoneinfo64.res"]
    assert found["icudt73l/root.res"].startswith(b"r" * 20)


def library_of(data, tail=b"dynamic section"):
    """Return an ELF file of a page of headers, data, and a page-aligned rest."""
    end = 0x1000 + len(data)
    programs = [(1, 4, 0, 0, 0, end, end, 0x1000), (1, 6, end, end, end, len(tail), len(tail), 8)]
    sections = [
        (0, 1, 2, 0, 0x1000, len(data), 0, 0, 16, 0),
        (0, 6, 3, 0, end, len(tail), 0, 0, 8, 0),
    ]
    header = struct.pack(
        "<6s10xHHIQQQIHHHHHH",
        *(b"\x7fELF\x02\x01", 3, 62, 1, 0, 64, end + len(tail), 0, 64, 56, 2, 64, 2, 0),
    )
    table = b"".join(struct.pack("<IIQQQQQQ", *entry) for entry in programs)
    ends = b"".join(struct.pack("<IIQQQQIIQQ", *entry) for entry in sections)
    return (header + table).ljust(0x1000, b"\0") + data + tail + ends


def test_that_less_data_make_a_smaller_library_with_the_rest_in_place():
    library = library_of(b"d" * 0x20000)
    made = data_library.with_data(library, lambda data: data[:100])
    assert len(made) == len(library) - 0x1F000
    second = struct.unpack_from("<IIQQQQQQ", made, 64 + 56)
    assert made[second[2] : second[2] + 15] == b"dynamic section"
    assert second[3] == 0x21000  # its address is what it was
    assert second[2] % 0x1000 == second[3] % 0x1000
    assert struct.unpack_from("<Q", made, 64 + 32)[0] == 0x1000 + 100


def test_that_a_library_of_more_than_data_is_refused():
    with pytest.raises(data_library.SetupError):
        data_library.with_data(library_of(b"d" * 16), lambda data: data)


def test_that_modules_are_packed_alike_each_time_and_python_imports_them(tmp_path):
    path = tmp_path / base_library.NAME
    made = []
    for _ in range(2):
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(zipfile.ZipInfo("one.py"), "found = 'in the archive'\n" * 100)
        size = path.stat().st_size
        base_library.pack(path)
        made.append(path.read_bytes())
    assert made[0] == made[1]
    assert len(made[0]) < size / 5
    words = [sys.executable, "-c", "import one; print(one.found)"]
    said = subprocess.run(
        words, env={"PYTHONPATH": str(path)}, capture_output=True, text=True, check=True
    )
    assert said.stdout == "in the archive\n"


def test_that_the_copyright_file_names_what_was_cut_and_whose_the_data_are():
    text = " ".join((tree.FILES / "copyright").read_text(encoding="utf-8").split())
    for cut in ("Python and of ICU", "numpy, and from OpenBLAS, libgfortran and libquadmath"):
        assert cut in text
    assert "Files: usr/lib/costcurve/_internal/resources/sample_data/*" in text
    assert text.count("License: CC-BY-4.0") == 2  # the files' and its text


def test_that_both_texts_name_the_same_oldest_glibc():
    texts = ((tree.FILES / "README"), ROOT / "packaging" / "README.md")
    found = [re.findall(r"glibc (2\.\d+)", path.read_text(encoding="utf-8")) for path in texts]
    assert found == [["2.35"], ["2.35"]]
