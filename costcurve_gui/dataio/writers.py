"""Write tables and JSON so that they read back the same, or not at all."""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import contextmanager
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from costcurve_gui.dataio.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import TextIO

_BLOCK: Final = 100_000
_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")
_QUOTED: Final = (",", '"', "\n", "\r")


@contextmanager
def atomic_path(path: Path | str) -> Iterator[Path]:
    """Give a temporary path beside `path` that replaces it where the block ends well.

    Raises
    ------
    DataError
        Where the folder cannot be written; nothing half-written stays.
    """
    path = Path(path)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=path.suffix)
    except OSError as fault:
        raise _cannot_write(path, fault) from fault
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    except OSError as fault:
        raise _cannot_write(path, fault) from fault
    finally:
        temporary.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _cannot_write(path: Path, fault: OSError) -> DataError:
    if not path.parent.is_dir():
        reason = f"there is no folder {path.parent}"
    elif isinstance(fault, PermissionError):
        reason = "the folder is read-only"
    else:
        reason = fault.strerror or str(fault)
    return DataError(f"Cannot write {path.name}: {reason}. Choose another folder.", file=path.name)


def write_csv(
    path: Path | str, header: Sequence[str], columns: Sequence[Sequence[Any] | np.ndarray | str]
) -> None:
    r"""Write a CSV file: UTF-8, LF, decimal points, the shortest text that reads back the same.

    Parameters
    ----------
    columns : sequence
        One sequence per name in `header`, all of one length; a single str stands for a column
        of it. None and NaN are empty cells, infinity is `inf`. Text that a spreadsheet would
        take for a formula gets an apostrophe in front.
    """
    with atomic_path(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as out:
        write_table(out, header, columns)


def write_table(
    out: TextIO, header: Sequence[str], columns: Sequence[Sequence[Any] | np.ndarray | str]
) -> None:
    """Write the same table to an open text file."""
    out.write(",".join(_text(name) for name in header) + "\n")
    lengths = {len(column) for column in columns if not isinstance(column, str)}
    if len(lengths) != 1 or len(columns) != len(header):
        raise ValueError(f"{len(header)} names for {len(columns)} columns of lengths {lengths}")
    rows = lengths.pop()
    for start in range(0, rows, _BLOCK):
        block = slice(start, min(start + _BLOCK, rows))
        cells = [_cells(column, block) for column in columns]
        out.writelines(f"{line}\n" for line in map(",".join, zip(*cells, strict=False)))


def _cells(column: Sequence[Any] | np.ndarray | str, block: slice) -> Iterable[str]:
    if isinstance(column, str):
        return repeat(_text(column), block.stop - block.start)
    if isinstance(column, np.ndarray) and column.dtype.kind in "fiub":
        return _numbers(column[block])
    return map(_cell, column[block])


def _numbers(values: np.ndarray) -> list[str]:
    kind = values.dtype.kind
    if kind == "b":
        return ["true" if value else "false" for value in values.tolist()]
    if kind in "iu":
        return list(map(str, values.tolist()))
    if np.isnan(values).any():
        return [_number(value) for value in values.tolist()]
    texts = list(map(repr, values.tolist()))
    return [text.removesuffix(".0") for text in texts]


def _number(value: float) -> str:
    return "" if value != value else repr(float(value)).removesuffix(".0")


def _cell(value: object) -> str:
    match value:
        case None:
            return ""
        case bool() | np.bool_():
            return "true" if value else "false"
        case int() | np.integer():
            return str(int(value))
        case float() | np.floating():
            return _number(float(value))
        case _:
            return _text(str(value))


def _text(text: str) -> str:
    if text.startswith(_FORMULA_STARTS):
        text = f"'{text}"
    if any(mark in text for mark in _QUOTED):
        doubled = text.replace('"', '""')
        return f'"{doubled}"'
    return text


def write_json(path: Path | str, content: Mapping[str, Any] | Sequence[Any]) -> None:
    """Write JSON, indented, UTF-8; infinity becomes the text `inf` and NaN null."""
    text = json.dumps(plain(content), indent=2, ensure_ascii=False, allow_nan=False)
    with atomic_path(path) as temporary:
        temporary.write_text(text + "\n", encoding="utf-8", newline="\n")


def plain(value: Any) -> Any:
    """Return a value as JSON can hold it."""
    match value:
        case dict():
            return {str(key): plain(item) for key, item in value.items()}
        case list() | tuple() | set() | frozenset() | np.ndarray():
            return [
                plain(item)
                for item in (sorted(value) if isinstance(value, set | frozenset) else value)
            ]
        case bool() | np.bool_():
            return bool(value)
        case float() | np.floating():
            number = float(value)
            return number if np.isfinite(number) else None if np.isnan(number) else str(number)
        case np.integer():
            return int(value)
        case _:
            return value if isinstance(value, str | int | None) else str(value)
