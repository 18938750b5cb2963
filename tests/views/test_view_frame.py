import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QProgressBar,
    QScrollArea,
    QWidget,
)

from costcurve_gui.views.view import CANCEL
from costcurve_gui.views.widgets.frames import DIMMED_LINE, PATIENCE_MS, ViewFrame, own_viewport


@pytest.fixture
def view(qtbot):
    return QWidget()


@pytest.fixture
def snapshot(qtbot, view):
    widget = ViewFrame(view, "cost")
    qtbot.addWidget(widget)
    widget.resize(400, 300)
    with qtbot.waitExposed(widget):
        widget.show()
    return widget


def test_that_an_empty_view_says_the_way_out(qtbot, snapshot, view):
    snapshot.show_empty("No model is switched on", "Switch one on.", "Show all models")
    assert snapshot.is_empty
    assert not view.isVisible()
    button = snapshot.findChild(QAbstractButton, "cost_empty_action")
    with qtbot.waitSignal(snapshot.action_requested) as caught:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert caught.args == ["empty"]
    snapshot.show_view()
    assert view.isVisible()


def test_that_a_message_without_action_has_no_button(snapshot):
    snapshot.show_empty("No data yet", "Open a file or drop it here.")
    assert not snapshot.findChild(QAbstractButton, "cost_empty_action").isVisible()


def test_that_a_fault_keeps_the_view_and_offers_its_links(qtbot, snapshot, view):
    snapshot.show_error("The cost is negative.", "Rows 31, 58.", [("rows", "Show rows")])
    assert view.isVisible()
    assert snapshot.error_text == "The cost is negative. Rows 31, 58."
    assert snapshot.foot_text == DIMMED_LINE
    with qtbot.waitSignal(snapshot.action_requested) as caught:
        link = snapshot.findChild(QAbstractButton, "cost_error_rows")
        qtbot.keyClick(link, Qt.Key.Key_Return)
    assert caught.args == ["rows"]
    snapshot.clear_error()
    assert snapshot.error_text == ""
    assert snapshot.foot_text == ""


def test_that_another_fault_replaces_the_links(snapshot):
    snapshot.show_error("One.", links=[("a", "A"), ("b", "B")])
    snapshot.show_error("Two.", links=[("c", "C")])
    QApplication.processEvents()
    shown = [b.objectName() for b in snapshot.findChildren(QAbstractButton) if b.isVisible()]
    assert shown == ["cost_error_c"]


def test_that_short_work_is_not_announced(qtbot, snapshot):
    snapshot.show_work(1, 10, "Bands")
    assert not snapshot.findChild(QProgressBar).isVisible()
    snapshot.end_work()
    qtbot.wait(PATIENCE_MS + 50)
    assert not snapshot.findChild(QProgressBar).isVisible()


def test_that_long_work_shows_its_share_and_can_be_cancelled(qtbot, snapshot, view):
    snapshot.show_work(500, 2000, "Bands")
    bar = snapshot.findChild(QProgressBar)
    qtbot.waitUntil(bar.isVisible)
    assert bar.value() / bar.maximum() == 0.25
    assert view.isVisible()
    assert snapshot.foot_text == "Bands, 500 of 2\u202f000"
    with qtbot.waitSignal(snapshot.action_requested) as caught:
        cancel = snapshot.findChild(QAbstractButton, "cost_foot_link")
        qtbot.mouseClick(cancel, Qt.MouseButton.LeftButton)
    assert caught.args == [CANCEL]
    snapshot.end_work()
    assert not bar.isVisible()
    assert snapshot.foot_text == ""


def test_that_the_line_of_a_fault_returns_after_work(qtbot, snapshot):
    snapshot.show_error("Fault.")
    snapshot.show_work(1, 4, "Bands")
    qtbot.waitUntil(lambda: snapshot.foot_text == "Bands, 1 of 4")
    snapshot.end_work()
    assert snapshot.foot_text == DIMMED_LINE


def test_that_the_dimmed_view_still_takes_the_mouse(qtbot, snapshot, view):
    snapshot.show_error("Fault.")
    veil = next(child for child in view.children() if isinstance(child, QWidget))
    assert veil.isVisible()
    assert veil.size() == view.size()
    assert veil.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)


def test_that_the_headline_is_plain_text(snapshot):
    snapshot.show_error("<b>amount</b> > 5")
    headline = snapshot.findChild(QLabel, "cost_error_headline")
    assert headline.textFormat() == Qt.TextFormat.PlainText


def test_that_an_own_viewport_is_like_one_of_qt(qtbot):
    found = []
    for area in (QScrollArea(), QScrollArea()):
        qtbot.addWidget(area)
        if found:
            own_viewport(area)
        viewport = area.viewport()
        found.append((viewport.objectName(), viewport.autoFillBackground(), viewport.focusProxy()))
        assert found[-1][2] is area
    assert found[0][:2] == found[1][:2]


def test_that_the_last_picture_stays_dimmed_and_labelled_while_the_next_is_awaited(snapshot, view):
    def picture():
        found = snapshot.findChild(QWidget, "cost_last_picture")
        return found if found is not None and found.isVisible() else None

    snapshot.show_view(awaited=True, subject="a")  # a first one has nothing to keep
    assert picture() is None
    for missing in (
        lambda: snapshot.show_view(awaited=True, subject="a"),
        lambda: snapshot.show_empty("Computing", "Wait.", awaited=True, subject="a"),
    ):
        snapshot.show_view(subject="a")
        missing()
        missing()  # the next snapshot still lacks it
        assert picture().accessibleName() == "Updating: drawn before the last change"
        assert view.isVisible()
        assert not snapshot.is_empty
        snapshot.show_view(subject="a")
        assert picture() is None
    snapshot.show_empty("Computing", "Wait.", awaited=True, subject="another file")
    assert picture() is None
    assert snapshot.message_text == "Computing. Wait."
    snapshot.show_view(subject="a")
    snapshot.show_view(awaited=True, subject="a")
    snapshot.show_empty("Could not be computed", "Too few.", subject="a")
    assert picture() is None
    assert snapshot.is_empty
