"""The export dialog in the whole program: file and preview, style and undo, all views at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QCheckBox, QDialog, QLabel, QPushButton

from costcurve_gui.analysis.picture_style import PictureStyle
from costcurve_gui.views.catalogue import VIEWS
from costcurve_gui.views.dialogs.export_dialog import ExportDialog
from costcurve_gui.views.dialogs.export_preview import PicturePreview
from costcurve_gui.views.plotting.picture_options import ExportOptions
from tests.flows.driver import LEFT, dialog

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program


pytestmark = pytest.mark.shared_window


def export_of(qtbot: QtBot, program: Program, view: str = "cost") -> ExportDialog:
    """Open the dialog when all intervals are known, which would change its preview, and wait."""

    def settled() -> bool:
        snapshot = program.results.snapshot
        known = snapshot is not None and not program.bands._missing(snapshot)
        return known and not program.runner.busy

    qtbot.waitUntil(settled, timeout=60_000)
    program.window.commands[f"export_{view}"].trigger()
    export = dialog(qtbot, program, "export_dialog")
    assert isinstance(export, ExportDialog)
    preview = export.findChild(PicturePreview)
    qtbot.waitUntil(lambda: not preview.image.isNull())
    return export


def click(qtbot: QtBot, export: ExportDialog, name: str) -> None:
    qtbot.mouseClick(export.findChild(QPushButton, name), LEFT)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return an empty folder: the settings of the program lie beside it."""
    made = tmp_path / "out"
    made.mkdir()
    return made


def saved_to(monkeypatch: pytest.MonkeyPatch, program: Program, path: Path) -> None:
    monkeypatch.setattr(program.prompts, "choose_save_path", lambda _name, take: take(path))
    monkeypatch.setattr(program.prompts, "choose_folder", lambda _folder, take: take(path))


@pytest.mark.parametrize("preset", ["slide", "single"])
def test_that_the_preview_is_the_file_dot_for_dot(
    qtbot: QtBot,
    german_credit: Program,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    preset: str,
) -> None:
    path = tmp_path / "cost.png"
    saved_to(monkeypatch, german_credit, path)
    export = export_of(qtbot, german_credit)
    click(qtbot, export, f"export_preset_{preset}")
    preview = export.findChild(PicturePreview)
    size = export.options.pixel_size
    qtbot.waitUntil(lambda: preview.image.size().toTuple() == size)
    shown = preview.image
    click(qtbot, export, "export_copy")
    copied = QGuiApplication.clipboard().image()
    click(qtbot, export, "export_save")
    written = QImage(str(path))
    for other in (shown, copied):
        away = np.abs(levels(other) - levels(written))
        assert away.max() <= 1  # what Qt rounds where it blends letters over faint lines
        assert (away > 0).mean() < 1e-4


def levels(image: QImage) -> np.ndarray:
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    return np.array(plain.constBits(), dtype=np.int16)


def test_that_the_next_dialog_begins_as_the_last_one_ended(
    qtbot: QtBot, german_credit: Program
) -> None:
    export = export_of(qtbot, german_credit)
    click(qtbot, export, "export_preset_single")
    click(qtbot, export, "export_format_svg")
    assert export.options.equal_axes  # until switched off
    export.findChild(QCheckBox, "export_equal_axes").click()
    export._form._resize("width_mm", 99.0)
    options, custom_size = export.options, export.custom_size
    export.reject()
    again = export_of(qtbot, german_credit, "roc")
    assert again.options.to_json() == options.to_json()
    assert not again.options.equal_axes
    assert again.custom_size == custom_size
    assert custom_size.changes["width_mm"] == 99.0
    assert again.options.view == "roc"
    again.close()


def test_that_a_style_is_one_step_that_undo_takes_back(
    qtbot: QtBot, german_credit: Program
) -> None:
    session = german_credit.session
    before = session.undo_label
    export = export_of(qtbot, german_credit)
    export.style_edited.emit("cost", PictureStyle(title="Mine"))
    assert session.state.current.pictures == {"cost": PictureStyle(title="Mine")}
    assert session.undo_label == "change the style of a picture"
    assert export.options.style.title == "Mine"
    export.undo_requested.emit()
    assert session.state.current.pictures == {}
    assert export.options.style == PictureStyle()
    export.undo_requested.emit()  # what was done before the dialog stays
    assert session.undo_label == before
    export.redo_requested.emit()
    assert export.options.style.title == "Mine"
    export.close()


def test_that_a_style_belongs_to_its_view(qtbot: QtBot, german_credit: Program) -> None:
    export = export_of(qtbot, german_credit)
    export.style_edited.emit("cost", PictureStyle(title="Mine"))
    export.close()
    other = export_of(qtbot, german_credit, "roc")
    assert other.options.style == PictureStyle()
    other.close()


def test_that_all_views_are_written_into_a_folder(
    qtbot: QtBot, german_credit: Program, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved_to(monkeypatch, german_credit, folder)
    told: list[str] = []
    monkeypatch.setattr(german_credit.window.status, "notify", told.append)
    german_credit.settings.export_options = ExportOptions(
        width_mm=60, height_mm=45, dpi=50, text_pt=5.0, table="tsv"
    ).to_json()
    export = export_of(qtbot, german_credit)
    closed: list[int] = []
    export.finished.connect(closed.append)
    click(qtbot, export, "export_all")
    qtbot.waitUntil(lambda: bool(closed), timeout=120_000)
    names = {path.name for path in folder.iterdir()}
    for view in ("roc", "cost", "rociv", "profit", "pr", "det", "gain", "calibration"):
        assert f"{VIEWS[view].stem}.png" in names
        assert f"{VIEWS[view].stem}.tsv" in names
    assert not any(name.startswith(".") for name in names)
    assert not QImage(str(folder / "cost_space.png")).isNull()
    assert german_credit.settings.export_folder == folder
    assert any(one.startswith(f"Wrote {len(names)} files into {folder}") for one in told)
    assert closed == [QDialog.DialogCode.Accepted.value]


def test_that_stopping_leaves_nothing(
    qtbot: QtBot, german_credit: Program, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved_to(monkeypatch, german_credit, folder)
    export = export_of(qtbot, german_credit)
    said = export.findChild(QLabel, "export_facts")
    click(qtbot, export, "export_all")
    qtbot.waitUntil(lambda: said.text().startswith("Drawing"), timeout=60_000)
    assert len(list(folder.iterdir())) == 1
    click(qtbot, export, "export_cancel")
    assert list(folder.iterdir()) == []
    assert said.text() == "Stopped; nothing was written"
    assert export.isVisible()
    export.close()


@pytest.mark.parametrize("agrees_in_time", [True, False])
def test_that_files_in_the_folder_are_replaced_only_when_asked(
    qtbot: QtBot,
    german_credit: Program,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    agrees_in_time: bool,
) -> None:
    saved_to(monkeypatch, german_credit, folder)
    asked: list[tuple[object, Callable[[], None]]] = []
    monkeypatch.setattr(
        german_credit.prompts,
        "ask_to_replace",
        lambda names, _folder, agree: asked.append((names, agree)),
    )
    mine = folder / "roc.png"
    mine.write_text("mine")
    export = export_of(qtbot, german_credit)
    click(qtbot, export, "export_all")
    qtbot.waitUntil(lambda: bool(asked), timeout=120_000)
    [(names, agree)] = asked
    assert names == ["roc.png"]
    assert mine.read_text() == "mine"
    if agrees_in_time:
        agree()
        assert not QImage(str(mine)).isNull()
        assert (folder / "cost_space.png").exists()
        assert not export.isVisible()
        return
    export.close()
    agree()
    assert mine.read_text() == "mine"
    assert list(folder.iterdir()) == [mine]


def test_that_a_folder_that_cannot_be_written_is_named(
    qtbot: QtBot, german_credit: Program, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved_to(monkeypatch, german_credit, folder / "gone")
    told: list[str] = []
    monkeypatch.setattr(german_credit.prompts, "show_error", lambda *said: told.extend(said))
    export = export_of(qtbot, german_credit)
    click(qtbot, export, "export_all")
    assert told[0] == "Nothing was written"
    assert "there is no folder" in told[1]
    export.close()
