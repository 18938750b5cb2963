"""The notices of everything that the program is made of, as shipped or as installed."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.resources import resource_path

if TYPE_CHECKING:
    from collections.abc import Iterable

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
    return tuple(_notice(**entry) for entry in json.loads(text))


def notices_text(notices: Iterable[Notice]) -> str:
    """Return notices as JSON, the same for the same notices."""
    return json.dumps([asdict(notice) for notice in notices], indent=1, ensure_ascii=False) + "\n"


def _notice(texts: Iterable[dict[str, str]], **fields: str) -> Notice:
    return Notice(**fields, texts=tuple(LicenceText(**text) for text in texts))
