"""Models that come as counts instead of scored cases: confusion matrices and leaves of trees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from costcurve_gui.dataio.count_tables import read_families, read_trees
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.table_kind import TableKind, table_kind
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

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
