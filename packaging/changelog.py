"""Reads CHANGELOG.md: which versions were released when, and what is told of each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

UNRELEASED = "Unreleased"
KINDS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
_HEADING = re.compile(r"## \[(?P<name>[^\]]+)\](?: - (?P<day>\d{4}-\d\d-\d\d))?")
_VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")


class ChangelogError(Exception):
    """The change log breaks its own rules; the message names the line."""


@dataclass(frozen=True, slots=True)
class Release:
    """What is told of one version. The one to come is named `Unreleased` and has no day."""

    name: str
    day: date | None
    text: str


def version_key(version: str) -> tuple[int, int, int]:
    """Return the three numbers of a version, which order as versions do.

    Raises
    ------
    ChangelogError
        It is no version of the form 1.2.3.
    """
    found = _VERSION.fullmatch(version)
    if found is None:
        raise ChangelogError(f"{version!r} is no version of the form 1.2.3")
    return int(found[1]), int(found[2]), int(found[3])


def releases(text: str) -> tuple[Release, ...]:
    """Return the entries of a change log, newest first.

    Raises
    ------
    ChangelogError
        A heading is not of the form, or the order is not from new to old.
    """
    found = tuple(_releases(text))
    if not found or found[0].name != UNRELEASED:
        raise ChangelogError(f"the first entry is not [{UNRELEASED}]")
    versions = [version_key(release.name) for release in found[1:]]
    if versions != sorted(set(versions), reverse=True):
        raise ChangelogError("versions do not go from new to old")
    return found


def _releases(text: str) -> Iterator[Release]:
    for section in re.split(r"^(?=## )", text, flags=re.MULTILINE)[1:]:
        heading, _, body = section.partition("\n")
        found = _HEADING.fullmatch(heading.strip())
        if found is None:
            raise ChangelogError(f"{heading!r} is not of the form: ## [1.2.3] - 2026-01-31")
        if (found["day"] is None) != (found["name"] == UNRELEASED):
            raise ChangelogError(f"{heading!r}: every entry but [{UNRELEASED}] has a day")
        unknown = set(re.findall(r"^### (.*)$", body, flags=re.MULTILINE)) - set(KINDS)
        if unknown:
            raise ChangelogError(f"{heading!r} has a section {unknown.pop()!r}")
        day = date.fromisoformat(found["day"]) if found["day"] else None
        yield Release(found["name"], day, body.strip())
