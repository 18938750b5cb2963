"""Read JSON files: a payoff matrix, and the list of the examples."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Mapping


CELLS: Final = ("tp", "fp", "fn", "tn")


def read_payoff_file(path: Path | str) -> dict[str, str]:
    """Return the four cells as the text of their expressions.

    Raises
    ------
    DataError
        Where the file cannot be read, or lacks a cell, or has one that is no number or text.
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
        return json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as fault:
        reason = fault.strerror or str(fault)
        raise DataError(
            tr("Cannot read {name}: {reason}.", name=path.name, reason=reason), file=path.name
        ) from fault
    except json.JSONDecodeError as fault:
        raise DataError(
            tr(
                "Cannot read {name}: line {line} is no JSON ({fault}).",
                name=path.name,
                line=fault.lineno,
                fault=fault.msg,
            ),
            file=path.name,
        ) from None
    except (ValueError, RecursionError):
        raise DataError(
            tr("Cannot read {name}: it is no JSON text.", name=path.name), file=path.name
        ) from None


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
