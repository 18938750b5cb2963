from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QSettings

from costcurve_gui.session.preferences import MAX_RECENT, Defaults, Preferences, Theme, ViewOptions

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def stored_in(folder: Path) -> QSettings:
    return QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)


def reread(settings: Preferences, tmp_path: Path) -> Preferences:
    settings.sync()
    return Preferences(stored_in(tmp_path))


def test_that_view_options_survive_a_restart(settings: Preferences, tmp_path: Path) -> None:
    chosen = ViewOptions(theme=Theme.DARK, grid=False, decimal_comma=True)
    settings.view = chosen
    assert reread(settings, tmp_path).view == chosen


def test_that_defaults_of_files_survive_a_restart(
    settings: Preferences, tmp_path: Path, qtbot: QtBot
) -> None:
    chosen = Defaults(prior=0.04, unit="\u20ac", level=0.95, replicates=500, autosave=5)
    with qtbot.waitSignal(settings.defaults_changed) as signal:
        settings.defaults = chosen
    assert signal.args == [chosen]
    assert reread(settings, tmp_path).defaults == chosen
    with qtbot.assertNotEmitted(settings.defaults_changed):
        settings.defaults = chosen


@pytest.mark.parametrize(
    "stored",
    [
        "no json",
        "[1]",
        '{"prior": 2, "level": 0.1, "replicates": 1e9, "autosave": -1, "unit": 3}',
        '{"prior": "0.1", "level": true, "replicates": 500.5, "autosave": null}',
        '{"prior": NaN, "level": Infinity}',
    ],
)
def test_that_damaged_defaults_count_as_never_set(
    settings: Preferences, tmp_path: Path, stored: str
) -> None:
    settings.sync()
    store = stored_in(tmp_path)
    store.setValue("defaults/choices", stored)
    assert Preferences(store).defaults == Defaults()


def test_that_fresh_settings_have_the_defaults(settings: Preferences) -> None:
    assert settings.view == ViewOptions()
    assert settings.recent == ()
    assert settings.layout is None


def test_that_unchanged_view_options_do_not_signal(settings: Preferences, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(settings.view_changed):
        settings.view = ViewOptions()
    with qtbot.waitSignal(settings.view_changed) as signal:
        settings.view = ViewOptions(grid=False)
    assert signal.args == [ViewOptions(grid=False)]


def test_that_the_newest_file_comes_first_and_only_once(
    settings: Preferences, tmp_path: Path
) -> None:
    for path in ("a.csv", "b.csv", "a.csv"):
        settings.remember_file(path)
    assert [file.path for file in reread(settings, tmp_path).recent] == ["a.csv", "b.csv"]


def test_that_the_oldest_file_falls_out_unless_it_is_pinned(settings: Preferences) -> None:
    settings.remember_file("pinned.csv")
    settings.pin_file("pinned.csv", pinned=True)
    for number in range(MAX_RECENT):
        settings.remember_file(f"{number}.csv")
    paths = [file.path for file in settings.recent]
    assert len(paths) == MAX_RECENT
    assert "pinned.csv" in paths
    assert "0.csv" not in paths


def test_that_opening_a_pinned_file_again_keeps_its_pin(settings: Preferences) -> None:
    settings.remember_file("pinned.csv")
    settings.pin_file("pinned.csv", pinned=True)
    settings.remember_file("pinned.csv")
    assert settings.recent[0].pinned


def test_that_forgetting_spares_pinned_files(settings: Preferences) -> None:
    for path in ("a.csv", "b.csv", "c.csv"):
        settings.remember_file(path)
    settings.pin_file("b.csv", pinned=True)
    settings.forget_file("c.csv")
    assert [file.path for file in settings.recent] == ["b.csv", "a.csv"]
    settings.forget_files()
    assert [file.path for file in settings.recent] == ["b.csv"]


@pytest.mark.parametrize("garbage", ["no json", "[1, 2]", '[{"path": "a"}]', "7"])
def test_that_a_damaged_list_of_files_counts_as_empty(tmp_path: Path, garbage: str) -> None:
    store = stored_in(tmp_path)
    store.setValue("files/recent", garbage)
    assert Preferences(store).recent == ()


def test_that_an_unknown_theme_counts_as_the_system_one(tmp_path: Path) -> None:
    store = stored_in(tmp_path)
    store.setValue("view/theme", "sepia")
    assert Preferences(store).view.theme is Theme.SYSTEM


def test_that_the_layout_survives_a_restart(settings: Preferences, tmp_path: Path) -> None:
    settings.layout = (b"geometry\x00\x01", b"docks\xff")
    assert reread(settings, tmp_path).layout == (b"geometry\x00\x01", b"docks\xff")


def test_that_the_layout_of_another_version_is_left_alone(tmp_path: Path) -> None:
    store = stored_in(tmp_path)
    Preferences(store).layout = (b"geometry", b"docks")
    store.setValue("layout/version", 999)
    assert Preferences(store).layout is None


def test_that_a_vanished_folder_falls_back_to_home(settings: Preferences, tmp_path: Path) -> None:
    settings.data_folder = tmp_path
    assert settings.data_folder == tmp_path
    settings.data_folder = tmp_path / "gone"
    assert settings.data_folder == Path.home()
    assert settings.table_format == "csv"
    settings.table_format = "xlsx"
    assert settings.table_format == "xlsx"
    settings.export_folder = tmp_path
    assert settings.export_folder == tmp_path


def test_that_clearing_the_files_leaves_the_projects(settings: Preferences) -> None:
    settings.remember_file("/a/march.csv")
    settings.remember_file("/a/march.ccproj", "march.csv")
    settings.forget_files()
    assert [(file.path, file.data) for file in settings.recent] == [
        ("/a/march.ccproj", "march.csv")
    ]
    settings.forget_file("/a/march.ccproj")
    assert settings.recent == ()
