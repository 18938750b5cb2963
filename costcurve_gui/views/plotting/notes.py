"""Words that look for a place of their own, where they hide neither curve nor band."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSizeF

from costcurve_gui.views.plotting.brushes import kept_inside, paint_with_halo, paint_words, text_box
from costcurve_gui.views.plotting.haste import Place
from costcurve_gui.views.plotting.marks import Label, Mark
from costcurve_gui.views.plotting.obstacles import (
    Grounds,
    Values,
    lines_and_bands,
    obstacles,
    outline,
)
from costcurve_gui.views.plotting.painting import paint

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtGui import QPainter

    from costcurve_gui.views.plotting.canvas import Canvas

GRIP_WORDS = 31.0  # px at the top that the words beside a grip take
_SHARES = {"left": 0.0, "center": 0.5, "right": 1.0}


@dataclass(frozen=True, slots=True, eq=False)
class Notes(Mark):
    """Words with the places where each may stand, the best first.

    A note takes the first place that is clear of `lines`, of `bands` and of the notes before it.
    Where there is none, it stands on a band but clear of the lines, without a ground that would
    hide the band; where there is none either, it is left out. `top` and `foot` are pixels of the
    view that others use, and no note stands on one of the `others`.
    """

    notes: tuple[tuple[Label, ...], ...]
    lines: tuple[tuple[Values, Values], ...]
    bands: tuple[tuple[Values, Values, Values], ...] = ()
    top: float = 0.0
    foot: float = 0.0
    others: tuple[Mark, ...] = ()


class Placed(NamedTuple):
    """Where words stand, whether on a ground of their own, and which of their places that is."""

    box: QRectF
    text: str
    grounded: bool
    position: int = 0


def noted(drawn: Sequence[Mark], notes: Iterable[Iterable[Label]], top: float = 0.0) -> Notes:
    """Return notes that keep clear of what is drawn."""
    places = tuple(tuple(labels) for labels in notes)
    return Notes(places, *lines_and_bands(drawn), top, others=tuple(drawn))


def placed(mark: Notes, canvas: Canvas) -> list[Placed]:
    """Return where the notes stand that have a place."""
    if canvas.haste is None:
        return list(filter(None, _searched(mark, canvas)))
    key = ("notes", len(mark.notes))
    kept = canvas.haste.recall(key)
    found = None if kept is None else _as_before(mark, kept, canvas)
    if found is None:
        found = _searched(mark, canvas)
        canvas.haste.keep(key, tuple(one and Place(one.position, one.grounded) for one in found))
    return list(filter(None, found))


def _as_before(
    mark: Notes, kept: Sequence[Place | None], canvas: Canvas
) -> list[Placed | None] | None:
    """Return the notes at the places where they stood; None where one would leave the view."""
    found: list[Placed | None] = []
    for labels, place in zip(mark.notes, kept, strict=True):
        if place is None:
            found.append(None)
            continue
        if place.position >= len(labels):
            return None
        label = labels[place.position]
        box = _box(label, _size(label.text, canvas), canvas)
        if not _room(mark, canvas).contains(box):
            return None
        found.append(Placed(box, label.text, place.grounded, place.position))
    return found


def _searched(mark: Notes, canvas: Canvas) -> list[Placed | None]:
    """Return the first clear place of each note; None for one that has none."""
    lines = Grounds(outline(x, y, y, canvas) for x, y in mark.lines)
    bands = Grounds(outline(*band, canvas) for band in mark.bands)
    taken: list[Placed | None] = []
    others = [box for other in mark.others for box in _ground(other, canvas)]
    room = _room(mark, canvas)
    for labels in mark.notes:
        sizes = {text: _size(text, canvas) for text in {label.text for label in labels}}
        boxes = (
            Placed(_box(label, sizes[label.text], canvas), label.text, grounded=True, position=at)
            for at, label in enumerate(labels)
        )
        used = [*others, *(other.box for other in taken if other is not None)]
        free = (one for one in boxes if room.contains(one.box) and _apart(one.box, used))
        taken.append(_first_clear(free, lines, bands))
    return taken


def _room(mark: Notes, canvas: Canvas) -> QRectF:
    return canvas.rect.adjusted(0, mark.top * canvas.unit, 0, -mark.foot * canvas.unit)


def _ground(mark: Mark, canvas: Canvas) -> list[QRectF]:
    """Return the ground of another mark, of a label where its words stand at first."""
    if isinstance(mark, Label):
        return [_box(mark, _size(mark.text, canvas), canvas)]
    return obstacles(mark, canvas)


def _first_clear(free: Iterable[Placed], lines: Grounds, bands: Grounds) -> Placed | None:
    on_band = None
    for one in free:
        if lines.hide(one.box):
            continue
        if not bands.hide(one.box):
            return one
        on_band = on_band or one._replace(grounded=False)
    return on_band


def _apart(box: QRectF, used: Sequence[QRectF]) -> bool:
    return not any(map(box.intersects, used))


def _size(text: str, canvas: Canvas) -> QSizeF:
    return text_box(text, canvas.fonts.small, canvas.unit).size()


def _box(label: Label, size: QSizeF, canvas: Canvas) -> QRectF:
    """Return where the words of a label stand."""
    place = canvas.point(label.x, label.y) + QPointF(*label.shift) * canvas.unit
    left = place.x() - _SHARES[label.anchor] * size.width()
    box = QRectF(QPointF(left, place.y() - size.height() / 2), size)
    return kept_inside(box, canvas.rect) if canvas.rect.contains(place) else box


@paint.register(Notes)
def _notes(mark: Notes, painter: QPainter, canvas: Canvas) -> None:
    for note in placed(mark, canvas):
        font, tone = canvas.fonts.small, canvas.tokens.muted
        if note.grounded:
            paint_words(painter, canvas, note.box, note.text, font, tone)
        else:
            paint_with_halo(painter, canvas, note.box, note.text, font, canvas.tokens.text)
