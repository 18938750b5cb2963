import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtWidgets import QDockWidget, QTabBar

from costcurve_gui.analysis.selection_settings import BoundsSpec, SelectionSpec
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.dock_layout import NARROW, WIDE, arrangement_for
from costcurve_gui.views.shell.theme import LIGHT, apply_theme
from costcurve_gui.views.shell.window_commands import connected_window
from tests.helpers.plot_stand_in import PlotStandIn
from tests.helpers.snapshots import curve_set, settings, snapshot, state


@pytest.fixture
def window(qtbot, qapp):
    font = qapp.font()
    font.setPixelSize(12)
    qapp.setFont(font)
    apply_theme(qapp, LIGHT)
    return made(qtbot)


def made(qtbot):
    widget = connected_window(lambda _view: PlotStandIn())
    qtbot.addWidget(widget)
    widget.show()
    return widget


def fill(qtbot, window, width, height=700):
    window.resize(width, height)
    window.show_state(state())
    window.show_curves(curve_set())
    window.show_snapshot(snapshot())
    qtbot.wait(20)


def place(window, name):
    return window.findChild(QDockWidget, f"{name}_dock").geometry()


def press_between(qtbot, window, left):
    at = QPoint(place(window, left).right() + 2, 300)
    assert window.childAt(at) is None
    qtbot.mousePress(window, Qt.MouseButton.LeftButton, pos=at)
    qtbot.mouseRelease(window, Qt.MouseButton.LeftButton, pos=at)


def test_that_a_decision_of_another_height_moves_its_own_column_alone(qtbot, window, monkeypatch):
    fill(qtbot, window, 1440, 900)
    others = ("data", "payoffs", "roc", "cost")
    before, decision = {name: place(window, name) for name in others}, place(window, "decision")
    window.payoff_panel.show_error("fn", ValueError("This cannot be read."))
    panel = window.panel_docks["decision"].widget()
    monkeypatch.setattr(panel, "sizeHint", lambda: QSize(decision.width(), 300))
    window.texts_settled.emit()
    qtbot.waitUntil(lambda: place(window, "decision").height() < decision.height())
    assert {name: place(window, name) for name in others} == before


def test_that_a_window_of_another_size_shares_its_room_whatever_is_computed(qtbot, window):
    fill(qtbot, window, 1440, 900)
    assert place(window, "payoffs").width() == WIDE.widths(1440)[0]
    window.resize(1366, 768)
    qtbot.waitUntil(lambda: place(window, "payoffs").width() == WIDE.widths(1366)[0])


@pytest.mark.parametrize("room", [900, 1024, 1100, 1280, 1366, 1440, 1920])
def test_that_plots_are_wide_enough_to_be_read(qapp, room):
    font = qapp.font()
    font.setPixelSize(12)
    qapp.setFont(font)
    plot = arrangement_for(room).widths(room)[1]
    assert plot >= (290 if room >= 1000 else 250)


def test_that_pictured_sizes_have_two_columns_of_panels(window):
    assert arrangement_for(1440) is arrangement_for(1366) is WIDE
    assert arrangement_for(1280) is NARROW


def test_that_panels_share_one_column_of_a_narrow_window(qtbot, window):
    fill(qtbot, window, 1100)

    def assert_in_one_column() -> None:
        data, decision = place(window, "data"), place(window, "decision")
        assert data.left() == decision.left() == 0
        assert data.bottom() < decision.top()
        assert place(window, "roc").width() > 340

    qtbot.waitUntil(assert_in_one_column)
    strips = window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
    tabs = [[strip.tabText(at) for at in range(strip.count())] for strip in strips]
    panels = strips[tabs.index(["Data and models", "Payoffs"])]  # the others are of docks elsewhere
    assert panels.currentIndex() == 0


def test_that_the_decision_is_not_cut_in_a_narrow_window(qtbot, window):
    fill(qtbot, window, 1100)
    panel = window.decision_panel
    assert panel.width() <= panel.parentWidget().width()


def test_that_docks_follow_the_width_of_the_window(qtbot, window):
    fill(qtbot, window, 1440)
    assert place(window, "decision").left() > place(window, "cost").right()
    window.resize(1100, 700)
    qtbot.waitUntil(lambda: place(window, "decision").left() == 0)
    window.resize(1440, 700)
    qtbot.waitUntil(lambda: place(window, "decision").left() > place(window, "cost").right())


def test_that_docks_stay_where_the_user_gave_them_room(qtbot, window):
    fill(qtbot, window, 1440)
    press_between(qtbot, window, "roc")
    window.resize(1200, 700)
    qtbot.wait(20)
    assert place(window, "decision").left() > place(window, "cost").right()


def test_that_docks_stay_after_one_was_floated(qtbot, window):
    fill(qtbot, window, 1440)
    roc = window.findChild(QDockWidget, "roc_dock")
    roc.setFloating(True)
    roc.setFloating(False)
    window.resize(1200, 700)
    qtbot.wait(20)
    assert place(window, "decision").left() > 0


def test_that_the_programs_own_arrangement_is_not_kept_for_another_window(qtbot, window):
    fill(qtbot, window, 1100)
    geometry, docks = window.dock_layout.saved()
    assert docks == b""
    other = made(qtbot)
    other.dock_layout.restore(geometry, docks)
    fill(qtbot, other, 1440, 900)
    assert place(other, "decision").left() > place(other, "cost").right()


def test_that_the_users_arrangement_is_kept(qtbot, window):
    fill(qtbot, window, 1440)
    press_between(qtbot, window, "roc")
    assert window.dock_layout.saved()[1]


def test_that_the_decision_has_the_height_it_needs_and_answers_the_rest(qtbot, window):
    fill(qtbot, window, 1440, 1000)

    def has_what_it_needs() -> bool:
        wanted = window.decision_panel.sizeHint().height() + fonts.scaled(28)
        return place(window, "decision").height() == wanted

    qtbot.waitUntil(has_what_it_needs)
    before = place(window, "decision").height()
    bounds = SelectionSpec(bounds=BoundsSpec(fpr=0.2, tpr=0.5))
    window.show_snapshot(snapshot(settings(selection=bounds)))
    qtbot.waitUntil(lambda: place(window, "decision").height() > before + 80)
    qtbot.waitUntil(has_what_it_needs)
    window.show_snapshot(snapshot())
    qtbot.waitUntil(lambda: place(window, "decision").height() == before)


def test_that_answers_keep_146_pixels_in_a_low_window(qtbot, window):
    fill(qtbot, window, 1440, 700)
    qtbot.waitUntil(lambda: place(window, "answers").height() >= 146)


def test_that_panels_are_as_wide_as_pictured(qtbot, window):
    for room, left, right in ((1440, 328, 340), (1366, 316, 326)):
        fill(qtbot, window, room)
        qtbot.waitUntil(lambda left=left: place(window, "data").width() == left)
        assert place(window, "decision").width() == right
