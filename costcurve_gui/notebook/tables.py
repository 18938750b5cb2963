"""The tables of a report as DataFrames, each made when it is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.cli.report import report_table, report_tables
from costcurve_gui.dataio.cells import LARGEST_EXACT
from costcurve_gui.notebook.arguments import arguments_named
from costcurve_gui.notebook.blas import one_blas_thread

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd
    from numpy.typing import NDArray

    from costcurve_gui.analysis.tables.table import Table
    from costcurve_gui.cli.report_input import ReportInput


class Tables(Mapping[str, "pd.DataFrame"]):
    """DataFrames by the names of the report's CSV files: `tables["selection"]`.

    Text is as it is: the apostrophe that keeps a spreadsheet from taking it for a formula belongs
    to the CSV.
    """

    def __init__(self, study: ReportInput) -> None:
        self._study = study
        self._specs = {spec.name: spec for spec in report_tables(study)}
        self._made: dict[str, pd.DataFrame] = {}

    @one_blas_thread()
    def __getitem__(self, name: str) -> pd.DataFrame:
        if name not in self._specs:
            near = get_close_matches(str(name), self._specs, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(self)}"
            raise KeyError(f"no table {name!r}: {hint}")
        if name not in self._made:
            with arguments_named({}):
                table = report_table(self._specs[name], self._study)
            self._made[name] = frame_of(table)
        return self._made[name].copy()

    def __iter__(self) -> Iterator[str]:
        return iter(self._specs)

    def __len__(self) -> int:
        return len(self._specs)

    def __repr__(self) -> str:
        return f"Tables({', '.join(self)})"

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)


def frame_of(table: Table) -> pd.DataFrame:
    """Return a table as a DataFrame, NaN where it has no value."""
    import pandas as pd  # not before there is a table

    named = zip(table.header, table.columns, strict=True)
    return pd.DataFrame({name: _values(column) for name, column in named})


def _values(column: NDArray[Any]) -> Any:
    """Return a column with the type that it has when its CSV is read: whole numbers, text ..."""
    import pandas as pd

    if not column.size:
        return column.astype(object)
    if column.dtype == object:
        return pd.Series(column.tolist())
    if column.dtype.kind == "b":
        return column
    is_whole = np.all(np.abs(column) < LARGEST_EXACT) and np.all(column == np.rint(column))
    return column.astype(np.int64 if is_whole else np.float64)
