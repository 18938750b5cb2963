"""A view with marks of a figure on top, and the pieces that such marks are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.views.plots.marks import Dot, Label, Line
from costcurve_gui.views.plots.sheet import PRINT
from costcurve_gui.views.plots.views import description

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from costcurve_gui.models.results import Frame
    from costcurve_gui.views.plots.handles import Handle
    from costcurve_gui.views.plots.marks import Mark
    from costcurve_gui.views.theme import Tokens
    from paper_figures.figure import Picture

    Values = Sequence[float] | NDArray[np.float64]

DASHED, DOTTED = (5.0, 3.0), (1.5, 2.5)


class Annotated:
    """The description of a view, with more marks and with those of its handles that are wanted."""

    def __init__(self, picture: Picture) -> None:
        self._plain = description(picture.view)
        self._picture = picture

    def __getattr__(self, name: str) -> object:
        return getattr(self._plain, name)

    def still(self, frame: Frame, tokens: Tokens) -> list[Mark]:
        """Return the marks of the view and those of the figure."""
        return [*self._plain.still(frame, tokens), *self._picture.marks]

    def handles(self, frame: Frame) -> list[Handle]:
        """Return the condition and the bounds that the figure has."""
        wanted = self._picture.handles
        return [handle for handle in self._plain.handles(frame) if handle.name in wanted]

    def moving(self, frame: Frame, tokens: Tokens) -> list[Mark]:
        """Return the operating points, where the figure has them."""
        wanted = "threshold" in self._picture.handles
        return self._plain.moving(frame, tokens) if wanted else []


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
