"""The script of the page in Qt's JavaScript, and pages to look into."""

from __future__ import annotations

import json
from html.parser import HTMLParser

import pytest
from PySide6.QtQml import QJSEngine

from costcurve_gui.resources import resource_path


class Script:
    """`arithmetic.js`, whose functions are called with Python's values and return such."""

    def __init__(self):
        self._engine = QJSEngine()
        self.run(resource_path("page", "arithmetic.js").read_text(encoding="utf-8"))

    def run(self, text):
        found = self._engine.evaluate(text)
        assert not found.isError(), found.toString()
        return found

    def set(self, name, value):
        self.run(f"var {name} = {json.dumps(value)};")

    def value(self, text):
        """Return what an expression is, by way of JSON: every number with all its digits."""
        return json.loads(self.run(f"JSON.stringify({text})").toString())


@pytest.fixture(scope="session")
def script(qapp):
    return Script()


class Elements(HTMLParser):
    """Every element of a page with its attributes, and the text in each."""

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.found, self._open = [], []
        self.feed(page.decode())

    def handle_starttag(self, tag, attrs):
        self.found.append([tag, dict(attrs), ""])
        if tag not in ("meta", "input", "wbr"):
            self._open.append(self.found[-1])

    def handle_endtag(self, tag):
        assert self._open.pop()[0] == tag

    def handle_data(self, data):
        for one in self._open:
            one[2] += data

    def named(self, tag, **attributes):
        return [one for one in self.found if one[0] == tag and attributes.items() <= one[1].items()]

    def text(self, name):
        (one,) = [one for one in self.found if one[1].get("id") == name]
        return one[2]


@pytest.fixture
def elements():
    return Elements
