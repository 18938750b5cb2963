"""The lines of words on the page of a picture: title, subtitle and source line.

Each has versions, and takes the longest that has room. Where the plot would be too small the
subtitle goes, then the second line of the title, last the source line.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt

from costcurve_gui.views.plotting.brushes import metrics

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PySide6.QtGui import QFont

_MOST_TITLE_LINES = 2


@dataclass(frozen=True, slots=True)
class Line:
    """One line of words on the page."""

    box: QRectF
    text: str
    font: QFont
    tone: str


@dataclass(frozen=True, slots=True)
class Words:
    """Versions of a line, the longest first; no versions where it is switched off."""

    versions: tuple[str, ...]
    font: QFont
    tone: str

    @property
    def height(self) -> float:
        """The height of one line."""
        return metrics(self.font).height()

    def fitting(self, width: float) -> str:
        """Return the longest version that is no wider; an empty text where none is."""
        wide = metrics(self.font).horizontalAdvance
        return next((text for text in self.versions if wide(text) <= width), "")

    def elided(self, width: float) -> str:
        """Return the longest version that is no wider, or the shortest one cut in the middle."""
        if not self.versions:
            return ""
        cut = metrics(self.font).elidedText(self.versions[-1], Qt.TextElideMode.ElideMiddle, width)
        return self.fitting(width) or cut

    def wrapped(self, width: float, most: int) -> list[str]:
        """Return the longest version that has room on one line, or the shortest on several."""
        one = self.fitting(width)
        if one or not self.versions:
            return [one] if one else []
        return _cut(wrapped(self.versions[-1], self.font, width), self.font, width, most)


@dataclass(frozen=True, slots=True)
class PageWords:
    """All words beside the plot; `gap` is what is left between them and the plot."""

    title: Words
    subtitle: Words
    source: Words
    gap: float

    def placed(self, room: QRectF) -> Iterator[tuple[QRectF, list[Line]]]:
        """Yield what is left of the page for the plot, and the lines, the most words first."""
        bare = replace(self, subtitle=replace(self.subtitle, versions=()))
        without_source = replace(bare, source=replace(self.source, versions=()))
        for words, most in (
            (self, _MOST_TITLE_LINES),
            (bare, _MOST_TITLE_LINES),
            (bare, 1),
            (without_source, 1),
        ):
            yield words._placed(QRectF(room), most)

    def _placed(self, room: QRectF, most: int) -> tuple[QRectF, list[Line]]:
        width, lines = room.width(), list[Line]()
        heading = [(text, self.title) for text in self.title.wrapped(width, most)]
        heading += [(text, self.subtitle) for text in filter(None, [self.subtitle.fitting(width)])]
        for text, words in heading:
            box = QRectF(room.left(), room.top(), width, words.height)
            lines.append(Line(box, text, words.font, words.tone))
            room.setTop(box.bottom())
        if lines:
            room.setTop(room.top() + self.gap)
        source = self.source.elided(width)
        if source:
            height = self.source.height
            box = QRectF(room.left(), room.bottom() - height, width, height)
            lines.append(Line(box, source, self.source.font, self.source.tone))
            room.setBottom(box.top() - self.gap / 2)
        return room, lines


def wrapped(text: str, font: QFont, width: float) -> list[str]:
    """Break a text into lines between words."""
    wide, lines = metrics(font).horizontalAdvance, [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if wide(longer) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _cut(lines: Sequence[str], font: QFont, width: float, most: int) -> list[str]:
    """Return as many lines as there may be, the last one ending in dots."""
    kept = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    shown = (
        metrics(font).elidedText(line, Qt.TextElideMode.ElideRight, width) for line in kept if line
    )
    return list(shown)
