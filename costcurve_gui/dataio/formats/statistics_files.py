"""Files of SAS, SPSS and Stata, read by pyreadstat, which the stats extra brings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from costcurve_gui.dataio.arrays import look_at_arrays
from costcurve_gui.dataio.columns import check_names
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.excel import cell_text
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from costcurve_gui.dataio.arrays import Cells
    from costcurve_gui.dataio.formats.registry import Looked
    from costcurve_gui.dataio.source import ReadOptions
    from costcurve_gui.engine.progress import Progress

_READERS: Final = {
    ".sas7bdat": ("read_sas7bdat", "SAS"),
    ".xpt": ("read_xport", "SAS transport"),
    ".sav": ("read_sav", "SPSS"),
    ".zsav": ("read_sav", "SPSS"),
    ".dta": ("read_dta", "Stata"),
}


def look_at_statistics(path: Path, options: ReadOptions, progress: Progress) -> Looked:
    """Look into a file of SAS, SPSS or Stata; its missing values of all kinds are missing."""
    del options  # all is declared in the file
    import pyreadstat

    progress.advance(0, 1, "Reading")
    function, described = _READERS.get(path.suffix.lower(), _READERS[".sav"])  # told by its bytes
    faults = (pyreadstat.ReadstatError, pyreadstat.PyreadstatError, OverflowError, ValueError)
    try:
        found, about = getattr(pyreadstat, function)(path, output_format="dict")
    except faults as fault:
        raise DataError(
            tr(
                "Cannot read {name}: it is not a whole {described} file ({fault}).",
                name=path.name,
                described=described,
                fault=fault,
            ),
            file=path.name,
        ) from fault
    names = list(about.column_names)
    if not names:
        raise DataError(tr("{name} has no columns.", name=path.name), file=path.name)
    check_names(names, path.name)
    labels = about.variable_value_labels
    columns = {name: _cells(found[name], labels.get(name, {})) for name in names}
    return look_at_arrays(columns, described)


def _cells(values: Sequence[Any], labels: Mapping[Any, str]) -> Cells:
    """Return a column: numbers, else texts; labels where every value has one of its own."""
    present = {value for value in values if value is not None and value != ""}
    named = [labels.get(value, "") for value in present]
    if present and all(named) and len(set(named)) == len(named):
        return [labels.get(value, "") for value in values]
    if present and all(isinstance(value, int | float) for value in present):
        numbers = [np.nan if value is None else value for value in values]
        return np.array(numbers, dtype=np.float64)
    return [cell_text(value) for value in values]
