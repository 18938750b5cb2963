"""The page as HTML: a tree of elements, so that whatever a name holds is text and stays text.

Nothing is loaded from anywhere and nothing can be: the policy of the page admits its own style and
script by their hashes, and no other source of anything.
"""

from __future__ import annotations

import json
from base64 import b64encode
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element, SubElement, tostring

from costcurve_gui.page.tables import (
    details_section,
    key_of,
    matrix_section,
    models_section,
    text_in,
)
from costcurve_gui.resources import resource_path
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from costcurve_gui.page.content import Content
    from costcurve_gui.page.recommendation import Sentence

_SCRIPTS = ("arithmetic.js", "page.js")
NO_SCRIPT = tr(
    "The pictures and the sliders need the script in this page, which is switched "
    "off here. All figures of the recommendation are in the tables."
)
_FOOTER = tr(
    "This page holds no rows of the data and needs no network. "
    "Figures agree with the program to every digit shown."
)


def page_bytes(content: Content) -> bytes:
    """Return the page; the same content gives the same bytes."""
    root = Element("html", {"lang": "en"})
    _head(root, content.title)
    body = SubElement(root, "body")
    main = SubElement(body, "main")
    _header(main, content)
    _advice(main, content)
    upper = SubElement(main, "div", {"class": "two"})
    _picture(upper, content)
    _what_if(upper, content)
    lower = SubElement(main, "div", {"class": "two"})
    models_section(lower, content)
    matrix_section(lower, content)
    details_section(main, content)
    under = content.scene["minimum"]
    counts = (
        tr(" Counts above 0 and under {under:g} are not disclosed.", under=under) if under else ""
    )
    SubElement(main, "footer").text = _FOOTER + counts
    data = SubElement(body, "script", {"type": "application/json", "id": "scene"})
    data.text = safe_json(content.scene)
    SubElement(body, "script").text = _script()
    text = tostring(root, encoding="unicode", method="html")
    return f"<!DOCTYPE html>\n{text}\n".encode("utf-8", "replace")


def safe_json(value: Any) -> str:
    """Return JSON that ends no element of HTML and starts none, whatever its texts hold."""
    text = json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


@cache
def _script() -> str:
    return "".join(_shipped(name) for name in _SCRIPTS)


@cache
def _style() -> str:
    return _shipped("page.css")


def _shipped(name: str) -> str:
    return resource_path("page", name).read_text(encoding="utf-8")


def _policy() -> str:
    """Return what a browser is to admit: this script and this style."""
    script, style = (
        b64encode(sha256(text.encode()).digest()).decode() for text in (_script(), _style())
    )
    return (
        f"default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _head(root: Element, title: str) -> None:
    head = SubElement(root, "head")
    SubElement(head, "meta", {"charset": "utf-8"})
    SubElement(head, "meta", {"http-equiv": "Content-Security-Policy", "content": _policy()})
    SubElement(head, "meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"})
    SubElement(head, "meta", {"name": "referrer", "content": "no-referrer"})
    SubElement(head, "title").text = title
    SubElement(head, "style").text = _style()


def _header(main: Element, content: Content) -> None:
    header = SubElement(main, "header")
    left = SubElement(header, "div")
    text_in(left, "p", content.subtitle, "subtitle")
    SubElement(left, "h1").text = content.title
    right = SubElement(header, "div", {"class": "source"})
    for line in content.source:
        text_in(right, "p", line)


def _advice(main: Element, content: Content) -> None:
    chosen = next((row for row in content.rows if row.chosen), None)
    style = "" if chosen is None else f" {chosen.style.split()[0]}"
    advice = SubElement(main, "p", {"class": f"advice{style}"})
    for number, sentence in enumerate(content.recommendation):
        _sentence(advice, sentence, " " if number else "")
    text_in(main, "p", content.caveat, "caveat")


def _sentence(parent: Element, sentence: Sentence, before: str) -> None:
    span = SubElement(parent, "span")
    span.text = before
    for piece in sentence:
        text = piece.text.replace(" %", "\u00a0%")
        SubElement(span, "strong" if piece.strong else "bdi").text = text


def _picture(parent: Element, content: Content) -> None:
    words = content.scene["words"]
    section = SubElement(parent, "section", {"aria-labelledby": "profit-title"})
    title = tr(
        "What each model earns on this sample, by how many are {words}", words=words["acted"]
    )
    SubElement(section, "h2", {"id": "profit-title"}).text = title
    note = SubElement(section, "p", {"class": "small needs-script"})
    SubElement(note, "span", {"id": "condition"})
    SubElement(note, "span", {"id": "band-note", "data-at": content.band_note})
    SubElement(SubElement(section, "noscript"), "p", {"class": "small"}).text = NO_SCRIPT
    plot = {"id": "profit", "class": "plot needs-script", "role": "img", "aria-label": title}
    SubElement(section, "svg", plot)
    legend = SubElement(section, "ul", {"class": "legend needs-script", "aria-hidden": "true"})
    for row in content.rows:
        item = SubElement(legend, "li")
        item.append(key_of(row))
        SubElement(item, "bdi").text = row.name
    numbers = SubElement(section, "details", {"class": "numbers needs-script on-screen"})
    SubElement(numbers, "summary").text = tr("The picture as a table")
    scroll = SubElement(numbers, "div", {"class": "scroll"})
    SubElement(SubElement(scroll, "table"), "tbody", {"id": "profit-numbers"})


def _what_if(parent: Element, content: Content) -> None:
    section = SubElement(parent, "section", {"aria-labelledby": "what-if"})
    section.set("class", "needs-script on-screen")
    top = SubElement(section, "div", {"class": "headline"})
    SubElement(top, "h2", {"id": "what-if"}).text = tr("What if")
    SubElement(top, "span", {"id": "at-home", "class": "small"}).text = tr(
        "At the recommended setting"
    )
    back = {"id": "back", "type": "button", "class": "link on-screen", "hidden": "hidden"}
    SubElement(top, "button", back).text = tr("Back to the recommended setting")
    text_in(section, "p", tr("Move a slider; picture, table and counts follow."), "small on-screen")
    fields = SubElement(section, "fieldset", {"id": "controls", "disabled": "disabled"})
    words = content.scene["words"]
    _control(fields, "prior", words["shareLabel"], "%")
    _control(fields, "ratio", tr("Cost of a miss to a false alarm"), ": 1")
    _control(fields, "threshold", words["thresholdLabel"], "")
    SubElement(section, "p", {"id": "status", "role": "status", "class": "small"})


def _control(parent: Element, name: str, label: str, unit: str) -> None:
    control = SubElement(parent, "div", {"class": "control"})
    top = SubElement(control, "div", {"class": "headline"})
    SubElement(top, "label", {"for": name, "id": f"{name}-label"}).text = label
    side = SubElement(top, "span")
    field = {"id": f"{name}-field", "type": "text", "autocomplete": "off"}
    SubElement(side, "input", field | {"aria-labelledby": f"{name}-label"})
    SubElement(side, "span", {"class": "unit"}).text = unit
    SubElement(control, "input", {"id": name, "type": "range", "min": "0", "max": "1", "step": "1"})
    if name == "threshold":
        ends = SubElement(control, "div", {"class": "small ends"})
        for end in ("none", "all"):
            SubElement(ends, "span").text = end
    else:
        SubElement(control, "div", {"id": f"{name}-marks", "class": "marks", "aria-hidden": "true"})
    SubElement(control, "p", {"id": f"{name}-note", "class": "note"})
