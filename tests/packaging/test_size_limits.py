"""What is built says when it is larger than it may be."""

import os

import build
import bundle_weights
import dev
import pytest
import same_bytes
from linux import package
from size_limits import MOST_PACKED, MOST_UNPACKED, size_of


@pytest.fixture
def bundle(tmp_path):
    """Two files and a link, for `fill` to make larger."""
    folder = tmp_path / build.NAME
    (folder / "_internal").mkdir(parents=True)
    (folder / build.NAME).write_bytes(b"12345")
    (folder / "_internal" / "library").write_bytes(b"")
    (folder / "library").symlink_to("_internal/library")
    return folder


@pytest.fixture(autouse=True)
def reports(monkeypatch):
    """Let the report of a build be the same each time, unless a test says otherwise."""
    found = {"status": 0}
    monkeypatch.setattr(same_bytes, "check", lambda _: found["status"])
    return found


def fill(path, size):
    """Give a file a size, without a disk to hold it."""
    os.truncate(path, size)


def test_that_files_count_and_links_do_not(bundle):
    fill(bundle / "_internal" / "library", 1000)
    assert size_of(bundle) == 1005
    assert size_of(bundle / build.NAME) == 5


@pytest.mark.parametrize(("over", "status"), [(0, 0), (1, 1)])
def test_that_a_build_that_is_too_large_fails(bundle, monkeypatch, capsys, over, status):
    fill(bundle / "_internal" / "library", MOST_UNPACKED - 5 + over)
    monkeypatch.setattr(build, "bundle", lambda: bundle)
    assert dev.main(["build"]) == status
    said = capsys.readouterr()
    assert said.out == f"{bundle}: 200.0 MB\n"
    assert ("200,000,001 bytes, more than the 200,000,000" in said.err) is bool(over)


@pytest.mark.parametrize(
    ("packed", "unpacked", "status"),
    [
        (MOST_PACKED, MOST_UNPACKED, 0),
        (MOST_PACKED + 1, MOST_UNPACKED, 1),
        (MOST_PACKED, MOST_UNPACKED + 1, 1),
    ],
)
def test_that_packages_that_are_too_large_fail(bundle, monkeypatch, packed, unpacked, status):
    """A release builds by this command, and goes no further where it fails."""
    fill(bundle / "_internal" / "library", unpacked - 5)
    made = [bundle.parent / name for name in ("a.deb", "a.tar.gz")]
    for path in made:
        path.touch()
    fill(made[1], packed)
    monkeypatch.setattr(build, "DIST", bundle.parent)
    monkeypatch.setattr(package, "packages", lambda: made)
    assert dev.main(["package"]) == status


def test_that_a_build_whose_reports_differ_fails(bundle, monkeypatch, reports):
    reports["status"] = 1
    monkeypatch.setattr(build, "bundle", lambda: bundle)
    assert dev.main(["build"]) == 1


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("_duckdb.cpython-311-x86_64-linux-gnu.so", "DuckDB"),
        ("PySide6/Qt/lib/libQt6Core.so.6", "Qt and PySide6"),
        ("numpy.libs/libscipy_openblas64_-32a4b2a6.so", "numpy, with OpenBLAS"),
        ("lxml/etree.cpython-311-x86_64-linux-gnu.so", "python-docx, with lxml"),
        ("docx.shared", "python-docx, with lxml"),
        ("costcurve_gui.page.paper", "CostCurve"),
        ("resources/help/index.html", "CostCurve"),
        ("libpython3.11.so.1.0", "Python"),
        ("asyncio.events", "Python"),
    ],
)
def test_that_every_file_of_a_build_belongs_to_a_part(name, title):
    assert bundle_weights.owner(name) == title


def test_that_the_parts_weigh_what_the_whole_does(monkeypatch, bundle):
    monkeypatch.setattr(bundle_weights, "modules_of", lambda _program: [])
    (bundle / "_internal" / "numpy").mkdir()
    (bundle / "_internal" / "numpy" / "a.so").write_bytes(bytes(90_000))
    found = bundle_weights.weights(bundle_weights.files_of(bundle))
    assert found["numpy, with OpenBLAS"].unpacked == 90_000
    assert found["numpy, with OpenBLAS"].packed < 1_000
    assert sum(weight.unpacked for weight in found.values()) == size_of(bundle)
    assert next(iter(found)) == "numpy, with OpenBLAS"
    assert bundle_weights.table(found).splitlines()[-1].startswith("| **together** | 0.1 |")
