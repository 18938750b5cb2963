"""Columns that say more of the cases than curves need: segments, times and units."""

from __future__ import annotations

from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from costcurve_gui.dataio.roles.column_names import day_columns, unit_columns

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.dataio.case_times import CaseTimes
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.dataio.roles.column_roles import Roles
    from costcurve_gui.dataio.segments import SegmentColumn
    from costcurve_gui.dataio.source import Source

_Read = TypeVar("_Read")


def with_further_columns(info: DatasetInfo, source: Source, chosen: Roles) -> DatasetInfo:
    """Return a description with the columns that may be segments, days and units."""
    from costcurve_gui.dataio.segments import segment_columns

    used = {chosen.label, chosen.weight or "", *chosen.scores}
    free = [column for column in source.columns if column.name not in used]
    return replace(
        info,
        segment_columns=segment_columns(source.columns, used),
        day_columns=day_columns(free),
        unit_columns=unit_columns(free),
    )


class FurtherColumns:
    """Reads such columns of a file for the cases of a dataset, each once."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._segments: dict[str, SegmentColumn] = {}
        self._times: dict[str, CaseTimes] = {}
        self._units: dict[str, NDArray[np.int64]] = {}
        self._lock = Lock()

    def segments(self, dataset: Dataset, column: str) -> SegmentColumn:
        """Return the segment of each case.

        Raises
        ------
        DataError
            Where the column makes no segments.
        """
        from costcurve_gui.dataio.segments import read_segments

        return self._once(self._segments, read_segments, dataset, column)

    def times(self, dataset: Dataset, column: str) -> CaseTimes:
        """Return when each case came.

        Raises
        ------
        DataError
            Where a case has no day there.
        """
        from costcurve_gui.dataio.case_times import read_times

        return self._once(self._times, read_times, dataset, column)

    def units(self, dataset: Dataset, column: str) -> NDArray[np.int64]:
        """Return the unit of each case.

        Raises
        ------
        DataError
            Where a case has no unit there.
        """
        from costcurve_gui.dataio.case_times import read_units

        return self._once(self._units, read_units, dataset, column)

    def _once(
        self,
        known: dict[str, _Read],
        read: Callable[[Source, Dataset, str], _Read],
        dataset: Dataset,
        column: str,
    ) -> _Read:
        with self._lock:
            if column not in known:
                known[column] = read(self._source, dataset, column)
            return known[column]
