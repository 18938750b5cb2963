"""Files of SAS, SPSS and Stata, read by pyreadstat, which the stats extra brings."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, Self

import numpy as np

import costcurve_gui
from costcurve_gui.dataio.arrays import look_at_arrays
from costcurve_gui.dataio.columns import check_names
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.budget import Budget
from costcurve_gui.dataio.formats.excel import cell_text
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.dataio.arrays import Cells
    from costcurve_gui.dataio.formats.registry import Looked
    from costcurve_gui.dataio.source import ReadOptions
    from costcurve_gui.engine.progress import Progress

    Found = tuple[dict[str, Sequence[Any]], Mapping[str, Mapping[Any, str]]]

_PAUSE_SECONDS = 0.1
_LAYOUT, _CASES = 64, 80  # where the header of SPSS has a small number, and that of the cases
_ROWS_PER_BYTE: Final = 1_100  # packed by zlib at most
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
    import pyreadstat  # noqa: F401 - an ImportError says here what is missing

    function, described = _READERS.get(path.suffix.lower(), _READERS[".sav"])  # told by its bytes
    found, labels = _read_apart(path, function, described, progress)
    if not found:
        raise DataError(tr("{name} has no columns.", name=path.name), file=path.name)
    check_names(list(found), path.name)
    columns = {name: _cells(cells, labels.get(name, {})) for name, cells in found.items()}
    return look_at_arrays(columns, described)


def _read_apart(path: Path, function: str, described: str, progress: Progress) -> Found:
    """Read a file in a process of its own: damaged ones make the reader's C code crash."""
    package = str(Path(costcurve_gui.__file__).parent.parent)
    command = [sys.executable, "-P", "-m", __name__, function, str(path)]
    with subprocess.Popen(  # noqa: S603 - the interpreter that runs this, and this module
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": os.pathsep.join((package, *filter(None, sys.path)))},
    ) as process:
        answer = _answer(process, progress)
    found = None
    fault: object = tr("its reader failed")
    if process.returncode == 0:
        found, fault = pickle.loads(answer)  # noqa: S301 - of the process that was just started
    if isinstance(found, tuple):
        return found
    if isinstance(fault, DataError):
        raise fault
    raise DataError(
        tr(
            "Cannot read {name}: it is not a whole {described} file ({fault}).",
            name=path.name,
            described=described,
            fault=fault,
        ),
        file=path.name,
    )


def _answer(process: subprocess.Popen[bytes], progress: Progress) -> bytes:
    while True:
        try:
            progress.advance(0, 1, "Reading")
            return process.communicate(timeout=_PAUSE_SECONDS)[0]
        except subprocess.TimeoutExpired:
            continue
        except BaseException:  # cancelled, or ended by a signal
            process.kill()
            raise


def read_whole(path: Path, function: str) -> tuple[Found | None, str | DataError]:
    """Return the columns of a file by name and the labels of values, or else what is wrong."""
    import pyreadstat

    counted = _Counted if function == "read_sav" else nullcontext
    try:
        _look_before(path, getattr(pyreadstat, function)(path, metadataonly=True)[1])
        with counted(path) as file:
            found, about = getattr(pyreadstat, function)(file, output_format="dict")
            if isinstance(file, _Counted):
                file.check(len(next(iter(found.values()), ())))
    except DataError as fault:
        return None, fault
    except Exception as fault:  # noqa: BLE001 - it stumbles over its own lists as well
        return None, str(fault)
    return ({name: found[name] for name in about.column_names}, about.variable_value_labels), ""


class _Counted:
    """A file of SPSS whose header seems not to know the number of cases: all of them are read."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")
        head = self._file.read(_CASES + 4)
        self._file.seek(0)
        order: Literal["little", "big"] = (
            "little" if head[_LAYOUT : _LAYOUT + 1] in (b"\2", b"\3") else "big"
        )
        self._cases = int.from_bytes(head[_CASES:], order, signed=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def read(self, size: int = -1) -> bytes:
        """Read on, with -1 in the place of the number of cases."""
        begin = self._file.tell()
        found = self._file.read(size)
        first, last = (max(0, min(place - begin, len(found))) for place in (_CASES, _CASES + 4))
        return found[:first] + b"\xff" * (last - first) + found[last:]

    def check(self, rows: int) -> None:
        """Raise ValueError where the header has another number of cases."""
        if rows != self._cases >= 0:
            raise ValueError(
                tr("it declares {cases} rows but has {rows}", cases=self._cases, rows=rows)
            )

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def _look_before(path: Path, about: Any) -> None:
    """Refuse a file that says it holds more than fits into memory, or into the file itself."""
    rows, budget = about.number_rows or 0, Budget(path)
    texts = sum(about.variable_storage_width.get(name, 0) for name in about.column_names)
    budget.numbers(rows, len(about.column_names))
    budget.take(rows * texts)
    if rows > _ROWS_PER_BYTE * path.stat().st_size:
        raise ValueError(f"it says that it holds {rows} rows")


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


if __name__ == "__main__":
    sys.stdout.buffer.write(pickle.dumps(read_whole(Path(sys.argv[2]), sys.argv[1])))
