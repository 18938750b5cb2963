"""What was chosen of files without a project: roles, models, payoffs, prior, by their columns."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.json_files import read_json
from costcurve_gui.dataio.json_schema import SchemaError, check
from costcurve_gui.dataio.project_file import schema
from costcurve_gui.dataio.writers import write_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

MODEL_ENTRIES = ("models", "order", "removed")
MOST = 50  # shapes, the oldest are forgotten


@dataclass(frozen=True, slots=True)
class Remembered:
    """Choices for files of one shape, in the words of a project; `name` is that of the last one.

    `models` has the entries of a project that say what the list of models is like, and
    `rows_independent` says that a suspicion of groups was dismissed.
    """

    name: str
    columns: Mapping[str, Any]
    payoffs: Mapping[str, Any]
    prior: float | None
    models: Mapping[str, Any] = field(default_factory=dict)
    rows_independent: bool = False


class RememberedChoices:
    """A file of choices, read when a data file is opened and written when one is closed.

    A file that is damaged counts as empty: what it held can be chosen again.
    """

    def __init__(self, file: Path) -> None:
        self._file = file

    def find(self, columns: Iterable[str]) -> Remembered | None:
        """Return what was chosen last for a file with these columns, in whichever order."""
        return self._read().get(shape_of(columns))

    def remember(self, columns: Iterable[str], choices: Remembered) -> None:
        """Keep choices; raises DataError where they cannot be written."""
        known = self._read()
        shape = shape_of(columns)
        if known.pop(shape, None) == choices:
            return
        newest = {shape: choices, **known}
        kept = [{"shape": key, **_entry(one)} for key, one in list(newest.items())[:MOST]]
        self._file.parent.mkdir(parents=True, exist_ok=True)
        write_json(self._file, {"version": 1, "files": kept})

    def _read(self) -> dict[str, Remembered]:
        if not self._file.exists():
            return {}
        try:
            content: Any = read_json(self._file)
        except DataError:
            return {}
        entries = content.get("files") if isinstance(content, dict) else None
        return dict(_checked(entries if isinstance(entries, list) else []))


def _entry(choices: Remembered) -> dict[str, Any]:
    optional = ("models", "rows_independent")
    return {name: value for name, value in asdict(choices).items() if value or name not in optional}


def shape_of(columns: Iterable[str]) -> str:
    """Return what files with the same columns share."""
    from hashlib import sha256  # loads OpenSSL

    names = json.dumps(sorted(columns))
    return sha256(names.encode()).hexdigest()


def _checked(entries: Iterable[Any]) -> Iterator[tuple[str, Remembered]]:
    """Yield the entries that are whole."""
    parts, shared = schema()["properties"], schema()["$defs"]
    whole = {
        "type": "object",
        "$defs": shared,
        "properties": {
            "shape": {"type": "string"},
            "name": {"type": "string"},
            "columns": shared["columns"],
            "payoffs": parts["payoffs"],
            "prior": shared["condition"]["properties"]["prior"],
            "models": {  # older files have none
                "type": "object",
                "properties": {name: parts[name] for name in MODEL_ENTRIES},
                "required": list(MODEL_ENTRIES),
                "additionalProperties": False,
            },
            "rows_independent": parts["rows_independent"],
        },
        "required": ["shape", "name", "columns", "payoffs", "prior"],
        "additionalProperties": False,
    }
    for entry in entries:
        try:
            check(entry, whole)
        except SchemaError:
            continue
        given = {key: value for key, value in entry.items() if key != "shape"}
        yield entry["shape"], Remembered(**given)
