"""Models that come as counts instead of scored cases: confusion matrices and leaves of trees."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from costcurve_gui.dataio.errors import SHOWN, DataError, all_of, listed, plural
from costcurve_gui.dataio.roles.choice import positive_value
from costcurve_gui.dataio.roles.labels import one_spelling
from costcurve_gui.dataio.table import Numbers, Request, Texts
from costcurve_gui.dataio.table_kind import (
    CONFUSION_COLUMNS,
    LEAF_COLUMNS,
    TRAIN_PC,
    TableKind,
    column_called,
    table_kind,
)
from costcurve_gui.engine.counts.family import ConfusionMatrix, FamilyTable, family_table
from costcurve_gui.engine.counts.tree_leaves import tree_table
from costcurve_gui.engine.errors import SingleClassError
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from costcurve_gui.dataio.source import Fingerprint, Source
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable


@dataclass(frozen=True, slots=True, eq=False)
class CountedDataset:
    """Models of one file of counts.

    Parameters
    ----------
    info_name : str
        The file's name.
    tables : mapping of model to ThresholdTable
        In file order; a `FamilyTable` for confusion matrices.
    positive_label, negative_label : str
        The classes by their names in the file; "positive" and "negative" for confusion matrices,
        which name none.
    file_rows : int
        Rows of the file.
    """

    info_name: str
    path: Path | None
    fingerprint: Fingerprint
    kind: TableKind
    tables: Mapping[str, ThresholdTable]
    positive_label: str
    negative_label: str
    file_rows: int
    warnings: tuple[str, ...]

    @property
    def sha256(self) -> str:
        """Hash of the file's bytes."""
        return self.fingerprint.sha256

    @property
    def positives(self) -> float:
        """Positive cases that a model was tested on; the mean where models differ in that."""
        return sum(table.positives for table in self.tables.values()) / len(self.tables)

    @property
    def negatives(self) -> float:
        """Negative cases that a model was tested on; the mean where models differ in that."""
        return sum(table.negatives for table in self.tables.values()) / len(self.tables)

    @property
    def prevalence(self) -> float:
        """Share of positives among the cases, 0-1."""
        return self.positives / (self.positives + self.negatives)


def load_counted(
    source: Source, positive: str | None = None, progress: Progress = NO_PROGRESS
) -> CountedDataset:
    """Read a file of counts.

    Parameters
    ----------
    source : Source
        A file whose `table_kind` is not `SCORES`.
    positive : str, optional
        Of leaves, the class that is positive; None where the names tell it.
    progress : Progress, optional
        Asked whether to go on.

    Raises
    ------
    DataError
        Where a row cannot be used; column and rows are named.
    """
    try:
        return _load(source, positive, progress)
    except DataError as fault:
        fault.file = fault.file or source.name
        raise


def _load(source: Source, positive: str | None, progress: Progress) -> CountedDataset:
    kind, labels = table_kind(source), ("positive", "negative")
    tables: Mapping[str, ThresholdTable]
    if kind is TableKind.CONFUSION:
        tables, rows, warnings = read_families(source, progress)
    else:
        tables, rows, warnings, labels = read_trees(source, positive, progress)
    return CountedDataset(
        info_name=source.name,
        path=source.path,
        fingerprint=source.fingerprint,
        kind=kind,
        tables=tables,
        positive_label=labels[0],
        negative_label=labels[1],
        file_rows=rows,
        warnings=tuple(warnings),
    )


class CountColumns:
    """The columns of a file of counts, in memory."""

    def __init__(
        self, source: Source, texts: Sequence[str], numbers: Sequence[str], progress: Progress
    ) -> None:
        self._names = {name: column_called(source, name) for name in (*texts, *numbers)}
        requests: list[Request] = [Texts(self._names[name]) for name in texts]
        requests += [Numbers(self._names[name]) for name in numbers]
        self._answer = source.table.read(requests, progress)
        for request, bad in self._answer.bad.items():
            cells = [f'{row + 1} "{text}"' for row, text in bad.kept(None)]
            raise DataError(
                tr(
                    "{column} has text in {cells}: {listed}. It takes numbers.",
                    column=request.column,
                    cells=plural(len(cells), "row"),
                    listed=listed(cells),
                ),
                column=request.column,
                rows=[row + 1 for row in bad.rows[:SHOWN]],
            )

    @property
    def rows(self) -> int:
        """Number of rows."""
        return self._answer.rows

    def names(self, column: str) -> list[str]:
        """Return a column of names; none may be missing."""
        names: list[str] = self._answer.arrays[Texts(self._names[column])].tolist()
        absent = [row for row, name in enumerate(names, start=1) if not name]
        if absent:
            raise DataError(
                tr(
                    "{column} has no value in {absent}: {listed}. Each row needs one.",
                    column=column,
                    absent=plural(len(absent), "row"),
                    listed=listed(absent),
                ),
                column=column,
                rows=absent[:SHOWN],
            )
        return names

    def numbers(self, column: str) -> NDArray[np.float64]:
        """Return a column of numbers, NaN where missing."""
        values: NDArray[np.float64] = self._answer.arrays[Numbers(self._names[column])]
        return values

    def counts(self, column: str) -> NDArray[np.float64]:
        """Return a column of counts; each must be a finite number from 0 up."""
        values = self.numbers(column)
        wrong = np.flatnonzero(~((values >= 0) & np.isfinite(values)))
        refuse_rows(column, "is no count", wrong, values, "Counts are numbers from 0 up.")
        return values


def refuse_rows(
    column: str, what: str, rows: NDArray[np.int64], values: NDArray[np.float64], advice: str
) -> None:
    """Raise an error that names the rows, from 1, and their values, where there are any."""
    if not rows.size:
        return
    named = [
        f"{row + 1} ({'missing' if np.isnan(values[row]) else f'{values[row]:g}'})" for row in rows
    ]
    raise DataError(
        tr(
            "{column} {what} in {size}: {listed}. {advice}",
            column=column,
            what=what,
            size=plural(rows.size, "row"),
            listed=listed(named),
            advice=advice,
        ),
        column=column,
        rows=(rows[:SHOWN] + 1).tolist(),
    )


_CELLS: Final = CONFUSION_COLUMNS[1:]
_ROUNDED: Final = 0.011  # rates of two decimals
RATES: Final = (
    "tp, fn, fp and tn are rates, not counts: those of each class add up to 1, or to 100. They do "
    "not tell how many cases there were, nor the share of positives."
)


def read_families(
    source: Source, progress: Progress
) -> tuple[dict[str, FamilyTable], int, list[str]]:
    """Return the families in file order, the number of rows, and what to be warned of.

    A classifier is called by its position among the rows of its model, from 1.
    """
    has_train_pc = bool(column_called(source, TRAIN_PC))
    numbers = (*_CELLS, TRAIN_PC) if has_train_pc else _CELLS
    columns = CountColumns(source, ("model",), numbers, progress)
    cells = {cell: columns.counts(cell) for cell in _CELLS}
    _check_classes(cells)
    train_pc = _train_pc(columns) if has_train_pc else np.full(columns.rows, np.nan)
    classifiers: dict[str, list[ConfusionMatrix]] = {}
    for row, model in enumerate(columns.names("model")):
        of_model = classifiers.setdefault(model, [])
        known = None if np.isnan(train_pc[row]) else float(train_pc[row])
        counts = {cell: float(values[row]) for cell, values in cells.items()}
        of_model.append(ConfusionMatrix(name=str(len(of_model) + 1), train_pc=known, **counts))
    families = {model: family_table(of_model) for model, of_model in classifiers.items()}
    rates = [RATES] if _are_rates(cells) else []
    return families, columns.rows, [*rates, *_family_warnings(families)]


def _are_rates(cells: Mapping[str, NDArray[np.float64]]) -> bool:
    """Tell whether matrices hold rates of each class, or of each decision, and no counts."""
    if all(np.array_equal(values, np.rint(values)) for values in cells.values()):
        return False
    by_class = (cells["tp"] + cells["fn"], cells["fp"] + cells["tn"])
    by_decision = (cells["tp"] + cells["fp"], cells["fn"] + cells["tn"])
    return any(
        np.allclose(sums, whole, rtol=0, atol=_ROUNDED * whole)
        for sums in (by_class, by_decision)
        for whole in (1.0, 100.0)
    )


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


def _family_warnings(families: Mapping[str, FamilyTable]) -> Iterator[str]:
    for model, family in families.items():
        if not family.same_cases:
            yield (
                f"{model}: its classifiers were tested on different numbers of positives and "
                "negatives; their rates are compared"
            )
        if not family.trained and any(
            classifier.train_pc is not None for classifier in family.classifiers
        ):
            yield (
                f"{model}: no choice by {TRAIN_PC}; every classifier needs its own value for that"
            )


def read_trees(
    source: Source, positive: str | None, progress: Progress
) -> tuple[dict[str, ThresholdTable], int, list[str], tuple[str, str]]:
    """Return the trees in file order, the rows, what to be warned of, and both classes' names."""
    columns = CountColumns(source, LEAF_COLUMNS[:3], LEAF_COLUMNS[3:], progress)
    concluded = one_spelling(columns.names("class"))
    labels = _classes(source, concluded, positive)
    rows_of = _rows_of_trees(columns.names("model"), columns.names("leaf"))
    matched, errors = columns.counts("matched"), columns.counts("errors")
    _check_errors(matched, errors)
    is_positive = np.array([value == labels[0] for value in concluded])
    trees = {}
    for model, rows in rows_of.items():
        try:
            trees[model] = tree_table(is_positive[rows], matched[rows], errors[rows])
        except SingleClassError as fault:
            raise _single_class(model, fault, labels) from fault
    return trees, columns.rows, _tree_warnings(matched), labels


def _classes(source: Source, concluded: Sequence[str], positive: str | None) -> tuple[str, str]:
    """Return the positive and the negative class."""
    values = list(dict.fromkeys(concluded))
    if len(values) > 2:
        raise DataError(
            tr(
                "class has {values} values: {names}. A leaf predicts one of two.",
                values=len(values),
                names=all_of(values),
            ),
            column="class",
        )
    if len(values) == 1 and positive:
        return positive, values[0] if values[0] != positive else f"not {positive}"
    if len(values) == 1:
        raise DataError(
            tr("Every leaf predicts {values}. Name the class that is positive.", values=values[0]),
            column="class",
        )
    chosen = positive_value(source, column_called(source, "class"), positive)
    return chosen, next(value for value in values if value != chosen)


def _rows_of_trees(models: Sequence[str], leaves: Sequence[str]) -> dict[str, list[int]]:
    """Return the rows of each tree; no leaf may stand in two of them."""
    rows: dict[str, list[int]] = defaultdict(list)
    seen: dict[tuple[str, str], int] = {}
    for row, (model, leaf) in enumerate(zip(models, leaves, strict=True)):
        first = seen.setdefault((model, leaf), row)
        if first != row:
            raise DataError(
                tr(
                    "leaf {leaf} of {model} stands in rows {first} and {row}. Each leaf of a tree "
                    "needs one row.",
                    leaf=leaf,
                    model=model,
                    first=first + 1,
                    row=row + 1,
                ),
                column="leaf",
                rows=(first + 1, row + 1),
            )
        rows[model].append(row)
    return rows


def _check_errors(matched: NDArray[np.float64], errors: NDArray[np.float64]) -> None:
    refuse_rows(
        "errors",
        "exceeds matched",
        np.flatnonzero(errors > matched),
        errors,
        "errors are those of the matched cases that are of the other class.",
    )


def _single_class(model: str, fault: SingleClassError, labels: tuple[str, str]) -> DataError:
    missing = labels[0] if fault.missing_class == "positive" else labels[1]
    return DataError(
        f"The leaves of {model} hold no case of {missing}. A curve needs both classes.",
        column="class",
    )


def _tree_warnings(matched: NDArray[np.float64]) -> list[str]:
    empty = int(np.count_nonzero(matched == 0))
    if not empty:
        return []
    return [f"{plural(empty, 'row')} of leaves that match no case; they add nothing"]
