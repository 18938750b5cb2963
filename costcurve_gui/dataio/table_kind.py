"""What the rows of a file are, told from its header."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from costcurve_gui.dataio.source import Source

CONFUSION_COLUMNS: Final = ("model", "tp", "fn", "fp", "tn")
LEAF_COLUMNS: Final = ("model", "leaf", "class", "matched", "errors")


class TableKind(StrEnum):
    """What the rows of a file are."""

    SCORES = "scores"
    CONFUSION = "confusion"
    LEAVES = "leaves"


def table_kind(source: Source) -> TableKind:
    """Tell from the header what the rows of a file are; further columns change nothing."""
    names = {column.name for column in source.columns}
    if names.issuperset(CONFUSION_COLUMNS):
        return TableKind.CONFUSION
    if names.issuperset(LEAF_COLUMNS):
        return TableKind.LEAVES
    return TableKind.SCORES
