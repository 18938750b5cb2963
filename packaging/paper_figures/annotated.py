"""A view with marks of a figure on top, and the pieces that such marks are made of."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from costcurve_gui.views.catalogue import plot_view
from costcurve_gui.views.plotting.marks import Dot, Label, Line
from costcurve_gui.views.plotting.notes import Notes
from costcurve_gui.views.plotting.obstacles import lines_and_bands
from costcurve_gui.views.plotting.sheet import PRINT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.plotting.handles import Handle
    from costcurve_gui.views.plotting.marks import Mark
    from costcurve_gui.views.shell.theme import Tokens
    from paper_figures.figure import Picture

    Values = Sequence[float] | NDArray[np.float64]

DASHED, DOTTED = (5.0, 3.0), (1.5, 2.5)
_MIDDLE = 0.5  # PC(+) at which a useful classifier is better than the trivial ones


class Annotated:
    """The plot_view of a view, with more marks and with those of its handles that are wanted."""

    def __init__(self, picture: Picture) -> None:
        self._plain = plot_view(picture.view)
        self._picture = picture

    def __getattr__(self, name: str) -> object:
        return getattr(self._plain, name)

    def static_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return the marks of the view and those of the figure."""
        marks = self._plain.static_items(snapshot, tokens)
        if self._picture.classifiers:
            marks = [mark for mark in marks if getattr(mark, "key", "") not in snapshot.models]
            marks += self._lines(snapshot, tokens)
        return [*marks, *self._picture.marks]

    def _lines(self, snapshot: Snapshot, tokens: Tokens) -> Iterator[Mark]:
        """Yield the line of each model's classifier, in the look of its curve."""
        for model in snapshot.curve_set.models:
            row = model.evaluation.envelope.classifier_at(_MIDDLE)
            chosen = model.info.key == snapshot.selected
            look = {} if chosen else {"dash": tokens.model_dash(model.info.slot), "width": 1.0}
            for mark in self._plain.highlight(snapshot, model.info.key, row, tokens):
                yield replace(cast("Line", mark), **look)

    def handles(self, snapshot: Snapshot) -> list[Handle]:
        """Return the condition and the bounds that the figure has."""
        wanted, all_ = self._picture.handles, self._plain.handles(snapshot)
        return all_ if wanted is None else [one for one in all_ if one.name in wanted]

    def dynamic_items(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return names, and the operating points where the figure has them."""
        handles = self._picture.handles
        points = handles is None or "threshold" in handles
        return [
            self._clear(mark) if isinstance(mark, Notes) else mark
            for mark in self._plain.dynamic_items(snapshot, tokens)
            if points or isinstance(mark, Notes)
        ]

    def _clear(self, notes: Notes) -> Notes:
        """Return names that keep clear of what the figure adds, too."""
        lines, bands = lines_and_bands(self._picture.marks)
        return replace(notes, lines=(*notes.lines, *lines), bands=(*notes.bands, *bands))


def point(
    x: float,
    y: float,
    text: str = "",
    shift: tuple[float, float] = (9.0, 11.0),
    slot: int = 0,
) -> list[Mark]:
    """Return a dot with a name beside it, of a model's colour, or of ink."""
    tone = PRINT.model_color(slot) if slot else PRINT.ink
    anchor = "right" if shift[0] < 0 else "left"
    dot = Dot(text, x, y, tone)
    return [dot, Label(x, y, text, anchor, shift)] if text else [dot]


def words(x: float, y: float, text: str, shift: tuple[float, float] = (0.0, 0.0)) -> Label:
    """Return words in the middle of a place."""
    return Label(x, y, text, "center", shift)


def line(
    x: Values,
    y: Values,
    dash: tuple[float, ...] = DASHED,
    width: float = 1.0,
    slot: int = 0,
) -> Line:
    """Return a line of ink, or of a model's colour."""
    tone = PRINT.model_color(slot) if slot else PRINT.ink
    return Line("figure", tuple(x), tuple(y), tone, 230, width, dash)


def rectangle(low: tuple[float, float], high: tuple[float, float]) -> list[Mark]:
    """Return the four sides."""
    (left, bottom), (right, top) = low, high
    sides = (
        ((left, right), (bottom, bottom)),
        ((left, right), (top, top)),
        ((left, left), (bottom, top)),
        ((right, right), (bottom, top)),
    )
    return [line(x, y, DOTTED) for x, y in sides]
