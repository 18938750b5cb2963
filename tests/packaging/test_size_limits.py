"""What is built says when it is larger than it may be."""

import os

import build
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
