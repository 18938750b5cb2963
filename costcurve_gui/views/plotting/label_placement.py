"""Where labels and the words of handles stand: clear of lines and of each other, if they can be."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSizeF

from costcurve_gui.views.plotting.brushes import SCREEN, kept_inside, text_box
from costcurve_gui.views.plotting.handle_painting import handle_line, handle_words, word_places
from costcurve_gui.views.plotting.handles import Handle
from costcurve_gui.views.plotting.haste import Place
from costcurve_gui.views.plotting.marks import Dot, Label, Ring
from costcurve_gui.views.plotting.obstacles import (
    Grounds,
    Outline,
    lines_and_bands,
    obstacles,
    outline,
)
from costcurve_gui.views.text.vocabulary import versions_on_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.plotting.marks import Mark

_SHARES = {"left": 0.0, "center": 0.5, "right": 1.0}
_MIRRORED = {"left": "right", "right": "left", "center": "center"}
_AIR = 2.0  # px between words and the point that they name
_LEADING = 0.22  # of the height of words with their ground
_MOST_LINES = 4
_FURTHER = (1.0, 1.8, 2.8)  # times the shift of a label


class Words(NamedTuple):
    """Words in their place; without a ground where that would hide a line or a band."""

    box: QRectF
    text: str
    grounded: bool


class Surroundings:
    """The lines and bands of a picture, in the painter's units."""

    def __init__(self, lines: Sequence[Grounds] = (), bands: Sequence[Grounds] = ()) -> None:
        self._lines, self._bands = lines, bands

    @classmethod
    def of(cls, marks: Iterable[Mark], canvas: Canvas) -> Surroundings:
        """Return those of some marks."""
        lines, bands = lines_and_bands(marks)
        return cls(
            [Grounds(outline(x, y, y, canvas) for x, y in lines if len(x))],
            [Grounds(outline(*band, canvas) for band in bands if len(band[0]))],
        )

    @property
    def lines(self) -> tuple[Outline, ...]:
        """The lines alone."""
        return tuple(line for grounds in self._lines for line in grounds.outlines)

    def joined(self, other: Surroundings) -> Surroundings:
        """Return the lines and bands of two pictures together."""
        return Surroundings([*self._lines, *other._lines], [*self._bands, *other._bands])

    def crosses(self, box: QRectF) -> bool:
        """Whether a line runs through a box."""
        return any(lines.hide(box) for lines in self._lines)

    def lies_on_band(self, box: QRectF) -> bool:
        """Whether a box lies on a band."""
        return any(bands.hide(box) for bands in self._bands)

    def covers(self, box: QRectF) -> bool:
        """Whether a box lies on a line or a band."""
        return self.crosses(box) or self.lies_on_band(box)


def placed_words(
    marks: Sequence[Mark], canvas: Canvas, around: Callable[[], Surroundings]
) -> dict[Mark, Words]:
    """Return where the words of labels and handles stand, those of handles first.

    `around` is only asked where they look for a place.
    """
    handles = [mark for mark in marks if isinstance(mark, Handle)]
    labels = [mark for mark in marks if isinstance(mark, Label)]
    if not handles and not labels:
        return {}
    known = _recalled((*handles, *labels), canvas)
    return _found(marks, handles, labels, canvas, around()) if known is None else known


def _recalled(wanted: Sequence[Handle | Label], canvas: Canvas) -> dict[Mark, Words] | None:
    """Return the words where they stood in the last frame; None where they look for places."""
    found: dict[Mark, Words] = {}
    for at, mark in enumerate(wanted):
        kept = None if canvas.haste is None else canvas.haste.recall(_key(at, mark))
        if kept is None:
            return None
        place = next(_places(mark, canvas, kept.position), None)
        if place is not None:
            found[mark] = Words(place.box, place.text, kept.grounded)
    return found


def _key(at: int, mark: Handle | Label) -> Hashable:
    """Return what the place of some words is remembered by."""
    return at, mark.name if isinstance(mark, Handle) else ""


def _found(
    marks: Sequence[Mark],
    handles: Sequence[Handle],
    labels: Sequence[Label],
    canvas: Canvas,
    around: Surroundings,
) -> dict[Mark, Words]:
    around = around.joined(Surroundings.of(marks, canvas))
    held = Grounds(line for mark in handles for line in handle_line(mark, canvas))
    around = around.joined(Surroundings([held]))
    boxes = {mark: obstacles(mark, canvas) for mark in marks if not isinstance(mark, Handle)}
    points = [box for mark in boxes if isinstance(mark, Dot | Ring) for box in boxes[mark]]
    others = [box for mark in boxes if not isinstance(mark, Dot | Ring) for box in boxes[mark]]
    found: dict[Mark, Words] = {}
    on_paper = canvas.unit != SCREEN
    wanted: tuple[Handle | Label, ...] = (*handles, *labels)
    for at, mark in enumerate(wanted):
        point = canvas.point(mark.x, mark.y)  # a label may stand on the point that it names
        used = [words.box for words in found.values()]
        taken = [*used, *others]
        used = [*taken, *(box for box in points if not box.contains(point))]
        position, words = _best(_places(mark, canvas), around, used)
        in_the_way = taken if isinstance(mark, Handle) else used
        if words and on_paper and not _apart(words.box, in_the_way):
            continue  # where nobody can move what stands in its way
        if words is not None:
            found[mark] = words
        if canvas.haste is not None:
            canvas.haste.keep(_key(at, mark), Place(position, words is None or words.grounded))
    return found


def _best(
    places: Iterator[_Spot], around: Surroundings, used: Sequence[QRectF]
) -> tuple[int, Words | None]:
    """Return the first place clear of lines and words, else of words, else the first."""
    seen: list[_Spot] = []
    for number, box, text in places:
        if _apart(box, used) and not around.crosses(box):
            return number, Words(box, text, grounded=not around.lies_on_band(box))
        seen.append(_Spot(number, box, text))
    if not seen:
        return 0, None
    number, box, text = next((spot for spot in seen if _apart(spot.box, used)), seen[0])
    return number, Words(box, text, grounded=not around.covers(box))


class _Spot(NamedTuple):
    """One of the places where words may stand, by its number among all of them."""

    number: int
    box: QRectF
    text: str


def _places(mark: Handle | Label, canvas: Canvas, only: int | None = None) -> Iterator[_Spot]:
    """Yield where the words of a mark may stand, the best place first, or one place alone."""
    if isinstance(mark, Handle):
        yield from _handle_places(mark, canvas, only)
        return
    places = enumerate(_label_places(mark, canvas))
    yield from (
        _Spot(number, box, text) for number, (box, text) in places if only is None or number == only
    )


def _apart(box: QRectF, used: Sequence[QRectF]) -> bool:
    """Whether words stand apart, those of two lines of one text as near as such lines are."""
    rim = _LEADING * box.height()
    return not any(map(box.adjusted(0, rim, 0, -rim).intersects, used))


def _handle_places(mark: Handle, canvas: Canvas, only: int | None) -> Iterator[_Spot]:
    if not mark.text:
        return
    if mark.upright or mark.level:
        yield from (_Spot(0, box, text) for box, text in handle_words(mark, canvas))
        return
    found = word_places(mark, canvas) if only is None else word_places(mark, canvas, (only,))
    yield from (_Spot(number, box, mark.text) for number, box in found)


def _label_places(mark: Label, canvas: Canvas) -> Iterator[tuple[QRectF, str]]:
    """Yield where a label may stand: as it says, and on the other sides of its point."""
    if not canvas.bounds.holds(mark.x, mark.y):
        return
    font = canvas.fonts.small
    text = _in_width(mark, canvas)
    size, point = text_box(text, font, canvas.unit).size(), canvas.point(mark.x, mark.y)
    rim, boxes = _AIR * canvas.unit, list(_sides(mark, point, size, canvas))
    off = [box for box in boxes if not box.adjusted(-rim, 0, rim, 0).contains(point)]
    yield from ((box, text) for box in (off if off and any(mark.shift) else boxes))


def _in_width(mark: Label, canvas: Canvas) -> str:
    """Return the text, the short one or one on as few lines as are no wider than the view."""
    versions = versions_on_lines(mark.text, _MOST_LINES)
    if mark.short:
        versions = (mark.text, mark.short)
    fits = (
        one
        for one in versions
        if text_box(one, canvas.fonts.small, canvas.unit).width() <= canvas.rect.width()
    )
    return next(fits, versions[-1])


def _sides(mark: Label, point: QPointF, size: QSizeF, canvas: Canvas) -> Iterator[QRectF]:
    across, down = mark.shift
    for further in _FURTHER:
        for side, sign in ((mark.anchor, 1), (_MIRRORED[mark.anchor], -1)):
            for turn in (1, -1) if down else (1,):
                shift = QPointF(sign * across * further, turn * down * further) * canvas.unit
                left = point.x() + shift.x() - _SHARES[side] * size.width()
                top = point.y() + shift.y() - size.height() / 2
                yield kept_inside(QRectF(QPointF(left, top), size), canvas.rect)
            if mark.anchor == "center":
                break
