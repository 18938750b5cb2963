from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from costcurve_gui.session import preferences
from costcurve_gui.session.preferences import (
    VERSION,
    VERSION_KEY,
    Preferences,
    RecentFile,
    Theme,
    ViewOptions,
    version_of,
)

DATA = Path(__file__).resolve().parents[1] / "data"


def opened(path: Path) -> QSettings:
    return QSettings(str(path), QSettings.Format.IniFormat)


@pytest.fixture
def first(tmp_path: Path) -> QSettings:
    """Return a file as version 1 wrote it."""
    shutil.copy(DATA / "settings_version_1.ini", tmp_path / "old.ini")
    return opened(tmp_path / "old.ini")


def test_that_a_file_of_the_first_version_is_read_whole(
    first: QSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "is_dir", lambda folder: str(folder) in ("/data", "/pictures"))
    settings = Preferences(first)
    assert settings.view == ViewOptions(theme=Theme.DARK, grid=False)
    opened_at = "2026-11-01T09:00:00+00:00"
    assert settings.recent == (
        RecentFile("/data/april.csv", opened_at),
        RecentFile("/data/march.csv", opened_at, pinned=True),
    )
    assert settings.data_folder.as_posix() == "/data"
    assert settings.export_folder.as_posix() == "/pictures"
    assert settings.layout is not None
    assert all(settings.layout)


def test_that_every_version_has_a_file_and_a_step_to_the_next() -> None:
    kept = {path.name for path in DATA.glob("settings_version_*.ini")}
    assert {f"settings_version_{version}.ini" for version in range(1, VERSION + 1)} <= kept
    assert list(preferences.STEPS) == list(range(1, VERSION))


def test_that_files_of_all_versions_are_read_alike(tmp_path: Path) -> None:
    for path in DATA.glob("settings_version_*.ini"):
        shutil.copy(path, tmp_path / path.name)
        settings = Preferences(opened(tmp_path / path.name))
        assert settings.view == ViewOptions(theme=Theme.DARK, grid=False)
        assert len(settings.recent) == 2


def test_that_the_version_is_written_with_the_first_entry(settings: Preferences) -> None:
    store = settings._store
    assert not store.contains(VERSION_KEY)
    settings.remember_file("a.csv")
    assert version_of(store) == VERSION
    assert store.contains(VERSION_KEY)


def rename_theme(store: QSettings) -> None:
    store.setValue("look/theme", store.value("view/theme"))
    store.remove("view/theme")


def test_that_steps_are_taken_once_and_in_order(
    first: QSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[int] = []
    steps = {1: rename_theme, 2: lambda _: taken.append(2)}
    monkeypatch.setattr(preferences, "VERSION", 3)
    monkeypatch.setattr(preferences, "STEPS", steps)
    preferences.migrate(first)
    preferences.migrate(first)
    assert (first.value("look/theme"), first.contains("view/theme")) == ("dark", False)
    assert taken == [2]
    assert version_of(first) == 3


@pytest.mark.parametrize(("stored", "version"), [("7", 7), ("seven", 1), ("-3", 1)])
def test_that_a_version_of_later_or_of_nonsense_breaks_nothing(
    first: QSettings, stored: str, version: int
) -> None:
    first.setValue(VERSION_KEY, stored)
    assert Preferences(first).view.theme is Theme.DARK
    assert version_of(first) == version
