"""The examples that are shipped with the program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.payoff_file import read_json

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


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
