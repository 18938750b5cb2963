"""The notices of everything that the program is made of, as shipped or as installed."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.resources import resource_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

SHIPPED = "licences.json"  # written by the build, beside the resources


@dataclass(frozen=True, slots=True)
class LicenceText:
    """One file of terms, under the name it has in its package."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A part of the program: what it is called, whose terms it is under, and their texts."""

    name: str
    version: str
    licence: str
    homepage: str = ""
    texts: tuple[LicenceText, ...] = ()


def shipped_notices(*, progress: Progress = NO_PROGRESS) -> tuple[Notice, ...]:
    """Return all notices: those of the build, or from source those of what is installed."""
    path = resource_path(SHIPPED)
    if path.is_file():
        return notices_from(path.read_text(encoding="utf-8"))
    from costcurve_gui.installed import installed_notices

    return installed_notices(progress=progress)


def components() -> tuple[Notice, ...]:
    """Return the same parts; from source without their texts, which take longer to read."""
    path = resource_path(SHIPPED)
    if path.is_file():
        return notices_from(path.read_text(encoding="utf-8"))
    from costcurve_gui.installed import installed_notices

    return installed_notices(with_texts=False)


def notices_from(text: str) -> tuple[Notice, ...]:
    """Read what `notices_text` wrote."""
    content = json.loads(text)
    return tuple(_notice(content["texts"], **entry) for entry in content["parts"])


def notices_text(notices: Iterable[Notice]) -> str:
    """Return notices as JSON, the same for the same notices, with every text once."""
    numbers: dict[str, int] = {}
    parts = [asdict(notice) for notice in notices]
    for part in parts:
        part["texts"] = [
            {"name": one["name"], "text": numbers.setdefault(one["text"], len(numbers))}
            for one in part["texts"]
        ]
    content = {"parts": parts, "texts": list(numbers)}
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def _notice(known: Sequence[str], texts: Iterable[Mapping[str, Any]], **fields: str) -> Notice:
    found = tuple(LicenceText(text["name"], known[text["text"]]) for text in texts)
    return Notice(**fields, texts=found)
