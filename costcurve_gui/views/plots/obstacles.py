"""Where marks stand that words keep clear of, in the painter's units."""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtCore import QRectF

    from costcurve_gui.views.plots.canvas import Canvas
    from costcurve_gui.views.plots.marks import Mark


@singledispatch
def obstacles(mark: Mark, canvas: Canvas) -> list[QRectF]:
    """Return the ground a mark takes; most marks leave words where they are."""
    del mark, canvas
    return []
