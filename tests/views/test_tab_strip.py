import pytest
from PySide6.QtWidgets import QMenu, QToolButton

from costcurve_gui.views.shell.tab_strip import TabStrip, tabs_that_fit

TABS = ["Cost space", "Difference", "P(cheapest)", "Verdicts", "Superiority", "Regret"]


@pytest.fixture
def strip(qtbot):
    made = TabStrip("cost_tabs", "Views beside Cost space")
    qtbot.addWidget(made)
    for tab in TABS:
        made.add_tab(tab)
    made.show()
    return made


def shown(strip):
    return [tab for at, tab in enumerate(TABS) if strip.bar.isTabVisible(at)]


def others(strip):
    return strip.findChild(QToolButton, "cost_tabs_others")


@pytest.mark.parametrize(
    ("room", "current", "fit"),
    [
        (60, 0, {0, 1, 2}),
        (59, 0, {0, 1}),  # 10 of them go to the button
        (59, 2, {0, 2}),
        (30, 2, {2}),
        (0, 1, {1}),
    ],
)
def test_that_the_current_tab_and_the_first_that_fit_are_shown(room, current, fit):
    assert tabs_that_fit([20, 20, 20], room, current, 10) == fit


def test_that_a_wide_strip_shows_five_tabs_and_no_menu_where_there_are_no_more(qtbot, strip):
    strip.resize(1000, 24)
    assert shown(strip) == TABS[:5]
    assert others(strip).isVisible()
    few = TabStrip("few_tabs", "Views beside Few")
    qtbot.addWidget(few)
    for tab in TABS[:5]:
        few.add_tab(tab)
    few.resize(1000, 24)
    few.show()
    assert all(few.bar.isTabVisible(at) for at in range(5))
    assert not few.findChild(QToolButton, "few_tabs_others").isVisible()


def test_that_no_tab_is_cut_and_those_left_out_stand_in_a_menu(strip):
    strip.resize(300, 24)
    assert 1 < len(shown(strip)) < len(TABS)
    assert others(strip).text() == "More"
    assert others(strip).toolTip() == ", ".join(tab for tab in TABS if tab not in shown(strip))
    assert sum(strip.bar.tabRect(at).width() for at in range(6)) <= others(strip).x()


def test_that_the_current_tab_stays_in_sight_however_the_width_changes(strip):
    strip.bar.setCurrentIndex(TABS.index("Verdicts"))
    for width in (300, 222, 180, 367, 222, 1000, 200):
        strip.resize(width, 24)
        place = strip.bar.tabRect(strip.bar.currentIndex())
        assert place.left() >= 0
        assert place.width() > 20
        assert place.right() < (others(strip).x() if others(strip).isVisible() else width)


def test_that_a_tab_from_the_menu_becomes_current_and_visible(qtbot, strip):
    strip.resize(300, 24)
    menu = strip.findChild(QMenu, "cost_tabs_others_menu")
    menu.aboutToShow.emit()
    with qtbot.waitSignal(strip.chosen) as caught:
        menu.actions()[-1].trigger()
    assert caught.args == [TABS.index("Regret")]
    assert "Regret" in shown(strip)
    assert strip.bar.tabRect(TABS.index("Regret")).width() > 20


def test_that_a_tab_of_what_the_data_cannot_have_is_grey_in_the_menu_with_the_reason(strip):
    strip.resize(1000, 24)
    strip.offer(1, "no second model")
    assert shown(strip) == [TABS[0], *TABS[2:]]
    menu = strip.findChild(QMenu, "cost_tabs_others_menu")
    menu.aboutToShow.emit()
    assert [(one.text(), one.isEnabled()) for one in menu.actions()] == [
        ("Difference\tno second model", False)
    ]
    strip.bar.setCurrentIndex(1)
    assert "Difference" in shown(strip)
    strip.bar.setCurrentIndex(0)
    assert "Difference" not in shown(strip)
    strip.offer(1)
    assert shown(strip) == TABS[:5]
