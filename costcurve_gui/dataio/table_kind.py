"""What the rows of a file are, told from its header."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Final

from costcurve_gui.dataio.errors import DataError, all_of
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from costcurve_gui.dataio.source import Source

CONFUSION_COLUMNS: Final = ("model", "tp", "fn", "fp", "tn")
_MODEL_NAMES: Final = ("classifier", "algorithm", "method", "learner", "estimator", "clf", "name")
"""What other programs call the column of models; the likelier the earlier."""
TRAIN_PC: Final = "train_pc"
LEAF_COLUMNS: Final = ("model", "leaf", "class", "matched", "errors")

COUNT_COLUMNS: Final = frozenset({*CONFUSION_COLUMNS, *LEAF_COLUMNS, TRAIN_PC})


class Needs(IntEnum):
    """What something is made from: the rates of any classifiers, their thresholds, or the cases."""

    CLASSIFIERS = 0
    THRESHOLDS = 1
    CASES = 2

    def met_by(self, kind: TableKind) -> bool:
        """Whether a file of such rows has it."""
        return self <= _OFFERED[kind]


class TableKind(StrEnum):
    """What the rows of a file are."""

    SCORES = "scores"
    CONFUSION = "confusion"
    LEAVES = "leaves"

    @property
    def rows_are(self) -> str:
        """What they are called in a sentence."""
        return _ROWS_ARE[self]


_OFFERED = {
    TableKind.CONFUSION: Needs.CLASSIFIERS,
    TableKind.LEAVES: Needs.THRESHOLDS,
    TableKind.SCORES: Needs.CASES,
}
_ROWS_ARE = {
    TableKind.CONFUSION: "confusion matrices",
    TableKind.LEAVES: "leaves of trees",
    TableKind.SCORES: "scored cases",
}


def table_kind(source: Source) -> TableKind:
    """Tell from the header, in any case, what the rows of a file are.

    Further columns change nothing.
    """
    names = {column.name.lower() for column in source.columns}
    if not names.isdisjoint(_MODEL_NAMES):
        names.add("model")
    if names.issuperset(CONFUSION_COLUMNS):
        return TableKind.CONFUSION
    if names.issuperset(LEAF_COLUMNS):
        return TableKind.LEAVES
    return TableKind.SCORES


def column_called(source: Source, name: str) -> str:
    """Return a column of a file of counts as its header writes it; empty where there is none.

    Raises
    ------
    DataError
        Where several names differ only by case and none is written as `name`.
    """
    found = [column.name for column in source.columns if column.name.lower() == name]
    if len(found) > 1 and name not in found:
        raise DataError(
            tr(
                "{names} differ only by case. Name one of them {name}.",
                names=all_of(found),
                name=name,
            ),
            column=found[0],
        )
    if not found and name == "model":
        others = {column.name.lower(): column.name for column in source.columns}
        return next((others[one] for one in _MODEL_NAMES if one in others), "")
    return name if name in found else "".join(found)
