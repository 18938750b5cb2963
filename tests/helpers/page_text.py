"""The words on the page of a picture as they are drawn: read from its SVG."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QTransform

if TYPE_CHECKING:
    from collections.abc import Iterator

_SVG = "{http://www.w3.org/2000/svg}"
_RISE, _DROP = 0.72, 0.16  # of the size of the letters, over and under the line they stand on


class DrawnText(NamedTuple):
    """Words with the box of their letters, in the units of the page."""

    text: str
    box: QRectF


def drawn_texts(svg: str) -> list[DrawnText]:
    """Return all words of a picture."""
    root = ElementTree.fromstring(svg)  # noqa: S314 (our own text)
    return list(_texts(root, QTransform(), {}))


def _texts(node: ElementTree.Element, at: QTransform, given: dict[str, str]) -> Iterator[DrawnText]:
    given = {**given, **node.attrib}
    turn = node.attrib.get("transform", "")
    if turn.startswith("matrix("):
        numbers = [float(part) for part in turn[7:-1].split(",")]
        at = QTransform(*numbers) * at
    if node.tag == f"{_SVG}text":
        font = QFont(given["font-family"])
        font.setPixelSize(max(round(float(given["font-size"])), 1))
        font.setWeight(QFont.Weight(int(given["font-weight"])))
        text, size = "".join(node.itertext()), float(given["font-size"])
        foot = QPointF(float(node.attrib["x"]), float(node.attrib["y"]))
        width = QFontMetricsF(font).horizontalAdvance(text)
        box = QRectF(foot.x(), foot.y() - _RISE * size, width, (_RISE + _DROP) * size)
        if text.strip():
            yield DrawnText(text, at.mapRect(box))
    for child in node:
        yield from _texts(child, at, given)


def overlapping(texts: list[DrawnText]) -> list[tuple[str, str]]:
    """Return the words that stand on each other."""
    return [
        (one.text, other.text)
        for one, other in combinations(texts, 2)
        if one.box.intersects(other.box)
    ]
