from pathlib import Path

import lark
import licences
import numpy
import pytest

from costcurve_gui.about.program import Notice, canonical, notices_from


@pytest.fixture(autouse=True)
def starter(monkeypatch):
    """Let a package that is installed here stand for PyInstaller."""
    monkeypatch.setattr(licences, "STARTER", "pytest")


def test_that_the_packages_are_those_of_the_bundled_files():
    sources = [lark.__file__, str(Path(numpy.__file__).parent / "version.py"), "/usr/lib/libz.so"]
    assert [canonical(one.name) for one in licences.owners(sources)] == ["lark", "numpy"]


def test_that_a_record_alone_does_not_make_a_package_a_part():
    record = Path(lark.__file__).parent.parent / "lark-1.3.1.dist-info" / "METADATA"
    assert licences.owners([record]) == []


def test_that_program_python_examples_and_starter_are_parts_of_every_build():
    names = [notice.name for notice in licences.bundled_notices([lark.__file__])]
    assert names == ["CostCurve", "Python", "Sample data", "lark", "pytest"]


def test_that_libraries_which_packages_bring_along_are_parts_of_their_own(tmp_path):
    contents = {
        "libicuuc.so.73": b"",
        "libicudata.so.73": b"",
        "libscipy_openblas64_-32a4.so": b"\0OpenBLAS 0.3.31.188.0  USE64BITINT",
        "libgfortran-0400-0352.so.5.0.0": b"",
        "libquadmath-96973f99.so.0.0.0": b"",
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    found = licences.bundled_notices([lark.__file__, *tmp_path.iterdir()])[5:]
    assert [(part.name, part.version) for part in found] == [
        ("ICU", "73"),
        ("OpenBLAS", "0.3.31.188.0"),
        ("libgfortran", "5.0.0"),
        ("libquadmath", "0.0.0"),
    ]
    for part, words in zip(found, ("Unicode, Inc.", *["Name: OpenBLAS"] * 3), strict=True):
        assert words in part.texts[0].text


def test_that_the_starter_is_under_its_exception():
    starter = licences.bundled_notices([lark.__file__])[-1]
    assert starter.licence == "GPL-2.0-or-later WITH Bootloader-exception"


def test_that_a_part_without_a_licence_text_stops_the_build(monkeypatch):
    monkeypatch.setattr(licences, "notice_of", lambda part: Notice(part.name, "1", "MIT"))
    with pytest.raises(licences.LicencesMissingError, match="lark, pytest"):
        licences.bundled_notices([lark.__file__])


def test_that_the_file_is_an_entry_of_the_bundle(tmp_path):
    [(place, path, kind)] = licences.write_licences(tmp_path, [lark.__file__])
    assert (place, kind) == ("resources/licences.json", "DATA")
    notices = notices_from(Path(path).read_text(encoding="utf-8"))
    assert notices == licences.bundled_notices([lark.__file__])
