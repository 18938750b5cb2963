"""Read JSON files: a payoff matrix, and the list of the examples."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from costcurve_gui.dataio.errors import DataError, readable
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Mapping


CELLS: Final = ("tp", "fp", "fn", "tn")
LARGEST: Final = sys.float_info.max
_MOST_DIGITS = 400  # more than the largest number has
_MAY_BE_HALF = re.compile(rb"\\u[dD][89a-fA-F]")


def read_payoff_file(path: Path | str) -> dict[str, str]:
    """Return the four cells as the text of their expressions.

    Raises
    ------
    DataError
        Where the file cannot be read, or lacks a cell, or has one that is not a number or text.
    """
    path = Path(path)
    content = read_json(path)
    if not isinstance(content, dict) or set(content) != set(CELLS):
        raise DataError(
            tr(
                '{name} must hold the four cells and nothing else: {{"tp": "0", "fp": '
                '"-20", "fn": "-amount", "tn": "0"}}.',
                name=path.name,
            ),
            file=path.name,
        )
    return {cell: _expression(content[cell], cell, path.name) for cell in CELLS}


def read_json(path: Path) -> object:
    """Return what a JSON file holds."""
    try:
        return strict_json(path.read_bytes())
    except OSError as fault:
        reason = fault.strerror or str(fault)
        raise DataError(
            tr("Cannot read {name}: {reason}.", name=path.name, reason=reason), file=path.name
        ) from fault
    except JsonError as fault:
        raise DataError(
            tr("Cannot read {name}: {fault}.", name=path.name, fault=fault), file=path.name
        ) from None


class JsonError(ValueError):
    """A text that is not JSON, or whose meaning is not plain; the message says why."""


def strict_json(text: bytes, most: float = LARGEST) -> object:
    """Return what JSON means where it can mean one thing only.

    A key that is there twice, half a character and a number that is infinite, none, or in absolute
    value above `most`, are refused.

    Raises
    ------
    JsonError
    """

    def whole(digits: str) -> int:
        if len(digits) > _MOST_DIGITS or abs(int(digits)) > most:
            raise JsonError(tr("{text}\u2026 is too large a number", text=digits[:20]))
        return int(digits)

    try:
        found: object = json.loads(
            text.decode("utf-8-sig"),
            object_pairs_hook=each_once,
            parse_float=_finite,
            parse_constant=_finite,
            parse_int=whole,
        )
    except json.JSONDecodeError as fault:
        raise JsonError(
            tr("line {line} is not JSON ({fault})", line=fault.lineno, fault=fault.msg)
        ) from None
    except (UnicodeDecodeError, RecursionError):
        raise JsonError(tr("it is not JSON")) from None
    if _MAY_BE_HALF.search(text):
        refuse_halves(found, "surrogateescape")  # Python's, of file names that are not UTF-8
    return found


def refuse_halves(value: object, handler: str = "strict") -> None:
    """Raise `JsonError` where a text has half a character that the handler of errors does not know.

    No file can be written with it.
    """
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8", handler)
    except UnicodeEncodeError as fault:
        half = f"\\u{ord(fault.object[fault.start]):04x}"
        raise JsonError(tr("{half} is half a character", half=half)) from None


def each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return an object of JSON; raise `JsonError` where a key is there twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise JsonError(tr('"{name}" is there twice', name=readable(twice[:40])))
    return found


def _finite(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise JsonError(tr("{text} is not a finite number", text=text[:20]))
    return value


def _expression(value: object, cell: str, file: str) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise DataError(
            tr('{file}: "{cell}" must be a number or an expression.', file=file, cell=cell),
            file=file,
        )
    return str(value)


@dataclass(frozen=True, slots=True)
class Example:
    """A file to try the program with, and settings that make sense for it.

    `key` is what it is asked for by. Without `label` and `scores` the columns are what is proposed.
    `choices` are settings beyond payoffs and prior, `views` those to be brought to the front.
    """

    key: str
    path: Path
    title: str
    lines: tuple[str, ...] = ()
    label: str = ""
    positive: str = ""
    scores: tuple[str, ...] = ()
    lower_is_positive: bool = False
    weight: str = ""
    payoff: Mapping[str, str] = field(default_factory=dict)
    unit: str = ""
    case_noun: str = "case"
    positive_action: str = "act"
    negative_action: str = "leave"
    prior: float | None = None
    source: str = ""
    choices: Mapping[str, Any] = field(default_factory=dict)
    views: tuple[str, ...] = ()


def read_examples(folder: Path, name: str = "examples.json") -> tuple[Example, ...]:
    """Return the examples that a file in a folder lists."""
    content: Any = read_json(folder / name)
    try:
        return tuple(_example(folder, entry) for entry in content)
    except (TypeError, KeyError) as fault:
        raise DataError(
            tr("{name} lists examples without all that they need.", name=name)
        ) from fault


def _example(folder: Path, entry: Mapping[str, Any]) -> Example:
    given = dict(entry)
    path = folder / given.pop("file")
    for name in ("lines", "scores", "views"):
        given[name] = tuple(given.get(name, ()))
    return Example(key=given.pop("key", path.stem), path=path, **given)
