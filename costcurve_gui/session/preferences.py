"""Preferences kept between runs of the program, each declared once with type and default."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QByteArray, QObject, QSettings, Signal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


LAYOUT_VERSION = 1
MAX_RECENT = 12


@dataclass(frozen=True, slots=True)
class RecentFile:
    """A file opened before. `opened` is the ISO time in UTC; a pinned one is never pushed out.

    `data` names the data of a project. `kept` says that what was chosen of the file is remembered.
    """

    path: str
    opened: str
    pinned: bool = False
    data: str = ""
    kept: bool = False

    @property
    def is_project(self) -> bool:
        """Whether it is a project, which has a data file of its own."""
        return self.path.endswith(".ccproj")


class Preferences(QObject):
    """Typed reading and writing of one settings file."""

    recent_changed = Signal(object)  # tuple[RecentFile, ...]
    view_changed = Signal(object)  # ViewOptions
    defaults_changed = Signal(object)  # Defaults

    def __init__(self, store: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        migrate(store)

    @property
    def view(self) -> ViewOptions:
        """How the user wants to see things."""
        return ViewOptions(
            theme=_theme(self._store.value("view/theme")),
            grid=_truth(self._store.value("view/grid"), default=True),
            decimal_comma=_truth(self._store.value("view/decimal_comma"), default=False),
        )

    @view.setter
    def view(self, options: ViewOptions) -> None:
        if options == self.view:
            return
        self._write("view/theme", options.theme.value)
        self._write("view/grid", "true" if options.grid else "false")
        self._write("view/decimal_comma", "true" if options.decimal_comma else "false")
        self.view_changed.emit(options)

    @property
    def defaults(self) -> Defaults:
        """What a file begins with, and how often projects are saved."""
        return _defaults_from(self._store.value("defaults/choices"))

    @defaults.setter
    def defaults(self, defaults: Defaults) -> None:
        if defaults == self.defaults:
            return
        self._write("defaults/choices", json.dumps(asdict(defaults)))
        self.defaults_changed.emit(defaults)

    @property
    def recent(self) -> tuple[RecentFile, ...]:
        """Files opened before, newest first."""
        return _recent_from(self._store.value("files/recent"))

    def remember_file(self, path: str, data: str = "") -> None:
        """Put a file at the head of the recent ones; of a project with the name of its data."""
        known = {file.path: file for file in self.recent}
        now = datetime.now(UTC).isoformat(timespec="seconds")
        newest = replace(known.pop(path, RecentFile(path, now)), opened=now, data=data)
        self._write_recent(_within_limit([newest, *known.values()]))

    def keep_choices(self, path: str) -> None:
        """Say of a recent file that what was chosen of it is remembered."""
        self._write_recent(
            replace(file, kept=True) if file.path == path else file for file in self.recent
        )

    def forget_file(self, path: str) -> None:
        """Take a file off the recent ones."""
        self._write_recent(file for file in self.recent if file.path != path)

    def forget_files(self) -> None:
        """Empty the list, but for pinned files; projects have a list of their own."""
        self._write_recent(file for file in self.recent if file.pinned or file.is_project)

    def pin_file(self, path: str, pinned: bool) -> None:
        """Keep a file on the list whatever is opened later."""
        self._write_recent(
            replace(file, pinned=pinned) if file.path == path else file for file in self.recent
        )

    @property
    def data_folder(self) -> Path:
        """Folder of the file opened last."""
        return _folder(self._store.value("files/data_folder"))

    @data_folder.setter
    def data_folder(self, folder: Path) -> None:
        self._write("files/data_folder", str(folder))

    @property
    def export_folder(self) -> Path:
        """Folder of the file exported last."""
        return _folder(self._store.value("files/export_folder"))

    @export_folder.setter
    def export_folder(self, folder: Path) -> None:
        self._write("files/export_folder", str(folder))

    @property
    def table_format(self) -> str:
        """Ending of the table exported last."""
        return str(self._store.value("files/table_format", "csv"))

    @table_format.setter
    def table_format(self, ending: str) -> None:
        self._write("files/table_format", ending)

    @property
    def folder(self) -> Path:
        """Folder of the settings file."""
        return Path(self._store.fileName()).parent

    @property
    def export_options(self) -> dict[str, Any]:
        """What was chosen for the picture exported last; empty before the first one."""
        try:
            stored = json.loads(str(self._store.value("export/options", "{}")))
        except ValueError:
            return {}
        return stored if isinstance(stored, dict) else {}

    @export_options.setter
    def export_options(self, options: Mapping[str, Any]) -> None:
        self._write("export/options", json.dumps(options))

    @property
    def layout(self) -> tuple[bytes, bytes] | None:
        """Geometry and dock state of the window; None where another version wrote them."""
        if str(self._store.value("layout/version")) != str(LAYOUT_VERSION):
            return None
        geometry = self._store.value("layout/geometry")
        state = self._store.value("layout/state")
        if not isinstance(geometry, QByteArray) or not isinstance(state, QByteArray):
            return None
        return bytes(geometry.data()), bytes(state.data())

    @layout.setter
    def layout(self, layout: tuple[bytes, bytes]) -> None:
        geometry, state = layout
        self._write("layout/version", LAYOUT_VERSION)
        self._write("layout/geometry", QByteArray(geometry))
        self._write("layout/state", QByteArray(state))

    def sync(self) -> None:
        """Write everything to the file now."""
        self._store.sync()

    def _write(self, key: str, value: object) -> None:
        """Write an entry, and which version of the program knows what it means."""
        if not self._store.contains(VERSION_KEY):
            self._store.setValue(VERSION_KEY, VERSION)
        self._store.setValue(key, value)

    def _write_recent(self, files: Iterable[RecentFile]) -> None:
        before = self.recent
        after = tuple(files)
        if after == before:
            return
        self._write("files/recent", json.dumps([asdict(file) for file in after]))
        self.recent_changed.emit(after)


def _within_limit(files: list[RecentFile]) -> list[RecentFile]:
    surplus = len(files) - MAX_RECENT
    oldest_first = [file for file in reversed(files) if not file.pinned]
    dropped = {file.path for file in oldest_first[: max(surplus, 0)]}
    return [file for file in files if file.path not in dropped]


def _recent_from(stored: object) -> tuple[RecentFile, ...]:
    """Read the list; what cannot be read counts as empty."""
    if not isinstance(stored, str):
        return ()
    try:
        return tuple(
            RecentFile(
                str(entry["path"]),
                str(entry["opened"]),
                bool(entry["pinned"]),
                str(entry.get("data", "")),
                bool(entry.get("kept", False)),
            )
            for entry in json.loads(stored)
        )
    except (ValueError, TypeError, KeyError):
        return ()


def _defaults_from(stored: object) -> Defaults:
    """Read the defaults; an entry that cannot be used counts as never set."""
    try:
        given = json.loads(str(stored))
    except ValueError:
        return Defaults()
    entries = given if isinstance(given, dict) else {}
    usable = {name: entries[name] for name, fits in _USABLE.items() if fits(entries.get(name))}
    return Defaults(**usable)


def _is_number(value: object, low: float, high: float, kind: type = float) -> bool:
    numeric = isinstance(value, int if kind is int else int | float)
    return numeric and not isinstance(value, bool) and low <= cast("float", value) <= high


_USABLE: Mapping[str, Callable[[object], bool]] = {
    "prior": lambda value: _is_number(value, 0, 1),
    "unit": lambda value: isinstance(value, str),
    "level": lambda value: _is_number(value, 0.5001, 0.9999),
    "replicates": lambda value: _is_number(value, 100, 20_000, int),
    "autosave": lambda value: _is_number(value, 0, 60, int),
}


def _theme(stored: object) -> Theme:
    try:
        return Theme(str(stored))
    except ValueError:
        return Theme.SYSTEM


def _truth(stored: object, *, default: bool) -> bool:
    return default if stored is None else str(stored).lower() == "true"


def _folder(stored: object) -> Path:
    folder = Path(stored) if isinstance(stored, str) and stored else Path.home()
    return folder if folder.is_dir() else Path.home()


VERSION_KEY = "settings/version"
VERSION = 1
# From each version to the next one.
STEPS: Mapping[int, Callable[[QSettings], None]] = {}


def version_of(store: QSettings) -> int:
    """Return the version of a settings file; what cannot be understood counts as the first."""
    stored = str(store.value(VERSION_KEY, 1))
    return int(stored) if stored.isdecimal() else 1


def migrate(store: QSettings) -> None:
    """Take the steps from the file's version to this one; a file of a later version stays."""
    for version in range(version_of(store), VERSION):
        STEPS[version](store)
        store.setValue(VERSION_KEY, version + 1)


class Theme(StrEnum):
    """Colours of the window."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class ViewOptions:
    """How it is shown; kept between sessions, not part of undo."""

    theme: Theme = Theme.SYSTEM
    grid: bool = True
    decimal_comma: bool = False


@dataclass(frozen=True, slots=True)
class Defaults:
    """What a file begins with where nothing else is known of it; kept between sessions.

    `prior` None is the share of positives in the file. `autosave` is how many minutes lie between
    two savings of a project by itself, 0 for none.
    """

    prior: float | None = None
    unit: str = ""
    level: float = 0.9
    replicates: int = 2000
    autosave: int = 0
