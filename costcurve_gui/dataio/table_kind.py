"""What the rows of a file are."""

from __future__ import annotations

from enum import StrEnum


class TableKind(StrEnum):
    """What the rows of a file are."""

    SCORES = "scores"
    CONFUSION = "confusion"
    LEAVES = "leaves"
