"""The two layers of a plot on the screen: one kept as a picture, one painted every time."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsItem

from costcurve_gui.views.plots.axes import paint_grid
from costcurve_gui.views.plots.brushes import color
from costcurve_gui.views.plots.clear_text import Surroundings
from costcurve_gui.views.plots.marks import Mark, same_marks
from costcurve_gui.views.plots.paint import NOTHING_AROUND, paint_marks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from costcurve_gui.views.plots.canvas import Canvas
    from costcurve_gui.views.plots.description import Axis

_PICTURES = 2  # a drag to and fro past a crossing changes between two selected models


class Layer(QGraphicsItem):
    """Paints marks over the whole view box, in its pixels.

    `around` returns the lines of other layers, which words keep clear of.
    """

    def __init__(self, parent: QGraphicsItem, canvas: Callable[[], Canvas | None]) -> None:
        super().__init__(parent)
        self._canvas = canvas
        self.marks: Sequence[Mark] = ()
        self.around: Callable[[Canvas], Surroundings] | None = None

    def boundingRect(self) -> QRectF:
        """Cover the view box."""
        canvas = self._canvas()
        return QRectF() if canvas is None else canvas.rect

    def show_marks(self, marks: Sequence[Mark]) -> None:
        """Show other marks."""
        self.marks = marks
        self.update()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint the marks."""
        del option, widget
        canvas = self._canvas()
        if canvas is not None:
            around = NOTHING_AROUND if self.around is None else self.around(canvas)
            paint_marks(painter, canvas, self.marks, around)


class StillLayer(Layer):
    """Ground, grid and curves. Dragging a line over them costs one copy of a picture."""

    def __init__(self, parent: QGraphicsItem, canvas: Callable[[], Canvas | None]) -> None:
        super().__init__(parent, canvas)
        self._axes: tuple[Axis, Axis] | None = None
        self._pictures: deque[tuple[Sequence[Mark], QPixmap]] = deque(maxlen=_PICTURES)
        self._lines: tuple[Sequence[Mark], Canvas, Surroundings] | None = None
        self.paintings = 0

    def show_marks(self, marks: Sequence[Mark]) -> None:
        """Show other marks; a picture serves as long as they are the same, or the same again."""
        painted = (kept for kept, _ in self._pictures if same_marks(kept, marks))
        wanted = next(painted, marks)
        if wanted is not self.marks:
            super().show_marks(wanted)

    def show_grid(self, axes: tuple[Axis, Axis] | None) -> None:
        """Show the grid of two axes, or none."""
        if axes != self._axes:
            self._axes = axes
            self.forget()

    def lines(self, canvas: Canvas) -> Surroundings:
        """Return the lines and bands on show, found anew only where they changed."""
        if self._lines is None or self._lines[0] is not self.marks or self._lines[1] is not canvas:
            self._lines = self.marks, canvas, Surroundings.of(self.marks, canvas)
        return self._lines[2]

    def forget(self) -> None:
        """Paint anew at the next chance: another stretch, size or theme."""
        self._pictures.clear()
        self.update()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Copy the picture, painting it first where there is none."""
        del option, widget
        canvas = self._canvas()
        if canvas is None:
            return
        ratio = painter.device().devicePixelRatio()
        picture = self._kept(ratio)
        if picture is None:
            picture = self._painted(canvas, ratio)
            self._pictures.append((self.marks, picture))
        painter.drawPixmap(canvas.rect.topLeft(), picture)

    def _kept(self, ratio: float) -> QPixmap | None:
        """Return the picture of the marks on show, if there is one for such a screen."""
        for marks, picture in self._pictures:
            if marks is self.marks and picture.devicePixelRatio() == ratio:
                return picture
        return None

    def _painted(self, canvas: Canvas, ratio: float) -> QPixmap:
        self.paintings += 1
        picture = QPixmap((canvas.rect.size() * ratio).toSize())
        picture.setDevicePixelRatio(ratio)
        picture.fill(color(canvas.tokens.plot))
        painter = QPainter(picture)
        painter.translate(-canvas.rect.topLeft())
        if self._axes is not None:
            paint_grid(painter, canvas, *self._axes)
        paint_marks(painter, canvas, self.marks)
        painter.end()
        return picture
