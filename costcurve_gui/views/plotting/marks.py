"""What a plot shows, as values: lines, points, labels. Screen and paper paint the same marks.

Coordinates are the axes' own. Marks painted first lie below. Comparing them tells cheaply
whether a picture has to be painted again.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from operator import attrgetter
from typing import TYPE_CHECKING, Literal

import numpy as np

Anchor = Literal["left", "right", "center"]

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Values = NDArray[np.float64] | tuple[float, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """Anything that is painted."""


@dataclass(frozen=True, slots=True, eq=False)
class Line(Mark):
    """A line through points whose x never falls. Pixels of width and dash are the screen's."""

    key: str
    x: Values
    y: Values
    color: str
    alpha: int = 255
    width: float = 1.0
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Between(Mark):
    """The ground between two lines, from the first to the second, hatched on demand."""

    first: tuple[Values, Values]
    second: tuple[Values, Values]
    color: str
    alpha: int
    hatched: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class CostLines(Mark):
    """The cost lines of classifiers: from (0, fpr) to (1, 1 - tpr)."""

    fpr: Values
    tpr: Values
    color: str
    alpha: int


@dataclass(frozen=True, slots=True, eq=False)
class Dot(Mark):
    """The operating point of a model that is not selected, `faint` where it decides nothing."""

    key: str
    x: float
    y: float
    color: str
    square: bool = False
    faint: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Ring(Mark):
    """The operating point of the selected model."""

    key: str
    x: float
    y: float
    color: str
    square: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class ClassifierPoint(Mark):
    """A classifier of a family."""

    x: float
    y: float
    color: str


@dataclass(frozen=True, slots=True, eq=False)
class Hollow(Mark):
    """A point of a model that is worth a look but is not where it operates."""

    x: float
    y: float
    color: str


@dataclass(frozen=True, slots=True, eq=False)
class HoverPoint(Mark):
    """The point under the cursor, with its tag."""

    x: float
    y: float
    color: str
    text: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Label(Mark):
    """Words beside a point, moved by pixels. `anchor` is the side of the words at the point.

    Where `text` is wider than the view, `short` stands in its place, or it goes on several lines.
    """

    x: float
    y: float
    text: str
    anchor: Anchor = "center"
    shift: tuple[float, float] = (0.0, 0.0)
    short: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class ScreenLabel(Label):
    """Words for who has the window and its help, left off pictures."""


@dataclass(frozen=True, slots=True, eq=False)
class FootStrip(Mark):
    """A coloured strip at the foot: (low, high, colours) along x, and words above it.

    A part of several colours is striped. Where `text` is too long for the view, `short` stands in
    its place. `ticks` ends every part with a tick, so that parts which do not meet are told apart
    without colour. `aside` puts the words beside the parts, clear of a line that stands on them.
    """

    parts: tuple[tuple[float, float, tuple[str, ...]], ...]
    text: str
    short: str = ""
    ticks: bool = False
    aside: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Tick(Mark):
    """A short upright stroke across a curve."""

    x: float
    y: float


@dataclass(frozen=True, slots=True, eq=False)
class Forbidden(Mark):
    """The side of a bound that may not be used: where x_weight x + y_weight y > limit."""

    x_weight: float
    y_weight: float
    limit: float


@dataclass(frozen=True, slots=True, eq=False)
class Shade(Mark):
    """A shaded rectangle from (x_low, y_low) to (x_high, y_high)."""

    x_low: float
    x_high: float
    y_low: float
    y_high: float
    color: str
    alpha: int


@dataclass(frozen=True, slots=True, eq=False)
class Crosshair(Mark):
    """Two hair lines through the cursor."""

    x: float
    y: float


def same_marks(one: Sequence[Mark], other: Sequence[Mark]) -> bool:
    """Whether two pictures are the same."""
    return len(one) == len(other) and all(map(_same, one, other))


def _same(one: Mark, other: Mark) -> bool:
    if one is other:
        return True
    if type(one) is not type(other):
        return False  # its fields are others
    values, others = _values_of(one), _values_of(other)
    if type(one) in _PLAIN:
        return values == others
    # Nearly always they are the same objects: only the others are looked into.
    return all(a is b or _same_value(a, b) for a, b in zip(values, others, strict=True))


def _values_of(mark: Mark) -> tuple[object, ...]:
    """Return the values of a mark; a drag asks for those of every mark in every frame."""
    kind = type(mark)
    if kind not in _READERS:
        _READERS[kind] = attrgetter("__class__", *(part.name for part in fields(kind)))
    return _READERS[kind](mark)


# Without arrays or marks in them, and so many in a plot that each is compared at one stroke.
_PLAIN = frozenset({Label, Dot, Ring})
_READERS: dict[type[Mark], Callable[[Mark], tuple[object, ...]]] = {}


def _same_value(one: object, other: object) -> bool:
    if one is other:
        return True
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_same_value, one, other))
    if isinstance(one, Mark) and isinstance(other, Mark):
        return _same(one, other)
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return np.array_equal(one, other)  # type: ignore[arg-type]
    return one == other
