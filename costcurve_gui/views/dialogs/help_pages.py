"""The help pages that ship with the program: their list, their plain text, and a search over it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from costcurve_gui.resources import resource_path
from costcurve_gui.translation import tr
from costcurve_gui.views.catalogue import HEADS, family_of

if TYPE_CHECKING:
    from pathlib import Path

# Page, title; the order of the list at the left. Every view has a page of its name.
PAGES: tuple[tuple[str, str], ...] = (
    ("index", tr("First steps")),
    ("tutorial_credit", tr("Tutorial: credit with amounts")),
    ("tutorial_review", tr("Tutorial: credit with reviewers")),
    ("tutorial_mailing", tr("Tutorial: 800 of 4000 by mail")),
    ("tutorial_donors", tr("Tutorial: 300 letters by profit")),
    ("tutorial_screening", tr("Tutorial: a screening test")),
    ("data", tr("Data and models")),
    ("models", tr("Derived models")),
    ("import", tr("Reading a file")),
    ("inputs", tr("Counts and several classes")),
    ("payoffs", tr("Payoffs and condition")),
    ("decision", tr("Decision")),
    ("answers", tr("Answers")),
    *((view.key, view.title) for head in HEADS for view in family_of(head)),
    ("uncertainty", tr("Uncertainty")),
    ("projects", tr("Projects")),
    ("export", tr("Export")),
    ("preferences", tr("Preferences")),
    ("keyboard", tr("Keyboard")),
    ("terms", tr("Glossary")),
    ("papers", tr("From the papers to the screen")),
    ("sources", tr("Sources")),
)
HOME = "index"
_EXCERPT = 90  # characters of a page that stand below its title among what was found
_LEAD = 24  # of them before the first word
_IN_TITLE, _IN_HEADING = 1000, 100  # what a word there counts for, against once for one in the text
_UNLIKE_KEYS = str.maketrans({"\u2212": "-", "\u00a0": " ", "\u202f": " ", "\u2019": "'"})


@dataclass(frozen=True, slots=True)
class Found:
    """A page that has all words of a search, and the text round the first of them."""

    page: str
    title: str
    excerpt: str


@dataclass(frozen=True, slots=True)
class _Page:
    title: str
    headings: str
    text: str


def page_path(name: str) -> Path:
    """Return the file of a page; of the first one where there is none of that name."""
    known = name if name in dict(PAGES) else HOME
    return resource_path("help", f"{known}.html")


def search_words(query: str) -> tuple[str, ...]:
    """Return what is looked for: words in any case, with the minus sign of the keyboard."""
    return tuple(_plain(query).split())


def search_pages(query: str) -> list[Found]:
    """Return the pages that have all words, those with a word in title or heading first."""
    words = search_words(query)
    if not words:
        return []
    counted = [(_weight(_page(name), words), name, title) for name, title in PAGES]
    counted = [one for one in counted if one[0]]
    counted.sort(key=lambda one: -one[0])  # equal ones keep the order of the list
    return [Found(name, title, _excerpt(_page(name).text, words)) for _, name, title in counted]


def _weight(page: _Page, words: tuple[str, ...]) -> int:
    """Return how much a page is about the words; 0 where one is missing."""
    text = _plain(page.text)
    counts = [text.count(word) for word in words]
    if not all(counts):
        return 0
    title, headings = _plain(page.title), _plain(page.headings)
    return sum(counts) + sum(
        _IN_TITLE * (word in title) + _IN_HEADING * (word in headings) for word in words
    )


def _excerpt(text: str, words: tuple[str, ...]) -> str:
    """Return a piece of the text that begins shortly before the words, with whole words."""
    plain = _plain(text)
    together = plain.find(" ".join(words))
    at = together if together >= 0 else min(plain.find(word) for word in words)
    first = max(0, at - _LEAD)
    if first:
        first = text.find(" ", first) + 1
    last = first + _EXCERPT
    if last < len(text):
        last = text.rfind(" ", first, last)
    return ("\u2026 " if first else "") + text[first:last] + (" \u2026" if last < len(text) else "")


def _plain(text: str) -> str:
    """Return text as it is compared: as long as it was, small, with the signs of a keyboard."""
    return text.translate(_UNLIKE_KEYS).lower()


@cache
def _page(name: str) -> _Page:
    reader = _TextReader()
    reader.feed(page_path(name).read_text(encoding="utf-8"))
    text = " ".join("".join(reader.text).split())
    return _Page(dict(PAGES)[name], " ".join(reader.headings), text)


class _TextReader(HTMLParser):
    """Collects the words of a page: its headings by themselves as well."""

    _APART = frozenset(("p", "li", "td", "th", "h1", "h2", "h3", "br"))

    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self.headings: list[str] = []
        self._tag = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Part what stands in paragraphs and cells of its own."""
        del attrs
        if tag in self._APART or tag == "title":
            self._tag = tag
            self.text.append(" ")

    def handle_data(self, data: str) -> None:
        """Keep the text."""
        if self._tag == "title":
            return
        self.text.append(data)
        if self._tag in ("h2", "h3"):
            self.headings.append(data)
