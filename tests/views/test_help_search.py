"""The search of the help finds every page that has all words, and shows where."""

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QListWidget, QTextBrowser

from costcurve_gui.resources import resources_root
from costcurve_gui.views.dialogs.help_pages import PAGES, search_pages
from costcurve_gui.views.dialogs.help_viewer import HelpViewer
from costcurve_gui.views.shell.theme import tokens_in_use

TITLES = dict(PAGES)


def plain_text(name):
    """Return the text of a page by another way: tags cut out of the file."""
    source = (resources_root() / "help" / f"{name}.html").read_text(encoding="utf-8")
    inline = re.sub(r"</?(a|b|i|code)\b[^>]*>", "", source.split("<body>")[1])
    text = unescape(re.sub(r"<[^>]*>", " ", inline))
    return text.replace("\u2212", "-").replace("\u00a0", " ").replace("\u202f", " ").lower()


WORDS = sorted({word for name in TITLES for word in re.findall(r"[a-z]{4,}", plain_text(name))})


@pytest.fixture
def viewer(qtbot):
    widget = HelpViewer()
    qtbot.addWidget(widget)
    widget.show_page("index")
    return widget


def field(viewer):
    return viewer.findChild(QLineEdit, "help_search")


def rows(viewer):
    pages = viewer.findChild(QListWidget)
    return [pages.item(row).text() for row in range(pages.count())]


def marked(viewer):
    selections = viewer.findChild(QTextBrowser).extraSelections()
    return {one.cursor.selectedText().lower() for one in selections}


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=2))
def test_that_the_pages_found_are_those_that_have_every_word(words):
    expected = {name for name in TITLES if all(word in plain_text(name) for word in words)}
    assert {found.page for found in search_pages(" ".join(words))} == expected


@given(st.sampled_from(WORDS))
def test_that_an_excerpt_holds_the_word(word):
    for found in search_pages(word):
        assert word in found.excerpt.lower()
        assert len(found.excerpt) < 120


def test_that_no_words_find_nothing():
    assert search_pages("  ") == []


def test_that_a_page_named_so_stands_first():
    assert search_pages("calibration")[0].page == "calibration"
    assert search_pages("COST SPACE")[0].page == "cost"


def test_that_the_minus_of_the_keyboard_finds_that_of_the_page():
    assert "payoffs" in {found.page for found in search_pages("C(-|+)")}


def test_that_typing_lists_what_is_found_and_clearing_lists_all(qtbot, viewer):
    qtbot.keyClicks(field(viewer), "significant")
    assert rows(viewer) == [found.title for found in search_pages("significant")]
    assert 0 < len(rows(viewer)) < len(PAGES)
    qtbot.keyClick(field(viewer), Qt.Key.Key_Escape)
    assert rows(viewer) == list(TITLES.values())
    assert viewer.isVisible()


def test_that_the_arrows_open_what_was_found_with_its_words_marked(qtbot, viewer):
    qtbot.keyClicks(field(viewer), "deviates")
    qtbot.keyClick(field(viewer), Qt.Key.Key_Down)
    assert viewer.page == "det"
    assert marked(viewer) == {"deviates"}
    browser = viewer.findChild(QTextBrowser)
    assert browser.extraSelections()[0].format.background().color() == tokens_in_use().warning_soft
    assert browser.viewport().rect().intersects(browser.cursorRect())


def test_that_enter_goes_on_to_the_page(qtbot, viewer):
    viewer.activateWindow()
    qtbot.keyClicks(field(viewer), "deviates")
    qtbot.keyClick(field(viewer), Qt.Key.Key_Down)
    qtbot.keyClick(field(viewer), Qt.Key.Key_Return)
    assert viewer.focusWidget() is viewer.findChild(QTextBrowser)


def test_that_marks_go_with_the_words(qtbot, viewer):
    qtbot.keyClicks(field(viewer), "prior")
    assert marked(viewer) == {"prior"}
    field(viewer).clear()
    assert marked(viewer) == set()


def test_that_no_page_is_said(qtbot, viewer):
    none = viewer.findChild(QLabel, "help_none")
    assert not none.isVisible()
    qtbot.keyClicks(field(viewer), "zzzz")
    assert none.isVisible()
    assert none.text() == "No page has all of these words."


def test_that_control_and_f_goes_to_the_search(qtbot, viewer):
    viewer.activateWindow()
    qtbot.waitUntil(viewer.isActiveWindow)
    qtbot.keyClick(viewer, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert viewer.focusWidget() is field(viewer)
