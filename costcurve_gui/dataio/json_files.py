"""Read JSON files: a payoff matrix, and the list of the examples."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from costcurve_gui.dataio.errors import DataError

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
            f"{path.name} must hold the four cells and nothing else: "
            '{"tp": "0", "fp": "-20", "fn": "-amount", "tn": "0"}.',
            file=path.name,
        )
    return {cell: _expression(content[cell], cell, path.name) for cell in CELLS}


def read_json(path: Path) -> object:
    """Return what a JSON file holds."""
    try:
        return json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as fault:
        reason = fault.strerror or str(fault)
        raise DataError(f"Cannot read {path.name}: {reason}.", file=path.name) from fault
    except json.JSONDecodeError as fault:
        raise DataError(
            f"Cannot read {path.name}: line {fault.lineno} is no JSON ({fault.msg}).",
            file=path.name,
        ) from None
    except (ValueError, RecursionError):
        raise DataError(f"Cannot read {path.name}: it is no JSON text.", file=path.name) from None


def _expression(value: object, cell: str, file: str) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise DataError(f'{file}: "{cell}" must be a number or an expression.', file=file)
    return str(value)


@dataclass(frozen=True, slots=True)
class Example:
    """A file to try the program with, and settings that make sense for it."""

    path: Path
    title: str
    lines: tuple[str, ...]
    label: str
    positive: str
    payoff: Mapping[str, str]
    unit: str
    case_noun: str
    positive_action: str
    negative_action: str
    prior: float | None
    source: str


def read_examples(folder: Path) -> tuple[Example, ...]:
    """Return the examples listed in `examples.json` of a folder."""
    content: Any = read_json(folder / "examples.json")
    try:
        return tuple(_example(folder, entry) for entry in content)
    except (TypeError, KeyError) as fault:
        raise DataError("examples.json lists examples without all that they need.") from fault


def _example(folder: Path, entry: Mapping[str, Any]) -> Example:
    given = dict(entry)
    file, lines = given.pop("file"), given.pop("lines")
    return Example(path=folder / file, lines=tuple(lines), **given)
