import re
from html import unescape

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QAbstractButton, QApplication, QListWidget, QTextBrowser

from costcurve_gui.analysis.examples import example_keys
from costcurve_gui.resources import resources_root
from costcurve_gui.views.catalogue import VIEWS
from costcurve_gui.views.dialogs.help_pages import PAGES
from costcurve_gui.views.dialogs.help_viewer import HelpViewer
from costcurve_gui.views.shell.theme import DARK, LIGHT, apply_theme

NAMES = [name for name, _ in PAGES]


def help_text(name):
    return (resources_root() / "help" / f"{name}.html").read_text(encoding="utf-8")


@pytest.fixture
def viewer(qtbot):
    widget = HelpViewer()
    qtbot.addWidget(widget)
    widget.show_page("index")
    return widget


def click(qtbot, viewer, name):
    qtbot.mouseClick(viewer.findChild(QAbstractButton, name), Qt.MouseButton.LeftButton)


def test_that_every_page_listed_exists_and_no_page_is_left_out():
    files = {path.stem for path in (resources_root() / "help").glob("*.html")}
    assert files == set(NAMES)


def test_that_the_page_on_differences_tells_of_their_band():
    text = " ".join(help_text("difference").split())
    for told in ("Grey band", "90&nbsp;%", "significant", "ticks at its ends", "rule of three"):
        assert told in text


@pytest.mark.parametrize(("name", "title"), PAGES)
def test_that_a_page_has_its_title_and_working_links(name, title):
    text = help_text(name)
    assert f"<h1>{title}</h1>" in text
    for target in re.findall(r'href="([^"]+)"', text):
        if target.startswith("example:"):
            assert target.removeprefix("example:") in example_keys()
            continue
        page, _, anchor = target.partition("#")
        linked = resources_root() / "help" / page
        assert linked.is_file()
        assert not anchor or f'name="{anchor}"' in linked.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", list(VIEWS))
def test_that_the_page_of_a_view_says_how_to_read_it_how_it_is_computed_and_its_source(name):
    text = help_text(name)
    lead, *parts = re.split(r"<h2>(.*?)</h2>", text)
    said = dict(zip(parts[::2], parts[1::2], strict=True))
    assert len(plain(lead)) > 80  # what it shows
    for heading in ("How to read it", "How it is computed", "Source"):
        assert len(plain(said[heading])) > 20, heading
    assert list(said)[-1] == "Source"
    assert re.search(r"\(\d{4}\)", said["Source"])


@pytest.mark.parametrize("name", ["payoffs", "decision", "data", "answers"])
def test_that_the_page_of_a_panel_names_its_source(name):
    assert 'href="sources.html"' in help_text(name).split("<h2>Source</h2>")[1]


def test_that_every_source_that_a_page_cites_is_listed():
    listed = plain(help_text("sources"))
    for name in NAMES:
        source = plain(help_text(name).rpartition("<h2>Source</h2>")[2])
        for author, year in re.findall(r"(\w+)(?: and [\w, -]+)? \((\d{4})\)", source):
            assert re.search(rf"{author}[^()]*\({year}\)", listed), (name, author, year)


def test_that_the_glossary_is_sorted_and_its_pages_use_the_terms():
    rows = re.findall(r'<tr><td><a name="(\w+)"></a>(.*?)</td>.*?href="(\w+).html"', flat("terms"))
    words = [re.sub(r"[^a-z]", "", unescape(term).lower()) for _, term, _ in rows]
    assert len(rows) > 60
    assert words == sorted(words)
    assert len({anchor for anchor, _, _ in rows}) == len(rows)
    for _, term, page in rows:
        assert key_word(term) in plain(help_text(page)).lower(), term


def key_word(term):
    return unescape(term).split(",")[0].split()[0].lower()


def flat(name):
    return " ".join(help_text(name).split())


def plain(markup):
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", markup)).split())


@pytest.mark.parametrize("name", NAMES)
def test_that_the_viewer_opens_at_the_page_asked_for(viewer, name):
    viewer.show_page(name)
    assert viewer.page == name
    assert dict(PAGES)[name] in viewer.findChild(QTextBrowser).toPlainText()
    assert viewer.findChild(QListWidget).currentRow() == NAMES.index(name)


def test_that_an_unknown_page_leads_to_the_first_one(viewer):
    viewer.show_page("no_such_page")
    assert viewer.page == "index"


def test_that_a_link_leads_on_and_back_returns(qtbot, viewer):
    browser = viewer.findChild(QTextBrowser)
    for _ in range(2):  # the second link of the page
        qtbot.keyClick(browser, Qt.Key.Key_Tab)
    qtbot.keyClick(browser, Qt.Key.Key_Return)
    assert viewer.page == "payoffs"
    click(qtbot, viewer, "help_back")
    assert viewer.page == "index"
    click(qtbot, viewer, "help_forward")
    assert viewer.page == "payoffs"


def test_that_the_list_opens_pages(qtbot, viewer):
    pages = viewer.findChild(QListWidget)
    pages.setFocus()
    qtbot.keyClick(pages, Qt.Key.Key_Down)
    assert viewer.page == NAMES[1]


def test_that_links_take_the_colour_of_the_theme(viewer):
    app = QApplication.instance()
    browser = viewer.findChild(QTextBrowser)
    try:
        for tokens in (DARK, LIGHT):
            apply_theme(app, tokens)
            assert tokens.accent in browser.toHtml()
    finally:
        apply_theme(app, LIGHT)


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_that_a_picture_has_the_dots_of_the_screen(viewer, monkeypatch, ratio):
    browser = viewer.findChild(QTextBrowser)
    viewer.show_page("papers")
    width = int(re.search(r'f04_3\.png" width="(\d+)"', help_text("papers"))[1])
    monkeypatch.setattr(browser, "devicePixelRatioF", lambda: ratio)
    kind = QTextDocument.ResourceType.ImageResource.value
    shown = browser.loadResource(kind, QUrl("papers/f04_3.png"))
    assert (shown.width(), shown.devicePixelRatio()) == (width * ratio, ratio)


def test_that_escape_closes(qtbot, viewer):
    qtbot.keyClick(viewer, Qt.Key.Key_Escape)
    assert not viewer.isVisible()


def test_that_the_viewer_leaves_the_window_usable(viewer):
    assert not viewer.isModal()


def test_that_a_link_to_an_example_asks_for_it_and_a_link_to_a_page_opens_it(qtbot, viewer):
    viewer.show_page("papers")
    browser = viewer.findChild(QTextBrowser)
    with qtbot.waitSignal(viewer.example_requested) as asked:
        browser.anchorClicked.emit(QUrl("example:f04-10"))
    assert asked.args == ["f04-10"]
    assert viewer.page == "papers"
    browser.anchorClicked.emit(browser.source().resolved(QUrl("roc.html")))
    assert viewer.page == "roc"
