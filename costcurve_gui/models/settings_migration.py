"""Brings a settings file that an older version of the program wrote up to date.

Version 1, the first, has no entry that names it. Whoever changes the meaning or the name of an
entry raises `VERSION`, adds a step from the version before, and a file of that version to
`tests/data`; a new entry with a default needs none of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtCore import QSettings

VERSION_KEY = "settings/version"
VERSION = 1

# From each version to the next one.
STEPS: Mapping[int, Callable[[QSettings], None]] = {}


def version_of(store: QSettings) -> int:
    """Return the version of a settings file; what cannot be understood counts as the first."""
    stored = str(store.value(VERSION_KEY, 1))
    return int(stored) if stored.isdecimal() else 1


def migrate(store: QSettings) -> None:
    """Take the steps from the file's version to this one; a file of a later version stays."""
    for version in range(version_of(store), VERSION):
        STEPS[version](store)
        store.setValue(VERSION_KEY, version + 1)
