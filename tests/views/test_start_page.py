from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QPushButton, QWidget

from costcurve_gui.session.preferences import RecentFile
from costcurve_gui.views.shell.keyboard_focus import reading_order, takes_tab
from costcurve_gui.views.shell.start_page import ExampleCard, StartPage
from costcurve_gui.views.widgets.drop_area import DropArea
from costcurve_gui.views.widgets.recent_list import RecentEntry, folder_words, when_words
from costcurve_gui.views.widgets.recovery_card import RecoveryNote
from tests.helpers.clipped_text import clipped_texts

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
EXAMPLES = (
    ExampleCard("german", "German credit", "500 applicants, 6 models", "Costs follow the amount"),
    ExampleCard("sonar", "Sonar", "208 echoes, 16 models", "Nine trees as a family"),
)
ENTRIES = (
    RecentEntry("/data/a.csv", NOW),
    RecentEntry("/data/b.csv", NOW, pinned=True),
    RecentEntry("/data/gone.csv", NOW, missing=True),
)

IN_THE_LEFT_COLUMN = ["start_open", "start_paste", "example_german", "example_sonar"]
IN_THE_LIST = [
    "recent_clear",
    "recent_row_0",
    "recent_pin_0",
    "recent_row_1",
    "recent_pin_1",
    "recent_locate_2",
    "recent_remove_2",
]


@pytest.fixture
def page(qtbot):
    widget = StartPage()
    widget.show_examples(())
    qtbot.addWidget(widget)
    widget.show_examples(EXAMPLES)
    widget.show_recent(ENTRIES, NOW)
    widget.resize(1200, 700)
    with qtbot.waitExposed(widget):
        widget.show()
    widget.activateWindow()
    return widget


def button(page: StartPage, name: str) -> QAbstractButton:
    found = [b for b in page.findChildren(QAbstractButton, name) if not b.isHidden()]
    assert len(found) == 1
    return found[0]


def click(qtbot, page: StartPage, name: str) -> None:
    qtbot.mouseClick(button(page, name), Qt.MouseButton.LeftButton)


@pytest.mark.parametrize(
    ("name", "signal", "args"),
    [
        ("start_open", "open_requested", []),
        ("start_paste", "paste_requested", []),
        ("example_german", "example_requested", ["german"]),
        ("example_sonar", "example_requested", ["sonar"]),
        ("recent_row_0", "recent_requested", ["/data/a.csv"]),
        ("recent_pin_0", "recent_pinned", ["/data/a.csv", True]),
        ("recent_pin_1", "recent_pinned", ["/data/b.csv", False]),
        ("recent_locate_2", "recent_located", ["/data/gone.csv"]),
        ("recent_remove_2", "recent_removed", ["/data/gone.csv"]),
        ("recent_clear", "recent_cleared", []),
    ],
)
def test_that_a_click_reports_what_is_wanted(qtbot, page, name, signal, args):
    with qtbot.waitSignal(getattr(page, signal)) as caught:
        click(qtbot, page, name)
    assert caught.args == args


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_that_an_example_opens_by_the_keyboard(qtbot, page, key):
    button(page, "example_sonar").setFocus()
    with qtbot.waitSignal(page.example_requested) as caught:
        qtbot.keyClick(button(page, "example_sonar"), key)
    assert caught.args == ["sonar"]


def test_that_a_recent_file_opens_by_enter(qtbot, page):
    button(page, "recent_row_1").setFocus()
    with qtbot.waitSignal(page.recent_requested) as caught:
        qtbot.keyClick(button(page, "recent_row_1"), Qt.Key.Key_Return)
    assert caught.args == ["/data/b.csv"]


def test_that_tab_follows_the_eye(page):
    QApplication.processEvents()
    stops = [one.objectName() for one in reading_order(page) if takes_tab(one)]
    assert stops[:4] == IN_THE_LEFT_COLUMN
    assert stops[4:11] == IN_THE_LIST


def test_that_a_missing_file_says_so_and_does_not_open(qtbot, page):
    row = button(page, "recent_row_2")
    assert "moved or deleted" in [label.text() for label in row.findChildren(QLabel)]
    with qtbot.assertNotEmitted(page.recent_requested):
        qtbot.mouseClick(row, Qt.MouseButton.LeftButton, pos=QPoint(30, 10))


def test_that_a_new_list_replaces_the_old_one(page):
    page.show_recent(ENTRIES[:1], NOW)
    QApplication.processEvents()
    rows = [b for b in page.findChildren(QPushButton) if b.objectName().startswith("recent_row")]
    assert [row.objectName() for row in rows if row.isVisible()] == ["recent_row_0"]


def test_that_an_empty_list_explains_itself_and_offers_nothing_to_clear(page):
    page.show_recent((), NOW)
    assert page.findChild(QLabel, "recent_none").isVisible()
    assert not page.findChild(QAbstractButton, "recent_clear").isVisible()


def test_that_dropped_files_are_reported_as_paths(qtbot, page, tmp_path):
    area = page.findChild(DropArea, "start_drop_area")
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path / "x.csv")), QUrl("https://example.org/y")])
    actions, buttons = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    event = QDropEvent(QPointF(5, 5), actions, mime, buttons, Qt.KeyboardModifier.NoModifier)
    with qtbot.waitSignal(page.files_dropped) as caught:
        area.dropEvent(event)
    assert caught.args == [(str(tmp_path / "x.csv"),)]


def test_that_every_button_has_a_name_to_read_aloud(page):
    for widget in page.findChildren(QAbstractButton):
        assert widget.objectName(), widget
        assert widget.accessibleName(), widget.objectName()


@pytest.mark.parametrize(
    ("opened", "words"),
    [
        (datetime(2026, 11, 21, 9, 12, tzinfo=UTC), "today, 09:12"),
        (datetime(2026, 11, 20, 23, 59, tzinfo=UTC), "yesterday"),
        (datetime(2026, 11, 2, 9, 0, tzinfo=UTC), "2 November"),
        (datetime(2025, 11, 21, 9, 0, tzinfo=UTC), "21 November 2025"),
    ],
)
def test_that_dates_are_said_as_people_say_them(opened, words):
    assert when_words(opened, NOW) == words


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/home/ada/Documents/credit/a.csv", "Documents/credit"),
        ("/home/ada/a.csv", "Home"),
        ("/server/share/fraud/a.csv", "/server/share/fraud"),
    ],
)
def test_that_folders_are_named_from_home(path, words):
    assert folder_words(path, PurePosixPath("/home/ada")) == words


def test_that_a_remembered_file_becomes_a_line_in_local_time():
    file = RecentFile("/data/a.csv", "2026-11-21T09:12:00+00:00", pinned=True)
    entry = RecentEntry.of(file, missing=False)
    assert entry.opened == datetime(2026, 11, 21, 9, 12, tzinfo=UTC)
    assert entry.opened.tzinfo is not None
    assert (entry.path, entry.pinned, entry.missing) == ("/data/a.csv", True, False)


def test_that_the_home_folder_is_left_out_of_the_list_and_kept_choices_are_named(page):
    page.show_recent((RecentEntry(str(Path.home() / "x" / "a.csv"), NOW, kept=True),), NOW)
    QApplication.processEvents()
    texts = [label.text() for label in button(page, "recent_row_0").findChildren(QLabel)]
    assert "x \u00b7 choices kept" in texts


def test_that_projects_stand_apart_and_say_their_data(page):
    project = RecentEntry("/work/a.ccproj", NOW, data="march.csv")
    page.show_recent([project, *ENTRIES[:1]], NOW)
    assert page.findChild(QAbstractButton, "project_row_0").accessibleName() == "Open a.ccproj"
    assert page.findChild(QAbstractButton, "recent_row_0").accessibleName() == "Open a.csv"
    row = page.findChild(QAbstractButton, "project_row_0")
    assert any(
        "/work \u00b7 march.csv" in label.toolTip() + label.text()
        for label in row.findChildren(QLabel)
    )
    projects = page.findChild(QWidget, "project_list")
    assert projects.isVisibleTo(page)
    page.show_recent(ENTRIES, NOW)
    assert not projects.isVisibleTo(page)


def test_that_a_narrow_page_has_one_column_and_never_scrolls_sideways(qtbot, page):
    note = RecoveryNote("credit_march.ccproj", ("change the prior",) * 12, NOW, has_project=True)
    first = page.findChild(QWidget, "example_german")
    recent = page.findChild(QWidget, "recent_row_0")
    assert first.mapTo(page, QPoint()).x() < recent.mapTo(page, QPoint()).x()
    for width in (800, 700, 600, 500):
        page.resize(width, 600)
        QApplication.processEvents()
        assert page.horizontalScrollBar().maximum() == 0
    assert first.mapTo(page, QPoint()).y() < recent.mapTo(page, QPoint()).y()
    (card,) = page.show_recovery([note])
    qtbot.waitUntil(card.isVisible)
    QApplication.processEvents()
    assert page.horizontalScrollBar().maximum() == 0
    assert card.mapTo(page, QPoint()).y() < 40
    assert card.mapTo(page, QPoint(card.width(), 0)).x() <= page.viewport().width()
    assert not clipped_texts(card)
