"""Where and how large a plot is painted: on the screen, or on paper."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QPointF, QRectF

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PySide6.QtGui import QFont

    from costcurve_gui.views.plotting.haste import Haste
    from costcurve_gui.views.shell.theme import Tokens

Number = TypeVar("Number", float, "NDArray[np.float64]")


@dataclass(frozen=True, slots=True)
class Bounds:
    """The stretch of both axes that is on show."""

    x_low: float
    x_high: float
    y_low: float
    y_high: float

    @property
    def width(self) -> float:
        """Length of the x axis in its own unit."""
        return self.x_high - self.x_low

    @property
    def height(self) -> float:
        """Length of the y axis in its own unit."""
        return self.y_high - self.y_low

    def holds(self, x: float, y: float) -> bool:
        """Whether a point is on show."""
        return self.x_low <= x <= self.x_high and self.y_low <= y <= self.y_high


@dataclass(frozen=True, slots=True)
class TextFonts:
    """The two fonts of a plot: words, and values that count."""

    small: QFont
    bold: QFont


@dataclass(frozen=True, slots=True)
class Canvas:
    """Maps values to the painter's units.

    `rect` is the plot's ground and `unit` the painter's units for what is one pixel on the
    screen. Without `handles` grips are left out. `haste` says what a drag spares, on a plot that
    the mouse can drag in.
    """

    rect: QRectF
    bounds: Bounds
    tokens: Tokens
    fonts: TextFonts
    unit: float = 1.0
    handles: bool = True
    haste: Haste | None = None
    _across: tuple[float, float] = field(init=False, repr=False, compare=False)
    _up: tuple[float, float] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        rect, bounds = self.rect, self.bounds
        across = rect.left(), rect.width() / bounds.width
        up = rect.bottom(), rect.height() / bounds.height
        object.__setattr__(self, "_across", across)
        object.__setattr__(self, "_up", up)

    def x(self, value: Number) -> Number:
        """Return where a value of the x axis lies."""
        left, scale = self._across
        return left + (value - self.bounds.x_low) * scale

    def y(self, value: Number) -> Number:
        """Return where a value of the y axis lies."""
        bottom, scale = self._up
        return bottom - (value - self.bounds.y_low) * scale

    def point(self, x: float, y: float) -> QPointF:
        """Return where a point lies."""
        return QPointF(self.x(x), self.y(y))

    def value(self, point: QPointF) -> tuple[float, float]:
        """Return the values at a place."""
        across = (point.x() - self.rect.left()) / self.rect.width()
        up = (self.rect.bottom() - point.y()) / self.rect.height()
        return (
            self.bounds.x_low + across * self.bounds.width,
            self.bounds.y_low + up * self.bounds.height,
        )
