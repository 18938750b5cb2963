"""What changed about the data of a project since it was saved: rows, columns, classes, scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from costcurve_gui.dataio.project_contents import DataContents, ScoreRange
from costcurve_gui.dataio.roles.column_roles import class_name
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.analysis.loading import OpenFile
    from costcurve_gui.dataio.project_file import DataReference
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable

    Value = float | str | ScoreRange | None

_THERE, _GONE, _NEW = "there", "gone", "new"


@dataclass(frozen=True, slots=True)
class DataChange:
    """One thing about the data: as it was saved, and now. None is what is not there or known."""

    name: str
    before: Value
    now: Value

    @property
    def differs(self) -> bool:
        """Whether it is known to have changed."""
        known = self.before is not None or self.now == _NEW
        return known and self.before != self.now


def contents_of(file: OpenFile) -> DataContents:
    """Return what a project says of the data of an open file; it takes no look at the rows."""
    info = file.info
    classes = info.classes or (
        (info.positive_label, info.positives),
        (info.negative_label, info.negatives),
    )
    return DataContents(dict(classes), dict(_score_ranges(file)))


def _score_ranges(file: OpenFile) -> Iterator[tuple[str, ScoreRange]]:
    cases = file.source.cases(file.info)
    if cases is None:
        return  # counts have no scores
    for model in file.info.models:
        found = _range(cases.cache.table(model.column), lower=model.lower_is_positive)
        if found is not None:
            yield model.column, found


def _range(table: ThresholdTable, *, lower: bool) -> ScoreRange | None:
    """Return the range of scores, which are counted with their sign turned where `lower`."""
    if table.thresholds.size == 1:  # the first is above every score
        return None
    high, low = float(table.thresholds[1]), float(table.thresholds[-1])
    return ScoreRange(-high, -low, table.missing) if lower else ScoreRange(low, high, table.missing)


def data_changes(
    before: DataReference, info: DatasetInfo, columns: Sequence[str], now: DataContents
) -> tuple[DataChange, ...]:
    """Return what is known of the data as they were saved beside what they are now."""
    was = before.contents or DataContents({}, {})
    return (
        DataChange("Rows", float(before.rows), float(info.rows)),
        *(
            DataChange(tr("Column {name}", name=name), _THERE, _GONE)
            for name in _lacking(before.columns, columns)
        ),
        *(
            DataChange(tr("Column {name}", name=name), None, _NEW)
            for name in _lacking(columns, before.columns)
        ),
        *(
            DataChange(
                tr("Cases of {class_name}", class_name=class_name(one)),
                was.labels.get(one),
                now.labels.get(one),
            )
            for one in dict.fromkeys((*was.labels, *now.labels))
        ),
        *(
            DataChange(column, was.scores.get(column), now.scores.get(column))
            for column in dict.fromkeys((*was.scores, *now.scores))
        ),
    )


def _lacking(names: Iterable[str], others: Sequence[str]) -> list[str]:
    return [name for name in names if name not in others]
