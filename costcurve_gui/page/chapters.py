"""The page as chapters of a validation report, for a document and for paper.

What was computed is filled in; every other chapter that such a report has is there all the same,
marked as not assessed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from costcurve_gui.page.details import ANSWERED, NOT_ASSESSED
from costcurve_gui.page.recommendation import Piece
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from costcurve_gui.page.content import Content
    from costcurve_gui.page.details import Detail
    from costcurve_gui.page.recommendation import Sentence

PICTURES: Mapping[str, str] = {
    "profit": tr("Profit of each model by the share that is acted on"),
    "roc": tr("ROC curves"),
    "cost": tr("Lower envelopes in cost space"),
}
"""The views whose pictures a document has, with their captions."""
PICTURE_OPTIONS: Mapping[str, Any] = {"format": "png", "dpi": 150, "source_line": False}
"""What differs from the options of a picture that is exported."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of the report, level 0, or of a chapter."""

    text: str
    level: int = 1


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Text with strong parts; a listed one has a bullet."""

    pieces: Sentence
    listed: bool = False
    muted: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: first row headings; the first column is text, the others figures."""

    rows: tuple[tuple[str, ...], ...]
    strong: int | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a view with what it shows."""

    view: str
    caption: str


Block = Heading | Paragraph | Grid | Picture


@dataclass(frozen=True, slots=True)
class WrittenDocument:
    """A document of its own beside the report: what it is called, and what it says."""

    title: str
    blocks: tuple[Block, ...]


def chapters(content: Content | WrittenDocument, pictures: Iterable[str]) -> tuple[Block, ...]:
    """Return the report from its title to its last chapter, with the pictures that there are."""
    if isinstance(content, WrittenDocument):
        return content.blocks
    drawn = set(pictures)
    found = {detail.title: detail for detail in content.details}
    return (
        *_summary(content, drawn),
        *_chapter(tr("Purpose and use of the model")),
        *_chapter("Data", found.get("Data")),
        *_chapter(tr("Payoffs and condition"), found.get(tr("Payoffs and condition"))),
        *_chapter(
            tr("How the threshold was chosen"), found.get(tr("How the threshold was chosen"))
        ),
        *_performance(content, drawn),
        *_chapter("Uncertainty", found.get(tr("How sure"))),
        *_chapter(tr("Other models"), found.get(tr("Other models"))),
        *(_chapter(ANSWERED, found[ANSWERED]) if ANSWERED in found else ()),
        *(
            block
            for title in (
                tr("Calibration"),
                tr("Performance on fresh cases"),
                tr("Stability over time"),
                tr("Differences between groups of people"),
                tr("Conceptual soundness"),
                tr("Implementation and monitoring"),
                tr("Approval"),
            )
            for block in _chapter(title)
        ),
    )


def _summary(content: Content, drawn: set[str]) -> Iterator[Block]:
    yield Heading(content.title, 0)
    yield Paragraph((Piece(content.subtitle),), muted=True)
    for line in content.source:
        yield Paragraph((Piece(line),), muted=True)
    yield Heading("Recommendation")
    yield Paragraph(tuple(_joined(content.recommendation)))
    yield Paragraph((Piece(content.caveat),), muted=True)
    yield from _picture("profit", drawn)
    yield Paragraph(
        (Piece(tr("{expected}, each model at its best threshold.", expected=content.expected)),)
    )
    figures = (
        (row.name, row.figures.threshold, row.figures.acted, row.figures.caught,
         *(text for text, _ in content.amounts(row)))
        for row in content.rows
    )  # fmt: skip
    chosen = [place for place, row in enumerate(content.rows, start=1) if row.chosen]
    yield Grid((content.headings, *figures), chosen[0] if chosen else None)


def _joined(sentences: Iterable[Sentence]) -> Iterator[Piece]:
    for number, sentence in enumerate(sentences):
        if number:
            yield Piece(" ")
        yield from sentence


def _performance(content: Content, drawn: set[str]) -> Iterator[Block]:
    yield Heading("Performance")
    matrix = content.matrix
    if matrix is not None:
        positive, negative, act, leave = content.matrix_headings
        yield Paragraph((Piece(f"{content.matrix_title}. {content.expected}."),))
        yield Grid(
            (
                (
                    "",
                    tr("actual {positive}", positive=positive),
                    tr("actual {negative}", negative=negative),
                    "sum",
                    "share",
                ),
                (act, matrix.tp, matrix.fp, matrix.acted, matrix.acted_share),
                (leave, matrix.fn, matrix.tn, matrix.left, matrix.left_share),
            )
        )
        for name, amount in content.sums[:2]:
            yield Paragraph((Piece(f"{name}: "), Piece(amount, strong=True)), listed=True)
    for view in ("roc", "cost"):
        yield from _picture(view, drawn)


def _picture(view: str, drawn: set[str]) -> Iterator[Block]:
    if view in drawn:
        yield Picture(view, PICTURES[view])


def _chapter(title: str, detail: Detail | None = None) -> Iterator[Block]:
    yield Heading(title)
    if detail is None:
        yield Paragraph((Piece(NOT_ASSESSED),), muted=True)
        return
    yield Paragraph((Piece(detail.summary),))
    for line in detail.lines:
        yield Paragraph((Piece(line),), listed=True)
