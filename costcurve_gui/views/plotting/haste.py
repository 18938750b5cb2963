"""Skip while a handle moves what is not seen then: places of texts, spare points of lines."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Hashable

    import numpy as np
    from numpy.typing import NDArray

_EVERY = 8  # frames of a drag: one in so many looks for places, another one chooses points
_POINTS = 3  # frames after that search; an odd number, so that the two never meet in any plot
_TURNS = count()


class Place(NamedTuple):
    """Which of the places of some words was taken, and whether on a ground of their own."""

    position: int
    grounded: bool


class Haste:
    """Says whether a handle moves in a plot, and keeps where its words stood.

    At rest words always look for their places. While a handle moves they do in one frame of eight;
    in the others they keep to the side where they stood. Frames are counted from the start of a
    drag and plots take turns in the odd ones: the dearest texts change in the even ones.
    `points` are those of each line that are painted, chosen once for a few frames. `savings`
    counts what was painted otherwise than at rest.
    """

    def __init__(self) -> None:
        self._frame = 0
        self._places: dict[Hashable, Any] = {}
        self._searches = True
        self.points: dict[Hashable, NDArray[np.intp]] = {}
        self.moving = False
        self.savings = 0

    def begin_frame(self, *, moving: bool) -> None:
        """Decide whether the words of the next frame look for places."""
        begins = moving and not self.moving
        self._frame = 2 * next(_TURNS) + 1 if begins else self._frame + 1
        if begins or not moving or self._frame % _EVERY == _POINTS:
            self.points.clear()
        self.moving = moving
        self._searches = not moving or self._frame % _EVERY == 0

    def forget(self) -> None:
        """Look for all places and points again: the plot has another size or stretch."""
        self._places.clear()
        self.points.clear()

    def recall(self, words: Hashable) -> Any:
        """Return where words stood; None in a frame that looks for places."""
        found = None if self._searches else self._places.get(words)
        self.savings += found is not None
        return found

    def keep(self, words: Hashable, found: object) -> None:
        """Remember where words stand."""
        self._places[words] = found
