"""Skip while a handle moves what is not seen then: places of texts, spare points of lines."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Hashable

    import numpy as np
    from numpy.typing import NDArray

_EVERY = 8  # frames of a drag: one in so many looks for places
_KEPT = 8  # frames for which the points of a line are kept
_TURNS = count(step=3)  # frames between two plots that look for places


class Place(NamedTuple):
    """Which of the places of some words was taken, and whether on a ground of their own."""

    position: int
    grounded: bool


class Haste:
    """Says whether a handle moves in a plot, and keeps where its words stood.

    At rest words always look for their places. While a handle moves they do in one frame of eight,
    so that the plots of a window take turns; in the others they keep to the side where they stood.
    `points` are those of each line that are painted, chosen once for a few frames. `savings`
    counts what was painted otherwise than at rest.
    """

    def __init__(self) -> None:
        self._frame = next(_TURNS)
        self._places: dict[Hashable, Any] = {}
        self._searches = True
        self.points: dict[Hashable, NDArray[np.intp]] = {}
        self.moving = False
        self.savings = 0

    def begin_frame(self, *, moving: bool) -> None:
        """Decide whether the words of the next frame look for places."""
        self._frame += 1
        # Half a round apart from the search for places, so that no frame has to do both.
        if not moving or not self.moving or self._frame % _KEPT == _KEPT // 2:
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
