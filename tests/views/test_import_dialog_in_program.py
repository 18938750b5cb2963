import gc

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox

from costcurve_gui.views.dialogs.import_columns import ColumnsTable
from costcurve_gui.views.dialogs.import_dialog import ImportDialog
from costcurve_gui.window.program import Program

HEADER = "label,score_a,score_b\n"


@pytest.fixture
def program(qtbot, settings):
    started = Program(settings)
    qtbot.addWidget(started.window)
    started.window.show()
    yield started
    started.window.close()


@pytest.fixture
def dialog(qtbot, program, tmp_path):
    path = tmp_path / "march.csv"
    rows = (f"{'bad' if i % 3 == 0 else 'good'},{(i * 7) % 31},{i}" for i in range(60))
    path.write_text(HEADER + "\n".join(rows) + "\n", encoding="utf-8")
    program.datasets.open_paths([path])
    find = program.window.findChild
    qtbot.waitUntil(lambda: find(ImportDialog) is not None)
    gc.collect()  # what only the signals hold would be gone now
    return find(ImportDialog)


def choose_bad(qtbot, dialog):
    box = dialog.findChild(QComboBox, "import_positive")
    qtbot.keyClick(box, Qt.Key.Key_Home)
    assert box.currentText() == "bad"


def test_that_findings_arrive_after_the_positive_class_is_chosen(qtbot, dialog):
    choose_bad(qtbot, dialog)
    table = dialog.findChild(ColumnsTable)

    def found() -> bool:
        item = table.item(1, 5)
        return item is not None and item.text().startswith("AUC 0.")

    qtbot.waitUntil(found)
    dialog.reject()


def test_that_an_import_opens_the_file(qtbot, program, dialog):
    choose_bad(qtbot, dialog)
    button = dialog.findChild(QAbstractButton, "import_accept")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: program.session.state.dataset is not None)
    info = program.session.state.dataset
    assert (info.rows, info.positives, info.positive_label) == (60, 20, "bad")
    assert [model.name for model in info.models] == ["a", "b"]
