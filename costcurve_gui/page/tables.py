"""The tables of the page and its details, as elements of HTML."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement

from costcurve_gui.page.content import INTERVAL
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from costcurve_gui.page.content import Content, TableRow
    from costcurve_gui.page.details import Detail


def text_in(parent: Element, name: str, text: str, style: str = "") -> Element:
    """Add an element with a text."""
    made = SubElement(parent, name, {"class": style} if style else {})
    made.text = text
    return made


def _named(element: Element, name: str) -> None:
    """Write a name that a narrow column breaks after "_"."""
    first, *others = name.split("_")
    element.text = f"{first}_" if others else first
    for place, part in enumerate(others, start=1):
        SubElement(element, "wbr").tail = part if place == len(others) else f"{part}_"


def key_of(row: TableRow) -> Element:
    """Return the line of a curve, as a legend shows it."""
    key = Element("svg", {"class": "key", "aria-hidden": "true"})
    style = f"curve {row.style}{' chosen' if row.chosen else ''}"
    SubElement(key, "line", {"x1": "0", "x2": "28", "y1": "4", "y2": "4", "class": style})
    return key


def models_section(parent: Element, content: Content) -> None:
    """Add the table of models; the script fills the same cells again."""
    section = SubElement(parent, "section", {"aria-labelledby": "models-title"})
    title = tr("Each model at its best threshold")
    SubElement(section, "h2", {"id": "models-title"}).text = title
    text_in(section, "p", content.expected, "small")
    scroll = SubElement(section, "div", {"class": "scroll"})
    table = SubElement(scroll, "table", {"id": "models", "aria-labelledby": "models-title"})
    head = SubElement(SubElement(table, "thead"), "tr")
    for heading in content.headings:
        SubElement(head, "th", {"scope": "col"}).text = heading
    body = SubElement(table, "tbody")
    for row in content.rows:
        line = SubElement(body, "tr", {"class": "chosen"} if row.chosen else {})
        name = SubElement(line, "th", {"scope": "row"})
        name.append(key_of(row))
        if row.is_trivial:
            _named(SubElement(name, "bdi"), row.name)
        else:
            pressed = "true" if row.chosen else "false"
            pick = {"type": "button", "class": "name", "aria-pressed": pressed}
            _named(SubElement(name, "button", pick), row.name)
        figures = row.figures
        for text in (figures.threshold, figures.acted, figures.caught):
            text_in(line, "td", text)
        for text, part in content.amounts(row):
            cell = text_in(line, "td", text, part)
            if part == INTERVAL:
                cell.set("data-at", text)
        for heading, cell in zip(content.headings[1:], line.findall("td"), strict=True):
            cell.set("data-title", heading)  # which stands beside it on a narrow screen


def matrix_section(parent: Element, content: Content) -> None:
    """Add the confusion matrix and what it sums up to."""
    if content.matrix is None:
        return
    section = SubElement(parent, "section", {"aria-labelledby": "matrix-title"})
    title = {"id": "matrix-title", "class": "name", "data-at": content.matrix_title}
    SubElement(section, "h2", title).text = content.matrix_title
    text_in(section, "p", content.expected, "small")
    table = SubElement(section, "table", {"id": "matrix", "aria-labelledby": "matrix-title"})
    head = SubElement(SubElement(table, "thead"), "tr")
    positive, negative, act, leave = content.matrix_headings
    for heading in (
        "",
        tr("actual {positive}", positive=positive),
        tr("actual {negative}", negative=negative),
        "sum",
    ):
        SubElement(head, "th", {"scope": "col"}).text = heading
    body = SubElement(table, "tbody")
    texts = asdict(content.matrix)
    for name, cells, total in ((act, ("tp", "fp"), "acted"), (leave, ("fn", "tn"), "left")):
        line = SubElement(body, "tr")
        SubElement(line, "th", {"scope": "row"}).text = name
        for cell in cells:
            SubElement(line, "td", {"id": f"matrix-{cell}", "class": "cell"}).text = texts[cell]
        sums = SubElement(line, "td")
        SubElement(sums, "div", {"id": f"matrix-{total}"}).text = texts[total]
        share = {"id": f"matrix-{total}Share", "class": "small"}
        SubElement(sums, "div", share).text = texts[f"{total}_share"]
    _sums(section, content)


def _sums(section: Element, content: Content) -> None:
    listed = SubElement(section, "dl", {"class": "sums"})
    for place, (name, amount) in enumerate(content.sums):
        SubElement(listed, "dt", {"id": f"sum-name-{place}"}).text = name
        SubElement(listed, "dd", {"id": f"sum-{place}"}).text = amount


def details_section(main: Element, content: Content) -> None:
    """Add the curves of the specialist, and the topics that open."""
    section = SubElement(main, "section", {"class": "details", "aria-labelledby": "details-title"})
    top = SubElement(section, "div", {"class": "headline"})
    SubElement(top, "h2", {"id": "details-title"}).text = tr("Details")
    button = {"id": "open-all", "type": "button", "class": "link needs-script on-screen"}
    SubElement(top, "button", button).text = tr("Open all")
    halves = SubElement(section, "div", {"class": "halves needs-script"})
    for name, title, note in (
        ("roc", "ROC", tr("Rates of cases.")),
        ("cost", tr("Cost space"), content.cost_note),
    ):
        card = SubElement(halves, "section", {"aria-labelledby": f"{name}-title"})
        SubElement(card, "h2", {"id": f"{name}-title"}).text = title
        text_in(card, "p", note, "small")
        plot = {"id": name, "class": "plot", "role": "img", "aria-label": title}
        SubElement(card, "svg", plot)
    for detail in content.details:
        _topic(section, detail)


def _topic(section: Element, detail: Detail) -> None:
    topic = SubElement(section, "details", {"class": "topic"})
    summary = SubElement(topic, "summary")
    SubElement(summary, "strong").text = detail.title
    SubElement(summary, "span").text = detail.summary
    if detail.lines:
        listed = SubElement(topic, "ul")
        for line in detail.lines:
            SubElement(listed, "li").text = line
