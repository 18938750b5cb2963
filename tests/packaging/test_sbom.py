import json
from datetime import UTC, datetime

import pytest
import sbom
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from costcurve_gui.about.program import Notice, installed_notices, notices_text

TIME = datetime(2026, 11, 21, tzinfo=UTC)
NOTICES = (
    Notice("CostCurve", "1.0", "BSD-3-Clause"),
    Notice("Python", "3.11.7", "PSF-2.0", "https://www.python.org/"),
    Notice("PySide6_Essentials", "6.11.3", "LGPL-3.0-only OR GPL-2.0-only", "https://pyside.org"),
    Notice("odd.part", "2", "Terms of its own"),
    Notice("Sample data", "1.0", "CC-BY-4.0"),
    Notice("OpenBLAS", "0.3", "BSD-3-Clause"),
    Notice("libquadmath", "0.0.0", "LGPL-2.1-or-later"),
)


@pytest.fixture(scope="module")
def bill():
    return json.loads(sbom.bill_text(NOTICES, "0123abc", TIME))


def test_that_the_bill_of_what_is_installed_is_valid():
    text = sbom.bill_text(installed_notices(with_texts=False), "0123abc", TIME)
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None


def test_that_the_validator_refuses_what_is_no_bill():
    text = sbom.bill_text(NOTICES, "0123abc", TIME).replace('"library"', '"shelf"')
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is not None


def test_that_program_python_qt_and_packages_are_named(bill):
    assert bill["metadata"]["component"]["purl"] == "pkg:generic/costcurve@1.0"
    assert {part["purl"] for part in bill["components"]} == {
        "pkg:generic/python@3.11.7",
        "pkg:generic/qt@6.11.3",
        "pkg:generic/sample-data@1.0",
        "pkg:generic/openblas@0.3",
        "pkg:generic/libquadmath@0.0.0",
        "pkg:pypi/odd-part@2",
        "pkg:pypi/pyside6-essentials@6.11.3",
    }


def test_that_licences_are_told_in_the_words_of_spdx_where_they_have_any(bill):
    said = {part["name"]: part["licenses"][0] for part in bill["components"]}
    assert said["Python"]["license"]["id"] == "PSF-2.0"
    assert said["PySide6_Essentials"]["expression"] == "LGPL-3.0-only OR GPL-2.0-only"
    assert said["odd.part"]["license"]["name"] == "Terms of its own"


def test_that_data_are_told_from_libraries(bill):
    kinds = {part["name"]: part["type"] for part in bill["components"]}
    assert (kinds["Sample data"], kinds["OpenBLAS"]) == ("data", "library")


def test_that_everything_hangs_on_the_program(bill):
    root = bill["metadata"]["component"]["bom-ref"]
    needs = {entry["ref"]: entry.get("dependsOn", []) for entry in bill["dependencies"]}
    assert sorted(needs[root]) == sorted(part["bom-ref"] for part in bill["components"])


def test_that_the_same_build_has_the_same_bill_and_another_has_another():
    assert sbom.bill_text(NOTICES, "a", TIME) == sbom.bill_text(NOTICES, "a", TIME)
    numbers = {json.loads(sbom.bill_text(NOTICES, c, TIME))["serialNumber"] for c in "ab"}
    assert len(numbers) == 2


def test_that_the_time_is_the_one_of_the_sources():
    assert sbom.build_time({"SOURCE_DATE_EPOCH": "1763683200"}).isoformat()[:10] == "2025-11-21"
    assert sbom.build_time({}).year == 1980


def test_that_the_bill_is_written_from_the_files_of_a_build(tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(TIME.timestamp())))
    (tmp_path / "licences.json").write_text(notices_text(NOTICES), encoding="utf-8")
    (tmp_path / "build.json").write_text('{"commit": "0123abc"}', encoding="utf-8")
    out = tmp_path / "out.json"
    assert sbom.main([str(tmp_path / "licences.json"), str(out)]) == 0
    assert out.read_text(encoding="utf-8") == sbom.bill_text(NOTICES, "0123abc", TIME)


def test_that_without_two_files_it_says_what_it_takes(capsys):
    assert sbom.main([]) == 2
    assert "LICENCES.json OUT.json" in capsys.readouterr().out
