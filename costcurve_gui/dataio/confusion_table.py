"""Read confusion matrices: one row a classifier, rows of one model a family."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from costcurve_gui.dataio.count_columns import CountColumns, refuse_rows
from costcurve_gui.dataio.table_kind import CONFUSION_COLUMNS, TRAIN_PC, column_called
from costcurve_gui.engine.counts.family import ConfusionMatrix, FamilyTable, family_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from costcurve_gui.dataio.source import Source
    from costcurve_gui.engine.progress import Progress

_CELLS: Final = CONFUSION_COLUMNS[1:]


def read_families(
    source: Source, progress: Progress
) -> tuple[dict[str, FamilyTable], int, list[str]]:
    """Return the families in file order, the number of rows, and what to be warned of.

    A member is called by its position among the rows of its model, from 1.
    """
    has_train_pc = bool(column_called(source, TRAIN_PC))
    numbers = (*_CELLS, TRAIN_PC) if has_train_pc else _CELLS
    columns = CountColumns(source, ("model",), numbers, progress)
    cells = {cell: columns.counts(cell) for cell in _CELLS}
    _check_classes(cells)
    train_pc = _train_pc(columns) if has_train_pc else np.full(columns.rows, np.nan)
    members: dict[str, list[ConfusionMatrix]] = {}
    for row, model in enumerate(columns.names("model")):
        of_model = members.setdefault(model, [])
        known = None if np.isnan(train_pc[row]) else float(train_pc[row])
        counts = {cell: float(values[row]) for cell, values in cells.items()}
        of_model.append(ConfusionMatrix(name=str(len(of_model) + 1), train_pc=known, **counts))
    families = {model: family_table(of_model) for model, of_model in members.items()}
    return families, columns.rows, list(_warnings(families))


def _check_classes(cells: Mapping[str, NDArray[np.float64]]) -> None:
    for right, wrong, name in (("tp", "fn", "positive"), ("tn", "fp", "negative")):
        total = cells[right] + cells[wrong]
        refuse_rows(
            f"{right} + {wrong}",
            f"leaves no {name} case",
            np.flatnonzero(total == 0),
            total,
            "A rate needs at least one case of its class.",
        )


def _train_pc(columns: CountColumns) -> NDArray[np.float64]:
    values = columns.numbers(TRAIN_PC)
    wrong = np.flatnonzero(~np.isnan(values) & ~((values >= 0) & (values <= 1)))
    refuse_rows(TRAIN_PC, "is no PC(+)", wrong, values, "PC(+) lies between 0 and 1.")
    return values


def _warnings(families: Mapping[str, FamilyTable]) -> Iterator[str]:
    for model, family in families.items():
        if not family.same_cases:
            yield (
                f"{model}: its members were not tested on as many positives and negatives each; "
                "their rates are compared"
            )
        if not family.trained and any(member.train_pc is not None for member in family.members):
            yield (
                f"{model}: no choice by {TRAIN_PC}, for that every member needs a value of its own"
            )
