"""What is installed is pinned, with everything that it needs, and compared with hashes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
NAMES = (
    *("requirements", "requirements-dev"),
    *("packaging/requirements-build", "packaging/requirements-release"),
)
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def asked(name: str) -> dict[str, Requirement]:
    lines = (ROOT / f"{name}.in").read_text(encoding="utf-8").splitlines()
    found = [Requirement(line) for line in lines if re.match(r"\w", line)]
    return {canonicalize_name(one.name): one for one in found}


def locked(name: str) -> dict[str, tuple[Requirement, list[str]]]:
    text = (ROOT / f"{name}.txt").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if re.match(r"\w", line)]
    found = [(Requirement(line.partition(" --hash")[0]), HASH.findall(line)) for line in lines]
    return {canonicalize_name(one.name): (one, hashes) for one, hashes in found}


@pytest.mark.parametrize("name", NAMES)
def test_that_what_is_asked_for_is_locked_with_hashes(name):
    found = locked(name)
    for package, wanted in asked(name).items():
        locked_version = str(found[package][0].specifier).removeprefix("==")
        assert locked_version in wanted.specifier, f"make {name}.txt again: packaging/README.md"
    for requirement, hashes in found.values():
        assert str(requirement.specifier).startswith("==")
        assert hashes, requirement


@pytest.mark.parametrize("name", ["requirements-dev", "packaging/requirements-build"])
def test_that_checks_and_builds_have_the_packages_of_the_program(name):
    found = locked(name)
    for package, (requirement, hashes) in locked("requirements").items():
        assert found[package][1] == hashes
        assert found[package][0].specifier == requirement.specifier


def test_that_files_of_other_systems_are_locked_too():
    found = locked("packaging/requirements-build")
    assert {"pefile", "pywin32-ctypes", "macholib"} <= found.keys()
    assert len(found["numpy"][1]) > 20  # a wheel a system and version of Python
