"""What a figure is: pictures of views, and numbers to compare with those that its source prints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.plotting.canvas import Bounds
    from costcurve_gui.views.plotting.marks import Mark

PAIR, TALL, SINGLE, LARGE, WIDE = (274, 282), (274, 314), (300, 300), (400, 390), (420, 300)


@dataclass(frozen=True)
class Picture:
    """One view of one snapshot.

    `marks` are what the figure shows beyond the view. `handles` names what else of the view is
    shown: lines ("condition", "capacity", "max_fpr") and operating points ("threshold"); None is
    all that the program shows. `legend`
    names the models below the plot, `size` is that of the picture in pixels of a plain screen.
    `classifiers` draws the line of each model's one classifier over the whole axis, in place of
    its lower envelope.
    """

    stem: str
    view: str
    snapshot: Snapshot
    marks: tuple[Mark, ...] = ()
    bounds: Bounds | None = None
    handles: tuple[str, ...] | None = ()
    legend: bool = False
    size: tuple[int, int] = PAIR
    classifiers: bool = False


@dataclass(frozen=True)
class Check:
    """One fact of a source beside the same fact of the program.

    `printed` is what the source prints, or what follows from that by the arithmetic named in
    `what`; empty where the source says nothing of it. `agrees` is False where the two differ,
    which the text of the figure then explains.
    """

    what: str
    printed: str
    shown: str
    agrees: bool = True

    @property
    def holds(self) -> bool:
        """Whether both are the same, numbers to the decimals that are printed."""
        if not self.printed:
            return True
        try:
            away = abs(float(self.shown) - float(self.printed))
        except ValueError:
            return self.shown == self.printed
        return away <= 0.5001 * 10.0 ** -len(self.printed.partition(".")[2])


def number(what: str, printed: str, found: float, digits: int, *, agrees: bool = True) -> Check:
    """Return the check of a number, the program's with `digits` decimals."""
    return Check(what, printed, f"{found:.{digits}f}", agrees)


@dataclass(frozen=True)
class Figure:
    """One figure; `anchor` is its place on the page and finds its words in `texts`."""

    anchor: str
    pictures: tuple[Picture, ...]
    checks: tuple[Check, ...]
