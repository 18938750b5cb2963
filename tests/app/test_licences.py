"""What is installed, and under which terms."""

from __future__ import annotations

import json
from email.message import Message
from functools import cache
from importlib import metadata
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from costcurve_gui import resources
from costcurve_gui.about import program as installed
from costcurve_gui.about import program as licences
from costcurve_gui.about.program import (
    FROM_SOURCE,
    UNCOMMITTED,
    LicenceText,
    Notice,
    build,
    canonical,
    components,
    homepage_of,
    installed_notices,
    licence_of,
    notices_from,
    notices_text,
    required,
)
from costcurve_gui.engine.progress import Cancelled, Progress

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NOTICES = (
    Notice("a", "1", "MIT", "https://a", (LicenceText("LICENSE", "Ä\n"),)),
    Notice("b", "2", "BSD"),
)


@cache
def part_of(name: str) -> Notice:
    return next(part for part in installed_notices() if part.name == name)


def record(*fields: tuple[str, str]) -> Message:
    message = Message()
    for name, value in fields:
        message[name] = value
    return message


@pytest.fixture
def bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Make the program look for its files in the folder of a build."""
    (tmp_path / "resources").mkdir()
    monkeypatch.setattr(resources.sys, "_MEIPASS", str(tmp_path), raising=False)
    resources.resources_root.cache_clear()
    yield tmp_path / "resources"
    resources.resources_root.cache_clear()


def test_that_everything_required_has_a_version_a_licence_and_a_text() -> None:
    found = {notice.name: notice for notice in installed_notices()}
    assert list(found)[:3] == ["CostCurve", "Python", "Sample data"]
    assert found["numpy"].version == metadata.version("numpy")
    assert "BSD" in found["numpy"].licence
    assert all(notice.version and notice.licence for notice in found.values())
    assert [name for name, notice in found.items() if not notice.texts] == []


def test_that_packages_required_by_packages_are_found() -> None:
    names = {
        canonical(distribution.name)
        for distribution in required(["openpyxl", "PySide6_Essentials"])
    }
    assert {"openpyxl", "et-xmlfile", "pyside6-essentials", "shiboken6"} == names


def test_that_what_is_not_installed_is_left_out() -> None:
    assert required(["no-such-package-here"]) == []


def test_that_extras_are_not_required() -> None:
    names = {canonical(distribution.name) for distribution in required(["numpy", "pandas"])}
    assert "pytest" not in names
    assert "hypothesis" not in names


def test_that_qt_brings_its_notice_and_the_licences_that_it_names() -> None:
    notice = next(part for part in installed_notices() if part.name == "shiboken6")
    names = [text.name for text in notice.texts]
    assert names == ["qt-notice.txt", "LGPL-3.0.txt", "GPL-3.0.txt", "qt-third-party.txt"]
    assert "Version 3, 29 June 2007" in notice.texts[1].text


# What the symbols and strings of its library show to be inside.
@pytest.mark.parametrize(
    "name",
    [
        *(
            "Thrift",
            "Zstandard",
            "Mbed TLS",
            "RE2",
            "Snappy",
            "LZ4",
            "yyjson",
            "utf8proc",
            "httplib",
        ),
        *("jemalloc", "FastPFor", "HyperLogLog", "miniz", "{fmt}", "FSST", "SkipList", "ska_sort"),
        *("Brotli", "nanoarrow", "ADBC", "nanobind", "t-digest", "Unicode-3.0", "ALP"),
    ],
)
def test_that_the_terms_of_the_code_inside_duckdb_are_there(name: str) -> None:
    texts = {text.name: text.text for text in part_of("duckdb").texts}
    assert name in texts["duckdb-third-party.txt"]


def test_that_the_terms_of_the_code_inside_duckdb_are_of_the_version_at_hand() -> None:
    duckdb = part_of("duckdb")
    assert duckdb.texts[-1].text.startswith(f"Third-party code in DuckDB {duckdb.version}\n")


def test_that_the_terms_of_the_code_inside_python_are_there() -> None:
    text = part_of("Python").texts[-1].text
    assert "Modules/_decimal/libmpdec" in text
    assert "Expat maintainers" in text


@pytest.mark.parametrize("name", ["qtsvg", "xdg-shell", "text-input/v2", "color-management"])
def test_that_the_terms_of_the_code_inside_qt_follow_every_library_of_it(name: str) -> None:
    assert name in part_of("PySide6_Essentials").texts[3].text


def test_that_the_examples_name_their_sources_and_their_licence() -> None:
    readme, terms = part_of("Sample data").texts
    assert "UCI" in readme.text
    assert terms.text.startswith("Attribution 4.0 International")


def test_that_a_text_of_two_parts_is_stored_once() -> None:
    shared = LicenceText("COPYING", "the same words")
    notices = (Notice("a", "1", "MIT", "", (shared,)), Notice("b", "2", "MIT", "", (shared,)))
    assert notices_text(notices).count("the same words") == 1
    assert notices_from(notices_text(notices)) == notices


def test_that_colorama_is_under_the_licence_of_its_text() -> None:
    fields = record(
        ("Name", "colorama"), ("Version", "1"), ("Classifier", "License :: BSD License")
    )
    package = SimpleNamespace(metadata=fields)
    found = installed.notice_of(package, with_texts=False)  # type: ignore[arg-type]
    assert found.licence == "BSD-3-Clause"


def test_that_headings_alone_hold_no_texts() -> None:
    assert [part.name for part in components()] == [part.name for part in installed_notices()]
    assert not any(part.texts for part in installed_notices(with_texts=False)[3:])


def test_that_reading_can_be_cancelled() -> None:
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        installed_notices(progress=progress)


@pytest.mark.parametrize(
    ("fields", "licence"),
    [
        ([("License-Expression", "MIT AND BSD-3-Clause")], "MIT AND BSD-3-Clause"),
        ([("License", "MIT"), ("Classifier", "License :: OSI Approved :: BSD License")], "MIT"),
        ([("License", "x" * 61), ("Classifier", "License :: OSI Approved :: BSD License")], "BSD"),
        ([("License", "Copyright\n all of it")], installed.UNKNOWN),
        ([("Classifier", "License :: OSI Approved :: Odd Terms")], "Odd Terms"),
    ],
)
def test_that_the_name_of_a_licence_is_the_shortest_truth(
    fields: list[tuple[str, str]], licence: str
) -> None:
    assert licence_of(record(*fields)) == licence  # type: ignore[arg-type]


def test_that_the_homepage_is_preferred_to_the_source() -> None:
    links = [("Project-URL", "Source, https://s"), ("Project-URL", "Homepage, https://h")]
    assert homepage_of(record(*links)) == "https://h"  # type: ignore[arg-type]
    assert homepage_of(record(("Home-page", "https://old"))) == "https://old"  # type: ignore[arg-type]
    assert homepage_of(record()) == ""  # type: ignore[arg-type]


def test_that_notices_read_back_the_same() -> None:
    assert notices_from(notices_text(NOTICES)) == NOTICES


def test_that_a_build_shows_the_notices_it_was_given(bundle: Path) -> None:
    (bundle / licences.SHIPPED).write_text(notices_text(NOTICES), encoding="utf-8")
    assert licences.shipped_notices() == components() == NOTICES


def test_that_a_checkout_says_that_it_is_one() -> None:
    assert build() == FROM_SOURCE


def test_that_a_build_names_its_commit_where_it_has_one(bundle: Path) -> None:
    assert build() == UNCOMMITTED
    stamp = json.dumps({"commit": "0123456789abcdef"})
    (bundle / "build.json").write_text(stamp, encoding="utf-8")
    assert build() == "build 0123456789ab"
