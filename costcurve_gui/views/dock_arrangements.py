"""Which docks stand beside, above and behind which, by the room there is."""

from __future__ import annotations

from dataclasses import dataclass

from costcurve_gui.views import fonts

_SEPARATORS = 12
_LEAST_PLOT = 290  # below it the title and the axis of a plot lose their words


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Columns of docks from left to right, each with the dock below it; None where it fills all.

    `behind` names a dock that shares the place of another, as a tab. Widths are those of the
    columns that hold panels; plots share the rest.
    """

    columns: tuple[tuple[str, str | None], ...]
    panel_widths: tuple[tuple[int, int], ...]
    behind: tuple[str, str] | None = None

    @property
    def heads(self) -> tuple[str, ...]:
        """The docks at the top, from left to right."""
        return tuple(head for head, _ in self.columns)

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The docks that stand above one another."""
        return tuple((above, below) for above, below in self.columns if below is not None)

    def widths(self, room: int) -> list[int]:
        """Return the width of every column of a window as wide as `room`."""
        panels = {at: fonts.scaled(width) for at, width in self.panel_widths}
        plots = len(self.columns) - len(panels)
        plot = max(200, (room - sum(panels.values()) - _SEPARATORS) // plots)
        return [panels.get(at, plot) for at in range(len(self.columns))]


WIDE = Arrangement(
    (("data", "payoffs"), ("roc", "rociv"), ("cost", "profit"), ("decision", None)),
    panel_widths=((0, 328), (3, 366)),
)
NARROW = Arrangement(
    (("data", "decision"), ("roc", "rociv"), ("cost", "profit")),
    panel_widths=((0, 376),),  # the decision and a scroll bar
    behind=("data", "payoffs"),
)


def arrangement_for(room: int) -> Arrangement:
    """Return the arrangement that leaves plots readable in a window as wide as `room`."""
    return WIDE if WIDE.widths(room)[1] >= fonts.scaled(_LEAST_PLOT) else NARROW
